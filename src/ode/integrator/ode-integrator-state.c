/* The integrator's state outside a step: initialization, jumps, undo, re-steps
 * to events, dense output, and queries. */
#include "ode-doubling.h"
#include "ode-integrator-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Counts start at zero. Step sizes start at NaN, which marks a size that no
 * step has taken yet and makes every comparison with it false. */
void
ode_integrator_reset_statistics (OdeIntegrator *integrator)
{
  integrator->statistics = (OdeStatistics) {
    .initial_step_taken = NAN,
    .smallest_step_taken = NAN,
    .smallest_adapted_step = NAN,
  };
  memset (integrator->rhs_mark, 0, sizeof integrator->rhs_mark);
}

/* Marks everything void that describes steps before the current point: slopes,
 * dense output, controller and multistep history. */
static void
forget_history (OdeIntegrator *integrator)
{
  integrator->f_known = false;
  integrator->f_previous_known = false;
  integrator->last_valid = false;
  integrator->dense_valid = false;
  integrator->can_undo = false;
  integrator->error_known = false;
  integrator->attempt.retry = false;
  integrator->t_previous = integrator->t;
  ode_control_restart (&integrator->control);
  if (integrator->klass->restart != NULL)
    integrator->klass->restart (integrator->stepper);
}

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
  /* The accuracy is limited before the first step size is chosen, since the
   * heuristic for that step reads it. */
  if (integrator->accuracy_pending)
    ode_integrator_clamp_accuracy (integrator);
  integrator->t = t;
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
  status = ode_integrator_choose_first_step (integrator, t_end);
  integrator->initialized = status == ODE_DONE;
  return status;
}

/* Unlike initialize, a jump keeps the statistics and the next step size,
 * because the run goes on; a reset of a state by an event seldom changes the
 * time scale. The choice of a new first step (restart) is for jumps that do
 * change it. */
OdeStatus
ode_integrator_jump (OdeIntegrator *integrator, double t, const double *x, bool restart)
{
  OdeStatus status;

  for (int i = 0; i < integrator->n_states; i++)
    if (!isfinite (x[i]))
      return ode_integrator_fail_message (integrator, ODE_FAIL_INCONSISTENT, "%s was set to a value that is not finite",
                                        integrator->system->names != NULL ? integrator->system->names[i] : "a state");
  /* A fixed step grid continues through a jump of the state at its own time; a
   * jump of time begins a new grid. */
  if (t != integrator->t)
    {
      integrator->grid_t0 = t;
      integrator->grid_k = 0;
      integrator->on_grid = true;
    }
  integrator->t = t;
  memmove (integrator->x, x, (size_t) integrator->n_states * sizeof (double));
  forget_history (integrator);
  if ((status = ode_integrator_start_constraints (integrator)) != ODE_DONE)
    return status;
  if (restart)
    return ode_integrator_choose_first_step (integrator, integrator->t_end);
  return ODE_DONE;
}

/* Parameters or inputs changed, the state did not: f has to be evaluated again,
 * and factors of the old Jacobian are void. The controller keeps its history,
 * since the error constants of the method have not changed. */
void
ode_integrator_invalidate (OdeIntegrator *integrator)
{
  integrator->f_known = false;
  integrator->can_undo = false; /* the step before was made with the old parameters and cannot be repeated */
  if (integrator->klass->restart != NULL)
    integrator->klass->restart (integrator->stepper);
}

/* Exchanges the buffers of the two ends of the last step, and takes back the
 * grid. It can be called once per step. The interpolant of the step before is
 * lost, so that neither dense output nor another undo is possible until the
 * next step. */
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
  integrator->grid_t0 = integrator->grid_t0_previous;
  integrator->grid_k = integrator->grid_k_previous;
  integrator->on_grid = integrator->on_grid_previous;
  integrator->can_undo = false;
  integrator->last_valid = false;
  integrator->dense_valid = false;
  /* A multistep method that cannot take back its history has to begin again
   * with one-step formulas. */
  if (integrator->klass->undo != NULL)
    integrator->klass->undo (integrator->stepper);
  else if ((integrator->method->traits & ODE_TRAIT_MULTISTEP) && integrator->klass->restart != NULL)
    integrator->klass->restart (integrator->stepper);
}

/* An event was located inside the last step: the step is repeated with the size
 * that ends at the event. The state at the event is then one that the method
 * computed, of its full order, where interpolation would give the order of the
 * interpolant. */
