/* Repeats the search of a step for an event with two simulators:
 *
 *   1. The first continues from the last snapshot before the event until the event happens. It records the run's evaluations of the witness
 *   and the states before and after the event, and counts the searched steps.
 *   2. The second continues from the same snapshot until the search of the last of these steps begins. It stops there and holds the step:
 *   the dense output of the whole step is available, before the event cuts the step short.
 *
 * The record of the repeated event must have the same numbers as that of the run. */
#include "lab-event.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Largest number of stored probes (evaluations of the witness). An event is searched in many steps if its crossing was missed each time;
 * then the first probes are kept. */
#define MOST_PROBES 20000
/* Largest number of snapshots that are tried to find one before the first search for the event. */
#define MOST_EARLIER 4

typedef struct { int event; double t; } Happening;

typedef struct
{
  const LabRunRecord *run;
  const SimTrajectory *log;
  LabEvent *event;
  SimSimulator *simulator;
  gsize n_searched;      /* number of searched steps after the snapshot */
  gsize first_searched;  /* index of the searched step to which the first kept probe belongs */
  gsize held;            /* index of the searched step to hold; 0: none */
  gboolean saved;        /* the step that is taken now has a snapshot */
  gboolean happened;
  gboolean is_located;   /* TRUE if a crossing of the witness was located in the last step */
  gsize n_same;          /* number of earlier occurrences of the same event at the same time after the snapshot */
  double until;          /* hold the step that contains this time; NaN: hold that of an event */
  double low, high, start;
  int pass;
  gboolean passed;
  GArray *probes;        /* LabProbe; s counts from the start of its searched step */
  GArray *starts;        /* double: start of each searched step */
  GArray *happenings;    /* Happening: events of the last searched step */
} Watch;

gboolean
lab_event_is_located (const SimSystem *system, int event)
{
  return event >= 0 && event < system->n_events && system->events[event].trigger == SIM_TRIGGER_WITNESS;
}

static gboolean
is_located (const SimEventRecord *record)
{
  return record->event >= 0 && record->kind == SIM_TRIGGER_WITNESS;
}

gsize
lab_event_find_located (const SimTrajectory *log, gsize n)
{
  const gsize n_events = sim_trajectory_n_events (log);

  for (gsize i = 0; i < n_events; i++)
    {
      const SimEventRecord record = sim_trajectory_event (log, i);

      if (is_located (&record) && --n == 0)
        return i;
    }
  return G_MAXSIZE;
}

gsize
lab_event_count_located (const SimTrajectory *log, gsize index)
{
  const gsize n_events = sim_trajectory_n_events (log);
  gsize n = 0;

  for (gsize i = 0; i <= index && i < n_events; i++)
    {
      const SimEventRecord record = sim_trajectory_event (log, i);

      n += is_located (&record);
    }
  return n;
}

gsize
lab_event_nearest (const SimTrajectory *log, double t)
{
  const gsize n_events = sim_trajectory_n_events (log), at = sim_trajectory_find_event (log, t);
  gsize before = G_MAXSIZE, after = G_MAXSIZE;

  for (gsize i = at; i < n_events && after == G_MAXSIZE; i++)
    {
      const SimEventRecord record = sim_trajectory_event (log, i);

      after = is_located (&record) ? i : G_MAXSIZE;
    }
  for (gsize i = at; i-- > 0 && before == G_MAXSIZE;)
    {
      const SimEventRecord record = sim_trajectory_event (log, i);

      before = is_located (&record) ? i : G_MAXSIZE;
    }
  if (before == G_MAXSIZE || after == G_MAXSIZE)
    return before == G_MAXSIZE ? after : before;
  return t - sim_trajectory_event (log, before).t < sim_trajectory_event (log, after).t - t ? before : after;
}

/* ---- the first simulator: repeats the search of the run ---- */

static void
begin_step (Watch *watch, const SimSearchEvent *report)
{
  LabEvent *event = watch->event;

  /* If the witness was located in a step but its event did not happen there, the probes of that step belong to the search for the event, so
   * keep them. */
  if (!watch->is_located)
    {
      g_array_set_size (watch->probes, 0);
      g_array_set_size (watch->starts, 0);
      watch->pass = 0;
      watch->first_searched = watch->n_searched;
    }
  else
    watch->pass++;
  g_array_set_size (watch->happenings, 0);
  watch->is_located = FALSE;
  watch->start = report->t;
  g_array_append_val (watch->starts, report->t);
  watch->low = watch->high = NAN;
  event->t = report->t;
  event->h = report->s;
  event->window = report->window;
  event->low = event->high = NAN;
}

