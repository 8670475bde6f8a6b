/* The derivatives τ_p of the times of events and switches; the formulas are in lab-sensitivity-jump.c. */
#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-sensitivity-private.h"

/* A crossing whose witness is farther from zero than the motion covers in this fraction of the time span is a jump of the witness. */
#define JUMP 1e-6
/* Error of a witness relative to the sizes of its terms, from the states of a run; and fraction of the time span over which its second
 * derivative is computed. */
#define WITNESS_ERROR 1e-9
#define SECOND 1e-6
/* Fractions of the time span by which a point is moved into the domain of a branch. */
#define FIRST_SHIFT 1e-15
#define LAST_SHIFT 1e-10
/* Two times are the same if their derivatives agree to this relative difference; those of crossings have errors of up to about 1e-8. */
#define SAME 1e-6

static const char *
event_name (const LabAugmented *a, int event)
{
  return a->base->events[event].name;
}

/* Returns whether all values are finite: a product of 0 with infinity or NaN is NaN, which the sum then is too. */
static gboolean
is_finite (const double *values, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += values[i] * 0;
  return sum == 0;
}

/* At a switch the point may be on the other side by a rounding error, outside the domain of the branch, such as sqrt
 * (x) for x > 0. The slope is then that of a point a little later or earlier. The point is moved along the slope with
 * the modes of the point itself, by 1e-15, 1e-14, … 1e-10 of the time span, later and earlier in turn. */
const double *
lab_sensitivity_slope (LabAugmented *a, double t, double *f)
{
  g_autofree double *x = NULL, *along = NULL;
  const ModelDerivative *live;

  memcpy (f, model_derivatives_flow (a->derivatives, a->model, t, a->x)->value, sizeof (double) * (gsize)a->n);
  if (is_finite (f, a->n) || !lab_sensitivity_live_slope (a, t, &live))
    return f;
  x = g_memdup2 (a->x, sizeof (double) * (gsize)(a->n + 1));
  along = g_memdup2 (live->value, sizeof (double) * (gsize)(a->n + 1));
  for (double part = FIRST_SHIFT; part <= LAST_SHIFT && !is_finite (f, a->n); part *= 10)
    for (int sign = 1; sign >= -1 && !is_finite (f, a->n); sign -= 2)
      {
        double shift = sign * part * a->span;

        for (int i = 0; i < a->n; i++)
          a->x[i] = x[i] + shift * along[i];
        memcpy (f, model_derivatives_flow (a->derivatives, a->model, t + shift, a->x)->value, sizeof (double) * (gsize)a->n);
      }
  memcpy (a->x, x, sizeof (double) * (gsize)a->n);
  return f;
}

/* Computes the rate of change of the witness of an event, or of the argument of switch event − n_base, at (t, x), where f is the slope
 * there. Sets *size to the sum of its terms and *g to the derivatives. */
static double
rate_of (LabAugmented *a, int event, double t, const double *f, double *size, const ModelDerivative **g)
{
  int k = event < a->n_base ? 0 : event - a->n_base;

  *g = event < a->n_base ? model_derivatives_witness (a->derivatives, a->model, event, t, a->x)
                         : model_derivatives_switches (a->derivatives, a->model, t, a->x);
  *size = lab_sensitivity_rounding (a, *g, k, t) / DBL_EPSILON;
  return lab_sensitivity_rate (a, *g, k, f);
}

/* Returns whether the motion crosses a witness or switch and does not only touch it: the error δ of g must not reach
 * the height ġ²/(2 |g̈|) to which g would go beyond zero if ġ and g̈ have opposite signs. Near a touch g (t + s) ≈ δ
 * + ġ s + g̈ s²/2 has its extremum −ġ²/(2 g̈) from g = δ, so that an error of g of that size decides whether there is
 * a zero. g̈ is a difference quotient of the rate over the fraction SECOND of the time span. */
static gboolean
is_crossed (LabAugmented *a, int event, double t)
{
  const ModelDerivative *g;
  double size, later_size, rate = rate_of (a, event, t, a->f_minus, &size, &g), step = SECOND * a->span, second;

  if (!(fabs (rate) > 0))
    return FALSE;
  memcpy (a->x1, a->x, sizeof (double) * (gsize)a->n);
  for (int i = 0; i < a->n; i++)
    a->x[i] += step * a->f_minus[i];
  lab_sensitivity_slope (a, t + step, a->f_plus);
  second = (rate_of (a, event, t + step, a->f_plus, &later_size, &g) - rate) / step;
  memcpy (a->x, a->x1, sizeof (double) * (gsize)a->n);
  return !(rate * second < 0 && rate * rate <= 2 * fabs (second) * WITNESS_ERROR * size);
}

/* Computes τ_p of an event's crossing, or of switch event − n_base, into tau. Returns FALSE if the motion only touches it. */
static gboolean
crossing_time (LabAugmented *a, int event, double t, double *tau)
{
  int k = event < a->n_base ? 0 : event - a->n_base;
  const ModelDerivative *g;
  double size, rate;

  if (!is_crossed (a, event, t))
    return FALSE;
  rate = rate_of (a, event, t, a->f_minus, &size, &g);
  for (int c = 0; c < a->m; c++)
    tau[c] = -lab_sensitivity_total (a, g, k, c, a->S, a->Z, NULL) / rate;
  return TRUE;
}

/* Returns whether a switch is crossed at this time. If the witness of an event jumps at a switch, the time of the
 * event is that of the switch. */
