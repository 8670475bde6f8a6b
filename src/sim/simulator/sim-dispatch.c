/* Runs the handlers of events that are due at the same time: updates, publishes and monitors. Writes the event log.
 *
 * One dispatch runs all handlers of one kind of action that are due at time t. Every handler of a dispatch reads the same state x⁻ (t).
 * When all have run, the values that they wrote become the state x⁺ (t):
 *
 *   first unrestricted updates, which may change x and d;
 *   then discrete updates, which may change d and read the x that the unrestricted updates wrote.
 *
 * Therefore the result does not depend on the order of the handlers, unless two handlers write the same state: then the value of the later
 * handler is used, and the record of the earlier event contains the index of the state (`overwritten`). This is Drake's rule
 * (Simulator::HandleUnrestrictedUpdate and HandleDiscreteUpdate). If a handler fails, the state does not change. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sim-loop-private.h"
#include "sim-switch-private.h"
#include "sim-timing.h"

void
sim_handler_status_merge (SimHandlerStatus *status, SimHandlerStatus other)
{
  if (other.severity > status->severity)
    {
      g_free (status->message);
      *status = other;
    }
  else
    g_free (other.message);
}

static gboolean
is_scheduled (const SimEventInfo *info)
{
  return info->trigger == SIM_TRIGGER_PERIODIC || info->trigger == SIM_TRIGGER_TIMED;
}

gboolean
sim_event_is_observed (const SimSimulator *simulator, int event)
{
  const SimEventInfo *info = &simulator->system->events[event];
  if (info->actions != 0 || info->stops || info->has_condition || simulator->profile == SIM_PROFILE_DRAKE || simulator->profile == SIM_PROFILE_SIMBODY)
    return FALSE;
  return is_scheduled (info) || (info->trigger == SIM_TRIGGER_WITNESS && simulator->isolation != SIM_ISOLATE_DRAKE);
}

gboolean
sim_event_is_interpolated (const SimSimulator *simulator, int event)
{
  const SimEventInfo *info = &simulator->system->events[event];
  if (!is_scheduled (info) || info->stops || info->has_condition)
    return FALSE;
  return sim_event_is_observed (simulator, event) || (!simulator->exact_publish && info->actions == SIM_ACTION_PUBLISH);
}

/* Returns the rank of an event within a dispatch. In profile drake the ranks are in the order initialization,
 * per-step, timed and witness events. In other profiles all ranks are equal, so that the order of the model
 * file decides. */
static int
trigger_rank (const SimSimulator *simulator, int event)
{
  static const int ranks[] = { [SIM_TRIGGER_INITIALIZATION] = 0, [SIM_TRIGGER_PER_STEP] = 1, [SIM_TRIGGER_PERIODIC] = 2,
                               [SIM_TRIGGER_TIMED] = 2, [SIM_TRIGGER_WITNESS] = 3 };
  return simulator->profile == SIM_PROFILE_DRAKE ? ranks[simulator->system->events[event].trigger] : 0;
}

/* The function that run_set calls for the due events with an action, ordered by rank and then by declaration,
 * until it returns FALSE. run_set returns the number of calls. */
typedef gboolean (*DispatchFunc) (SimSimulator *simulator, int event, SimAction action, SimHandlerStatus *status);

static int
run_set (SimSimulator *simulator, SimAction action, DispatchFunc func, SimHandlerStatus *status)
{
  int n_run = 0;
  for (int rank = 0; rank < (simulator->profile == SIM_PROFILE_DRAKE ? 4 : 1); rank++)
    for (int event = 0; event < simulator->system->n_events; event++)
      {
        if ((simulator->system->events[event].actions & action) == 0 || !simulator->events[event].due
            || trigger_rank (simulator, event) != rank)
          continue;
        n_run++;
        if (!func (simulator, event, action, status))
          return n_run;
      }
  return n_run;
}

/* Records which states a handler changed. If an earlier event changed the
 * same state, stores the index of the state in that event's `overwritten`. */
static void
note_writes (SimSimulator *simulator, int event, const double *before, const double *after, int first, int n)
{
  for (int i = 0; i < n; i++)
    {
      if (memcmp (&before[i], &after[i], sizeof (double)) == 0)
        continue;
      int earlier = simulator->written[first + i];
      if (earlier >= 0 && earlier != event)
        {
          if (simulator->events[earlier].overwritten < 0 && simulator->n_overwritten++ == 0)
            {
              simulator->overwritten_event = earlier;
              simulator->overwritten_state = first + i;
              simulator->overwritten_t = sim_t (simulator);
            }
          simulator->events[earlier].overwritten = first + i;
        }
      simulator->written[first + i] = event;
    }
}

