#include "wb-microscope-plots.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"

/* Half the width of the bar of a slope, as a fraction of the step. */
#define HALF_BAR 0.08
/* If there are more stages than this, they are drawn without names and bars. */
#define MANY_STAGES 14
#define MOST_POINTS 2000

static char *
name_of (ModelSystem *system, int state)
{
  return plot_text_variable (model_system_column (system, state)->name);
}

static char *
quantity_of (ModelSystem *system, int state)
{
  const ModelColumn *column = model_system_column (system, state);

  return plot_text_quantity (column->name, column->unit);
}

/* Returns the style of stage i of n: the hue of stages from light to dark. */
static PlotStyle
stage_style (int i, int n, double width)
{
  const int shade = n <= PLOT_N_STAGES ? i : i * (PLOT_N_STAGES - 1) / MAX (n - 1, 1);

  return (PlotStyle) { .series = PLOT_SERIES_STAGE - CLAMP (shade, 0, PLOT_N_STAGES - 1), .width = width, .solid = TRUE };
}

/* An object that is drawn as a point of the step: a stage, the state after a kick or a drift, or an entry of the extrapolation table. */
static gboolean
is_point (const OdeTraceEvent *event)
{
  return (event->kind == ODE_TRACE_STAGE || event->kind == ODE_TRACE_KICK || event->kind == ODE_TRACE_DRIFT || event->kind == ODE_TRACE_ENTRY)
         && event->x != NULL;
}

/* Returns the fraction of the step at which a point lies. */
static double
place_of (const LabAttempt *attempt, const OdeTraceEvent *event)
{
  const double h = attempt->record.h;

  return h > 0 ? (event->t - attempt->record.t) / h : 0;
}

static char *
point_name (const OdeTraceEvent *event)
{
  switch (event->kind)
    {
    case ODE_TRACE_KICK: return g_strdup_printf (_("kick %d"), event->index);
    case ODE_TRACE_DRIFT: return g_strdup_printf (_("drift %d"), event->index);
    case ODE_TRACE_ENTRY: return g_strdup_printf ("*T*₍%d,%d₎", event->index, event->column);
    default: return g_strdup_printf ("*k_%d*", event->index);
    }
}

static int
count_points (const LabAttempt *attempt)
{
  int n = 0;

  for (int i = 0; i < attempt->n_events; i++)
    n += is_point (&attempt->events[i]);
  return n;
}

static void
add_flow (PlotView *view, const LabAttempt *attempt, int x, int y)
{
  const gsize width = (gsize) attempt->n_states + 1;
  g_autofree double *xs = g_new (double, attempt->n_flow + 1), *ys = g_new (double, attempt->n_flow + 1);
  const PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .width = 1.5, .solid = TRUE };

  if (attempt->flow == NULL)
    return;
  for (int i = 0; i < attempt->n_flow; i++)
    {
      const double *row = attempt->flow + (gsize) i * width;

      xs[i] = x < 0 ? (row[0] - attempt->record.t) / attempt->record.h : row[1 + x];
      ys[i] = row[1 + y];
    }
  plot_view_add (view, plot_layer_line_new (xs, ys, (gsize) attempt->n_flow, &style));
}

static void
add_marker (PlotView *view, double x, double y, const PlotStyle *style, PlotMarker marker, double radius, const char *name)
{
  PlotLayer *layer = plot_layer_line_new (&x, &y, 1, style);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  plot_view_add (view, layer);
  if (name != NULL)
    plot_view_add (view, plot_layer_note_new (name, x, y, style));
}

/* Adds the points that a multistep method reads, at negative fractions. */
static void
add_past (PlotView *view, const LabAttempt *attempt, int state)
{
  const PlotStyle style = { .series = PLOT_SERIES_TEXT, .solid = TRUE };

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_PAST)
      add_marker (view, place_of (attempt, &attempt->events[i]), attempt->events[i].x[state], &style, PLOT_MARKER_DISC, 3.2, NULL);
}

