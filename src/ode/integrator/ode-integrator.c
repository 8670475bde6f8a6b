/* Makes steps under error control: chooses the size, makes the attempt, tests the error,
 * and accepts or rejects.
 *
 * ode_integrator_step takes one accepted step that ends at or before t_stop:
 *
 *   allowed ← the largest step that exceeds neither t_stop nor max_step
 *   repeat
 *     h ← h_try, or allowed if h_try nearly reaches it          choose_size
 *     attempt a step of size h; norm of its error               ode_integrator_attempt, judge
 *     Newton failed or the model is undefined: h_try ← h/2 or h/4   shrink_after_failure
 *     error > 1: h_try ← proposal of the controller               reject
 *   until accepted                                                  accept
 *
 * Each iteration of the loop makes one record for the tape. The loop allocates no memory. On failure (t,
 * x) is the last accepted point.
 *
 * An accepted step exchanges the pointers x, x_previous and x_next and
 * copies no state; the same holds for the slopes f, f_previous and f_next. */
#include "ode-control-judge.h"
#include "ode-integrator-loop.h"

#include <stdint.h>
#include <math.h>
#include <string.h>

/* Steppers count their evaluations as stages, because they do not know the
 * result of the attempt. When the result is known, this function counts the evaluations
 * since stages_mark for another purpose. */
static void
count_as (OdeIntegrator *integrator, OdePurpose purpose)
{
  int64_t *counts = integrator->statistics.rhs_by_purpose;

  counts[purpose] += counts[ODE_RHS_STAGES] - integrator->stages_mark;
  counts[ODE_RHS_STAGES] = integrator->stages_mark;
}

/* Returns whether all x[n] are finite, by a sum of 0·x, which is zero for finite
 * x and NaN otherwise. A sum can be vectorized, n tests cannot. */
static bool
all_finite (const double *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += x[i] * 0;
  return sum == 0;
}

/* Largest number of evaluations in one attempt, in addition to 1000 for each
 * state. Every method needs far fewer: fixed steps with full Newton and
 * differences take 50 (n + s) for s stages and n states, step doubling three
 * times that, RKC 2000 and a Jacobian by differences n. Only CVODE inside fixed
 * steps can need more; its step is then subdivided. The limit ends an attempt
 * that would otherwise not end. */
#define MOST_EVALUATIONS 100000

/* Makes an attempt: calls the stepper, checks that all states are finite, and
 * projects them onto the constraints. t, x and the history do not change until the
 * caller calls ode_integrator_advance or rejects the attempt. *norm is the norm of the error, or NaN if it is not
 * known. */
