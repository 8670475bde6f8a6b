/* Loading, sharing, and what a model says of itself. */
#include "model-hamiltonian.h"
#include "model-read.h"
#include "model-schema.h"
#include "model-system-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* Plans kept per model; an ensemble over constants makes a new one each time, and few are asked for again. */
#define MAX_PLANS 8

/* ---- life ---- */

static Model *
allocate (ModelYamlDocument *document, const char *path, const char *file)
{
  Model *model = g_new0 (Model, 1);
  g_autofree char *base = g_path_get_basename (file != NULL ? file : "model");
  const char *dot = strrchr (base, '.');

  g_atomic_ref_count_init (&model->references);
  model->document = document;
  model->id = dot != NULL && dot != base ? g_strndup (base, (gsize) (dot - base)) : g_strdup (base);
  model->path = g_strdup (path);
  model->file = g_strdup (file);
  model->tags = g_new0 (char *, 1);
  model->declarations = g_ptr_array_new_with_free_func (model_declaration_free);
  model->names = g_hash_table_new (g_str_hash, g_str_equal);
  model->parameters = g_array_new (FALSE, TRUE, sizeof (ModelQuantity));
  model->constants = g_array_new (FALSE, TRUE, sizeof (ModelQuantity));
  model->equations = g_array_new (FALSE, TRUE, sizeof (ModelEquation));
  model->settings = g_array_new (FALSE, TRUE, sizeof (ModelSetting));
  model->plots = g_array_new (FALSE, TRUE, sizeof (ModelPlot));
  model->reference = g_array_new (FALSE, TRUE, sizeof (ModelReferencePoint));
  model->owned = g_ptr_array_new_with_free_func (g_free);
  model->plans = g_ptr_array_new_with_free_func ((GDestroyNotify) model_plan_unref);
  g_mutex_init (&model->lock);
  return model;
}

Model *
model_ref (Model *model)
{
  g_atomic_ref_count_inc (&model->references);
  return model;
}

void
model_unref (Model *model)
{
  if (model == NULL || !g_atomic_ref_count_dec (&model->references))
    return;
  g_ptr_array_unref (model->plans);
  g_ptr_array_unref (model->declarations);
  g_hash_table_unref (model->names);
  GArray *arrays[] = { model->parameters, model->constants, model->equations, model->settings, model->plots, model->reference };
  for (gsize k = 0; k < G_N_ELEMENTS (arrays); k++)
    g_array_unref (arrays[k]);
  ModelField *fields[] = { &model->start, &model->end, &model->mass_values, &model->mechanics_mass, &model->view_x, &model->view_y };
  for (gsize k = 0; k < G_N_ELEMENTS (fields); k++)
    model_field_clear (fields[k]);
  model_assignments_clear (&model->exact);
  g_ptr_array_unref (model->owned);
  model_yaml_document_free (model->document);
  g_strfreev (model->tags);
  g_free (model->id);
  g_free (model->path);
  g_free (model->file);
  g_mutex_clear (&model->lock);
  g_free (model);
}

/* ---- loading ---- */

/* A misspelt key at the top hides everything below it: what is missing then would be reported once for each use. */
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
report_plan (const Model *model, const ModelPlan *plan, GPtrArray *diagnostics)
{
  for (guint k = 0; k < plan->errors->len; k++)
    {
      const ExprError *error = plan->errors->pdata[k];

      model_diagnostics_add (diagnostics, model->file, error->place.line, error->place.column, "%s", error->message);
    }
}

/* What jumps, is noisy or has equations of other kinds is none, and what is said to be one need not be looked at. */
static gboolean
may_have_hamiltonian (const Model *model)
{
  return (model->traits & (MODEL_IS_HAMILTONIAN | MODEL_HAS_EVENTS | MODEL_IS_DAE | MODEL_HAS_ROTATIONS | MODEL_HAS_NOISE | MODEL_HAS_DISTRIBUTIONS)) == 0;
}

static Model *
load (ModelYamlDocument *document, const char *path, const char *file, GPtrArray *diagnostics)
{
  g_autoptr (Model) model = allocate (document, path, file);
  ModelReader reader = { model, model_diagnostics_new () };
  ModelYaml *root = model_yaml_root (document);
  ModelPlan *plan = NULL;

  model_schema_check (root, reader.diagnostics);
  if (root->type == MODEL_YAML_MAPPING)
    model_read (&reader, root);
  if (is_whole (root))
    {
      plan = model_plan_new (model, NULL, EXPR_PROGRAM_FUSED);
      report_plan (model, plan, reader.diagnostics);
      g_ptr_array_add (model->plans, plan);
    }
  model_diagnostics_sort (reader.diagnostics);
  g_ptr_array_extend_and_steal (diagnostics, g_steal_pointer (&reader.diagnostics));
  if (plan == NULL || model_diagnostics_n_errors (diagnostics) > 0)
    return NULL;
  model_describe (model, plan);
  if (may_have_hamiltonian (model))
    {
      g_autoptr (ModelSystem) system = model_system_new (model, NULL, NULL);

      if (system != NULL && model_system_has_hamiltonian (system))
        model->traits |= MODEL_IS_HAMILTONIAN;
    }
  return g_steal_pointer (&model);
}

Model *
model_load_text (const char *text, gssize length, const char *name, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) own = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_parse (text, length, name, own);
  guint n_errors = own->len;
  Model *model = NULL;

  g_ptr_array_extend_and_steal (diagnostics, g_steal_pointer (&own));
  if (document == NULL)
    return NULL;
  model = load (document, NULL, name, diagnostics);
  model_diagnostics_sort (diagnostics);
  if (n_errors > 0)
    g_clear_pointer (&model, model_unref);
  return model;
}

