/* Reads the lines of a model of XPPAUT into statements. */
#include "model-import-xpp.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
model_xpp_statement_free (XppStatement *statement)
{
  g_free (statement->name);
  g_free (statement->value);
  g_strfreev (statement->arguments);
  g_free (statement);
}

static XppStatement *
add_statement (XppReader *reader, int line, XppStatementType type, const char *name, const char *value)
{
  XppStatement *statement = g_new0 (XppStatement, 1);

  statement->type = type;
  statement->line = line;
  statement->name = g_strdup (name);
  statement->value = g_strdup (value);
  g_ptr_array_add (reader->statements, statement);
  if (reader->statements->len == MOST_STATEMENTS)
    {
      model_draft_error (reader->draft, line, _("the arrays have more than %d elements"), MOST_STATEMENTS);
      reader->ended = TRUE;
    }
  return statement;
}

/* ---- lines ---- */

static gsize
word_length (const char *text)
{
  gsize n = 0;

  while (g_ascii_isalnum (text[n]) || text[n] == '_')
    n++;
  return n;
}

const char *
model_xpp_find_equals (const char *line)
{
  for (const char *c = line; (c = strchr (c, '=')) != NULL; c++)
    if (c[1] == '=')
      c++;
    else if (c == line || strchr ("<>!", c[-1]) == NULL)
      return c;
  return NULL;
}

/* Appends text with each index in brackets, such as [j-1], replaced by its value for j. Returns FALSE if an index is not understood. */
static gboolean
append_with_index (GString *out, const char *text, int j)
{
  for (const char *c = text; *c != '\0'; c++)
    {
      const char *end;
      char *rest;
      long value;

      if (*c != '[')
        {
          g_string_append_c (out, *c);
          continue;
        }
      end = strchr (c, ']');
      if (end == NULL)
        return FALSE;
      if (strstr (c, "..") != NULL && strstr (c, "..") < end)
        value = j;
      else if (g_ascii_tolower (c[1]) == 'j')
        {
          value = c[2] == ']' ? 0 : strtol (c + 2 + (c[2] == '+'), &rest, 10);
          if (c[2] == '*')
            value = j * strtol (c + 3, &rest, 10);
          else
            value += j;
          if (c[2] != ']' && (rest != end || strchr ("+-*", c[2]) == NULL))
            return FALSE;
        }
      else
        {
          value = strtol (c + 1, &rest, 10);
          if (rest != end)
            return FALSE;
        }
      if (out->len > 0 && value < 0 && word_length (out->str + out->len - 1) > 0)
        return FALSE;
      g_string_append_printf (out, "%ld", value);
      c = end;
    }
  return TRUE;
}

/* Finds the range [a..b] of an array. */
static gboolean
find_range (const char *text, int *from, int *to)
{
  for (const char *c = text; (c = strchr (c, '[')) != NULL; c++)
    if (sscanf (c, "[%d..%d]", from, to) == 2)
      return TRUE;
  return FALSE;
}

typedef void (*ElementReader) (XppReader *reader, int line, const char *text, XppStatementType type);

/* Calls a function for each element of the array in `text`, or once. */
static void
for_elements (XppReader *reader, int line, const char *text, ElementReader call, XppStatementType type)
{
  int from = 0, to = 0, step;
  const gboolean is_array = find_range (text, &from, &to);

  step = to < from ? -1 : 1;
  for (int j = from; !reader->ended; j += step)
    {
      g_autoptr (GString) element = g_string_new (NULL);

      if (!append_with_index (element, text, j))
        {
          model_draft_error (reader->draft, line, _("the index in brackets is not understood in '%s'"), text);
          return;
        }
      call (reader, line, element->str, type);
      if (!is_array || j == to)
        return;
    }
}

/* ---- kinds of lines ---- */

