/* Runs an ensemble, a sweep or another study on its thread, and hands partial results to the main thread. */
#include "wb-study-work.h"

#include <float.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "lab-option.h"
#include "lab-registry.h"
#include "lab-result.h"
#include "lab-sweep.h"
#include "wb-study-text.h"

/* Time between two pictures of a running study, µs. */
#define PICTURE_US 100000
/* Each picture of a sweep reads all results. To limit the cost, pictures take at most 1/PICTURE_PART of the time. */
#define PICTURE_PART 10

WbStudyTask *
wb_study_task_new (const char *text, const char *path, const char *expected, const char *known, Model *model, int threads, gboolean runs)
{
  WbStudyTask *task = g_new0 (WbStudyTask, 1);

  task->text = g_strdup (text);
  task->path = g_strdup (path);
  task->expected = g_strdup (expected);
  task->known = g_strdup (known);
  task->model = model != NULL ? model_ref (model) : NULL;
  task->threads = threads;
  task->runs = runs;
  g_mutex_init (&task->lock);
  return task;
}

gboolean
wb_study_work_has_results (const WbStudyProblem *problem)
{
  return problem->ensemble != NULL || problem->kind == &lab_study_basin;
}

void
wb_study_task_free (gpointer data)
{
  WbStudyTask *task = data;

  g_free (task->text);
  g_free (task->path);
  g_free (task->expected);
  g_free (task->known);
  g_clear_pointer (&task->model, model_unref);
  wb_study_problem_free (task->of_session);
  wb_ensemble_picture_unref (task->latest);
  lab_result_free (task->latest_result);
  lab_result_free (task->part);
  g_mutex_clear (&task->lock);
  g_free (task);
}

void
wb_study_outcome_free (gpointer data)
{
  WbStudyOutcome *outcome = data;

  wb_ensemble_picture_unref (outcome->picture);
  lab_result_free (outcome->result);
  g_free (outcome->results);
  g_free (outcome);
}

static void
publish (WbStudyTask *task, WbEnsemblePicture *picture)
{
  g_mutex_lock (&task->lock);
  wb_ensemble_picture_unref (task->latest);
  task->latest = picture;
  g_mutex_unlock (&task->lock);
}

static void
publish_result (WbStudyTask *task, LabResult *result)
{
  g_mutex_lock (&task->lock);
  lab_result_free (task->latest_result);
  task->latest_result = result;
  g_mutex_unlock (&task->lock);
}

/* Makes a result from those points that are in the file. Sets *n to their number. Returns NULL with an error. */
static LabResult *
report_sweep (const LabEnsemble *sweep, const char *path, guint64 *n, GError **error)
{
  g_autoptr (LabResults) results = lab_results_open (path, error);
  LabResult *result = results != NULL ? lab_sweep_report (sweep, results, error) : NULL;

  *n = result != NULL ? (guint64) lab_table_n_rows (result->tables->pdata[0]) : 0;
  return result;
}

static void
publish_sweep (WbStudyTask *task)
{
  gint64 start = g_get_monotonic_time ();
  guint64 n;
  LabResult *result = report_sweep (task->sweep, task->results, &n, NULL);

  if (n > 0)
    publish_result (task, result);
  else
    lab_result_free (result);
  task->pictured = g_get_monotonic_time ();
  task->cost = task->pictured - start;
}

/* Reports progress and makes a picture of the completed part at intervals. Returns FALSE to stop. */
static gboolean
on_progress (gpointer user, double fraction)
{
  WbStudyTask *task = user;
  gint64 now = g_get_monotonic_time ();

  task->fraction = fraction;
  if (task->collector != NULL && now - task->pictured >= PICTURE_US)
    {
      if (wb_collector_update (task->collector, NULL))
        publish (task, wb_collector_picture (task->collector));
      task->pictured = g_get_monotonic_time ();
    }
  if (task->basin != NULL && now - task->pictured >= PICTURE_US)
    {
      publish_result (task, lab_study_basin_report (task->basin, task->problem, TRUE));
      task->pictured = g_get_monotonic_time ();
    }
  if (task->sweep != NULL && now - task->pictured >= MAX (PICTURE_US, PICTURE_PART * task->cost))
    publish_sweep (task);
  return wb_job_go_on (task->job, fraction) && !atomic_load_explicit (&task->stop, memory_order_relaxed);
}

