/* Repeats an attempt of a run with a second simulator:
 *
 *   1. The run is set up again as a problem, with the changes that were made before its start.
 *   2. The changes that precede the snapshot are applied; they determine settings and method of the simulator.
 *   3. The snapshot before the attempt is restored.
 *   4. Steps are taken, and each change is applied after the same number of steps as in the run, until the row of the tape is reached.
 *
 * The repeated row must have the same numbers as the row of the run. Snapshots are stored every 256 attempts, and some are dropped when
 * they need much memory, so the number of steps in 4 does not grow with the run. */
#include "lab-attempt.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-attempt-inside.h"
#include "lab-attempt-private.h"

/* Number of attempts before the repeated one that are kept as its history. The next constant is the number after it. */
#define BEFORE 17
#define AFTER 4
/* Number of attempts whose intermediate results are kept: two and the one in progress. The row of an accepted attempt is recorded together
 * with the next attempt, because an event may still shorten the step. */
#define N_INSIDES 3

typedef struct
{
  const LabRunRecord *run;
  SimSimulator *simulator;
  int n_states;
  gsize index;      /* index of the next row of the tape */
  gsize first;      /* index of the first row that was repeated */
  gsize wanted;
  gboolean found;
  LabInside insides[N_INSIDES];
  int n_insides;    /* number of attempts so far; the ring buffer has the last ones */
  OdeAttempt rows[BEFORE + 1]; /* ring buffer of the last rows of the tape */
  int continued;    /* number of the iteration in the wanted attempt that continues; 0: none */
  gboolean continues; /* the wanted attempt is in progress, with this iteration */
  GArray *beyond;   /* OdeTraceEvent: its further iterates */
  LabAttempt *attempt;
} Search;

/* Recognizes the wanted attempt by its start and size, because the row of the attempt before it may follow later, and collects the further iterates
 * of its last iteration. The attempt ends the search. */
static void
on_trace_beyond (gpointer user, const OdeTraceEvent *event)
{
  Search *search = user;
  const OdeAttempt *record = &search->attempt->record;

  if (search->found)
    return;
  if (event->kind == ODE_TRACE_ATTEMPT && search->index + 1 >= search->wanted && event->t == record->t && event->h == record->h)
    {
      ode_integrator_continue_newton (sim_simulator_integrator (search->simulator), search->continued);
      search->continues = TRUE;
    }
  else if (event->kind == ODE_TRACE_ITERATE && event->beyond && event->index > 0)
    {
      OdeTraceEvent iterate = *event;

      iterate.x = iterate.k = iterate.base = NULL;
      iterate.n_vectors = 0;
      g_array_append_val (search->beyond, iterate);
    }
  else if (event->kind == ODE_TRACE_RESULT && search->continues)
    search->found = TRUE;
}

/* Collects the intermediate results of the attempts. The wanted one may be the attempt in progress or the one after it, because the row of an
 * accepted attempt follows later; those also get a snapshot of their start. CVODE restarts after a snapshot, and has no trials. */
static void
on_trace (gpointer user, const OdeTraceEvent *event)
{
  Search *search = user;
  LabInside *inside = &search->insides[search->n_insides % N_INSIDES];

  if (search->found)
    return;
  lab_inside_receive (inside, sim_simulator_integrator (search->simulator), event);
  if (event->kind == ODE_TRACE_ATTEMPT && search->index + 1 >= search->wanted && (event->method->traits & ODE_TRAIT_OWN_CONTROL) == 0)
    inside->start = sim_simulator_save (search->simulator);
  search->n_insides += event->kind == ODE_TRACE_RESULT;
}

/* Is called for each row of the tape of the second simulator. */
static void
on_row (gpointer user, const OdeAttempt *row)
{
  Search *search = user;
  gsize index = search->index++;

  if (search->found || search->continued > 0)
    return;
  search->rows[index % (BEFORE + 1)] = *row;
  if (index != search->wanted)
    return;
  for (int k = 1; k < N_INSIDES && !search->found; k++)
    {
      LabInside *inside = &search->insides[(search->n_insides - k + N_INSIDES) % N_INSIDES];

      if (!inside->complete || inside->record.t != row->t || inside->record.h != row->h)
        continue;
      search->found = TRUE;
      lab_inside_take (inside, sim_simulator_integrator (search->simulator), row, search->attempt);
    }
}

