/* Reads models of XPPAUT (Ermentrout, Simulating, Analyzing, and Animating Dynamical Systems, SIAM 2002; the syntax as its program reads it). Lines are
 * expanded over the indices of arrays, then sorted into statements; expressions are read when all names are known. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr-op.h"
#include "expr-tree.h"
#include "model-import-private.h"
#include "model-diagnostic.h"
#include "model-yaml.h"

/* Most statements after arrays are expanded, most nodes of all expressions, and most points of a table. */
#define MOST_STATEMENTS 200000
#define MOST_NODES 2000000
#define MOST_POINTS 100000

typedef enum
{
  STATEMENT_RATE,       /* x' = */
  STATEMENT_MAP,        /* x(t+1) = */
  STATEMENT_RESIDUAL,   /* 0 = */
  STATEMENT_UNKNOWN,    /* solv y */
  STATEMENT_INITIAL,    /* x(0) = */
  STATEMENT_FUNCTION,   /* f(a, b) = */
  STATEMENT_FIXED,      /* v = */
  STATEMENT_DERIVED,    /* !p = …, a parameter that follows from others */
  STATEMENT_PARAMETER,
  STATEMENT_NUMBER,
  STATEMENT_AUXILIARY,
  STATEMENT_EVENT,
  STATEMENT_WIENER,
  STATEMENT_TABLE,
  STATEMENT_CONVOLUTION, /* special k=conv(…) */
} StatementType;

typedef struct
{
  StatementType type;
  int line;
  char *name, *value; /* the value of an event is its condition, that of a convolution its operator */
  char **arguments;   /* of a function and a convolution; of an event: sign and assignments */
} Statement;

typedef enum
{
  SYMBOL_STATE,
  SYMBOL_FIXED,
  SYMBOL_PARAMETER,
  SYMBOL_FUNCTION,
  SYMBOL_TABLE,
  SYMBOL_OTHER,
  N_SYMBOL_TYPES
} SymbolType;

typedef struct
{
  SymbolType type;
  const char *name; /* in the model */
  int index;        /* among the symbols of its type */
  gboolean changes; /* a parameter that an event sets */
  const Statement *statement, *initial;
  guint n_points; /* of a table, once it was read */
  double from, step;
} Symbol;

typedef struct
{
  ModelDraft *draft;
  GPtrArray *statements;
  GHashTable *symbols; /* by name in lower case */
  GPtrArray *by_type[N_SYMBOL_TYPES];
  GHashTable *options; /* of '@' lines, in lower case */
  gboolean ended, is_map;
  gsize n_nodes;
  int comment_lines, n_algebraic;
} Reader;

static void
statement_free (Statement *statement)
{
  g_free (statement->name);
  g_free (statement->value);
  g_strfreev (statement->arguments);
  g_free (statement);
}

static Statement *
add_statement (Reader *reader, int line, StatementType type, const char *name, const char *value)
{
  Statement *statement = g_new0 (Statement, 1);

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

/* Returns the sign '=' of an equation, or NULL. */
static const char *
find_equals (const char *line)
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

typedef void (*ElementReader) (Reader *reader, int line, const char *text, StatementType type);

/* Calls a function for each element of the array in `text`, or once. */
static void
for_elements (Reader *reader, int line, const char *text, ElementReader call, StatementType type)
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
read_call (Reader *reader, int line, const char *left, const char *value)
{
  const gsize n = word_length (left);
  g_autofree char *name = g_strndup (left, n), *inside = g_strndup (left + n + 1, strlen (left) - n - 2), *plain = NULL;
  g_auto (GStrv) parts = NULL;

  g_strdelimit (inside, "\t", ' ');
  parts = g_strsplit (inside, " ", -1);
  plain = g_strjoinv ("", parts);
  if (g_ascii_strcasecmp (plain, "t+1") == 0)
    add_statement (reader, line, STATEMENT_MAP, name, value);
  else if (strcmp (plain, "0") == 0)
    add_statement (reader, line, STATEMENT_INITIAL, name, value);
  else
    {
      Statement *statement = add_statement (reader, line, STATEMENT_FUNCTION, name, value);

      statement->arguments = g_strsplit (plain, ",", -1);
      for (int k = 0; statement->arguments[k] != NULL; k++)
        if (*statement->arguments[k] == '\0' || word_length (statement->arguments[k]) != strlen (statement->arguments[k]))
          model_draft_error (reader->draft, line, _("'%s' is not the name of an argument"), statement->arguments[k]);
    }
}

static void
read_equation (Reader *reader, int line, const char *text, G_GNUC_UNUSED StatementType type)
{
  const char *equals = find_equals (text);
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
    add_statement (reader, line, STATEMENT_RESIDUAL, "0", value);
  else if (*left == '!' && word_length (left + 1) + 1 == length && length > 1)
    add_statement (reader, line, STATEMENT_DERIVED, left + 1, value);
  else if (n > 0 && g_ascii_strcasecmp (left + n, "'") == 0)
    {
      left[n] = '\0';
      add_statement (reader, line, STATEMENT_RATE, left, value);
    }
  else if (n > 1 && g_ascii_tolower (*left) == 'd' && g_ascii_strcasecmp (left + n, "/dt") == 0)
    {
      left[n] = '\0';
      add_statement (reader, line, STATEMENT_RATE, left + 1, value);
    }
  else if (n > 0 && left[n] == '(' && left[length - 1] == ')')
    read_call (reader, line, left, value);
  else if (n > 0 && n == length)
    add_statement (reader, line, STATEMENT_FIXED, left, value);
  else
    model_draft_error (reader->draft, line, _("the left side '%s' is not understood"), left);
}

static void
read_auxiliary (Reader *reader, int line, const char *text, G_GNUC_UNUSED StatementType type)
{
  const char *equals = find_equals (text);
  g_autofree char *name = equals != NULL ? g_strstrip (g_strndup (text, (gsize) (equals - text))) : NULL;

  if (equals == NULL || *name == '\0')
    model_draft_error (reader->draft, line, _("'aux' needs a name and a value: aux name=value"));
  else
    add_statement (reader, line, STATEMENT_AUXILIARY, name, equals + 1);
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
read_element (Reader *reader, int line, const char *text, StatementType type)
{
  const char *equals = find_equals (text);
  g_autofree char *name = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : g_strdup (text);

  if (word_length (name) == 0 || word_length (name) != strlen (name))
    model_draft_error (reader->draft, line, _("'%s' is not a name"), name);
  else
    add_statement (reader, line, type, name, equals != NULL && equals[1] != '\0' ? equals + 1 : "0");
}

/* Reads the item "before range after" of a list. */
static void
read_list_item (Reader *reader, int line, const char *before, const char *range, const char *after, StatementType type)
{
  g_autofree char *item = g_strconcat (before, range, after, NULL);

  for_elements (reader, line, item, read_element, type);
}

static void
read_list (Reader *reader, int line, const char *text, StatementType type)
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
read_global (Reader *reader, int line, const char *text, G_GNUC_UNUSED StatementType type)
{
  g_autofree char *copy = g_strstrip (g_strdup (text));
  char *at = copy, *open = strrchr (copy, '{'), *close = strrchr (copy, '}');
  const long sign = strtol (copy, &at, 10);
  Statement *statement;

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
  statement = add_statement (reader, line, STATEMENT_EVENT, "event", at);
  statement->arguments = g_new0 (char *, 3);
  statement->arguments[0] = g_strdup_printf ("%ld", sign);
  statement->arguments[1] = g_strdup (open + 1);
}

static void
read_table (Reader *reader, int line, const char *text)
{
  g_auto (GStrv) words = g_regex_split_simple ("\\s+", text, 0, 0);
  Statement *statement;

  if (g_strv_length (words) < 2)
    {
      model_draft_error (reader->draft, line, _("'table' needs a name and a file: table name file"));
      return;
    }
  statement = add_statement (reader, line, STATEMENT_TABLE, words[0], words[1]);
  statement->arguments = g_strdupv (words + 2);
}

/* Reads special name=conv(boundary,points,width,weight,first). */
static void
read_special (Reader *reader, int line, const char *text)
{
  const char *equals = find_equals (text), *open = equals != NULL ? strchr (equals, '(') : NULL, *close = open != NULL ? strrchr (open, ')') : NULL;
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
  add_statement (reader, line, STATEMENT_CONVOLUTION, name, operator)->arguments = g_steal_pointer (&parts);
}

static void
read_options (Reader *reader, int line, const char *text)
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
read_comment (Reader *reader, const char *line)
{
  g_autofree char *text = g_strstrip (g_strdup (line + strspn (line, "#\"")));

  if (*text != '\0' && reader->comment_lines++ < 100)
    model_draft_append_description (reader->draft, text);
}

static void
read_line (Reader *reader, int line, const char *text)
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
    read_list (reader, line, rest, STATEMENT_PARAMETER);
  else if ((rest = after_word (text, " n nu num numb number numbers ")) != NULL)
    read_list (reader, line, rest, STATEMENT_NUMBER);
  else if ((rest = after_word (text, " i in init initial ")) != NULL)
    read_list (reader, line, rest, STATEMENT_INITIAL);
  else if ((rest = after_word (text, " sol solv solve ")) != NULL)
    read_list (reader, line, rest, STATEMENT_UNKNOWN);
  else if ((rest = after_word (text, " w wiener ")) != NULL)
    read_list (reader, line, rest, STATEMENT_WIENER);
  else if ((rest = after_word (text, " a aux ")) != NULL)
    for_elements (reader, line, rest, read_auxiliary, STATEMENT_AUXILIARY);
  else if ((rest = after_word (text, " g global ")) != NULL)
    for_elements (reader, line, rest, read_global, STATEMENT_EVENT);
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
      if (g_ascii_isdigit (*text) && find_equals (text) == NULL)
        model_draft_error (reader->draft, line, _("files that begin with numbers of equations are not imported"));
      else
        for_elements (reader, line, text, read_equation, STATEMENT_FIXED);
    }
}