static void
keep_probe (Watch *watch, const SimSearchEvent *report)
{
  LabProbe probe = { report->kind, watch->pass, report->s, report->t, report->g, report->end, NAN, NAN };

  if (report->kind == SIM_SEARCH_BRACKET)
    {
      watch->low = report->low;
      watch->high = report->high;
      watch->is_located = TRUE;
    }
  else if (report->kind == SIM_SEARCH_ROOT)
    {
      watch->event->low = report->low;
      watch->event->high = report->high;
      watch->is_located = report->counts;
    }
  else if (report->end < 0)
    watch->low = report->s;
  else if (report->end > 0)
    watch->high = report->s;
  if (isnan (probe.t))
    probe.t = watch->start + probe.s;
  probe.low = watch->low;
  probe.high = watch->high;
  if (watch->probes->len < MOST_PROBES)
    g_array_append_val (watch->probes, probe);
  else
    watch->event->truncated = TRUE;
}

/* Copies the states at the event: those after the step if the step ends there, otherwise those of the dense output. */
static void
keep_before (Watch *watch, const SimSearchEvent *report)
{
  LabEvent *event = watch->event;
  const gsize n = (gsize) event->n_states;

  event->before = g_new0 (double, n + (gsize) event->n_discrete + 1);
  if (report->t == sim_simulator_t (watch->simulator))
    memcpy (event->before, sim_simulator_x (watch->simulator), sizeof (double) * n);
  else if (!sim_simulator_state_held (watch->simulator, report->s, event->before))
    memcpy (event->before, sim_simulator_x (watch->simulator), sizeof (double) * n);
  memcpy (event->before + n, sim_simulator_d (watch->simulator), sizeof (double) * (gsize) event->n_discrete);
}

static gboolean
on_search (gpointer user, const SimSearchEvent *report)
{
  Watch *watch = user;

  if (watch->happened && report->kind != SIM_SEARCH_HAPPENS)
    return TRUE;
  if (watch->held != 0)
    return report->kind != SIM_SEARCH_STEP || ++watch->n_searched != watch->held;
  if (report->kind == SIM_SEARCH_STEP)
    {
      if (report->t > watch->until)
        {
          watch->passed = TRUE;
          return FALSE;
        }
      watch->n_searched++;
      begin_step (watch, report);
      return TRUE;
    }
  if (report->kind == SIM_SEARCH_HAPPENS)
    {
      const Happening happening = { report->event, report->t };

      g_array_append_val (watch->happenings, happening);
      if (isnan (watch->until) && !watch->happened && report->event == watch->event->witness && report->t == watch->event->record.t
          && watch->n_same-- == 0)
        {
          watch->happened = TRUE;
          keep_before (watch, report);
        }
      return TRUE;
    }
  if (report->event == watch->event->witness)
    keep_probe (watch, report);
  return TRUE;
}

/* Saves the start of the first attempt of each step that may be the one to hold. CVODE restarts after a snapshot, and has no trials. */
static void
on_trace (gpointer user, const OdeTraceEvent *event)
{
  Watch *watch = user;

  if (event->kind != ODE_TRACE_ATTEMPT || watch->saved || watch->n_searched + 1 < watch->held || (event->method->traits & ODE_TRAIT_OWN_CONTROL) != 0)
    return;
  g_clear_pointer (&watch->event->start, g_bytes_unref);
  watch->event->start = sim_simulator_save (watch->simulator);
  watch->saved = TRUE;
}

/* Returns the last snapshot that is before time t, before record `index` of the event log, and not after attempt *at. Returns NULL if there
 * is none. Sets *at to the attempt of the snapshot. */
static GBytes *
find_snapshot (const LabRunRecord *run, double t, gsize index, gsize *at)
{
  gsize low = 0, high = *at + 1, n_rows, n_records, n_attempts;
  gint64 steps;
  GBytes *best = NULL;

  /* Bisection is possible because time and number of event records increase along the tape. */
  while (low < high)
    {
      const gsize middle = low + (high - low) / 2;
      gsize attempt;
      GBytes *snapshot = sim_tape_snapshot (run->tape, middle, &attempt);

      if (snapshot != NULL && sim_snapshot_counts (snapshot, &n_rows, &n_records, &n_attempts, &steps) && n_records <= index
          && (sim_snapshot_time (snapshot) < t || attempt == 0))
        {
          g_clear_pointer (&best, g_bytes_unref);
          best = snapshot;
          *at = attempt;
          low = middle + 1;
          continue;
        }
      g_clear_pointer (&snapshot, g_bytes_unref);
      high = middle;
    }
  return best;
}

