/* Finds the condition that limited the step of each accepted attempt: an event, the end of the run, the fixed step, the maximum or minimum
 * step, the largest ratio of two steps, or the error test. The integrator records all of them. For the error test a SimResponse tells how
 * the number of steps changes with the tolerance. Let N and N' be the numbers of steps of a part of the run and of its repetition with a
 * tenth of the tolerance, and p the order of the error estimate (of a method that transforms the tolerance, as RADAU5 does, the order with
 * which the step follows it: OdeAttempt.accuracy_order). If accuracy limits the steps, h is proportional to tolerance^(1/p), so that
 *
 *   q = p log10 (N'/N)
 *
 * is 1; if stability limits them, N' = N and q is 0. Absolute values up to STABILITY are reported as stability, from ACCURACY as accuracy, and from
 * BOTH_LOW to BOTH_HIGH as both. Between these ranges, and where the uncertainty of q reaches beyond a range, the verdict is left open: the
 * order of an error estimate is p only for small steps, and the first steps and limits of the controller do not follow the tolerance. */
#include "sim-limit.h"

#include <math.h>

#define STABILITY 0.25
#define BOTH_LOW (1.0 / 3)
#define BOTH_HIGH 0.55
#define ACCURACY 0.7
/* Both counts depend by one step on where the first and the last step begin. The uncertainty of q is what two steps change. */
#define UNSURE_STEPS 2
/* If the repetition has a mean order that is higher by this, a method of variable order has answered the tolerance by its order. */
#define OTHER_ORDER 0.1

SimVerdict
sim_response_verdict_of (double exponent, int64_t steps, double order, const OdeMethod *method)
{
  const gboolean is_stable = isinf (sim_explain_stability_interval (method));

  if (isnan (exponent) || steps < 1)
    return SIM_VERDICT_UNKNOWN;
  const double unsure = order * log10 ((double)(steps + UNSURE_STEPS) / (double)steps);
  if (exponent - unsure > ACCURACY)
    return SIM_VERDICT_ACCURACY;
  /* A number that falls as the tolerance becomes tighter depends on it, too. */
  if (fabs (exponent) + unsure < STABILITY)
    return is_stable ? SIM_VERDICT_NEITHER : SIM_VERDICT_STABILITY;
  if (exponent - unsure > BOTH_LOW && exponent + unsure < BOTH_HIGH)
    return is_stable ? SIM_VERDICT_PARTLY : SIM_VERDICT_BOTH;
  return SIM_VERDICT_UNKNOWN;
}

/* Joins the verdict on the steps that the error test chooses with that on all steps. Where they differ, other conditions limit a part of
 * the steps: events, switches, a largest or smallest step. */
static SimVerdict
join (SimVerdict chosen, SimVerdict all)
{
  if (chosen == all)
    return chosen;
  switch (chosen)
    {
    case SIM_VERDICT_ACCURACY:
    case SIM_VERDICT_BOTH:
    case SIM_VERDICT_PARTLY:
      /* The few steps that the error test chooses follow the tolerance, but the number of all steps does not, or only in part. */
      if (all == SIM_VERDICT_STABILITY || all == SIM_VERDICT_NEITHER)
        return SIM_VERDICT_NEITHER;
      return all == SIM_VERDICT_BOTH || all == SIM_VERDICT_PARTLY ? SIM_VERDICT_PARTLY : SIM_VERDICT_UNKNOWN;
    default:
      return SIM_VERDICT_UNKNOWN;
    }
}

SimVerdict
sim_response_verdict (const SimResponse *response, const OdeMethod *method)
{
  if (response == NULL || !(response->ratio > 0))
    return SIM_VERDICT_UNKNOWN;
  SimVerdict verdict = sim_response_verdict_of (response->order * log10 (response->ratio), response->steps, response->order, method);
  if (response->all_ratio > 0)
    verdict = join (verdict,
                    sim_response_verdict_of (response->order * log10 (response->all_ratio), response->all_steps, response->order, method));
  const gboolean is_part = verdict == SIM_VERDICT_BOTH || verdict == SIM_VERDICT_PARTLY;
  /* h is proportional to tolerance^(1/p) only for one p. A higher order needs fewer steps, whatever limits them. */
  if (verdict != SIM_VERDICT_ACCURACY
      && ((is_part && (method->traits & ODE_TRAIT_VARIABLE_ORDER) != 0) || response->probed_order > response->order + OTHER_ORDER))
    return SIM_VERDICT_UNKNOWN;
  /* The tolerance that was asked for does not determine the steps. */
  return response->loosest && (is_part || verdict == SIM_VERDICT_ACCURACY) ? SIM_VERDICT_UNKNOWN : verdict;
}