static inline OdeStatus
attempt_with_norm (OdeIntegrator *integrator, double h, OdePurpose purpose, double *norm)
{
  OdeTry *attempt = &integrator->attempt;
  int64_t iterations = integrator->statistics.newton_iterations;
  OdeStatus status;

  integrator->statistics.steps_attempted++;
  /* Dense output of the step before may have evaluated a Jacobian since the last record. */
  integrator->jacobians_mark = integrator->statistics.jacobian_evaluations;
  integrator->factorizations_mark = integrator->statistics.factorizations;
  integrator->stages_mark = integrator->statistics.rhs_by_purpose[ODE_RHS_STAGES];
  attempt->t = integrator->t;
  attempt->h = attempt->h_taken = h;
  attempt->x0 = integrator->x;
  attempt->f0 = integrator->f_known ? integrator->f : NULL;
  attempt->x1 = integrator->x_next;
  attempt->error = integrator->error;
  attempt->f1 = NULL;
  /* If the stepper needs f at the start and f0 is NULL, it evaluates f into
   * f0_buffer and sets f0, so that the next attempt of this step can use it. */
  attempt->f0_buffer = integrator->f;
  attempt->f1_buffer = integrator->f_next;
  attempt->h_suggested = 0;
  attempt->order = attempt->error_order = attempt->accuracy_order = 0;
  attempt->newton_iterations = attempt->jacobian_age = 0;
  attempt->contraction = attempt->spectral_radius = 0;
  attempt->f0_read = false;
  attempt->tiny = h < ode_integrator_minimum (integrator);
  integrator->dense_valid = false;
  if (integrator->short_steps != NULL)
    ode_integrator_forget_short_steps (integrator);

  if (integrator->trace.func != NULL)
    ode_integrator_report_begin (integrator);
  integrator->rhs_limit = integrator->statistics.rhs_evaluations + MOST_EVALUATIONS + 1000 * (int64_t) integrator->n_states;
  *norm = NAN;
  if (integrator->klass->attempt_with_norm != NULL)
    *norm = integrator->klass->attempt_with_norm (integrator->stepper, attempt, h, &status);
  else
    status = integrator->klass->attempt (integrator->stepper, attempt);
  integrator->rhs_limit = INT64_MAX;
  /* The stepper may have evaluated the slope at the start. Then it is known from now on. */
  if (attempt->f0 == integrator->f)
    integrator->f_known = true;
  /* A slope that was evaluated for dense output and now serves as a stage counts as a stage, as in a run without dense output. */
  if (integrator->f_for_dense && attempt->f0_read)
    {
      integrator->statistics.rhs_by_purpose[ODE_RHS_DENSE]--;
      integrator->statistics.rhs_by_purpose[ODE_RHS_STAGES]++;
      integrator->f_for_dense = false;
    }
  if (integrator->statistics.newton_iterations > iterations || attempt->newton_iterations > 0)
    ode_integrator_count_iterations (integrator, iterations, status == ODE_DONE);
  if (status == ODE_DONE && isnan (*norm) && !all_finite (attempt->x1, integrator->n_states))
    status = ODE_RETRY_UNDEFINED;
  if (status == ODE_DONE && (integrator->projection != NULL || integrator->consistent != NULL))
    {
      /* The projection changes x1, and may make f1 and the error estimate invalid. */
      status = ode_integrator_settle (integrator);
      *norm = NAN;
    }
  integrator->error_known = status == ODE_DONE && attempt->error != NULL;
  if (purpose != ODE_RHS_STAGES)
    count_as (integrator, purpose);
  return status;
}

OdeStatus
ode_integrator_attempt (OdeIntegrator *integrator, double h, OdePurpose purpose)
{
  double norm;

  return attempt_with_norm (integrator, h, purpose, &norm);
}

/* Makes the attempted state the current one. The pointers of three buffers for states
 * and three for slopes are exchanged. Nothing is copied, except f1 if the stepper stores it in its
 * own memory. */
void
ode_integrator_advance (OdeIntegrator *integrator, double t1)
{
  const OdeTry *attempt = &integrator->attempt;
  OdeStatistics *statistics = &integrator->statistics;
  double *room = integrator->x_previous, h = attempt->h_taken;

  integrator->x_previous = integrator->x;
  integrator->x = integrator->x_next;
  integrator->x_next = room;

  if (attempt->f1 != NULL && attempt->f1 != integrator->f_next)
    memcpy (integrator->f_next, attempt->f1, (size_t) integrator->n_states * sizeof (double));
  room = integrator->f_previous;
  integrator->f_previous = integrator->f;
  integrator->f_previous_known = integrator->f_known;
  integrator->f = integrator->f_next;
  integrator->f_known = attempt->f1 != NULL;
  integrator->f_next = room;

  integrator->t_previous = integrator->t;
  integrator->t = t1;
  integrator->t_rest_previous = integrator->t_rest;
  integrator->t_rest = integrator->t_rest_next;
  integrator->t_rest_next = 0;
  integrator->h_last = integrator->h_uncut = h;
  integrator->last_valid = true;
  integrator->can_undo = true;
  integrator->dense_valid = true;
  integrator->f_for_dense = false;
  if (integrator->short_steps != NULL)
    ode_integrator_forget_short_steps (integrator);
  integrator->attempt.retry = false;

  /* ode_integrator_retake needs the statistics before this step, because it replaces
   * the step. */
  statistics->steps_taken++;
  integrator->smallest_before = statistics->smallest_step_taken;
  integrator->largest_before = statistics->largest_step_taken;
  if (isnan (statistics->initial_step_taken))
    statistics->initial_step_taken = h;
  if (!(statistics->smallest_step_taken <= h))
    statistics->smallest_step_taken = h;
  if (h > statistics->largest_step_taken)
    statistics->largest_step_taken = h;
  statistics->previous_step = h;
  if (integrator->klass->accept != NULL)
    integrator->klass->accept (integrator->stepper, attempt);
}

