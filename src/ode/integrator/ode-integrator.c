/* Steps under error control: choice of the size, the attempt, the error test,
 * and what follows from it.
 *
 * ode_integrator_step takes one accepted step that ends at or before t_stop:
 *
 *   allowed ← the largest step that passes neither t_stop nor max_step
 *   repeat
 *     h ← h_try, or allowed where that is (nearly) reached          choose_size
 *     attempt a step of size h; its error in the norm               ode_integrator_attempt, judge
 *     Newton failed or the model is undefined: h_try ← h/2 or h/4   shrink_after_failure
 *     error > 1: h_try ← what the controller proposes               reject
 *   until accepted                                                  accept
 *
 * Each pass makes one record for the tape. Nothing is allocated. On failure (t,
 * x) is the last accepted point.
 *
 * The buffers x, x_previous and x_next rotate: an accepted step swaps pointers
 * and copies no state; the same holds for the slopes f, f_previous and f_next. */
#include "ode-integrator-private.h"

#include <math.h>
#include <string.h>

/* Relaxed order suffices: the flag passes no data along. */
bool
ode_integrator_stop_asked (const OdeIntegrator *integrator)
{
  const atomic_bool *stop = integrator->settings.stop;

  return stop != NULL && atomic_load_explicit (stop, memory_order_relaxed);
}

/* Steppers count their evaluations as stages, because they do not know how the
 * attempt will end. Once it is known, those since stages_mark move to another
 * purpose. */
void
ode_integrator_count_as (OdeIntegrator *integrator, OdePurpose purpose)
{
  long *counts = integrator->statistics.rhs_by_purpose;

  counts[purpose] += counts[ODE_RHS_STAGES] - integrator->stages_mark;
  counts[ODE_RHS_STAGES] = integrator->stages_mark;
}

/* Returns whether all x[n] are finite. 0·a is zero for finite a and NaN
 * otherwise, and a sum vectorises where n tests do not. */
static bool
all_finite (const double *x, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += x[i] * 0;
  return sum == 0;
}

/* Fills the request, calls the stepper, and looks at the result: all states
 * finite, constraints projected. t, x and the history stay as they are;
 * ode_integrator_advance or a rejection follows. */
OdeStatus
ode_integrator_attempt (OdeIntegrator *integrator, double h, OdePurpose purpose)
{
  OdeTry *attempt = &integrator->attempt;
  OdeStatus status;

  integrator->statistics.steps_attempted++;
  integrator->stages_mark = integrator->statistics.rhs_by_purpose[ODE_RHS_STAGES];
  attempt->t = integrator->t;
  attempt->h = attempt->h_taken = h;
  attempt->x0 = integrator->x;
  attempt->f0 = integrator->f_known ? integrator->f : NULL;
  attempt->x1 = integrator->x_next;
  attempt->error = integrator->error;
  attempt->f1 = NULL;
  /* A stepper that needs f at the start and finds f0 NULL evaluates it into
   * f0_buffer and sets f0, so that the next attempt of this step has it. */
  attempt->f0_buffer = integrator->f;
  attempt->f1_buffer = integrator->f_next;
  attempt->h_suggested = 0;
  attempt->order = attempt->error_order = 0;
  attempt->newton_iterations = attempt->jacobian_age = 0;
  attempt->contraction = attempt->spectral_radius = 0;
  attempt->tiny = h < ode_integrator_working_minimum (integrator);
  integrator->dense_valid = false;

  status = integrator->klass->attempt (integrator->stepper, attempt);
  /* The stepper may have evaluated the slope at the start. */
  if (attempt->f0 == integrator->f)
    integrator->f_known = true;
  if (status == ODE_DONE && !all_finite (attempt->x1, integrator->n_states))
    status = ODE_RETRY_UNDEFINED;
  if (status == ODE_DONE && (integrator->projection != NULL || integrator->consistent != NULL))
    /* The projection moves x1 and may void f1 and parts of the error. */
    status = ode_integrator_settle (integrator);
  integrator->error_known = status == ODE_DONE && attempt->error != NULL;
  if (purpose != ODE_RHS_STAGES)
    ode_integrator_count_as (integrator, purpose);
  return status;
}

