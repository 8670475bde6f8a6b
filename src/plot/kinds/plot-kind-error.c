/* The plot kind that shows the error estimate of each attempt, divided by the
 * tolerance. */
#include <math.h>

#include "plot-kind-private.h"
#include "plot-words.h"

PlotView *
plot_views_error (const PlotRun *run, PlotTimeAxis *axis)
{
  PlotView *view = plot_kind_time_view (run, axis, _("Error estimate"), _("relative to the tolerance"));
  PlotStyle red = { .series = PLOT_SERIES_REJECTED, .width = 1.8, .solid = TRUE };

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  plot_view_add (view, plot_layer_shade_new (FALSE, 1, INFINITY, &red, 0.07));
  plot_kind_add_events (view, run, FALSE, PLOT_COLUMN_NONE);
  plot_kind_add_attempts (view, run, PLOT_ATTEMPT_ERROR);
  /* Translators: label of the line of the largest error that is accepted. */
  plot_view_add (view, plot_layer_rule_new (FALSE, 1, _("limit"), &red));
  return view;
}

static PlotView *
error_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  return plot_views_error (&source->run, axis);
}

static void
error_add_run (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view)
{
  plot_kind_add_ghost_attempts (view, other, PLOT_ATTEMPT_ERROR);
}

const PlotKind plot_kind_error = {
  .id = "error",
  .title = N_("Error estimate"),
  .across = PLOT_OVER_TIME,
  .needs = PLOT_NEEDS_TAPE,
  .menu = PLOT_MENU_TIME,
  .rows = PLOT_ROWS_ATTEMPTS,
  .height = 200,
  .view = error_view,
  .add_run = error_add_run,
};