/* Returns whether n numbers differ in their bits. Without numbers both pointers may be NULL. */
static gboolean
differ (const double *a, const double *b, int n)
{
  return n > 0 && memcmp (a, b, sizeof (double) * (size_t) n) != 0;
}

static gboolean
run_update (SimSimulator *simulator, int event, SimAction action, SimHandlerStatus *status)
{
  SimSystem *system = simulator->system;
  int n = system->ode->n_states;
  g_autofree double *x_was = g_memdup2 (simulator->x_plus, sizeof (double) * (gsize) n);
  g_autofree double *d_was = g_memdup2 (simulator->d_plus, sizeof (double) * (gsize) system->n_discrete);
  SimHandlerStatus one;
  if (simulator->events[event].rests && action == SIM_ACTION_UNRESTRICTED)
    one = system->rest (system->self, event, sim_t (simulator), sim_x (simulator), simulator->d, simulator->x_plus, simulator->d_plus);
  else
    one = system->act (system->self, event, action, sim_t (simulator), sim_x (simulator), simulator->d, simulator->x_plus,
                       simulator->d_plus);
  note_writes (simulator, event, x_was, simulator->x_plus, 0, n);
  note_writes (simulator, event, d_was, simulator->d_plus, n, system->n_discrete);
  if (differ (x_was, simulator->x_plus, n) || differ (d_was, simulator->d_plus, system->n_discrete))
    {
      simulator->changed_event = event;
      simulator->changed_t = sim_t (simulator);
    }
  sim_handler_status_merge (status, one);
  return status->severity != SIM_FAILED;
}

static gboolean
same (const double *a, const double *b, int n)
{
  return n == 0 || memcmp (a, b, sizeof (double) * (gsize) n) == 0;
}

/* Runs one dispatch of updates and makes the values that the handlers wrote the new state. */
static void
update_dispatch (SimSimulator *simulator, SimAction action, gint64 *counter, SimHandlerStatus *status)
{
  SimSystem *system = simulator->system;
  int n = system->ode->n_states;
  memcpy (simulator->x_plus, sim_x (simulator), sizeof (double) * (gsize) n);
  memcpy (simulator->d_plus, simulator->d, sizeof (double) * (gsize) system->n_discrete);
  for (int i = 0; i < n + system->n_discrete; i++)
    simulator->written[i] = -1;
  SimHandlerStatus dispatch = { SIM_DID_NOTHING, NULL, NULL };
  run_set (simulator, action, run_update, &dispatch);
  gboolean commit = dispatch.severity == SIM_SUCCEEDED || dispatch.severity == SIM_REACHED_TERMINATION;
  sim_handler_status_merge (status, dispatch);
  if (!commit)
    return;
  ++*counter;
  gboolean d_changed = !same (simulator->d, simulator->d_plus, system->n_discrete);
  if (d_changed)
    {
      memcpy (simulator->d, simulator->d_plus, sizeof (double) * (gsize) system->n_discrete);
      system->set_discrete (system->self, simulator->d);
    }
  if (action == SIM_ACTION_UNRESTRICTED && !same (sim_x (simulator), simulator->x_plus, n))
    {
      if (sim_motion_jump (simulator, simulator->x_plus) != ODE_DONE)
        sim_handler_status_merge (status, (SimHandlerStatus){ SIM_FAILED, g_strdup (sim_motion_message (simulator)), NULL });
    }
  else if (d_changed)
    sim_motion_restart (simulator);
}

void
sim_dispatch_schedule (SimSimulator *simulator, double t, gboolean inclusive)
{
  SimSystem *system = simulator->system;
  for (int event = 0; event < system->n_events; event++)
    if (is_scheduled (&system->events[event]))
      simulator->events[event].next = system->next_time (system->self, event, t, inclusive);
}