/* Takes over the attempted state. Three buffers rotate for the states and three
 * for the slopes: no copy but that of f1 from a stepper that keeps it in its
 * own storage. */
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
  integrator->last_valid = true;
  integrator->can_undo = true;
  integrator->dense_valid = true;
  integrator->attempt.retry = false;

  /* The sizes before this step are kept for
   * ode_integrator_retake, which takes the step back. */
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

/* Returns whether the model is undefined at the current point itself, so that
 * no smaller step can succeed. */
static bool
undefined_at_start (OdeIntegrator *integrator)
{
  const double *f;

  return !integrator->f_known && ode_integrator_dxdt (integrator, &f) != ODE_DONE;
}

/* Counts and records an attempt that failed before its error test. h_next is
 * the size that will be tried instead, or 0 where the run ends. */
static void
count_failure (OdeIntegrator *integrator, OdeStatus status, double h_next)
{
  OdeStatistics *statistics = &integrator->statistics;
  OdeOutcome outcome = ODE_ATTEMPT_REJECTED_NEWTON;

  ode_integrator_count_as (integrator, ODE_RHS_REJECTED);
  if (status < 0)
    outcome = ODE_ATTEMPT_STOPPED;
  else
    {
      statistics->substep_failures++;
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
    ode_integrator_record (integrator, outcome, status, NAN, h_next, h_next, ODE_CLAMP_SHRINK);
  if (integrator->klass->reject != NULL)
    integrator->klass->reject (integrator->stepper, &integrator->attempt);
}

/* Writes the size to try after a failed attempt of size *h to *h, or returns
 * the status that ends the run. Newton's failure halves the step, as in Drake;
 * an undefined model, which says that the step reached beyond a boundary of the
 * model, divides it by four. At the working minimum with throwing off, implicit
 * methods fall back to an explicit formula (OdeTry.tiny). */
static OdeStatus
shrink_after_failure (OdeIntegrator *integrator, OdeStatus status, double *h)
{
  /* A factor of 1/4 outside profile drake: after leaving the
   * domain of the model the next attempt should be well inside it. */
  double h_work = ode_integrator_working_minimum (integrator);
  double factor = status == ODE_RETRY_UNDEFINED && integrator->control.kind != ODE_CONTROLLER_DRAKE ? 0.25 : 0.5;
  double h_new = factor * *h;

  if (status < 0)
    {
      count_failure (integrator, status, 0);
      if (status == ODE_STOPPED)
        return ode_integrator_fail_message (integrator, status, "stopped at t = %.17g", integrator->t);
      return ode_integrator_fail (integrator, status, *h);
    }
  /* One attempt at the working minimum itself, before the step is given up. */
  if (h_new < h_work && *h > h_work && !integrator->settings.throw_on_min_step)
    h_new = h_work;
  count_failure (integrator, status, h_new);
  if (status == ODE_RETRY_UNDEFINED && undefined_at_start (integrator))
    return ode_integrator_fail (integrator, ODE_FAIL_UNDEFINED, *h);
  if (h_new < h_work)
    return ode_integrator_fail_message (integrator, ODE_FAIL_MIN_STEP,
                                      "the step became smaller than the minimum at t = %.17g with step %g, because %s",
                                      integrator->t, *h, ode_message_translate (integrator->settings.translate, ode_status_text (status)));
  *h = h_new;
  return ODE_DONE;
}

/* Tests for a stop request, the step limit, and a step too small to change t. A
 * step that lands on t_stop always changes t. */
static OdeStatus
check_before_attempt (OdeIntegrator *integrator, double h, bool lands)
{
  const OdeSettings *settings = &integrator->settings;

  if (ode_integrator_stop_asked (integrator))
    return ode_integrator_fail_message (integrator, ODE_STOPPED, "stopped at t = %.17g", integrator->t);
  if (settings->step_limit > 0 && integrator->statistics.steps_attempted >= settings->step_limit)
    return ode_integrator_fail (integrator, ODE_FAIL_STEP_LIMIT, h);
  if (!lands && integrator->t + h == integrator->t)
    return ode_integrator_fail (integrator, ODE_FAIL_NO_PROGRESS, h);
  return ODE_DONE;
}

/* Returns the largest step allowed from t, and whether it lands on t_stop. A
 * step to an event may exceed max_step by the stretch factor (1.01 in Drake),
 * so that no tiny step remains before the event. A step to the end time may not
 * in profile drake (IntegratorBase::IntegrateNoFurtherThanTime stretches for
 * updates and publishes only); stretch below 1.001 marks the other profiles,
 * where it covers rounding alone. */
static double
allowed_step (const OdeIntegrator *integrator, double t_stop, OdeStopKind stop, bool *lands)
{
  const OdeSettings *settings = &integrator->settings;
  double stretch = stop == ODE_STOP_EVENT || settings->stretch < 1.001 ? settings->stretch : 1;

  *lands = true;
  if (settings->max_step > 0 && integrator->t + stretch * settings->max_step < t_stop)
    {
      *lands = false;
      return settings->max_step;
    }
  return t_stop - integrator->t;
}

/* One step under error control, through all its attempts. */
typedef struct
{
  double t_stop;
  double allowed; /* the largest step that does not pass t_stop or max_step */
  bool reaches;   /* a step of size allowed ends at t_stop */
  double h_try;   /* the size that the controller wants */
  double h;       /* the size that is tried */
  bool lands;     /* it ends at t_stop */
  bool limited;   /* h is below 0.95 h_try: its error says little about the next size */
  bool judged;    /* the last attempt reached its error test, or there was none */
} Plan;

/* Chooses h from h_try and the largest allowed step. Drake takes the allowed
 * step where it is below 1.001 h_try and calls it artificially limited below
 * 0.95 h_try (IntegratorBase::StepOnceErrorControlledAtMost); other profiles
 * let a step exceed h_try by the stretch factor where it lands on t_stop. The
 * mark `limited` is kept over attempts that failed before their error test. */
static inline void
choose_size (const OdeIntegrator *integrator, Plan *plan)
{
  const OdeSettings *settings = &integrator->settings;
  const bool drake = integrator->control.kind == ODE_CONTROLLER_DRAKE;

  plan->h = plan->h_try;
  plan->lands = false;
  if (plan->judged)
    plan->limited = plan->allowed < 0.95 * plan->h_try;
  if (plan->allowed < (drake ? 1.001 : settings->stretch) * plan->h_try)
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

/* Runs the error test; writes the norm of the error and the verdict. Returns
 * ODE_RETRY_UNDEFINED where the error is NaN. Steppers with their own control
 * have tested already: their step is accepted, and their proposal is the next
 * size. */
static inline OdeStatus
judge (OdeIntegrator *integrator, Plan *plan, OdeVerdict *verdict, double *error)
{
  const OdeTry *attempt = &integrator->attempt;
  OdeControl *control = &integrator->control;

  *error = 0;
  if (integrator->error != NULL)
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

      *verdict = ode_control_judge (control, *error, plan->h, p, ode_integrator_working_minimum (integrator));
      if (plan->limited && verdict->accept)
        {
          /* A step that t_stop cut short has a tiny error for its size class;
           * as history it would make the next ratio too large. */
          control->log_1 = log_1;
          control->log_2 = log_2;
          control->h_1 = h_1;
        }
      return ODE_DONE;
    }
}

/* Counts and records a rejection and takes over the proposed size. */
static OdeStatus
reject (OdeIntegrator *integrator, Plan *plan, const OdeVerdict *verdict, double error)
{
  integrator->statistics.rejected_error++;
  integrator->statistics.shrinkages_error++;
  ode_integrator_count_as (integrator, ODE_RHS_REJECTED);
  integrator->attempt.retry = true;
  if (integrator->attempt_func != NULL)
    ode_integrator_record (integrator, ODE_ATTEMPT_REJECTED_ERROR, ODE_DONE, error, verdict->h_proposed, verdict->h_next,
                           verdict->clamp);
  if (integrator->klass->reject != NULL)
    integrator->klass->reject (integrator->stepper, &integrator->attempt);
  if (verdict->below_minimum)
    return ode_integrator_fail (integrator, ODE_FAIL_MIN_STEP, plan->h);
  plan->h_try = verdict->h_next;
  plan->judged = true;
  return ODE_DONE;
}

/* Takes over the next size, records the attempt and advances. After a step that
 * was cut short the old wish h_next stays, unless the controller proposes more
 * (Drake: in any case). smallest_adapted_step counts steps that the controller
 * chose: not the first one, which was given, and not one that t_stop limited. */
static inline void
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

      if (plan->lands && plan->h < plan->h_try)
        clamp = stop == ODE_STOP_END ? ODE_CLAMP_END : ODE_CLAMP_EVENT;
      ode_integrator_record (integrator, ODE_ATTEMPT_ACCEPTED, ODE_DONE, error, verdict->h_proposed, integrator->h_next, clamp);
    }
  ode_integrator_advance (integrator, plan->lands ? plan->t_stop : integrator->t + integrator->attempt.h_taken);
}

