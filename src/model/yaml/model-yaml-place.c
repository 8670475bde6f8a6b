/* Finds the line and column in the file for a character of a scalar's value.
 *
 * YAML replaces escapes, folds lines and drops indentation, so offsets in the
 * value and in the source differ. Both are read in parallel: white space of the
 * source that is not in the value is skipped, an escape counts as one
 * character, and a folded line break corresponds to the space in the value. */
#include "model-yaml-private.h"

#include <string.h>

/* Number of columns between two marks of a line. */
#define MARK_EVERY 256

void
model_yaml_index_lines (ModelYamlDocument *document)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (gsize)), *marks = g_array_new (FALSE, FALSE, sizeof (struct ModelYamlMark));
  gsize at = g_str_has_prefix (document->text, "\xEF\xBB\xBF") ? 3 : 0; /* the byte order mark does not count as a column */
  int column = 1;

  g_array_append_val (starts, at);
  while (at < document->length)
    {
      int n = model_yaml_break_length (document->text + at);

      at = n > 0 ? at + (gsize) n : (gsize) (g_utf8_next_char (document->text + at) - document->text);
      column = n > 0 ? 1 : column + 1;
      if (n > 0)
        g_array_append_val (starts, at);
      else if (column % MARK_EVERY == 0)
        {
          struct ModelYamlMark mark = { (int) starts->len, column, at };

          g_array_append_val (marks, mark);
        }
    }
  document->n_lines = (int) starts->len;
  document->line_starts = (gsize *) (gpointer) g_array_free (starts, FALSE);
  document->n_marks = (int) marks->len;
  document->marks = (struct ModelYamlMark *) (gpointer) g_array_free (marks, FALSE);
}

/* Returns the last mark that is not beyond the place, or NULL if its line has none before it. */
static const struct ModelYamlMark *
find_mark (const ModelYamlDocument *document, int line, int column)
{
  int low = 0, high = document->n_marks; /* marks[low − 1] is not beyond the place, marks[high] is */

  while (low < high)
    {
      int middle = low + (high - low) / 2;
      const struct ModelYamlMark *mark = &document->marks[middle];

      if (mark->line < line || (mark->line == line && mark->column <= column))
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && document->marks[low - 1].line == line ? &document->marks[low - 1] : NULL;
}

const char *
model_yaml_at (const ModelYamlDocument *document, int line, int column)
{
  const struct ModelYamlMark *mark = find_mark (document, line, column);
  const char *p;

  if (line < 1 || line > document->n_lines)
    return document->text + document->length;
  p = document->text + (mark != NULL ? mark->offset : document->line_starts[line - 1]);
  for (int k = mark != NULL ? mark->column : 1; k < column && *p != '\0' && model_yaml_break_length (p) == 0; k++)
    p = g_utf8_next_char (p);
  return p;
}

/* A position in the source text. */
typedef struct
{
  const char *p;
  int line, column;
} Cursor;

static void
advance (Cursor *cursor)
{
  int n = model_yaml_break_length (cursor->p);

  if (n > 0)
    {
      cursor->p += n;
      cursor->line++;
      cursor->column = 1;
    }
  else if (*cursor->p != '\0')
    {
      cursor->p = g_utf8_next_char (cursor->p);
      cursor->column++;
    }
}

static gboolean
is_blank (const char *p)
{
  return *p == ' ' || *p == '\t';
}

static gboolean
is_white (const char *p)
{
  return is_blank (p) || model_yaml_break_length (p) > 0;
}

/* Returns the length in characters of the escape sequence at p: 2 for
 * , 4 for \xAB, 6 for \u0041, 10 for \U00000041. */
static int
escape_length (const char *p)
{
  switch (p[1])
    {
    case 'x':
      return 4;
    case 'u':
      return 6;
    case 'U':
      return 10;
    default:
      return 2;
    }
}

/* Moves the cursor over white space that is in the source before character c but not in the value. */
static void
skip_dropped (Cursor *cursor, gunichar c, char style)
{
  for (;;)
    {
      if (style == '"' && cursor->p[0] == '\\' && model_yaml_break_length (cursor->p + 1) > 0)
        {
          advance (cursor);
          advance (cursor);
          while (is_blank (cursor->p))
            advance (cursor);
        }
      else if (!g_unichar_isspace (c) && is_white (cursor->p))
        advance (cursor);
      else
        return;
    }
}

/* Moves the cursor over the characters of the source that represent one character c of the value. */
static void
consume (Cursor *cursor, gunichar c, char style)
{
  if (style == '"' && *cursor->p == '\\')
    {
      for (int k = escape_length (cursor->p); k > 0; k--)
        advance (cursor);
    }
  else if (style == '\'' && cursor->p[0] == '\'' && cursor->p[1] == '\'')
    {
      advance (cursor);
      advance (cursor);
    }
  else if (model_yaml_break_length (cursor->p) > 0)
    {
      advance (cursor);
      /* A folded line break includes the indentation of the next line. Each further line break is a separate character of the value. */
      if (style != '|')
        while (is_blank (cursor->p))
          advance (cursor);
    }
  else
    advance (cursor);
}

static char
begin (Cursor *cursor, const ModelYaml *node)
{
  char first = *cursor->p;

  if (!node->quoted)
    return ' ';
  if (node->block)
    {
      while (*cursor->p != '\0' && model_yaml_break_length (cursor->p) == 0)
        advance (cursor);
      advance (cursor);
      return first;
    }
  advance (cursor);
  return first;
}

static void
find_places (ModelYaml *node)
{
  Cursor cursor = { model_yaml_at (node->document, node->line, node->column), node->line, node->column };
  char style = begin (&cursor, node);
  int n = (int) g_utf8_strlen (node->text, -1);
  int k = 0;

  node->places = g_new (guint, 2 * (gsize) (n + 1));
  node->n_places = n + 1;
  for (const char *v = node->text; k <= n; v = g_utf8_next_char (v), k++)
    {
      gunichar c = k < n ? g_utf8_get_char (v) : ' ';

      if (k < n)
        skip_dropped (&cursor, c, style);
      /* In a literal block, the first character of each line follows indentation that is not part of the value. */
      if (node->block && k < n && cursor.column == 1 && c != '\n')
        while (is_blank (cursor.p) && (!g_unichar_isspace (c)))
          advance (&cursor);
      node->places[2 * k] = (guint) cursor.line;
      node->places[2 * k + 1] = (guint) cursor.column;
      if (k == n)
        break;
      consume (&cursor, c, style);
    }
}

void
model_yaml_place (ModelYaml *node, int offset, int *line, int *column)
{
  if (node->type != MODEL_YAML_SCALAR || node->document == NULL)
    {
      *line = node->line;
      *column = node->column;
      return;
    }
  /* Most plain scalars are numbers, of which only the first character is asked. */
  if (node->places == NULL && !node->quoted && offset <= 0)
    {
      *line = node->line;
      *column = node->column;
      return;
    }
  if (node->places == NULL)
    find_places (node);
  offset = CLAMP (offset, 0, node->n_places - 1);
  *line = (int) node->places[2 * offset];
  *column = (int) node->places[2 * offset + 1];
}