/* Reads all lines. %[a..b] repeats the lines up to the next % for each index. */
static void
read_lines (Reader *reader, const char *text)
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

/* ---- names ---- */

static Symbol *
find_symbol (Reader *reader, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_hash_table_lookup (reader->symbols, lower);
}

static Symbol *
add_symbol (Reader *reader, SymbolType type, const Statement *statement)
{
  Symbol *symbol = find_symbol (reader, statement->name);

  if (symbol != NULL)
    {
      model_draft_error (reader->draft, statement->line, _("'%s' is declared twice"), statement->name);
      return symbol;
    }
  symbol = g_new0 (Symbol, 1);
  symbol->type = type;
  symbol->statement = statement;
  symbol->name = model_draft_name (reader->draft, statement->name);
  symbol->index = (int) reader->by_type[type]->len;
  if (strcmp (symbol->name, statement->name) != 0)
    model_draft_note (reader->draft, statement->line, _("'%s' is called '%s' here."), statement->name, symbol->name);
  g_ptr_array_add (reader->by_type[type], symbol);
  g_hash_table_insert (reader->symbols, g_ascii_strdown (statement->name, -1), symbol);
  return symbol;
}

/* Returns the value of an option of the '@' lines as a text, or NULL. */
static const char *
option (Reader *reader, const char *const *names, int *line)
{
  for (; *names != NULL; names++)
    {
      const char *text = g_hash_table_lookup (reader->options, *names);

      if (text != NULL)
        {
          *line = atoi (text);
          return strchr (text, ' ') + 1;
        }
    }
  return NULL;
}

static double
number_option (Reader *reader, const char *const *names, double otherwise)
{
  int line;
  const char *text = option (reader, names, &line);
  char *end;
  double value;

  if (text == NULL)
    return otherwise;
  value = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (value))
    {
      model_draft_error (reader->draft, line, _("'%s' is not a number: %s"), *names, text);
      return otherwise;
    }
  return value;
}

#define NAMES(...) ((const char *const[]) { __VA_ARGS__, NULL })

