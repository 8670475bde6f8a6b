/* Computes an ensemble on several threads. Each thread takes blocks of members one after the other and computes their members in its SIMD
 * lanes. Complete blocks are written in order, so the file does not depend on the number of threads. A block that is complete before an
 * earlier one waits in a window of bounded size. A thread that would exceed the window first finishes the members in its lanes. */
#include "lab-ensemble-run-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-look.h"

/* Interval in μs at which progress is reported and the request to cancel is checked. */
#define REPORT_MICROSECONDS 50000
/* Interval in μs at which messages from other processes are read. */
#define MESSAGE_MICROSECONDS 500

/* The alignment prevents that two threads write to the same cache line. */
typedef struct
{
  _Alignas (64) LabStudyRun *study;
  LabLanes *lanes;
  guint64 member, member_end; /* next member of the thread's current block, and the index after its last member */
  atomic_ulong n_done;        /* number of members that the thread has finished; accessed with relaxed order */
} Worker;

void
lab_study_run_fail (LabStudyRun *study, GError *error)
{
  if (study->error == NULL)
    study->error = error;
  else
    g_error_free (error);
  atomic_store_explicit (&study->stop, true, memory_order_relaxed);
  g_cond_broadcast (&study->changed);
}

static gboolean
is_stopped (LabStudyRun *study)
{
  return atomic_load_explicit (&study->stop, memory_order_relaxed);
}

static gboolean
worker_cancelled (gpointer user)
{
  return is_stopped (((Worker *) user)->study);
}

/* Gives the calling thread the next block of this process. The caller holds the lock. */
static LabNext
take_next (LabStudyRun *study, gboolean idle, guint64 *index)
{
  while (idle && study->next < study->end && study->next >= study->written + LAB_WINDOW && !is_stopped (study))
    g_cond_wait (&study->changed, &study->lock);
  if (study->next >= study->end || is_stopped (study))
    return LAB_NEXT_NONE;
  if (study->next >= study->written + LAB_WINDOW)
    return LAB_NEXT_LATER;
  *index = study->next++;
  return LAB_NEXT_MEMBER;
}

/* Gives the calling thread a block that rank 0 has assigned to this process. The caller holds the lock. */
static LabNext
take_assigned (LabStudyRun *study, gboolean idle, guint64 *index)
{
  while (idle && study->assigned->len == 0 && !is_stopped (study))
    g_cond_wait (&study->changed, &study->lock);
  if (is_stopped (study))
    return LAB_NEXT_NONE;
  if (study->assigned->len == 0)
    return LAB_NEXT_LATER;
  *index = g_array_index (study->assigned, guint64, 0);
  g_array_remove_index (study->assigned, 0);
  return LAB_NEXT_MEMBER;
}

static LabNext
worker_next (gpointer user, gboolean idle, guint64 *member)
{
  Worker *worker = user;
  LabStudyRun *study = worker->study;
  guint64 size = (guint64) study->format.block_members, index = 0;
  LabNext next;
  LabSlot *slot;

  if (worker->member < worker->member_end)
    {
      *member = worker->member++;
      return LAB_NEXT_MEMBER;
    }
  g_mutex_lock (&study->lock);
  next = study->results != NULL ? take_next (study, idle, &index) : take_assigned (study, idle, &index);
  if (next == LAB_NEXT_MEMBER)
    {
      worker->member = index * size;
      worker->member_end = MIN (worker->member + size, study->ensemble->n_members);
      slot = &study->window[index % LAB_WINDOW];
      slot->n_left = (int) (worker->member_end - worker->member);
      slot->is_complete = FALSE;
      slot->block = lab_block_new (index, slot->n_left, study->ensemble->n_columns);
      *member = worker->member++;
    }
  g_mutex_unlock (&study->lock);
  return next;
}

void
lab_study_run_write (LabStudyRun *study)
{
  GError *error = NULL;

  while (study->written < study->next && study->error == NULL)
    {
      LabSlot *slot = &study->window[study->written % LAB_WINDOW];

      if (slot->block == NULL || !slot->is_complete)
        break;
      if (!lab_results_append (study->results, slot->block, &error))
        {
          lab_study_run_fail (study, error);
          return;
        }
      g_clear_pointer (&slot->block, lab_block_free);
      study->written++;
    }
  g_cond_broadcast (&study->changed);
}