OdeStatus
ode_integrator_retake (OdeIntegrator *integrator, double t1)
{
  long taken = integrator->statistics.steps_taken;
  double h, t0 = integrator->t_previous;
  OdeStatus status;

  /* An event at the end of the step needs no other step. */
  if (t1 == integrator->t)
    return ODE_DONE;
  if (!integrator->can_undo || !(t1 > t0 && t1 < integrator->t))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING,
                                      "cannot shorten the step from %.17g to %.17g to end at t = %.17g", t0, integrator->t, t1);
  if (integrator->attempt_func != NULL)
    {
      OdeAttempt record = integrator->last_record;

      record.outcome = ODE_ATTEMPT_CUT_BY_EVENT;
      integrator->attempt_func (integrator->attempt_user, &record);
    }
  ode_integrator_undo (integrator);
  /* The long step is void: the statistics of step sizes are those before it. */
  integrator->statistics.smallest_step_taken = integrator->smallest_before;
  integrator->statistics.largest_step_taken = integrator->largest_before;
  if (integrator->n_states == 0)
    {
      integrator->t = t1;
      integrator->last_valid = integrator->can_undo = true;
      return ODE_DONE;
    }

  /* One attempt to t1. Where it fails (Newton, undefined model) the step is
   * halved until one succeeds, which then ends before t1. There is no error
   * test: a shorter step of the same method passes the test that the longer one
   * passed. */
  h = t1 - t0;
  while (integrator->t != t1)
    {
      double rest = t1 - integrator->t;
      /* A step that had to be halved ends before t1. */
      bool last = h >= rest;

      status = ode_integrator_attempt (integrator, last ? rest : h, ODE_RHS_EVENTS);
      if (status != ODE_DONE)
        {
          integrator->attempt.retry = true;
          if (integrator->klass->reject != NULL)
            integrator->klass->reject (integrator->stepper, &integrator->attempt);
          h = 0.5 * (last ? rest : h);
          if (status < 0 || integrator->t + h == integrator->t)
            return ode_integrator_fail (integrator, status < 0 ? status : ODE_FAIL_MIN_STEP, h);
          continue;
        }
      if (integrator->attempt_func != NULL)
        {
          const OdeTry *attempt = &integrator->attempt;
          /* The error of the short step is recorded for readers of the tape and
           * decides nothing. */
          double error = integrator->error_known
                           ? integrator->norm.func (&integrator->norm, integrator->error, attempt->x0, attempt->x1) : NAN;

          ode_integrator_record (integrator, ODE_ATTEMPT_ACCEPTED, ODE_DONE, error, integrator->h_next, integrator->h_next,
                                 ODE_CLAMP_EVENT);
        }
      /* Steppers with their own control may take a shorter step than they were
       * asked for. */
      last = last && integrator->attempt.h_taken == integrator->attempt.h;
      ode_integrator_advance (integrator, last ? t1 : integrator->t + integrator->attempt.h_taken);
      break;
    }
  integrator->statistics.steps_taken = taken; /* the short step replaces the long one in the count */
  integrator->grid_t0 = integrator->t;
  integrator->grid_k = 0;
  integrator->on_grid = true;
  return ODE_DONE;
}

/* f at the current point is evaluated when somebody first asks for it, and
 * kept: monitors, event functions, the Hermite cubic and the first stage of the
 * next step share one evaluation. */
OdeStatus
ode_integrator_dxdt (OdeIntegrator *integrator, const double **dxdt)
{
  OdeStatus status = ODE_DONE;

  if (!integrator->f_known)
    {
      status = ode_stepper_rhs (integrator->stepper, ODE_RHS_STAGES, integrator->t, integrator->x, integrator->f);
      integrator->f_known = status == ODE_DONE;
    }
  *dxdt = integrator->f;
  return status;
}

/* Cubic Hermite interpolation through values and slopes at both ends (Hairer,
 * Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, II.6, equation 6.7), with
 * an error of O(h⁴). It is what Drake uses for every method
 * (IntegratorBase::get_dense_output), and here it serves methods without an
 * interpolant.
 *
 * With θ = (t − t0)/h and d = x1 − x0 the polynomial of degree 3 is
 *
 *   u(θ) = (1 − θ) x0 + θ x1 + θ (θ − 1) ((1 − 2θ) d + (θ − 1) h f0 + θ h f1).
 *
 * At θ = 0 and 1 the last term vanishes; its derivative there is (d − h f0)
 * (−1) and h f1 − d, which together with the slope d of the chord gives h f0
 * and h f1. */
static OdeStatus
hermite (OdeIntegrator *integrator, double theta, double *x)
{
  const double *x0 = integrator->x_previous, *x1 = integrator->x, *f0 = integrator->f_previous, *f1;
  double h = integrator->t - integrator->t_previous, s = 1 - theta;
  OdeStatus status;

  if (!integrator->f_previous_known)
    {
      status = ode_stepper_rhs (integrator->stepper, ODE_RHS_DENSE, integrator->t_previous, x0, integrator->f_previous);
      if (status != ODE_DONE)
        return status;
      integrator->f_previous_known = true;
    }
  if ((status = ode_integrator_dxdt (integrator, &f1)) != ODE_DONE)
    return status;
  for (int i = 0; i < integrator->n_states; i++)
    {
      /* With d = x1 − x0 and s = 1 − θ, the cubic is the chord s x0 + θ x1 plus
       * θ s times a linear function that makes the slopes at both ends f0 and
       * f1. */
      double d = x1[i] - x0[i];

      x[i] = s * x0[i] + theta * x1[i]
             - theta * s * ((1 - 2 * theta) * d - s * h * f0[i] + theta * h * f1[i]);
    }
  return ODE_DONE;
}