/* The loop described at the top of this file. */
static OdeStatus
step_adaptive (OdeIntegrator *integrator, double t_stop, OdeStopKind stop)
{
  /* The plan lives for one accepted step. h_next, the controller's wish, stays
   * in the integrator over steps that events cut short. */
  Plan plan = { .t_stop = t_stop, .h_try = integrator->h_next, .judged = true };

  plan.allowed = allowed_step (integrator, t_stop, stop, &plan.reaches);
  for (;;)
    {
      OdeVerdict verdict;
      double error;
      OdeStatus status;

      choose_size (integrator, &plan);
      if ((status = check_before_attempt (integrator, plan.h, plan.lands)) != ODE_DONE)
        return status;
      status = ode_integrator_attempt (integrator, plan.h, ODE_RHS_STAGES);
      if (status == ODE_DONE)
        status = judge (integrator, &plan, &verdict, &error);
      if (status != ODE_DONE)
        {
          plan.h_try = plan.h;
          if ((status = shrink_after_failure (integrator, status, &plan.h_try)) != ODE_DONE)
            return status;
          /* An attempt that failed early says nothing about the error, so that
           * `limited` keeps its value. */
          plan.judged = false;
          continue;
        }
      if (verdict.accept)
        {
          accept (integrator, &plan, &verdict, error, stop);
          return ODE_DONE;
        }
      if ((status = reject (integrator, &plan, &verdict, error)) != ODE_DONE)
        return status;
    }
}

/* Without continuous states one step advances time to t_stop, whatever max_step
 * says (Drake's rule). */
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
                           stop == ODE_STOP_END ? ODE_CLAMP_END : ODE_CLAMP_EVENT);
  integrator->t_previous = integrator->t;
  integrator->t = t_stop;
  integrator->last_valid = integrator->can_undo = true;
  integrator->statistics.steps_taken++;
  integrator->statistics.previous_step = integrator->attempt.h;
  return ODE_DONE;
}

/* Checks the request and chooses among three kinds of step: time alone, on the
 * fixed grid, or under error control. */
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
  if (!integrator->adaptive)
    return ode_integrator_step_on_grid (integrator, t_stop, stop);
  return step_adaptive (integrator, t_stop, stop);
}
