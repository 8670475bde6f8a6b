#include "wb-study.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "lab-registry.h"
#include "plot-format.h"
#include "wb-job.h"

/* Time between two pictures of a running study. */
#define PICTURE_US 100000
#define PICTURE_MS 100

/* The input and output of one computation. The job's thread owns all but `stop`
 * and what the lock protects. */
typedef struct
{
  WbJob *job;                /* set by the thread of the job */
  char *text, *path, *expected;
  Model *model;              /* may be NULL */
  int threads;
  gboolean runs;             /* FALSE: the job only looks for existing results */
  atomic_bool stop;          /* set by the main thread; relaxed */
  WbCollector *collector;
  gint64 pictured;           /* time of the last picture */
  GMutex lock;
  WbEnsemblePicture *latest; /* protected by the lock */
} Task;

/* What a job returns. */
typedef struct
{
  WbEnsemblePicture *picture; /* NULL: no results */
  LabResult *result;          /* of a study that is no ensemble, or NULL */
  char *results;
} Outcome;

struct _WbStudy
{
  GObject parent_instance;
  char *text, *first_text, *path;
  char *expected;            /* file that may have the results, or NULL */
  Model *model;
  WbStudyProblem *problem;
  char *mistake;             /* error in the text of the study */
  char *failure;             /* error of the last computation */
  int threads;
  WbJob *job;                /* running job, or NULL */
  Task *task;                /* data of the job, which owns it */
  guint timer;
  double progress, first_progress;
  gint64 started;
  WbEnsemblePicture *picture;
  LabResult *result;
  gboolean stale;
  char *results;
};

G_DEFINE_FINAL_TYPE (WbStudy, wb_study, G_TYPE_OBJECT)

enum { SETUP_CHANGED, PICTURE_CHANGED, STATE_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
emit (WbStudy *self, int signal)
{
  g_signal_emit (self, signals[signal], 0);
}

/* ---- on the job's thread ---- */

static void
task_free (gpointer data)
{
  Task *task = data;

  g_free (task->text);
  g_free (task->path);
  g_free (task->expected);
  g_clear_pointer (&task->model, model_unref);
  wb_ensemble_picture_unref (task->latest);
  g_mutex_clear (&task->lock);
  g_free (task);
}

static void
outcome_free (gpointer data)
{
  Outcome *outcome = data;

  wb_ensemble_picture_unref (outcome->picture);
  lab_result_free (outcome->result);
  g_free (outcome->results);
  g_free (outcome);
}

static void
publish (Task *task, WbEnsemblePicture *picture)
{
  g_mutex_lock (&task->lock);
  wb_ensemble_picture_unref (task->latest);
  task->latest = picture;
  g_mutex_unlock (&task->lock);
}

/* Reports progress and, at intervals, makes a picture of the completed members. */
static gboolean
on_progress (gpointer user, double fraction)
{
  Task *task = user;
  gint64 now = g_get_monotonic_time ();

  if (task->collector != NULL && now - task->pictured >= PICTURE_US)
    {
      if (wb_collector_update (task->collector, NULL))
        publish (task, wb_collector_picture (task->collector));
      task->pictured = g_get_monotonic_time ();
    }
  return wb_job_go_on (task->job, fraction) && !atomic_load_explicit (&task->stop, memory_order_relaxed);
}

/* Results that were not written for this long are removed from the cache; Run
 * computes them again. */
#define MOST_DAYS 90

static void
remove_old_results (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  gint64 oldest = g_get_real_time () / G_USEC_PER_SEC - MOST_DAYS * 24 * 3600;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf status;

      if (g_stat (path, &status) == 0 && S_ISREG (status.st_mode) && (gint64) status.st_mtime < oldest)
        g_unlink (path);
    }
}

/* Returns the folder for results, which exists afterwards: in the user's cache
 * or, if nothing can be written there, among temporary files. */
