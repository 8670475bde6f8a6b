/* A state machine that returns control to the caller at reports and events, like Simbody's AbstractIntegratorRep::stepTo. After a step the
 * state is STEPPED or TRIGGERED. Following calls then return the times of this step in ascending order: reports inside the step, the start
 * t_low of an event window, the end of the step. In state RETURNED the end of the step was returned, and the next call takes a step. */
#include "sim-time-stepper.h"

#include <glib/gi18n-lib.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim-switch-private.h"
#include "sim-witness-private.h"

typedef enum
{
  STEPPED,    /* a step is complete and triggered no event, or the start of its event window was returned */
  TRIGGERED,  /* a step is complete and ends at t_high of an event window */
  RETURNED,   /* the end of the step was returned */
  ENDED,
} Communication;

struct SimTimeStepper
{
  SimSimulator *simulator;
  double t_final;
  gint64 step_limit;
  gboolean every_step, interpolates;

  Communication state;
  gboolean starts;            /* the start of a continuous interval has not been returned yet */
  gboolean scheduled_returned; /* the scheduled events at this time were returned */
  gboolean terminated;        /* an event or monitor has ended the run; the rest of the last step is still returned */
  SimEndReason end_reason;
  gboolean is_interpolated;   /* TRUE: the returned state is (t, x) below; FALSE: it is the advanced state */
  double t, *x;
  double t_low, t_high;       /* NaN: no event window */
  SimTriggeredEvent *triggered;
  int n_triggered;
  double *x_before, *d_before; /* scratch, used to detect whether updates changed the state */
};

const char *
sim_outcome_id (SimOutcome outcome)
{
  static const char *const ids[] = { "StepFailed", "ReachedReportTime", "ReachedEventTrigger", "ReachedScheduledEvent", "TimeHasAdvanced",
                                     "ReachedStepLimit", "EndOfSimulation", "StartOfContinuousInterval" };
  return ids[outcome];
}

const char *
sim_outcome_text (SimOutcome outcome)
{
  static const char *const texts[] = { N_ ("the step failed"), N_ ("reached the report time"), N_ ("an event was triggered"),
                                       N_ ("reached a scheduled event"), N_ ("the time has advanced"), N_ ("reached the step limit"),
                                       N_ ("the simulation has ended"), N_ ("start of a continuous interval") };
  return _ (texts[outcome]);
}

const char *
sim_end_reason_id (SimEndReason reason)
{
  static const char *const ids[] = { "NoTermination", "ReachedFinalTime", "AnUnrecoverableErrorOccurred", "EventHandlerRequestedTermination" };
  return ids[reason];
}

SimTimeStepper *
sim_time_stepper_new (SimSimulator *simulator)
{
  SimTimeStepper *stepper = g_new0 (SimTimeStepper, 1);
  gsize n = (gsize) simulator->system->ode->n_states + 1, m = (gsize) simulator->system->n_discrete + 1;
  stepper->simulator = simulator;
  stepper->t_final = INFINITY;
  stepper->interpolates = TRUE;
  stepper->t_low = stepper->t_high = NAN;
  stepper->x = g_new0 (double, n);
  stepper->x_before = g_new0 (double, n);
  stepper->d_before = g_new0 (double, m);
  stepper->triggered = g_new0 (SimTriggeredEvent, (gsize) simulator->system->n_events + 1);
  return stepper;
}

void
sim_time_stepper_free (SimTimeStepper *stepper)
{
  if (stepper == NULL)
    return;
  g_free (stepper->x);
  g_free (stepper->x_before);
  g_free (stepper->d_before);
  g_free (stepper->triggered);
  g_free (stepper);
}

void
sim_time_stepper_set_final_time (SimTimeStepper *stepper, double t)
{
  stepper->t_final = t;
}

void
sim_time_stepper_set_step_limit (SimTimeStepper *stepper, gint64 limit)
{
  stepper->step_limit = limit;
}

void
sim_time_stepper_set_return_every_step (SimTimeStepper *stepper, gboolean every)
{
  stepper->every_step = every;
}

void
sim_time_stepper_set_allow_interpolation (SimTimeStepper *stepper, gboolean allow)
{
  stepper->interpolates = allow;
}

void
sim_time_stepper_set_time_scale (SimTimeStepper *stepper, double time_scale)
{
  SimSimulator *simulator = stepper->simulator;
  g_return_if_fail (time_scale > 0);
  simulator->time_scale = time_scale;
  if (simulator->profile == SIM_PROFILE_SIMBODY)
    {
      g_autofree char *step = g_strdup_printf ("%.17g", time_scale / 10);
      sim_config_set (simulator->config, "initial_step", step, SIM_ORIGIN_LIVE, NULL);
    }
}

