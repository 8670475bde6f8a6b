/* Makes views of the session's runs from a PlotSpec. */
#pragma once

#include "plot-spec.h"
#include "plot-views.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Makes a view, or returns NULL if the run has nothing to show. runs: further
 * runs to draw in the view, or NULL. The view keeps a reference to the run:
 * free it on the main thread. */
PlotView *wb_plot_view_new (const PlotSpec *spec, WbRunItem *run, PlotTimeAxis *axis, GListModel *runs);
/* Makes a view that another thread will draw, with a separate instance of the
 * run's model; the instance must outlive the view. */
PlotView *wb_plot_view_new_with (const PlotSpec *spec, WbRunItem *run, ModelSystem *system, PlotTimeAxis *axis, GListModel *runs);
/* Makes a view use the horizontal axis of the view above it, if its kind
 * supports this. */
void wb_plot_view_join (const PlotSpec *upper, PlotView *upper_view, const PlotSpec *spec, PlotView *view, WbRunItem *run);
/* Finds the two runs of a difference; both are borrowed, and *to NULL means the
 * reference solution. Returns FALSE if one of them no longer exists. */
gboolean wb_plot_view_find_runs (const PlotSpec *spec, WbRunItem *current, GListModel *runs, WbRunItem **of, WbRunItem **to);

G_END_DECLS