/* Declares the names of all statements. */
static void
declare (Reader *reader)
{
  static const SymbolType types[] = {
    [STATEMENT_RATE] = SYMBOL_STATE,         [STATEMENT_MAP] = SYMBOL_STATE,         [STATEMENT_UNKNOWN] = SYMBOL_OTHER, [STATEMENT_FUNCTION] = SYMBOL_FUNCTION,
    [STATEMENT_FIXED] = SYMBOL_FIXED,        [STATEMENT_DERIVED] = SYMBOL_OTHER,     [STATEMENT_NUMBER] = SYMBOL_PARAMETER,
    [STATEMENT_PARAMETER] = SYMBOL_PARAMETER, [STATEMENT_WIENER] = SYMBOL_OTHER,      [STATEMENT_TABLE] = SYMBOL_TABLE,
    [STATEMENT_CONVOLUTION] = SYMBOL_OTHER,
  };
  int line = 0;
  const char *method = option (reader, NAMES ("meth", "method"), &line);

  reader->is_map = method != NULL && g_ascii_strncasecmp (method, "disc", 4) == 0;
  for (guint k = 0; k < reader->statements->len; k++)
    reader->is_map |= ((Statement *) reader->statements->pdata[k])->type == STATEMENT_MAP;
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const Statement *statement = reader->statements->pdata[k];

      if (statement->type != STATEMENT_RESIDUAL && statement->type != STATEMENT_INITIAL && statement->type != STATEMENT_AUXILIARY && statement->type != STATEMENT_EVENT)
        add_symbol (reader, types[statement->type], statement);
    }
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const Statement *statement = reader->statements->pdata[k];
      Symbol *symbol;

      if (statement->type != STATEMENT_INITIAL)
        continue;
      symbol = find_symbol (reader, statement->name);
      if (symbol == NULL || (symbol->type != SYMBOL_STATE && symbol->statement->type != STATEMENT_UNKNOWN))
        model_draft_note (reader->draft, statement->line, _("The initial value of '%s' was left out, since it has no differential equation."), statement->name);
      else
        symbol->initial = statement;
    }
}

/* ---- expressions ---- */

typedef struct
{
  Reader *reader;
  const Statement *statement; /* where the expression stands */
  const char *const *arguments;
} Place;

/* Sets the error that something is not imported; name may be NULL. Returns FALSE. */
static gboolean
refuse (GError **error, const char *format, const char *name)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (name != NULL)
    g_set_error (error, MODEL_IMPORT_ERROR, MODEL_IMPORT_ERROR_UNSUPPORTED, _(format), name);
  else
    g_set_error_literal (error, MODEL_IMPORT_ERROR, MODEL_IMPORT_ERROR_UNSUPPORTED, _(format));
#pragma GCC diagnostic pop
  return FALSE;
}

/* Replaces the index i' in a tree, but not inside of sums, which have their own. */
static void
set_index (ModelImportTree **tree, int value)
{
  const gboolean is_sum = (*tree)->kind == MODEL_IMPORT_CALL && g_ascii_strcasecmp ((*tree)->text, "sum") == 0;

  for (guint k = 0; k < (*tree)->children->len - (is_sum ? 1 : 0); k++)
    set_index ((ModelImportTree **) &(*tree)->children->pdata[k], value);
  if ((*tree)->kind == MODEL_IMPORT_NAME && g_ascii_strcasecmp ((*tree)->text, "i'") == 0)
    {
      model_import_tree_free (*tree);
      *tree = model_import_tree_number (value);
    }
}

/* Writes out the terms of all sums. */
static gboolean
expand_sums (Reader *reader, ModelImportTree **tree, GError **error)
{
  double from, to;
  ModelImportTree *sum = NULL, **term;

  if ((*tree)->kind == MODEL_IMPORT_CALL && g_ascii_strcasecmp ((*tree)->text, "sum") == 0 && (*tree)->children->len == 3)
    {
      if (!model_import_tree_value ((*tree)->children->pdata[0], &from) || !model_import_tree_value ((*tree)->children->pdata[1], &to) || from != floor (from)
          || to != floor (to) || fabs (from) > 1e6 || fabs (to - from) > 2000)
        return refuse (error, N_("the bounds of a sum must be whole numbers, and at most 2000 terms are imported"), NULL);
      term = (ModelImportTree **) &(*tree)->children->pdata[2];
      for (int i = (int) from; i <= (int) to; i++)
        {
          ModelImportTree *copy = model_import_tree_copy (*term);

          set_index (&copy, i);
          reader->n_nodes += model_import_tree_size (copy);
          sum = sum != NULL ? model_import_tree_operator ("+", sum, copy) : copy;
          if (reader->n_nodes > MOST_NODES)
            {
              model_import_tree_free (sum);
              return refuse (error, N_("the sums of the file have too many terms"), NULL);
            }
        }
      model_import_tree_free (*tree);
      *tree = sum != NULL ? sum : model_import_tree_number (0);
    }
  for (guint k = 0; k < (*tree)->children->len; k++)
    if (!expand_sums (reader, (ModelImportTree **) &(*tree)->children->pdata[k], error))
      return FALSE;
  return TRUE;
}

/* Returns the variable that stands `offset` places after another one, as shift (name, offset) does. */
static ModelImportTree *
shifted (Reader *reader, const ModelImportTree *call, GError **error)
{
  const ModelImportTree *name = call->children->pdata[0];
  const Symbol *symbol, *other;
  double offset;

  /* The names of the model were put in before. */
  if (name->kind != MODEL_IMPORT_NAME || !model_import_tree_value (call->children->pdata[1], &offset) || offset != floor (offset) || fabs (offset) > MOST_STATEMENTS)
    {
      refuse (error, N_("shift (name, k) is imported for a name and a whole number k only"), NULL);
      return NULL;
    }
  symbol = NULL;
  for (int type = SYMBOL_STATE; type <= SYMBOL_PARAMETER && symbol == NULL; type++)
    for (guint k = 0; k < reader->by_type[type]->len && symbol == NULL; k++)
      if (strcmp (((Symbol *) reader->by_type[type]->pdata[k])->name, name->text) == 0)
        symbol = reader->by_type[type]->pdata[k];
  if (symbol == NULL || symbol->index + offset < 0 || symbol->index + offset >= reader->by_type[symbol->type]->len)
    {
      refuse (error, N_("shift (%s, k) leaves the list of variables"), name->text);
      return NULL;
    }
  other = reader->by_type[symbol->type]->pdata[symbol->index + (int) offset];
  return model_import_tree_name (other->name);
}

/* Names of functions that differ from those of models. */
static const struct
{
  const char *xpp, *name;
} renamed[] = { { "heav", "step" }, { "flr", "floor" }, { "ln", "log" } };

/* Functions that a model does not have. */
static const char *const unknown_functions[] = { "delay",   "del_shft", "ran",    "normal", "poisson", "besselj", "bessely", "besseli", "lgamma",
                                                 "hom_bcs", "set",      "shift2", "sgn",    "mmult",   "bessi",   NULL };

static gboolean table_points (Reader *reader, const Statement *statement, GPtrArray *y, double *from, double *step);

/* Returns the place of element k of an array with n elements beyond whose ends it goes on by `boundary`, or −1 where it is 0. */
static int
element_beyond (const char *boundary, int k, int n)
{
  if (k >= 0 && k < n)
    return k;
  switch (g_ascii_tolower (*boundary))
    {
    case 'p':
      return ((k % n) + n) % n;
    case 'e':
      k = k < 0 ? -k : 2 * n - 2 - k;
      return k >= 0 && k < n ? k : -1;
    default:
      return -1;
    }
}