/* Keeps a copy of the part of a result that is computed, and shows it at intervals. Copies take at most 1/PICTURE_PART of the time. */
static void
on_part (gpointer user, const LabResult *result)
{
  WbStudyTask *task = user;
  gint64 start = g_get_monotonic_time ();

  if (task->part != NULL && start - task->pictured < MAX (PICTURE_US, PICTURE_PART * task->cost))
    return;
  lab_result_free (task->part);
  task->part = lab_result_copy (result);
  publish_result (task, lab_result_copy (result));
  task->pictured = g_get_monotonic_time ();
  task->cost = task->pictured - start;
}

/* Result files to which nothing was written for this number of days are removed from the cache. The user can compute
 * the results again with the button Run. */
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

/* Returns the folder for results and creates it: in the user's cache or, if that is not writable, among the temporary
 * files. */
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

/* Returns whether the file at path has results of exactly this study. */
static gboolean
has_results_of (const char *path, const char *identity)
{
  g_autoptr (LabResults) results = lab_results_open (path, NULL);

  return results != NULL && strcmp (lab_results_identity (results), identity) == 0 && lab_results_header (results)->n_shards == 0;
}

/* Returns the path of the results file beside the study file, where the command line writes results. */
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
results_path (const WbStudyTask *task, const WbStudyProblem *problem, const LabResultsHeader *header)
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

/* Computes the members that are missing in the file. */
static gboolean
compute (WbStudyTask *task, const WbStudyProblem *problem, const LabResultsHeader *header, const char *path, GError **error)
{
  LabProgress progress = { on_progress, task };
  g_autoptr (LabResults) results = lab_results_append_to (path, header, error);

  if (results == NULL)
    return FALSE;
  if (wb_study_problem_is_sweep (problem))
    {
      gboolean fine;

      task->results = path;
      task->sweep = problem->ensemble;
      fine = lab_ensemble_run (problem->ensemble, results, task->threads, &progress, error);
      task->sweep = NULL;
      return fine;
    }
  task->collector = wb_collector_new (problem->ensemble, path, error);
  return task->collector != NULL && lab_ensemble_run (problem->ensemble, results, task->threads, &progress, error);
}

/* Makes the picture of the completed study. */
static WbEnsemblePicture *
last_picture (WbStudyTask *task, GError **error)
{
  LabProgress progress = { on_progress, task };
  WbEnsemblePicture *picture;

  task->pictured = G_MAXINT64; /* prevents intermediate pictures */
  if (!wb_collector_update (task->collector, error))
    return NULL;
  picture = wb_collector_exact_picture (task->collector, &progress, NULL);
  return picture != NULL ? picture : wb_collector_picture (task->collector);
}

/* ---- studies that are not ensembles ---- */

/* Returns the path of the file in which a study keeps its partial result, so that it can continue after it was
 * stopped. */
static char *
kept_path (const char *text, const WbStudyProblem *problem)
{
  g_autofree char *folder = results_folder (), *whole = g_strconcat (text, "\n", model_text (problem->model), NULL);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, whole, -1);
  g_autofree char *name = g_strdup_printf ("%s-%.16s.%s", model_id (problem->model), hash, problem->kind->id);

  return g_build_filename (folder, name, NULL);
}

static void
free_values (char **values, const LabStudyKind *kind)
{
  for (int k = 0; k < kind->n_options; k++)
    g_free (values[k]);
  g_free (values);
}

