/* The hybrid loop. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "sim-simulator-private.h"
#include "sim-timing.h"

/* What a pass of the loop came to. */
typedef enum { PASS_GO_ON, PASS_LEAVE } Pass;

static void
clear_due (SimSimulator *simulator)
{
  for (int event = 0; event < simulator->system->n_events; event++)
    {
      simulator->events[event].due = FALSE;
      simulator->events[event].logged = FALSE;
    }
}

static gboolean
is_interrupted (const SimSimulator *simulator)
{
  return atomic_load_explicit (&simulator->stop, memory_order_relaxed)
         || atomic_load_explicit (&simulator->pause, memory_order_relaxed);
}

/* Waits for real time in slices, so that an interrupt is seen within a fiftieth of a second. */
static void
hold_back (SimSimulator *simulator)
{
  gint64 wait;
  if (!(simulator->throttle.rate > 0))
    return;
  gint64 before = g_get_monotonic_time ();
  while ((wait = sim_throttle_wait (&simulator->throttle, sim_t (simulator))) > 0
         && !is_interrupted (simulator))
    g_usleep ((gulong) MIN (wait, 20000));
  simulator->wall_waited += (double) (g_get_monotonic_time () - before) * 1e-6;
}

/* The earliest scheduled event that a step must end at. */
static double
next_scheduled (const SimSimulator *simulator)
{
  double next = INFINITY;
  for (int event = 0; event < simulator->system->n_events; event++)
    if (!sim_event_is_interpolated (simulator, event))
      next = fmin (next, simulator->events[event].next);
  return next;
}

static gboolean
stops_with_updates (const SimSimulator *simulator)
{
  for (int event = 0; event < simulator->system->n_events; event++)
    {
      const SimEventInfo *info = &simulator->system->events[event];
      if (simulator->events[event].due && info->stops
          && (info->actions & (SIM_ACTION_UNRESTRICTED | SIM_ACTION_DISCRETE)) != 0)
        return TRUE;
    }
  return FALSE;
}

/* Marks what is due at the end of a step: per-step events, and scheduled ones of this instant. */
static void
mark_due (SimSimulator *simulator, gboolean timed)
{
  SimSystem *system = simulator->system;
  double t = sim_t (simulator);
  double near = sim_near (simulator, t);
  for (int event = 0; event < system->n_events; event++)
    {
      SimEventState *state = &simulator->events[event];
      if (system->events[event].trigger == SIM_TRIGGER_PER_STEP)
        state->due = TRUE;
      if (!timed || !(state->next <= t + near) || sim_event_is_interpolated (simulator, event))
        continue;
      state->due = TRUE;
      state->iterations = 0;
      state->window = 0;
      state->next = system->next_time (system->self, event, fmax (t, state->next) + near, FALSE);
    }
}

static gboolean
any_due (const SimSimulator *simulator)
{
  for (int event = 0; event < simulator->system->n_events; event++)
    if (simulator->events[event].due && simulator->system->events[event].trigger != SIM_TRIGGER_PER_STEP)
      return TRUE;
  return FALSE;
}

/* Values that a break changes are those after it from here on. */
static void
cross_break (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  double t = sim_t (simulator);
  double near = sim_near (simulator, t);
  if (!(simulator->next_break <= t + near))
    return;
  double at = fmax (t, simulator->next_break);
  if (system->at_break != NULL)
    system->at_break (system->self, at);
  simulator->next_break = system->next_break (system->self, at + near);
  simulator->g0_known = FALSE;
  if (simulator->integrator != NULL)
    ode_integrator_invalidate (simulator->integrator);
}

/* The continuous part of a pass: where to stop, one step, and what became due. */
static OdeStatus
integrate (SimSimulator *simulator, double boundary)
{
  double t = sim_t (simulator);
  double near = sim_near (simulator, boundary);
  double event = fmin (next_scheduled (simulator), simulator->next_break);
  if (simulator->exact_publish)
    event = fmin (event, sim_recorder_next (simulator->recorder, t));
  event = fmin (event, sim_zeno_hint (simulator));
  /* An event within rounding of the boundary is at the boundary. */
  if (fabs (event - boundary) <= near)
    event = boundary;
  OdeStopKind stop = event <= boundary ? ODE_STOP_EVENT : ODE_STOP_END;
  double t_stop = fmin (event, boundary);
  if (t_stop <= t)
    return ODE_DONE;
  return sim_witness_step (simulator, t_stop, stop);
}