SimHandlerStatus
sim_dispatch_updates (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  SimHandlerStatus status = { SIM_DID_NOTHING, NULL, NULL };
  gboolean any = FALSE;
  for (int event = 0; event < system->n_events && !any; event++)
    any = simulator->events[event].due && (system->events[event].actions & (SIM_ACTION_UNRESTRICTED | SIM_ACTION_DISCRETE)) != 0;
  if (!any)
    return status;
  memcpy (simulator->x_before, sim_x (simulator), sizeof (double) * (gsize) system->ode->n_states);
  memcpy (simulator->d_before, simulator->d, sizeof (double) * (gsize) system->n_discrete);
  update_dispatch (simulator, SIM_ACTION_UNRESTRICTED, &simulator->unrestricted_updates, &status);
  if (status.severity != SIM_FAILED)
    update_dispatch (simulator, SIM_ACTION_DISCRETE, &simulator->discrete_updates, &status);
  gboolean changed = !same (simulator->x_before, sim_x (simulator), system->ode->n_states)
                     || !same (simulator->d_before, simulator->d, system->n_discrete);
  if (changed)
    {
      g_autoptr (GError) error = NULL;
      simulator->g0_known = FALSE;
      sim_passed_forget (simulator);
      sim_switch_forget (simulator);
      if (!sim_recorder_jump (simulator->recorder, sim_t (simulator), SIM_ROW_EVENT, &error))
        sim_handler_status_merge (&status, (SimHandlerStatus){ SIM_FAILED, g_strdup (error->message), NULL });
    }
  return status;
}

static gboolean
run_publish (SimSimulator *simulator, int event, SimAction action, SimHandlerStatus *status)
{
  SimSystem *system = simulator->system;
  SimHandlerStatus one = system->act (system->self, event, action, sim_t (simulator), sim_x (simulator), simulator->d,
                                      simulator->x_scratch, simulator->d_plus);
  sim_handler_status_merge (status, one);
  return TRUE; /* all publishes run, even if one of them has failed */
}

SimHandlerStatus
sim_dispatch_publishes (SimSimulator *simulator)
{
  SimHandlerStatus status = { SIM_DID_NOTHING, NULL, NULL };
  run_set (simulator, SIM_ACTION_PUBLISH, run_publish, &status);
  if (status.severity == SIM_SUCCEEDED || status.severity == SIM_REACHED_TERMINATION)
    simulator->publishes++;
  return status;
}

gboolean
sim_dispatch_append (SimSimulator *simulator, const SimEventRecord *record, GError **error)
{
  if (sim_trajectory_append_event (simulator->log, record))
    return TRUE;
  g_set_error (error, SIM_ERROR, SIM_ERROR_MEMORY, _("out of memory and disk space: events cannot be recorded beyond t = %g"), record->t);
  return FALSE;
}

static gboolean
log_event (SimSimulator *simulator, int event, double t, gboolean pending, GError **error)
{
  const SimEventState *state = &simulator->events[event];
  if (simulator->log == NULL)
    return TRUE;
  gsize n_rows = sim_trajectory_n_rows (simulator->log);
  gsize last = n_rows > 0 ? n_rows - 1 : 0;
  gboolean pair = n_rows > 1 && (sim_trajectory_flags (simulator->log, last) & SIM_ROW_AFTER) != 0
                  && sim_trajectory_row (simulator->log, last)[0] >= t;
  SimEventRecord record = {
      .t = t,
      .event = event,
      .kind = simulator->system->events[event].trigger,
      .iterations = state->iterations,
      .window = state->window,
      .row_before = pair ? last - 1 : last,
      .row_after = last,
      .parameter = -1,
      .value = NAN,
      .pending = pending,
      .overwritten = state->overwritten,
  };
  return sim_dispatch_append (simulator, &record, error);
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const SimMark *x = a, *y = b;
  return x->t != y->t ? (x->t > y->t) - (x->t < y->t) : x->event - y->event;
}

void
sim_dispatch_mark (SimSimulator *simulator, double t1)
{
  SimSystem *system = simulator->system;
  for (int event = 0; event < system->n_events; event++)
    {
      SimEventState *state = &simulator->events[event];
      if (!sim_event_is_interpolated (simulator, event) || !sim_event_is_observed (simulator, event))
        continue;
      double near = sim_near (simulator, t1);
      while (state->next <= t1 + near)
        {
          const SimMark mark = { state->next, event, 0, 0 };
          g_array_append_val (simulator->marks, mark);
          state->next = system->next_time (system->self, event, state->next + near, FALSE);
        }
    }
  /* Most steps have no marks (recorded events); then the arrays are not changed. */
  if (simulator->mark_times->len > 0)
    g_array_set_size (simulator->mark_times, 0);
  if (simulator->marks->len > 1)
    g_array_sort (simulator->marks, compare_marks);
  for (guint i = 0; i < simulator->marks->len; i++)
    g_array_append_val (simulator->mark_times, g_array_index (simulator->marks, SimMark, i).t);
}

/* Appends the record of an event without actions. The recorder has
 * already written a row at the time of the event. */