/* Returns the texts of all options. If the study gives no number of threads, takes that of the window. If it gives no file for partial
 * results, takes kept_path. Returns NULL with an error if a required option is missing. */
static char **
option_values (const char *text, int threads, const WbStudyProblem *problem, const LabStudyKind *kind, GError **error)
{
  char **values = g_new0 (char *, kind->n_options + 1);

  for (int k = 0; k < kind->n_options; k++)
    {
      const LabOptionRow *row = &kind->options[k];
      const char *given = model_yaml_get_text (problem->options, row->key, NULL);

      if (given == NULL && strcmp (row->key, "jobs") == 0)
        values[k] = g_strdup_printf ("%d", threads);
      else if (given == NULL && strcmp (row->key, "keep") == 0 && strcmp (row->argument, "FILE") == 0)
        values[k] = kept_path (text, problem);
      else
        values[k] = g_strdup (given != NULL ? given : row->standard);
      if (values[k] != NULL || !row->required)
        continue;
      lab_option_set_error (error, row->key, _("This study needs the option '%s': %s"), row->key, _(row->about));
      free_values (values, kind);
      return NULL;
    }
  return values;
}

/* Returns the text of a basin study without the options that choose its grid points. */
static char *
without_points (const char *text)
{
  static const char *const keys[] = { "x", "y", "grid", "escape", "fill" };
  char *rest = g_strdup (text);

  for (guint k = 0; k < G_N_ELEMENTS (keys) && rest != NULL; k++)
    {
      const char *const path[] = { "options", keys[k], NULL };
      char *shorter = wb_study_text_set (rest, path, NULL);

      g_free (rest);
      rest = shorter;
    }
  return rest;
}

/* Takes over the points that were computed before the last change of the study, if the change affects only the choice of points. */
static void
adopt_known (WbStudyTask *task, LabBasin *basin)
{
  g_autofree char *before = task->known != NULL ? without_points (task->known) : NULL, *now = without_points (task->text);
  g_autoptr (WbStudyProblem) problem = NULL;
  g_autoptr (LabBasin) known = NULL;
  char **values = NULL;
  const char *keep;
  int jobs;

  if (before == NULL || g_strcmp0 (before, now) != 0)
    return;
  problem = wb_study_problem_new (task->known, task->path, task->model, NULL);
  if (problem != NULL)
    values = option_values (task->known, task->threads, problem, &lab_study_basin, NULL);
  if (values == NULL)
    return;
  keep = lab_study_basin_keep ((const char *const *) values);
  if (keep != NULL && g_file_test (keep, G_FILE_TEST_EXISTS))
    known = lab_study_basin_new (&problem->problem, (const char *const *) values, &jobs, NULL);
  if (known != NULL && lab_basin_load (known, keep, NULL))
    lab_basin_adopt (basin, known);
  g_clear_pointer (&known, lab_basin_free);
  free_values (values, &lab_study_basin);
}