gboolean
sim_time_stepper_set_constraint_weights (SimTimeStepper *stepper, const double *weights, GError **error)
{
  SimSimulator *simulator = stepper->simulator;
  double *old = simulator->constraint_weights;
  gsize n = sizeof (double) * (gsize) simulator->system->ode->n_constraints;
  simulator->constraint_weights = weights != NULL && n > 0 ? g_memdup2 (weights, n) : NULL;
  if (!sim_simulator_configure (simulator, error))
    {
      g_free (simulator->constraint_weights);
      simulator->constraint_weights = old;
      return FALSE;
    }
  g_free (old);
  return TRUE;
}

/* ---- results of the last step ---- */

static gboolean
is_scheduled (const SimTimeStepper *stepper, int event)
{
  SimTrigger trigger = stepper->simulator->system->events[event].trigger;
  return (trigger == SIM_TRIGGER_PERIODIC || trigger == SIM_TRIGGER_TIMED) && !sim_event_is_interpolated (stepper->simulator, event);
}

static gboolean
scheduled_is_due (const SimTimeStepper *stepper)
{
  for (int event = 0; event < stepper->simulator->system->n_events; event++)
    if (stepper->simulator->events[event].due && is_scheduled (stepper, event))
      return TRUE;
  return FALSE;
}

static int
compare_triggered (const void *a, const void *b)
{
  const SimTriggeredEvent *first = a, *second = b;
  if (first->t_estimated != second->t_estimated)
    return first->t_estimated < second->t_estimated ? -1 : 1;
  return first->event - second->event;
}

/* Returns the time of the crossing by linear interpolation of the witness over the window, or the middle of the window, as in Simbody,
 * if the witness does not change sign there, for example if it starts at 0. */
static double
estimate_time (const SimTimeStepper *stepper, int event)
{
  const SimSystem *system = stepper->simulator->system;
  double low = system->witness (system->self, event, stepper->t_low, stepper->x);
  double high = system->witness (system->self, event, stepper->t_high, sim_x (stepper->simulator));
  if (high == 0)
    return stepper->t_high;
  if (!(low * high < 0))
    return stepper->t_low + 0.5 * (stepper->t_high - stepper->t_low);
  return stepper->t_high - (stepper->t_high - stepper->t_low) * (high / (high - low));
}

/* Lists the witness events of the last step and computes the event window that contains
 * them. Writes the state at t_low to x. Returns FALSE if this state cannot be interpolated. */
static gboolean
find_triggered (SimTimeStepper *stepper)
{
  SimSimulator *simulator = stepper->simulator;
  double t = sim_t (simulator);
  stepper->n_triggered = 0;
  stepper->t_low = stepper->t_high = NAN;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      const SimEventState *state = &simulator->events[event];
      if (!state->due)
        continue;
      double low = sim_window_start (simulator, event);
      stepper->t_low = fmin (stepper->n_triggered > 0 ? stepper->t_low : INFINITY, low);
      stepper->triggered[stepper->n_triggered].event = event;
      stepper->triggered[stepper->n_triggered++].direction = state->direction;
    }
  if (stepper->n_triggered == 0)
    return TRUE;
  stepper->t_high = t;
  if (simulator->integrator != NULL && sim_motion_interpolate (simulator, stepper->t_low, stepper->x) != ODE_DONE)
    return FALSE;
  for (int k = 0; k < stepper->n_triggered; k++)
    {
      SimTriggeredEvent *triggered = &stepper->triggered[k];
      const SimSystem *system = simulator->system;
      triggered->t_estimated = estimate_time (stepper, triggered->event);
      if (simulator->isolation == SIM_ISOLATE_DRAKE)
        triggered->direction = system->witness (system->self, triggered->event, stepper->t_low, stepper->x) > 0 ? -1 : 1;
    }
  qsort (stepper->triggered, (size_t) stepper->n_triggered, sizeof *stepper->triggered, compare_triggered);
  return TRUE;
}

/* ---- the state machine ---- */

static SimOutcome
end (SimTimeStepper *stepper, SimEndReason reason)
{
  stepper->state = ENDED;
  stepper->is_interpolated = FALSE;
  if (stepper->end_reason == SIM_END_NONE)
    stepper->end_reason = reason;
  return reason == SIM_END_FAILED ? SIM_OUTCOME_FAILED : SIM_OUTCOME_END_OF_SIMULATION;
}

