/* Reads a study and makes everything that its thread needs from the model, the settings and the text. */
#include "wb-study-problem.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-registry.h"
#include "model-library.h"
#include "wb-study-text.h"

static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  return lab_study_file_prepare (user, system, error);
}

void
wb_study_problem_free (WbStudyProblem *self)
{
  if (self == NULL)
    return;
  lab_ensemble_free (self->ensemble);
  g_clear_pointer (&self->constants, g_hash_table_unref);
  g_clear_pointer (&self->document, model_yaml_document_free);
  g_clear_pointer (&self->snapshot, wb_snapshot_free);
  g_clear_pointer (&self->config, sim_config_free);
  g_clear_pointer (&self->file, lab_study_file_free);
  g_clear_pointer (&self->model, model_unref);
  g_free (self);
}

static gboolean
read_settings (WbStudyProblem *self, GPtrArray *diagnostics)
{
  const LabStudyFile *file = self->file;

  self->config = sim_config_new ();
  sim_config_apply_model (self->config, self->model, diagnostics);
  if (file->solver != NULL)
    sim_config_apply_mapping (self->config, file->solver, SIM_ORIGIN_CONFIG, diagnostics);
  if (file->has_seed)
    sim_config_set_number (self->config, "seed", (double) file->seed, SIM_ORIGIN_CONFIG, NULL);
  self->constants = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  lab_study_file_constants (file, self->constants);
  self->problem = (LabProblem) {
    .model = self->model, .config = self->config, .t_start = file->t_start, .t_end = file->t_end, .prepare = prepare, .user = self->file,
    .instance = { .fast_math = sim_config_get_boolean (self->config, "fast_math"),
                  .seed = (guint64) sim_config_get_number (self->config, "seed"), .constants = self->constants },
  };
  return model_diagnostics_n_errors (diagnostics) == 0;
}

/* Checks the values that the study file sets, and makes the ensemble. */
static gboolean
make_ensemble (WbStudyProblem *self, GPtrArray *diagnostics, GError **error)
{
  const LabStudyFile *file = self->file;
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ModelSystem) system = model_system_new (self->model, &self->problem.instance, error);

  if (system == NULL || !lab_study_file_check (file, system, diagnostics))
    return FALSE;
  if (file->kind->members == LAB_MEMBERS_NONE)
    return TRUE;
  /* The number of members of a sweep follows from its axes. */
  self->ensemble = lab_ensemble_new (&self->problem, file->members > 0 ? file->members : 100, error);
  if (self->ensemble == NULL || !lab_study_file_fill (file, self->ensemble, diagnostics))
    return FALSE;
  if (lab_ensemble_finish (self->ensemble, errors))
    return TRUE;
  for (guint k = 0; k < errors->len; k++)
    {
      const ExprError *wrong = errors->pdata[k];

      model_diagnostics_add (diagnostics, file->path, wrong->place.line, wrong->place.column, "%s", wrong->message);
    }
  return FALSE;
}

WbStudyProblem *
wb_study_problem_new (const char *text, const char *path, Model *model, GError **error)
{
  g_autoptr (WbStudyProblem) self = g_new0 (WbStudyProblem, 1);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) local = NULL;

  self->file = lab_study_file_parse (text, path != NULL ? path : "study.yaml", diagnostics);
  if (self->file != NULL)
    {
      self->kind = lab_registry_find (self->file->study);
      self->options = self->file->options;
    }
  if (self->file != NULL && model != NULL)
    self->model = model_ref (model);
  else if (self->file != NULL)
    self->model = model_library_open_named (self->file->model, sim_config_check_solver, diagnostics);
  if (self->model != NULL && read_settings (self, diagnostics) && make_ensemble (self, diagnostics, &local))
    return g_steal_pointer (&self);
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  else
    {
      g_autofree char *all = model_diagnostics_to_string (diagnostics);

      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, g_strstrip (all));
    }
  return NULL;
}

WbStudyProblem *
wb_study_problem_new_of_snapshot (const char *text, const LabStudyKind *kind, WbSnapshot *snapshot)
{
  WbStudyProblem *self = g_new0 (WbStudyProblem, 1);

  self->kind = kind;
  self->document = wb_study_text_parse (text);
  self->options = model_yaml_get (model_yaml_root (self->document), "options");
  self->snapshot = snapshot;
  self->model = model_ref (wb_snapshot_model (snapshot));
  self->problem = wb_snapshot_problem (snapshot);
  return self;
}

gboolean
wb_study_problem_is_sweep (const WbStudyProblem *self)
{
  return self->ensemble != NULL && self->ensemble->is_sweep;
}

gboolean
wb_study_problem_is_random (const WbStudyProblem *self)
{
  return self->ensemble != NULL && !self->ensemble->is_sweep;
}

char *
wb_study_problem_settings (const WbStudyProblem *self)
{
  return lab_ensemble_settings (self->ensemble, self->file->set, self->file->initial, NULL, 0, NULL, 0);
}
