/* Functions of the integrator between steps: initialization, jumps, undo, and queries. */
#include "ode-integrator-loop.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Sets the counters to zero and the step sizes to NaN, which
 * means that no step was taken yet. */
void
ode_integrator_reset_statistics (OdeIntegrator *integrator)
{
  integrator->statistics = (OdeStatistics) {
    .initial_step_taken = NAN,
    .smallest_step_taken = NAN,
    .smallest_adapted_step = NAN,
  };
  memset (integrator->rhs_mark, 0, sizeof integrator->rhs_mark);
  integrator->jacobians_mark = integrator->factorizations_mark = 0;
}

/* Sizes are followed only if tolerances depend on them. */
void
ode_integrator_follow_sizes (OdeIntegrator *integrator)
{
  if (integrator->norm.sized)
    ode_sizes_follow (&integrator->sizes, integrator->x, integrator->norm.given, integrator->norm.floor);
}

/* Discards the data of steps before the current point: slopes, dense
 * output, history of the controller and multistep history. */
static void
forget_history (OdeIntegrator *integrator)
{
  integrator->f_known = false;
  integrator->f_previous_known = false;
  integrator->last_valid = false;
  integrator->dense_valid = false;
  integrator->f_for_dense = false;
  ode_integrator_forget_short_steps (integrator);
  integrator->can_undo = false;
  integrator->error_known = false;
  integrator->attempt.retry = false;
  integrator->t_previous = integrator->t;
  integrator->t_rest_previous = integrator->t_rest;
  ode_control_restart (&integrator->control);
  if (integrator->klass->restart != NULL)
    integrator->klass->restart (integrator->stepper);
}

/* In this order: check the values, limit the accuracy, set the point, forget all earlier steps,
 * make the constraints hold, begin the grid and the sizes at the consistent state, and choose the
 * first step. */
OdeStatus
ode_integrator_initialize (OdeIntegrator *integrator, double t, const double *x, double t_end)
{
  OdeStatus status;

  integrator->message[0] = '\0';
  for (int i = 0; i < integrator->n_states; i++)
    if (!isfinite (x[i]))
      return ode_integrator_fail_message (integrator, ODE_FAIL_INCONSISTENT, "the initial value of %s is not finite",
                                        integrator->system->names != NULL ? integrator->system->names[i] : "a state");
  ode_integrator_reset_statistics (integrator);
  /* Limit the accuracy before the first step size is chosen, which depends on
   * it. */
  if (integrator->accuracy_pending)
    ode_integrator_clamp_accuracy (integrator);
  integrator->t = t;
  integrator->t_rest = integrator->t_rest_next = 0;
  integrator->keeps_rest = false;
  memmove (integrator->x, x, (size_t) integrator->n_states * sizeof (double));
  memmove (integrator->x_previous, x, (size_t) integrator->n_states * sizeof (double));
  forget_history (integrator);
  if ((status = ode_integrator_start_constraints (integrator)) != ODE_DONE)
    {
      integrator->initialized = false;
      return status;
    }
  integrator->grid_t0 = t;
  integrator->grid_k = 0;
  integrator->on_grid = true;
  integrator->h_part = 0;
  ode_sizes_start (&integrator->sizes, integrator->given, integrator->x, integrator->accuracy);
  ode_integrator_follow_sizes (integrator);
  status = ode_integrator_choose_first_step (integrator, t_end);
  integrator->initialized = status == ODE_DONE;
  return status;
}

/* Unlike ode_integrator_initialize, a jump keeps the statistics and the next
 * step size, because an event that resets a state seldom changes the time scale.
 * `restart` is for jumps that change the time scale: then a new first step size is
 * chosen. */
OdeStatus
ode_integrator_jump (OdeIntegrator *integrator, double t, const double *x, bool restart)
{
  OdeStatus status;

  for (int i = 0; i < integrator->n_states; i++)
    if (!isfinite (x[i]))
      return ode_integrator_fail_message (integrator, ODE_FAIL_INCONSISTENT, "%s was set to a value that is not finite",
                                        integrator->system->names != NULL ? integrator->system->names[i] : "a state");
  /* The grid of fixed steps continues after a jump of the state without a
   * change of time. A change of time begins a new grid. */
  if (t != integrator->t)
    {
      integrator->grid_t0 = t;
      integrator->grid_k = 0;
      integrator->on_grid = true;
      integrator->t_rest = 0;
    }
  /* The reason why a step was subdivided may no longer exist. */
  integrator->h_part = 0;
  ode_integrator_follow_sizes (integrator); /* the state before the jump counts too */
  integrator->t = t;
  memmove (integrator->x, x, (size_t) integrator->n_states * sizeof (double));
  forget_history (integrator);
  if ((status = ode_integrator_start_constraints (integrator)) != ODE_DONE)
    return status;
  ode_integrator_follow_sizes (integrator);
  if (restart)
    return ode_integrator_choose_first_step (integrator, integrator->t_end);
  status = ode_integrator_restart_step (integrator);
  return status > 0 ? ode_integrator_fail (integrator, ODE_FAIL_UNDEFINED, 0) : status;
}

