/* Opens the model of a session file: that of its text, of the unchanged file of the model, or of the page of a lesson. */
#include "lab-session-model.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "lab-lesson-check.h"

Model *
lab_session_read_model (const ModelYaml *node, const char *name, gboolean *differs, GError **error)
{
  const char *text = model_yaml_get_text (node, "text", NULL), *file = model_yaml_get_text (node, "file", "model.yaml");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), unseen = model_diagnostics_new ();
  g_autoptr (Model) model = NULL, found = NULL;
  g_autofree char *saved = NULL, *present = NULL;

  *differs = FALSE;
  if (text == NULL)
    {
      g_set_error (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_FORMAT, _("%s contains no model."), name);
      return NULL;
    }
  model = model_load_text (text, -1, file, sim_config_check_solver, diagnostics);
  if (model == NULL)
    {
      g_autofree char *problems = model_diagnostics_to_string (diagnostics);

      g_set_error (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_MODEL, _("The model in %s has errors: %s"), name, g_strstrip (problems));
      return NULL;
    }
  found = model_file_is_stream (file) ? NULL : model_library_open (file, sim_config_check_solver, unseen);
  if (found == NULL)
    return g_steal_pointer (&model);
  saved = g_strchomp (g_strdup (model_text (model)));
  present = g_strchomp (g_strdup (model_text (found)));
  *differs = strcmp (saved, present) != 0;
  return *differs ? g_steal_pointer (&model) : g_steal_pointer (&found);
}

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
