/* Draws the error that each Newton iterate leaves, the contraction rate θ, and the iterations that would have
 * followed after an early end. */
#include "wb-newton-plot.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "wb-microscope-verdict.h"

/* The card explains the contraction rate θ as a quotient of two norms only if this quotient equals the recorded θ up to this relative
 * difference. */
#define RATE_AGREEMENT 0.01
#define FAINT 0.15
/* The axis extends to the largest allowed number of iterations, unless that number is larger than this. */
#define MOST_SHOWN 12

/* ---- the last iteration ---- */

static gboolean
agrees (double theta, double ratio)
{
  return fabs (theta - ratio) <= RATE_AGREEMENT * theta;
}

/* Returns the largest constant contraction rate θ with which `limit` iterations reach the target. With constant θ the error after k
 * iterations is θ^k / (1 − θ) Δ_1, because Δ_k = θ^(k−1) Δ_1 (Hairer and Wanner, Solving Ordinary Differential Equations II, eq. IV.8.10).
 * This error grows with θ, so bisection finds the largest θ. */
static double
largest_theta (double first, double target, int limit)
{
  double low = 0, high = 1;

  if (!(first > 0) || !(target > 0) || limit < 1)
    return NAN;
  for (int i = 0; i < 60; i++)
    {
      const double theta = 0.5 * (low + high);

      if (pow (theta, limit) / (1 - theta) * first <= target)
        low = theta;
      else
        high = theta;
    }
  return low;
}

WbNewton
wb_newton_of (const LabAttempt *attempt)
{
  WbNewton newton = { .theta = 0, .left = NAN, .target = NAN, .expected = NAN, .largest_theta = NAN, .converged = TRUE };
  double norms[3] = { NAN, NAN, NAN }, first = NAN; /* the last three norms of the same solve, newest first */

  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];

      if (event->kind != ODE_TRACE_ITERATE)
        continue;
      if (event->index == 0)
        {
          norms[0] = norms[1] = norms[2] = NAN;
          continue;
        }
      if (event->index == 1)
        first = event->norm;
      norms[2] = norms[1];
      norms[1] = norms[0];
      norms[0] = event->norm;
      newton.iteration = event->index;
      newton.limit = event->limit;
      newton.theta = event->theta;
      newton.left = event->left;
      newton.target = event->target;
      newton.converged = event->converged;
    }
  if (newton.iteration == 0)
    return newton;
  newton.largest_theta = largest_theta (first, newton.target, newton.limit);
  if (newton.theta > 0 && newton.theta < 1)
    newton.expected = newton.theta / (1 - newton.theta) * norms[0] * pow (newton.theta, MAX (newton.limit - newton.iteration, 0));
  if (newton.theta > 0 && agrees (newton.theta, norms[0] / norms[1]))
    newton.formula = g_strdup_printf ("Delta_%d/Delta_%d", newton.iteration, newton.iteration - 1);
  else if (newton.theta > 0 && agrees (newton.theta, sqrt (norms[0] / norms[2])))
    newton.formula = g_strdup_printf ("sqrt(Delta_%d/Delta_%d*Delta_%d/Delta_%d)", newton.iteration - 1, newton.iteration - 2, newton.iteration,
                                      newton.iteration - 1);
  return newton;
}

gboolean
wb_newton_was_given_up (const WbAttemptScene *scene)
{
  const LabAttempt *const attempts[2] = { scene->attempt, scene->other };
  gboolean given_up = FALSE;

  for (int i = 0; i < 2 && attempts[i] != NULL; i++)
    if (attempts[i]->record.outcome == ODE_ATTEMPT_REJECTED_NEWTON && lab_attempt_count (attempts[i], ODE_TRACE_ITERATE) > 0)
      given_up = TRUE;
  return given_up;
}

void
wb_newton_clear (WbNewton *newton)
{
  g_clear_pointer (&newton->formula, g_free);
}

