/* Implements the hybrid loop. x is the continuous and d the discrete state; x⁻ is the state before updates, x⁺ the state after them.
 *
 * One pass of the loop advances (t, x, d) towards a boundary time:
 *
 *   1. Run the updates of events that are due at t, first unrestricted, then discrete updates: x⁻ (t) → x⁺ (t).
 *   2. Leave the loop if t is the boundary or an event terminates the run.
 *   3. Take one integrator step that ends at the next scheduled event, break or boundary at the latest.
 *   4. Search the step for witness crossings, and repeat the step so that it ends at the first one (sim-witness.c).
 *   5. Write the rows of the step and records of events without actions; run publishes and monitors.
 *
 * Events that become due in 3 and 4 are marked. Their updates run in part 1 of the next pass, or of the next call if the boundary is
 * reached before. Therefore a run that is continued gives the same result as one without interruption. Events at the same time are handled
 * in the order of Drake's Simulator::AdvanceTo. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "sim-loop-private.h"
#include "sim-switch-private.h"
#include "sim-timing.h"

/* The result of one pass of the loop over steps and events. PASS_LEAVE
 * means that the loop ends and that the status of the simulator is set. */
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

/* Waits, if the run is faster than its real-time rate. The wait consists
 * of parts of 20 ms, so that an interrupt takes effect within 20 ms. */
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

/* Returns the time of the first scheduled event at which a step must end. */
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

/* Returns whether a scheduled event happens at its time, which is now. */
static gboolean
happens (const SimSimulator *simulator, int event)
{
  const SimSystem *system = simulator->system;

  return !system->events[event].has_condition || system->armed (system->self, event, sim_t (simulator), sim_x (simulator));
}

/* Marks the events that are due at the end of a step: per-step events and, if
 * `timed` is true, scheduled events with this time. */