/* Returns whether the model is undefined at the current point. If so, no
 * smaller step can succeed. */
static bool
undefined_at_start (OdeIntegrator *integrator)
{
  const double *f;

  return !integrator->f_known && ode_integrator_dxdt (integrator, &f) != ODE_DONE;
}

void
ode_integrator_count_failure (OdeIntegrator *integrator, OdeStatus status, double h_next, OdeClamp clamp)
{
  OdeStatistics *statistics = &integrator->statistics;
  OdeOutcome outcome = ODE_ATTEMPT_REJECTED_NEWTON;

  count_as (integrator, ODE_RHS_REJECTED);
  if (status < 0)
    outcome = ODE_ATTEMPT_STOPPED;
  else if (status == ODE_RETRY_ERROR)
    {
      outcome = ODE_ATTEMPT_REJECTED_ERROR;
      statistics->rejected_error++;
      if (h_next > 0)
        statistics->shrinkages_error++;
    }
  else
    {
      statistics->substep_failures++;
      if (h_next > 0)
        statistics->shrinkages_failure++;
      if (status == ODE_RETRY_UNDEFINED)
        {
          outcome = ODE_ATTEMPT_REJECTED_UNDEFINED;
          statistics->rejected_undefined++;
        }
      else
        statistics->rejected_newton++;
    }
  integrator->control.rejected = true;
  integrator->attempt.retry = true;
  if (integrator->attempt_func != NULL)
    ode_integrator_record (integrator, outcome, status, NAN, h_next, h_next, clamp);
  if (integrator->klass->reject != NULL)
    integrator->klass->reject (integrator->stepper, &integrator->attempt);
}

/* Replaces *h, the size of a failed attempt, by the next size to try, or returns the
 * status that ends the run. If Newton's method failed, the step is halved, as
 * in Drake. If the model was undefined, the step went beyond the domain of the
 * model and is divided by four. At the minimum step, if throw_on_min_step is
 * false, implicit methods use an explicit formula (OdeTry.tiny). */
static OdeStatus
shrink_after_failure (OdeIntegrator *integrator, OdeStatus status, double *h)
{
  /* Outside profile drake the factor is 1/4: after an attempt that left the
   * domain of the model, the next one should stay well inside. */
  double h_work = ode_integrator_minimum (integrator);
  double factor = status == ODE_RETRY_UNDEFINED && integrator->control.kind != ODE_CONTROLLER_DRAKE ? 0.25 : 0.5;
  double h_new = factor * *h;

  if (status < 0)
    {
      ode_integrator_count_failure (integrator, status, 0, ODE_CLAMP_SHRINK);
      if (status == ODE_STOPPED)
        return ode_integrator_fail_message (integrator, status, "stopped at t = %.17g", integrator->t);
      return ode_integrator_fail (integrator, status, *h);
    }
  /* Make one attempt with the minimum step before the run fails. */
  if (h_new < h_work && *h > h_work && !integrator->settings.throw_on_min_step)
    h_new = h_work;
  ode_integrator_count_failure (integrator, status, h_new, ODE_CLAMP_SHRINK);
  if (status == ODE_RETRY_UNDEFINED && undefined_at_start (integrator))
    return ode_integrator_fail (integrator, ODE_FAIL_UNDEFINED, *h);
  if (h_new < h_work)
    return ode_integrator_fail_message (integrator, ODE_FAIL_MIN_STEP,
                                      "the step became smaller than the minimum at t = %.17g with step %g, because %s",
                                      integrator->t, *h, ode_message_translate (integrator->settings.translate, ode_status_text (status)));
  *h = h_new;
  return ODE_DONE;
}