static char *
results_folder (void)
{
  char *folder = g_build_filename (g_get_user_cache_dir (), "stepwise", "studies", NULL);

  if (g_mkdir_with_parents (folder, 0700) == 0)
    {
      remove_old_results (folder);
      return folder;
    }
  g_free (folder);
  folder = g_strdup_printf ("%s/stepwise-studies-%s", g_get_tmp_dir (), g_get_user_name ());
  g_mkdir_with_parents (folder, 0700);
  return folder;
}

/* Returns whether the file at path has results of this study. */
static gboolean
has_results_of (const char *path, const char *identity)
{
  g_autoptr (LabResults) results = lab_results_open (path, NULL);

  return results != NULL && strcmp (lab_results_identity (results), identity) == 0 && lab_results_header (results)->n_shards == 0;
}

/* Returns the results file beside the study file, to which the command line writes. */
static char *
path_beside (const char *study)
{
  static const char *const suffixes[] = { ".study.yaml", ".yaml" };

  for (guint k = 0; study != NULL && k < G_N_ELEMENTS (suffixes); k++)
    if (g_str_has_suffix (study, suffixes[k]))
      return g_strdup_printf ("%.*s.results", (int) (strlen (study) - strlen (suffixes[k])), study);
  return study != NULL ? g_strconcat (study, ".results", NULL) : NULL;
}

static char *
results_path (const Task *task, const WbStudyProblem *problem, const LabResultsHeader *header)
{
  g_autofree char *identity = lab_results_identity_of (header), *beside = path_beside (task->path), *folder = NULL, *hash = NULL, *name = NULL;

  if (task->expected != NULL && has_results_of (task->expected, identity))
    return g_strdup (task->expected);
  if (beside != NULL && has_results_of (beside, identity))
    return g_steal_pointer (&beside);
  folder = results_folder ();
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, identity, -1);
  name = g_strdup_printf ("%s-%.16s.results", model_id (problem->model), hash);
  return g_build_filename (folder, name, NULL);
}

/* Computes the members that the file lacks. */
static gboolean
compute (Task *task, const WbStudyProblem *problem, const LabResultsHeader *header, const char *path, GError **error)
{
  LabProgress progress = { on_progress, task };
  g_autoptr (LabResults) results = lab_results_append_to (path, header, error);

  if (results == NULL)
    return FALSE;
  task->collector = wb_collector_new (problem->ensemble, path, error);
  return task->collector != NULL && lab_ensemble_run (problem->ensemble, results, task->threads, &progress, error);
}

/* Makes the last picture of a computation. */
static WbEnsemblePicture *
last_picture (Task *task, GError **error)
{
  LabProgress progress = { on_progress, task };
  WbEnsemblePicture *picture;

  task->pictured = G_MAXINT64; /* no pictures in between */
  if (!wb_collector_update (task->collector, error))
    return NULL;
  picture = wb_collector_exact_picture (task->collector, &progress, NULL);
  return picture != NULL ? picture : wb_collector_picture (task->collector);
}

/* ---- studies that are no ensembles ---- */

/* Returns a file in which a study keeps what it has computed, so that it goes on
 * after it was stopped. */
static char *
kept_path (const Task *task, const WbStudyProblem *problem)
{
  g_autofree char *folder = results_folder (), *whole = g_strconcat (task->text, "\n", model_text (problem->model), NULL);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
  g_autofree char *name = g_strdup_printf ("%s-%.16s.%s", model_id (problem->model), hash, problem->file->study);

  return g_build_filename (folder, name, NULL);
}

/* Returns the texts of all options. The number of threads and the file that
 * keeps results are those of the window where the study has none. */
static char **
option_values (const Task *task, const WbStudyProblem *problem, const LabStudyKind *kind, GError **error)
{
  char **values = g_new0 (char *, kind->n_options + 1);

  for (int k = 0; k < kind->n_options; k++)
    {
      const LabOptionRow *row = &kind->options[k];
      const char *given = model_yaml_get_text (problem->file->options, row->key, NULL);

      if (given == NULL && strcmp (row->key, "jobs") == 0)
        values[k] = g_strdup_printf ("%d", task->threads);
      else if (given == NULL && strcmp (row->key, "keep") == 0)
        values[k] = kept_path (task, problem);
      else
        values[k] = g_strdup (given != NULL ? given : row->standard);
      if (values[k] != NULL || !row->required)
        continue;
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION, _("This study needs the option '%s': %s"), row->key, _(row->about));
      for (int i = 0; i < k; i++)
        g_free (values[i]);
      g_free (values);
      return NULL;
    }
  return values;
}