/* ---- repetition of the run ---- */

/* Returns whether two rows have the same numbers. Counts of evaluations are not compared, because the run may have evaluated dense output
 * for its rows; |λ| is not compared, because it may come from an earlier step. */
static gboolean
is_same (const OdeAttempt *a, const OdeAttempt *b)
{
  return memcmp (&a->t, &b->t, sizeof a->t) == 0 && memcmp (&a->h, &b->h, sizeof a->h) == 0
         && memcmp (&a->error, &b->error, sizeof a->error) == 0 && memcmp (a->worst, b->worst, sizeof a->worst) == 0
         && memcmp (a->worst_error, b->worst_error, sizeof a->worst_error) == 0
         && memcmp (&a->h_proposed, &b->h_proposed, sizeof a->h_proposed) == 0 && memcmp (&a->h_next, &b->h_next, sizeof a->h_next) == 0
         && a->contraction == b->contraction && a->newton_iterations == b->newton_iterations && a->jacobian_age == b->jacobian_age
         && a->outcome == b->outcome && a->clamp == b->clamp && a->order == b->order && a->status == b->status;
}

/* Progress is reported this often, so that a replay of slow steps can be cancelled at once. */
#define REPORT_US (50 * 1000)

/* Takes steps until the row was recorded. */
static gboolean
step_to_row (Search *search, LabRunPlace *place, const LabProgress *progress, GError **error)
{
  gint64 reported = g_get_monotonic_time (), now;
  gboolean more = TRUE;

  while (!search->found && more)
    {
      if (!lab_run_record_step (search->run, search->simulator, place, &more, error))
        return FALSE;
      if ((now = g_get_monotonic_time ()) - reported < REPORT_US)
        continue;
      reported = now;
      if (!lab_progress_report (progress, fmin (1, (double) (search->index - search->first) / (search->wanted + 1 - search->first)), error))
        return FALSE;
    }
  if (!search->found)
    g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the run cannot be repeated up to this attempt"));
  return search->found;
}

/* Copies the neighbouring attempts from the tape. Those that the tape no longer contains are taken from the repetition. */
static void
take_around (Search *search)
{
  LabAttempt *attempt = search->attempt;
  gsize first = search->wanted > BEFORE ? search->wanted - BEFORE : 0;

  attempt->around = g_new0 (OdeAttempt, BEFORE + 1 + AFTER);
  attempt->first_around = first;
  attempt->n_around = (int) sim_tape_read (search->run->tape, first, BEFORE + 1 + AFTER, attempt->around);
  if (attempt->n_around > 0)
    return;
  attempt->first_around = first = MAX (first, search->first);
  for (gsize i = first; i <= search->wanted; i++)
    attempt->around[attempt->n_around++] = search->rows[i % (BEFORE + 1)];
}

static gboolean
repeat (Search *search, const LabProgress *progress, GError **error)
{
  const LabRunRecord *run = search->run;
  LabRunPlace place = { 0, run->problem.t_end };
  g_autoptr (SimTape) tape = sim_tape_new (1024);
  g_autoptr (GBytes) snapshot = sim_tape_snapshot (run->tape, search->wanted, &search->index);
  OdeAttempt row;
  gboolean done;

  if (snapshot == NULL || search->wanted >= sim_tape_n_attempts (run->tape))
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the run has no attempt %lu"), (gulong) search->wanted + 1);
      return FALSE;
    }
  search->first = search->index;
  if (!lab_run_record_restore (run, search->simulator, snapshot, &place, error))
    return FALSE;
  search->attempt->t_snapshot = sim_simulator_t (search->simulator);
  sim_simulator_set_tape (search->simulator, tape);
  sim_tape_set_listener (tape, on_row, search);
  sim_simulator_set_trace (search->simulator, search->continued > 0 ? on_trace_beyond : on_trace, search);
  done = step_to_row (search, &place, progress, error);
  sim_simulator_set_trace (search->simulator, NULL, NULL);
  sim_tape_set_listener (tape, NULL, NULL);
  if (done && search->continued == 0 && sim_tape_get (run->tape, search->wanted, &row) && !is_same (&row, &search->attempt->record))
    {
      done = FALSE;
      if (row.outcome == ODE_ATTEMPT_STOPPED)
        g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("this attempt was stopped from outside and is not complete"));
      else
        g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the repeated attempt does not have the same numbers as the run"));
    }
  return done;
}