/* The functions with this mark are compiled into the loop over attempts, so that the step size stays in a register: the next step
 * waits for it, and each number that goes through memory, also around a call, takes as long as four additions. */
#define IN_LOOP static inline __attribute__ ((always_inline))

/* Checks for a stop request, the step limit, and a step that is too small to
 * change t. A step that ends at t_stop always changes t. */
IN_LOOP OdeStatus
check_before_attempt (OdeIntegrator *integrator, double h, bool lands)
{
  if (ode_integrator_stop_asked (integrator))
    return ode_integrator_fail_message (integrator, ODE_STOPPED, "stopped at t = %.17g", integrator->t);
  if (ode_integrator_limit_reached (integrator))
    return ode_integrator_fail (integrator, ODE_FAIL_STEP_LIMIT, h);
  if (!lands && integrator->t + h == integrator->t)
    return ode_integrator_fail (integrator, ODE_FAIL_NO_PROGRESS, h);
  return ODE_DONE;
}

/* Returns the largest step allowed from t, and sets *lands if it ends at t_stop. A
 * step to an event may exceed max_step by the stretch factor (1.01 in Drake),
 * so that no tiny step remains before the event. In profile drake, a step to
 * the end time may not exceed max_step
 * (IntegratorBase::IntegrateNoFurtherThanTime stretches for updates and
 * publishes only); a stretch factor below 1.001 identifies the other profiles,
 * in which it only allows for rounding. */
static double
allowed_step (const OdeIntegrator *integrator, double t_stop, OdeStopKind stop, bool *lands)
{
  const OdeSettings *settings = &integrator->settings;
  double stretch = stop != ODE_STOP_END || settings->stretch < 1.001 ? settings->stretch : 1;

  *lands = true;
  if (settings->max_step > 0 && integrator->t + stretch * settings->max_step < t_stop)
    {
      *lands = false;
      return settings->max_step;
    }
  return t_stop - integrator->t - integrator->t_rest;
}

/* The data of one accepted step under error control, for all its attempts. */
typedef struct
{
  double t_stop;
  double allowed; /* largest step that exceeds neither t_stop nor max_step */
  bool reaches;   /* a step of size `allowed` ends at t_stop */
  double h_first; /* size that the controller proposed for the first attempt */
  double h;       /* size of the attempt */
  bool lands;     /* the attempt ends at t_stop */
  bool limited;   /* h is below 0.95 h_try, so the error of this step is not used to choose the next size */
  bool judged;    /* the last attempt reached its error test, or there was no attempt yet */
  int rejections; /* attempts that the error test rejected */
  double h_mark[2], error_mark[2]; /* size and error of those whose numbers were the last two multiples of MARK_EVERY */
} Plan;

/* Chooses h from h_try and the largest allowed step. Drake uses the allowed step
 * if it is below 1.001 h_try, and calls the step artificially limited if it is below
 * 0.95 h_try (IntegratorBase::StepOnceErrorControlledAtMost); in other
 * profiles, a step that ends at t_stop may exceed h_try by the stretch factor.
 * `limited` does not change after attempts that failed before their error test.
 */
IN_LOOP void
choose_size (const OdeIntegrator *integrator, Plan *plan)
{
  const OdeSettings *settings = &integrator->settings;
  const bool drake = integrator->control.kind == ODE_CONTROLLER_DRAKE;

  plan->h = integrator->h_try;
  plan->lands = false;
  if (plan->judged)
    plan->limited = plan->allowed < 0.95 * integrator->h_try;
  if (plan->allowed < (drake ? 1.001 : settings->stretch) * integrator->h_try)
    {
      plan->h = plan->allowed;
      plan->lands = plan->reaches;
    }
  if (drake && settings->max_step > 0 && plan->h > settings->max_step)
    {
      plan->h = settings->max_step;
      plan->lands = plan->reaches && integrator->t + plan->h >= plan->t_stop;
    }
}