static void
worker_finished (gpointer user, guint64 member, LabOutcome outcome, const char *reason, const double *columns)
{
  Worker *worker = user;
  LabStudyRun *study = worker->study;
  guint64 size = (guint64) study->format.block_members;
  int n_columns = study->ensemble->n_columns, k = (int) (member % size);
  LabSlot *slot = &study->window[(member / size) % LAB_WINDOW];
  LabBlock *block = slot->block;

  block->member[k] = member;
  block->outcome[k] = outcome;
  if (*reason != '\0')
    block->reason[k] = g_string_chunk_insert_const (block->texts, reason);
  memcpy (block->values + (gsize) k * n_columns, columns, (gsize) n_columns * sizeof *columns);
  atomic_fetch_add_explicit (&worker->n_done, 1, memory_order_relaxed);
  if (--slot->n_left > 0)
    return;
  g_mutex_lock (&study->lock);
  slot->is_complete = TRUE;
  if (study->results != NULL)
    lab_study_run_write (study);
  else
    g_ptr_array_add (study->finished, g_steal_pointer (&slot->block));
  g_mutex_unlock (&study->lock);
}

static gpointer
work (gpointer data)
{
  Worker *worker = data;
  LabStudyRun *study = worker->study;
  LabSource source = { worker_next, worker_finished, worker_cancelled, worker };
  GError *error = NULL;
  gboolean done = lab_lanes_run (worker->lanes, &source, &error);

  g_mutex_lock (&study->lock);
  if (!done)
    lab_study_run_fail (study, error);
  study->n_running--;
  g_cond_signal (&study->ended);
  g_mutex_unlock (&study->lock);
  return NULL;
}

/* Returns whether threads of this process, or other processes, are still computing. The caller holds the lock. */
static gboolean
is_at_work (LabStudyRun *study)
{
  if (study->n_running > 0)
    return TRUE;
  if (study->ranks == NULL || is_stopped (study))
    return FALSE;
  return study->results == NULL || study->written < study->end;
}

/* Reports progress and exchanges messages with other processes until all have finished. */
static void
wait_for_workers (LabStudyRun *study, Worker *workers, int n, const LabProgress *progress, guint64 n_before)
{
  double total = (double) study->ensemble->n_members;

  g_mutex_lock (&study->lock);
  while (is_at_work (study))
    {
      GError *error = NULL;
      double done = (double) (n_before + study->n_received);

      for (int k = 0; k < n; k++)
        done += (double) atomic_load_explicit (&workers[k].n_done, memory_order_relaxed);
      if (study->ranks != NULL)
        lab_ranks_serve (study);
      g_cond_wait_until (&study->ended, &study->lock,
                         g_get_monotonic_time () + (study->ranks != NULL ? MESSAGE_MICROSECONDS : REPORT_MICROSECONDS));
      g_mutex_unlock (&study->lock);
      if (!lab_progress_report (progress, fmin (1, done / total), &error))
        {
          g_mutex_lock (&study->lock);
          lab_study_run_fail (study, error);
          g_mutex_unlock (&study->lock);
        }
      g_mutex_lock (&study->lock);
    }
  if (study->ranks != NULL && study->ranks->rank > 0)
    lab_ranks_serve (study);
  lab_ranks_stop (study->ranks);
  g_mutex_unlock (&study->lock);
}

static void
study_init (LabStudyRun *study)
{
  g_mutex_init (&study->lock);
  g_cond_init (&study->changed);
  g_cond_init (&study->ended);
  g_queue_init (&study->waiting);
  study->assigned = g_array_new (FALSE, FALSE, sizeof (guint64));
  study->finished = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_block_free);
  lab_block_format_init (&study->format, study->ensemble->n_members, study->ensemble->n_columns);
}

static void
study_clear (LabStudyRun *study)
{
  for (int k = 0; k < LAB_WINDOW; k++)
    lab_block_free (study->window[k].block);
  g_queue_clear (&study->waiting);
  g_array_unref (study->assigned);
  g_ptr_array_unref (study->finished);
  g_mutex_clear (&study->lock);
  g_cond_clear (&study->changed);
  g_cond_clear (&study->ended);
}

/* Largest number of threads for each processor that a user may ask for. More threads would only take memory. */
#define THREADS_PER_PROCESSOR 32

/* Returns the number of threads: no more than there are blocks of members to compute, and no more than the processors can use. n_jobs ≤ 0: one for each
 * processor. */
static int
threads_for (const LabStudyRun *study, int n_jobs)
{
  int n_processors = (int) g_get_num_processors (), n = n_jobs > 0 ? MIN (n_jobs, THREADS_PER_PROCESSOR * n_processors) : n_processors;

  return study->results == NULL ? n : (int) MIN ((guint64) n, study->end - study->next);
}

/* Starts the threads. Some may be missing if the system has no more; the others then compute their members. Without any thread the study fails. */
static void
start_threads (LabStudyRun *study, Worker *workers, GThread **threads, int n)
{
  g_autoptr (GError) error = NULL;

  study->n_running = n;
  for (int k = 0; k < n; k++)
    {
      threads[k] = g_thread_try_new ("ensemble", work, &workers[k], error == NULL ? &error : NULL);
      if (threads[k] != NULL)
        continue;
      g_mutex_lock (&study->lock);
      study->n_running--;
      g_mutex_unlock (&study->lock);
    }
  for (int k = 0; k < n; k++)
    if (threads[k] != NULL)
      return;
  g_mutex_lock (&study->lock);
  if (study->error == NULL && error != NULL)
    lab_study_run_fail (study, g_steal_pointer (&error));
  g_mutex_unlock (&study->lock);
}

