/* The table of kinds of plots. The choices of --view, session files, the Plots
 * menu, the data window and export read it. */
#pragma once

#include "plot-run.h"
#include "plot-time-axis.h"
#include "plot-view.h"

G_BEGIN_DECLS

typedef struct PlotSource PlotSource;
typedef struct PlotSpec PlotSpec;

/* The horizontal axis of a kind. */
typedef enum
{
  PLOT_OVER_TIME,  /* the time axis that all plots over time share */
  PLOT_PLANE,      /* one quantity against another */
  PLOT_SCENE,      /* the plane in which a model's scene is drawn */
} PlotAcross;

typedef enum
{
  PLOT_NEEDS_TAPE = 1 << 0,
  PLOT_NEEDS_TWO_COLUMNS = 1 << 1,  /* two columns of states or outputs */
  PLOT_NEEDS_INVARIANT = 1 << 2,
  PLOT_NEEDS_EVENTS = 1 << 3,
  PLOT_NEEDS_SCENE = 1 << 4,
  PLOT_NEEDS_BRANCHES = 1 << 6,     /* a tree of branches */
  PLOT_NEEDS_DIFFERENCE = 1 << 5,  /* a difference from a second run or from a reference solution */
} PlotNeeds;

/* Entries that the menu of a plot offers. */
typedef enum
{
  PLOT_MENU_FIT = 1 << 0,
  PLOT_MENU_LOG = 1 << 1,          /* logarithmic scales of both axes */
  PLOT_MENU_FOLLOW = 1 << 2,       /* makes the time axis follow the running run */
  PLOT_MENU_FIELD = 1 << 3,        /* shows the direction field and the nullclines */
  PLOT_MENU_EXPOSURES = 1 << 4,    /* shows the positions at equal intervals of time */
  PLOT_MENU_START = 1 << 5,        /* starts a run at a point of the plane */
} PlotMenu;

/* The rows that the plot's table of data contains. */
typedef enum { PLOT_ROWS_TRAJECTORY, PLOT_ROWS_ATTEMPTS, PLOT_ROWS_EVENTS, PLOT_ROWS_DIFFERENCE } PlotRows;

typedef enum
{
  PLOT_KIND_LOG_RESHAPES = 1 << 0,  /* log_y changes the plotted quantity (to its absolute value), so the view is made again */
  PLOT_KIND_EXPORTED = 1 << 1,      /* selected when the export window opens */
  PLOT_KIND_STEP_LIMIT = 1 << 3,    /* shows the stability limit of the step size */
  PLOT_KIND_FOCUSED = 1 << 2,       /* shown first if there is space for only one plot */
} PlotKindFlags;

typedef struct
{
  const char *id;       /* in sessions, models and --view */
  const char *title;    /* for menus; marked for translation */
  PlotAcross across;
  unsigned needs;       /* PlotNeeds */
  unsigned menu;        /* PlotMenu */
  unsigned flags;       /* PlotKindFlags */
  PlotRows rows;
  double height;        /* relative height in the figure of a whole run; 0: not in that figure */
  int film;             /* priority in a movie: the kind with the largest number is shown first; 0: not in movies */
  /* Makes the view. Returns NULL if the run has no data for it. The source must have everything that the kind needs. */
  PlotView *(*view) (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis);
  /* Adds another run, which has as many columns as the first, to the view. NULL: the kind shows one run. */
  void (*add_run) (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view);
  /* Makes the view use the horizontal axis of the plot above it. NULL: this
   * kind never does. */
  void (*join) (const PlotSpec *upper, PlotView *upper_view, PlotView *view, const PlotSource *source);
} PlotKind;

#define MODEL_PLOT_KIND(NAME, name, keys) extern const PlotKind plot_kind_##name;
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name) extern const PlotKind plot_kind_##name;
#include "model-plot-kinds.def"

/* All kinds in the order of menus, indexed by ModelPlotType, followed by NULL. */
extern const PlotKind *const plot_kinds[];
/* Returns the kind with this id, or NULL. */
const PlotKind *plot_kind_find (const char *id);
/* Returns whether a model provides what the kind needs; otherwise sets an error
 * in the domain PLOT_ERROR. If system is NULL, kinds that need an invariant,
 * events or a scene do not fit. */
gboolean plot_kind_fits_model (const PlotKind *kind, ModelSystem *system, GError **error);
/* Returns whether the source (a run, its model and the members set) provides
 * what the kind needs; otherwise sets an error in the domain PLOT_ERROR. */
gboolean plot_kind_fits (const PlotKind *kind, const PlotSource *source, GError **error);
/* Returns the translated title. */
const char *plot_kind_title (const PlotKind *kind);

G_END_DECLS