static gboolean
any_switch_due (const LabAugmented *a)
{
  for (int k = 0; k < a->n_modes; k++)
    if (a->due[a->n_base + k])
      return TRUE;
  return FALSE;
}

/* The derivative τ_p is that of the start for an event of the initialization, that of the formula of its times for a
 * periodic or timed event, and −(g_x S + g_z Z + g_p)/ġ for a crossing of g. Where the witness is far from 0 at the
 * event, it has jumped over 0, and its derivatives say nothing about the time: a switch that acts at this time gives
 * it, and otherwise all columns are refused. */
gboolean
lab_sensitivity_event_time (LabAugmented *a, int event, double t, double *tau)
{
  SimTrigger trigger = a->base->events[event].trigger;
  const ModelDerivative *g;

  memset (tau, 0, sizeof (double) * (gsize)a->m);
  if (trigger == SIM_TRIGGER_INITIALIZATION)
    memcpy (tau, a->dt_start, sizeof (double) * (gsize)a->m);
  if (trigger == SIM_TRIGGER_PERIODIC || trigger == SIM_TRIGGER_TIMED)
    model_derivatives_event_time (a->derivatives, a->model, event, t, tau);
  for (int c = 0; c < a->m; c++)
    if (isnan (tau[c]))
      {
        tau[c] = 0;
        lab_sensitivity_refuse (a, c, g_strdup_printf (_ ("two times of the event '%s' are equal"), event_name (a, event)));
      }
  if (trigger != SIM_TRIGGER_WITNESS)
    return TRUE;
  g = model_derivatives_witness (a->derivatives, a->model, event, t, a->x);
  if (fabs (g->value[0]) > JUMP * a->span * fabs (lab_sensitivity_rate (a, g, 0, a->f_minus)))
    {
      if (!any_switch_due (a) && fabs (g->value[0]) > lab_sensitivity_rounding (a, g, 0, t) * 0x1p20)
        lab_sensitivity_refuse (a, -1,
                                g_strdup_printf (_ ("the crossing function of the event '%s' jumps at t = %g"), event_name (a, event), t));
      if (any_switch_due (a))
        return FALSE;
    }
  if (!crossing_time (a, event, t, tau))
    lab_sensitivity_refuse (a, -1,
                            g_strdup_printf (_ ("the crossing function of the event '%s' touches zero at t = %g and hardly crosses it"),
                                             event_name (a, event), t));
  return TRUE;
}

/* Returns whether a switch changes the right-hand side, and sets side[k] to the side to which the motion crosses it. Returns FALSE also if
 * its argument is not defined, which happens only if the right-hand side does not use it. */
static gboolean
cross_switch (LabAugmented *a, int k, double t)
{
  const ModelDerivative *u = model_derivatives_switches (a->derivatives, a->model, t, a->x);
  double rate = lab_sensitivity_rate (a, u, k, a->f_minus);

  if (isnan (u->value[k]) || isnan (rate))
    return FALSE;
  a->side[k] = rate > 0;
  return lab_sensitivity_side_matters (a, t, k);
}

/* Adds the time tau_one of an event or switch with this name to tau, which has `count` times so far: both must agree. */
static void
merge_time (LabAugmented *a, const char *name, double t, const char **first, int count)
{
  for (int c = 0; c < a->m; c++)
    {
      double size = fmax (fabs (a->tau[c]), fabs (a->tau_one[c]));

      if (count > 0 && fabs (a->tau[c] - a->tau_one[c]) > SAME * size)
        lab_sensitivity_refuse (a, c,
                                g_strdup_printf (_ ("%s and %s happen at the same time, t = %g, and a change of '%s' moves them apart"),
                                                 *first, name, t, a->owned_names[a->n * (1 + a->m) + c]));
      if (count == 0)
        a->tau[c] = a->tau_one[c];
    }
  if (count == 0)
    *first = name;
}

/* Computes τ_p of all that happens at one time, which must be the same for all events and switches in each column. A
 * column for which they differ is refused. */
void
lab_sensitivity_common_time (LabAugmented *a, double t, gboolean at_start)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *first = NULL;
  int count = 0;

  memset (a->tau, 0, sizeof (double) * (gsize)(a->m + 1));
  for (int event = 0; event < a->n_base; event++)
    if (a->due[event] && lab_sensitivity_event_time (a, event, t, a->tau_one))
      {
        g_ptr_array_add (names, g_strdup_printf (_ ("the event '%s'"), event_name (a, event)));
        merge_time (a, names->pdata[names->len - 1], t, &first, count++);
      }
  for (int k = 0; k < a->n_modes; k++)
    {
      gboolean crosses = a->due[a->n_base + k] && cross_switch (a, k, t);

      if (!crosses)
        continue;
      if (!crossing_time (a, a->n_base + k, t, a->tau_one))
        lab_sensitivity_refuse (a, -1,
                                g_strdup_printf (_ ("the switch in %s is touched at t = %g and hardly crossed"),
                                                 model_derivatives_mode_place (a->derivatives, k), t));
      else
        {
          g_ptr_array_add (names, g_strdup_printf (_ ("the switch in %s"), model_derivatives_mode_place (a->derivatives, k)));
          merge_time (a, names->pdata[names->len - 1], t, &first, count++);
        }
    }
  if (at_start && count > 0)
    {
      memcpy (a->tau_one, a->dt_start, sizeof (double) * (gsize)a->m);
      merge_time (a, _ ("the start of the run"), t, &first, count);
    }
  for (int c = 0; c < a->m; c++)
    if (a->refused[c] != NULL)
      a->tau[c] = 0;
}