/* At both ends of the step the stored states are copied, bit for bit; in
 * between the stepper's interpolant is used, or the Hermite cubic. */
static OdeStatus
interpolate (OdeIntegrator *integrator, double t, double *x)
{
  const double *exact = NULL;
  double theta;

  if (t == integrator->t)
    exact = integrator->x;
  else if (integrator->last_valid && t == integrator->t_previous)
    exact = integrator->x_previous;
  if (exact != NULL)
    {
      memcpy (x, exact, (size_t) integrator->n_states * sizeof (double));
      return ODE_DONE;
    }
  if (!integrator->last_valid || !(t > integrator->t_previous && t < integrator->t))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "t = %.17g is outside the last step", t);
  if (integrator->n_states == 0)
    return ODE_DONE;

  theta = (t - integrator->t_previous) / (integrator->t - integrator->t_previous);
  /* With a mass matrix f is M x' and not x', so the Hermite cubic does not
   * apply: the stepper's interpolant, or the chord. */
  if (integrator->system->mass_pattern != NULL && (integrator->klass->dense == NULL || !integrator->dense_valid))
    {
      if (integrator->klass == &ode_doubling_class && integrator->dense_valid)
        return ode_doubling_dense (integrator->stepper, theta, x);
      for (int i = 0; i < integrator->n_states; i++)
        x[i] = integrator->x_previous[i] + theta * (integrator->x[i] - integrator->x_previous[i]);
      return ODE_DONE;
    }
  if (integrator->klass->dense == NULL || !integrator->dense_valid
      || (integrator->settings.hermite_dense && integrator->system->mass_pattern == NULL))
    return hermite (integrator, theta, x);
  return integrator->klass->dense (integrator->stepper, theta, x);
}

/* Interpolation does not preserve constraints: quaternions between two unit
 * quaternions are shorter than 1. Points inside the step are therefore
 * projected; the ends already are. */
OdeStatus
ode_integrator_interpolate (OdeIntegrator *integrator, double t, double *x)
{
  OdeStatus status = interpolate (integrator, t, x);

  if (status == ODE_DONE && integrator->projection != NULL && t != integrator->t && t != integrator->t_previous)
    ode_projection_interpolated (integrator->projection, t, x);
  return status;
}

void
ode_integrator_set_newton_func (OdeIntegrator *integrator, OdeNewtonFunc func, void *user)
{
  integrator->stepper->newton_func = func;
  integrator->stepper->newton_user = user;
}

const char *
ode_integrator_linear_algebra (const OdeIntegrator *integrator)
{
  const OdeStepperClass *klass = integrator->klass;

  return klass->linear_algebra != NULL && integrator->n_states > 0 ? klass->linear_algebra (integrator->stepper) : NULL;
}

/* Stages are readable until the next attempt overwrites them; dense_valid says
 * that the last attempt was accepted. */
const double *
ode_integrator_stages (const OdeIntegrator *integrator, int *n_stages)
{
  *n_stages = 0;
  if (integrator->klass->stages == NULL || !integrator->dense_valid)
    return NULL;
  return integrator->klass->stages (integrator->stepper, n_stages);
}

/* The estimate is scaled on demand, since only tapes and plots read single
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

/* Settings may change between steps. The storage of the integrator is sized for
 * a class of stepper and for an error vector, both of which follow from
 * error_control, so that this one setting is fixed for the life of the
 * integrator. */
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

/* The system that the caller gave. Steppers may work on another one, such as
 * the reduced system of a DAE or one whose derivatives are stabilized. */
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

/* Before the first step, and after an undo or a jump, the previous point is the
 * current one. */
const double *
ode_integrator_x_previous (const OdeIntegrator *integrator)
{
  return integrator->last_valid ? integrator->x_previous : integrator->x;
}

/* The size that the next step would have if nothing limited it: neither an
 * event nor max_step nor the end is taken into account. */
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

/* Drake's floor is 1e-14 max (1, |t|)
 * (IntegratorBase::get_working_minimum_step_size). The default floor of 16 ulp
 * of t leaves at least a few distinct stage times t + c h; at t = 0 there is
 * none. */
double
ode_integrator_working_minimum (const OdeIntegrator *integrator)
{
  double t = fabs (integrator->t), floor;

  if (integrator->settings.drake_floor)
    floor = 1e-14 * (t > 1 ? t : 1);
  else
    floor = 16 * DBL_EPSILON * t;
  return integrator->settings.min_step > floor ? integrator->settings.min_step : floor;
}

const OdeStatistics *
ode_integrator_statistics (const OdeIntegrator *integrator)
{
  return &integrator->statistics;
}