/* Computes a basin; its picture is refined from coarse to fine. If task->runs is FALSE, only reads the points that a file has kept. */
static WbStudyOutcome *
compute_basin (WbStudyTask *task, const WbStudyProblem *problem, const char *const *values, GError **error)
{
  LabProgress progress = { on_progress, task };
  g_autoptr (GError) local = NULL;
  g_autoptr (LabBasin) basin = NULL;
  const char *keep = lab_study_basin_keep (values);
  WbStudyOutcome *outcome = NULL;
  gboolean fine = TRUE;
  int jobs;

  basin = lab_study_basin_new (&problem->problem, values, &jobs, error);
  if (basin == NULL || (!task->runs && (keep == NULL || !g_file_test (keep, G_FILE_TEST_EXISTS))))
    return basin != NULL ? g_new0 (WbStudyOutcome, 1) : NULL;
  if (keep == NULL || !g_file_test (keep, G_FILE_TEST_EXISTS))
    adopt_known (task, basin);
  else if (!lab_basin_load (basin, keep, error))
    return NULL;
  task->problem = &problem->problem;
  task->basin = basin;
  if (task->runs)
    fine = lab_basin_run (basin, jobs, &progress, &local);
  task->basin = NULL;
  if (!fine && !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (task->runs && keep != NULL && !lab_basin_save (basin, keep, error))
    return NULL;
  outcome = g_new0 (WbStudyOutcome, 1);
  outcome->result = lab_study_basin_report (basin, &problem->problem, TRUE);
  outcome->progress = lab_basin_known (basin);
  return outcome;
}

static gpointer
compute_kind (WbStudyTask *task, const WbStudyProblem *problem, GError **error)
{
  const LabStudyKind *kind = problem->kind;
  LabProgress progress = { on_progress, task, on_part };
  g_autoptr (GError) local = NULL;
  char **values = NULL;
  LabResult *result = NULL;
  WbStudyOutcome *outcome = NULL;

  if (kind->run == NULL)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("The study '%s' cannot run in the window; use the command: stepwise-cli %s"), kind->id, kind->id);
      return NULL;
    }
  values = option_values (task->text, task->threads, problem, kind, error);
  if (values == NULL)
    return NULL;
  if (kind == &lab_study_basin)
    outcome = compute_basin (task, problem, (const char *const *) values, &local);
  else
    result = lab_registry_run (kind, &problem->problem, (const char *const *) values, &progress, &local);
  if (outcome != NULL)
    ;
  else if (result != NULL || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      outcome = g_new0 (WbStudyOutcome, 1);
      /* A cancelled study keeps the part that it has shown. */
      outcome->progress = result != NULL ? 1 : task->part != NULL ? fmin (task->fraction, 1 - DBL_EPSILON) : 0;
      outcome->result = result != NULL ? result : g_steal_pointer (&task->part);
    }
  else
    g_propagate_error (error, g_steal_pointer (&local));
  free_values (values, kind);
  return outcome;
}

gpointer
wb_study_work (WbJob *job, gpointer data, GError **error)
{
  WbStudyTask *task = data;
  g_autoptr (WbStudyProblem) problem = NULL;
  g_autoptr (GError) local = NULL;
  g_autofree char *settings = NULL, *path = NULL;
  LabResultsHeader header;
  WbStudyOutcome *outcome = NULL;
  gboolean fine = TRUE;

  task->job = job;
  problem = task->of_session != NULL ? g_steal_pointer (&task->of_session) : wb_study_problem_new (task->text, task->path, task->model, error);
  if (problem == NULL)
    return NULL;
  if (problem->ensemble == NULL)
    return compute_kind (task, problem, error);
  settings = wb_study_problem_settings (problem);
  lab_ensemble_header (problem->ensemble, settings, 0, 0, &header);
  path = results_path (task, problem, &header);
  if (task->runs)
    fine = compute (task, problem, &header, path, &local);
  else if (g_file_test (path, G_FILE_TEST_EXISTS) && !wb_study_problem_is_sweep (problem))
    task->collector = wb_collector_new (problem->ensemble, path, &local);
  g_strfreev (header.columns);
  if (fine || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      outcome = g_new0 (WbStudyOutcome, 1);
      outcome->results = g_strdup (path);
      if (task->collector != NULL)
        outcome->picture = last_picture (task, NULL);
      if (wb_study_problem_is_sweep (problem) && g_file_test (path, G_FILE_TEST_EXISTS))
        {
          guint64 n;

          outcome->result = report_sweep (problem->ensemble, path, &n, NULL);
          if (n == 0)
            g_clear_pointer (&outcome->result, lab_result_free);
          outcome->progress = (double) n / (double) problem->ensemble->n_members;
        }
    }
  else
    g_propagate_error (error, g_steal_pointer (&local));
  g_clear_pointer (&task->collector, wb_collector_free);
  return outcome;
}
