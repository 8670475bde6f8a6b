/* The plot kind that shows the difference of two runs, or of a run and the reference
 * solution. */
#include <math.h>

#include "plot-format.h"
#include "plot-kind-private.h"
#include "plot-words.h"

/* Creates a view of differences of states over time. values has n rows of n_states numbers;
 * columns are indices of states. If log is TRUE, shows absolute values on a logarithmic
 * axis. */
static PlotView *
new_view (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark, const double *t, const double *values,
          gsize n, const int *columns, int n_columns, gboolean log)
{
  PlotView *view = plot_kind_time_view (run, axis, title, remark);
  int n_states = model_system_n_states (run->system);
  g_autofree double *y = g_new (double, n + 1);

  plot_view_set_log (view, plot_time_axis_get_log (axis), log);
  plot_kind_add_events (view, run, FALSE, PLOT_COLUMN_NONE);
  for (int i = n_columns - 1; i >= 0; i--)
    {
      const ModelColumn *column = plot_kind_column_info (run, columns[i]);
      g_autofree char *label = plot_kind_label (run, columns[i]);
      PlotStyle style = { .series = i % PLOT_N_STYLES };
      PlotLayer *line;

      for (gsize k = 0; k < n; k++)
        {
          double value = values[k * n_states + column->index];

          /* A logarithmic axis has no position for 0: NaN leaves a gap in the
           * curve. */
          y[k] = !log ? value : value != 0 ? fabs (value) : NAN;
        }
      line = plot_layer_line_new (t, y, n, &style);
      plot_layer_set_label (line, label, NULL, TRUE, TRUE);
      plot_layer_set_unit (line, column->unit);
      line->rank = i;
      plot_view_add (view, line);
    }
  return view;
}

/* Adds a line for the fitted exponential growth, with its rate. */
static void
add_growth (PlotView *view, const PlotDifference *difference)
{
  const PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .width = 1.5, .dashed = TRUE }, text = { .series = PLOT_SERIES_TEXT };
  const double t[2] = { difference->t_first, difference->t_last };
  const double low = exp (difference->log_at_first), high = exp (difference->log_at_first + difference->rate * (t[1] - t[0]));
  const double y[2] = { low, high };
  g_autofree char *label = NULL;
  char rate[64];
  PlotLayer *line;

  plot_format_number (difference->rate, 2, rate, sizeof rate);
  /* Translators: the distance of two runs grows exponentially with the time t; %s is the rate. */
  label = g_strdup_printf (_("grows as e^(%s *t*)"), rate);
  line = plot_layer_line_new (t, y, 2, &style);
  plot_view_add (view, line);
  /* Place the label above the line on the left, where there are no curves. */
  plot_view_add (view, plot_layer_text_new (label, t[0] + 0.55 * (t[1] - t[0]), low * pow (high / low, 0.8), 1, &text, TRUE));
}

/* Selects the states among these columns. If none is a state, selects the first states. Returns their
 * number. */
static int
state_columns (const PlotSpec *spec, const PlotRun *run, int columns[PLOT_MOST_CURVES])
{
  int n_all = plot_kind_columns (spec, run, columns), n_states = MIN (model_system_n_states (run->system), PLOT_MOST_CURVES), n = 0;

  for (int i = 0; i < n_all; i++)
    if (model_system_column (run->system, columns[i])->type == MODEL_COLUMN_STATE)
      columns[n++] = columns[i];
  for (int i = 0; n == 0 && i < n_states; i++)
    columns[i] = i;
  return n > 0 ? n : n_states;
}

static PlotView *
difference_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis)
{
  const PlotDifference *difference = source->difference;
  int columns[PLOT_MOST_CURVES], n;
  PlotView *view;

  if (difference == NULL)
    return NULL;
  n = state_columns (spec, &source->run, columns);
  if (n == 0)
    return NULL;
  view = new_view (&source->run, axis, _("Difference"), difference->remark, difference->t, difference->values, difference->n, columns, n,
                   spec->log_y >= 0);
  if (spec->log_y >= 0 && difference->rate > 0)
    add_growth (view, difference);
  return view;
}

const PlotKind plot_kind_difference = {
  .id = "difference",
  .title = N_("Difference"),
  .across = PLOT_OVER_TIME,
  .needs = PLOT_NEEDS_DIFFERENCE,
  .menu = PLOT_MENU_TIME,
  .flags = PLOT_KIND_LOG_RESHAPES,
  .rows = PLOT_ROWS_DIFFERENCE,
  .view = difference_view,
};
