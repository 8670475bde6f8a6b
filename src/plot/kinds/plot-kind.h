/* The table of plot kinds. The choices of --view, session files, the Plots menu, the data window and export read
 * it. */
#pragma once

#include "plot-run.h"
#include "plot-time-axis.h"
#include "plot-view.h"

G_BEGIN_DECLS

typedef struct PlotSource PlotSource;
typedef struct PlotSpec PlotSpec;

/* The horizontal axis of a plot. */
typedef enum
{
  PLOT_OVER_TIME,  /* the time axis, which all plots over time share */
  PLOT_PLANE,      /* another quantity */
  PLOT_SCENE,      /* the horizontal coordinate of the model's scene */
} PlotAcross;

typedef enum
{
  PLOT_NEEDS_TAPE = 1 << 0,
  PLOT_NEEDS_TWO_COLUMNS = 1 << 1,  /* at least two columns that are states or outputs */
  PLOT_NEEDS_INVARIANT = 1 << 2,
  PLOT_NEEDS_EVENTS = 1 << 3,
  PLOT_NEEDS_SCENE = 1 << 4,
  PLOT_NEEDS_BRANCHES = 1 << 6,     /* a tree of branched runs */
  PLOT_NEEDS_DIFFERENCE = 1 << 5,  /* a difference from another run or from the reference solution */
} PlotNeeds;

/* Entries in the menu of a plot. */
typedef enum
{
  PLOT_MENU_FIT = 1 << 0,
  PLOT_MENU_LOG = 1 << 1,          /* logarithmic scales of the axes */
  PLOT_MENU_FOLLOW = 1 << 2,       /* the time axis follows the running run */
  PLOT_MENU_FIELD = 1 << 3,        /* show the direction field and the nullclines */
  PLOT_MENU_EXPOSURES = 1 << 4,    /* show positions at equal intervals of time */
  PLOT_MENU_START = 1 << 5,        /* start a run at a point of the plane */
  PLOT_MENU_SENSITIVITY = 1 << 6,  /* show the sensitivity bands of the states */
  PLOT_MENU_MEASURED = 1 << 7,     /* show measured data */
} PlotMenu;

/* The rows of the table in the data window. */
typedef enum { PLOT_ROWS_TRAJECTORY, PLOT_ROWS_ATTEMPTS, PLOT_ROWS_EVENTS, PLOT_ROWS_DIFFERENCE } PlotRows;

typedef enum
{
  PLOT_KIND_LOG_RESHAPES = 1 << 0,  /* log_y changes the plotted quantity (to its absolute value), so that a new view must be made */
  PLOT_KIND_EXPORTED = 1 << 1,      /* the plot is selected when the export window opens */
  PLOT_KIND_STEP_LIMIT = 1 << 3,    /* the plot shows the stability limit of the step size */
  PLOT_KIND_FOCUSED = 1 << 2,       /* the plot that is shown if there is space for only one */
} PlotKindFlags;

typedef struct
{
  const char *id;       /* id in session files, in models and for --view */
  const char *title;    /* title in menus, marked for translation */
  PlotAcross across;
  unsigned needs;       /* combination of PlotNeeds */
  unsigned menu;        /* combination of PlotMenu */
  unsigned flags;       /* combination of PlotKindFlags */
  PlotRows rows;
  double height;        /* relative height in the figure of a whole run; 0: the kind is not in that figure */
  int film;             /* priority in a movie, where the kind with the largest number is used; 0: not in movies */
  /* Makes the view. The source must have all data in `needs`. Returns NULL if there is nothing to show. */
  PlotView *(*view) (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis);
  /* Adds another run, with as many columns as the first, to the view. NULL: the kind shows only one run. */
  void (*add_run) (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view);
  /* Makes the view share the horizontal axis of the plot above it. NULL: this kind never
   * does. */
  void (*join) (const PlotSpec *upper, PlotView *upper_view, PlotView *view, const PlotSource *source);
} PlotKind;

#define MODEL_PLOT_KIND(NAME, name, keys) extern const PlotKind plot_kind_##name;
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name) extern const PlotKind plot_kind_##name;
#include "model-plot-kinds.def"

/* All kinds in the order of menus, indexed by ModelPlotType and NULL-terminated. */
extern const PlotKind *const plot_kinds[];
/* Returns the kind with this id, or NULL. */
const PlotKind *plot_kind_find (const char *id);
/* Returns whether a model has what the kind needs; otherwise returns FALSE with an error in the domain
 * PLOT_ERROR. If system is NULL, the result is FALSE for kinds that need an invariant, events or a
 * scene. */
gboolean plot_kind_fits_model (const PlotKind *kind, ModelSystem *system, GError **error);
/* Returns whether the source has what the kind needs; otherwise returns FALSE with an error in the domain PLOT_ERROR. The run, its model
 * and the other members of the source are checked. */
gboolean plot_kind_fits (const PlotKind *kind, const PlotSource *source, GError **error);
/* Returns the translated title of a kind. */
const char *plot_kind_title (const PlotKind *kind);

G_END_DECLS