/* Callers use this function if parameters or inputs changed but the state did not: f must be evaluated
 * again, and factorizations of the old Jacobian are invalid. The controller
 * keeps its history, because the error constants of the method have not
 * changed. */
void
ode_integrator_invalidate (OdeIntegrator *integrator)
{
  integrator->f_known = integrator->f_for_dense = false;
  integrator->can_undo = false; /* the previous step was made with the old parameters and cannot be repeated */
  if (integrator->klass->restart != NULL)
    integrator->klass->restart (integrator->stepper);
  /* If f is undefined now, the next step finds out. */
  if (integrator->initialized)
    ode_integrator_restart_step (integrator);
}

/* Exchanges the buffers of the two ends of the last step, and restores
 * the grid of fixed steps. It can be called once after each step. Dense
 * output and another undo are possible only after the next step. */
void
ode_integrator_undo (OdeIntegrator *integrator)
{
  double *swap;

  if (!integrator->can_undo)
    return;
  swap = integrator->x;
  integrator->x = integrator->x_previous;
  integrator->x_previous = swap;
  swap = integrator->f;
  integrator->f = integrator->f_previous;
  integrator->f_previous = swap;
  integrator->f_known = integrator->f_previous_known;
  integrator->f_previous_known = false;
  integrator->t = integrator->t_previous;
  integrator->t_rest = integrator->t_rest_previous;
  integrator->grid_t0 = integrator->grid_t0_previous;
  integrator->grid_k = integrator->grid_k_previous;
  integrator->on_grid = integrator->on_grid_previous;
  integrator->h_part = integrator->h_part_previous;
  integrator->can_undo = false;
  integrator->last_valid = false;
  integrator->dense_valid = false;
  integrator->f_for_dense = false;
  ode_integrator_forget_short_steps (integrator);
  /* A multistep method that cannot restore its history must begin again with
   * one-step formulas. */
  if (integrator->klass->undo != NULL)
    integrator->klass->undo (integrator->stepper);
  else if ((integrator->method->traits & ODE_TRAIT_MULTISTEP) && integrator->klass->restart != NULL)
    integrator->klass->restart (integrator->stepper);
}

/* f at the current point is evaluated at the first call and stored, so that
 * monitors, event functions, dense output and the first stage of the next
 * step need only one evaluation. */
static OdeStatus
current_slope (OdeIntegrator *integrator, OdePurpose purpose, const double **dxdt)
{
  OdeStatus status = ODE_DONE;

  if (!integrator->f_known)
    {
      status = ode_stepper_rhs (integrator->stepper, purpose, integrator->t, integrator->x, integrator->f);
      integrator->f_known = status == ODE_DONE;
      integrator->f_for_dense = integrator->f_known && purpose == ODE_RHS_DENSE;
    }
  *dxdt = integrator->f;
  return status;
}

OdeStatus
ode_integrator_dxdt (OdeIntegrator *integrator, const double **dxdt)
{
  return current_slope (integrator, ODE_RHS_STAGES, dxdt);
}

/* The slope at the end counts as an evaluation for dense output if nothing else has needed it. */
OdeStatus
ode_integrator_dense_slope (OdeIntegrator *integrator, const double **dxdt)
{
  return current_slope (integrator, ODE_RHS_DENSE, dxdt);
}

void
ode_integrator_continue_newton (OdeIntegrator *integrator, int iteration)
{
  integrator->trace.continued = iteration;
}

/* Without a listener the pointer in the stepper is NULL, which is all that a stepper tests. */
void
ode_integrator_set_trace (OdeIntegrator *integrator, OdeTraceFunc func, void *user)
{
  integrator->trace = (OdeTrace) { .func = func, .user = user };
  integrator->stepper->trace = func != NULL ? &integrator->trace : NULL;
}

const char *
ode_integrator_linear_algebra (const OdeIntegrator *integrator)
{
  const OdeStepperClass *klass = integrator->klass;

  return klass->linear_algebra != NULL && integrator->n_states > 0 ? klass->linear_algebra (integrator->stepper) : NULL;
}

/* The stages can be read until the next attempt overwrites them. dense_valid
 * means that the last attempt was accepted. */
const double *
ode_integrator_stages (const OdeIntegrator *integrator, int *n_stages)
{
  *n_stages = 0;
  if (integrator->klass->stages == NULL || !integrator->dense_valid)
    return NULL;
  return integrator->klass->stages (integrator->stepper, n_stages);
}