/* Lets the stepper change the size h_next that the controller proposes after an attempt of size h, within the limits of the controller, and records in *clamp
 * why the size differs. Returns the size. It gets numbers and no pointers to the plan and the verdict, which would then be in memory for every
 * method. */
static __attribute__ ((noinline)) double
let_stepper_choose (OdeIntegrator *integrator, double h, double error, bool accept, double h_next, OdeClamp *clamp)
{
  const OdeControl *control = &integrator->control;
  const double grow = fmin (control->max_grow * h, control->max_step);
  const double chosen = integrator->klass->next_size (integrator->stepper, &integrator->attempt, error, accept, h_next);

  if (chosen == h_next)
    return h_next;
  *clamp = ODE_CLAMP_METHOD;
  if (accept && chosen > grow)
    *clamp = control->max_step < control->max_grow * h ? ODE_CLAMP_MAX_STEP : ODE_CLAMP_GROWTH;
  return fmax (fmin (chosen, accept ? grow : h), ode_integrator_minimum (integrator));
}

/* Runs the error test, and sets the verdict and the norm of the error, unless it is known. Returns
 * ODE_RETRY_UNDEFINED if the error is NaN. Steppers with ODE_TRAIT_OWN_CONTROL have
 * already made the test: their step is accepted, and their proposal is the next size. */
IN_LOOP OdeStatus
judge (OdeIntegrator *integrator, Plan *plan, OdeVerdict *verdict, double *error)
{
  const OdeTry *attempt = &integrator->attempt;
  OdeControl *control = &integrator->control;

  if (integrator->error == NULL)
    *error = 0;
  else if (isnan (*error))
    *error = integrator->norm.func (&integrator->norm, integrator->error, attempt->x0, attempt->x1);
  if (isnan (*error))
    {
      integrator->error_known = false;
      return ODE_RETRY_UNDEFINED;
    }
  if (integrator->method->traits & ODE_TRAIT_OWN_CONTROL)
    {
      *verdict = (OdeVerdict) { .accept = true, .h_proposed = attempt->h_suggested, .h_next = attempt->h_suggested };
      plan->lands = plan->lands && attempt->h_taken == plan->h;
      return ODE_DONE;
    }
  else
    {
      double log_1 = control->log_1, log_2 = control->log_2, h_1 = control->h_1;
      double p = attempt->error_order > 0 ? attempt->error_order : integrator->method->error_order;

      *verdict = ode_control_judge_inline (control, *error, plan->h, p, ode_integrator_minimum (integrator));
      if (plan->limited && verdict->accept)
        {
          /* A step shortened by t_stop has a very small error. In the history this
           * error would make the next ratio too large, so it is not stored there. */
          control->log_1 = log_1;
          control->log_2 = log_2;
          control->h_1 = h_1;
        }
      if (integrator->klass->next_size != NULL && !(plan->limited && verdict->accept))
        {
          OdeClamp clamp = verdict->clamp;

          verdict->h_next = let_stepper_choose (integrator, plan->h, *error, verdict->accept, verdict->h_next, &clamp);
          verdict->clamp = clamp;
        }
      return ODE_DONE;
    }
}

#define MARK_EVERY 5
#define TINY_STEP 1e-6

/* The error of a method falls at least like h, also at a jump of f. If after ODE_MOST_REJECTIONS rejected attempts of one step, the last
 * five to ten of them have not even made it fall like h^(1/4), it is not an error of the method, and smaller steps are useless. Steps that
 * are not much longer than the rounding of t, relative to the accuracy, may have errors by rounding. Returns whether the sizes of the states
 * could be raised; then the attempt is within tolerance. */
IN_LOOP bool
raises_sizes (OdeIntegrator *integrator, const Plan *plan, double error)
{
  bool stalled;

  if (!integrator->norm.sized)
    return false;
  /* If all states were zero until now, they give no size with which an error could be compared. A step that is far shorter than the
   * earlier ones then shows that the tolerances are too small. */
  stalled = (ode_sizes_are_zero (&integrator->sizes) && plan->h < TINY_STEP * integrator->statistics.largest_step_taken)
            || (plan->rejections >= ODE_MOST_REJECTIONS && error > plan->error_mark[0] * sqrt (sqrt (plan->h / plan->h_mark[0])));
  if (!stalled && !(plan->h * integrator->norm.accuracy <= ODE_ROUNDED_STEP * fabs (integrator->t)))
    return false;
  return ode_integrator_raise_sizes (integrator, stalled);
}

