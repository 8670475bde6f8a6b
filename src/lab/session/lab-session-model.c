/* Opens the model of a session file: that of its text, of the unchanged file of the model, or of the page of a lesson. */
#include "lab-session-model.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "lab-lesson-check.h"
#include "model-identity.h"

/* Returns the points of files of data that the session has for a model; NULL: none. */
static GHashTable *
read_data (const ModelYaml *node)
{
  const ModelYaml *list = model_yaml_get (node, "data");
  GHashTable *data;

  if (list == NULL)
    return NULL;
  data = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (int k = 0; k < lab_session_n_items (list); k++)
    g_hash_table_insert (data, g_strdup (model_yaml_get_text (list->items[k], "name", "")),
                         g_strdup (model_yaml_get_text (list->items[k], "text", "")));
  return data;
}

/* Reads the model of the text and the points in a session. */
static Model *
read_text (const ModelYaml *node, GHashTable *data, const char *name, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = model_load_text_with_data (model_yaml_get_text (node, "text", ""), -1, model_yaml_get_text (node, "file", "model.yaml"), data,
                                            sim_config_check_solver, diagnostics);

  if (model == NULL)
    {
      g_autofree char *problems = model_diagnostics_to_string (diagnostics);

      g_set_error (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_MODEL, _("The model in %s has errors: %s"), name, g_strstrip (problems));
    }
  return model;
}

/* Returns whether the tables of a model have the points in `data`, which has the text of each data file by its name. */
static gboolean
has_data (const Model *model, GHashTable *data)
{
  g_autoptr (GHashTable) own = model_data_texts (model);
  GHashTableIter iter;
  gpointer file, text;

  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &file, &text))
    if (g_strcmp0 (g_hash_table_lookup (data, file), text) != 0)
      return FALSE;
  return TRUE;
}

Model *
lab_session_read_model (const ModelYaml *node, const char *name, gboolean *differs, GError **error)
{
  const char *text = model_yaml_get_text (node, "text", NULL), *file = model_yaml_get_text (node, "file", "model.yaml");
  g_autoptr (GPtrArray) unseen = model_diagnostics_new ();
  g_autoptr (GHashTable) data = read_data (node);
  g_autoptr (Model) model = NULL, found = NULL;
  g_autofree char *saved = NULL, *present = NULL;

  *differs = FALSE;
  if (text == NULL)
    {
      g_set_error (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_FORMAT, _("%s contains no model."), name);
      return NULL;
    }
  found = model_file_is_stream (file) ? NULL : model_library_open (file, sim_config_check_solver, unseen);
  if (found != NULL)
    {
      saved = g_strchomp (g_strdup (text));
      present = g_strchomp (g_strdup (model_text (found)));
      if (strcmp (saved, present) == 0 && (data == NULL || has_data (found, data)))
        return g_steal_pointer (&found);
    }
  model = read_text (node, data, name, error);
  *differs = model != NULL && found != NULL;
  return g_steal_pointer (&model);
}

/* ---- earlier texts ---- */

struct LabSessionModels
{
  const ModelYaml *root;
  char *name;
  Model *model;
  GHashTable *earlier; /* maps mappings of earlier_models (ModelYaml) to Model */
};

static void
unref_model (gpointer model)
{
  model_unref (model);
}

LabSessionModels *
lab_session_models_new (const ModelYaml *root, const char *name, Model *model)
{
  LabSessionModels *self = g_new0 (LabSessionModels, 1);

  *self = (LabSessionModels) { root, g_strdup (name), model_ref (model), g_hash_table_new_full (NULL, NULL, NULL, unref_model) };
  return self;
}

void
lab_session_models_free (LabSessionModels *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->earlier);
  model_unref (self->model);
  g_free (self->name);
  g_free (self);
}

const ModelYaml *
lab_session_model_node (const ModelYaml *root, const ModelYaml *run)
{
  const ModelYaml *number = model_yaml_get (run, "earlier_model"), *list = model_yaml_get (root, "earlier_models");
  gint64 k = 0;

  if (number == NULL)
    return model_yaml_get (root, "model");
  return model_yaml_integer (number, &k) && k >= 1 && k <= lab_session_n_items (list) ? list->items[k - 1] : NULL;
}

Model *
lab_session_models_of_run (LabSessionModels *self, const ModelYaml *run, GError **error)
{
  const ModelYaml *number = model_yaml_get (run, "earlier_model"), *node = lab_session_model_node (self->root, run);
  Model *model = number == NULL ? self->model : g_hash_table_lookup (self->earlier, node);
  g_autoptr (GHashTable) data = NULL;

  if (model != NULL)
    return model;
  if (node == NULL || model_yaml_get_text (node, "text", NULL) == NULL)
    {
      lab_session_wrong (error, number, _("The session has no earlier model '%s'."), lab_session_text_of (number, ""));
      return NULL;
    }
  data = read_data (node);
  model = read_text (node, data, self->name, error);
  if (model != NULL)
    g_hash_table_insert (self->earlier, (gpointer)node, model);
  return model;
}

/* ---- lessons ---- */

/* Returns the index of the page, which the file counts from 1, or −1. */
static int
page_of (const ModelYaml *node, int n)
{
  gint64 value = 0;

  return node != NULL && model_yaml_integer (node, &value) && value >= 1 && value <= n ? (int)value - 1 : -1;
}

LabLesson *
lab_session_read_lesson (const ModelYaml *node, const char *language, Model **model)
{
  const char *id = model_yaml_get_text (node, "id", ""), *file = model_yaml_get_text (node, "file", NULL);
  g_autofree char *found = *id != '\0' && strchr (id, '/') == NULL ? lab_lesson_find (id) : NULL;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = NULL;
  g_auto (LabLessonSetup) setup = { 0 };
  const char *path = found != NULL ? found : file;
  int page;

  if (path == NULL || model_file_is_stream (path))
    return NULL;
  lesson = lab_lesson_load (path, language, diagnostics);
  page = lesson != NULL ? page_of (model_yaml_get (node, "page"), (int)lesson->pages->len) : -1;
  if (page < 0 || !lab_lesson_verify (lesson, diagnostics) || !lab_lesson_setup_init_page (&setup, lesson, page, diagnostics))
    return NULL;
  *model = model_ref (setup.model);
  return g_steal_pointer (&lesson);
}
