/* Computes the runs of a stage as members of an ensemble, whose index is that of the cell. Threads take cells from a list and write results
 * to the arrays of the basin. */
#include <math.h>

#include "lab-basin-private.h"

#define REPORT_MICROSECONDS 20000

static void
end_clear (gpointer item)
{
  g_free (((LabBasinEnd *) item)->x);
}

GArray *
lab_basin_ends_new (void)
{
  GArray *ends = g_array_new (FALSE, FALSE, sizeof (LabBasinEnd));

  g_array_set_clear_func (ends, end_clear);
  return ends;
}

/* State of the tests of one run. */
typedef struct
{
  double t_start;
  int letter;             /* index of the attractor that captured the run, LAB_BASIN_ESCAPES, or LAB_BASIN_UNDECIDED */
  double time;            /* time of capture or escape */
  LabCapture capture[];   /* one for each attractor */
} Path;

typedef struct
{
  LabBasinStage *stage;
  LabLanes *lanes;
  LabWatch watch;
  int n_attractors;
} Worker;

/* Tests escape first, then each attractor. The letter is that of the last step: models with events run to their end,
 * since an event may take a captured run away again. */
static gboolean
worker_step (gpointer user, gpointer memory, guint64 member, gboolean is_start, double t, const double *x)
{
  Worker *worker = user;
  const LabBasin *basin = worker->stage->basin;
  Path *path = memory;

  if (is_start)
    path->t_start = t;
  path->letter = LAB_BASIN_UNDECIDED;
  for (int i = 0; i < basin->n_states; i++)
    if (!(fabs (x[i] - basin->centre[i]) <= basin->escape))
      {
        path->letter = LAB_BASIN_ESCAPES;
        path->time = t;
        return TRUE;
      }
  for (int k = 0; k < worker->n_attractors; k++)
    if (lab_attractor_look (basin->attractors->pdata[k], &path->capture[k], is_start, t, x))
      {
        path->letter = k;
        path->time = path->capture[k].entered;
        return basin->may_end_early;
      }
  return FALSE;
}

/* Stores the end of an undecided run, from which an attractor may be searched. */
static void
keep_end (LabBasinStage *stage, int cell, double t, const double *x)
{
  LabBasinEnd end = { cell, t, g_memdup2 (x, sizeof (double) * (gsize) stage->basin->n_states) };

  g_mutex_lock (&stage->lock);
  g_array_append_val (stage->ends, end);
  g_mutex_unlock (&stage->lock);
}

/* Returns whether a state is far outside the grid. A run that fails there counts as escaped, for example one that becomes infinite in
 * finite time. */
static gboolean
is_far (const LabBasin *basin, const double *x)
{
  for (int i = 0; i < basin->n_states; i++)
    if (!(fabs (x[i] - basin->centre[i]) <= 0.1 * basin->escape))
      return TRUE;
  return FALSE;
}

/* Stores the result of a run: the letter of its attractor, escape, or undecided. A run that fails far outside the
 * grid escapes; one that fails near the grid is undecided and counted as failed. The letter is stored last, with
 * release order, so that a reader of the letter sees the other values. */
static void
worker_end (gpointer user, gpointer memory, guint64 member, LabOutcome outcome, double t, const double *x)
{
  LabBasinStage *stage = ((Worker *) user)->stage;
  LabBasin *basin = stage->basin;
  const Path *path = memory;
  int letter = path->letter, cell = (int) member;
  float time = (float) (path->time - path->t_start);

  if (letter == LAB_BASIN_UNDECIDED && outcome == LAB_MEMBER_FAILED)
    {
      if (is_far (basin, x))
        {
          letter = LAB_BASIN_ESCAPES;
          time = (float) (t - path->t_start);
        }
    }
  else if (letter == LAB_BASIN_UNDECIDED && stage->ends != NULL)
    keep_end (stage, cell, t, x);
  if (letter == LAB_BASIN_UNDECIDED)
    time = NAN;
  if (stage->code != NULL)
    {
      stage->code[cell] = (gint8) letter;
      stage->capture[cell] = time;
      return;
    }
  basin->capture[cell] = time;
  basin->source[cell] = (basin->source[cell] & LAB_CELL_DOUBTFUL) | LAB_CELL_COMPUTED
                        | (letter == LAB_BASIN_UNDECIDED && outcome == LAB_MEMBER_FAILED ? LAB_CELL_FAILED : 0);
  atomic_store_explicit (&basin->code[cell], (signed char) letter, memory_order_release);
}

/* Takes the next cell of the list. The atomic counter gives each cell to one thread; which thread it is does not
 * matter for the result. */
static LabNext
worker_next (gpointer user, gboolean idle, guint64 *member)
{
  LabBasinStage *stage = ((Worker *) user)->stage;
  int k;

  if (atomic_load_explicit (&stage->stop, memory_order_relaxed))
    return LAB_NEXT_NONE;
  k = atomic_fetch_add_explicit (&stage->next, 1, memory_order_relaxed);
  if (k >= stage->n_cells)
    return LAB_NEXT_NONE;
  *member = (guint64) (stage->cells != NULL ? stage->cells[k] : k);
  return LAB_NEXT_MEMBER;
}

