/* Short functions of the loop over steps, compiled into it: around a call, the step size and the error would go through memory. */
#pragma once

#include "ode-integrator-private.h"

#include <float.h>
#include <math.h>

/* Returns the smallest step size, as ode_integrator_working_minimum does. */
static inline double
ode_integrator_minimum (const OdeIntegrator *integrator)
{
  double t = fabs (integrator->t), floor;

  if (integrator->settings.drake_floor)
    floor = 1e-14 * (t > 1 ? t : 1);
  else
    floor = 16 * DBL_EPSILON * t;
  return integrator->settings.min_step > floor ? integrator->settings.min_step : floor;
}

/* Returns whether the caller asks to stop. Relaxed order is sufficient, because no other data depend on the flag. */
static inline bool
ode_integrator_stop_asked (const OdeIntegrator *integrator)
{
  const atomic_bool *stop = integrator->settings.stop;

  return stop != NULL && atomic_load_explicit (stop, memory_order_relaxed);
}

/* Returns whether the number of steps, with CVODE's internal steps, has reached the step limit. */
static inline bool
ode_integrator_limit_reached (const OdeIntegrator *integrator)
{
  const OdeStatistics *statistics = &integrator->statistics;
  const int64_t limit = integrator->settings.step_limit;

  return limit > 0 && statistics->steps_attempted + statistics->inner_steps >= limit;
}

/* Returns the rounded time after a step of size h from the current point. The next ode_integrator_advance stores the rounding error in t_rest.
 *
 * For s = fl (t + h), Knuth's TwoSum computes the rounding error of s exactly
 * (The Art of Computer Programming 2, 4.2.2, theorem B). If t_rest is zero,
 * as in every run without events, the result is s. */
static inline double
ode_integrator_end_of (OdeIntegrator *integrator, double h)
{
  double t = integrator->t, sum = t + h, part, error, t1;

  if (!integrator->keeps_rest)
    return sum;
  part = sum - t;
  error = (t - (sum - part)) + (h - part) + integrator->t_rest;
  t1 = sum + error;
  integrator->t_rest_next = error - (t1 - sum);
  return t1;
}
