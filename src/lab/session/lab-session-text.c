/* Reads and parses session files. They come from strangers, too, so that size and kind of the file are checked first. */
#include "lab-session-text.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

G_DEFINE_QUARK (lab-session-error, lab_session_error)

/* Largest size in bytes of a file that is read. A session has at most 100 runs with their changes and seals, and a model of at most 16 MiB. */
#define MOST_BYTES (64 << 20)

char *
lab_session_read_text (const char *path, GError **error)
{
  g_autofree char *text = NULL, *name = g_path_get_basename (path);
  gsize length;
  GStatBuf info;

  if (g_stat (path, &info) == 0 && info.st_size > MOST_BYTES)
    {
      g_set_error (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_FORMAT, _("%s is too large to be a session."), name);
      return NULL;
    }
  if (model_file_is_stream (path))
    {
      g_set_error (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_FORMAT, _("%s is a pipe or a device, not a session."), name);
      return NULL;
    }
  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  if (memchr (text, '\0', length) != NULL || !g_utf8_validate (text, (gssize)length, NULL))
    {
      g_set_error (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_FORMAT, _("%s is not a text file."), name);
      return NULL;
    }
  return g_steal_pointer (&text);
}

ModelYamlDocument *
lab_session_parse (const char *text, const char *name, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_parse_large (text, -1, MOST_BYTES, name, diagnostics);

  if (document == NULL || diagnostics->len > 0)
    {
      g_autofree char *problems = model_diagnostics_to_string (diagnostics);

      g_set_error_literal (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_FORMAT, g_strchomp (problems));
      return NULL;
    }
  if (lab_session_number (model_yaml_root (document), "stepwise_session", 0) != 1)
    {
      g_set_error (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_FORMAT, _("%s is not a session of this version."), name);
      return NULL;
    }
  return g_steal_pointer (&document);
}

/* ---- errors ---- */

gboolean
lab_session_add_place (GError **error, const ModelYaml *node)
{
  if (node == NULL)
    return FALSE;
  g_prefix_error (error, "%s:%d:%d: ", model_yaml_file (node->document), node->line, node->column);
  return FALSE;
}

gboolean
lab_session_wrong (GError **error, const ModelYaml *node, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, LAB_SESSION_ERROR, LAB_SESSION_ERROR_FORMAT, text);
  return lab_session_add_place (error, node);
}

/* ---- values of nodes ---- */

const char *
lab_session_text_of (const ModelYaml *node, const char *standard)
{
  return node != NULL && node->type == MODEL_YAML_SCALAR ? node->text : standard;
}

double
lab_session_number_of (const ModelYaml *node, double standard)
{
  const char *text = lab_session_text_of (node, "");
  char *end;
  double value = g_ascii_strtod (text, &end);

  return text[0] == '\0' || *end != '\0' || isnan (value) ? standard : value;
}

double
lab_session_number (const ModelYaml *mapping, const char *key, double standard)
{
  return lab_session_number_of (model_yaml_get (mapping, key), standard);
}

gboolean
lab_session_is_true (const ModelYaml *mapping, const char *key)
{
  return strcmp (model_yaml_get_text (mapping, key, "false"), "true") == 0;
}

int
lab_session_n_items (const ModelYaml *node)
{
  return node != NULL ? node->n_items : 0;
}