static gboolean
record_step (SimSimulator *simulator, double t0, GError **error)
{
  double t = sim_t (simulator);
  if (t <= t0)
    return TRUE;
  return sim_recorder_step (simulator->recorder, t0, t, any_due (simulator) ? SIM_ROW_EVENT : 0, error);
}

/* Updates due now. PASS_LEAVE with the status set where they failed, or asked to end. */
static Pass
run_updates (SimSimulator *simulator, double boundary, SimHandlerStatus *status)
{
  cross_break (simulator);
  *status = sim_dispatch_updates (simulator);
  if (status->severity == SIM_FAILED)
    {
      sim_status_handler (simulator, status, boundary);
      return PASS_LEAVE;
    }
  sim_witness_read (simulator);
  GError *error = NULL;
  if (!sim_dispatch_log (simulator, TRUE, FALSE, &error))
    {
      g_clear_pointer (&status->message, g_free);
      sim_status_error (simulator, error, boundary);
      return PASS_LEAVE;
    }
  clear_due (simulator);
  return PASS_GO_ON;
}

/* Everything after the step: rows, publishes, monitors. */
static void
after_step (SimSimulator *simulator, double t0, SimHandlerStatus *status, GError **error)
{
  if (!record_step (simulator, t0, error))
    return;
  GError *lost = NULL;
  *status = sim_dispatch_interpolated (simulator, t0, sim_t (simulator), &lost);
  if (lost != NULL)
    {
      g_propagate_error (error, lost);
      return;
    }
  sim_handler_status_merge (status, sim_dispatch_publishes (simulator));
  if (!sim_dispatch_log (simulator, FALSE, FALSE, error))
    return;
  if (status->severity < SIM_FAILED)
    sim_handler_status_merge (status, sim_dispatch_monitors (simulator));
}

static gboolean
watch_zeno (SimSimulator *simulator, double boundary)
{
  char *message = NULL;
  gboolean witness = FALSE;
  for (int k = 0; k < simulator->n_witnesses; k++)
    witness = witness || simulator->events[simulator->witnesses[k]].due;
  gboolean right = !witness || sim_zeno_event (simulator, sim_t (simulator), &message);
  if (right && any_due (simulator))
    right = sim_zeno_pass (simulator, &message);
  if (!right)
    {
      SimHandlerStatus status = { SIM_FAILED, message, NULL };
      sim_status_handler (simulator, &status, boundary);
      g_free (simulator->advice);
      simulator->advice = g_strdup (_("Add a mode for the motion after this time (rest or sliding) to the model, or end the run before "
                                      "it with a terminate event."));
      simulator->status.advice = simulator->advice;
    }
  return right;
}

/* One pass of the loop towards boundary. */
static Pass
pass (SimSimulator *simulator, double boundary)
{
  const gboolean drake = simulator->profile == SIM_PROFILE_DRAKE;
  SimHandlerStatus status;
  hold_back (simulator);
  if (is_interrupted (simulator))
    {
      sim_status_ode (simulator, ODE_STOPPED, boundary);
      return PASS_LEAVE;
    }
  sim_snapshot_to_tape (simulator);
  if (run_updates (simulator, boundary, &status) == PASS_LEAVE)
    return PASS_LEAVE;
  if (status.severity == SIM_REACHED_TERMINATION)
    {
      sim_status_handler (simulator, &status, boundary);
      return PASS_LEAVE;
    }
  /* Drake takes a step of no length at the boundary, which publishes and counts; ours ends here. */
  if (!drake && sim_t (simulator) >= boundary)
    {
      sim_status_end (simulator, boundary);
      return PASS_LEAVE;
    }

  double t0 = sim_t (simulator);
  OdeStatus ode = integrate (simulator, boundary);
  sim_simulator_flush_attempt (simulator);
  if (ode != ODE_DONE)
    {
      sim_status_ode (simulator, ode, boundary);
      return PASS_LEAVE;
    }
  simulator->steps_taken++;
  sim_motion_note_stiffness (simulator);
  mark_due (simulator, sim_t (simulator) > t0);

  GError *error = NULL;
  status = (SimHandlerStatus){ SIM_DID_NOTHING, NULL, NULL };
  after_step (simulator, t0, &status, &error);
  if (error != NULL)
    {
      g_free (status.message);
      sim_status_error (simulator, error, boundary);
      return PASS_LEAVE;
    }
  if (status.severity >= SIM_REACHED_TERMINATION)
    {
      sim_status_handler (simulator, &status, boundary);
      return PASS_LEAVE;
    }
  if (!watch_zeno (simulator, boundary))
    return PASS_LEAVE;
  if (sim_t (simulator) >= boundary && !(stops_with_updates (simulator) && !drake))
    {
      sim_status_end (simulator, boundary);
      return PASS_LEAVE;
    }
  return PASS_GO_ON;
}