/* Reads name(arguments) = value, and the forms in which the argument has a meaning. */
static void
read_call (XppReader *reader, int line, const char *left, const char *value)
{
  const gsize n = word_length (left);
  g_autofree char *name = g_strndup (left, n), *inside = g_strndup (left + n + 1, strlen (left) - n - 2), *plain = NULL;
  g_auto (GStrv) parts = NULL;

  g_strdelimit (inside, "\t", ' ');
  parts = g_strsplit (inside, " ", -1);
  plain = g_strjoinv ("", parts);
  if (g_ascii_strcasecmp (plain, "t+1") == 0)
    add_statement (reader, line, XPP_STATEMENT_MAP, name, value);
  else if (strcmp (plain, "0") == 0)
    add_statement (reader, line, XPP_STATEMENT_INITIAL, name, value);
  else
    {
      XppStatement *statement = add_statement (reader, line, XPP_STATEMENT_FUNCTION, name, value);

      statement->arguments = g_strsplit (plain, ",", -1);
      for (int k = 0; statement->arguments[k] != NULL; k++)
        if (*statement->arguments[k] == '\0' || word_length (statement->arguments[k]) != strlen (statement->arguments[k]))
          model_draft_error (reader->draft, line, _("'%s' is not the name of an argument"), statement->arguments[k]);
    }
}

static void
read_equation (XppReader *reader, int line, const char *text, G_GNUC_UNUSED XppStatementType type)
{
  const char *equals = model_xpp_find_equals (text);
  g_autofree char *left = equals != NULL ? g_strstrip (g_strndup (text, (gsize) (equals - text))) : NULL;
  g_autofree char *value = equals != NULL ? g_strstrip (g_strdup (equals + 1)) : NULL;
  gsize n, length;

  if (equals == NULL)
    {
      model_draft_error (reader->draft, line, _("'%.40s' is not a line that is known"), text);
      return;
    }
  n = word_length (left);
  length = strlen (left);
  if (strcmp (left, "0") == 0)
    add_statement (reader, line, XPP_STATEMENT_RESIDUAL, "0", value);
  else if (*left == '!' && word_length (left + 1) + 1 == length && length > 1)
    add_statement (reader, line, XPP_STATEMENT_DERIVED, left + 1, value);
  else if (n > 0 && g_ascii_strcasecmp (left + n, "'") == 0)
    {
      left[n] = '\0';
      add_statement (reader, line, XPP_STATEMENT_RATE, left, value);
    }
  else if (n > 1 && g_ascii_tolower (*left) == 'd' && g_ascii_strcasecmp (left + n, "/dt") == 0)
    {
      left[n] = '\0';
      add_statement (reader, line, XPP_STATEMENT_RATE, left + 1, value);
    }
  else if (n > 0 && left[n] == '(' && left[length - 1] == ')')
    read_call (reader, line, left, value);
  else if (n > 0 && n == length)
    add_statement (reader, line, XPP_STATEMENT_FIXED, left, value);
  else
    model_draft_error (reader->draft, line, _("the left side '%s' is not understood"), left);
}

static void
read_auxiliary (XppReader *reader, int line, const char *text, G_GNUC_UNUSED XppStatementType type)
{
  const char *equals = model_xpp_find_equals (text);
  g_autofree char *name = equals != NULL ? g_strstrip (g_strndup (text, (gsize) (equals - text))) : NULL;

  if (equals == NULL || *name == '\0')
    model_draft_error (reader->draft, line, _("'aux' needs a name and a value: aux name=value"));
  else
    add_statement (reader, line, XPP_STATEMENT_AUXILIARY, name, equals + 1);
}

