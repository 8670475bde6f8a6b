/* Checks expectations about an ensemble: its runs are those of a study file, and the expected value is a statistic of a column. */
#include "lab-lesson-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-ensemble-run.h"
#include "lab-study-file.h"

typedef struct
{
  LabStudyFile *file;
  Model *model;
  SimConfig *config;
  GHashTable *constants;
  LabProblem problem;
  LabEnsemble *ensemble;
} Setup;

static void
setup_clear (Setup *setup)
{
  g_clear_pointer (&setup->ensemble, lab_ensemble_free);
  g_clear_pointer (&setup->constants, g_hash_table_unref);
  g_clear_pointer (&setup->config, sim_config_free);
  g_clear_pointer (&setup->model, model_unref);
  g_clear_pointer (&setup->file, lab_study_file_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Setup, setup_clear)

static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  return lab_study_file_prepare (user, system, error);
}

/* Reads the study file and its model, and applies the settings of both. Returns FALSE after an error. */
static gboolean
read_file (Setup *setup, const LabLesson *lesson, const LabExpectation *expectation, GPtrArray *diagnostics)
{
  g_autofree char *folder = g_path_get_dirname (lesson->path);
  g_autofree char *path = g_path_is_absolute (expectation->study) ? g_strdup (expectation->study)
                                                                  : g_build_filename (folder, expectation->study, NULL);
  guint before = model_diagnostics_n_errors (diagnostics);
  const LabStudyFile *file;

  if (model_file_is_stream (path))
    {
      model_yaml_error (model_yaml_get (expectation->node, "study"), diagnostics, _("'%s' is not a regular file"), path);
      return FALSE;
    }
  setup->file = lab_study_file_load (path, diagnostics);
  file = setup->file;
  if (file == NULL)
    return FALSE;
  if (file->kind->members != LAB_MEMBERS_RANDOM)
    {
      model_yaml_error (model_yaml_get (expectation->node, "study"), diagnostics, _("%s is not a file of the study 'ensemble'"), path);
      return FALSE;
    }
  setup->model = model_library_open_named (file->model, sim_config_check_solver, diagnostics);
  if (setup->model == NULL)
    return FALSE;
  setup->config = sim_config_new ();
  sim_config_apply_model (setup->config, setup->model, diagnostics);
  if (file->solver != NULL)
    sim_config_apply_mapping (setup->config, file->solver, SIM_ORIGIN_CONFIG, diagnostics);
  if (file->has_seed)
    sim_config_set_number (setup->config, "seed", (double) file->seed, SIM_ORIGIN_CONFIG, NULL);
  setup->constants = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  lab_study_file_constants (file, setup->constants);
  setup->problem = (LabProblem) {
    .model = setup->model, .config = setup->config, .t_start = file->t_start, .t_end = file->t_end, .prepare = prepare, .user = setup->file,
    .instance = { .fast_math = sim_config_get_boolean (setup->config, "fast_math"),
                  .seed = (guint64) sim_config_get_number (setup->config, "seed"), .constants = setup->constants },
  };
  return model_diagnostics_n_errors (diagnostics) == before;
}

/* Makes the ensemble of the study file. Returns FALSE after an error. */
static gboolean
make_ensemble (Setup *setup, const LabExpectation *expectation, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (GError) error = NULL;

  setup->ensemble = lab_ensemble_new (&setup->problem, setup->file->members > 0 ? setup->file->members : 100, &error);
  if (setup->ensemble == NULL)
    {
      lab_lesson_report (expectation->node, diagnostics, error);
      return FALSE;
    }
  if (!lab_study_file_check (setup->file, setup->ensemble->system, diagnostics) || !lab_study_file_fill (setup->file, setup->ensemble, diagnostics))
    return FALSE;
  if (lab_ensemble_finish (setup->ensemble, errors))
    return TRUE;
  for (guint k = 0; k < errors->len; k++)
    {
      const ExprError *wrong = errors->pdata[k];

      model_diagnostics_add (diagnostics, setup->file->path, wrong->place.line, wrong->place.column, "%s", wrong->message);
    }
  return FALSE;
}

