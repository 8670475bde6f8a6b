/* Each thread takes one block of members after another and computes them in its lanes. Complete blocks are written in order, so that the
 * file does not depend on the number of threads. A block that is complete before an earlier one waits in a window of bounded size. If a
 * thread would exceed the window, it finishes its lanes before it takes another block. */
#include "lab-ensemble-run.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "ode-format.h"

/* Largest number of blocks after the first unfinished one that may be in progress. */
#define WINDOW 128
/* Interval at which progress is reported and a request to cancel is read. */
#define REPORT_MICROSECONDS 50000

typedef struct
{
  LabBlock *block;
  int n_left;
} Slot;

typedef struct
{
  const LabEnsemble *ensemble;
  LabResults *results;
  guint64 first, end;      /* blocks of this file */
  GMutex lock;             /* protects all members below */
  GCond changed;
  guint64 next;            /* the next block that no thread has taken */
  guint64 written;         /* the next block to be written */
  Slot window[WINDOW];
  int n_running;
  GError *error;
  atomic_bool stop;        /* set by any thread, read by the workers; relaxed order */
  atomic_ulong n_done;     /* number of finished members; relaxed order */
} Study;

typedef struct
{
  Study *study;
  LabLanes *lanes;
  guint64 member, member_end; /* next member of the block that was taken last, and its end */
} Worker;

static void
stop_with (Study *study, GError *error)
{
  if (study->error == NULL)
    study->error = error;
  else
    g_error_free (error);
  atomic_store_explicit (&study->stop, true, memory_order_relaxed);
  g_cond_broadcast (&study->changed);
}

static gboolean
worker_cancelled (gpointer user)
{
  return atomic_load_explicit (&((Worker *) user)->study->stop, memory_order_relaxed);
}

static LabNext
worker_next (gpointer user, gboolean idle, guint64 *member)
{
  Worker *worker = user;
  Study *study = worker->study;
  guint64 size = (guint64) lab_results_block_members (study->results), index;
  Slot *slot;

  if (worker->member < worker->member_end)
    {
      *member = worker->member++;
      return LAB_NEXT_MEMBER;
    }
  g_mutex_lock (&study->lock);
  while (idle && study->next < study->end && study->next >= study->written + WINDOW && !worker_cancelled (worker))
    g_cond_wait (&study->changed, &study->lock);
  if (study->next >= study->end || worker_cancelled (worker))
    {
      g_mutex_unlock (&study->lock);
      return LAB_NEXT_NONE;
    }
  if (study->next >= study->written + WINDOW)
    {
      g_mutex_unlock (&study->lock);
      return LAB_NEXT_LATER;
    }
  index = study->next++;
  worker->member = index * size;
  worker->member_end = MIN (worker->member + size, study->ensemble->n_members);
  slot = &study->window[index % WINDOW];
  slot->n_left = (int) (worker->member_end - worker->member);
  slot->block = lab_block_new (index, slot->n_left, study->ensemble->n_columns);
  g_mutex_unlock (&study->lock);
  *member = worker->member++;
  return LAB_NEXT_MEMBER;
}

/* Writes the complete blocks at the start of the window. The caller holds the
 * lock. */