/* Takes the next "name = value" of a list in which commas or blanks separate the items. Returns FALSE at the end. */
static gboolean
next_item (const char **at, char **name, char **value)
{
  const char *begin;
  int depth = 0;

  while (g_ascii_isspace (**at) || **at == ',')
    (*at)++;
  begin = *at;
  while (**at != '\0' && **at != '=' && **at != ',' && !g_ascii_isspace (**at))
    (*at)++;
  if (*at == begin)
    {
      if (**at == '\0')
        return FALSE;
      (*at)++;
    }
  *name = g_strndup (begin, (gsize) (*at - begin));
  while (g_ascii_isspace (**at))
    (*at)++;
  *value = NULL;
  if (**at != '=')
    return TRUE;
  (*at)++;
  while (g_ascii_isspace (**at))
    (*at)++;
  begin = *at;
  for (; **at != '\0' && (depth > 0 || (**at != ',' && !g_ascii_isspace (**at))); (*at)++)
    depth += **at == '(' ? 1 : **at == ')' ? -1 : 0;
  *value = g_strndup (begin, (gsize) (*at - begin));
  return TRUE;
}

/* Adds a statement for an element of a list. */
static void
read_element (XppReader *reader, int line, const char *text, XppStatementType type)
{
  const char *equals = model_xpp_find_equals (text);
  g_autofree char *name = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : g_strdup (text);

  if (word_length (name) == 0 || word_length (name) != strlen (name))
    model_draft_error (reader->draft, line, _("'%s' is not a name"), name);
  else
    add_statement (reader, line, type, name, equals != NULL && equals[1] != '\0' ? equals + 1 : "0");
}

/* Reads the item "before range after" of a list. */
static void
read_list_item (XppReader *reader, int line, const char *before, const char *range, const char *after, XppStatementType type)
{
  g_autofree char *item = g_strconcat (before, range, after, NULL);

  for_elements (reader, line, item, read_element, type);
}

static void
read_list (XppReader *reader, int line, const char *text, XppStatementType type)
{
  char *name, *value;
  int from, to;
  g_autofree char *range = find_range (text, &from, &to) ? g_strdup_printf ("[%d..%d]", from, to) : NULL;

  while (!reader->ended && next_item (&text, &name, &value))
    {
      g_autofree char *item = value != NULL ? g_strdup_printf ("%s=%s", name, value) : g_strdup (name);
      int own_from, own_to;
      char *index;

      /* An index j without a range has the range of the line. */
      if (range != NULL && !find_range (item, &own_from, &own_to) && (index = strstr (item, "[j]")) != NULL)
        {
          g_autofree char *after = g_strdup (index + 3);

          *index = '\0';
          read_list_item (reader, line, item, range, after, type);
        }
      else
        for_elements (reader, line, item, read_element, type);
      g_free (name);
      g_free (value);
    }
}

/* Reads global sign condition {assignments}, with the condition in braces or without. */
static void
read_global (XppReader *reader, int line, const char *text, G_GNUC_UNUSED XppStatementType type)
{
  g_autofree char *copy = g_strstrip (g_strdup (text));
  char *at = copy, *open = strrchr (copy, '{'), *close = strrchr (copy, '}');
  const long sign = strtol (copy, &at, 10);
  XppStatement *statement;

  if (at == copy || sign < -1 || sign > 1 || open == NULL || close == NULL || close < open || open <= at)
    {
      model_draft_error (reader->draft, line, _("'global' needs a sign, a condition and assignments: global 1 x-1 {x=0}"));
      return;
    }
  *open = *close = '\0';
  g_strstrip (at);
  if (*at == '{' && at[strlen (at) - 1] == '}')
    {
      at[strlen (at) - 1] = '\0';
      at++;
    }
  statement = add_statement (reader, line, XPP_STATEMENT_EVENT, "event", at);
  statement->arguments = g_new0 (char *, 3);
  statement->arguments[0] = g_strdup_printf ("%ld", sign);
  statement->arguments[1] = g_strdup (open + 1);
}

static void
read_table (XppReader *reader, int line, const char *text)
{
  g_auto (GStrv) words = g_regex_split_simple ("\\s+", text, 0, 0);
  XppStatement *statement;

  if (g_strv_length (words) < 2)
    {
      model_draft_error (reader->draft, line, _("'table' needs a name and a file: table name file"));
      return;
    }
  statement = add_statement (reader, line, XPP_STATEMENT_TABLE, words[0], words[1]);
  statement->arguments = g_strdupv (words + 2);
}