PlotView *
wb_microscope_stages_plot (const LabAttempt *attempt, ModelSystem *system, int state)
{
  const int n = count_points (attempt);
  const gboolean many = n > MANY_STAGES;
  const double h = attempt->record.h;
  const PlotStyle step = { .series = 0 }, result = { .series = PLOT_SERIES_TEXT, .solid = TRUE };
  g_autofree char *name = quantity_of (system, state);
  PlotView *view = plot_view_new ();
  int shown = 0;

  plot_view_set_title (view, _("Stages over time"), name);
  plot_view_set_x_label (view, _("fraction of the step"));
  plot_view_set_margins (view, 68, 16);
  plot_view_add (view, plot_layer_shade_new (TRUE, 0, 1, &step, 0.06));
  add_flow (view, attempt, -1, state);
  add_past (view, attempt, state);
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const double c = place_of (attempt, event);
      const PlotStyle bar = stage_style (shown, n, 3), dot = stage_style (shown, n, 0);
      g_autofree char *label = NULL;

      if (!is_point (event) || shown++ >= MOST_POINTS)
        continue;
      if (event->kind == ODE_TRACE_STAGE && event->k != NULL && !many)
        {
          const double x[2] = { c - HALF_BAR, c + HALF_BAR };
          const double y[2] = { event->x[state] - HALF_BAR * h * event->k[state], event->x[state] + HALF_BAR * h * event->k[state] };

          plot_view_add (view, plot_layer_line_new (x, y, 2, &bar));
        }
      label = !many && event->part == ODE_TRACE_WHOLE ? point_name (event) : NULL;
      add_marker (view, c, event->x[state], &dot, PLOT_MARKER_DISC, many ? 2.5 : 4, label);
    }
  if (attempt->x1_hat != NULL)
    add_marker (view, 1, attempt->x1_hat[state], &result, PLOT_MARKER_RING, 4, NULL);
  if (attempt->x1 != NULL)
    add_marker (view, 1, attempt->x1[state], &result, PLOT_MARKER_DISC, 3, NULL);
  return view;
}

/* ---- the end ---- */

PlotView *
wb_microscope_end_plot (const LabAttempt *attempt, ModelSystem *system, int state)
{
  const PlotStyle box = { .series = PLOT_SERIES_VERIFIED, .dashed = TRUE, .width = 1.2 }, result = { .series = PLOT_SERIES_TEXT, .solid = TRUE };
  const PlotStyle error = { .series = PLOT_SERIES_REJECTED, .solid = TRUE, .width = 2.4 };
  const double x[2] = { 0, 0 };
  PlotView *view;
  double y[2], tolerance, reach;

  if (attempt->x1_hat == NULL || attempt->tolerance == NULL || !isfinite (attempt->tolerance[state]))
    return NULL;
  tolerance = attempt->tolerance[state];
  reach = 1.4 * fmax (tolerance, fabs (attempt->error[state]));
  y[0] = 0;
  y[1] = -attempt->error[state];
  view = plot_view_new ();
  plot_view_set_title (view, NULL, _("end, result = 0"));
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_x_range (view, -1, 1.6);
  plot_view_set_y_range (view, -reach, reach);
  plot_view_add (view, plot_layer_shade_new (FALSE, -tolerance, tolerance, &box, 0.14));
  plot_view_add (view, plot_layer_rule_new (FALSE, tolerance, NULL, &box));
  plot_view_add (view, plot_layer_rule_new (FALSE, -tolerance, NULL, &box));
  plot_view_add (view, plot_layer_line_new (x, y, 2, &error));
  add_marker (view, 0, 0, &result, PLOT_MARKER_DISC, 4.5, NULL);
  add_marker (view, 0, y[1], &result, PLOT_MARKER_RING, 4.5, NULL);
  plot_view_add (view, plot_layer_text_new (_("result"), 0.2, 0, 0, &result, FALSE));
  plot_view_add (view, plot_layer_text_new (_("other"), 0.2, y[1], 0, &result, FALSE));
  return view;
}

/* ---- phase plane ---- */

