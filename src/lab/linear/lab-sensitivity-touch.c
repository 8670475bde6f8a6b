/* Detects that the motion touches a crossing function or a switch without crossing it.
 *
 * A solution that touches g = 0 has no derivative there: for one sign of a change it crosses twice, at a distance that grows as the root of
 * the change. Between two crossings a touch is an extremum of g at 0. After each step from t₀ to t₁, g is taken to have an extremum towards
 * 0 if it approaches 0 at t₀ and leaves it at t₁. Its value follows from a repetition of the step in small steps of the classical
 * Runge–Kutta method and a cubic Hermite polynomial in one of them. */
#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-sensitivity-private.h"

/* Number of small steps. A step of a method of order 8 has an error of about 1e-11; 64 steps of order 4 have one of about 1e-10. */
#define PARTS 64
/* An extremum of g within this distance of zero, relative to the sizes of its terms, is a touch. */
#define TOUCH 1e-8

/* Computes the distance of an event's crossing function, or of switch k − n_base, from zero and its rate of change at (t, x), where f is
 * the slope. */
static void
distance_at (LabAugmented *a, int k, double t, const double *f, double *distance, double *rate, double *size)
{
  int row = k < a->n_base ? 0 : k - a->n_base;
  const ModelDerivative *g = k < a->n_base ? model_derivatives_witness (a->derivatives, a->model, k, t, a->x)
                                           : model_derivatives_switches (a->derivatives, a->model, t, a->x);

  *distance = k < a->n_base ? g->value[0] : expr_jump_distance (model_derivatives_mode_kind (a->derivatives, row), g->value[row]);
  *rate = lab_sensitivity_rate (a, g, row, f);
  *size = lab_sensitivity_rounding (a, g, row, t) / DBL_EPSILON;
}

/* Takes one step of the classical Runge–Kutta method of length h. f is the slope at the start, and at the end after
 * the call. x₁ = x₀ + h/6 (k₁ + 2 k₂ + 2 k₃ + k₄) (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, table
 * II.1.2). */
static void
small_step (LabAugmented *a, double t, double h, double *f)
{
  int n = a->n;
  double *start = a->x1, *sum = a->f_minus;

  memcpy (start, a->x, sizeof (double) * (gsize)n);
  memcpy (sum, f, sizeof (double) * (gsize)n);
  for (int stage = 1; stage < 4; stage++)
    {
      double part = stage < 3 ? h / 2 : h;

      for (int i = 0; i < n; i++)
        a->x[i] = start[i] + part * f[i];
      lab_sensitivity_slope (a, t + part, f);
      for (int i = 0; i < n; i++)
        sum[i] += (stage < 3 ? 2 : 1) * f[i];
    }
  for (int i = 0; i < n; i++)
    a->x[i] = start[i] + h / 6 * sum[i];
  lab_sensitivity_slope (a, t + h, f);
}

/* Returns the extremum of the cubic polynomial with values g0, g1 and slopes r0, r1 of opposite signs at the ends of
 * an interval of length h. Bisection finds the zero of the slope; 60 halvings leave only rounding errors of s. */
static double
extremum (double g0, double r0, double g1, double r1, double h)
{
  double low = 0, high = 1, value = g0;

  for (int k = 0; k < 60; k++)
    {
      double s = (low + high) / 2, slope = 6 * s * (1 - s) * (g1 - g0) / h + (1 - s) * (1 - 3 * s) * r0 + s * (3 * s - 2) * r1;

      value = (1 + 2 * s) * (1 - s) * (1 - s) * g0 + s * (1 - s) * (1 - s) * h * r0 + s * s * (3 - 2 * s) * g1 + s * s * (s - 1) * h * r1;
      if ((slope > 0) == (r0 > 0))
        low = s;
      else
        high = s;
    }
  return value;
}

/* Returns whether function k touches zero in the step of length h from the noted point. */
static gboolean
touches (LabAugmented *a, int k, double h)
{
  double t = a->touch_t, part = h / PARTS, g0, r0, size;
  double *f = a->f_plus;
  gboolean found = FALSE;

  memcpy (a->x, a->touch_x, sizeof (double) * (gsize)a->n);
  lab_sensitivity_slope (a, t, f);
  distance_at (a, k, t, f, &g0, &r0, &size);
  for (int p = 0; p < PARTS && !found; p++)
    {
      double g1, r1;

      small_step (a, t + p * part, part, f);
      distance_at (a, k, t + (p + 1) * part, f, &g1, &r1, &size);
      if (g0 * r0 < 0 && g1 * r1 > 0 && fabs (extremum (g0, r0, g1, r1, part)) <= TOUCH * size)
        found = TRUE;
      g0 = g1;
      r0 = r1;
    }
  return found;
}

/* Returns whether a touch of function k matters: for events that change states, and for switches but kinks, across
 * which f is continuous. */
static gboolean
is_watched (const LabAugmented *a, int k)
{
  if (k >= a->n_base)
    return model_derivatives_mode_kind (a->derivatives, k - a->n_base) != EXPR_JUMP_KINK;
  return (a->base->events[k].trigger == SIM_TRIGGER_WITNESS
          && (a->base->events[k].actions & (SIM_ACTION_UNRESTRICTED | SIM_ACTION_DISCRETE)) != 0);
}

/* A step is examined in small steps only if g and its rate have opposite signs at the start of the step, equal signs
 * at its end, and g has the same sign at both: it came nearer to 0 and went away again. Other steps cost two
 * evaluations of g. */
void
lab_sensitivity_watch_touches (LabAugmented *a, double t)
{
  g_autofree double *x = g_memdup2 (a->x, sizeof (double) * (gsize)(a->n + 1));
  g_autofree double *slope = g_new (double, a->n + 1);

  for (int k = 0; k < a->n_base + a->n_modes; k++)
    {
      double distance, rate, size;

      if (!is_watched (a, k) || a->due[k] || !(t > a->touch_t))
        continue;
      distance_at (a, k, t, lab_sensitivity_slope (a, t, slope), &distance, &rate, &size);
      if (a->touch_g[k] * a->touch_rate[k] < 0 && distance * rate > 0 && a->touch_g[k] * distance > 0 && touches (a, k, t - a->touch_t))
        {
          memcpy (a->x, x, sizeof (double) * (gsize)a->n);
          if (k >= a->n_base)
            lab_sensitivity_refuse (a, -1,
                                    g_strdup_printf (_ ("the motion touches the switch in %s before t = %g"),
                                                     model_derivatives_mode_place (a->derivatives, k - a->n_base), t));
          else if (a->base->armed (a->base->self, k, t, a->x))
            lab_sensitivity_refuse (
                a, -1,
                g_strdup_printf (_ ("the crossing function of the event '%s' touches zero before t = %g"), a->base->events[k].name, t));
        }
      memcpy (a->x, x, sizeof (double) * (gsize)a->n);
    }
}

/* Notes the point from which the next step begins, with g and its rate after all jumps at this time. */
void
lab_sensitivity_note_point (LabAugmented *a, double t)
{
  gboolean any = FALSE;

  for (int k = 0; k < a->n_base + a->n_modes; k++)
    {
      double size;

      if (!is_watched (a, k))
        continue;
      if (!any)
        lab_sensitivity_slope (a, t, a->f_plus);
      any = TRUE;
      distance_at (a, k, t, a->f_plus, &a->touch_g[k], &a->touch_rate[k], &size);
    }
  a->touch_t = t;
  memcpy (a->touch_x, a->x, sizeof (double) * (gsize)a->n);
}