/* Reads special name=conv(boundary,points,width,weight,first). */
static void
read_special (XppReader *reader, int line, const char *text)
{
  const char *equals = model_xpp_find_equals (text), *open = equals != NULL ? strchr (equals, '(') : NULL, *close = open != NULL ? strrchr (open, ')') : NULL;
  g_autofree char *name = equals != NULL ? g_strstrip (g_strndup (text, (gsize) (equals - text))) : NULL;
  g_autofree char *operator = open != NULL ? g_strstrip (g_strndup (equals + 1, (gsize) (open - equals - 1))) : NULL;
  g_autofree char *inside = close != NULL ? g_strndup (open + 1, (gsize) (close - open - 1)) : NULL;
  g_auto (GStrv) parts = inside != NULL ? g_strsplit (inside, ",", -1) : NULL;
  const guint n = parts != NULL ? g_strv_length (parts) : 0;

  if (operator == NULL || g_ascii_strcasecmp (operator, "conv") != 0 || n != 5)
    {
      model_draft_error (reader->draft, line, _("of the operators on arrays (special), only name=conv(boundary,points,width,weight,first) is imported"));
      return;
    }
  for (guint k = 0; k < n; k++)
    g_strstrip (parts[k]);
  add_statement (reader, line, XPP_STATEMENT_CONVOLUTION, name, operator)->arguments = g_steal_pointer (&parts);
}

static void
read_options (XppReader *reader, int line, const char *text)
{
  char *name, *value;

  while (next_item (&text, &name, &value))
    {
      g_autofree char *lower = g_ascii_strdown (name, -1);

      if (value != NULL)
        g_hash_table_replace (reader->options, g_strdup (lower), g_strdup_printf ("%d %s", line, value));
      g_free (name);
      g_free (value);
    }
}

/* Returns what follows the first word if it is one of `words`, separated by blanks; a word that is followed by '=' is a name. */
static const char *
after_word (const char *line, const char *words)
{
  const gsize n = word_length (line);
  g_autofree char *word = g_ascii_strdown (line, (gssize) n), *padded = g_strdup_printf (" %s ", word);
  const char *rest = line + n;

  if (n == 0 || strstr (words, padded) == NULL || (*rest != '\0' && !g_ascii_isspace (*rest)))
    return NULL;
  while (g_ascii_isspace (*rest))
    rest++;
  return *rest == '=' && rest[1] != '=' ? NULL : rest;
}

static void
read_comment (XppReader *reader, const char *line)
{
  g_autofree char *text = g_strstrip (g_strdup (line + strspn (line, "#\"")));

  if (*text != '\0' && reader->comment_lines++ < 100)
    model_draft_append_description (reader->draft, text);
}