static void
mark_due (SimSimulator *simulator, gboolean timed)
{
  SimSystem *system = simulator->system;
  if (system->n_events == 0)
    return;
  double t = sim_t (simulator);
  double near = sim_near (simulator, t);
  for (int event = 0; event < system->n_events; event++)
    {
      SimEventState *state = &simulator->events[event];
      if (system->events[event].trigger == SIM_TRIGGER_PER_STEP)
        state->due = TRUE;
      if (!timed || !(state->next <= t + near) || sim_event_is_interpolated (simulator, event))
        continue;
      state->due = happens (simulator, event);
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

/* Notifies the system that the run has reached a break, which is a time at which
 * noise or a table jumps. The right-hand side then uses the values after the break. Algebraic unknowns may jump, which gives a row. */
static gboolean
cross_break (SimSimulator *simulator, GError **error)
{
  SimSystem *system = simulator->system;
  double t = sim_t (simulator);
  double near = sim_near (simulator, t);
  if (!(simulator->next_break <= t + near))
    return TRUE;
  double at = fmax (t, simulator->next_break);
  if (system->at_break != NULL)
    system->at_break (system->self, at);
  simulator->next_break = system->next_break (system->self, at + near);
  simulator->g0_known = FALSE;
  sim_switch_forget (simulator);
  return !sim_motion_restart (simulator) || sim_recorder_jump (simulator->recorder, t, 0, error);
}

double
sim_advance_stop (const SimSimulator *simulator, double boundary, OdeStopKind *stop)
{
  double t = sim_t (simulator);
  double near = sim_near (simulator, boundary);
  double event = fmin (next_scheduled (simulator), simulator->next_break), change = sim_switch_next (simulator);
  if (simulator->exact_publish)
    event = fmin (event, sim_recorder_next (simulator->recorder, t));
  event = fmin (event, sim_zeno_hint (simulator));
  /* If the time of an event differs from the boundary only by rounding,
   * the event is at the boundary. */
  if (fabs (event - boundary) <= near)
    event = boundary;
  *stop = event <= boundary ? ODE_STOP_EVENT : ODE_STOP_END;
  event = fmin (event, boundary);
  if (change < event - near)
    {
      *stop = ODE_STOP_SWITCH;
      return change;
    }
  return event;
}

/* Takes the step of a pass. It ends at the latest at the next scheduled event, at the next break of
 * the right-hand side, or at the boundary, which is the time to which the caller advances the run. */
static OdeStatus
integrate (SimSimulator *simulator, double boundary)
{
  OdeStopKind stop;
  double t_stop = sim_advance_stop (simulator, boundary, &stop);
  if (t_stop <= sim_t (simulator))
    return ODE_DONE;
  return sim_witness_step (simulator, t_stop, stop);
}

static gboolean
record_step (SimSimulator *simulator, double t0, GError **error)
{
  double t = sim_t (simulator);
  const GArray *marks = simulator->mark_times;
  sim_dispatch_mark (simulator, t);
  if (t <= t0)
    return TRUE;
  return sim_recorder_step (simulator->recorder, t0, t, any_due (simulator) ? SIM_ROW_EVENT : 0, (const double *) (void *) marks->data,
                            marks->len, error);
}

/* Runs the updates that are due, then sets the states that the user has
 * edited. Sets *status to the merged status of the update handlers. */
static Pass
run_updates (SimSimulator *simulator, double boundary, SimHandlerStatus *status)
{
  GError *error = NULL;
  if (!cross_break (simulator, &error))
    {
      sim_status_error (simulator, error, boundary);
      return PASS_LEAVE;
    }
  *status = sim_dispatch_updates (simulator);
  if (status->severity == SIM_FAILED)
    {
      sim_status_handler (simulator, status, boundary);
      return PASS_LEAVE;
    }
  /* An update may change sides of switches, and the rates of witnesses depend on the sides: the sides come first. */
  gboolean ready = !sim_switch_is_stale (simulator) || sim_switch_update (simulator, &error);
  if (ready)
    sim_witness_read (simulator);
  if (!ready || !sim_dispatch_log (simulator, TRUE, FALSE, &error))
    {
      g_clear_pointer (&status->message, g_free);
      sim_status_error (simulator, error, boundary);
      return PASS_LEAVE;
    }
  clear_due (simulator);
  if (!sim_live_apply_edits (simulator, &error) || !sim_switch_update (simulator, &error))
    {
      g_clear_pointer (&status->message, g_free);
      sim_status_error (simulator, error, boundary);
      return PASS_LEAVE;
    }
  return PASS_GO_ON;
}

/* Writes the rows of the step, then runs publishes and monitors. Sets
 * *error if a row or record cannot be stored. */
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

/* Marks the due events that let the state rest where they accumulate. Returns FALSE if there is none. */
static gboolean
begin_rest (SimSimulator *simulator)
{
  gboolean any = FALSE;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      state->rests = state->due && simulator->system->events[event].rests;
      any = any || state->rests;
    }
  return any;
}

static gboolean
watch_zeno (SimSimulator *simulator, double boundary)
{
  char *message = NULL;
  gboolean witness = FALSE;
  for (int k = 0; k < simulator->n_witnesses; k++)
    witness = witness || simulator->events[simulator->witnesses[k]].due;
  gboolean right = !witness || sim_zeno_event (simulator, sim_t (simulator), &message);
  if (!right && begin_rest (simulator))
    {
      g_clear_pointer (&message, g_free);
      sim_zeno_reset (simulator);
      right = TRUE;
    }
  if (right && any_due (simulator))
    right = sim_zeno_pass (simulator, &message);
  gboolean stalls = right && sim_switch_stalls (simulator, &message);
  right = right && !stalls;
  if (!right)
    {
      SimHandlerStatus status = { SIM_FAILED, message, NULL };
      sim_status_handler (simulator, &status, boundary);
      g_free (simulator->advice);
      simulator->advice = stalls ? sim_status_switch_advice (simulator) : NULL;
      if (simulator->advice == NULL)
        simulator->advice = g_strdup (_("Add a mode for the motion after this time (rest or sliding) to the model, or end the run before "
                                        "it with a terminate event."));
      simulator->status.advice = simulator->advice;
    }
  return right;
}

/* Runs the updates that are due, and ends the run if one of them does. */
static Pass
update (SimSimulator *simulator, double boundary)
{
  SimHandlerStatus status;
  if (run_updates (simulator, boundary, &status) == PASS_LEAVE)
    return PASS_LEAVE;
  if (status.severity != SIM_REACHED_TERMINATION)
    {
      g_free (status.message);
      return PASS_GO_ON;
    }
  sim_status_handler (simulator, &status, boundary);
  return PASS_LEAVE;
}

SimStatus
sim_advance_update (SimSimulator *simulator, double boundary)
{
  if (update (simulator, boundary) == PASS_GO_ON)
    sim_status_set (simulator, SIM_READY, boundary, g_strdup ("under way"));
  return simulator->status;
}

void
sim_advance_count (SimSimulator *simulator, double t0)
{
  simulator->steps_taken++;
  sim_uncontrolled_step (simulator);
  sim_motion_note_stiffness (simulator);
  if (simulator->by_ranges && !simulator->resolves && simulator->integrator != NULL && sim_t (simulator) > t0)
    sim_passed_examine (simulator);
}

/* Does what follows a step from t0: marks the events that are due at its end, writes its rows, and runs publishes and monitors. */
static Pass
complete_step (SimSimulator *simulator, double t0, double boundary)
{
  SimHandlerStatus status = { SIM_DID_NOTHING, NULL, NULL };
  GError *error = NULL;
  sim_advance_count (simulator, t0);
  mark_due (simulator, sim_t (simulator) > t0);
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
  g_free (status.message);
  if (!watch_zeno (simulator, boundary))
    return PASS_LEAVE;
  if (sim_t (simulator) >= boundary && !(stops_with_updates (simulator) && simulator->profile != SIM_PROFILE_DRAKE))
    {
      sim_status_end (simulator, boundary);
      return PASS_LEAVE;
    }
  return PASS_GO_ON;
}

SimStatus
sim_advance_complete (SimSimulator *simulator, double t0, double boundary)
{
  if (simulator->marks->len > 0)
    g_array_set_size (simulator->marks, 0);
  if (complete_step (simulator, t0, boundary) == PASS_GO_ON)
    sim_status_set (simulator, SIM_READY, boundary, g_strdup ("under way"));
  return simulator->status;
}

static Pass
pass (SimSimulator *simulator, double boundary)
{
  const gboolean drake = simulator->profile == SIM_PROFILE_DRAKE;
  hold_back (simulator);
  if (is_interrupted (simulator))
    {
      sim_status_ode (simulator, ODE_STOPPED, boundary);
      return PASS_LEAVE;
    }
  sim_snapshot_to_tape (simulator);
  if (sim_quiet_is (simulator))
    return sim_quiet_step (simulator, boundary) ? PASS_GO_ON : PASS_LEAVE;
  if (update (simulator, boundary) == PASS_LEAVE)
    return PASS_LEAVE;
  /* At the boundary Drake takes another step of length 0, which publishes
   * and is counted. In other profiles the loop ends here. */
  if (!drake && sim_t (simulator) >= boundary)
    {
      sim_status_end (simulator, boundary);
      return PASS_LEAVE;
    }

  double t0 = sim_t (simulator);
  if (simulator->marks->len > 0)
    g_array_set_size (simulator->marks, 0);
  OdeStatus ode = integrate (simulator, boundary);
  sim_simulator_flush_attempt (simulator);
  if (ode != ODE_DONE)
    {
      sim_status_ode (simulator, ode, boundary);
      return PASS_LEAVE;
    }
  return complete_step (simulator, t0, boundary);
}

/* Initializes the run if necessary, and refuses a boundary before the
 * current time. Returns FALSE and sets the status if the run cannot advance. */
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
  sim_zeno_reset (simulator);
  simulator->changed_event = -1;
  simulator->n_overwritten = 0;
  simulator->g0_known = FALSE;
  simulator->misses = 0;
}