PlotView *
wb_microscope_plane_plot (const LabAttempt *attempt, ModelSystem *system, int x, int y)
{
  const int n = count_points (attempt);
  const double reach = 0.07 * attempt->record.h;
  g_autofree char *x_name = name_of (system, x), *y_name = name_of (system, y);
  const PlotStyle result = { .series = PLOT_SERIES_TEXT, .solid = TRUE };
  PlotView *view = plot_view_new ();
  int shown = 0;

  plot_view_set_title (view, _("Stages on the phase plane"), NULL);
  plot_view_set_x_label (view, x_name);
  plot_view_set_y_label (view, y_name);
  add_flow (view, attempt, x, y);
  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const PlotStyle bar = stage_style (shown, n, 3), dot = stage_style (shown, n, 0);
      g_autofree char *label = NULL;

      if (!is_point (event) || shown++ >= MOST_POINTS)
        continue;
      if (event->kind == ODE_TRACE_STAGE && event->k != NULL && n <= MANY_STAGES)
        {
          const double xs[2] = { event->x[x], event->x[x] + 2 * reach * event->k[x] };
          const double ys[2] = { event->x[y], event->x[y] + 2 * reach * event->k[y] };

          plot_view_add (view, plot_layer_line_new (xs, ys, 2, &bar));
        }
      label = n <= MANY_STAGES && event->part == ODE_TRACE_WHOLE ? point_name (event) : NULL;
      add_marker (view, event->x[x], event->x[y], &dot, PLOT_MARKER_DISC, n <= MANY_STAGES ? 4 : 2.5, label);
    }
  if (attempt->x1_hat != NULL)
    add_marker (view, attempt->x1_hat[x], attempt->x1_hat[y], &result, PLOT_MARKER_RING, 4, NULL);
  return view;
}

/* ---- Newton's method ---- */

PlotView *
wb_microscope_newton_plot (const LabAttempt *attempt)
{
  PlotView *view;
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double)), y = g_array_new (FALSE, FALSE, sizeof (double));
  const PlotStyle line = { .series = 0, .solid = TRUE, .width = 2 }, failed = { .series = PLOT_SERIES_REJECTED, .solid = TRUE, .width = 2 };
  const PlotStyle target = { .series = PLOT_SERIES_VERIFIED, .solid = TRUE, .width = 1.5 };
  double goal = NAN, number = 0;
  gboolean converged = TRUE;
  PlotLayer *layer;

  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const double left = isfinite (event->left) && event->left > 0 ? event->left : event->norm;

      if (event->kind != ODE_TRACE_ITERATE)
        continue;
      if (event->index == 0)
        {
          const double gap = NAN;

          if (number > 0)
            {
              g_array_append_val (x, number);
              g_array_append_val (y, gap);
            }
          continue;
        }
      number++;
      g_array_append_val (x, number);
      g_array_append_val (y, left);
      goal = event->target;
      if (event->last)
        converged = event->converged;
    }
  if (number == 0)
    return NULL;
  view = plot_view_new ();
  plot_view_set_title (view, _("Newton iterations"), _("error left, over the tolerance of the iteration"));
  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_x_range (view, 0.5, number + 0.5);
  plot_view_set_margins (view, 60, 104);
  plot_view_set_x_label (view, _("iteration"));
  if (goal > 0)
    {
      plot_view_add (view, plot_layer_shade_new (FALSE, 0, goal, &target, 0.12));
      plot_view_add (view, plot_layer_rule_new (FALSE, goal, _("small enough"), &target));
    }
  layer = plot_layer_line_new ((const double *) (gpointer) x->data, (const double *) (gpointer) y->data, x->len, converged ? &line : &failed);
  plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, 4, TRUE);
  plot_view_add (view, layer);
  return view;
}

/* ---- history ---- */

static gboolean
is_accepted (const OdeAttempt *row)
{
  return row->outcome == ODE_ATTEMPT_ACCEPTED || row->outcome == ODE_ATTEMPT_CUT_BY_EVENT;
}

