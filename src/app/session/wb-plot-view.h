/* Makes the views of plots from a PlotSpec and the runs of the session. */
#pragma once

#include "plot-spec.h"
#include "plot-views.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Makes a view of a run. Returns NULL if the run has nothing to show in it. runs: further runs to
 * draw in the view, or NULL. measured: measured data to draw in the view, or NULL. The view keeps a reference to the run, so free it on the main
 * thread. */
PlotView *wb_plot_view_new (const PlotSpec *spec, WbRunItem *run, PlotTimeAxis *axis, GListModel *runs, const LabMeasured *measured);
/* Makes a view for a figure in a file, which another thread will draw. It does not show the ghost, the run before the last change. system: a
 * separate instance of the run's model, which must outlive the view. */
PlotView *wb_plot_view_new_for_file (const PlotSpec *spec, WbRunItem *run, ModelSystem *system, PlotTimeAxis *axis, GListModel *runs,
                                     const LabMeasured *measured);
/* Makes a view use the horizontal axis of the view above it, if the kind of plot supports
 * this. */
void wb_plot_view_join (const PlotSpec *upper, PlotView *upper_view, const PlotSpec *spec, PlotView *view, WbRunItem *run);
/* Finds the two runs of a plot of a difference; both are borrowed. *to NULL means the reference solution. Returns FALSE if one of the runs
 * does not exist any more. */
gboolean wb_plot_view_find_runs (const PlotSpec *spec, WbRunItem *current, GListModel *runs, WbRunItem **of, WbRunItem **to);
/* Returns whether a motion also shows earlier positions at equal intervals of time. system: an instance of the model, or NULL. */
gboolean wb_plot_view_has_exposures (const PlotSpec *spec, ModelSystem *system);

G_END_DECLS