/* Writes out element i of a convolution: the sum of value width + j of the table times u[i + j] over |j| ≤ width. */
static ModelImportTree *
convolution (Reader *reader, const Statement *statement, const ModelImportTree *call, GError **error)
{
  char *const *arguments = statement->arguments;
  const int n = atoi (arguments[1]), width = atoi (arguments[2]);
  const Symbol *u = find_symbol (reader, arguments[4]);
  Symbol *weight = find_symbol (reader, arguments[3]);
  ModelImportTree *sum = NULL;
  double i;

  if (n < 1 || n > MOST_STATEMENTS || width < 0 || width > 2000 || weight == NULL || weight->type != SYMBOL_TABLE || u == NULL || u->type > SYMBOL_PARAMETER
      || (guint) (u->index + n) > reader->by_type[u->type]->len)
    {
      refuse (error, N_("'%s' needs numbers of points and of weights, a table and an array"), statement->name);
      return NULL;
    }
  if (call->children->len != 1 || !model_import_tree_value (call->children->pdata[0], &i) || i != floor (i) || i < 0 || i >= n)
    {
      refuse (error, N_("'%s' needs the number of an element of its array"), statement->name);
      return NULL;
    }
  if (weight->n_points == 0)
    {
      g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);

      weight->n_points = table_points (reader, weight->statement, values, &weight->from, &weight->step) ? values->len : 1;
    }
  if (weight->n_points < (guint) (2 * width + 1))
    {
      refuse (error, N_("the table '%s' has too few values"), weight->name);
      return NULL;
    }
  for (int j = -width; j <= width; j++)
    {
      const int k = element_beyond (arguments[0], (int) i + j, n);
      ModelImportTree *factor;

      if (k < 0)
        continue;
      factor = model_import_tree_call (weight->name, model_import_tree_number (weight->from + (width + j) * weight->step), NULL);
      factor = model_import_tree_operator ("*", factor, model_import_tree_name (((const Symbol *) reader->by_type[u->type]->pdata[u->index + k])->name));
      sum = sum != NULL ? model_import_tree_operator ("+", sum, factor) : factor;
      reader->n_nodes += 5;
    }
  if (reader->n_nodes > MOST_NODES)
    {
      g_clear_pointer (&sum, model_import_tree_free);
      refuse (error, N_("the sums of the file have too many terms"), NULL);
    }
  return sum;
}

static ModelImportTree *
convert_call (Place *place, ModelImportTree *node, GError **error)
{
  Reader *reader = place->reader;
  g_autofree char *lower = g_ascii_strdown (node->text, -1);
  const Symbol *symbol = g_hash_table_lookup (reader->symbols, lower);
  const char *name = NULL;
  guint n = node->children->len, wanted = 1;

  if (symbol != NULL && symbol->statement->type == STATEMENT_CONVOLUTION)
    return convolution (reader, symbol->statement, node, error);
  if (symbol != NULL && (symbol->type == SYMBOL_FUNCTION || symbol->type == SYMBOL_TABLE))
    {
      name = symbol->name;
      wanted = symbol->type == SYMBOL_TABLE ? 1 : g_strv_length (symbol->statement->arguments);
    }
  else if (strcmp (lower, "shift") == 0 && n == 2)
    return shifted (reader, node, error);
  else if (strcmp (lower, "erfc") == 0 && n == 1)
    return model_import_tree_operator ("-", model_import_tree_number (1), model_import_tree_call ("erf", g_ptr_array_steal_index (node->children, 0), NULL));
  else if (strcmp (lower, "not") == 0 && n == 1)
    return model_import_tree_operator ("not", g_ptr_array_steal_index (node->children, 0), NULL);
  else if (strcmp (lower, "if") == 0)
    {
      name = "if";
      wanted = 3;
    }
  else if (g_strv_contains (unknown_functions, lower))
    {
      refuse (error, N_("the function '%s' does not exist in models"), node->text);
      return NULL;
    }
  else
    {
      int op;

      for (gsize k = 0; k < G_N_ELEMENTS (renamed); k++)
        if (strcmp (lower, renamed[k].xpp) == 0)
          name = renamed[k].name;
      if ((op = expr_op_find_function (name != NULL ? name : lower)) >= 0)
        {
          name = expr_op_info[op].name;
          wanted = (guint) expr_op_info[op].arity;
        }
    }
  if (name == NULL)
    refuse (error, N_("the function '%s' is not declared"), node->text);
  else if (n != wanted)
    refuse (error, N_("the function '%s' has another number of arguments"), node->text);
  else if (strcmp (name, node->text) != 0)
    {
      g_free (node->text);
      node->text = g_strdup (name);
    }
  return NULL;
}

/* Returns the name of an argument in the model: t and the names of functions are reserved there. */
static char *
argument_name (const char *argument)
{
  g_autofree char *lower = g_ascii_strdown (argument, -1);

  return g_strconcat (lower, expr_name_is_reserved (lower) ? "_" : "", NULL);
}

/* Puts the names and functions of models into a tree. */
static ModelImportTree *
convert (gpointer user, ModelImportTree *node, GError **error)
{
  Place *place = user;
  const Symbol *symbol;
  g_autofree char *lower = NULL;

  if (node->kind == MODEL_IMPORT_CALL)
    return convert_call (place, node, error);
  if (node->kind != MODEL_IMPORT_NAME)
    return NULL;
  lower = g_ascii_strdown (node->text, -1);
  for (int k = 0; place->arguments != NULL && place->arguments[k] != NULL; k++)
    if (g_ascii_strcasecmp (place->arguments[k], lower) == 0)
      {
        g_autofree char *name = argument_name (place->arguments[k]);

        return model_import_tree_name (name);
      }
  symbol = g_hash_table_lookup (place->reader->symbols, lower);
  if (symbol != NULL && symbol->type != SYMBOL_FUNCTION && symbol->type != SYMBOL_TABLE)
    return model_import_tree_name (symbol->name);
  if (strcmp (lower, "t") == 0)
    /* An iteration from n to n + 1 happens at the time n + 1/2, so that the values at n and at the end are those of XPPAUT. */
    return place->reader->is_map && place->statement->type != STATEMENT_AUXILIARY
               ? model_import_tree_operator ("-", model_import_tree_name ("t"), model_import_tree_number (0.5))
               : model_import_tree_name ("t");
  if (strcmp (lower, "pi") == 0)
    return model_import_tree_name ("pi");
  refuse (error, N_("'%s' is not declared"), node->text);
  return NULL;
}