/* The estimate is scaled when this function is called, because only tapes and plots read single
 * components. */
const double *
ode_integrator_scaled_errors (const OdeIntegrator *integrator)
{
  const OdeTry *attempt = &integrator->attempt;

  if (!integrator->error_known)
    return NULL;
  ode_norm_scale (&integrator->norm, integrator->error, attempt->x0, attempt->x1, integrator->scaled);
  return integrator->scaled;
}

/* The estimate is returned as the method computes it, without weights and tolerances.
 * Its sign shows whether x1 is above or below the more accurate result. It is in
 * units of x, so that plots can draw it with the solution. */
const double *
ode_integrator_error_estimate (const OdeIntegrator *integrator)
{
  return integrator->error_known ? integrator->error : NULL;
}

/* Settings may change between steps. error_control cannot change, because the
 * class of the stepper and the size of the integrator's memory depend on it. */
OdeStatus
ode_integrator_set_settings (OdeIntegrator *integrator, const OdeSettings *settings, char *error, size_t error_size)
{
  bool fixed = !settings->error_control;

  if (!ode_integrator_check_settings (integrator->method, integrator->system, settings, error, error_size))
    return ODE_FAIL_SETTING;
  if (fixed == integrator->settings.error_control
      || settings->error_control_explicit != integrator->settings.error_control_explicit)
    {
      ode_message_refuse (settings->translate, error, error_size,
                        "error control cannot be switched during a run; start a new run");
      return ODE_FAIL_SETTING;
    }
  if (!ode_integrator_copy_settings (integrator, settings))
    return ODE_FAIL_MEMORY;
  ode_integrator_derive (integrator);
  /* With fixed steps max_step is the step size. A new size begins a new grid at
   * the current time. */
  if (!integrator->adaptive && settings->max_step > 0 && settings->max_step != integrator->h_fixed)
    {
      integrator->h_fixed = integrator->h_next = settings->max_step;
      integrator->grid_t0 = integrator->t;
      integrator->grid_k = 0;
      integrator->on_grid = true;
      integrator->h_part = 0;
    }
  return ODE_DONE;
}

const OdeSettings *
ode_integrator_settings (const OdeIntegrator *integrator)
{
  return &integrator->settings;
}

const OdeMethod *
ode_integrator_method (const OdeIntegrator *integrator)
{
  return integrator->method;
}

/* Returns the caller's system. The stepper may integrate a
 * different system, such as the reduced system of a DAE. */
const OdeSystem *
ode_integrator_system (const OdeIntegrator *integrator)
{
  return integrator->given;
}

double
ode_integrator_t (const OdeIntegrator *integrator)
{
  return integrator->t;
}

const double *
ode_integrator_x (const OdeIntegrator *integrator)
{
  return integrator->x;
}

double
ode_integrator_t_previous (const OdeIntegrator *integrator)
{
  return integrator->t_previous;
}

/* After a jump or an undo the last step is not known, and its size is 0. */
double
ode_integrator_last_step (const OdeIntegrator *integrator)
{
  return integrator->last_valid ? integrator->h_last : 0;
}

/* At the end of the step this is the stored time itself; inside, the rest of the time that rounding
 * left out is added before the sum with t is rounded. */
double
ode_integrator_time_after (const OdeIntegrator *integrator, double s)
{
  return s == integrator->h_last ? integrator->t : integrator->t_previous + (integrator->t_rest_previous + s);
}

/* Before the first step, and after an undo or a jump, the previous point is the
 * current point. */
const double *
ode_integrator_x_previous (const OdeIntegrator *integrator)
{
  return integrator->last_valid ? integrator->x_previous : integrator->x;
}

/* Studies use this function to try the same start with several sizes. The first
 * attempt of the next step has this size if t_stop and max_step allow it. */
void
ode_integrator_set_next_step (OdeIntegrator *integrator, double h)
{
  integrator->h_next = h;
}

/* Returns the size of the next step before it is limited by an event,
 * max_step or the end time. */
double
ode_integrator_next_step (const OdeIntegrator *integrator)
{
  return integrator->adaptive ? integrator->h_next : integrator->h_fixed;
}

double
ode_integrator_accuracy_in_use (const OdeIntegrator *integrator)
{
  return integrator->accuracy;
}

/* Drake's lower limit is 1e-14 max (1, |t|)
 * (IntegratorBase::get_working_minimum_step_size). The default limit of 16 ulp
 * of t leaves at least a few distinct stage times t + c h; at t = 0 there is no
 * limit. */
double
ode_integrator_working_minimum (const OdeIntegrator *integrator)
{
  return ode_integrator_minimum (integrator);
}

const OdeStatistics *
ode_integrator_statistics (const OdeIntegrator *integrator)
{
  return &integrator->statistics;
}