static gpointer
compute_kind (Task *task, const WbStudyProblem *problem, GError **error)
{
  const LabStudyKind *kind = lab_registry_find (problem->file->study);
  LabProgress progress = { on_progress, task };
  g_autoptr (GError) local = NULL;
  char **values = NULL;
  LabResult *result = NULL;
  Outcome *outcome = NULL;

  if (kind->run == NULL)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("The study '%s' has a command of its own: stepwise-cli %s"), kind->id, kind->id);
      return NULL;
    }
  values = option_values (task, problem, kind, error);
  if (values == NULL)
    return NULL;
  result = kind->run (&problem->problem, (const char *const *) values, &progress, &local);
  if (result != NULL || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      outcome = g_new0 (Outcome, 1);
      outcome->result = result;
    }
  else
    g_propagate_error (error, g_steal_pointer (&local));
  for (int k = 0; k < kind->n_options; k++)
    g_free (values[k]);
  g_free (values);
  return outcome;
}

static gpointer
work (WbJob *job, gpointer data, GError **error)
{
  Task *task = data;
  g_autoptr (WbStudyProblem) problem = NULL;
  g_autoptr (GError) local = NULL;
  g_autofree char *settings = NULL, *path = NULL;
  LabResultsHeader header;
  Outcome *outcome = NULL;
  gboolean fine = TRUE;

  task->job = job;
  problem = wb_study_problem_new (task->text, task->path, task->model, error);
  if (problem == NULL)
    return NULL;
  if (problem->ensemble == NULL)
    return compute_kind (task, problem, error);
  settings = wb_study_problem_settings (problem);
  lab_ensemble_header (problem->ensemble, settings, 0, 0, &header);
  path = results_path (task, problem, &header);
  if (task->runs)
    fine = compute (task, problem, &header, path, &local);
  else if (g_file_test (path, G_FILE_TEST_EXISTS))
    task->collector = wb_collector_new (problem->ensemble, path, &local);
  g_strfreev (header.columns);
  if (fine || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      outcome = g_new0 (Outcome, 1);
      outcome->results = g_strdup (path);
      if (task->collector != NULL)
        outcome->picture = last_picture (task, NULL);
    }
  else
    g_propagate_error (error, g_steal_pointer (&local));
  g_clear_pointer (&task->collector, wb_collector_free);
  return outcome;
}

/* ---- on the main thread ---- */

static void
take_picture (WbStudy *self, WbEnsemblePicture *picture)
{
  wb_ensemble_picture_unref (self->picture);
  self->picture = picture;
  self->stale = FALSE;
  emit (self, PICTURE_CHANGED);
}

static gboolean
on_timer (gpointer user)
{
  WbStudy *self = user;
  WbEnsemblePicture *picture;

  self->progress = wb_job_progress (self->job);
  if (isnan (self->first_progress) && self->progress > 0)
    {
      self->first_progress = self->progress;
      self->started = g_get_monotonic_time ();
    }
  g_mutex_lock (&self->task->lock);
  picture = g_steal_pointer (&self->task->latest);
  g_mutex_unlock (&self->task->lock);
  if (picture != NULL)
    take_picture (self, picture);
  emit (self, STATE_CHANGED);
  return G_SOURCE_CONTINUE;
}

static void
end_task (WbStudy *self)
{
  self->task = NULL;
  self->job = NULL;
  g_clear_handle_id (&self->timer, g_source_remove);
}

