/* Random draws, piecewise constant noise, and the times at which the right-hand side may be
 * discontinuous. */
#include "model-system-private.h"
#include "ode-random.h"

#include <float.h>
#include <math.h>

double
model_system_draw (ModelSystem *system, const ModelPlanDraw *draw, guint64 k)
{
  const double *a = model_system_slow_values (system) + draw->arguments;
  OdeRandomStream stream = { system->seed, (uint32_t) system->member, ode_random_hash (draw->name) };

  switch (draw->draw)
    {
    case MODEL_DRAW_NORMAL:
      return ode_random_normal (&stream, k, a[0], a[1]);
    case MODEL_DRAW_UNIFORM:
      return ode_random_uniform (&stream, k, a[0], a[1]);
    case MODEL_DRAW_LOGNORMAL:
      return ode_random_lognormal (&stream, k, a[0], a[1]);
    case MODEL_DRAW_EXPONENTIAL:
      return ode_random_exponential (&stream, k, a[0]);
    case MODEL_DRAW_CHOICE:
      return a[ode_random_choice (&stream, k, draw->n_arguments)];
    default:
      g_assert_not_reached ();
    }
}

/* Draws the random parameters. The arguments of all distributions are computed with the parameters of the file, so the order of the draws
 * does not matter. */
void
model_system_draw_parameters (ModelSystem *system)
{
  const ModelPlan *plan = system->plan;
  g_autofree double *drawn = g_new0 (double, plan->parameter_draws->len + 1);

  for (guint k = 0; k < plan->parameter_draws->len; k++)
    drawn[k] = model_system_draw (system, &g_array_index (plan->parameter_draws, ModelPlanDraw, k), 0);
  for (guint k = 0; k < plan->parameter_draws->len; k++)
    system->slow[plan->base_parameters + g_array_index (plan->parameter_draws, ModelPlanDraw, k).target] = drawn[k];
  system->parameter_version++;
  model_system_slow_changed (system);
}

/* ---- noise ---- */

/* Returns the distance below which two times are treated as equal: k·every has one rounding error, and t may have several. */
static double
same_instant (double t)
{
  return 8 * DBL_EPSILON * fabs (t);
}

/* Returns the integer k with k·every ≤ t < (k + 1)·every. Times that differ by a few ulp are treated as
 * equal. */
static gint64
count_at (double t, double every)
{
  double k = floor (t / every);

  if ((k + 1) * every <= t + same_instant (t))
    k += 1;
  else if (k * every > t + same_instant (t))
    k -= 1;
  return (gint64) k;
}

void
model_system_set_noise_time (ModelSystem *system, double t)
{
  const ModelPlan *plan = system->plan;
  gboolean changed = FALSE;

  for (int k = 0; k < plan->n_noise; k++)
    {
      const ModelPlanDraw *noise = &g_array_index (plan->noise, ModelPlanDraw, k);
      gint64 count = count_at (t, model_system_slow_values (system)[noise->every]);

      if (count == system->noise_count[k])
        continue;
      system->noise_count[k] = count;
      system->slow[plan->base_noise + noise->target] = model_system_draw (system, noise, (guint64) count);
      changed = TRUE;
    }
  if (changed)
    model_system_slow_changed (system);
}

/* ---- discontinuities of the right-hand side ---- */

static double
next_knot (const ModelPlanBreaks *breaks, const double *slow, double t)
{
  double slope = slow[breaks->slope];
  double next = INFINITY;

  if (slope == 0 || !isfinite (slope))
    return next;
  for (int k = 0; k < breaks->n_knots; k++)
    {
      double time = (breaks->knots[k] - slow[breaks->offset]) / slope;

      if (time > t + same_instant (t) && time < next)
        next = time;
    }
  return next;
}

double
model_system_next_break (ModelSystem *system, double t)
{
  const ModelPlan *plan = system->plan;
  double next = INFINITY;
  const double *slow;

  if (plan->n_noise == 0 && plan->breaks->len == 0)
    return next;
  slow = model_system_slow_values (system);
  for (int k = 0; k < plan->n_noise; k++)
    {
      double every = slow[g_array_index (plan->noise, ModelPlanDraw, k).every];

      next = fmin (next, (double) (count_at (t, every) + 1) * every);
    }
  for (guint k = 0; k < plan->breaks->len; k++)
    next = fmin (next, next_knot (&g_array_index (plan->breaks, ModelPlanBreaks, k), slow, t));
  return next;
}
