/* The plot kind that shows the difference of two runs, or of a run and the reference
 * solution. */
#include <math.h>

#include "plot-format.h"
#include "plot-kind-private.h"
#include "plot-text.h"
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

/* Creates a view of the distance of two runs over time on a logarithmic axis. */
static PlotView *
new_distance_view (const PlotRun *run, PlotTimeAxis *axis, const PlotDifference *difference)
{
  PlotView *view = plot_kind_time_view (run, axis, _("Difference"), difference->remark);
  const PlotStyle style = { .series = run->series }, remark = { .series = PLOT_SERIES_SECONDARY };
  g_autofree double *y = g_new (double, difference->n + 1);
  const ModelColumn *first = model_system_column (run->system, 0);
  double low = INFINITY, high = 0;
  gboolean one_unit = TRUE;
  PlotLayer *line;

  plot_view_set_log (view, plot_time_axis_get_log (axis), TRUE);
  plot_kind_add_events (view, run, FALSE, PLOT_COLUMN_NONE);
  for (int i = 1; i < model_system_n_states (run->system); i++)
    one_unit &= g_strcmp0 (model_system_column (run->system, i)->unit, first->unit) == 0;
  for (gsize k = 0; k < difference->n; k++)
    {
      /* A logarithmic axis has no position for 0: NaN leaves a gap in the curve. */
      y[k] = difference->distance[k] > 0 ? difference->distance[k] : NAN;
      low = fmin (low, y[k]);
      high = fmax (high, y[k]);
    }
  line = plot_layer_line_new (difference->t, y, difference->n, &style);
  plot_layer_set_label (line, _("distance"), NULL, TRUE, FALSE);
  plot_layer_set_unit (line, one_unit ? first->unit : "");
  plot_view_add (view, line);
  if (difference->t_common > run->t_start && high > 0)
    {
      g_autofree char *time = plot_text_value (difference->t_common, 3, plot_time_axis_unit (axis));
      /* Translators: %s is a time: "one run until 12 s". */
      g_autofree char *text = g_strdup_printf (_("one run until %s"), time);

      plot_view_add (view, plot_layer_text_new (text, difference->t_common - 0.01 * (run->t_end - run->t_start), sqrt (low * high), 1, &remark, FALSE));
    }
  return view;
}

/* Adds a line for the fitted exponential growth, with its rate, which is written above the line (above TRUE) or below it. */
static void
add_growth (PlotView *view, const PlotDifference *difference, gboolean above)
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
  /* The curves of states are below the line; that of the distance is beside it, and its label at the left is that of one run. */
  if (above)
    plot_view_add (view, plot_layer_text_new (label, t[0] + 0.55 * (t[1] - t[0]), low * pow (high / low, 0.8), 1, &text, TRUE));
  else
    plot_view_add (view, plot_layer_text_new (label, t[0] + 0.55 * (t[1] - t[0]), low * pow (high / low, 0.2), 0, &text, TRUE));
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
  gboolean distance;
  int columns[PLOT_MOST_CURVES], n;
  PlotView *view;

  if (difference == NULL)
    return NULL;
  n = state_columns (spec, &source->run, columns);
  if (n == 0)
    return NULL;
  distance = spec->log_y >= 0 && spec->show == NULL && difference->distance != NULL;
  if (distance)
    view = new_distance_view (&source->run, axis, difference);
  else
    view = new_view (&source->run, axis, _("Difference"), difference->remark, difference->t, difference->values, difference->n, columns, n,
                     spec->log_y >= 0);
  if (spec->log_y >= 0 && difference->rate > 0)
    add_growth (view, difference, !distance);
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
