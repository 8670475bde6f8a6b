/* Writes YAML documents. */
#include "model-yaml-writer.h"

#include "ode-format.h"

#include <math.h>
#include <string.h>

typedef enum
{
  LEVEL_MAPPING,
  LEVEL_LIST
} LevelType;

typedef struct
{
  LevelType type;
  int indent;
  gboolean is_empty;
  gboolean opens_item; /* TRUE if the mapping is a list item, whose first key is on the line of the dash */
} Level;

struct ModelYamlWriter
{
  GString *text;
  GArray *levels; /* Level */
};

static Level *
top (ModelYamlWriter *writer)
{
  return &g_array_index (writer->levels, Level, writer->levels->len - 1);
}

ModelYamlWriter *
model_yaml_writer_new (void)
{
  ModelYamlWriter *writer = g_new0 (ModelYamlWriter, 1);
  Level level = { LEVEL_MAPPING, 0, TRUE, FALSE };

  writer->text = g_string_new (NULL);
  writer->levels = g_array_new (FALSE, TRUE, sizeof (Level));
  g_array_append_val (writer->levels, level);
  return writer;
}

void
model_yaml_writer_free (ModelYamlWriter *writer)
{
  if (writer == NULL)
    return;
  if (writer->text != NULL)
    g_string_free (writer->text, TRUE);
  g_array_unref (writer->levels);
  g_free (writer);
}

/* ---- scalars ---- */

/* Returns whether a text can be written without quotes: it is not empty, does not begin with an indicator character of YAML, and contains
 * no character that would end an unquoted scalar. */
static gboolean
is_plain (const char *text)
{
  if (text[0] == '\0' || text[0] == ' ' || strchr ("-?:,[]{}#&*!|>'\"%@`=~", text[0]) != NULL)
    {
      /* "-2*x" can be written without quotes; "- x" would be read as a list item. */
      if (text[0] != '-' || text[1] == '\0' || text[1] == ' ')
        return FALSE;
    }
  if (strcmp (text, "---") == 0 || strcmp (text, "...") == 0 || g_str_has_prefix (text, "--- ") || strcmp (text, "<<") == 0)
    return FALSE;
  for (const char *p = text; *p != '\0'; p++)
    {
      unsigned char c = (unsigned char) *p;

      if (c < 0x20 || c == 0x7F || strchr (",[]{}", *p) != NULL)
        return FALSE;
      if (*p == ':' && (p[1] == ' ' || p[1] == '\0'))
        return FALSE;
      if (*p == '#' && p > text && p[-1] == ' ')
        return FALSE;
      if (*p == ' ' && p[1] == '\0')
        return FALSE;
      /* Texts with these characters are quoted: YAML reads NEL, LS and PS as line breaks, and drops a byte order mark. */
      if (c == 0xC2 || c == 0xE2 || c == 0xEF)
        {
          gunichar u = g_utf8_get_char (p);

          if (u < 0xA0 || u == 0x2028 || u == 0x2029 || u == 0xFEFF)
            return FALSE;
        }
    }
  return TRUE;
}

static void
append_quoted (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '"' || c == '\\')
        g_string_append_printf (out, "\\%c", (char) c);
      else if (c == '\n')
        g_string_append (out, "\\n");
      else if (c == '\t')
        g_string_append (out, "\\t");
      else if (c < 0x20 || (c >= 0x7F && c < 0xA0))
        g_string_append_printf (out, "\\x%02X", c);
      else if (c == 0x2028 || c == 0x2029 || c == 0xFEFF)
        g_string_append_printf (out, "\\u%04X", c);
      else
        g_string_append_unichar (out, c);
    }
  g_string_append_c (out, '"');
}

static void
append_text (GString *out, const char *text)
{
  if (is_plain (text))
    g_string_append (out, text);
  else
    append_quoted (out, text);
}

static void
append_number (GString *out, double value)
{
  char number[32];

  g_return_if_fail (isfinite (value));
  ode_format_double (number, value);
  g_string_append (out, number);
}

/* ---- structure ---- */

static void
append_spaces (GString *out, int n)
{
  for (int k = 0; k < n; k++)
    g_string_append_c (out, ' ');
}