/* ---- the plot ---- */

/* Returns the error that an iterate leaves or, if its bound is not known, the norm of the iterate. */
static double
left_of (const OdeTraceEvent *event)
{
  return isfinite (event->left) && event->left > 0 ? event->left : event->norm;
}

/* Adds the iterations of an attempt, numbered from 1, to the plot. Each new initial guess begins a new line. Returns the number of the last
 * iteration. If *target is NaN, sets it to the largest allowed error. */
static double
add_iterations (PlotView *view, const LabAttempt *attempt, int limit, int series, double *target)
{
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double)), y = g_array_new (FALSE, FALSE, sizeof (double));
  const PlotStyle line = { .series = series, .solid = TRUE, .width = 2.2 }, faint = { .series = series, .solid = TRUE, .width = 2.2, .opacity = FAINT };
  double number = 0;
  int count = 0;
  guint n_played = 0;
  PlotLayer *layer;

  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];
      const double left = left_of (event), gap = NAN;

      if (event->kind == ODE_TRACE_ITERATE && event->index == 0 && number > 0)
        {
          g_array_append_val (x, number);
          g_array_append_val (y, gap);
        }
      else if (event->kind == ODE_TRACE_ITERATE && event->index > 0)
        {
          number++;
          g_array_append_val (x, number);
          g_array_append_val (y, left);
          if (isnan (*target))
            *target = event->target;
        }
      if (count < limit)
        n_played = x->len;
      count += wb_attempt_scene_is_played (event);
    }
  if (n_played < x->len)
    {
      layer = plot_layer_line_new ((const double *) (gpointer) x->data, (const double *) (gpointer) y->data, x->len, &faint);
      plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, 4, TRUE);
      plot_view_add (view, layer);
    }
  layer = plot_layer_line_new ((const double *) (gpointer) x->data, (const double *) (gpointer) y->data, n_played, &line);
  plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, 4, TRUE);
  plot_view_add (view, layer);
  return number;
}

/* Appends a line of text about the Jacobian and the factorization of the last iterations. */
static void
append_matrices (GString *text, const LabAttempt *attempt, const char *unit)
{
  const OdeTraceEvent *last = NULL;
  g_autofree char *h = NULL, *jacobian = NULL;

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_ITERATE && attempt->events[i].index > 0)
      last = &attempt->events[i];
  if (last == NULL || !isfinite (last->h_factors))
    return;
  h = plot_text_value (last->h_factors, 3, unit);
  jacobian = last->new_jacobian ? g_strdup (_("Jacobian new"))
             : attempt->record.jacobian_age == 0 ? g_strdup (_("Jacobian of this start"))
                                : g_strdup_printf (ngettext ("Jacobian %d step old", "Jacobian %d steps old", attempt->record.jacobian_age),
                                                   attempt->record.jacobian_age);
  g_string_append_printf (text, last->new_factors ? _("%s%s, factors new, for *h* = %s") : _("%s%s, factors kept, for *h* = %s"),
                          text->len > 0 ? "\n" : "", jacobian, h);
}

/* Adds the iterations that would have followed if the iteration had not been given up, as a dashed line with rings. Returns the last
 * iteration that the plot must show. */
static double
add_beyond (PlotView *view, const LabAttempt *attempt, int series, double number)
{
  const PlotStyle dashed = { .series = series, .dashed = TRUE, .width = 1.2, .opacity = 0.6 };
  g_autofree double *x = g_new (double, attempt->n_beyond + 1), *y = g_new (double, attempt->n_beyond + 1);
  const OdeTraceEvent *last = attempt->n_beyond > 0 ? &attempt->beyond[attempt->n_beyond - 1] : NULL;
  PlotLayer *layer;

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_ITERATE && attempt->events[i].index > 0)
      y[0] = left_of (&attempt->events[i]);
  x[0] = number;
  if (last == NULL)
    return number;
  for (int i = 0; i < attempt->n_beyond; i++)
    {
      x[i + 1] = number + i + 1;
      y[i + 1] = left_of (&attempt->beyond[i]);
    }
  plot_view_add (view, plot_layer_line_new (x, y, (gsize) attempt->n_beyond + 1, &dashed));
  layer = plot_layer_line_new (x + 1, y + 1, (gsize) attempt->n_beyond, &(PlotStyle) { .series = series, .solid = TRUE, .width = 1.2 });
  plot_layer_line_set_marker (layer, PLOT_MARKER_RING, 3.5, FALSE);
  plot_view_add (view, layer);
  return x[attempt->n_beyond];
}

