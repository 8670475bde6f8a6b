/* Creates, copies and names model files in the user's folder, under names that are not in use. */
#include "wb-user-models.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "model-library.h"
#include "sim-output-file.h"

/* Returns the first unused path of "stem" + ending, "stem-2" + ending, … in the user's folder of models, and its number in this sequence,
 * from 1. */
static char *
free_path (const char *stem, const char *ending, int *number)
{
  g_autofree char *folder = model_library_user_folder ("models");

  g_mkdir_with_parents (folder, 0755);
  for (int i = 1;; i++)
    {
      g_autofree char *name = i == 1 ? g_strconcat (stem, ending, NULL) : g_strdup_printf ("%s-%d%s", stem, i, ending);
      char *path = g_build_filename (folder, name, NULL);

      *number = i;
      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        return path;
      g_free (path);
    }
}

static char *
write_model (const char *path, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return sim_write_file (path, bytes, 0, error) ? g_strdup (path) : NULL;
}

/* Returns the text with " (copy)" after the name of the model, from the second copy on with a number. Finds the line of the name without
 * the parser, because the text may have errors. Returns a text without a name unchanged. */
static char *
rename_copy (const char *text, int number)
{
  g_autoptr (GRegex) line = g_regex_new ("^(name:[ \\t]*)(\"[^\"\\n]*|'[^'\\n]*|[^\"'#\\s](?:[^#\\n]|(?<! )#)*?)(?: \\(copy(?: \\d+)?\\))?([\"']?[ \\t]*(?: #[^\\n]*)?)$",
                                         G_REGEX_MULTILINE, 0, NULL);
  g_autofree char *with = number == 1 ? g_strdup ("\\1\\2 (copy)\\3") : g_strdup_printf ("\\1\\2 (copy %d)\\3", number);
  char *renamed = line != NULL ? g_regex_replace (line, text, -1, 0, with, 0, NULL) : NULL;

  return renamed != NULL ? renamed : g_strdup (text);
}

char *
wb_user_models_copy_text (const char *name, const char *text, GError **error)
{
  g_autofree char *stem = g_str_has_suffix (name, ".yaml") ? g_strndup (name, strlen (name) - strlen (".yaml")) : g_strdup (name);
  int number;
  g_autofree char *path = free_path (stem, ".yaml", &number), *renamed = rename_copy (text, number);

  return write_model (path, renamed, error);
}

char *
wb_user_models_new (GError **error)
{
  static const char text[] = "format: 1\n"
                             "name: New model\n"
                             "summary: A damped oscillator to start from.\n"
                             "category: My models\n"
                             "\n"
                             "time: {start: 0, end: 20, unit: s}\n"
                             "\n"
                             "parameters:\n"
                             "  k: {value: 1, range: [0, 10], about: stiffness}\n"
                             "  c: {value: 0.1, range: [0, 2], about: damping}\n"
                             "\n"
                             "states:\n"
                             "  x: {initial: 1, derivative: v, kind: position, about: position}\n"
                             "  v: {initial: 0, derivative: -k*x - c*v, kind: velocity, about: velocity}\n"
                             "\n"
                             "plots:\n"
                             "  - {type: time, show: [x, v]}\n"
                             "  - {type: phase, x: x, y: v}\n";

  int number;
  g_autofree char *path = free_path ("new-model", ".yaml", &number);

  return write_model (path, text, error);
}

char *
wb_user_models_write (const char *stem, const char *ending, const char *text, GError **error)
{
  int number;
  g_autofree char *path = free_path (stem, ending, &number);

  return write_model (path, text, error);
}

gboolean
wb_user_models_is_own (const char *path)
{
  g_auto (GStrv) folders = model_library_folders ("models");
  g_autofree char *full = g_canonicalize_filename (path, NULL), *own = model_library_user_folder ("models");

  for (int i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *folder = g_canonicalize_filename (folders[i], NULL), *inside = g_strconcat (folder, G_DIR_SEPARATOR_S, NULL);

      if (strcmp (folders[i], own) != 0 && g_str_has_prefix (full, inside))
        return FALSE;
    }
  return g_access (path, W_OK) == 0;
}

const char *
wb_user_models_path (WbSession *session)
{
  Model *model = wb_session_model (session);
  const char *failed = wb_session_failed_file (session);

  return failed != NULL ? failed : model != NULL ? model_path (model) : NULL;
}

char *
wb_user_models_copy (WbSession *session, GError **error)
{
  Model *model = wb_session_model (session);
  const char *failed = wb_session_failed_file (session);
  g_autofree char *text = NULL;

  if (failed != NULL && g_file_get_contents (failed, &text, NULL, NULL))
    {
      g_autofree char *name = g_path_get_basename (failed);

      return wb_user_models_copy_text (name, text, error);
    }
  return model != NULL ? wb_user_models_copy_text (model_id (model)[0] != '\0' ? model_id (model) : "model", model_text (model), error) : NULL;
}