static gboolean
log_mark (SimSimulator *simulator, const SimMark *mark, GError **error)
{
  if (simulator->log == NULL)
    return TRUE;
  gsize row = sim_trajectory_n_rows (simulator->log) > 0 ? sim_trajectory_find (simulator->log, mark->t) : 0;
  const SimEventRecord record = {
      .t = mark->t,
      .event = mark->event,
      .kind = simulator->system->events[mark->event].trigger,
      .iterations = mark->iterations,
      .window = mark->window,
      .row_before = row,
      .row_after = row,
      .parameter = -1,
      .value = NAN,
      .overwritten = -1,
  };
  return sim_dispatch_append (simulator, &record, error);
}

/* Records the marks of the last step. Then runs the scheduled events inside the
 * step that only publish, in order of time, with one dispatch for each time. Their
 * state is evaluated by dense output, because steps need not end at these times.
 * The next times of events without actions are already after the step, because sim_dispatch_mark has made their marks.
 * Sets *error if a record cannot be stored. */
SimHandlerStatus
sim_dispatch_interpolated (SimSimulator *simulator, double t0, double t1, GError **error)
{
  SimSystem *system = simulator->system;
  SimHandlerStatus status = { SIM_DID_NOTHING, NULL, NULL };
  if (system->n_events == 0)
    return status;
  double near = sim_near (simulator, t1);
  guint next_mark = 0;
  for (;;)
    {
      double t = INFINITY;
      for (int event = 0; event < system->n_events; event++)
        if (sim_event_is_interpolated (simulator, event))
          t = fmin (t, simulator->events[event].next);
      for (; next_mark < simulator->marks->len && g_array_index (simulator->marks, SimMark, next_mark).t <= t; next_mark++)
        if (!log_mark (simulator, &g_array_index (simulator->marks, SimMark, next_mark), error))
          return status;
      if (!(t <= t1 + near))
        return status;
      /* Because of rounding the time of the event may be after t1. The event then gets the state at t1, but the event log stores the time
       * of the event. */
      double at = fmin (t, t1);
      const double *x = at == t1 ? sim_x (simulator) : simulator->x_before;
      if (at < t1 && sim_motion_interpolate (simulator, at, simulator->x_before) != ODE_DONE)
        return status;
      SimHandlerStatus instant = { SIM_DID_NOTHING, NULL, NULL };
      for (int event = 0; event < system->n_events; event++)
        {
          SimEventState *state = &simulator->events[event];
          if (!sim_event_is_interpolated (simulator, event) || !(state->next <= t + near))
            continue;
          sim_handler_status_merge (&instant, system->act (system->self, event, SIM_ACTION_PUBLISH, at, x, simulator->d,
                                                           simulator->x_scratch, simulator->d_plus));
          if (!log_event (simulator, event, state->next, FALSE, error))
            {
              sim_handler_status_merge (&status, instant);
              return status;
            }
          state->next = system->next_time (system->self, event, fmax (at, state->next) + near, FALSE);
        }
      if (instant.severity == SIM_SUCCEEDED || instant.severity == SIM_REACHED_TERMINATION)
        simulator->publishes++;
      sim_handler_status_merge (&status, instant);
    }
}

SimHandlerStatus
sim_dispatch_monitors (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  SimHandlerStatus status = { SIM_DID_NOTHING, NULL, NULL };
  for (int monitor = 0; monitor < system->n_monitors; monitor++)
    sim_handler_status_merge (&status, system->monitor (system->self, monitor, sim_t (simulator), sim_x (simulator), simulator->d));
  if (simulator->monitor != NULL)
    sim_handler_status_merge (&status, simulator->monitor (simulator->monitor_user, simulator));
  return status;
}

gboolean
sim_dispatch_log (SimSimulator *simulator, gboolean updated, gboolean pending, GError **error)
{
  SimSystem *system = simulator->system;
  for (int event = 0; event < system->n_events; event++)
    {
      SimEventState *state = &simulator->events[event];
      const SimEventInfo *info = &system->events[event];
      gboolean updates = (info->actions & (SIM_ACTION_UNRESTRICTED | SIM_ACTION_DISCRETE)) != 0;
      if (!state->due || state->logged || info->trigger == SIM_TRIGGER_PER_STEP || (updates && !updated && !pending))
        continue;
      if (!log_event (simulator, event, sim_t (simulator), pending && updates, error))
        return FALSE;
      state->logged = TRUE;
      state->overwritten = -1;
    }
  return TRUE;
}