/* Reads an expression. Returns NULL after adding an error. */
static ModelImportTree *
read_tree (Reader *reader, const Statement *statement, const char *text, const char *const *arguments)
{
  static const ModelImportSyntax syntax = { MODEL_IMPORT_XPP, NULL, NULL };
  Place place = { reader, statement, arguments };
  g_autoptr (ModelImportTree) tree = NULL;
  GError *error = NULL;

  if ((tree = model_import_tree_parse (text, &syntax, &error)) == NULL || !expand_sums (reader, &tree, &error)
      || !model_import_tree_visit (&tree, convert, &place, &error))
    {
      model_draft_take_error (reader->draft, statement->line, error);
      return NULL;
    }
  return g_steal_pointer (&tree);
}

/* ---- tables ---- */

typedef struct
{
  Reader *reader;
  double t;
  const Statement *function; /* the function that is being called, with the trees of its arguments */
  GPtrArray *values;
  int depth;
} Numbers;

/* Replaces names by their numbers, and calls by the expressions of the functions. */
static ModelImportTree *
put_numbers (gpointer user, ModelImportTree *node, GError **error)
{
  Numbers *numbers = user;
  Reader *reader = numbers->reader;
  const Symbol *symbol;
  g_autoptr (ModelImportTree) tree = NULL;

  if (node->kind == MODEL_IMPORT_NAME)
    {
      for (int k = 0; numbers->function != NULL && numbers->function->arguments[k] != NULL; k++)
        if (g_ascii_strcasecmp (numbers->function->arguments[k], node->text) == 0)
          return model_import_tree_copy (numbers->values->pdata[k]);
      if (g_ascii_strcasecmp (node->text, "t") == 0)
        return model_import_tree_number (numbers->t);
      symbol = find_symbol (reader, node->text);
      if (symbol == NULL || symbol->type != SYMBOL_PARAMETER)
        return NULL;
      return read_tree (reader, symbol->statement, symbol->statement->value, NULL);
    }
  symbol = node->kind == MODEL_IMPORT_CALL ? find_symbol (reader, node->text) : NULL;
  if (symbol != NULL && symbol->type == SYMBOL_FUNCTION && g_strv_length (symbol->statement->arguments) == node->children->len && numbers->depth < 20)
    {
      static const ModelImportSyntax syntax = { MODEL_IMPORT_XPP, NULL, NULL };
      Numbers inner = { reader, numbers->t, symbol->statement, node->children, numbers->depth + 1 };

      tree = model_import_tree_parse (symbol->statement->value, &syntax, error);
      if (tree == NULL || !model_import_tree_visit (&tree, put_numbers, &inner, error))
        return NULL;
      return g_steal_pointer (&tree);
    }
  return NULL;
}

/* Computes the points of table name % n a b expression, with the parameters of the file. */
static gboolean
compute_table (Reader *reader, const Statement *statement, GPtrArray *y, double *from, double *step)
{
  const Place place = { reader, statement, NULL };
  static const ModelImportSyntax syntax = { MODEL_IMPORT_XPP, NULL, NULL };
  char *const *words = statement->arguments;
  g_autofree char *text = g_strv_length (statement->arguments) >= 4 ? g_strjoinv (" ", statement->arguments + 3) : NULL;
  const int n = text != NULL ? atoi (words[0]) : 0;
  const double a = text != NULL ? g_ascii_strtod (words[1], NULL) : 0, b = text != NULL ? g_ascii_strtod (words[2], NULL) : 0;

  if (n < 2 || n > MOST_POINTS || !(b > a))
    {
      model_draft_error (reader->draft, statement->line, _("'table' needs a number of points from 2 to %d, two increasing numbers and an expression: table name %% 51 -1 1 exp(t)"),
                         MOST_POINTS);
      return FALSE;
    }
  for (int k = 0; k < n; k++)
    {
      Numbers numbers = { reader, a + k * (b - a) / (n - 1), NULL, NULL, 0 };
      GError *error = NULL;
      g_autoptr (ModelImportTree) tree = model_import_tree_parse (text, &syntax, &error);
      double value;

      if (tree == NULL || !expand_sums (reader, &tree, &error) || !model_import_tree_visit (&tree, put_numbers, &numbers, &error)
          || !model_import_tree_visit (&tree, convert, (gpointer) &place, &error))
        {
          model_draft_take_error (reader->draft, statement->line, error);
          return FALSE;
        }
      if (!model_import_tree_value (tree, &value))
        {
          model_draft_error (reader->draft, statement->line, _("the table '%s' has no value at %g"), statement->name, numbers.t);
          return FALSE;
        }
      g_ptr_array_add (y, model_import_number_text (value));
    }
  *from = a;
  *step = (b - a) / (n - 1);
  return TRUE;
}

/* Reads a file of a table: the number of points, the first and the last x, and the values. */
static gboolean
read_table_file (Reader *reader, const Statement *statement, GPtrArray *y, double *from, double *step)
{
  const char *source = model_draft_source (reader->draft);
  g_autofree char *folder = source != NULL ? g_path_get_dirname (source) : NULL, *path = NULL, *text = NULL;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  gsize length;
  const char *at;
  double head[3];

  if (folder == NULL || strchr (statement->value, '/') != NULL || strcmp (statement->value, "..") == 0)
    {
      model_draft_error (reader->draft, statement->line, _("the file '%s' of the table must be in the folder of the model"), statement->value);
      return FALSE;
    }
  path = g_build_filename (folder, statement->value, NULL);
  text = model_yaml_read_file (path, &length, diagnostics);
  if (text == NULL)
    {
      model_draft_error (reader->draft, statement->line, _("the file '%s' of the table cannot be read"), statement->value);
      return FALSE;
    }
  at = text;
  for (int k = 0; k < 3 + (k >= 3 ? (int) head[0] : 0); k++)
    {
      char *end;
      const double value = g_ascii_strtod (at, &end);

      if (end == at || !isfinite (value) || (k == 0 && (value < 2 || value > MOST_POINTS || value != floor (value))) || (k == 2 && !(value > head[1])))
        {
          model_draft_error (reader->draft, statement->line, _("the file '%s' of the table needs the number of points, the first and the last x, and the values"),
                             statement->value);
          return FALSE;
        }
      at = end;
      if (k < 3)
        head[k] = value;
      else
        g_ptr_array_add (y, model_import_number_text (value));
    }
  *from = head[1];
  *step = (head[2] - head[1]) / (head[0] - 1);
  return TRUE;
}