/* Refuses a boundary in the past; initializes where that was not done. FALSE: status is set. */
static gboolean
prepare (SimSimulator *simulator, double boundary)
{
  if (!simulator->initialized)
    {
      SimStatus status = sim_simulator_initialize (simulator, NAN, NULL, NULL, boundary, FALSE);
      if (status.reason != SIM_READY)
        return FALSE;
    }
  if (!(boundary >= sim_t (simulator)))
    {
      sim_status_set (simulator, SIM_FAILED_RUN, boundary,
                      g_strdup_printf (_("cannot advance to t = %.17g because it is before the current time %.17g"), boundary,
                                       sim_t (simulator)));
      return FALSE;
    }
  return TRUE;
}

SimStatus
sim_simulator_advance_to (SimSimulator *simulator, double boundary)
{
  if (!prepare (simulator, boundary))
    return simulator->status;
  gint64 wall = g_get_monotonic_time ();
  while (pass (simulator, boundary) == PASS_GO_ON)
    ;
  simulator->wall_spent += (double) (g_get_monotonic_time () - wall) * 1e-6;
  return simulator->status;
}

SimStatus
sim_simulator_advance_pending (SimSimulator *simulator)
{
  return sim_simulator_advance_to (simulator, sim_t (simulator));
}

SimStatus
sim_simulator_step (SimSimulator *simulator, double boundary)
{
  if (!prepare (simulator, boundary))
    return simulator->status;
  gint64 wall = g_get_monotonic_time ();
  if (pass (simulator, boundary) == PASS_GO_ON)
    sim_status_set (simulator, SIM_READY, boundary, g_strdup ("under way"));
  simulator->wall_spent += (double) (g_get_monotonic_time () - wall) * 1e-6;
  return simulator->status;
}

/* ---- initialization ---- */

static OdeStatus
start_motion (SimSimulator *simulator, double t, const double *x, double t_end)
{
  simulator->t = simulator->t_previous = t;
  if (simulator->integrator == NULL)
    return ODE_DONE;
  return ode_integrator_initialize (simulator->integrator, t, x, t_end);
}

static void
reset_events (SimSimulator *simulator)
{
  clear_due (simulator);
  for (int event = 0; event < simulator->system->n_events; event++)
    {
      SimEventState *state = &simulator->events[event];
      *state = (SimEventState){ .next = INFINITY, .overwritten = -1, .fired = -INFINITY };
    }
  simulator->zeno = (SimZeno){ .t_last = NAN, .t_instant = NAN, .gaps = { INFINITY } };
  simulator->g0_known = FALSE;
}

/* Where to start: the caller's state, else the system's own; what is not given at a second initialization is kept. */
static gboolean
take_state (SimSimulator *simulator, const double *x, const double *d, double *x_start, GError **error)
{
  SimSystem *system = simulator->system;
  if ((x == NULL || d == NULL) && !system->initial (system->self, x_start, simulator->d, error))
    return FALSE;
  for (int i = 0; x != NULL && i < system->ode->n_states; i++)
    x_start[i] = x[i];
  for (int i = 0; d != NULL && i < system->n_discrete; i++)
    simulator->d[i] = d[i];
  if (system->set_discrete != NULL)
    system->set_discrete (system->self, simulator->d);
  return TRUE;
}

/* Drake's order: initialization's unrestricted and discrete updates; then one dispatch of the publishes of initialization, per-step
 * and scheduled events of this very time, whose updates wait for the first step; then the monitors. */