/* Returns the number of the iteration that was given up, counted from 1; 0: none. */
static int
find_given_up (const LabAttempt *attempt)
{
  int n = 0;

  if (attempt->record.outcome != ODE_ATTEMPT_REJECTED_NEWTON || attempt->truncated)
    return 0;
  for (int i = 0; i < attempt->n_events; i++)
    n += attempt->events[i].kind == ODE_TRACE_ITERATE && attempt->events[i].index == 1;
  return n;
}

gboolean
lab_attempt_continue_newton (LabAttempt *attempt, const LabRunRecord *run, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) before = run->history != NULL ? lab_run_record_changes_before (run->history, attempt->index) : NULL;
  LabRunRecord record = *run;
  Search search = { .run = &record, .wanted = attempt->index, .n_states = attempt->n_states, .attempt = attempt };
  gboolean done;

  record.history = before;
  search.continued = find_given_up (attempt);
  if (search.continued == 0)
    return TRUE;
  search.simulator = lab_run_record_simulator (run, error);
  if (search.simulator == NULL)
    return FALSE;
  search.beyond = g_array_new (FALSE, FALSE, sizeof (OdeTraceEvent));
  done = repeat (&search, progress, error);
  sim_simulator_free (search.simulator);
  g_free (attempt->beyond);
  attempt->n_beyond = (int) search.beyond->len;
  attempt->beyond = (OdeTraceEvent *) (gpointer) g_array_free (search.beyond, FALSE);
  return done;
}

LabAttempt *
lab_attempt_new (const LabRunRecord *run, gsize index, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) before = run->history != NULL ? lab_run_record_changes_before (run->history, index) : NULL;
  SimSimulator *simulator = lab_run_record_simulator (run, error);
  LabRunRecord record = *run;
  Search search = { .run = &record, .simulator = simulator, .wanted = index };
  gboolean done;

  record.history = before;
  if (simulator == NULL)
    return NULL;
  if (sim_simulator_integrator (simulator) == NULL)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("a system without continuous states has no integration steps"));
      sim_simulator_free (simulator);
      return NULL;
    }
  search.n_states = sim_simulator_system (simulator)->ode->n_states;
  search.attempt = g_new0 (LabAttempt, 1);
  search.attempt->index = index;
  search.attempt->n_states = search.n_states;
  search.attempt->simulator = simulator;
  for (int i = 0; i < N_INSIDES; i++)
    lab_inside_init (&search.insides[i], search.n_states);
  done = repeat (&search, progress, error);
  for (int i = 0; i < N_INSIDES; i++)
    lab_inside_clear (&search.insides[i]);
  if (!done)
    {
      lab_attempt_free (search.attempt);
      return NULL;
    }
  take_around (&search);
  done = lab_progress_report (progress, 1, error);
  if (done)
    lab_attempt_linearize (search.attempt);
  if (done && lab_attempt_follow_flow (search.attempt, progress, error))
    return search.attempt;
  lab_attempt_free (search.attempt);
  return NULL;
}

void
lab_attempt_free (LabAttempt *attempt)
{
  if (attempt == NULL)
    return;
  if (!attempt->is_trial)
    sim_simulator_free (attempt->simulator);
  g_clear_pointer (&attempt->start, g_bytes_unref);
  g_free (attempt->x0);
  g_free (attempt->x1);
  g_free (attempt->error);
  g_free (attempt->x1_hat);
  g_free (attempt->scaled_error);
  g_free (attempt->tolerance);
  g_free (attempt->events);
  g_free (attempt->beyond);
  g_free (attempt->numbers);
  g_free (attempt->jacobian);
  g_free (attempt->eigenvalues);
  g_free (attempt->flow);
  g_free (attempt->around);
  g_free (attempt);
}

int
lab_attempt_count (const LabAttempt *attempt, OdeTraceKind kind)
{
  int n = 0;

  for (int i = 0; i < attempt->n_events; i++)
    n += attempt->events[i].kind == kind;
  return n;
}
