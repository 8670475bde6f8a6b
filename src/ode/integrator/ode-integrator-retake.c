/* Repeats the last step with another size, so that it ends at an event or a switch. */
#include "ode-integrator-loop.h"

#include <math.h>

/* A repeated step that fails the error test is divided at most this number of times. The factors are those of a rejected step: 0.9 of the size at which the
 * error estimate is 1, at most a half and at least a tenth. */
#define MOST_DIVISIONS 12
#define SAFETY 0.9
#define LARGEST_FACTOR 0.5
#define SMALLEST_FACTOR 0.1

/* Returns the error of the last attempt in units of the tolerance, or NaN if it is not known. */
static double
error_of_attempt (const OdeIntegrator *integrator)
{
  const OdeTry *attempt = &integrator->attempt;

  return integrator->error_known ? integrator->norm.func (&integrator->norm, integrator->error, attempt->x0, attempt->x1) : NAN;
}

/* Returns whether a repeated step must pass the error test. Fixed steps, those of methods with their own step control, and those of profile drake need not. */
static bool
is_tested (const OdeIntegrator *integrator)
{
  return integrator->adaptive && integrator->control.kind != ODE_CONTROLLER_DRAKE && (integrator->method->traits & ODE_TRAIT_OWN_CONTROL) == 0;
}

/* Makes an attempt of size h from the current point. If it fails (because of
 * Newton's method or an undefined model), h is halved until an attempt succeeds,
 * and *arrived is false. The longer step has passed the error test, so that the shorter one nearly always passes it too. If it does not, the estimate for the
 * longer step was wrong, for example because stages stepped over a fast change; the step is then made so short that it passes, and ends before t + h. */
static OdeStatus
take_shorter (OdeIntegrator *integrator, double h, OdeClamp clamp, bool *arrived)
{
  OdeStatus status;
  double error;

  *arrived = true;
  for (int divisions = 0;;)
    {
      const bool rejected = integrator->control.rejected;

      if ((status = ode_integrator_attempt (integrator, h, ODE_RHS_EVENTS)) == ODE_DONE)
        {
          const double p = integrator->attempt.error_order > 0 ? integrator->attempt.error_order : integrator->method->error_order;

          error = error_of_attempt (integrator);
          if (!(error > 1) || !is_tested (integrator) || ++divisions > MOST_DIVISIONS || h <= ode_integrator_minimum (integrator))
            break;
          h *= fmax (fmin (SAFETY * pow (error, -1 / fmax (p, 1)), LARGEST_FACTOR), SMALLEST_FACTOR);
          integrator->statistics.rejected_error++;
          integrator->statistics.shrinkages_error++;
          if (integrator->attempt_func != NULL)
            ode_integrator_record (integrator, ODE_ATTEMPT_REJECTED_ERROR, ODE_DONE, error, h, h, clamp);
          if (integrator->klass->reject != NULL)
            integrator->klass->reject (integrator->stepper, &integrator->attempt);
          integrator->h_next = fmin (integrator->h_next, h);
        }
      else
        {
          h *= 0.5;
          ode_integrator_count_failure (integrator, status, status > 0 ? h : 0, clamp);
          /* The size of the next step must not depend on this failure. */
          integrator->control.rejected = rejected;
        }
      *arrived = false;
      if (status < 0 || integrator->t + h == integrator->t)
        return ode_integrator_fail (integrator, status < 0 ? status : ODE_FAIL_MIN_STEP, h);
    }
  if (integrator->attempt_func != NULL)
    ode_integrator_record (integrator, ODE_ATTEMPT_ACCEPTED, ODE_DONE, error, integrator->h_next, integrator->h_next, clamp);
  /* Steppers with their own control may take a shorter step than requested. */
  *arrived = *arrived && integrator->attempt.h_taken == integrator->attempt.h;
  return ODE_DONE;
}

/* Repeats the last step with size h. It ends at t1 or, if t1 is
 * NaN, at the time t + h. `clamp` is the limit that is recorded. */