/* Counts the members that have ended, for the progress. */
static void
worker_finished (gpointer user, guint64 member, LabOutcome outcome, const char *reason, const double *columns)
{
  atomic_fetch_add_explicit (&((Worker *) user)->stage->n_done, 1, memory_order_relaxed);
}

/* Returns whether the stage has been told to stop; a member is then given up. */
static gboolean
worker_cancelled (gpointer user)
{
  return atomic_load_explicit (&((Worker *) user)->stage->stop, memory_order_relaxed);
}

/* Keeps the first error, and tells all threads to stop. */
static void
stop_with (LabBasinStage *stage, GError *error)
{
  if (stage->error == NULL)
    stage->error = error;
  else
    g_error_free (error);
  atomic_store_explicit (&stage->stop, true, memory_order_relaxed);
}

/* Is the function of a thread: runs members from the list until there are no more. */
static gpointer
work (gpointer data)
{
  Worker *worker = data;
  LabBasinStage *stage = worker->stage;
  LabSource source = { worker_next, worker_finished, worker_cancelled, worker };
  GError *error = NULL;
  gboolean done = lab_lanes_run (worker->lanes, &source, &error);

  g_mutex_lock (&stage->lock);
  if (!done)
    stop_with (stage, error);
  stage->n_running--;
  g_cond_broadcast (&stage->changed);
  g_mutex_unlock (&stage->lock);
  return NULL;
}

/* Reports progress until all threads have ended. The progress goes from done_before to done_before + n_cells, relative to
 * `total`. */
static void
wait_for_workers (LabBasinStage *stage, const LabProgress *progress, double done_before, double total)
{
  g_mutex_lock (&stage->lock);
  while (stage->n_running > 0)
    {
      GError *error = NULL;
      double done = done_before + atomic_load_explicit (&stage->n_done, memory_order_relaxed);

      g_cond_wait_until (&stage->changed, &stage->lock, g_get_monotonic_time () + REPORT_MICROSECONDS);
      g_mutex_unlock (&stage->lock);
      if (!lab_progress_report (progress, fmin (1, done / total), &error))
        {
          g_mutex_lock (&stage->lock);
          stop_with (stage, error);
          g_mutex_unlock (&stage->lock);
        }
      g_mutex_lock (&stage->lock);
    }
  g_mutex_unlock (&stage->lock);
}

/* Each thread has its own engine of lanes; engines are made before the threads start, so that an error leaves nothing
 * running. */
gboolean
lab_basin_run_stage (LabBasinStage *stage, int n_jobs, const LabProgress *progress, double done_before, double total, GError **error)
{
  LabBasin *basin = stage->basin;
  int n = n_jobs > 0 ? n_jobs : (int) g_get_num_processors (), n_attractors = (int) basin->attractors->len;
  g_autofree Worker *workers = NULL;
  g_autofree GThread **threads = NULL;
  g_autoptr (GError) refusal = NULL; /* why the first thread that could not be started was refused */
  gboolean made = TRUE;
  int started = 0;

  /* Use fewer threads for a short stage: making an engine takes time. */
  n = CLAMP (n, 1, stage->n_cells / 16 + 1);
  workers = g_new0 (Worker, n);
  threads = g_new0 (GThread *, n);
  g_mutex_init (&stage->lock);
  g_cond_init (&stage->changed);
  for (int k = 0; k < n && made; k++)
    {
      workers[k].stage = stage;
      workers[k].n_attractors = n_attractors;
      workers[k].watch = (LabWatch) { worker_step, worker_end, sizeof (Path) + sizeof (LabCapture) * (gsize) n_attractors, &workers[k] };
      workers[k].lanes = lab_lanes_new (basin->ensemble, MODEL_LANES, &stage->error);
      made = workers[k].lanes != NULL;
      if (made)
        lab_lanes_set_watch (workers[k].lanes, &workers[k].watch);
    }
  stage->n_running = made ? n : 0;
  for (int k = 0; k < n && made; k++)
    {
      threads[k] = g_thread_try_new ("basin", work, &workers[k], started == 0 && refusal == NULL ? &refusal : NULL);
      started += threads[k] != NULL;
    }
  if (made && started < n)
    {
      g_mutex_lock (&stage->lock);
      stage->n_running -= n - started;
      if (started == 0)
        stop_with (stage, g_steal_pointer (&refusal));
      g_mutex_unlock (&stage->lock);
    }
  wait_for_workers (stage, progress, done_before, total);
  for (int k = 0; k < n; k++)
    {
      if (threads[k] != NULL)
        g_thread_join (threads[k]);
      lab_lanes_free (workers[k].lanes);
    }
  g_mutex_clear (&stage->lock);
  g_cond_clear (&stage->changed);
  if (stage->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&stage->error));
  return FALSE;
}
