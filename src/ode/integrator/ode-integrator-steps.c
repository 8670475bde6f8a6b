/* Implements steps to the nearest of three times, in Drake's terms: the next publish (an output event), the
 * next update (of discrete state), and a boundary, which is the time that the caller of the simulation wants
 * to reach. Drake stretches a step by up to 1 % to end at a publish or an update,
 * because these times are given by the model and a tiny step before each of
 * them would waste work. A step to a boundary is not stretched, because the
 * caller may choose any boundary, and a stretched step would exceed the maximum
 * step without need. The stretch factor is part of the settings;
 * ode_integrator_step applies it by OdeStopKind.
 *
 * The result names the time that was reached. A caller runs publishes after
 * ODE_STEP_REACHED_PUBLISH_TIME, and updates after
 * ODE_STEP_REACHED_UPDATE_TIME. If both are due at the same time, the update is
 * reported, as in Drake, and the caller compares the times. */
#include "ode-integrator-steps.h"

#include "ode-integrator-private.h"

#include <math.h>

const char *
ode_step_result_text (OdeStepResult result)
{
  switch (result)
    {
    case ODE_STEP_REACHED_PUBLISH_TIME: return ODE_N_ ("reached the publish time");
    case ODE_STEP_REACHED_ZERO_CROSSING: return ODE_N_ ("reached a zero crossing");
    case ODE_STEP_REACHED_UPDATE_TIME: return ODE_N_ ("reached the update time");
    case ODE_STEP_TIME_HAS_ADVANCED: return ODE_N_ ("the time has advanced");
    case ODE_STEP_REACHED_BOUNDARY_TIME: return ODE_N_ ("reached the boundary time");
    case ODE_STEP_REACHED_STEP_LIMIT: return ODE_N_ ("reached the step limit");
    }
  return ODE_N_ ("unknown result");
}

/* If times are equal, the order of the comparisons decides: the time that
 * is compared later is used only if it is strictly smaller. */
OdeStatus
ode_integrator_step_no_further (OdeIntegrator *integrator, double t_publish, double t_update, double t_boundary, OdeStepResult *result)
{
  OdeStepResult candidate = ODE_STEP_REACHED_UPDATE_TIME;
  double target = t_update, t = integrator->t;
  OdeStatus status;

  *result = ODE_STEP_TIME_HAS_ADVANCED;
  if (!(t_publish >= t && t_update >= t && t_boundary >= t))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "cannot step backward from t = %.17g to %.17g", t,
                                        fmin (t_publish, fmin (t_update, t_boundary)));
  if (t_publish < target)
    {
      target = t_publish;
      candidate = ODE_STEP_REACHED_PUBLISH_TIME;
    }
  if (t_boundary < target)
    {
      target = t_boundary;
      candidate = ODE_STEP_REACHED_BOUNDARY_TIME;
    }
  if (isinf (target))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "a step needs a finite time to end at");
  status = ode_integrator_step (integrator, target, candidate == ODE_STEP_REACHED_BOUNDARY_TIME ? ODE_STOP_END : ODE_STOP_EVENT);
  if (status == ODE_FAIL_STEP_LIMIT)
    *result = ODE_STEP_REACHED_STEP_LIMIT;
  else if (status == ODE_DONE && integrator->t >= target)
    *result = candidate;
  return status;
}

/* As in Drake, the boundary of each step is at most one maximum step ahead, so
 * that no step is stretched. Fixed steps use the end time as boundary, because
 * a boundary one step ahead would begin a new grid at every step, and times
 * would be sums instead of multiples of the step. */
OdeStatus
ode_integrator_step_to (OdeIntegrator *integrator, double t)
{
  OdeStatus status = ODE_DONE;

  if (!(t >= integrator->t) || isinf (t))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "cannot step backward from t = %.17g to %.17g", integrator->t, t);
  while (status == ODE_DONE && integrator->t < t)
    {
      double most = integrator->settings.max_step;
      double boundary = integrator->adaptive && most > 0 ? fmin (t, integrator->t + most) : t;
      OdeStepResult result;

      status = ode_integrator_step_no_further (integrator, INFINITY, INFINITY, boundary, &result);
    }
  return status;
}

/* The step size h = t − t0 is rounded: the state at the end belongs to t0
 * + h, which differs from t by at most half an ulp. The time is set to t,
 * so that a sequence of such steps has exactly the caller's times. Sums of
 * h would accumulate rounding errors. */
OdeStatus
ode_integrator_step_fixed_to (OdeIntegrator *integrator, double t)
{
  double h = t - integrator->t;
  OdeStatus status;

  if (isinf (t))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "a step needs a finite time to end at");
  status = ode_integrator_step_fixed (integrator, h);
  if (status == ODE_DONE && h > 0)
    integrator->t = integrator->grid_t0 = t;
  return status;
}
