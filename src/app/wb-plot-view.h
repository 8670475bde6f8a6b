/* Views of the session's runs, made from what a PlotSpec says. */
#pragma once

#include "plot-spec.h"
#include "plot-views.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Makes the view; NULL where the run has nothing to show for it. runs: those to draw beside it, or NULL.
 * The view keeps the run whose system it borrows: free it on the main thread. */
PlotView *wb_plot_view_new (const PlotSpec *spec, WbRunItem *run, PlotTimeAxis *axis, GListModel *runs);
/* The same by another instance of the run's model, for a view that another thread will draw; the instance outlives the view. */
PlotView *wb_plot_view_new_with (const PlotSpec *spec, WbRunItem *run, ModelSystem *system, PlotTimeAxis *axis, GListModel *runs);
/* Lets a view take over the axis across of the view above it, where its kind does that. */
void wb_plot_view_join (const PlotSpec *upper, PlotView *upper_view, const PlotSpec *spec, PlotView *view, WbRunItem *run);
/* Finds the two runs of a difference (to NULL: the reference solution); FALSE where one of them is no longer there. Borrowed. */
gboolean wb_plot_view_find_runs (const PlotSpec *spec, WbRunItem *current, GListModel *runs, WbRunItem **of, WbRunItem **to);

G_END_DECLS