/* Fills x_start and simulator->d with the caller's values, or with the initial values of the system if the caller passes NULL. */
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

/* Handles the events at the initial time, in the order of Drake's Simulator::Initialize: first the updates of initialization events; then
 * the publishes of initialization, per-step and scheduled events at this time; then the monitors. The updates of per-step and scheduled
 * events run in the first pass. */
static SimHandlerStatus
initial_events (SimSimulator *simulator, gboolean suppress, GError **error)
{
  SimSystem *system = simulator->system;
  double t = sim_t (simulator);
  for (int event = 0; event < system->n_events && !suppress; event++)
    simulator->events[event].due = system->events[event].trigger == SIM_TRIGGER_INITIALIZATION && happens (simulator, event);
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
          state->due = happens (simulator, event);
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

/* The largest number of steps that a run may need. If a step takes 10 ns, 1e15 steps take four months. */
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
  /* If the integrator was replaced, the run continues from the current state, as in Drake. */
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
  sim_switch_start (simulator, t, x_start);
  OdeStatus ode = start_motion (simulator, t, x_start, t_end);
  if (ode != ODE_DONE)
    return sim_status_ode (simulator, ode, t_end);
  sim_simulator_reset_statistics (simulator);
  sim_uncontrolled_start (simulator);
  if (!sim_recorder_start (simulator->recorder, t, t_end, &error))
    return sim_status_error (simulator, g_steal_pointer (&error), t_end);
  simulator->initialized = TRUE;
  SimHandlerStatus status = initial_events (simulator, suppress_initialization_events || simulator->suppress_initialization, &error);
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