/* Adds a label with the name and the contraction rate of an attempt at its last iteration. If the iteration was given up, also adds the
 * error that was expected at the limit. Returns the last iteration that the plot must show, and raises *limit to the allowed number of
 * iterations. */
static double
add_end (PlotView *view, const LabAttempt *attempt, const char *name, const char *unit, int series, double number, int *limit)
{
  const PlotStyle note = { .series = series, .solid = TRUE }, dashed = { .series = series, .dashed = TRUE, .width = 1.8 };
  WbNewton newton = wb_newton_of (attempt);
  const double from = newton.left > 0 ? newton.left : NAN, to = number + newton.limit - newton.iteration;
  g_autoptr (GString) text = g_string_new (name);
  char theta[64], expected[64];

  if (newton.theta > 0)
    {
      plot_format_number (newton.theta, 2, theta, sizeof theta);
      g_string_append_printf (text, "%s*θ* = %s", text->len > 0 ? ", " : "", theta);
    }
  /* Two attempts with two lines each would cover the iterates. */
  if (*name == '\0')
    append_matrices (text, attempt, unit);
  *limit = MAX (*limit, newton.limit);
  if (text->len > 0 && isfinite (from))
    plot_view_add (view, plot_layer_note_new (text->str, number, from, &note));
  if (!newton.converged && newton.expected > newton.target && to > number && isfinite (from))
    {
      const double xs[2] = { number, to }, ys[2] = { from, newton.expected };
      PlotLayer *cross = plot_layer_line_new (&to, &newton.expected, 1, &note);
      g_autofree char *words = NULL;

      plot_view_add (view, plot_layer_line_new (xs, ys, 2, &dashed));
      plot_layer_line_set_marker (cross, PLOT_MARKER_CROSS, 5, FALSE);
      plot_view_add (view, cross);
      plot_format_number (newton.expected, 2, expected, sizeof expected);
      words = g_strdup_printf (_("expected after %d iterations: %s, too large"), newton.limit, expected);
      /* The label would cover the further iterates, so add it only if there are none. */
      if (attempt->n_beyond == 0)
        plot_view_add (view, plot_layer_note_new (words, to, newton.expected, &note));
      number = fmax (to, add_beyond (view, attempt, series, number));
    }
  else
    number = add_beyond (view, attempt, series, number);
  wb_newton_clear (&newton);
  return number;
}

/* Widens a range so that it includes the errors that the iterations of an attempt leave. */
static void
widen (const LabAttempt *attempt, double *smallest, double *largest)
{
  for (int i = 0; attempt != NULL && i < attempt->n_events + attempt->n_beyond; i++)
    {
      const OdeTraceEvent *event = i < attempt->n_events ? &attempt->events[i] : &attempt->beyond[i - attempt->n_events];

      if (event->kind != ODE_TRACE_ITERATE || event->index == 0 || !(left_of (event) > 0))
        continue;
      *smallest = fmin (*smallest, left_of (event));
      *largest = fmax (*largest, left_of (event));
    }
}

/* Adds a line of text at the right end of the plot. Its height is given as a fraction between low and high. */
static void
add_text (PlotView *view, const char *text, double x, double fraction, double low, double high, gboolean bold)
{
  const PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .solid = TRUE };

  plot_view_add (view, plot_layer_text_new (text, x, low * pow (high / low, fraction), 1, &style, bold));
}