static OdeStatus
retake (OdeIntegrator *integrator, double h, double t1, OdeClamp clamp)
{
  int64_t taken = integrator->statistics.steps_taken;
  double uncut = integrator->h_uncut;
  bool arrived;
  OdeStatus status;

  if (integrator->attempt_func != NULL)
    {
      OdeAttempt record = integrator->last_record;

      record.outcome = ODE_ATTEMPT_CUT_BY_EVENT;
      if (clamp == ODE_CLAMP_SWITCH)
        record.clamp = ODE_CLAMP_SWITCH;
      integrator->attempt_func (integrator->attempt_user, &record);
    }
  ode_integrator_undo (integrator);
  /* The longer step no longer counts, so the statistics of step sizes get
   * their values from before it. */
  integrator->statistics.smallest_step_taken = integrator->smallest_before;
  integrator->statistics.largest_step_taken = integrator->largest_before;
  integrator->keeps_rest = integrator->keeps_rest || isnan (t1);
  if (integrator->n_states == 0)
    {
      integrator->t = isnan (t1) ? ode_integrator_end_of (integrator, h) : t1;
      integrator->t_rest = integrator->t_rest_next;
      integrator->t_rest_next = 0;
      integrator->last_valid = integrator->can_undo = true;
      return ODE_DONE;
    }
  if ((status = take_shorter (integrator, h, clamp, &arrived)) != ODE_DONE)
    {
      integrator->statistics.steps_taken = taken - 1; /* the longer step was discarded, and no shorter step replaces it */
      return status;
    }
  ode_integrator_advance (integrator, arrived && !isnan (t1) ? t1 : ode_integrator_end_of (integrator, integrator->attempt.h_taken));
  integrator->h_uncut = uncut;
  integrator->statistics.steps_taken = taken; /* the shorter step replaces the longer one in the counter */
  integrator->grid_t0 = integrator->t;
  integrator->grid_k = 0;
  integrator->on_grid = true;
  return ODE_DONE;
}

/* Callers use this function if an event was located inside the last
 * step. The state at the event is then the result of a step of
 * full order, whereas interpolation has the order of the
 * interpolant. */
OdeStatus
ode_integrator_retake (OdeIntegrator *integrator, double t1)
{
  double t0 = integrator->t_previous;

  /* The event is at the end of the step, so the step need not be repeated. */
  if (t1 == integrator->t)
    return ODE_DONE;
  if (!integrator->can_undo || !(t1 > t0 && t1 < integrator->t))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING,
                                      "cannot shorten the step from %.17g to %.17g to end at t = %.17g", t0, integrator->t, t1);
  return retake (integrator, t1 - t0 - integrator->t_rest_previous, t1, ODE_CLAMP_EVENT);
}

/* The size h is not rounded to a difference of times. Therefore the step ends at
 * the event even if one ulp of t is large (at t = 1e6 it is 1e-10). */
static OdeStatus
retake_by (OdeIntegrator *integrator, double h, OdeClamp clamp)
{
  if (h == integrator->h_last)
    return ODE_DONE;
  if (!integrator->can_undo || !(h > 0 && h <= integrator->h_uncut))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING,
                                      "cannot change the size of the step from t = %.17g from %.17g to %.17g",
                                      integrator->t_previous, integrator->h_last, h);
  return retake (integrator, h, NAN, clamp);
}

OdeStatus
ode_integrator_retake_by (OdeIntegrator *integrator, double h)
{
  return retake_by (integrator, h, ODE_CLAMP_EVENT);
}

/* Between two switches the right-hand side has fixed branches, so it is
 * smooth also in the part of the longer step that is discarded, and the
 * dense output that gave the size h is as good there as elsewhere. The tape
 * tells such a step from one that ends at an event. */
OdeStatus
ode_integrator_retake_to_switch (OdeIntegrator *integrator, double h)
{
  return retake_by (integrator, h, ODE_CLAMP_SWITCH);
}