/* Makes a simulator that continues from the snapshot and reports its event searches to `watch`. */
static gboolean
start_simulator (Watch *watch, GBytes *snapshot, LabRunPlace *place, GError **error)
{
  watch->simulator = lab_run_record_simulator (watch->run, error);
  *place = (LabRunPlace) { 0, watch->run->problem.t_end };
  if (watch->simulator == NULL || !lab_run_record_restore (watch->run, watch->simulator, snapshot, place, error))
    return FALSE;
  watch->n_searched = 0;
  watch->is_located = watch->passed = FALSE;
  sim_simulator_set_search (watch->simulator, on_search, watch);
  return TRUE;
}

static gboolean
step_until_known (Watch *watch, LabRunPlace *place, const LabProgress *progress, GError **error)
{
  gboolean more = TRUE;

  for (gint64 count = 1; more && !watch->happened && !watch->passed && (watch->held == 0 || watch->n_searched < watch->held); count++)
    {
      watch->saved = FALSE;
      if (!lab_run_record_step (watch->run, watch->simulator, place, &more, error))
        return FALSE;
      if (count % LAB_PROGRESS_STEPS == 0 && !lab_progress_report (progress, watch->held == 0 ? 0.25 : 0.75, error))
        return FALSE;
    }
  return TRUE;
}

/* Applies the updates of the event, and compares its record with that of the run. */
static gboolean
finish_event (Watch *watch, LabRunPlace *place, SimTrajectory *log, GError **error)
{
  LabEvent *event = watch->event;
  const SimEventRecord *record = &event->record;
  gboolean same = FALSE;

  if (sim_simulator_has_pending (watch->simulator) && !record->pending)
    {
      if (!lab_run_record_apply (watch->run, watch->simulator, sim_simulator_statistics_steps (watch->simulator), place, error))
        return FALSE;
      sim_simulator_advance_pending (watch->simulator);
      event->after = g_new0 (double, (gsize) event->n_states + (gsize) event->n_discrete + 1);
      memcpy (event->after, sim_simulator_x (watch->simulator), sizeof (double) * (gsize) event->n_states);
      memcpy (event->after + event->n_states, sim_simulator_d (watch->simulator), sizeof (double) * (gsize) event->n_discrete);
    }
  if (event->after != NULL)
    {
      const SimSystem *system = sim_simulator_system (watch->simulator);

      event->g_after = g_new0 (double, (gsize) system->n_events + 1);
      system->witnesses (system->self, sim_simulator_t (watch->simulator), event->after, event->g_after);
    }
  else if (!record->pending)
    event->after = g_memdup2 (event->before, sizeof (double) * ((gsize) event->n_states + (gsize) event->n_discrete + 1));
  for (gsize i = sim_trajectory_n_events (log); i-- > 0 && !same;)
    {
      const SimEventRecord repeated = sim_trajectory_event (log, i);

      same = repeated.event == record->event && repeated.t == record->t && repeated.iterations == record->iterations
             && repeated.window == record->window;
    }
  if (!same && !record->pending)
    g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the repeated event does not have the same numbers as the run"));
  return same || record->pending;
}

/* Stores the log indices of all located events of the step. */
static void
take_together (Watch *watch)
{
  LabEvent *event = watch->event;
  const gsize n_events = sim_trajectory_n_events (watch->log);
  GArray *together = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gsize i = sim_trajectory_find_event (watch->log, event->t); i < n_events; i++)
    {
      const SimEventRecord record = sim_trajectory_event (watch->log, i);
      gboolean listed = i == event->index;

      if (record.t > event->t + event->h + fabs (record.window))
        break;
      for (guint k = 0; k < watch->happenings->len && !listed && is_located (&record); k++)
        {
          const Happening *happening = &g_array_index (watch->happenings, Happening, k);

          listed = happening->event == record.event && happening->t == record.t;
        }
      if (listed)
        g_array_append_val (together, i);
    }
  event->n_together = (int) together->len;
  event->together = (gsize *) (gpointer) g_array_free (together, FALSE);
}