PlotView *
wb_microscope_history_plot (const LabAttempt *attempt, ModelSystem *system)
{
  const int n = attempt->n_around;
  const PlotStyle line = { .series = PLOT_SERIES_SECONDARY, .width = 1, .solid = TRUE }, dot = { .series = 0 }, cross = { .series = PLOT_SERIES_REJECTED };
  const PlotStyle open = { .series = PLOT_SERIES_ACCENT }, secondary = { .series = PLOT_SERIES_SECONDARY };
  const double here = (double) attempt->index + 1;
  double low = INFINITY, high = 0, rise;
  g_autofree double *x = g_new (double, n + 1), *h = g_new (double, n + 1), *accepted = g_new (double, n + 1), *rejected = g_new (double, n + 1);
  const char *unit = model_time_unit (model_system_model (system));
  g_autofree char *title = unit != NULL && *unit != '\0' ? g_strdup_printf (_("step size *h* (%s), with error over tolerance"), unit)
                                                          : g_strdup (_("step size *h*, with error over tolerance"));
  PlotView *view;
  PlotLayer *layer;

  if (n == 0)
    return NULL;
  view = plot_view_new ();
  plot_view_set_title (view, _("Last attempts"), title);
  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_x_range (view, (double) attempt->first_around + 0.3, (double) attempt->first_around + n + 0.7);
  plot_view_add (view, plot_layer_shade_new (TRUE, here - 0.45, here + 0.45, &open, 0.16));
  for (int i = 0; i < n; i++)
    {
      const OdeAttempt *row = &attempt->around[i];

      x[i] = (double) attempt->first_around + i + 1;
      h[i] = row->h;
      accepted[i] = is_accepted (row) ? row->h : NAN;
      rejected[i] = is_accepted (row) ? NAN : row->h;
      low = fmin (low, row->h);
      high = fmax (high, row->h);
    }
  low /= 1.5;
  high *= 2.2;
  rise = pow (high / low, 0.12); /* the labels are 12 % of the height above their marks */
  plot_view_set_y_range (view, low, high);
  plot_view_add (view, plot_layer_line_new (x, h, (gsize) n, &line));
  layer = plot_layer_line_new (x, accepted, (gsize) n, &dot);
  plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, 4, FALSE);
  plot_view_add (view, layer);
  layer = plot_layer_line_new (x, rejected, (gsize) n, &cross);
  plot_layer_line_set_marker (layer, PLOT_MARKER_CROSS, 4.5, FALSE);
  plot_view_add (view, layer);
  for (int i = 0; i < n; i++)
    {
      const OdeAttempt *row = &attempt->around[i];
      char text[64];

      if (!isfinite (row->error))
        continue;
      plot_format_number (row->error, 2, text, sizeof text);
      plot_view_add (view, plot_layer_text_new (text, x[i], row->h * rise, 0.5, is_accepted (row) ? &secondary : &cross, !is_accepted (row)));
    }
  return view;
}

/* ---- choice of states ---- */

int
wb_microscope_states (const LabAttempt *attempt, int n, int *states)
{
  int count = 0;

  if (attempt->n_states <= n)
    {
      for (; count < attempt->n_states; count++)
        states[count] = count;
      return count;
    }
  for (int k = 0; k < ODE_ATTEMPT_WORST && count < n; k++)
    if (attempt->record.worst[k] >= 0)
      states[count++] = attempt->record.worst[k];
  for (int i = 0; count < n; i++)
    {
      gboolean taken = FALSE;

      for (int k = 0; k < count; k++)
        taken = taken || states[k] == i;
      if (!taken)
        states[count++] = i;
    }
  return count;
}

void
wb_microscope_attempt_plots (const LabAttempt *attempt, ModelSystem *system, PlotView **views)
{
  PlotView *newton = wb_microscope_newton_plot (attempt);
  int states[2], n = wb_microscope_states (attempt, 2, states);

  for (int i = 0; i < WB_N_ATTEMPT_PLOTS; i++)
    views[i] = NULL;
  if (newton != NULL)
    {
      views[WB_ATTEMPT_FIRST] = newton;
      views[WB_ATTEMPT_PLANE] = n > 0 ? wb_microscope_stages_plot (attempt, system, states[0]) : NULL;
    }
  else
    {
      for (int i = 0; i < n; i++)
        views[WB_ATTEMPT_FIRST + i] = wb_microscope_stages_plot (attempt, system, states[i]);
      if (n == 2)
        {
          views[WB_ATTEMPT_PLANE] = wb_microscope_plane_plot (attempt, system, states[0], states[1]);
          plot_view_set_title (views[WB_ATTEMPT_SECOND], NULL, plot_view_remark (views[WB_ATTEMPT_SECOND]));
          plot_view_set_x_label (views[WB_ATTEMPT_FIRST], NULL);
        }
    }
  if (views[WB_ATTEMPT_SECOND] != NULL)
    views[WB_ATTEMPT_END] = wb_microscope_end_plot (attempt, system, states[1]);
  views[WB_ATTEMPT_HISTORY] = wb_microscope_history_plot (attempt, system);
  for (int i = 0; i < WB_N_ATTEMPT_PLOTS; i++)
    if (views[i] != NULL)
      plot_view_set_band_reserve (views[i], 30); /* for the menu */
}