struct SimLimitFinder
{
  const OdeMethod *method;
  SimStableSteps stable; /* largest stable steps that the caller has computed; n is 0 without them */
  SimResponse response;  /* n is 0 without a measurement */
  double interval;       /* length of the real stability interval */
  double h_before; /* size of the accepted attempt before the next one, if its successor was limited by the largest ratio; otherwise NaN */
};

SimLimitFinder *
sim_limit_finder_new (const OdeMethod *method, const SimStableSteps *stable, const SimResponse *response)
{
  SimLimitFinder *finder = g_new0 (SimLimitFinder, 1);

  finder->method = method;
  finder->interval = sim_explain_stability_interval (method);
  finder->h_before = NAN;
  if (stable != NULL)
    finder->stable = *stable;
  if (response != NULL)
    finder->response = *response;
  return finder;
}

void
sim_limit_finder_free (SimLimitFinder *finder)
{
  g_free (finder);
}

/* Returns the index of the last of n > 0 ascending times that is not after t; 0 if all are after t. */
static gsize
find_time (const double *times, gsize n, double t)
{
  gsize low = 0, high = n;

  while (high - low > 1)
    {
      gsize middle = (low + high) / 2;

      if (times[middle] <= t)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Returns the step divided by the largest stable step, which follows from the
 * attempt's estimate of ρ or from `stable`. Returns NaN if both are missing. */
static double
stability_number (const SimLimitFinder *finder, const OdeAttempt *attempt)
{
  const SimStableSteps *stable = &finder->stable;
  double h;

  if (attempt->spectral_radius > 0)
    return attempt->h * (double)attempt->spectral_radius / finder->interval;
  if (stable->n == 0)
    return NAN;
  h = stable->h[find_time (stable->t, stable->n, attempt->t)];
  return h > 0 ? fabs (attempt->h) / h : 0;
}

static SimLimit
limit_by_error (const SimLimitFinder *finder, double t)
{
  const SimResponse *response = &finder->response;
  double q = response->n > 0 ? response->exponent[find_time (response->t, response->n, t)] : NAN;

  /* Every step of the method is stable. */
  if (isinf (finder->interval) || q > BOTH_HIGH)
    return SIM_LIMIT_ACCURACY;
  return isnan (q) ? SIM_LIMIT_ERROR : q < BOTH_LOW ? SIM_LIMIT_STABILITY : SIM_LIMIT_BOTH;
}

SimLimit
sim_limit_finder_add (SimLimitFinder *finder, const OdeAttempt *attempt, double *number)
{
  gboolean grown = fabs (attempt->h) > finder->h_before;

  *number = stability_number (finder, attempt);
  /* ODE_CLAMP_GROWTH also stands for the rule that a step must not grow after a rejection, which does not lengthen the next step. */
  finder->h_before = attempt->clamp == ODE_CLAMP_GROWTH ? fabs (attempt->h) * (1 + 1e-6) : NAN;
  switch (attempt->clamp)
    {
    case ODE_CLAMP_EVENT:
      return SIM_LIMIT_EVENTS;
    case ODE_CLAMP_SWITCH:
      return SIM_LIMIT_SWITCHES;
    case ODE_CLAMP_END:
      return SIM_LIMIT_END;
    case ODE_CLAMP_FIXED:
      return SIM_LIMIT_FIXED;
    case ODE_CLAMP_MAX_STEP:
      return SIM_LIMIT_MAX_STEP;
    case ODE_CLAMP_MIN_STEP:
      return SIM_LIMIT_MIN_STEP;
    default:
      return grown ? SIM_LIMIT_GROWTH : limit_by_error (finder, attempt->t);
    }
}