static void
write_blocks (Study *study)
{
  GError *error = NULL;

  while (study->written < study->next && study->error == NULL)
    {
      Slot *slot = &study->window[study->written % WINDOW];

      if (slot->block == NULL || slot->n_left > 0)
        break;
      if (!lab_results_append (study->results, slot->block, &error))
        {
          stop_with (study, error);
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
  Study *study = worker->study;
  guint64 size = (guint64) lab_results_block_members (study->results);
  int n_columns = study->ensemble->n_columns, k = (int) (member % size);
  LabBlock *block;
  Slot *slot;

  g_mutex_lock (&study->lock);
  slot = &study->window[(member / size) % WINDOW];
  block = slot->block;
  block->member[k] = member;
  block->outcome[k] = outcome;
  if (*reason != '\0')
    block->reason[k] = g_string_chunk_insert_const (block->texts, reason);
  memcpy (block->values + (gsize) k * n_columns, columns, (gsize) n_columns * sizeof *columns);
  if (--slot->n_left == 0)
    write_blocks (study);
  g_mutex_unlock (&study->lock);
  atomic_fetch_add_explicit (&study->n_done, 1, memory_order_relaxed);
}

static gpointer
work (gpointer data)
{
  Worker *worker = data;
  Study *study = worker->study;
  LabSource source = { worker_next, worker_finished, worker_cancelled, worker };
  GError *error = NULL;
  gboolean done = lab_lanes_run (worker->lanes, &source, &error);

  g_mutex_lock (&study->lock);
  if (!done)
    stop_with (study, error);
  study->n_running--;
  g_cond_broadcast (&study->changed);
  g_mutex_unlock (&study->lock);
  return NULL;
}

/* Reports progress until all threads have finished. */
static void
wait_for_workers (Study *study, const LabProgress *progress, guint64 n_before)
{
  double total = (double) study->ensemble->n_members;

  g_mutex_lock (&study->lock);
  while (study->n_running > 0)
    {
      GError *error = NULL;
      double done = (double) (n_before + atomic_load_explicit (&study->n_done, memory_order_relaxed));

      g_cond_wait_until (&study->changed, &study->lock, g_get_monotonic_time () + REPORT_MICROSECONDS);
      g_mutex_unlock (&study->lock);
      if (!lab_progress_report (progress, fmin (1, done / total), &error))
        {
          g_mutex_lock (&study->lock);
          stop_with (study, error);
          g_mutex_unlock (&study->lock);
        }
      g_mutex_lock (&study->lock);
    }
  g_mutex_unlock (&study->lock);
}

gboolean
lab_ensemble_run (const LabEnsemble *ensemble, LabResults *results, int n_jobs, const LabProgress *progress, GError **error)
{
  Study study = { .ensemble = ensemble, .results = results };
  int n = n_jobs > 0 ? n_jobs : (int) g_get_num_processors ();
  g_autofree Worker *workers = g_new0 (Worker, n);
  g_autofree GThread **threads = g_new0 (GThread *, n);
  guint64 n_before;
  gboolean made = TRUE;

  study.first = lab_results_range (results, &study.end);
  study.next = study.written = study.first + lab_results_n_blocks (results);
  if (study.next >= study.end)
    return TRUE;
  n_before = lab_results_n_blocks (results) * (guint64) lab_results_block_members (results);
  g_mutex_init (&study.lock);
  g_cond_init (&study.changed);
  /* Make the engines before the threads start, so that a wrong setting gives one error. */
  for (int k = 0; k < n && made; k++)
    {
      workers[k].study = &study;
      workers[k].lanes = lab_lanes_new (ensemble, MODEL_LANES, &study.error);
      made = workers[k].lanes != NULL;
    }
  study.n_running = made ? n : 0;
  for (int k = 0; k < n && made; k++)
    threads[k] = g_thread_new ("ensemble", work, &workers[k]);
  wait_for_workers (&study, progress, n_before);
  for (int k = 0; k < n; k++)
    {
      if (threads[k] != NULL)
        g_thread_join (threads[k]);
      lab_lanes_free (workers[k].lanes);
    }
  for (int k = 0; k < WINDOW; k++)
    lab_block_free (study.window[k].block);
  g_mutex_clear (&study.lock);
  g_cond_clear (&study.changed);
  if (study.error == NULL)
    return TRUE;
  g_propagate_error (error, study.error);
  return FALSE;
}

/* ---- the header of the file ---- */

/* Appends "  'name': 'text'" with quotes doubled. */
static void
append_entry (GString *out, const char *name, const char *text)
{
  g_auto (GStrv) names = g_strsplit (name, "'", -1), texts = g_strsplit (text, "'", -1);
  g_autofree char *quoted_name = g_strjoinv ("''", names), *quoted_text = g_strjoinv ("''", texts);

  g_string_append_printf (out, "  '%s': '%s'\n", quoted_name, g_strdelimit (quoted_text, "\n", ' '));
}

static void
append_number (GString *out, const char *name, double value)
{
  char number[ODE_FORMAT_SIZE];

  ode_format_double (number, value);
  append_entry (out, name, number);
}

static void
append_assignments (GString *out, const char *key, const ModelYaml *mapping, const char *const *more, int n_more)
{
  g_string_append_printf (out, "%s:\n", key);
  for (int k = 0; mapping != NULL && k < mapping->n_items; k++)
    append_entry (out, mapping->keys[k]->text, mapping->items[k]->text != NULL ? mapping->items[k]->text : "");
  for (int k = 0; k < n_more; k++)
    {
      g_autofree char *name = g_strdup_printf ("option %d", k + 1);

      append_entry (out, name, more[k]);
    }
  append_entry (out, "", "");
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
append_constants (GString *out, GHashTable *constants)
{
  guint n = 0;
  g_autofree gpointer *names = constants != NULL ? g_hash_table_get_keys_as_array (constants, &n) : NULL;

  if (n > 0)
    qsort (names, n, sizeof *names, compare_names);
  g_string_append (out, "constants:\n");
  for (guint k = 0; k < n; k++)
    append_number (out, names[k], *(double *) g_hash_table_lookup (constants, names[k]));
  append_entry (out, "", "");
}

static void
append_quantities (GString *out, const LabEnsemble *ensemble)
{
  g_string_append (out, "vary:\n");
  for (guint k = 0; k < ensemble->varied->len; k++)
    append_entry (out, g_array_index (ensemble->varied, LabVary, k).name, g_array_index (ensemble->varied, LabVary, k).text);
  append_entry (out, "", "");
  g_string_append (out, "record:\n");
  for (guint k = 0; k < ensemble->records->len; k++)
    {
      const LabRecord *record = &g_array_index (ensemble->records, LabRecord, k);
      g_autofree char *text = g_strdup_printf ("%s: %s", lab_reducer_name (record->reducer), record->text);

      append_entry (out, record->name, text);
    }
  append_entry (out, "", "");
  g_string_append (out, "fan:\n");
  for (guint k = 0; k < ensemble->fans->len; k++)
    append_number (out, g_array_index (ensemble->fans, LabFan, k).text, g_array_index (ensemble->fans, LabFan, k).n);
  append_entry (out, "", "");
}

char *
lab_ensemble_settings (const LabEnsemble *ensemble, const LabStudyFile *file, const char *const *set, int n_set,
                       const char *const *initial, int n_initial)
{
  GString *out = g_string_new (NULL);
  g_autofree char *solver = sim_config_to_yaml (ensemble->problem.config, TRUE);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (solver), "\n", -1);

  g_string_append (out, "time:\n");
  append_number (out, "start", ensemble->problem.t_start);
  append_number (out, "end", ensemble->problem.t_end);
  append_assignments (out, "set", file != NULL ? file->set : NULL, set, n_set);
  append_assignments (out, "initial", file != NULL ? file->initial : NULL, initial, n_initial);
  append_constants (out, ensemble->problem.instance.constants);
  append_quantities (out, ensemble);
  g_string_append (out, "solver:\n");
  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0' && **line != '#')
      g_string_append_printf (out, "  %s\n", *line);
  return g_string_free (out, FALSE);
}

void
lab_ensemble_header (const LabEnsemble *ensemble, const char *settings, int shard, int n_shards, LabResultsHeader *header)
{
  *header = (LabResultsHeader) {
    .study = ensemble->is_sweep ? "sweep" : "ensemble", .model_id = model_id (ensemble->problem.model), .model_text = model_text (ensemble->problem.model),
    .settings = settings, .n_members = ensemble->n_members, .n_columns = ensemble->n_columns,
    .n_varied = (int) ensemble->varied->len, .n_records = (int) ensemble->records->len,
    .equals_run = !ensemble->problem.instance.fast_math, .shard = shard, .n_shards = n_shards,
  };
  header->columns = g_new0 (char *, ensemble->n_columns + 1);
  for (int k = 0; k < ensemble->n_columns; k++)
    header->columns[k] = lab_ensemble_column (ensemble, k);
}

/* ---- replay ---- */

typedef struct
{
  guint64 member;
  gboolean is_taken;
  int n_columns;
  LabOutcome *outcome;
  char **reason;
  double *columns;
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

static gboolean
never_cancelled (gpointer user)
{
  return FALSE;
}

gboolean
lab_ensemble_replay (const LabEnsemble *ensemble, guint64 member, LabOutcome *outcome, char **reason, double *columns, GError **error)
{
  g_autoptr (LabLanes) lanes = lab_lanes_new (ensemble, 1, error);
  Replay replay = { member, FALSE, ensemble->n_columns, outcome, reason, columns };
  LabSource source = { replay_next, replay_finished, never_cancelled, &replay };

  return lanes != NULL && lab_lanes_run (lanes, &source, error);
}
