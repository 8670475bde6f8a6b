/* Loads a model: reads its file, then makes a plan with the constants of the file. Making the plan finds errors that reading cannot
 * find. */
#include "model-load.h"

#include "model-describe.h"
#include "model-hamiltonian.h"
#include "model-plan-cache.h"
#include "model-read.h"
#include "model-schema.h"

/* Returns whether all keys at the top level are known. A misspelled key hides all names declared below it, and each use of these names
 * would be reported as an error. */
static gboolean
is_whole (const ModelYaml *root)
{
  if (root->type != MODEL_YAML_MAPPING || root->broken)
    return FALSE;
  for (int k = 0; k < root->n_items; k++)
    if (root->keys[k]->broken || root->items[k]->broken)
      return FALSE;
  return TRUE;
}

static void
report_plan (const char *file, const ModelPlan *plan, GPtrArray *diagnostics)
{
  for (guint k = 0; k < plan->errors->len; k++)
    {
      const ExprError *error = plan->errors->pdata[k];

      model_diagnostics_add (diagnostics, file, error->place.line, error->place.column, "%s", error->message);
    }
}

/* Returns whether to test the model for a Hamiltonian. The test is skipped
 * if the model has the tag, or has jumps, noise or equations of another
 * form. */
static gboolean
may_have_hamiltonian (const Model *model)
{
  unsigned excluded = MODEL_IS_HAMILTONIAN | MODEL_HAS_EVENTS | MODEL_IS_DAE | MODEL_HAS_ROTATIONS | MODEL_HAS_NOISE | MODEL_HAS_DISTRIBUTIONS;

  return (model->traits & excluded) == 0;
}

/* plan_file is the file name that errors of the plan report. data: see model_load_text_with_data. */
static Model *
load (ModelYamlDocument *document, const char *path, const char *file, const char *plan_file, GHashTable *data, ModelSolverCheck check_solver,
      GPtrArray *diagnostics)
{
  g_autoptr (Model) model = model_new (document, path, file);
  ModelReader reader = { model, model_diagnostics_new (), data };
  ModelYaml *root = model_yaml_root (document);
  const ModelYaml *solver = model_solver (model);
  ModelPlan *plan = NULL;

  model_schema_check (root, reader.diagnostics);
  if (check_solver != NULL && solver != NULL && solver->type == MODEL_YAML_MAPPING && !solver->broken)
    check_solver (solver, reader.diagnostics);
  if (root->type == MODEL_YAML_MAPPING)
    model_read (&reader, root);
  if (is_whole (root))
    {
      plan = model_plan_first (model);
      report_plan (plan_file, plan, reader.diagnostics);
    }
  model_diagnostics_sort (reader.diagnostics);
  g_ptr_array_extend_and_steal (diagnostics, g_steal_pointer (&reader.diagnostics));
  if (plan == NULL || model_diagnostics_n_errors (diagnostics) > 0)
    return NULL;
  model_describe (model, plan);
  report_plan (plan_file, plan, diagnostics); /* reports errors of the ranges and steps of sliders, which model_describe adds */
  if (model_diagnostics_n_errors (diagnostics) > 0)
    return NULL;
  if (may_have_hamiltonian (model))
    {
      g_autoptr (ModelSystem) system = model_system_new (model, NULL, NULL);

      if (system != NULL && model_system_has_hamiltonian (system))
        model->traits |= MODEL_IS_HAMILTONIAN;
    }
  return g_steal_pointer (&model);
}

/* Makes the model of a parsed document. Appends `parsed`, the diagnostics of the parser, and those of the model to `diagnostics`. Returns NULL if the
 * document is NULL or has errors. */
static Model *
load_parsed (ModelYamlDocument *document, const char *path, const char *name, GHashTable *data, GPtrArray *parsed, ModelSolverCheck solver,
             GPtrArray *diagnostics)
{
  guint n_errors = parsed->len;
  Model *model;

  g_ptr_array_extend_and_steal (diagnostics, parsed);
  if (document == NULL)
    return NULL;
  model = load (document, path, name, name, data, solver, diagnostics);
  model_diagnostics_sort (diagnostics);
  if (n_errors > 0)
    g_clear_pointer (&model, model_unref);
  return model;
}

Model *
model_load_text_with_data (const char *text, gssize length, const char *name, GHashTable *data, ModelSolverCheck solver, GPtrArray *diagnostics)
{
  GPtrArray *parsed = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_parse (text, length, name, parsed);

  return load_parsed (document, NULL, name, data, parsed, solver, diagnostics);
}

Model *
model_load_text (const char *text, gssize length, const char *name, ModelSolverCheck solver, GPtrArray *diagnostics)
{
  return model_load_text_with_data (text, length, name, NULL, solver, diagnostics);
}

Model *
model_load_file (const char *path, ModelSolverCheck solver, GPtrArray *diagnostics)
{
  GPtrArray *parsed = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_load (path, parsed);

  return load_parsed (document, path, path, NULL, parsed, solver, diagnostics);
}

Model *
model_load_extended (const char *path, ModelYamlDocument *extension, ModelSolverCheck solver, GPtrArray *diagnostics)
{
  g_autoptr (ModelYamlDocument) other = extension;
  g_autoptr (Model) plain = model_load_file (path, solver, diagnostics);
  ModelYamlDocument *document;

  if (plain == NULL)
    return NULL;
  document = model_yaml_load (path, diagnostics);
  if (document == NULL)
    return NULL;
  model_yaml_move_pair (model_yaml_root (extension), "outputs", model_yaml_root (document));
  model_yaml_move_pair (model_yaml_root (extension), "plots", model_yaml_root (document));
  model_yaml_adopt (document, g_steal_pointer (&other));
  /* The model without the extension has no errors, so all errors of the plan concern the extension. */
  return load (document, path, path, model_yaml_file (extension), NULL, solver, diagnostics);
}

Model *
model_load_extended_text (const char *text, const char *name, const char *extension, ModelSolverCheck solver, GPtrArray *diagnostics)
{
  GPtrArray *parsed = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_parse (text, -1, name, parsed);
  g_autoptr (ModelYamlDocument) other = document != NULL ? model_yaml_parse (extension, -1, name, parsed) : NULL;

  if (document != NULL && other != NULL)
    {
      model_yaml_move_pair (model_yaml_root (other), "outputs", model_yaml_root (document));
      model_yaml_move_pair (model_yaml_root (other), "plots", model_yaml_root (document));
      model_yaml_adopt (document, g_steal_pointer (&other));
    }
  return load_parsed (document, NULL, name, NULL, parsed, solver, diagnostics);
}
