/* The kinds of plots, as data. The --view choices, session files, the Plots menu, the data window and export read this table. */
#pragma once

#include "plot-run.h"
#include "plot-time-axis.h"
#include "plot-view.h"

G_BEGIN_DECLS

typedef struct PlotSource PlotSource;
typedef struct PlotSpec PlotSpec;

/* The axis across of a kind. */
typedef enum
{
  PLOT_OVER_TIME,  /* the time axis that all plots over time share */
  PLOT_PLANE,      /* one quantity against another */
  PLOT_SCENE,      /* the plane in which a model's scene is drawn */
} PlotAcross;

typedef enum
{
  PLOT_NEEDS_TAPE = 1 << 0,
  PLOT_NEEDS_TWO_COLUMNS = 1 << 1,  /* states or outputs */
  PLOT_NEEDS_INVARIANT = 1 << 2,
  PLOT_NEEDS_EVENTS = 1 << 3,
  PLOT_NEEDS_SCENE = 1 << 4,
  PLOT_NEEDS_DIFFERENCE = 1 << 5,  /* a second run, or a reference solution */
} PlotNeeds;

/* What a plot's menu offers. */
typedef enum
{
  PLOT_MENU_FIT = 1 << 0,
  PLOT_MENU_LOG = 1 << 1,          /* of both axes */
  PLOT_MENU_FOLLOW = 1 << 2,       /* the time axis follows the run */
  PLOT_MENU_FIELD = 1 << 3,        /* direction field, nullclines */
  PLOT_MENU_EXPOSURES = 1 << 4,    /* stroboscopic pictures */
  PLOT_MENU_START = 1 << 5,        /* a run that starts at a point of the plane */
} PlotMenu;

/* Rows of the plot's data as a table. */
typedef enum { PLOT_ROWS_TRAJECTORY, PLOT_ROWS_ATTEMPTS, PLOT_ROWS_EVENTS, PLOT_ROWS_DIFFERENCE } PlotRows;

typedef enum
{
  PLOT_KIND_LOG_RESHAPES = 1 << 0,  /* a logarithmic axis shows sizes: the view is made anew when log_y changes */
  PLOT_KIND_EXPORTED = 1 << 1,      /* selected when the export window opens */
  PLOT_KIND_STEP_LIMIT = 1 << 3,    /* shows the stability limit of the step size */
  PLOT_KIND_FOCUSED = 1 << 2,       /* shown first where only one plot has room */
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
  double height;        /* in the figure of a whole run; 0: not in that figure */
  int film;             /* the kind with the highest is filmed first; 0: none */
  /* Makes the view; NULL where the run has nothing to show for it. Called where the source has what the kind needs. */
  PlotView *(*view) (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis);
  /* Adds another run, which has as many columns as the first, to the view. NULL: the kind shows one run. */
  void (*add_run) (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view);
  /* Takes over the axis across of the plot above. NULL: the kind never does. */
  void (*join) (const PlotSpec *upper, PlotView *upper_view, PlotView *view, const PlotSource *source);
} PlotKind;

#define MODEL_PLOT_KIND(NAME, name, keys) extern const PlotKind plot_kind_##name;
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name) extern const PlotKind plot_kind_##name;
#include "model-plot-kinds.def"

/* The table in the order of menus, by ModelPlotType; ended by NULL. */
extern const PlotKind *const plot_kinds[];
/* Returns the number of kinds in the table. */
int plot_n_kinds (void);
/* Returns NULL where no kind has this id. */
const PlotKind *plot_kind_find (const char *id);
/* Returns whether a model has what the kind needs of it; otherwise sets an
 * error in the domain PLOT_ERROR. With system NULL a kind that needs an
 * invariant, events or a scene does not fit. */
gboolean plot_kind_fits_model (const PlotKind *kind, ModelSystem *system, GError **error);
/* Returns whether a run, its model and the other members of the source have
 * what the kind needs; otherwise sets an error in the domain PLOT_ERROR. */
gboolean plot_kind_fits (const PlotKind *kind, const PlotSource *source, GError **error);
/* Returns the title, translated. */
const char *plot_kind_title (const PlotKind *kind);

G_END_DECLS