static void
read_line (XppReader *reader, int line, const char *text)
{
  static const struct
  {
    const char *words, *reason;
  } refused[] = {
    { " markov ", N_("a Markov chain is not imported") },
    { " export ", N_("functions of a C library are not imported") },
    { " v volt volterra ", N_("integral equations are not imported") },
  };
  static const struct
  {
    const char *words, *note;
  } omitted[] = {
    { " b bdry bndry bndr bc ", N_("The boundary condition was left out: '%s'.") },
    { " set ", N_("The set of values was left out: '%s'.") },
    { " only ", N_("The choice of columns was left out: '%s'.") },
    { " options ", N_("The file of options was left out: '%s'.") },
  };
  const char *rest;

  if (*text == '#' && g_ascii_strncasecmp (text, "#include", 8) != 0)
    read_comment (reader, text);
  else if (*text == '#')
    model_draft_error (reader->draft, line, _("other files are not included; put the lines of that file here"));
  else if (*text == '"')
    read_comment (reader, text);
  else if (*text == '@')
    read_options (reader, line, text + 1);
  else if (strstr (text, "int{") != NULL || strstr (text, "int[") != NULL)
    model_draft_error (reader->draft, line, _("integral equations are not imported"));
  else if (g_ascii_strcasecmp (text, "done") == 0 || g_ascii_strcasecmp (text, "d") == 0)
    reader->ended = TRUE;
  else if ((rest = after_word (text, " p pa par para param params parameter parameters ")) != NULL)
    read_list (reader, line, rest, XPP_STATEMENT_PARAMETER);
  else if ((rest = after_word (text, " n nu num numb number numbers ")) != NULL)
    read_list (reader, line, rest, XPP_STATEMENT_NUMBER);
  else if ((rest = after_word (text, " i in init initial ")) != NULL)
    read_list (reader, line, rest, XPP_STATEMENT_INITIAL);
  else if ((rest = after_word (text, " sol solv solve ")) != NULL)
    read_list (reader, line, rest, XPP_STATEMENT_UNKNOWN);
  else if ((rest = after_word (text, " w wiener ")) != NULL)
    read_list (reader, line, rest, XPP_STATEMENT_WIENER);
  else if ((rest = after_word (text, " a aux ")) != NULL)
    for_elements (reader, line, rest, read_auxiliary, XPP_STATEMENT_AUXILIARY);
  else if ((rest = after_word (text, " g global ")) != NULL)
    for_elements (reader, line, rest, read_global, XPP_STATEMENT_EVENT);
  else if ((rest = after_word (text, " t tab table tabular ")) != NULL)
    read_table (reader, line, rest);
  else if ((rest = after_word (text, " special ")) != NULL)
    read_special (reader, line, rest);
  else
    {
      for (gsize k = 0; k < G_N_ELEMENTS (refused); k++)
        if (after_word (text, refused[k].words) != NULL)
          {
            model_draft_error (reader->draft, line, "%s", _(refused[k].reason));
            return;
          }
      for (gsize k = 0; k < G_N_ELEMENTS (omitted); k++)
        if (after_word (text, omitted[k].words) != NULL)
          {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            model_draft_note (reader->draft, line, _(omitted[k].note), text);
#pragma GCC diagnostic pop
            return;
          }
      if (g_ascii_isdigit (*text) && model_xpp_find_equals (text) == NULL)
        model_draft_error (reader->draft, line, _("files that begin with numbers of equations are not imported"));
      else
        for_elements (reader, line, text, read_equation, XPP_STATEMENT_FIXED);
    }
}

void
model_xpp_read_lines (XppReader *reader, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  int block = -1, from = 0, to = 0;

  for (int k = 0; lines[k] != NULL && !reader->ended; k++)
    {
      const int line = k + 1;
      g_autoptr (GString) whole = g_string_new (NULL);

      for (;; k++)
        {
          char *part = g_strchomp (lines[k]);
          const gsize n = strlen (part);
          const gboolean goes_on = n > 0 && part[n - 1] == '\\' && lines[k + 1] != NULL;

          g_string_append_len (whole, part, (gssize) (goes_on ? n - 1 : n));
          if (!goes_on)
            break;
        }
      g_strstrip (whole->str);
      if (*whole->str == '%')
        {
          if (block >= 0 && from != to)
            {
              /* Begin again with the next index. */
              from += to < from ? -1 : 1;
              k = block;
            }
          else if (block >= 0)
            block = -1;
          else if (find_range (whole->str, &from, &to))
            block = k;
          else
            model_draft_error (reader->draft, line, _("'%%' needs a range: %%[1..10]"));
        }
      else if (*whole->str != '\0' && block >= 0)
        {
          g_autoptr (GString) element = g_string_new (NULL);

          if (append_with_index (element, whole->str, from))
            read_line (reader, line, element->str);
          else
            model_draft_error (reader->draft, line, _("the index in brackets is not understood in '%s'"), whole->str);
        }
      else if (*whole->str != '\0')
        read_line (reader, line, whole->str);
    }
}