/* Counts and records a rejection, and stores the proposed size. */
IN_LOOP OdeStatus
reject (OdeIntegrator *integrator, Plan *plan, const OdeVerdict *verdict, double error)
{
  if (plan->rejections++ % MARK_EVERY == 0)
    {
      plan->h_mark[0] = plan->h_mark[1];
      plan->error_mark[0] = plan->error_mark[1];
      plan->h_mark[1] = plan->h;
      plan->error_mark[1] = error;
    }
  integrator->statistics.rejected_error++;
  integrator->statistics.shrinkages_error++;
  count_as (integrator, ODE_RHS_REJECTED);
  integrator->attempt.retry = true;
  if (integrator->attempt_func != NULL)
    ode_integrator_record (integrator, ODE_ATTEMPT_REJECTED_ERROR, ODE_DONE, error, verdict->h_proposed, verdict->h_next,
                           verdict->clamp);
  if (integrator->klass->reject != NULL)
    integrator->klass->reject (integrator->stepper, &integrator->attempt);
  if (verdict->below_minimum)
    return ode_integrator_fail (integrator, ODE_FAIL_MIN_STEP, plan->h);
  integrator->h_try = verdict->h_next;
  plan->judged = true;
  return ODE_DONE;
}

/* Stores the next size, records the attempt and advances. After a step
 * shortened by t_stop the previous h_next remains, unless the controller proposes a larger size; in
 * profile drake it always remains. smallest_adapted_step includes only steps that the
 * controller chose: not the first step, and no step that t_stop limited. */
IN_LOOP void
accept (OdeIntegrator *integrator, const Plan *plan, const OdeVerdict *verdict, double error, OdeStopKind stop)
{
  OdeStatistics *statistics = &integrator->statistics;

  if (integrator->method->traits & ODE_TRAIT_OWN_CONTROL)
    integrator->h_next = verdict->h_next > 0 ? verdict->h_next : integrator->h_next;
  else if (!plan->limited)
    {
      integrator->h_next = verdict->h_next;
      if (!(statistics->smallest_adapted_step <= plan->h) && plan->h < plan->allowed
          && (!isnan (statistics->initial_step_taken) || integrator->attempt.retry))
        statistics->smallest_adapted_step = plan->h;
    }
  else if (integrator->control.kind != ODE_CONTROLLER_DRAKE && verdict->h_next > integrator->h_next)
    integrator->h_next = verdict->h_next;

  if (integrator->attempt_func != NULL)
    {
      OdeClamp clamp = verdict->clamp;

      if (plan->lands && plan->h < integrator->h_try)
        clamp = ode_integrator_clamp_of (stop);
      ode_integrator_record (integrator, ODE_ATTEMPT_ACCEPTED, ODE_DONE, error, verdict->h_proposed, integrator->h_next, clamp);
    }
  ode_integrator_advance (integrator, plan->lands ? plan->t_stop : ode_integrator_end_of (integrator, integrator->attempt.h_taken));
}

/* Returns whether another method of the stepper can try a step that has failed because no step size was small enough. The step
 * begins anew with the size of its first attempt, and the message of the failure is forgotten. */
IN_LOOP bool
falls_back (OdeIntegrator *integrator, OdeStatus status, Plan *plan)
{
  const OdeStepperClass *klass = integrator->klass;

  if (klass->fall_back == NULL || (status != ODE_FAIL_MIN_STEP && status != ODE_FAIL_NO_PROGRESS)
      || !klass->fall_back (integrator->stepper))
    return false;
  integrator->message[0] = '\0';
  integrator->h_try = plan->h_first;
  plan->judged = true;
  plan->rejections = 0;
  return true;
}

/* Takes one step under error control with the loop described at the top of this
 * file. */
