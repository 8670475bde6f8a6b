#include "wb-session-file.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "model-yaml.h"
#include "model.h"
#include "plot-export.h"
#include "wb-session-file-private.h"

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
  return plot_write_file (path, bytes, error);
}

gboolean
wb_session_file_load_text (const char *text, const char *name, WbSession *session, GError **error)
{
  g_autoptr (WbYaml) yaml = wb_yaml_new (text, name, error);

  return yaml != NULL && wb_session_file_read (yaml, name, session, error);
}

/* Far larger than any session, and small enough to be read without blocking the
 * window for long. */
#define LARGEST (64 << 20)

gboolean
wb_session_file_load (const char *path, WbSession *session, GError **error)
{
  g_autofree char *text = NULL, *name = g_path_get_basename (path);
  gsize length;
  GStatBuf info;

  if (g_stat (path, &info) == 0 && info.st_size > LARGEST)
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
