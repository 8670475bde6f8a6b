/* Draws the error of an attempt over its step size, on logarithmic axes. */
#include "wb-trial-plot.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-layers.h"
#include "plot-text.h"

/* The vertical axis shows at most this range of errors over tolerance; without error control, so many decades below the largest error. */
#define LEAST_ERROR 1e-4
#define LARGEST_ERROR 1e4
#define DECADES 9.0

/* Returns the attempt of the run. */
static const LabAttempt *
attempt_of_run (const WbAttemptScene *scene)
{
  return scene->attempt->is_trial ? scene->other : scene->attempt;
}

/* Adds the curve of a state and widens the range of its finite values. */
static void
add_state (PlotView *view, const WbAttemptScene *scene, int state, int series, double *low, double *high)
{
  const LabTrialCurve *curve = scene->curve;
  const PlotStyle style = { .series = series, .width = 2, .dashed = series > 0, .solid = series == 0 };
  g_autofree double *y = g_new (double, curve->n);
  g_autofree char *name = plot_text_variable (model_system_column (scene->system, state)->name);
  PlotLayer *line;

  for (int i = 0; i < curve->n; i++)
    {
      y[i] = curve->error[(gsize) i * (gsize) curve->n_states + (gsize) state];
      if (!(y[i] > 0) || isinf (y[i]))
        y[i] = NAN;
      *low = fmin (*low, y[i]);
      *high = fmax (*high, y[i]);
    }
  line = plot_layer_line_new (curve->h, y, (gsize) curve->n, &style);
  plot_layer_set_label (line, name, NULL, TRUE, FALSE);
  plot_view_add (view, line);
}

/* Returns the name of the rule error ~ h^p. Free it with g_free. */
static char *
rule_name (double p)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  g_autofree char *number = g_strdup_printf ("%g", p);
  GString *name = g_string_new ("*h*");

  for (const char *c = number; *c != '\0'; c++)
    if (g_ascii_isdigit (*c))
      g_string_append (name, digits[*c - '0']);
    else
      {
        g_string_printf (name, _("slope %g"), p);
        break;
      }
  return g_string_free (name, FALSE);
}

/* Adds the rule error ~ h^p through the attempt of the run. */
static void
add_rule (PlotView *view, const LabTrialCurve *curve, double h, double error)
{
  const PlotStyle grey = { .series = PLOT_SERIES_SECONDARY, .dashed = TRUE, .width = 1.2 };
  const double xs[2] = { curve->h[0], curve->h[curve->n - 1] };
  const double ys[2] = { error * pow (xs[0] / h, curve->order), error * pow (xs[1] / h, curve->order) };
  g_autofree char *label = rule_name (curve->order);
  PlotLayer *line = plot_layer_line_new (xs, ys, 2, &grey);

  plot_layer_set_label (line, label, NULL, TRUE, FALSE);
  plot_view_add (view, line);
}

static void
add_mark (PlotView *view, double h, double error, int series, PlotMarker marker)
{
  const PlotStyle style = { .series = series, .solid = TRUE };
  PlotLayer *layer;

  if (!isfinite (error) || error <= 0)
    return;
  layer = plot_layer_line_new (&h, &error, 1, &style);
  plot_layer_line_set_marker (layer, marker, 5, FALSE);
  plot_view_add (view, layer);
}

/* Returns the error of the attempt of the run as the curve measures it: its norm or, without error control, the value of the curve next to it. */
static double
error_in_run (const LabTrialCurve *curve, const OdeAttempt *record)
{
  int nearest = 0;

  if (curve->controlled)
    return record->error;
  for (int i = 1; i < curve->n; i++)
    if (fabs (log (curve->h[i] / record->h)) < fabs (log (curve->h[nearest] / record->h)))
      nearest = i;
  return curve->norm[nearest];
}

PlotView *
wb_trial_plot (const WbAttemptScene *scene)
{
  const LabTrialCurve *curve = scene->curve;
  const LabAttempt *run = attempt_of_run (scene);
  const PlotStyle red = { .series = PLOT_SERIES_REJECTED, .solid = TRUE, .width = 1.5 }, now = { .series = PLOT_SERIES_ACCENT, .solid = TRUE, .width = 1.5 };
  const char *unit = model_time_unit (model_system_model (scene->system));
  g_autofree char *label = unit != NULL && *unit != '\0' ? g_strdup_printf (_("step size *h* (%s)"), unit) : g_strdup (_("step size *h*"));
  double low = INFINITY, high = 0, error;
  int states[WB_MOST_CHOSEN], n;
  PlotView *view;

  if (curve == NULL || run == NULL || scene->attempt == NULL)
    return NULL;
  view = plot_view_new ();
  plot_view_set_title (view, _("Repeat with another *h*"), curve->controlled ? _("error over tolerance") : _("local error over the size of the state"));
  plot_view_set_log (view, TRUE, TRUE);
  plot_view_set_x_range (view, curve->h[0], curve->h[curve->n - 1]);
  plot_view_set_x_label (view, label);
  if (isfinite (curve->limit))
    plot_view_add (view, plot_layer_shade_new (TRUE, curve->limit, curve->h[curve->n - 1], &red, 0.08));
  else if (isnan (curve->limit))
    plot_view_add (view, plot_layer_shade_new (TRUE, curve->h[0], curve->h[curve->n - 1], &red, 0.08));
  error = error_in_run (curve, &run->record);
  if (isfinite (error) && error > 0)
    add_rule (view, curve, run->record.h, error);
  n = wb_attempt_scene_states (scene, WB_MOST_CHOSEN, states);
  for (int i = 0; i < n; i++)
    add_state (view, scene, states[i], i, &low, &high);
  if (curve->controlled)
    {
      plot_view_add (view, plot_layer_rule_new (FALSE, 1, NULL, &red));
      low = fmax (fmin (low, 0.1), LEAST_ERROR);
      high = fmin (fmax (high, 10), LARGEST_ERROR);
    }
  else
    low = fmax (low, high / pow (10, DECADES));
  if (low < high)
    plot_view_set_y_range (view, low / 1.5, high * 1.5);
  plot_view_add (view, plot_layer_rule_new (TRUE, scene->attempt->record.h, NULL, &now));
  add_mark (view, run->record.h, error, PLOT_SERIES_SECONDARY, PLOT_MARKER_RING);
  if (scene->attempt->is_trial)
    add_mark (view, scene->attempt->record.h, curve->controlled ? scene->attempt->record.error : error_in_run (curve, &scene->attempt->record), PLOT_SERIES_ACCENT,
              PLOT_MARKER_DISC);
  return view;
}
