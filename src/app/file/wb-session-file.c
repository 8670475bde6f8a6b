/* Writes the parts of a session as YAML and reads them; reading repeats the runs. */
#include "wb-session-file.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "model-yaml.h"
#include "model.h"
#include "sim-output-file.h"
#include "wb-session-file-private.h"

G_DEFINE_QUARK (wb-file-error, wb_file_error)

gboolean
wb_session_file_save (const char *path, WbSession *session, GError **error)
{
  char *text = wb_session_file_text (session);
  g_autoptr (GBytes) bytes = NULL;

  if (text == NULL)
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_MODEL, _("There is no model to save."));
      return FALSE;
    }
  bytes = g_bytes_new_take (text, strlen (text));
  return sim_write_file (path, bytes, 0, error);
}

/* Largest size in bytes of a file that is read. A session has at most 100 runs with their changes and a model of at most 16 MiB. */
#define MOST_BYTES (64 << 20)

gboolean
wb_session_file_load_text (const char *text, const char *name, WbSession *session, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_parse_large (text, -1, MOST_BYTES, name, diagnostics);

  if (document == NULL || diagnostics->len > 0)
    {
      g_autofree char *problems = model_diagnostics_to_string (diagnostics);

      g_set_error_literal (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, g_strchomp (problems));
      return FALSE;
    }
  return wb_session_file_read (model_yaml_root (document), name, session, error);
}

gboolean
wb_session_file_load (const char *path, WbSession *session, GError **error)
{
  g_autofree char *text = NULL, *name = g_path_get_basename (path);
  gsize length;
  GStatBuf info;

  if (g_stat (path, &info) == 0 && info.st_size > MOST_BYTES)
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("%s is too large to be a session."), name);
      return FALSE;
    }
  if (model_file_is_stream (path))
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("%s is a pipe or a device, not a session."), name);
      return FALSE;
    }
  if (!g_file_get_contents (path, &text, &length, error))
    return FALSE;
  if (memchr (text, '\0', length) != NULL || !g_utf8_validate (text, (gssize) length, NULL))
    {
      g_set_error (error, WB_FILE_ERROR, WB_FILE_ERROR_FORMAT, _("%s is not a text file."), name);
      return FALSE;
    }
  return wb_session_file_load_text (text, name, session, error);
}