/* Computes the blocks of a study on n threads. */
static void
run_threads (LabStudyRun *study, int n, const LabProgress *progress, guint64 n_before)
{
  Worker *workers = g_aligned_alloc0 ((gsize) n, sizeof *workers, _Alignof (Worker));
  g_autofree GThread **threads = g_new0 (GThread *, n);
  gboolean made = TRUE;

  /* Make all engines before the threads start, so that a wrong setting gives only one error. */
  for (int k = 0; k < n && made; k++)
    {
      workers[k].study = study;
      workers[k].lanes = lab_lanes_new (study->ensemble, MODEL_LANES, &study->error);
      made = workers[k].lanes != NULL;
    }
  if (!made)
    atomic_store_explicit (&study->stop, true, memory_order_relaxed);
  if (made)
    {
      lab_ranks_begin (study, n);
      start_threads (study, workers, threads, n);
    }
  wait_for_workers (study, workers, n, progress, n_before);
  for (int k = 0; k < n; k++)
    {
      if (threads[k] != NULL)
        g_thread_join (threads[k]);
      lab_lanes_free (workers[k].lanes);
    }
  g_aligned_free (workers);
}

gboolean
lab_ensemble_run (const LabEnsemble *ensemble, LabResults *results, int n_jobs, const LabProgress *progress, GError **error)
{
  return lab_ensemble_run_ranks (ensemble, results, n_jobs, NULL, progress, error);
}

gboolean
lab_ensemble_run_ranks (const LabEnsemble *ensemble, LabResults *results, int n_jobs, const LabRanks *ranks, const LabProgress *progress,
                        GError **error)
{
  LabStudyRun study = { .ensemble = ensemble, .results = results, .ranks = ranks };
  guint64 n_before = 0;

  if (results != NULL)
    {
      study.first = lab_results_range (results, &study.end);
      study.next = study.written = study.first + lab_results_n_blocks (results);
      if (study.next >= study.end)
        {
          lab_ranks_stop (ranks);
          return TRUE;
        }
      n_before = lab_results_n_blocks (results) * (guint64) lab_results_block_members (results);
    }
  study_init (&study);
  run_threads (&study, threads_for (&study, n_jobs), progress, n_before);
  study_clear (&study);
  if (study.error == NULL)
    return TRUE;
  /* If rank 0 stopped this rank, the error is reported there, not here. */
  if (study.is_over)
    {
      g_clear_error (&study.error);
      return TRUE;
    }
  g_propagate_error (error, study.error);
  return FALSE;
}

/* ---- replay of one member ---- */

typedef struct
{
  guint64 member;
  gboolean is_taken;
  int n_columns;
  LabOutcome *outcome;
  char **reason;
  double *columns;
  ExprLook look; /* that of the thread */
} Replay;

static LabNext
replay_next (gpointer user, gboolean idle, guint64 *member)
{
  Replay *replay = user;

  if (replay->is_taken)
    return LAB_NEXT_NONE;
  replay->is_taken = TRUE;
  *member = replay->member;
  return LAB_NEXT_MEMBER;
}

static void
replay_finished (gpointer user, guint64 member, LabOutcome outcome, const char *reason, const double *columns)
{
  Replay *replay = user;

  *replay->outcome = outcome;
  *replay->reason = g_strdup (reason);
  memcpy (replay->columns, columns, (gsize) replay->n_columns * sizeof *columns);
}

/* A member is cancelled like an evaluation of this thread. */
static gboolean
replay_cancelled (gpointer user)
{
  const ExprLook *look = &((Replay *) user)->look;

  return look->func != NULL && !look->func (look->user);
}

gboolean
lab_ensemble_replay (const LabEnsemble *ensemble, guint64 member, LabOutcome *outcome, char **reason, double *columns, GError **error)
{
  g_autoptr (LabLanes) lanes = lab_lanes_new (ensemble, 1, error);
  Replay replay = { member, FALSE, ensemble->n_columns, outcome, reason, columns, expr_look_get () };
  LabSource source = { replay_next, replay_finished, replay_cancelled, &replay };

  return lanes != NULL && lab_lanes_run (lanes, &source, error);
}

gboolean
lab_ensemble_draw (const LabEnsemble *ensemble, guint64 first, int n, double *values, GError **error)
{
  g_autoptr (LabLanes) lanes = lab_lanes_new (ensemble, 1, error);

  for (int k = 0; lanes != NULL && k < n; k++)
    if (!lab_lanes_draw (lanes, first + (guint64) k, values + (gsize) k * ensemble->varied->len, error))
      return FALSE;
  return lanes != NULL;
}