/* Gives the values of a table, the place of the first and their distance. Returns FALSE after adding an error. */
static gboolean
table_points (Reader *reader, const Statement *statement, GPtrArray *y, double *from, double *step)
{
  return (strcmp (statement->value, "%") == 0 ? compute_table : read_table_file) (reader, statement, y, from, step);
}

static void
write_table (Reader *reader, const Symbol *symbol)
{
  const Statement *statement = symbol->statement;
  g_autoptr (GPtrArray) x = g_ptr_array_new_with_free_func (g_free), y = g_ptr_array_new_with_free_func (g_free);
  ModelDraftItem *item;
  double from, step;

  if (!table_points (reader, statement, y, &from, &step))
    return;
  for (guint k = 0; k < y->len; k++)
    g_ptr_array_add (x, model_import_number_text (from + k * step));
  g_ptr_array_add (x, NULL);
  g_ptr_array_add (y, NULL);
  item = model_draft_add (reader->draft, MODEL_DRAFT_TABLES, symbol->name);
  model_draft_set_list (item, "x", (const char *const *) x->pdata);
  model_draft_set_list (item, "y", (const char *const *) y->pdata);
  model_draft_set (item, NULL, "interpolation", "linear");
  model_draft_set (item, NULL, "outside", "extend");
  if (strcmp (statement->value, "%") == 0)
    model_draft_note (reader->draft, statement->line, _("The table '%s' has the values of the parameters of the file; it does not follow them."), statement->name);
}

/* ---- events ---- */

typedef struct
{
  const char *const *names; /* targets that were assigned before, and their values */
  GPtrArray *values;
} Assigned;

static ModelImportTree *
put_assigned (gpointer user, ModelImportTree *node, G_GNUC_UNUSED GError **error)
{
  const Assigned *assigned = user;

  for (guint k = assigned->values->len; node->kind == MODEL_IMPORT_NAME && k > 0; k--)
    if (strcmp (assigned->names[k - 1], node->text) == 0)
      return model_import_tree_copy (assigned->values->pdata[k - 1]);
  return NULL;
}

/* Writes an event. XPPAUT makes its assignments one after the other; in a model they are simultaneous, so that earlier ones are put into later ones. */
static void
write_event (Reader *reader, const Statement *statement)
{
  g_auto (GStrv) parts = g_strsplit (statement->arguments[1], ";", -1);
  g_autoptr (ModelImportTree) condition = read_tree (reader, statement, statement->value, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new (), values = g_ptr_array_new_with_free_func ((GDestroyNotify) model_import_tree_free);
  static const char *const directions[] = { "falling", "both", "rising" };
  ModelDraftItem *item;

  if (condition == NULL)
    return;
  item = model_draft_add (reader->draft, MODEL_DRAFT_EVENTS, model_draft_name (reader->draft, "event"));
  model_draft_set_tree (item, NULL, "crossing", condition);
  model_draft_set (item, NULL, "direction", directions[1 + atoi (statement->arguments[0])]);
  if (strcmp (statement->arguments[0], "0") == 0)
    model_draft_note (reader->draft, statement->line, _("An event with the sign 0 happens here where its condition crosses zero; in XPPAUT where it is zero at the end of a step."));
  for (int k = 0; parts[k] != NULL; k++)
    {
      const char *equals = find_equals (parts[k]);
      g_autofree char *target = equals != NULL ? g_strstrip (g_strndup (parts[k], (gsize) (equals - parts[k]))) : NULL;
      const Symbol *symbol = target != NULL ? find_symbol (reader, target) : NULL;
      ModelImportTree *value;
      Assigned assigned;

      if (*g_strstrip (parts[k]) == '\0')
        continue;
      if (target != NULL && (g_ascii_strcasecmp (target, "out_put") == 0 || g_ascii_strcasecmp (target, "arret") == 0))
        {
          if (g_ascii_strcasecmp (target, "arret") == 0)
            model_draft_set (item, NULL, "terminate", "the event ends the run");
          else
            model_draft_set (item, NULL, "publish", "true");
          continue;
        }
      if (symbol == NULL || (symbol->type != SYMBOL_STATE && symbol->type != SYMBOL_PARAMETER))
        {
          model_draft_error (reader->draft, statement->line, _("'%s' does not set a variable or a parameter"), parts[k]);
          return;
        }
      if ((value = read_tree (reader, statement, equals + 1, NULL)) == NULL)
        return;
      g_ptr_array_add (names, (gpointer) symbol->name);
      assigned = (Assigned) { (const char *const *) names->pdata, values };
      model_import_tree_visit (&value, put_assigned, &assigned, NULL);
      g_ptr_array_add (values, value);
      reader->n_nodes += model_import_tree_size (value);
      if (reader->n_nodes > MOST_NODES)
        {
          model_draft_error (reader->draft, statement->line, _("the assignments of the event have too many terms"));
          return;
        }
      model_draft_set_tree (item, "set", symbol->name, value);
    }
}

/* Finds the parameters that events set: they become discrete states. */
static void
find_changes (Reader *reader)
{
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const Statement *statement = reader->statements->pdata[k];
      g_auto (GStrv) parts = statement->type == STATEMENT_EVENT ? g_strsplit (statement->arguments[1], ";", -1) : NULL;

      for (int m = 0; parts != NULL && parts[m] != NULL; m++)
        {
          const char *equals = find_equals (parts[m]);
          g_autofree char *target = equals != NULL ? g_strstrip (g_strndup (parts[m], (gsize) (equals - parts[m]))) : NULL;
          Symbol *symbol = target != NULL ? find_symbol (reader, target) : NULL;

          if (symbol != NULL && symbol->type == SYMBOL_PARAMETER)
            symbol->changes = TRUE;
        }
    }
}

/* ---- the model ---- */

static void
set_expression (Reader *reader, ModelDraftItem *item, const char *inside, const char *key, const Statement *statement, const char *text, const char *const *arguments)
{
  g_autoptr (ModelImportTree) tree = read_tree (reader, statement, text, arguments);

  if (tree != NULL)
    model_draft_set_tree (item, inside, key, tree);
}

static void
write_initial (Reader *reader, ModelDraftItem *item, const Symbol *symbol)
{
  if (symbol->initial != NULL)
    set_expression (reader, item, NULL, "initial", symbol->initial, symbol->initial->value, NULL);
  else if (symbol->statement->type == STATEMENT_UNKNOWN || symbol->type == SYMBOL_PARAMETER)
    set_expression (reader, item, NULL, "initial", symbol->statement, symbol->statement->value, NULL);
  else
    model_draft_set (item, NULL, "initial", "0");
}

