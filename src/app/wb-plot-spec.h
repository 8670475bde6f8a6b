/* Which plots a view shows, as data: kept in the session, written to session files, made into views of the plotting library. */
#pragma once

#include "plot-views.h"
#include "wb-session.h"

G_BEGIN_DECLS

typedef enum
{
  WB_PLOT_TIME, WB_PLOT_STEP, WB_PLOT_ERROR, WB_PLOT_INVARIANT, WB_PLOT_DIFFERENCE, WB_PLOT_EVENTS, /* over time, up to here */
  WB_PLOT_PHASE, WB_PLOT_MOTION, WB_PLOT_SECTION,
  WB_N_PLOT_KINDS
} WbPlotKind;

typedef struct
{
  WbPlotKind kind;
  int column;        /* of cards: 0 left, 1 right */
  double share;      /* of the card's height */
  char **show;       /* time: names of columns; NULL: the model's */
  char *x, *y, *at;  /* phase, section; NULL: the model's */
  int of, to;        /* difference: numbers of runs; of 0: the current one, to 0: the reference solution */
  gboolean log_x;        /* of planes; time is one axis for all */
  int log_y;             /* 1 logarithmic, −1 linear, 0 as the kind of plot is */
  int field, nullclines; /* phase: 1 shown, −1 not, 0 as the number of states suggests */
  int exposures;         /* motion: 1 stroboscopic, −1 not, 0 where motion is to be reduced */
  PlotRange x_shown, y_shown; /* where the user zoomed; high ≤ low: nowhere */
  gboolean pinned;
  PlotHit pin;                /* of what is pinned, without a layer */
} WbPlotSpec;

WbPlotSpec *wb_plot_spec_new (WbPlotKind kind, int column, double share);
WbPlotSpec *wb_plot_spec_copy (const WbPlotSpec *spec);
void wb_plot_spec_free (WbPlotSpec *spec);
/* Kind as a word of session files ("time"); and back, −1: unknown. */
const char *wb_plot_kind_id (WbPlotKind kind);
int wb_plot_kind_find (const char *id);
/* Title for menus, translated. */
const char *wb_plot_kind_title (WbPlotKind kind);
/* What a model shows first. Array of WbPlotSpec, owned. */
GPtrArray *wb_plot_specs_default (Model *model, ModelSystem *system);
/* Whether states jump at crossings: a ball that bounces. */
gboolean wb_plot_spec_jumps (ModelSystem *system);
/* The view; NULL where the run has nothing to show for it. overlays: other runs to draw as well (WbRunItem), or NULL.
 * The view keeps the run whose system it borrows: free it on the main thread. */
PlotView *wb_plot_spec_view (const WbPlotSpec *spec, WbRunItem *run, PlotTimeAxis *axis, GListModel *runs);
/* The same by another instance of the run's model, for a view that another thread will draw; the instance outlives the view. */
PlotView *wb_plot_spec_view_with (const WbPlotSpec *spec, WbRunItem *run, ModelSystem *system, PlotTimeAxis *axis, GListModel *runs);
/* The same of a run alone, on any thread that has the run's instance and the axis for itself. NULL also for differences. */
PlotView *wb_plot_spec_view_of (const WbPlotSpec *spec, const PlotRun *run, PlotTimeAxis *axis);
/* One axis for a phase portrait and the motion below it, where the model's scene shares it. */
void wb_plot_spec_share (const WbPlotSpec *phase, PlotView *phase_view, PlotView *motion_view, WbRunItem *run);
/* The runs that a difference is of and to (NULL: the reference solution); FALSE where one of them is no longer there. Borrowed. */
gboolean wb_plot_spec_find_runs (const WbPlotSpec *spec, WbRunItem *current, GListModel *runs, WbRunItem **of, WbRunItem **to);
/* Shows or hides a phase portrait's direction field and nullclines as the spec says. */
void wb_plot_spec_apply_field (const WbPlotSpec *spec, PlotView *view);

G_END_DECLS