static void
on_done (gpointer owner, gpointer result, const GError *error)
{
  WbStudy *self = owner;
  Outcome *outcome = result;

  end_task (self);
  g_clear_pointer (&self->failure, g_free);
  if (outcome == NULL)
    self->failure = g_strdup (error->message);
  else
    {
      g_free (self->results);
      self->results = g_strdup (outcome->results);
      if (outcome->result != NULL)
        {
          lab_result_free (self->result);
          self->result = g_steal_pointer (&outcome->result);
          self->stale = FALSE;
          emit (self, PICTURE_CHANGED);
        }
      if (outcome->picture != NULL)
        take_picture (self, wb_ensemble_picture_ref (outcome->picture));
      outcome_free (outcome);
    }
  self->progress = self->picture != NULL && !self->stale ? (double) self->picture->n_done / (double) self->picture->n_members : 0;
  emit (self, STATE_CHANGED);
}

/* Abandons the running job. Its results stay in the file. */
static void
drop_task (WbStudy *self)
{
  if (self->task == NULL)
    return;
  wb_job_cancel (self->job);
  end_task (self);
}

static void
start (WbStudy *self, gboolean runs)
{
  Task *task = g_new0 (Task, 1);

  task->text = g_strdup (self->text);
  task->path = g_strdup (self->path);
  task->expected = g_strdup (self->expected);
  task->model = self->model != NULL ? model_ref (self->model) : NULL;
  task->threads = self->threads;
  task->runs = runs;
  g_mutex_init (&task->lock);
  self->task = task;
  self->first_progress = NAN;
  g_clear_pointer (&self->failure, g_free);
  self->job = wb_job_start (self, work, task, task_free, on_done, outcome_free);
  if (runs)
    self->timer = g_timeout_add (PICTURE_MS, on_timer, self);
  emit (self, STATE_CHANGED);
}

void
wb_study_run (WbStudy *self)
{
  if (self->problem == NULL || wb_study_state (self) == WB_STUDY_RUNNING)
    return;
  drop_task (self);
  start (self, TRUE);
}

void
wb_study_cancel (WbStudy *self)
{
  if (self->task != NULL)
    atomic_store_explicit (&self->task->stop, TRUE, memory_order_relaxed);
}

void
wb_study_set_text (WbStudy *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  char *copy = g_strdup (text);

  drop_task (self);
  g_free (self->text);
  self->text = copy;
  g_clear_pointer (&self->problem, wb_study_problem_free);
  g_clear_pointer (&self->mistake, g_free);
  g_clear_pointer (&self->failure, g_free);
  g_clear_pointer (&self->results, g_free);
  self->stale = self->picture != NULL || self->result != NULL;
  self->progress = 0;
  self->problem = wb_study_problem_new (self->text, self->path, self->model, &error);
  if (self->problem == NULL)
    self->mistake = g_strdup (error->message);
  else if (self->problem->ensemble != NULL)
    start (self, FALSE);
  emit (self, SETUP_CHANGED);
  emit (self, STATE_CHANGED);
}

void
wb_study_expect_results (WbStudy *self, const char *path)
{
  g_free (self->expected);
  self->expected = g_strdup (path);
  if (path == NULL || self->problem == NULL || self->problem->ensemble == NULL || wb_study_state (self) == WB_STUDY_RUNNING)
    return;
  drop_task (self);
  start (self, FALSE);
}

/* ---- properties ---- */

const char *wb_study_text (WbStudy *self) { return self->text; }
const char *wb_study_path (WbStudy *self) { return self->path; }
const WbStudyProblem *wb_study_problem (WbStudy *self) { return self->problem; }
int wb_study_threads (WbStudy *self) { return self->threads; }
double wb_study_progress (WbStudy *self) { return self->progress; }
WbEnsemblePicture *wb_study_picture (WbStudy *self) { return self->picture; }
gboolean wb_study_is_stale (WbStudy *self) { return self->stale; }
const LabResult *wb_study_result (WbStudy *self) { return self->result; }
const char *wb_study_results (WbStudy *self) { return self->results; }
const char *wb_study_error (WbStudy *self) { return self->mistake != NULL ? self->mistake : self->failure; }
gboolean wb_study_is_changed (WbStudy *self) { return strcmp (self->text, self->first_text) != 0; }

void
wb_study_set_threads (WbStudy *self, int threads)
{
  self->threads = MAX (1, threads);
  emit (self, SETUP_CHANGED);
}

