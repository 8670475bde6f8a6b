/* Reads messages that contain {expressions}, such as "touched down at {t:.3f} s". In the file, {{ and }} are written for literal
 * braces. */
#include "model-read.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_PRECISION 17

static void
error_at (ModelReader *reader, ModelYaml *node, const char *at, const char *message)
{
  int line, column;

  model_yaml_place (node, (int) g_utf8_strlen (node->text, at - node->text), &line, &column);
  model_diagnostics_add (reader->diagnostics, reader->model->file, line, column, "%s", message);
}

/* Reads a number format, "[.digits][f|e|g]". */
static gboolean
read_format (const char *format, ModelMessagePart *part)
{
  const char *p = format;

  part->precision = -1;
  part->conversion = 'g';
  if (*p == '.')
    {
      guint64 digits = 0;
      char *end = NULL;

      if (!g_ascii_isdigit (p[1]))
        return FALSE;
      digits = g_ascii_strtoull (p + 1, &end, 10);
      if (digits > MAX_PRECISION)
        return FALSE;
      part->precision = (int) digits;
      p = end;
    }
  if (*p != '\0' && strchr ("feg", *p) != NULL)
    part->conversion = *p++;
  return *p == '\0' && p != format;
}

static void
read_expression (ModelReader *reader, ModelYaml *node, const char *start, const char *end, ModelMessagePart *part)
{
  const char *colon = memchr (start, ':', (gsize) (end - start));
  g_autofree char *text = g_strndup (start, (gsize) ((colon != NULL ? colon : end) - start));

  part->precision = -1;
  part->conversion = 'g';
  if (colon != NULL)
    {
      g_autofree char *format = g_strndup (colon + 1, (gsize) (end - colon - 1));

      if (!read_format (format, part))
        error_at (reader, node, colon + 1, _("unknown number format; write {expression:.3f}, with f, e or g and at most 17 digits"));
    }
  if (text[strspn (text, " ")] == '\0')
    error_at (reader, node, start, _("there is no expression between '{' and '}'; write {{ for a brace"));
  else
    part->expression.tree = model_read_tree (reader, node, text, (int) g_utf8_strlen (node->text, start - node->text));
}

void
model_read_message (ModelReader *reader, ModelYaml *node, ModelMessage *message)
{
  GArray *parts;
  GString *literal;
  const char *p;

  if (node->broken || node->type != MODEL_YAML_SCALAR)
    return;
  parts = g_array_new (FALSE, FALSE, sizeof (ModelMessagePart));
  literal = g_string_new (NULL);
  for (p = node->text; *p != '\0'; p++)
    {
      ModelMessagePart part = { 0 };
      const char *end;

      if ((p[0] == '{' && p[1] == '{') || (p[0] == '}' && p[1] == '}'))
        g_string_append_c (literal, *p++);
      else if (*p == '}')
        error_at (reader, node, p, _("'}' without '{'; write }} for a brace"));
      else if (*p != '{')
        g_string_append_c (literal, *p);
      else if ((end = strchr (p, '}')) == NULL)
        {
          error_at (reader, node, p, _("'{' is not closed; write {{ for a brace"));
          break;
        }
      else
        {
          read_expression (reader, node, p + 1, end, &part);
          part.literal = g_string_free (literal, FALSE);
          literal = g_string_new (NULL);
          g_array_append_val (parts, part);
          p = end;
        }
    }
  ModelMessagePart last = { .literal = g_string_free (literal, FALSE) };
  g_array_append_val (parts, last);
  message->node = node;
  message->n_parts = (int) parts->len;
  message->parts = (ModelMessagePart *) (gpointer) g_array_free (parts, FALSE);
}