gboolean
model_file_is_stream (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 && !S_ISREG (info.st_mode) && !S_ISDIR (info.st_mode);
}

Model *
model_load_file (const char *path, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) own = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_load (path, own);
  guint n_errors = own->len;
  Model *model = NULL;

  g_ptr_array_extend_and_steal (diagnostics, g_steal_pointer (&own));
  if (document == NULL)
    return NULL;
  model = load (document, path, path, diagnostics);
  model_diagnostics_sort (diagnostics);
  if (n_errors > 0)
    g_clear_pointer (&model, model_unref);
  return model;
}

/* ---- plans ---- */

static gboolean
same_constants (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer name, value;

  if (g_hash_table_size (a) != (b != NULL ? g_hash_table_size (b) : 0))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const double *other = g_hash_table_lookup (b, name);

      if (other == NULL || memcmp (other, value, sizeof *other) != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_constants (Model *model, GHashTable *constants, GError **error)
{
  GHashTableIter iter;
  gpointer name;

  if (constants == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, constants);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      const ModelDeclaration *declaration = g_hash_table_lookup (model->names, name);
      g_autoptr (GPtrArray) known = g_ptr_array_new ();
      const char *suggestion;

      if (declaration != NULL && declaration->class == MODEL_CLASS_CONSTANT)
        continue;
      for (int k = 0; k < model_n_constants (model); k++)
        g_ptr_array_add (known, (gpointer) model_constant (model, k)->name);
      suggestion = expr_suggest (name, (const char *const *) known->pdata, known->len);
      if (declaration != NULL)
        g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _("'%s' is %s, not a constant"), (const char *) name,
                     _(model_class_label (declaration->class)));
      else if (suggestion != NULL)
        g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _("unknown constant '%s'; did you mean '%s'?"), (const char *) name,
                     suggestion);
      else
        g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _("unknown constant '%s'"), (const char *) name);
      return FALSE;
    }
  return TRUE;
}

static ModelPlan *
find_plan (Model *model, GHashTable *constants, ExprProgramFlags flags)
{
  for (guint k = 0; k < model->plans->len; k++)
    {
      ModelPlan *plan = model->plans->pdata[k];

      if (plan->flags == flags && same_constants (plan->overrides, constants))
        return plan;
    }
  return NULL;
}

static void
set_plan_error (const Model *model, const ModelPlan *plan, GError **error)
{
  const ExprError *first = plan->errors->pdata[0];
  g_autofree char *place = g_strdup_printf ("%s%s%d:%d", model->file != NULL ? model->file : "", model->file != NULL ? ":" : "",
                                            first->place.line, first->place.column);

  g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("with these constants: %s: %s"), place, first->message);
}

ModelPlan *
model_take_plan (Model *model, GHashTable *constants, ExprProgramFlags flags, GError **error)
{
  g_autoptr (GMutexLocker) locker = NULL;
  ModelPlan *plan;

  if (!check_constants (model, constants, error))
    return NULL;
  locker = g_mutex_locker_new (&model->lock);
  plan = find_plan (model, constants, flags);
  if (plan == NULL)
    {
      plan = model_plan_new (model, constants, flags);
      if (plan->errors->len > 0)
        {
          set_plan_error (model, plan, error);
          model_plan_unref (plan);
          return NULL;
        }
      /* The first, with the file's constants, stays. */
      if (model->plans->len >= MAX_PLANS)
        g_ptr_array_remove_index (model->plans, 1);
      g_ptr_array_add (model->plans, plan);
    }
  model_plan_compile (plan);
  return model_plan_ref (plan);
}

/* ---- accessors ---- */

static const char *
text_of (const Model *model, const char *key)
{
  return model_yaml_get_text (model_yaml_root (model->document), key, "");
}

const char *
model_id (const Model *model)
{
  return model->id;
}

const char *
model_path (const Model *model)
{
  return model->path;
}

const char *
model_text (const Model *model)
{
  return model_yaml_source (model->document);
}

const char *
model_name (const Model *model)
{
  return text_of (model, "name");
}

const char *
model_summary (const Model *model)
{
  return text_of (model, "summary");
}

const char *
model_category (const Model *model)
{
  return text_of (model, "category");
}

const char *const *
model_tags (const Model *model)
{
  return (const char *const *) model->tags;
}

const char *
model_source (const Model *model)
{
  return text_of (model, "source");
}

const char *
model_description (const Model *model)
{
  return text_of (model, "description");
}

const char *
model_time_unit (const Model *model)
{
  return model_yaml_get_text (model_yaml_get (model_yaml_root (model->document), "time"), "unit", "");
}

unsigned
model_traits (const Model *model)
{
  return model->traits;
}

#define ARRAY_ACCESSORS(what, array, Type, plural)                                                                                 \
  int model_n_##plural (const Model *model)                                                                                       \
  {                                                                                                                               \
    return (int) model->array->len;                                                                                               \
  }                                                                                                                               \
  const Type *model_##what (const Model *model, int index)                                                                        \
  {                                                                                                                               \
    return &g_array_index (model->array, Type, index);                                                                            \
  }

ARRAY_ACCESSORS (parameter, parameters, ModelQuantity, parameters)
ARRAY_ACCESSORS (constant, constants, ModelQuantity, constants)
ARRAY_ACCESSORS (equation, equations, ModelEquation, equations)
ARRAY_ACCESSORS (setting, settings, ModelSetting, settings)
ARRAY_ACCESSORS (plot, plots, ModelPlot, plots)
ARRAY_ACCESSORS (reference_point, reference, ModelReferencePoint, reference_points)

const char *
model_reference_source (const Model *model)
{
  return model->reference_source;
}