/* Returns the outcome of a run that stopped. The run can continue after an interrupt, but not after a failure. */
static SimOutcome
fail (SimTimeStepper *stepper)
{
  return stepper->simulator->status.reason == SIM_INTERRUPTED ? SIM_OUTCOME_FAILED : end (stepper, SIM_END_FAILED);
}

static SimOutcome
return_advanced (SimTimeStepper *stepper, SimOutcome outcome)
{
  stepper->is_interpolated = FALSE;
  stepper->state = RETURNED;
  return outcome;
}

static SimOutcome
start_interval (SimTimeStepper *stepper)
{
  stepper->starts = FALSE;
  return SIM_OUTCOME_START_OF_INTERVAL;
}

static SimOutcome
return_interpolated (SimTimeStepper *stepper, double t, SimOutcome outcome)
{
  if (stepper->simulator->integrator != NULL && sim_motion_interpolate (stepper->simulator, t, stepper->x) != ODE_DONE)
    {
      sim_status_set (stepper->simulator, SIM_FAILED_RUN, t, g_strdup (sim_motion_message (stepper->simulator)));
      return end (stepper, SIM_END_FAILED);
    }
  stepper->t = t;
  stepper->is_interpolated = TRUE;
  return outcome;
}

/* Takes one step that ends at the time t_most at the latest. */
static gboolean
take_step (SimTimeStepper *stepper, double t_most)
{
  SimSimulator *simulator = stepper->simulator;
  SimStatus status = sim_simulator_step (simulator, t_most);
  if (status.reason == SIM_FAILED_RUN || status.reason == SIM_INTERRUPTED)
    return FALSE;
  stepper->terminated = status.reason == SIM_TERMINATED;
  stepper->scheduled_returned = FALSE;
  if (!find_triggered (stepper))
    {
      sim_status_set (simulator, SIM_FAILED_RUN, t_most, g_strdup (sim_motion_message (simulator)));
      return FALSE;
    }
  stepper->state = stepper->n_triggered > 0 ? TRIGGERED : STEPPED;
  return TRUE;
}

/* Moves the start of the event window to a report inside the window, so that the returned times ascend. */
static void
report_in_window (SimTimeStepper *stepper, double t)
{
  if (t <= stepper->t_low)
    return;
  stepper->t_low = t;
  for (int k = 0; k < stepper->n_triggered; k++)
    stepper->triggered[k].t_estimated = fmax (stepper->triggered[k].t_estimated, nextafter (t, INFINITY));
}

/* Finds the next state of the last step that must be returned. Returns FALSE if all states were returned and the caller's times are not
 * reached, so that a step is necessary. */
static gboolean
return_from_step (SimTimeStepper *stepper, double t_report, double t_event, gint64 n_steps, SimOutcome *outcome)
{
  double t = sim_t (stepper->simulator);
  if (stepper->state == TRIGGERED)
    {
      if (t_report < stepper->t_high)
        {
          report_in_window (stepper, t_report);
          *outcome = return_interpolated (stepper, t_report, SIM_OUTCOME_REPORT_TIME);
        }
      else
        {
          *outcome = return_interpolated (stepper, stepper->t_low, SIM_OUTCOME_EVENT_TRIGGER);
          if (stepper->state == TRIGGERED)
            stepper->state = STEPPED;
        }
      return TRUE;
    }
  if (t_report < t)
    *outcome = return_interpolated (stepper, t_report, SIM_OUTCOME_REPORT_TIME);
  else if (t_report == t)
    *outcome = return_advanced (stepper, SIM_OUTCOME_REPORT_TIME);
  else if (t >= t_event)
    *outcome = return_advanced (stepper, SIM_OUTCOME_SCHEDULED_EVENT);
  else if (scheduled_is_due (stepper) && !stepper->scheduled_returned)
    {
      stepper->scheduled_returned = TRUE;
      *outcome = return_advanced (stepper, SIM_OUTCOME_SCHEDULED_EVENT);
    }
  else if (stepper->every_step)
    *outcome = return_advanced (stepper, SIM_OUTCOME_TIME_HAS_ADVANCED);
  else if (t >= stepper->t_final)
    *outcome = return_advanced (stepper, SIM_OUTCOME_REPORT_TIME);
  else if (stepper->step_limit > 0 && n_steps >= stepper->step_limit)
    *outcome = return_advanced (stepper, SIM_OUTCOME_STEP_LIMIT);
  else
    return FALSE;
  return TRUE;
}

