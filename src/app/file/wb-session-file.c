/* Reads session files; reading repeats the runs. */
#include "wb-session-file.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lab-session-text.h"
#include "sim-output-file.h"
#include "wb-session-file-private.h"

G_DEFINE_QUARK (wb-file-error, wb_file_error)

gboolean
wb_session_file_load_text (const char *text, const char *name, WbSession *session, GError **error)
{
  g_autoptr (ModelYamlDocument) document = lab_session_parse (text, name, error);

  return document != NULL && wb_session_file_read (model_yaml_root (document), name, session, error);
}

gboolean
wb_session_file_load (const char *path, WbSession *session, GError **error)
{
  g_autofree char *text = lab_session_read_text (path, error), *name = g_path_get_basename (path);

  return text != NULL && wb_session_file_load_text (text, name, session, error);
}
