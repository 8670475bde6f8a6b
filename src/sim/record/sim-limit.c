/* Finds the condition that limited the step of each accepted attempt: an event, the end of the run, the fixed step, stability, the maximum
 * or minimum step, or the error. The integrator records all of them except stability. For stability, h·ρ is compared with the length ℓ of
 * the method's real stability interval, |R (z)| ≤ 1 for −ℓ ≤ z ≤ 0, where ρ estimates the largest |λ| (sim-stiffness.c): stability limits
 * the step if h ρ/ℓ ≥ NEAR_LIMIT. If ρ is unknown, the pattern of steps and errors decides. */
#include "sim-limit.h"

#include <math.h>

/* The fraction of the largest stable step from which on stability counts as the limit. On a stiff problem the step-size control makes the
 * steps oscillate between about 0.8 and 1.1 times the largest stable step. */
#define NEAR_LIMIT 0.8
/* The pattern that shows instability if ρ is unknown: in 16 accepted steps h changes by less than a factor of 2.5, while the error changes
 * by a factor of 2 or more in a third of the steps, because a decaying component is amplified and damped alternately. Errors of a smooth
 * solution change by a few per cent from step to step. */
#define WINDOW 16
#define STEADY_H 2.5
#define JUMPING_ERROR 2.0

/* Step sizes and errors of the last WINDOW accepted attempts. */
typedef struct
{
  double h[WINDOW], error[WINDOW];
  int n;
} Pattern;

static gboolean
pattern_is_unstable (Pattern *pattern, const OdeAttempt *attempt)
{
  if (!(attempt->error > 0))
    return FALSE;
  pattern->h[pattern->n % WINDOW] = attempt->h;
  pattern->error[pattern->n % WINDOW] = attempt->error;
  if (++pattern->n < WINDOW)
    return FALSE;
  double low = INFINITY, high = 0;
  int n_jumps = 0;
  for (int i = 0; i < WINDOW; i++)
    {
      low = fmin (low, pattern->h[i]);
      high = fmax (high, pattern->h[i]);
      double ratio = i > 0 ? pattern->error[(pattern->n + i) % WINDOW] / pattern->error[(pattern->n + i - 1) % WINDOW] : 1;
      n_jumps += ratio > JUMPING_ERROR || ratio < 1 / JUMPING_ERROR;
    }
  return high < STEADY_H * low && n_jumps >= WINDOW / 3;
}

struct SimLimitFinder
{
  const OdeMethod *method;
  SimStableSteps stable; /* largest stable steps that the caller has computed; n is 0 without them */
  double interval;
  Pattern pattern;
};

SimLimitFinder *
sim_limit_finder_new (const OdeMethod *method, const SimStableSteps *stable)
{
  SimLimitFinder *finder = g_new0 (SimLimitFinder, 1);

  finder->method = method;
  finder->interval = sim_explain_stability_interval (method);
  if (stable != NULL)
    finder->stable = *stable;
  return finder;
}

void
sim_limit_finder_free (SimLimitFinder *finder)
{
  g_free (finder);
}

/* Returns the step divided by the largest stable step, which follows from the
 * attempt's estimate of ρ or from `stable`. Returns NaN if both are missing. */
static double
stability_number (const SimLimitFinder *finder, const OdeAttempt *attempt)
{
  const SimStableSteps *stable = &finder->stable;
  gsize low = 0, high = stable->n;

  if (attempt->spectral_radius > 0)
    return attempt->h * (double) attempt->spectral_radius / finder->interval;
  if (high == 0)
    return NAN;
  while (high - low > 1)
    {
      gsize middle = (low + high) / 2;

      if (stable->t[middle] <= attempt->t)
        low = middle;
      else
        high = middle;
    }
  return stable->h[low] > 0 ? fabs (attempt->h) / stable->h[low] : 0;
}

SimLimit
sim_limit_finder_add (SimLimitFinder *finder, const OdeAttempt *attempt, double *number)
{
  gboolean is_explicit = (finder->method->traits & ODE_TRAIT_IMPLICIT) == 0;
  gboolean unstable = is_explicit && pattern_is_unstable (&finder->pattern, attempt);

  *number = stability_number (finder, attempt);
  if (isfinite (*number))
    unstable = *number >= NEAR_LIMIT;
  switch (attempt->clamp)
    {
    case ODE_CLAMP_EVENT: return SIM_LIMIT_EVENTS;
    case ODE_CLAMP_END: return SIM_LIMIT_END;
    case ODE_CLAMP_FIXED: return SIM_LIMIT_FIXED;
    default: break;
    }
  if (unstable)
    return SIM_LIMIT_STABILITY;
  return attempt->clamp == ODE_CLAMP_MAX_STEP ? SIM_LIMIT_MAX_STEP : attempt->clamp == ODE_CLAMP_MIN_STEP ? SIM_LIMIT_MIN_STEP : SIM_LIMIT_ACCURACY;
}