SimOutcome
sim_time_stepper_step_to (SimTimeStepper *stepper, double t_report, double t_event)
{
  SimSimulator *simulator = stepper->simulator;
  double t_most = fmin (t_event, stepper->t_final);
  SimOutcome outcome;
  if (!simulator->initialized && stepper->state != ENDED)
    return SIM_OUTCOME_FAILED;
  if (stepper->state == ENDED)
    return stepper->end_reason == SIM_END_FAILED ? SIM_OUTCOME_FAILED : SIM_OUTCOME_END_OF_SIMULATION;
  if (!(t_report >= sim_time_stepper_t (stepper) && t_event >= sim_time_stepper_t (stepper)))
    {
      sim_status_set (simulator, SIM_FAILED_RUN, t_report, g_strdup (_("a report or event time is before the current time")));
      return SIM_OUTCOME_FAILED;
    }
  if (stepper->starts)
    return start_interval (stepper);
  /* The step must not go beyond the report if the state there cannot be interpolated: interpolation is switched off, isolation method
   * drake is used, or the system has no continuous states. */
  if (!stepper->interpolates || simulator->isolation == SIM_ISOLATE_DRAKE || simulator->integrator == NULL)
    t_most = fmin (t_report, t_most);
  for (gint64 n_steps = 0;; n_steps++)
    {
      if (stepper->state != RETURNED && return_from_step (stepper, t_report, t_event, n_steps, &outcome))
        return outcome;
      double t = sim_t (simulator);
      if (stepper->state == RETURNED && t >= stepper->t_final)
        return end (stepper, stepper->terminated ? SIM_END_EVENT : SIM_END_FINAL_TIME);
      if (stepper->state == RETURNED && t == t_report)
        return SIM_OUTCOME_REPORT_TIME;
      if (stepper->state == RETURNED && t == t_event)
        return SIM_OUTCOME_SCHEDULED_EVENT;
      if (scheduled_is_due (stepper) && !stepper->scheduled_returned)
        {
          stepper->scheduled_returned = TRUE;
          return return_advanced (stepper, SIM_OUTCOME_SCHEDULED_EVENT);
        }
      if (!sim_time_stepper_handle_events (stepper))
        return stepper->state == ENDED && stepper->end_reason != SIM_END_FAILED ? SIM_OUTCOME_END_OF_SIMULATION : SIM_OUTCOME_FAILED;
      if (stepper->starts)
        return start_interval (stepper);
      /* A limit that is much later than all other times is treated as no
       * limit, because the grid of fixed steps would be computed from it. */
      if (!take_step (stepper, fmin (t_most, 1e-8 * DBL_MAX)))
        return fail (stepper);
    }
}

SimOutcome
sim_time_stepper_step_by (SimTimeStepper *stepper, double report_interval, double event_interval)
{
  double t = sim_time_stepper_t (stepper);
  return sim_time_stepper_step_to (stepper, t + report_interval, t + event_interval);
}

SimOutcome
sim_time_stepper_advance_to (SimTimeStepper *stepper, double t, gboolean report_all)
{
  for (;;)
    {
      SimOutcome outcome = sim_time_stepper_step_to (stepper, t, INFINITY);
      switch (outcome)
        {
        case SIM_OUTCOME_FAILED:
        case SIM_OUTCOME_END_OF_SIMULATION:
          return outcome;
        case SIM_OUTCOME_REPORT_TIME:
          /* The final time is first returned as a report, and then as the end of the simulation. */
          if (report_all || sim_time_stepper_t (stepper) >= fmin (t, stepper->t_final))
            return sim_time_stepper_t (stepper) >= t || report_all ? outcome : sim_time_stepper_step_to (stepper, t, INFINITY);
          break;
        case SIM_OUTCOME_SCHEDULED_EVENT:
        case SIM_OUTCOME_TIME_HAS_ADVANCED:
        case SIM_OUTCOME_EVENT_TRIGGER:
          if (report_all)
            return outcome;
          if (!sim_time_stepper_handle_events (stepper))
            return stepper->end_reason == SIM_END_FAILED || stepper->state != ENDED ? SIM_OUTCOME_FAILED : SIM_OUTCOME_END_OF_SIMULATION;
          break;
        case SIM_OUTCOME_STEP_LIMIT:
        case SIM_OUTCOME_START_OF_INTERVAL:
          if (report_all)
            return outcome;
          break;
        }
    }
}

