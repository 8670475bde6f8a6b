/* Reference counting of models, and access to the contents of the model file. */
#include "model-private.h"

#include <string.h>

G_DEFINE_QUARK (model-error-quark, model_error)

/* ---- reference counting ---- */

Model *
model_new (ModelYamlDocument *document, const char *path, const char *file)
{
  Model *model = g_new0 (Model, 1);
  g_autofree char *base = g_path_get_basename (file != NULL ? file : "model");
  const char *dot = strrchr (base, '.');

  atomic_init (&model->references, 1);
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
  model->plots = g_array_new (FALSE, TRUE, sizeof (ModelPlot));
  model->reference = g_array_new (FALSE, TRUE, sizeof (ModelReferencePoint));
  model->owned = g_ptr_array_new_with_free_func (g_free);
  g_mutex_init (&model->lock);
  return model;
}

Model *
model_ref (Model *model)
{
  atomic_fetch_add_explicit (&model->references, 1, memory_order_relaxed);
  return model;
}

void
model_unref (Model *model)
{
  /* Each thread that drops a reference uses release order. The last one also uses acquire order, because it frees memory that the others
   * wrote. */
  if (model == NULL || atomic_fetch_sub_explicit (&model->references, 1, memory_order_acq_rel) != 1)
    return;
  g_clear_pointer (&model->plans, g_ptr_array_unref);
  g_ptr_array_unref (model->declarations);
  g_hash_table_unref (model->names);
  GArray *arrays[] = { model->parameters, model->constants, model->equations, model->plots, model->reference };
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

/* ---- accessors ---- */

static const char *
text_of (const Model *model, const char *key)
{
  return model_yaml_get_text (model_yaml_root (model->document), key, "");
}

/* Defines an accessor that returns a text at the top level of the file, or "" if the key is missing. */
#define TEXT_ACCESSOR(key)                     \
  const char *model_##key (const Model *model) \
  {                                            \
    return text_of (model, #key);              \
  }

TEXT_ACCESSOR (name)
TEXT_ACCESSOR (summary)
TEXT_ACCESSOR (category)
TEXT_ACCESSOR (source)
TEXT_ACCESSOR (description)

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

const char *const *
model_tags (const Model *model)
{
  return (const char *const *) model->tags;
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

char *
model_traits_text (unsigned traits)
{
  static const struct { unsigned trait; const char *word; } words[] = {
    { MODEL_HAS_EVENTS, "events" }, { MODEL_IS_STIFF, "stiff" }, { MODEL_IS_DAE, "DAE" },
    { MODEL_IS_HAMILTONIAN, "Hamiltonian" }, { MODEL_HAS_ROTATIONS, "rotations" }, { MODEL_HAS_NOISE, "noise" },
    { MODEL_HAS_EXACT, "exact" }, { MODEL_HAS_DISTRIBUTIONS, "random" },
  };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (traits & words[i].trait)
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", words[i].word);
  return g_string_free (text, FALSE);
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
ARRAY_ACCESSORS (plot, plots, ModelPlot, plots)
ARRAY_ACCESSORS (reference_point, reference, ModelReferencePoint, reference_points)

const ModelYaml *
model_solver (const Model *model)
{
  return model_yaml_get (model_yaml_root (model->document), "solver");
}

const char *
model_reference_source (const Model *model)
{
  return model->reference_source;
}
