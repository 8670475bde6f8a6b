/* The plot kind that shows the drift of the model's invariants. */
#include "plot-kind-private.h"
#include "plot-words.h"

PlotView *
plot_views_invariant (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns, gboolean log)
{
  PlotView *view = plot_kind_time_view (run, axis, _("Invariants"), log ? _("magnitude of the relative drift") : _("relative drift"));

  plot_view_set_log (view, plot_time_axis_get_log (axis), log);
  for (int i = 0; i < n_columns; i++)
    {
      g_autofree char *label = plot_kind_label (run, columns[i]);
      PlotStyle style = { .series = i % PLOT_N_STYLES };
      PlotTransform transform = { 0, 1, log, 0, TRUE, TRUE };
      PlotLayer *curve = plot_layer_curve_new (run->trajectory, columns[i], &style, &transform);

      plot_layer_set_label (curve, label, NULL, TRUE, TRUE);
      plot_view_add (view, curve);
    }
  return view;
}

static PlotView *
invariant_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  int columns[PLOT_N_SERIES], n = 0;

  for (int i = 0; i < model_system_n_columns (source->run.system) && n < PLOT_N_SERIES; i++)
    if (model_system_column (source->run.system, i)->invariant)
      columns[n++] = i;
  return n > 0 ? plot_views_invariant (&source->run, axis, columns, n, spec->log_y > 0) : NULL;
}

const PlotKind plot_kind_invariant = {
  .id = "invariant",
  .title = N_("Invariant drift"),
  .across = PLOT_OVER_TIME,
  .needs = PLOT_NEEDS_INVARIANT,
  .menu = PLOT_MENU_TIME,
  .flags = PLOT_KIND_LOG_RESHAPES,
  .view = invariant_view,
};