static void
write_function (Reader *reader, const Symbol *symbol)
{
  const Statement *statement = symbol->statement;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  ModelDraftItem *item = model_draft_add (reader->draft, MODEL_DRAFT_FUNCTIONS, symbol->name);

  for (int k = 0; statement->arguments[k] != NULL; k++)
    g_ptr_array_add (names, argument_name (statement->arguments[k]));
  g_ptr_array_add (names, NULL);
  model_draft_set_list (item, "arguments", (const char *const *) names->pdata);
  set_expression (reader, item, NULL, "value", statement, statement->value, (const char *const *) statement->arguments);
}

/* Writes a parameter: its value must be a number. */
static void
write_parameter (Reader *reader, const Symbol *symbol)
{
  g_autoptr (ModelImportTree) tree = read_tree (reader, symbol->statement, symbol->statement->value, NULL);
  double value;

  if (tree == NULL)
    return;
  if (!model_import_tree_value (tree, &value))
    model_draft_error (reader->draft, symbol->statement->line, _("the value of '%s' is not a number: %s"), symbol->statement->name, symbol->statement->value);
  else if (symbol->changes)
    model_draft_set_tree (model_draft_add (reader->draft, MODEL_DRAFT_DISCRETE, symbol->name), NULL, "initial", tree);
  else
    model_draft_set_tree (model_draft_add (reader->draft, symbol->statement->type == STATEMENT_NUMBER ? MODEL_DRAFT_CONSTANTS : MODEL_DRAFT_PARAMETERS, symbol->name),
                          NULL, "value", tree);
}

static void
write_noise (Reader *reader, const Symbol *symbol, double dt)
{
  ModelDraftItem *item = model_draft_add (reader->draft, MODEL_DRAFT_NOISE, symbol->name);
  g_autofree char *step = model_import_number_text (dt), *distribution = NULL;

  /* XPPAUT draws a normal number in each step and divides it by the root of the step. */
  distribution = g_strdup_printf ("normal(0, 1/sqrt(%s))", step);
  model_draft_set (item, NULL, "distribution", distribution);
  model_draft_set_number (item, "every", dt);
}

static void
write_symbol (Reader *reader, const Symbol *symbol, double dt, guint *n_residuals)
{
  const Statement *statement = symbol->statement;
  ModelDraftItem *item;

  switch (statement->type)
    {
    case STATEMENT_RATE:
    case STATEMENT_MAP:
      item = model_draft_add (reader->draft, reader->is_map ? MODEL_DRAFT_DISCRETE : MODEL_DRAFT_STATES, symbol->name);
      write_initial (reader, item, symbol);
      if (!reader->is_map)
        set_expression (reader, item, NULL, "derivative", statement, statement->value, NULL);
      break;
    case STATEMENT_UNKNOWN:
      item = model_draft_add (reader->draft, MODEL_DRAFT_ALGEBRAIC, symbol->name);
      write_initial (reader, item, symbol);
      for (guint k = 0, found = 0; k < reader->statements->len; k++)
        {
          const Statement *residual = reader->statements->pdata[k];

          if (residual->type == STATEMENT_RESIDUAL && found++ == *n_residuals)
            {
              set_expression (reader, item, NULL, "residual", residual, residual->value, NULL);
              break;
            }
        }
      (*n_residuals)++;
      break;
    case STATEMENT_FUNCTION:
      write_function (reader, symbol);
      break;
    case STATEMENT_FIXED:
    case STATEMENT_DERIVED:
      item = model_draft_add (reader->draft, MODEL_DRAFT_VARIABLES, symbol->name);
      set_expression (reader, item, NULL, "value", statement, statement->value, NULL);
      break;
    case STATEMENT_PARAMETER:
    case STATEMENT_NUMBER:
      write_parameter (reader, symbol);
      break;
    case STATEMENT_WIENER:
      write_noise (reader, symbol, dt);
      break;
    case STATEMENT_TABLE:
      write_table (reader, symbol);
      break;
    default:
      break;
    }
}

/* Sets the method: the one of the file where Stepwise has it, otherwise one of the same kind. */
static void
write_method (Reader *reader, double dt)
{
  static const struct
  {
    const char *xpp, *method;
    gboolean fixed; /* steps of length dt */
  } methods[] = {
    { "rungekutta", "runge_kutta4", TRUE }, { "runge", "runge_kutta4", TRUE },   { "rk4", "runge_kutta4", TRUE },      { "4", "runge_kutta4", TRUE },
    { "euler", "explicit_euler", TRUE },    { "modeuler", "runge_kutta2", TRUE }, { "modified", "runge_kutta2", TRUE }, { "adams", "adams_bashforth4", TRUE },
    { "backeul", "implicit_euler", TRUE },  { "qualrk", "runge_kutta5", FALSE }, { "gear", "cvode_bdf", FALSE },        { "cvode", "cvode_bdf", FALSE },
    { "stiff", "rodas4", FALSE },           { "rosen", "rodas4", FALSE },         { "2rb", "ode23s", FALSE },            { "5dp", "runge_kutta5", FALSE },
    { "83dp", "dop853", FALSE },            { "8", "dop853", FALSE },             { "symplectic", "stormer_verlet", TRUE }, { "y", "stormer_verlet", TRUE },
    { "r", "runge_kutta4", TRUE },          { "q", "runge_kutta5", FALSE },       { "g", "cvode_bdf", FALSE },           { "e", "explicit_euler", TRUE },
  };
  int line = 0;
  const char *name = option (reader, NAMES ("meth", "method"), &line);
  const double tolerance = number_option (reader, NAMES ("tol", "toler", "tolerance"), 1e-3);
  const char *method = "runge_kutta4";
  gboolean fixed = TRUE, found = name == NULL;
  g_autofree char *step = model_import_number_text (dt), *accuracy = model_import_number_text (MAX (tolerance, 1e-12));

  for (gsize k = 0; name != NULL && !found && k < G_N_ELEMENTS (methods); k++)
    if (g_ascii_strcasecmp (methods[k].xpp, name) == 0)
      {
        method = methods[k].method;
        fixed = methods[k].fixed;
        found = TRUE;
      }
  for (gsize k = 0; name != NULL && !found && k < G_N_ELEMENTS (methods); k++)
    if (g_ascii_strncasecmp (methods[k].xpp, name, MIN (strlen (methods[k].xpp), 4)) == 0 && strlen (methods[k].xpp) > 2)
      {
        method = methods[k].method;
        fixed = methods[k].fixed;
        found = TRUE;
      }
  if (!found && !reader->is_map)
    model_draft_note (reader->draft, line, _("The method '%s' is not known; the model has the method of Stepwise."), name);
  if (!found || reader->is_map || reader->by_type[SYMBOL_STATE]->len == 0)
    return;
  if (reader->n_algebraic > 0)
    {
      /* A method that solves for the unknowns. */
      method = "radau3";
      fixed = FALSE;
    }
  if (reader->n_algebraic > 0 || (name != NULL && !g_strv_contains (NAMES ("runge_kutta4", "explicit_euler", "runge_kutta2", "dop853"), method)))
    model_draft_note (reader->draft, line, _("The method of the file is replaced by '%s', which is not the same."), method);
  model_draft_set_solver (reader->draft, "integrator", method);
  if (fixed)
    {
      model_draft_set_solver (reader->draft, "error_control", "false");
      model_draft_set_solver (reader->draft, "max_step", step);
    }
  else
    model_draft_set_solver (reader->draft, "accuracy", accuracy);
}