static OdeStatus
step_adaptive (OdeIntegrator *integrator, double t_stop, OdeStopKind stop)
{
  /* The plan exists only during this step. h_next, the size that the controller proposed,
   * is stored in the integrator, because it is needed after steps that events
   * shortened. */
  Plan plan = { .t_stop = t_stop, .h_first = integrator->h_next, .judged = true };

  integrator->h_try = integrator->h_next;
  plan.allowed = allowed_step (integrator, t_stop, stop, &plan.reaches);
  for (;;)
    {
      OdeVerdict verdict;
      double error;
      OdeStatus status;

      choose_size (integrator, &plan);
      if ((status = check_before_attempt (integrator, plan.h, plan.lands)) != ODE_DONE)
        {
          if (falls_back (integrator, status, &plan))
            continue;
          return status;
        }
      status = attempt_with_norm (integrator, plan.h, ODE_RHS_STAGES, &error);
      plan.h = integrator->attempt.h; /* read again, so that the size before the call need not be kept in memory */
      for (bool raised = false; status == ODE_DONE; raised = true)
        {
          status = judge (integrator, &plan, &verdict, &error);
          if (status != ODE_DONE || verdict.accept || raised || !raises_sizes (integrator, &plan, error))
            break;
          error = NAN;
        }
      if (status != ODE_DONE)
        {
          integrator->h_try = plan.h;
          if ((status = shrink_after_failure (integrator, status, &integrator->h_try)) != ODE_DONE)
            {
              if (falls_back (integrator, status, &plan))
                continue;
              return status;
            }
          /* An attempt that failed before its error test gives no information about the
           * error, so `limited` keeps its value. */
          plan.judged = false;
          continue;
        }
      if (verdict.accept)
        {
          accept (integrator, &plan, &verdict, error, stop);
          return ODE_DONE;
        }
      if ((status = reject (integrator, &plan, &verdict, error)) != ODE_DONE && !falls_back (integrator, status, &plan))
        return status;
    }
}

/* A system without continuous states is advanced to t_stop in one step,
 * whatever max_step is (Drake's rule). */
static OdeStatus
step_without_states (OdeIntegrator *integrator, double t_stop, OdeStopKind stop)
{
  OdeStatus status = check_before_attempt (integrator, t_stop - integrator->t, true);

  if (status != ODE_DONE)
    return status;
  integrator->statistics.steps_attempted++;
  integrator->attempt = (OdeTry) { .t = integrator->t, .h = t_stop - integrator->t, .h_taken = t_stop - integrator->t };
  integrator->error_known = false;
  if (integrator->attempt_func != NULL)
    ode_integrator_record (integrator, ODE_ATTEMPT_ACCEPTED, ODE_DONE, NAN, integrator->attempt.h, integrator->h_next,
                           ode_integrator_clamp_of (stop));
  integrator->t_previous = integrator->t;
  integrator->t = t_stop;
  integrator->last_valid = integrator->can_undo = true;
  integrator->statistics.steps_taken++;
  integrator->statistics.previous_step = integrator->attempt.h;
  return ODE_DONE;
}

/* Checks t_stop and selects the kind of step: a change of time only, a fixed step on
 * the grid, or a step under error control. */
OdeStatus
ode_integrator_step (OdeIntegrator *integrator, double t_stop, OdeStopKind stop)
{
  if (t_stop == integrator->t)
    return ODE_DONE;
  integrator->can_undo = false;
  if (!integrator->initialized)
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "the integrator is not initialized");
  if (!(t_stop > integrator->t))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "cannot step backward from t = %.17g to %.17g",
                                      integrator->t, t_stop);
  if (integrator->accuracy_pending)
    ode_integrator_clamp_accuracy (integrator);
  if (integrator->n_states == 0)
    return step_without_states (integrator, t_stop, stop);
  ode_integrator_follow_sizes (integrator);
  if (!integrator->adaptive)
    return ode_integrator_step_on_grid (integrator, t_stop, stop);
  return step_adaptive (integrator, t_stop, stop);
}
