/* The plot kind that shows the step sizes of all attempts, and what limited them. */
#include <math.h>

#include "plot-kind-private.h"
#include "plot-text.h"
#include "plot-words.h"

typedef struct { PlotLayer *limit, *strip; } Parts;

PlotView *
plot_views_step (const PlotRun *run, PlotTimeAxis *axis)
{
  const char *unit = plot_time_axis_unit (axis);
  /* Omit the symbol h of the step size if the model has a quantity "h", such as a
   * height. */
  gboolean taken = run->system != NULL && model_system_find_column (run->system, "h") >= 0;
  g_autofree char *remark = !taken ? plot_text_quantity ("h", unit) : *unit != '\0' ? g_strdup_printf ("(%s)", unit) : NULL;
  PlotView *view = plot_kind_time_view (run, axis, _("Step size"), remark);
  PlotStyle dashed = { .series = PLOT_SERIES_SECONDARY, .width = 1, .dashed = TRUE }, green = { .series = 2, .width = 1.5, .solid = TRUE };
  Parts *parts = g_new0 (Parts, 1);

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  plot_kind_add_phases (view, run, FALSE);
  plot_kind_add_events (view, run, FALSE, PLOT_COLUMN_NONE);
  parts->limit = plot_layer_line_new (NULL, NULL, 0, &green);
  plot_layer_set_label (parts->limit, _("stability limit"), NULL, TRUE, FALSE);
  parts->limit->no_extent = TRUE;
  parts->limit->rank = 1;
  plot_view_add (view, parts->limit);
  plot_view_set_parts (view, &plot_kind_step, parts);
  plot_kind_add_attempts (view, run, PLOT_ATTEMPT_STEP);
  if (run->method != NULL && run->tape != NULL)
    {
      g_auto (GStrv) names = plot_kind_state_names (run);

      parts->strip = plot_layer_limits_new (run->tape, run->method, run->t_start, (const char *const *) names);
      plot_view_add (view, parts->strip);
      plot_view_set_strip (view, run->method->traits & ODE_TRAIT_VARIABLE_ORDER ? 2 : 1);
    }
  if (run->max_step > 0 && isfinite (run->max_step))
    {
      PlotLayer *rule = plot_layer_rule_new (FALSE, run->max_step, "*h_max*", &dashed);

      plot_view_add (view, rule);
    }
  return view;
}

void
plot_views_step_set_limit (PlotView *view, const double *t, const double *h, gsize n)
{
  Parts *parts = plot_view_parts (view, &plot_kind_step);

  g_return_if_fail (parts != NULL);
  plot_layer_line_set (parts->limit, t, h, n);
}

void
plot_views_step_set_response (PlotView *view, const SimResponse *response)
{
  Parts *parts = plot_view_parts (view, &plot_kind_step);

  g_return_if_fail (parts != NULL);
  if (parts->strip != NULL)
    plot_layer_limits_set_response (parts->strip, response);
}

void
plot_views_step_add_method (PlotView *view, double t, const OdeMethod *method)
{
  Parts *parts = plot_view_parts (view, &plot_kind_step);

  g_return_if_fail (parts != NULL);
  if (parts->strip == NULL)
    return;
  plot_layer_limits_add_method (parts->strip, t, method);
  if (method->traits & ODE_TRAIT_VARIABLE_ORDER)
    plot_view_set_strip (view, 2);
}

gboolean
plot_views_step_get_limits (PlotView *view, double *fractions)
{
  Parts *parts = plot_view_parts (view, &plot_kind_step);

  if (parts == NULL || parts->strip == NULL)
    return FALSE;
  plot_layer_limits_fractions (parts->strip, fractions);
  return TRUE;
}

static PlotView *
step_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  return plot_views_step (&source->run, axis);
}

static void
step_add_run (const PlotSpec *spec, const PlotSource *source, const PlotRun *other, PlotView *view)
{
  plot_kind_add_ghost_attempts (view, other, PLOT_ATTEMPT_STEP);
}

const PlotKind plot_kind_step = {
  .id = "step",
  .title = N_("Step size"),
  .across = PLOT_OVER_TIME,
  .needs = PLOT_NEEDS_TAPE,
  .menu = PLOT_MENU_TIME,
  .flags = PLOT_KIND_STEP_LIMIT,
  .rows = PLOT_ROWS_ATTEMPTS,
  .height = 200,
  .view = step_view,
  .add_run = step_add_run,
};