/* Sets the plot of the file: xp over yp. */
static void
write_plot (Reader *reader)
{
  int line;
  const char *x = option (reader, NAMES ("xp", "xplot"), &line), *y = option (reader, NAMES ("yp", "yplot"), &line);
  const Symbol *across = x != NULL ? find_symbol (reader, x) : NULL, *up = y != NULL ? find_symbol (reader, y) : NULL;

  if (up == NULL || (up->type != SYMBOL_STATE && up->type != SYMBOL_FIXED) || up->type == SYMBOL_FIXED)
    return;
  if (x == NULL || g_ascii_strcasecmp (x, "t") == 0)
    model_draft_add_plot (reader->draft, NAMES (up->name), NULL, NULL);
  else if (across != NULL && across->type == SYMBOL_STATE && across != up)
    model_draft_add_plot (reader->draft, NULL, across->name, up->name);
}

static void
write_all (Reader *reader)
{
  const double total = number_option (reader, NAMES ("total"), 20), t0 = number_option (reader, NAMES ("t0"), 0);
  const double dt = reader->is_map ? 1 : number_option (reader, NAMES ("dt", "delta_t"), 0.05);
  ModelDraftItem *iterate = NULL;
  guint n_residuals = 0, n_equations = 0;

  for (guint k = 0; k < reader->statements->len; k++)
    {
      const StatementType type = ((Statement *) reader->statements->pdata[k])->type;

      n_equations += type == STATEMENT_RESIDUAL;
      reader->n_algebraic += type == STATEMENT_UNKNOWN;
    }
  if (n_equations != (guint) reader->n_algebraic)
    model_draft_error (reader->draft, 0, _("there are %u equations 0=… and %d unknowns 'solv'"), n_equations, reader->n_algebraic);
  if (reader->by_type[SYMBOL_STATE]->len == 0)
    model_draft_error (reader->draft, 0, _("the file has no differential equation"));
  if (!(total > 0) || !(dt > 0))
    model_draft_error (reader->draft, 0, _("'total' and 'dt' must be larger than 0"));
  if (model_draft_n_errors (reader->draft) > 0)
    return;
  find_changes (reader);
  model_draft_set_time (reader->draft, t0, t0 + total);
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const Statement *statement = reader->statements->pdata[k];
      const Symbol *symbol = find_symbol (reader, statement->name);

      if (symbol != NULL && symbol->statement == statement)
        write_symbol (reader, symbol, dt, &n_residuals);
    }
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const Statement *statement = reader->statements->pdata[k];

      if (statement->type == STATEMENT_AUXILIARY)
        {
          const Symbol *symbol = find_symbol (reader, statement->name);
          g_autofree char *wanted = g_strconcat (statement->name, symbol != NULL ? "_aux" : "", NULL);

          set_expression (reader, model_draft_add (reader->draft, MODEL_DRAFT_OUTPUTS, model_draft_name (reader->draft, wanted)), NULL, "value", statement,
                          statement->value, NULL);
        }
      else if (statement->type == STATEMENT_EVENT)
        write_event (reader, statement);
    }
  if (reader->is_map)
    {
      iterate = model_draft_add (reader->draft, MODEL_DRAFT_EVENTS, model_draft_name (reader->draft, "iterate"));
      model_draft_set (iterate, NULL, "every", "1");
      model_draft_set_number (iterate, "offset", t0 + 0.5);
      for (guint k = 0; k < reader->by_type[SYMBOL_STATE]->len; k++)
        {
          const Symbol *symbol = reader->by_type[SYMBOL_STATE]->pdata[k];

          set_expression (reader, iterate, "update", symbol->name, symbol->statement, symbol->statement->value, NULL);
        }
    }
  write_method (reader, dt);
  write_plot (reader);
}

static void
note_options (Reader *reader)
{
  static const char *const used[] = { "total", "t0", "dt", "delta_t", "meth", "method", "tol", "toler", "tolerance", "xp", "yp", "xplot", "yplot", NULL };
  g_autoptr (GList) keys = g_list_sort (g_hash_table_get_keys (reader->options), (GCompareFunc) strcmp);
  g_autoptr (GString) rest = g_string_new (NULL);

  for (GList *key = keys; key != NULL; key = key->next)
    if (!g_strv_contains (used, key->data))
      g_string_append_printf (rest, "%s%s", rest->len > 0 ? ", " : "", (const char *) key->data);
  if (rest->len > 0)
    model_draft_note (reader->draft, 0, _("Options of XPPAUT were left out: %s."), rest->str);
}

static void
read_xpp (ModelDraft *draft, const char *text)
{
  Reader reader = { .draft = draft };

  reader.statements = g_ptr_array_new_with_free_func ((GDestroyNotify) statement_free);
  reader.symbols = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  reader.options = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (int k = 0; k < N_SYMBOL_TYPES; k++)
    reader.by_type[k] = g_ptr_array_new ();
  read_lines (&reader, text);
  if (model_draft_n_errors (draft) == 0)
    declare (&reader);
  if (model_draft_n_errors (draft) == 0)
    write_all (&reader);
  if (model_draft_n_errors (draft) == 0)
    note_options (&reader);
  for (int k = 0; k < N_SYMBOL_TYPES; k++)
    g_ptr_array_unref (reader.by_type[k]);
  g_hash_table_unref (reader.options);
  g_hash_table_unref (reader.symbols);
  g_ptr_array_unref (reader.statements);
}

const ModelImportKind model_import_kind_xpp = { .id = "xppaut", .endings = { "ode" }, .read = read_xpp };