static SimHandlerStatus
initial_events (SimSimulator *simulator, gboolean suppress, GError **error)
{
  SimSystem *system = simulator->system;
  double t = sim_t (simulator);
  for (int event = 0; event < system->n_events && !suppress; event++)
    simulator->events[event].due = system->events[event].trigger == SIM_TRIGGER_INITIALIZATION;
  SimHandlerStatus status = sim_dispatch_updates (simulator);
  if (status.severity >= SIM_REACHED_TERMINATION)
    return status;
  if (!sim_dispatch_log (simulator, TRUE, FALSE, error))
    return status;
  sim_dispatch_schedule (simulator, t, TRUE);
  double near = sim_near (simulator, t);
  for (int event = 0; event < system->n_events; event++)
    {
      SimEventState *state = &simulator->events[event];
      if (system->events[event].trigger == SIM_TRIGGER_PER_STEP)
        state->due = TRUE;
      else if (state->next <= t + near)
        {
          state->due = TRUE;
          state->next = system->next_time (system->self, event, fmax (t, state->next) + near, FALSE);
        }
    }
  sim_handler_status_merge (&status, sim_dispatch_publishes (simulator));
  if (!sim_dispatch_log (simulator, FALSE, FALSE, error))
    return status;
  for (int event = 0; event < system->n_events; event++)
    {
      SimTrigger trigger = system->events[event].trigger;
      if (trigger == SIM_TRIGGER_INITIALIZATION || sim_event_is_interpolated (simulator, event))
        simulator->events[event].due = FALSE;
    }
  if (status.severity < SIM_FAILED)
    sim_handler_status_merge (&status, sim_dispatch_monitors (simulator));
  return status;
}

/* A simple step takes ten nanoseconds: so many take most of a year. */
#define MOST_STEPS 1e15

static gboolean
can_arrive (const SimSimulator *simulator)
{
  const OdeSettings *settings = &simulator->settings;
  return simulator->integrator == NULL || !(settings->max_step > 0) || !isfinite (simulator->t_end)
         || fabs (simulator->t_end - simulator->t_start) <= MOST_STEPS * settings->max_step;
}

SimStatus
sim_simulator_initialize (SimSimulator *simulator, double t, const double *x, const double *d, double t_end,
                          gboolean suppress_initialization_events)
{
  SimSystem *system = simulator->system;
  g_autoptr (GError) error = NULL;
  g_autofree double *x_start = g_new0 (double, (gsize) system->ode->n_states + 1);
  gboolean again = simulator->steps_taken > 0 || simulator->initialized;
  if (isnan (t))
    t = again ? sim_t (simulator) : 0;
  /* Drake: a replaced integrator goes on from the state there is. */
  const double *x_kept = x == NULL && again && !simulator->initialized ? sim_x (simulator) : x;
  const double *d_kept = x == NULL && x_kept != NULL && d == NULL ? simulator->d : d;
  simulator->t_start = t;
  simulator->t_end = t_end;
  if (!take_state (simulator, x_kept, d_kept, x_start, &error) || !sim_simulator_configure (simulator, &error))
    return sim_status_set (simulator, SIM_FAILED_RUN, t_end, g_strdup (error->message));
  if (!can_arrive (simulator))
    return sim_status_hopeless (simulator);
  reset_events (simulator);
  simulator->next_break = INFINITY;
  if (system->at_break != NULL)
    system->at_break (system->self, t);
  if (system->next_break != NULL)
    simulator->next_break = system->next_break (system->self, t);
  OdeStatus ode = start_motion (simulator, t, x_start, t_end);
  if (ode != ODE_DONE)
    return sim_status_ode (simulator, ode, t_end);
  sim_simulator_reset_statistics (simulator);
  if (!sim_recorder_start (simulator->recorder, t, t_end, &error))
    return sim_status_error (simulator, g_steal_pointer (&error), t_end);
  simulator->initialized = TRUE;
  SimHandlerStatus status = initial_events (simulator, suppress_initialization_events, &error);
  if (error != NULL)
    {
      simulator->initialized = FALSE;
      g_free (status.message);
      return sim_status_error (simulator, g_steal_pointer (&error), t_end);
    }
  if (status.severity >= SIM_REACHED_TERMINATION)
    {
      simulator->initialized = status.severity != SIM_FAILED;
      return sim_status_handler (simulator, &status, t_end);
    }
  g_free (status.message);
  return sim_status_set (simulator, SIM_READY, t_end, g_strdup ("initialized"));
}