/* Writes the text before a value: its key, or the dash of a list item. */
static void
begin_value (ModelYamlWriter *writer, const char *key)
{
  Level *level = top (writer);

  g_return_if_fail ((level->type == LEVEL_MAPPING) == (key != NULL));
  if (level->opens_item && level->is_empty)
    g_string_append_c (writer->text, ' ');
  else
    append_spaces (writer->text, level->indent);
  level->is_empty = FALSE;
  if (level->type == LEVEL_LIST)
    g_string_append_c (writer->text, '-');
  else
    {
      append_text (writer->text, key);
      g_string_append_c (writer->text, ':');
    }
}

static void
begin (ModelYamlWriter *writer, const char *key, LevelType type)
{
  gboolean in_list = top (writer)->type == LEVEL_LIST;
  Level level = { type, top (writer)->indent + 2, TRUE, in_list };

  begin_value (writer, key);
  if (!in_list)
    g_string_append_c (writer->text, '\n');
  g_array_append_val (writer->levels, level);
}

static void
end (ModelYamlWriter *writer, LevelType type, const char *empty)
{
  Level level = *top (writer);

  g_return_if_fail (writer->levels->len > 1 && level.type == type);
  g_array_set_size (writer->levels, writer->levels->len - 1);
  if (!level.is_empty)
    return;
  /* Nothing was written into the mapping or list: write {} or [] after its key. */
  if (!level.opens_item)
    g_string_truncate (writer->text, writer->text->len - 1);
  g_string_append_printf (writer->text, " %s\n", empty);
}

void
model_yaml_writer_begin_mapping (ModelYamlWriter *writer, const char *key)
{
  begin (writer, key, LEVEL_MAPPING);
}

void
model_yaml_writer_end_mapping (ModelYamlWriter *writer)
{
  end (writer, LEVEL_MAPPING, "{}");
}

void
model_yaml_writer_begin_list (ModelYamlWriter *writer, const char *key)
{
  begin (writer, key, LEVEL_LIST);
}

void
model_yaml_writer_end_list (ModelYamlWriter *writer)
{
  end (writer, LEVEL_LIST, "[]");
}

/* ---- values ---- */

void
model_yaml_writer_text (ModelYamlWriter *writer, const char *key, const char *text)
{
  begin_value (writer, key);
  g_string_append_c (writer->text, ' ');
  append_text (writer->text, text);
  g_string_append_c (writer->text, '\n');
}

void
model_yaml_writer_block (ModelYamlWriter *writer, const char *key, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = g_strv_length (lines), first = 0;

  while (n > 0 && lines[n - 1][0] == '\0')
    n--;
  begin_value (writer, key);
  /* Without a digit after | YAML derives the indentation from the first line that is not empty. If that line begins with a space or tab, the
   * digit sets the indentation. */
  while (first < n && lines[first][0] == '\0')
    first++;
  g_string_append (writer->text, first < n && g_ascii_isspace (lines[first][0]) ? " |2\n" : " |\n");
  for (guint k = 0; k < n; k++)
    {
      append_spaces (writer->text, lines[k][0] != '\0' ? top (writer)->indent + 2 : 0);
      g_string_append_printf (writer->text, "%s\n", lines[k]);
    }
}

void
model_yaml_writer_number (ModelYamlWriter *writer, const char *key, double value)
{
  begin_value (writer, key);
  g_string_append_c (writer->text, ' ');
  append_number (writer->text, value);
  g_string_append_c (writer->text, '\n');
}

void
model_yaml_writer_integer (ModelYamlWriter *writer, const char *key, gint64 value)
{
  begin_value (writer, key);
  g_string_append_printf (writer->text, " %" G_GINT64_FORMAT "\n", value);
}

void
model_yaml_writer_boolean (ModelYamlWriter *writer, const char *key, gboolean value)
{
  begin_value (writer, key);
  g_string_append (writer->text, value ? " true\n" : " false\n");
}

void
model_yaml_writer_texts (ModelYamlWriter *writer, const char *key, const char *const *texts)
{
  begin_value (writer, key);
  g_string_append (writer->text, " [");
  for (int k = 0; texts[k] != NULL; k++)
    {
      g_string_append (writer->text, k > 0 ? ", " : "");
      append_text (writer->text, texts[k]);
    }
  g_string_append (writer->text, "]\n");
}

char *
model_yaml_writer_finish (ModelYamlWriter *writer)
{
  char *text;

  g_return_val_if_fail (writer->levels->len == 1, NULL);
  if (top (writer)->is_empty)
    g_string_append (writer->text, "{}\n");
  text = g_string_free (g_steal_pointer (&writer->text), FALSE);
  model_yaml_writer_free (writer);
  return text;
}