gboolean
sim_time_stepper_handle_events (SimTimeStepper *stepper)
{
  SimSimulator *simulator = stepper->simulator;
  const SimSystem *system = simulator->system;
  gsize x_bytes = sizeof (double) * (gsize) system->ode->n_states, d_bytes = sizeof (double) * (gsize) system->n_discrete;
  if (stepper->state == ENDED)
    return FALSE;
  if (stepper->terminated)
    {
      end (stepper, SIM_END_EVENT);
      return FALSE;
    }
  gboolean due = FALSE;
  for (int event = 0; event < system->n_events && !due; event++)
    due = simulator->events[event].due;
  stepper->is_interpolated = FALSE;
  if (stepper->state != RETURNED)
    stepper->state = STEPPED;
  if (!due)
    return TRUE;
  memcpy (stepper->x_before, sim_x (simulator), x_bytes);
  memcpy (stepper->d_before, simulator->d, d_bytes);
  SimStatus status = sim_simulator_advance_pending (simulator);
  if (status.reason == SIM_FAILED_RUN || status.reason == SIM_INTERRUPTED)
    {
      fail (stepper);
      return FALSE;
    }
  stepper->scheduled_returned = FALSE;
  stepper->n_triggered = 0;
  stepper->t_low = stepper->t_high = NAN;
  if (memcmp (stepper->x_before, sim_x (simulator), x_bytes) != 0 || memcmp (stepper->d_before, simulator->d, d_bytes) != 0)
    stepper->starts = TRUE;
  if (status.reason == SIM_TERMINATED)
    {
      end (stepper, SIM_END_EVENT);
      return FALSE;
    }
  return TRUE;
}

gboolean
sim_time_stepper_reinitialize (SimTimeStepper *stepper, SimStage stage, gboolean terminate)
{
  SimSimulator *simulator = stepper->simulator;
  if (stage < SIM_STAGE_REPORT && stepper->state != ENDED)
    {
      simulator->g0_known = FALSE;
      sim_switch_forget (simulator);
      stepper->is_interpolated = FALSE;
      if (stepper->state != RETURNED)
        stepper->state = STEPPED;
      stepper->starts = TRUE;
      if (stage > SIM_STAGE_VELOCITY)
        sim_motion_restart (simulator);
      else if (simulator->integrator != NULL)
        {
          memcpy (stepper->x_before, sim_x (simulator), sizeof (double) * (gsize) simulator->system->ode->n_states);
          if (sim_motion_jump (simulator, stepper->x_before) != ODE_DONE)
            {
              sim_status_set (simulator, SIM_FAILED_RUN, sim_t (simulator), g_strdup (sim_motion_message (simulator)));
              end (stepper, SIM_END_FAILED);
              return FALSE;
            }
        }
    }
  if (terminate && stepper->state != ENDED)
    end (stepper, SIM_END_EVENT);
  return TRUE;
}

gboolean
sim_time_stepper_initialize (SimTimeStepper *stepper, double t, const double *x, const double *d)
{
  SimSimulator *simulator = stepper->simulator;
  SimStatus status = sim_simulator_initialize (simulator, t, x, d, stepper->t_final, FALSE);
  stepper->state = STEPPED;
  stepper->starts = TRUE;
  stepper->scheduled_returned = stepper->terminated = stepper->is_interpolated = FALSE;
  stepper->end_reason = SIM_END_NONE;
  stepper->n_triggered = 0;
  stepper->t_low = stepper->t_high = NAN;
  if (status.reason == SIM_FAILED_RUN)
    end (stepper, SIM_END_FAILED);
  else if (status.reason == SIM_TERMINATED)
    end (stepper, SIM_END_EVENT);
  return status.reason == SIM_READY;
}

double
sim_time_stepper_t (const SimTimeStepper *stepper)
{
  return stepper->is_interpolated ? stepper->t : sim_t (stepper->simulator);
}

const double *
sim_time_stepper_x (const SimTimeStepper *stepper)
{
  return stepper->is_interpolated ? stepper->x : sim_x (stepper->simulator);
}

double
sim_time_stepper_t_advanced (const SimTimeStepper *stepper)
{
  return sim_t (stepper->simulator);
}

const double *
sim_time_stepper_x_advanced (const SimTimeStepper *stepper)
{
  return sim_x (stepper->simulator);
}

gboolean
sim_time_stepper_event_window (const SimTimeStepper *stepper, double *t_low, double *t_high)
{
  *t_low = stepper->t_low;
  *t_high = stepper->t_high;
  return stepper->n_triggered > 0;
}

const SimTriggeredEvent *
sim_time_stepper_triggered (const SimTimeStepper *stepper, int *n)
{
  *n = stepper->n_triggered;
  return stepper->triggered;
}

SimEndReason
sim_time_stepper_end_reason (const SimTimeStepper *stepper)
{
  return stepper->end_reason;
}