/* Repeats the run up to the event, and then once more up to the search of the event's step. */
static gboolean
repeat (Watch *watch, GBytes *snapshot, const LabProgress *progress, GError **error)
{
  LabEvent *event = watch->event;
  g_autoptr (SimTrajectory) log = sim_trajectory_new (1, 0);
  LabRunPlace place;
  gboolean done = start_simulator (watch, snapshot, &place, error);

  if (done)
    {
      sim_simulator_set_event_log (watch->simulator, log);
      done = step_until_known (watch, &place, progress, error);
    }
  if (done && isnan (watch->until) && !watch->happened)
    {
      done = FALSE;
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the run cannot be repeated up to this event"));
    }
  if (done && watch->n_searched == 0)
    {
      done = FALSE;
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no step was searched: the model has no events that are triggered by a zero crossing"));
    }
  done = done && (!watch->happened || finish_event (watch, &place, log, error));
  if (done)
    {
      event->finder = sim_config_get_choice (sim_simulator_config (watch->simulator), "isolation_method");
      event->looks = event->finder == SIM_ISOLATE_DRAKE ? 0 : (int) sim_config_get_number (sim_simulator_config (watch->simulator), "guard");
      take_together (watch);
    }
  g_clear_pointer (&watch->simulator, sim_simulator_free);
  return done;
}

static gboolean
hold (Watch *watch, GBytes *snapshot, const LabProgress *progress, GError **error)
{
  LabRunPlace place;

  watch->held = watch->n_searched;
  watch->happened = FALSE;
  if (!start_simulator (watch, snapshot, &place, error))
    return FALSE;
  sim_simulator_set_trace (watch->simulator, on_trace, watch);
  if (!step_until_known (watch, &place, progress, error))
    return FALSE;
  sim_simulator_set_trace (watch->simulator, NULL, NULL);
  watch->event->t_end = place.t_end;
  watch->event->ranges = sim_simulator_ranges_held (watch->simulator);
  sim_simulator_set_search (watch->simulator, NULL, NULL);
  sim_simulator_set_tape (watch->simulator, NULL);
  watch->event->simulator = g_steal_pointer (&watch->simulator);
  return TRUE;
}

/* Returns the number of earlier events of the same name at the same time. */
static gsize
count_same (const SimTrajectory *log, gsize index)
{
  const SimEventRecord record = sim_trajectory_event (log, index);
  gsize n = 0;

  for (gsize i = index; i-- > 0;)
    {
      const SimEventRecord other = sim_trajectory_event (log, i);

      if (other.t < record.t)
        break;
      n += other.event == record.event && other.t == record.t;
    }
  return n;
}

static void
take_probes (Watch *watch)
{
  LabEvent *event = watch->event;

  event->n_probes = (int) watch->probes->len;
  event->probes = (LabProbe *) (gpointer) g_array_free (watch->probes, FALSE);
  watch->probes = NULL;
  for (int i = 0; i < event->n_probes; i++)
    {
      LabProbe *probe = &event->probes[i];
      const double offset = g_array_index (watch->starts, double, probe->pass) - event->t;

      probe->s += offset;
      probe->low += offset;
      probe->high += offset;
    }
}

/* Repeats and holds the step of an event, or the step that contains a given time. */
static gboolean
examine (Watch *watch, double t, const LabProgress *progress, GError **error)
{
  LabEvent *event = watch->event;
  const gsize n_attempts = sim_tape_n_attempts (watch->run->tape);
  const double until = watch->until;
  gsize at = n_attempts;
  gboolean done = FALSE;

  for (int trial = 0; trial < MOST_EARLIER; trial++)
    {
      g_autoptr (GBytes) snapshot = find_snapshot (watch->run, t, event->index, &at);

      g_clear_pointer (&event->before, g_free);
      g_clear_pointer (&event->after, g_free);
      g_clear_pointer (&event->g_after, g_free);
      g_clear_pointer (&event->together, g_free);
      g_array_set_size (watch->probes, 0);
      watch->until = until;
      watch->held = 0;
      watch->happened = FALSE;
      watch->n_same = event->index != G_MAXSIZE ? count_same (watch->log, event->index) : 0;
      if (!repeat (watch, snapshot, progress, error))
        return FALSE;
      /* If the search for the event began in the first searched step after the snapshot, it may have begun before the snapshot: try an
       * earlier one. */
      if (watch->first_searched <= 1 && watch->pass > 0 && snapshot != NULL && at > 0 && trial + 1 < MOST_EARLIER)
        {
          at--;
          continue;
        }
      done = hold (watch, snapshot, progress, error);
      break;
    }
  if (done)
    take_probes (watch);
  return done;
}