WbStudyState
wb_study_state (WbStudy *self)
{
  if (self->mistake != NULL || self->failure != NULL)
    return WB_STUDY_FAILED;
  if (self->task != NULL && self->task->runs)
    return WB_STUDY_RUNNING;
  if (self->result != NULL && !self->stale)
    return WB_STUDY_DONE;
  if (self->picture == NULL || self->stale || self->picture->n_done == 0)
    return WB_STUDY_NEW;
  return self->picture->n_done < self->picture->n_members ? WB_STUDY_STOPPED : WB_STUDY_DONE;
}

double
wb_study_rate (WbStudy *self)
{
  double seconds = (double) (g_get_monotonic_time () - self->started) / G_USEC_PER_SEC;

  if (wb_study_state (self) != WB_STUDY_RUNNING || self->problem->ensemble == NULL || isnan (self->first_progress) || seconds < 0.3)
    return NAN;
  return (self->progress - self->first_progress) * (double) self->problem->ensemble->n_members / seconds;
}

const char *
wb_study_title (WbStudy *self)
{
  if (self->problem == NULL)
    return _("Study with errors");
  return self->problem->file->title != NULL ? self->problem->file->title : model_name (self->problem->model);
}

const char *
wb_study_kind (WbStudy *self)
{
  const LabStudyKind *kind = self->problem != NULL ? lab_registry_find (self->problem->file->study) : NULL;

  return kind != NULL ? _(kind->label) : NULL;
}

char *
wb_study_subtitle (WbStudy *self)
{
  const char *kind = wb_study_kind (self);
  char count[64];

  if (kind == NULL || (self->problem->ensemble == NULL && wb_study_state (self) != WB_STUDY_RUNNING))
    return g_strdup (kind != NULL ? kind : _("The study file has errors"));
  if (wb_study_state (self) == WB_STUDY_RUNNING || wb_study_state (self) == WB_STUDY_STOPPED)
    /* Translators: a kind of study and how much of it is done, as in "Monte Carlo, 40 %". */
    return g_strdup_printf (_("%s, %d %%"), kind, (int) floor (100 * self->progress));
  plot_format_count (self->problem->ensemble->n_members, count, sizeof count);
  return g_strdup_printf (g_dngettext (NULL, "%s, %s run", "%s, %s runs", (gulong) MIN (self->problem->ensemble->n_members, G_MAXLONG)),
                          kind, count);
}

/* ---- object ---- */

static void
wb_study_finalize (GObject *object)
{
  WbStudy *self = WB_STUDY (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  wb_study_problem_free (self->problem);
  g_clear_pointer (&self->model, model_unref);
  wb_ensemble_picture_unref (self->picture);
  lab_result_free (self->result);
  g_free (self->text);
  g_free (self->first_text);
  g_free (self->path);
  g_free (self->expected);
  g_free (self->mistake);
  g_free (self->failure);
  g_free (self->results);
  G_OBJECT_CLASS (wb_study_parent_class)->finalize (object);
}

static void
wb_study_dispose (GObject *object)
{
  drop_task (WB_STUDY (object));
  G_OBJECT_CLASS (wb_study_parent_class)->dispose (object);
}

static void
wb_study_class_init (WbStudyClass *klass)
{
  static const char *const names[N_SIGNALS] = { "setup-changed", "picture-changed", "state-changed" };

  G_OBJECT_CLASS (klass)->dispose = wb_study_dispose;
  G_OBJECT_CLASS (klass)->finalize = wb_study_finalize;
  for (int i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WB_TYPE_STUDY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_study_init (WbStudy *self)
{
  self->threads = (int) g_get_num_processors ();
  self->first_progress = NAN;
}

WbStudy *
wb_study_new (const char *text, const char *path, Model *model)
{
  WbStudy *self = g_object_new (WB_TYPE_STUDY, NULL);

  self->path = g_strdup (path);
  self->model = model != NULL ? model_ref (model) : NULL;
  self->first_text = g_strdup (text);
  wb_study_set_text (self, text);
  return self;
}