/* Computes all members, with an unnamed temporary file for the results. */
static LabResults *
compute (const Setup *setup, const LabProgress *progress, GError **error)
{
  g_autofree char *settings = lab_ensemble_settings (setup->ensemble, setup->file->set, setup->file->initial, NULL, 0, NULL, 0);
  g_autoptr (LabResults) results = NULL;
  LabResultsHeader header;

  lab_ensemble_header (setup->ensemble, settings, 0, 0, &header);
  results = lab_results_append_to (NULL, &header, error);
  g_strfreev (header.columns);
  return results != NULL && lab_ensemble_run (setup->ensemble, results, 0, progress, error) ? g_steal_pointer (&results) : NULL;
}

/* Returns the statistic with this name, as in the output of `stepwise-cli ensemble`; NAN if there is none. */
static double
statistic (const LabSummary *s, const char *name)
{
  const struct { const char *name; double value; } all[] = {
    { "n", (double) s->n }, { "mean", s->mean }, { "sd", s->sd },   { "q05", s->q05 },     { "q25", s->q25 },
    { "q50", s->q50 },      { "q75", s->q75 },   { "q95", s->q95 }, { "min", s->minimum }, { "max", s->maximum },
  };

  for (guint k = 0; k < G_N_ELEMENTS (all); k++)
    if (strcmp (name, all[k].name) == 0)
      return all[k].value;
  return NAN;
}

/* Returns the index of the column whose name is the text before the last point, or −1. */
static int
find_column (LabResults *results, const char *value, const char *point)
{
  const LabResultsHeader *header = lab_results_header (results);

  for (int k = 0; point != NULL && k < header->n_columns; k++)
    if (strlen (header->columns[k]) == (gsize) (point - value) && g_str_has_prefix (value, header->columns[k]))
      return k;
  return -1;
}

gboolean
lab_lesson_verify_ensemble (const LabLesson *lesson, const LabExpectation *expectation, GPtrArray *diagnostics)
{
  g_auto (Setup) setup = { 0 };

  return read_file (&setup, lesson, expectation, diagnostics) && make_ensemble (&setup, expectation, diagnostics);
}

/* Sets the value of a check from the results of the ensemble. failure: message of the error that stopped the computation, or NULL. */
static void
take_statistic (LabCheck *check, LabResults *results, const char *failure)
{
  const char *value = check->expectation->value, *point = strrchr (value, '.');
  int column = results != NULL ? find_column (results, value, point) : -1;
  g_autoptr (GError) error = NULL;
  LabSummary summary;

  if (column >= 0 && lab_results_summarize (results, column, 1, &summary, &error))
    check->got = statistic (&summary, point + 1);
  if (failure != NULL || error != NULL)
    check->message = g_strdup (failure != NULL ? failure : error->message);
  else if (isnan (check->got))
    check->message = g_strdup_printf (_("the study '%s' has no number '%s'; a valid name is for example 'x.mean', the mean of the recorded value x"),
                                      check->expectation->study, value);
}

gboolean
lab_lesson_check_ensemble (const LabLesson *lesson, GArray *checks, guint first, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  const LabExpectation *expectation = g_array_index (checks, LabCheck, first).expectation;
  g_auto (Setup) setup = { 0 };
  g_autoptr (LabResults) results = NULL;
  g_autoptr (GError) local = NULL;

  if (!read_file (&setup, lesson, expectation, diagnostics) || !make_ensemble (&setup, expectation, diagnostics))
    return FALSE;
  results = compute (&setup, progress, &local);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  for (guint k = first; k < checks->len; k++)
    if (lab_lesson_same_study (expectation, g_array_index (checks, LabCheck, k).expectation))
      take_statistic (&g_array_index (checks, LabCheck, k), results, local != NULL ? local->message : NULL);
  return TRUE;
}