/* ---- construction ---- */

static LabEvent *
examine_new (const LabRunRecord *run, const SimTrajectory *log, gsize index, gsize attempt, const LabProgress *progress, GError **error)
{
  g_autoptr (LabEvent) event = g_new0 (LabEvent, 1);
  LabRunRecord record = *run;
  Watch watch = { .run = &record, .log = log, .event = event, .until = NAN };
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (ModelSystem) instance = lab_problem_instance (&run->problem, error);
  OdeAttempt row;
  double t;
  gboolean done;

  if (instance == NULL)
    return NULL;
  event->index = index;
  event->witness = -1;
  event->n_states = model_system_ode (instance)->n_states;
  event->n_discrete = model_system_n_discrete (instance);
  if (index != G_MAXSIZE)
    {
      event->record = sim_trajectory_event (log, index);
      event->witness = event->record.event;
      event->located = lab_event_count_located (log, index);
      t = event->record.t;
    }
  else
    {
      if (!sim_tape_get (run->tape, attempt, &row))
        {
          g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the run has no attempt %lu"), (gulong) attempt + 1);
          return NULL;
        }
      if (run->history != NULL)
        record.history = before = lab_run_record_changes_before (run->history, attempt);
      watch.until = row.t;
      t = nextafter (row.t, INFINITY);
    }
  watch.probes = g_array_new (FALSE, FALSE, sizeof (LabProbe));
  watch.starts = g_array_new (FALSE, FALSE, sizeof (double));
  watch.happenings = g_array_new (FALSE, FALSE, sizeof (Happening));
  done = examine (&watch, t, progress, error);
  if (watch.probes != NULL)
    g_array_unref (watch.probes);
  g_array_unref (watch.starts);
  g_array_unref (watch.happenings);
  sim_simulator_free (watch.simulator);
  return done ? g_steal_pointer (&event) : NULL;
}

LabEvent *
lab_event_new (const LabRunRecord *run, const SimTrajectory *log, gsize index, const LabProgress *progress, GError **error)
{
  SimEventRecord record;

  if (index >= sim_trajectory_n_events (log))
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the run has no event %lu"), (gulong) index + 1);
      return NULL;
    }
  record = sim_trajectory_event (log, index);
  if (!is_located (&record))
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("this event happens at a time that is known before the step, so it is not searched for"));
      return NULL;
    }
  return examine_new (run, log, index, 0, progress, error);
}

/* Returns the witness that comes closest to zero among 17 times in the step, relative to its largest value. */
static int
closest_witness (LabEvent *event)
{
  const SimSystem *system = sim_simulator_system (event->simulator);
  double best = INFINITY;
  int witness = -1;

  for (int i = 0; i < system->n_events; i++)
    {
      double least = INFINITY, largest = 0;

      for (int k = 0; k <= 16 && lab_event_is_located (system, i); k++)
        {
          const double g = fabs (lab_event_witness_at (event, i, event->h * k / 16));

          least = fmin (least, g);
          largest = fmax (largest, g);
        }
      if (lab_event_is_located (system, i) && (witness < 0 || least / largest < best))
        {
          best = least / largest;
          witness = i;
        }
    }
  return witness;
}

LabEvent *
lab_event_new_for_attempt (const LabRunRecord *run, const SimTrajectory *log, gsize attempt, const LabProgress *progress, GError **error)
{
  g_autoptr (LabEvent) event = examine_new (run, log, G_MAXSIZE, attempt, progress, error);

  if (event == NULL)
    return NULL;
  if (event->n_together > 0)
    return lab_event_new (run, log, event->together[0], progress, error);
  event->witness = closest_witness (event);
  return g_steal_pointer (&event);
}

void
lab_event_free (LabEvent *event)
{
  if (event == NULL)
    return;
  if (!event->is_trial)
    sim_simulator_free (event->simulator);
  g_clear_pointer (&event->start, g_bytes_unref);
  g_free (event->probes);
  g_free (event->before);
  g_free (event->after);
  g_free (event->g_after);
  g_free (event->together);
  g_free (event);
}