/* Adds a text that states how the continued iteration ends, and that it is not part of the run. */
static void
add_words_beyond (PlotView *view, const LabAttempt *attempt, double x, double low, double high)
{
  const OdeTraceEvent *last = attempt->n_beyond > 0 ? &attempt->beyond[attempt->n_beyond - 1] : NULL;
  g_autofree char *words = NULL;

  if (last == NULL)
    return;
  words = g_strdup_printf (last->converged ? _("had it gone on: solved after %d") : _("had it gone on: not solved after %d"), last->index);
  add_text (view, words, x, 0.78, low, high, TRUE);
  add_text (view, _("rings: not part of the run"), x, 0.71, low, high, FALSE);
}

PlotView *
wb_newton_plot (const WbAttemptScene *scene)
{
  const PlotStyle allowed = { .series = PLOT_SERIES_VERIFIED, .solid = TRUE, .width = 1.5 };
  const LabAttempt *const attempts[2] = { scene->attempt, scene->other };
  PlotView *view = plot_view_new ();
  double target = NAN, last = 0, most = 0, smallest = INFINITY, largest = 0;
  const char *unit = model_time_unit (model_system_model (scene->system));
  gboolean any = FALSE;
  int limit = 0;
  char number[64];
  g_autofree char *label = NULL;

  for (int i = 0; i < 2 && attempts[i] != NULL; i++)
    {
      const gboolean fine = wb_verdict_is_accepted (attempts[i]);
      const int series = fine ? 0 : PLOT_SERIES_REJECTED;
      const double n = add_iterations (view, attempts[i], i == 0 ? scene->limit : G_MAXINT, series, &target);

      any = any || n > 0;
      most = fmax (most, n);
      if (n > 0)
        last = fmax (last, add_end (view, attempts[i], scene->other == NULL ? "" : i == 0 ? _("this try") : _("the other try"), unit, series, n, &limit));
    }
  if (!any)
    {
      plot_view_free (view);
      return NULL;
    }
  plot_view_set_title (view, _("Newton iterations"), _("remaining error divided by the tolerance of the iteration"));
  plot_view_set_log (view, FALSE, TRUE);
  last = fmax (fmax (last, limit <= MOST_SHOWN ? limit : 0), 4);
  plot_view_set_x_range (view, 0.5, last + 0.5);
  plot_view_set_margins (view, 60, 16);
  plot_view_set_x_label (view, _("iteration"));
  widen (scene->attempt, &smallest, &largest);
  widen (scene->other, &smallest, &largest);
  if (target > 0 && smallest <= largest)
    {
      /* Leave enough height below the target for its label. */
      const gboolean right = most > 0.6 * last || scene->attempt->n_beyond > 0 || (scene->other != NULL && scene->other->n_beyond > 0);
      const double low = fmin (target * pow (fmax (largest, 10 * target) / target, -0.16), 0.7 * smallest), high = 2 * fmax (largest, target);

      plot_view_set_y_range (view, low, high);
      plot_format_number (target, 2, number, sizeof number);
      label = g_strdup_printf (_("small enough: %s"), number);
      plot_view_add (view, plot_layer_shade_new (FALSE, 0, target, &allowed, 0.12));
      plot_view_add (view, plot_layer_rule_new (FALSE, target, NULL, &allowed));
      /* The label is at the left if the last iterates and their note are at the right. */
      plot_view_add (view, plot_layer_text_new (label, right ? 0.6 : last + 0.4, target * pow (high / low, -0.055), right ? 0 : 1, &allowed, TRUE));
      add_words_beyond (view, scene->attempt->n_beyond > 0 || scene->other == NULL ? scene->attempt : scene->other, last + 0.4, low, high);
    }
  return view;
}
