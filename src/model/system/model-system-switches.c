/* Switches of an instance: their sides, times and rates, and the right-hand side along a surface. */
#include "model-system-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

void
model_system_allocate_switches (ModelSystem *system)
{
  gsize n = (gsize) system->plan->n_switches;

  system->slide_at = -1;
  if (n == 0)
    return;
  system->sides = g_new0 (double, n);
  system->slide_sides = g_new0 (double, 2 * n);
  system->untimed = g_new0 (gboolean, n);
  system->slide_slopes = g_new0 (double, 5 * (gsize) system->plan->n_states + 2 * n + 1);
}

void
model_system_free_switches (ModelSystem *system)
{
  g_free (system->sides);
  g_free (system->slide_sides);
  g_free (system->untimed);
  g_free (system->slide_slopes);
}

int
model_system_n_switches (const ModelSystem *system)
{
  return system->plan->n_switches;
}

const ModelSwitch *
model_system_switch (const ModelSystem *system, int index)
{
  return &system->plan->switches[index];
}

gboolean
model_system_switch_is_timed (const ModelSystem *system, int index)
{
  return system->plan->switches[index].is_timed && !system->untimed[index];
}

void
model_system_use_sides (ModelSystem *system, gboolean use)
{
  system->is_sided = use && system->plan->n_switches > 0;
}

const double *
model_system_sides (const ModelSystem *system)
{
  return system->sides;
}

void
model_system_set_sides (ModelSystem *system, const double *sides)
{
  memcpy (system->sides, sides, sizeof (double) * (gsize) system->plan->n_switches);
}

void
model_system_set_side (ModelSystem *system, int index, double side)
{
  system->sides[index] = side;
}

void
model_system_switch_values (ModelSystem *system, double t, const double *x, double *g)
{
  const double *values = model_system_evaluate (system, MODEL_FUNCTION_SWITCHES, t, x);

  for (int k = 0; k < system->plan->n_switches; k++)
    g[k] = values != NULL ? values[k] : NAN;
}

static gboolean
rates_of_side (ModelSystem *system, double t, const double *x, double *rates)
{
  const double *values = model_system_evaluate (system, MODEL_FUNCTION_SWITCH_RATES, t, x);

  if (values == NULL)
    return FALSE;
  memcpy (rates, values, sizeof (double) * (size_t) system->plan->n_switches);
  return TRUE;
}

/* Returns the weight α of the side `after` with which a switch function with the rates r0 and r1 of both sides does not change. Outside of
 * 0 ≤ α ≤ 1 the motion leaves the surface; a step that passes the end of the motion along it has this smooth right-hand side, and is then
 * repeated so that it ends there. */
static double
weight_of (double r0, double r1)
{
  return r0 == r1 ? 0.5 : r0 / (r0 - r1);
}

gboolean
model_system_switch_rates (ModelSystem *system, double t, const double *x, double *rates)
{
  int n = system->plan->n_switches, at = system->slide_at;
  double *before = system->slide_slopes + 5 * system->plan->n_states, *after = before + n, *kept = system->sides, alpha;
  gboolean known;

  if (!system->plan->has_switch_rates)
    return FALSE;
  if (at < 0)
    return rates_of_side (system, t, x, rates);
  system->sides = system->slide_sides;
  known = rates_of_side (system, t, x, before);
  system->sides = system->slide_sides + n;
  known = known && rates_of_side (system, t, x, after);
  system->sides = kept;
  if (!known)
    return FALSE;
  alpha = weight_of (before[at], after[at]);
  for (int k = 0; k < n; k++)
    rates[k] = before[k] + alpha * (after[k] - before[k]);
  return TRUE;
}

/* ---- times ---- */

/* Times that differ by less than this are one instant: a time that was computed from an expression has a few rounding errors. */
static double
same_instant (double t)
{
  return 8 * DBL_EPSILON * fabs (t);
}

static gboolean
same_side (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

/* Evaluates the coefficients of the inverse functions. They use neither t nor states, so the states may have any values. */
static const double *
coefficients_of (ModelSystem *system)
{
  const ModelPlan *plan = system->plan;
  ModelEvaluator *evaluator = model_system_evaluator (system, MODEL_FUNCTION_SWITCH_TIMES);

  return model_system_evaluate (system, MODEL_FUNCTION_SWITCH_TIMES, 0, evaluator->inputs + plan->base_x);
}

/* An interval without a switch is examined at its middle and at these fractions; without an end, at these multiples of max (1, |t|). If the
 * sides differ, a switch was overlooked: it is faster than times can be resolved, or a value overflows. The fractions are not near the
 * ends, where rounding decides the sign. */
static const double inside[] = { 0.5, 1.0 / 64, 63.0 / 64 };
static const double beyond[] = { 1, 1.0 / 64, 64 };
/* Intervals that are shorter than this number of instants are not examined, for the same reason. */
#define FEW_INSTANTS 1024

/* Finds the side of switch k between t and `end`. Returns FALSE if the side changes in between. */
static gboolean
side_between (ModelSystem *system, int k, const double *coefficients, double t, double end, double *side)
{
  const ModelPlan *plan = system->plan;
  int n = isfinite (end) && end - t <= FEW_INSTANTS * same_instant (fmax (fabs (t), fabs (end))) ? 1 : (int) G_N_ELEMENTS (inside);

  for (int i = 0; i < n; i++)
    {
      double at = isfinite (end) ? t + inside[i] * (end - t) : t + beyond[i] * fmax (1, fabs (t));
      double found = expr_switch_side (plan->switches[k].kind, expr_times_value (plan->switch_times[k], coefficients, at));

      if (i > 0 && !same_side (found, *side))
        return FALSE;
      *side = found;
    }
  return TRUE;
}

/* Switches are taken in their order, because the inverse of a switch function is valid until the first change of a side in it. The side is
 * that in the middle of the interval up to the next change, so that it does not depend on the rounding of t. */
double
model_system_begin_switches (ModelSystem *system, double t)
{
  const ModelPlan *plan = system->plan;
  double next = INFINITY;
  const double *coefficients;

  if (plan->coefficients->len == 0)
    return next;
  coefficients = coefficients_of (system);
  for (int k = 0; k < plan->n_switches; k++)
    {
      double time, side = NAN;

      if (!plan->switches[k].is_timed)
        continue;
      time = fmin (next, expr_times_next (plan->switch_times[k], coefficients, plan->switches[k].kind, t + same_instant (t)));
      system->untimed[k] = !side_between (system, k, coefficients, t, time, &side);
      if (system->untimed[k])
        continue;
      next = time;
      if (same_side (side, system->sides[k]))
        continue;
      system->sides[k] = side;
      coefficients = coefficients_of (system);
    }
  return next;
}

/* ---- right-hand side ---- */

void
model_system_set_slide (ModelSystem *system, int at, const double *before, const double *after)
{
  gsize bytes = sizeof (double) * (gsize) system->plan->n_switches;

  system->slide_at = at;
  if (at < 0)
    return;
  memcpy (system->slide_sides, before, bytes);
  memcpy (system->slide_sides + system->plan->n_switches, after, bytes);
}

static OdeStatus
with_sides (ModelSystem *system, double *sides, double t, const double *x, double *dxdt, double *rate)
{
  double *kept = system->sides;
  const double *values;

  system->sides = sides;
  values = model_system_evaluate (system, MODEL_FUNCTION_SWITCH_RATES, t, x);
  *rate = values != NULL ? values[system->slide_at] : NAN;
  values = model_system_evaluate (system, MODEL_FUNCTION_SIDED + MODEL_FUNCTION_RHS, t, x);
  system->sides = kept;
  if (values == NULL)
    return ODE_RETRY_UNDEFINED;
  memcpy (dxdt, values, sizeof (double) * (size_t) system->plan->n_states);
  return ODE_DONE;
}

/* Computes x' = α f⁺ + (1 − α) f⁻ with α = ġ⁻/(ġ⁻ − ġ⁺), for which dg/dt = 0 (Filippov, Differential Equations with Discontinuous Righthand
 * Sides, 1988, section 4, equation 12). */
static OdeStatus
slide_rhs (ModelSystem *system, double t, const double *x, double *dxdt)
{
  const int n = system->plan->n_states;
  double *f0 = system->slide_slopes, *f1 = f0 + n, r0, r1, sum = 0;
  OdeStatus status = with_sides (system, system->slide_sides, t, x, f0, &r0);

  if (status == ODE_DONE)
    status = with_sides (system, system->slide_sides + system->plan->n_switches, t, x, f1, &r1);
  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < n; i++)
    {
      dxdt[i] = f0[i] == f1[i] ? f0[i] : r0 != r1 ? (r0 * f1[i] - r1 * f0[i]) / (r0 - r1) : 0.5 * (f0[i] + f1[i]);
      sum += dxdt[i] * 0;
    }
  return sum == 0 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

/* The size of a difference relative to the value that is changed; the error of a forward difference is then about √ε. */
#define DIFFERENCE 1.4901161193847656e-8

/* Computes the Jacobian along a surface by forward differences, with the entries of the pattern of the plan. The weight α depends on x, so
 * entries outside of the pattern may be lost; the Jacobian is then an approximation, as Newton's method allows. */
OdeStatus
model_system_slide_jacobian (ModelSystem *system, double t, const double *x, double *values)
{
  const ModelPlan *plan = system->plan;
  const OdePattern *pattern = plan->has_pattern ? &plan->jacobian_pattern : NULL;
  int n = plan->n_states;
  double *f = system->slide_slopes + 2 * n, *moved = f + n, *at = moved + n, largest = 0;
  OdeStatus status = slide_rhs (system, t, x, f);

  for (int i = 0; i < n; i++)
    largest = fmax (largest, fabs (x[i]));
  memcpy (at, x, sizeof (double) * (size_t) n);
  for (int j = 0; j < n && status == ODE_DONE; j++)
    {
      double h = DIFFERENCE * (x[j] != 0 ? fabs (x[j]) : largest > 0 ? largest : 1);

      at[j] = x[j] + h;
      h = at[j] - x[j];
      status = slide_rhs (system, t, at, moved);
      at[j] = x[j];
      if (pattern == NULL)
        for (int i = 0; i < n; i++)
          values[(size_t) j * (size_t) n + (size_t) i] = (moved[i] - f[i]) / h;
      else
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
          values[k] = (moved[pattern->row[k]] - f[pattern->row[k]]) / h;
    }
  return status;
}

OdeStatus
model_system_slide_time_derivative (ModelSystem *system, double t, const double *x, double *dfdt)
{
  int n = system->plan->n_states;
  double *f = system->slide_slopes + 2 * n, h = DIFFERENCE * (t != 0 ? fabs (t) : 1), later = t + h;
  OdeStatus status = slide_rhs (system, t, x, f);

  if (status == ODE_DONE)
    status = slide_rhs (system, later, x, dfdt);
  for (int i = 0; i < n; i++)
    dfdt[i] = (dfdt[i] - f[i]) / (later - t);
  return status;
}

OdeStatus
model_system_sided_rhs (ModelSystem *system, double t, const double *x, double *dxdt)
{
  const ModelPlan *plan = system->plan;
  const double *values;
  double sum = 0;

  if (system->slide_at >= 0)
    return slide_rhs (system, t, x, dxdt);
  values = model_system_evaluate (system, MODEL_FUNCTION_SIDED + MODEL_FUNCTION_RHS, t, x);
  if (values == NULL)
    return ODE_RETRY_UNDEFINED;
  for (int i = 0; i < plan->n_states; i++)
    {
      dxdt[i] = values[i];
      sum += values[i] * 0;
    }
  return sum == 0 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}
