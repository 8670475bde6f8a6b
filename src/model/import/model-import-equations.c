/* Reads equations as they stand in a paper, in plain text or LaTeX, and tables of reactions with the law of mass action. A line has one statement:
 *
 *   x' = …   dx/dt = …   x'' = …   \dot{x} = …        a differential equation
 *   x(0) = …   x'(0) = …                              an initial value
 *   k = 2.5   c = sqrt(k)   f(u, v) = …               a parameter, a variable, a function
 *   A + 2 B -> C, k   A <-> B, kf, kr   -> A, k       a reaction with its rate constants, or with its rate
 *   t = 0 .. 20                                       the time span
 *
 * # and // begin comments. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expr-op.h"
#include "expr-tree.h"
#include "model-import-private.h"

/* The end of the run where the text does not give one. */
#define DEFAULT_END 10
#define MOST_LINES 100000

typedef enum
{
  KIND_STATE,
  KIND_PARAMETER,
  KIND_VARIABLE,
  KIND_FUNCTION
} Kind;

typedef struct
{
  Kind kind;
  int line;
  char *key;        /* name as it stands in the text */
  const char *name; /* in the model */
  char *text;       /* the right side; NULL for a species and for a parameter without a value */
  char **arguments;
  char *initial;
  int initial_line;
  int order;             /* of the highest derivative */
  const char *speed;     /* in the model: name of the first derivative, for order 2 */
  char *speed_initial;
  ModelImportTree *rate; /* of a species: the sum of its reactions */
} Quantity;

typedef struct
{
  ModelDraft *draft;
  GHashTable *quantities; /* by key */
  GPtrArray *order;       /* of Quantity, in the order of the text */
  double start, end;
  gboolean has_span;
  const Quantity *function; /* whose arguments are names */
} Reader;

static void
quantity_free (Quantity *quantity)
{
  g_free (quantity->key);
  g_free (quantity->text);
  g_strfreev (quantity->arguments);
  g_free (quantity->initial);
  g_free (quantity->speed_initial);
  model_import_tree_free (quantity->rate);
  g_free (quantity);
}

/* Returns the quantity with this name, new if necessary. */
static Quantity *
take_quantity (Reader *reader, const char *key, int line, Kind kind)
{
  Quantity *quantity = g_hash_table_lookup (reader->quantities, key);

  if (quantity != NULL)
    return quantity;
  quantity = g_new0 (Quantity, 1);
  quantity->key = g_strdup (key);
  quantity->kind = kind;
  quantity->line = line;
  quantity->name = model_draft_name (reader->draft, key);
  if (strcmp (quantity->name, key) != 0)
    model_draft_note (reader->draft, line, _("'%s' is called '%s' here."), key, quantity->name);
  g_hash_table_insert (reader->quantities, quantity->key, quantity);
  g_ptr_array_add (reader->order, quantity);
  return quantity;
}

/* ---- LaTeX and other signs ---- */

/* Copies the group in braces at `at`, or one character. Returns what follows. */
static const char *
take_group (const char *at, char **group)
{
  int depth = 0;
  const char *begin;

  while (g_ascii_isspace (*at))
    at++;
  begin = at;
  if (*at != '{')
    {
      const gsize n = *at == '\\' ? 1 + strspn (at + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") : *at != '\0';

      *group = g_strndup (at, n);
      return at + n;
    }
  for (; *at != '\0'; at++)
    {
      depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
      if (depth == 0)
        break;
    }
  *group = g_strndup (begin + 1, (gsize) (at - begin - 1));
  return *at != '\0' ? at + 1 : at;
}

static char *plain_text (const char *latex, int depth);

/* Appends a group as plain text, between two texts. */
static const char *
append_group (GString *out, const char *at, const char *before, const char *after, int depth)
{
  g_autofree char *group = NULL, *plain = NULL;

  at = take_group (at, &group);
  plain = plain_text (group, depth + 1);
  g_string_append_printf (out, "%s%s%s", before, plain, after);
  return at;
}

/* Appends \frac {a} {b}; the fraction d x / d t is the sign of a derivative. */
static const char *
append_fraction (GString *out, const char *at, int depth)
{
  g_autofree char *above = NULL, *below = NULL, *a = NULL, *b = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *joined = NULL, *under = NULL;

  at = take_group (at, &above);
  at = take_group (at, &below);
  a = g_strstrip (plain_text (above, depth + 1));
  b = g_strstrip (plain_text (below, depth + 1));
  parts = g_strsplit (b, " ", -1);
  under = g_strjoinv ("", parts);
  if (strcmp (under, "dt") == 0 || strcmp (under, "dt^2") == 0 || strcmp (under, "dt^(2)") == 0)
    g_string_append_printf (out, " %s/%s ", a, strcmp (under, "dt") == 0 ? "dt" : "dt^2");
  else
    g_string_append_printf (out, "((%s)/(%s))", a, b);
  return at;
}

/* Appends what a command of LaTeX means. */
static const char *
append_command (GString *out, const char *at, int depth)
{
  static const char *const ignored[] = { "left",  "right", "big",   "Big",  "bigl", "bigr",    "Bigl",     "Bigr",       "quad",   "qquad", "displaystyle", "nonumber",
                                         "limits", "notag", "hspace", "vspace", NULL };
  static const char *const times[] = { "cdot", "times", "ast", NULL };
  static const char *const plain_groups[] = { "mathrm", "text", "mathit", "mathbf", "operatorname", "rm", NULL };
  const gsize n = strspn (at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  g_autofree char *word = g_strndup (at, n);

  at += n;
  if (n == 0)
    {
      /* \\ ends a line; \, \; and the like are spaces. */
      g_string_append_c (out, *at == '\\' ? '\n' : ' ');
      return *at != '\0' ? at + 1 : at;
    }
  if (strcmp (word, "frac") == 0 || strcmp (word, "dfrac") == 0 || strcmp (word, "tfrac") == 0)
    return append_fraction (out, at, depth);
  if (strcmp (word, "dot") == 0)
    return append_group (out, at, " ", "'", depth);
  if (strcmp (word, "ddot") == 0)
    return append_group (out, at, " ", "''", depth);
  if (strcmp (word, "sqrt") == 0)
    return append_group (out, at, "sqrt(", ")", depth);
  if (strcmp (word, "begin") == 0 || strcmp (word, "end") == 0 || strcmp (word, "label") == 0 || strcmp (word, "tag") == 0)
    {
      g_autofree char *name = NULL;

      g_string_append_c (out, '\n');
      return take_group (at, &name);
    }
  if (g_strv_contains (ignored, word))
    g_string_append_c (out, ' ');
  else if (g_strv_contains (times, word))
    g_string_append_c (out, '*');
  else if (g_strv_contains (plain_groups, word))
    return append_group (out, at, "", "", depth);
  else if (strcmp (word, "ln") == 0)
    g_string_append (out, " log");
  else if (strcmp (word, "arctan") == 0 || strcmp (word, "arcsin") == 0 || strcmp (word, "arccos") == 0)
    g_string_append_printf (out, " a%s", word + 3);
  else if (strcmp (word, "to") == 0 || strcmp (word, "rightarrow") == 0 || strcmp (word, "longrightarrow") == 0)
    g_string_append (out, " -> ");
  else if (strcmp (word, "rightleftharpoons") == 0 || strcmp (word, "leftrightarrow") == 0)
    g_string_append (out, " <-> ");
  else
    g_string_append_printf (out, " %s", word);
  return at;
}

/* Returns LaTeX, or a text with signs of Unicode, as plain text. */
static char *
plain_text (const char *latex, int depth)
{
  static const struct
  {
    const char *sign, *plain;
  } signs[] = { { "−", "-" }, { "–", "-" }, { "·", "*" }, { "×", "*" }, { "⋅", "*" }, { "→", "->" }, { "⇌", "<->" }, { "↔", "<->" }, { "⇄", "<->" }, { "∅", "0" },
                { "²", "^2" }, { "³", "^3" }, { "′", "'" }, { "″", "''" }, { "’", "'" }, { "≥", ">=" }, { "≤", "<=" }, { "π", "pi" },
                { "α", "alpha" }, { "β", "beta" }, { "γ", "gamma" }, { "δ", "delta" }, { "ε", "epsilon" }, { "ϵ", "epsilon" }, { "ζ", "zeta" }, { "η", "eta" }, { "θ", "theta" },
                { "κ", "kappa" }, { "λ", "lambda" }, { "μ", "mu" }, { "µ", "mu" }, { "ν", "nu" }, { "ξ", "xi" }, { "ρ", "rho" }, { "σ", "sigma" }, { "τ", "tau" },
                { "φ", "phi" }, { "ϕ", "phi" }, { "χ", "chi" }, { "ψ", "psi" }, { "ω", "omega" }, { "Ω", "Omega" }, { "Δ", "Delta" }, { "Γ", "Gamma" },
                { "ẋ", "x'" }, { "ẏ", "y'" }, { "ż", "z'" }, { "₀", "_0" }, { "₁", "_1" }, { "₂", "_2" }, { "₃", "_3" }, { "₄", "_4" } };
  GString *out = g_string_new (NULL);
  const char *at = latex;

  while (*at != '\0' && depth < 50)
    {
      gsize k;

      for (k = 0; k < G_N_ELEMENTS (signs); k++)
        if (g_str_has_prefix (at, signs[k].sign))
          break;
      if (k < G_N_ELEMENTS (signs))
        {
          g_string_append (out, signs[k].plain);
          at += strlen (signs[k].sign);
        }
      else if (*at == '\\')
        at = append_command (out, at + 1, depth);
      else if (*at == '^' && at[1] == '{')
        at = append_group (out, at + 1, "^(", ")", depth);
      else if (*at == '_')
        {
          /* An index belongs to the name. */
          g_autofree char *group = NULL, *plain = NULL;

          at = take_group (at + 1, &group);
          plain = plain_text (group, depth + 1);
          g_strcanon (g_strstrip (plain), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", '_');
          g_string_append_printf (out, "_%s", plain);
          if (g_ascii_isalnum (*at) && g_str_has_prefix (at - 1, group) && strlen (group) == 1)
            /* a_12 without braces, in plain text */
            while (g_ascii_isalnum (*at) || *at == '_')
              g_string_append_c (out, *at++);
        }
      else if (*at == '&' && at[1] != '&')
        at++;
      else if (*at == '{' || *at == '}' || *at == '$')
        {
          g_string_append_c (out, ' ');
          at++;
        }
      else
        g_string_append_c (out, *at++);
    }
  return g_string_free (out, FALSE);
}

/* ---- statements ---- */

static gsize
word_length (const char *text)
{
  gsize n = 0;

  if (!g_ascii_isalpha (*text) && *text != '_')
    return 0;
  while (g_ascii_isalnum (text[n]) || text[n] == '_')
    n++;
  return n;
}

/* Returns the sign '=' of an equation, or NULL. */
static char *
find_equals (char *line)
{
  for (char *c = line; (c = strchr (c, '=')) != NULL; c++)
    if (c[1] == '=')
      c++;
    else if (c == line || strchr ("<>!", c[-1]) == NULL)
      return c;
  return NULL;
}

/* Removes all blanks. */
static char *
without_blanks (const char *text)
{
  GString *out = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (!g_ascii_isspace (*text))
      g_string_append_c (out, *text);
  return g_string_free (out, FALSE);
}

/* Takes the left side of a derivative: x', dx/dt, d^2x/dt^2. Returns the name and sets its order, or returns NULL. */
static char *
derivative_of (const char *left, int *order)
{
  const gsize n = word_length (left);

  if (n > 0 && left[n] == '\'')
    {
      const gsize marks = strspn (left + n, "'");

      *order = (int) marks;
      if (left[n + marks] == '\0' || strcmp (left + n + marks, "(t)") == 0)
        return g_strndup (left, n);
    }
  if (n > 1 && *left == 'd' && strcmp (left + n, "/dt") == 0)
    {
      *order = 1;
      return g_strdup_printf ("%.*s", (int) n - 1, left + 1);
    }
  if (g_str_has_prefix (left, "d^2") && (g_str_has_suffix (left, "/dt^2")) && word_length (left + 3) + 3 + 5 == strlen (left))
    {
      *order = 2;
      return g_strndup (left + 3, word_length (left + 3));
    }
  if (g_str_has_prefix (left, "d2") && g_str_has_suffix (left, "/dt2") && word_length (left + 2) + 2 + 4 == strlen (left))
    {
      *order = 2;
      return g_strndup (left + 2, word_length (left + 2));
    }
  return NULL;
}

static void
read_derivative (Reader *reader, int line, const char *key, int order, const char *right)
{
  Quantity *quantity = take_quantity (reader, key, line, KIND_STATE);

  if (quantity->text != NULL || quantity->kind != KIND_STATE || quantity->rate != NULL)
    model_draft_error (reader->draft, line, _("'%s' is declared twice"), key);
  else if (order > 2)
    model_draft_error (reader->draft, line, _("derivatives of order %d are not read; write the equation as a system of order 2 or 1"), order);
  else
    {
      g_autofree char *speed = g_strconcat (key, "_dot", NULL);

      quantity->text = g_strdup (right);
      quantity->order = order;
      quantity->line = line;
      if (order == 2)
        quantity->speed = model_draft_name (reader->draft, speed);
    }
}

/* Reads x(0) = v, x'(0) = v and f(a, b) = expression. */
static void
read_call (Reader *reader, int line, const char *left, const char *right)
{
  const gsize n = word_length (left);
  g_autofree char *key = g_strndup (left, n);
  const gboolean of_speed = left[n] == '\'';
  const char *open = left + n + (of_speed ? 1 : 0);
  g_autofree char *inside = g_strndup (open + 1, strlen (open) - 2);
  g_auto (GStrv) arguments = g_strsplit (inside, ",", -1);
  Quantity *quantity;
  char *end;
  const double number = g_ascii_strtod (inside, &end);

  if (end != inside && *end == '\0')
    {
      quantity = take_quantity (reader, key, line, KIND_STATE);
      if (reader->has_span && number != reader->start)
        model_draft_error (reader->draft, line, _("the initial value of '%s' is at %g, but the run begins at %g"), key, number, reader->start);
      else if (!reader->has_span && number != 0)
        model_draft_error (reader->draft, line, _("the initial value of '%s' is at %g; give the time span first: t = %g .. %g"), key, number, number, number + DEFAULT_END);
      g_free (of_speed ? quantity->speed_initial : quantity->initial);
      *(of_speed ? &quantity->speed_initial : &quantity->initial) = g_strdup (right);
      quantity->initial_line = line;
      return;
    }
  for (int k = 0; arguments[k] != NULL; k++)
    if (word_length (arguments[k]) != strlen (arguments[k]) || *arguments[k] == '\0' || of_speed)
      {
        model_draft_error (reader->draft, line, _("the left side '%s' is not understood"), left);
        return;
      }
  quantity = take_quantity (reader, key, line, KIND_FUNCTION);
  if (quantity->text != NULL)
    {
      model_draft_error (reader->draft, line, _("'%s' is declared twice"), key);
      return;
    }
  quantity->kind = KIND_FUNCTION;
  quantity->text = g_strdup (right);
  quantity->arguments = g_steal_pointer (&arguments);
}

/* Reads t = a .. b. */
static gboolean
read_span (Reader *reader, int line, const char *right)
{
  g_autofree char *text = without_blanks (right);
  const char *dots = strstr (text, "..");
  char *end;

  if (dots == NULL)
    {
      model_draft_error (reader->draft, line, _("t is the time; its span is written t = 0 .. 20"));
      return FALSE;
    }
  /* "0..20" begins with the number "0." for strtod, so the part before the dots is read alone. */
  {
    g_autofree char *first = g_strndup (text, (gsize) (dots - text));

    reader->start = g_ascii_strtod (first, &end);
    if (end == first || *end != '\0')
      reader->start = NAN;
  }
  dots += strspn (dots, ".");
  reader->end = g_ascii_strtod (dots, &end);
  if (end == dots || *end != '\0' || !isfinite (reader->start) || !(reader->end > reader->start))
    model_draft_error (reader->draft, line, _("'%s' is not a time span such as 0 .. 20"), right);
  reader->has_span = TRUE;
  return TRUE;
}

static void
read_equation (Reader *reader, int line, char *text)
{
  char *equals = find_equals (text);
  g_autofree char *left = NULL, *key = NULL;
  const char *right;
  int order = 1;
  gsize n;

  if (equals == NULL)
    {
      model_draft_error (reader->draft, line, _("'%.60s' is neither an equation nor a reaction"), text);
      return;
    }
  *equals = '\0';
  left = without_blanks (text);
  right = g_strstrip (equals + 1);
  n = word_length (left);
  if (*right == '\0')
    model_draft_error (reader->draft, line, _("the right side of '%s' is missing"), left);
  else if ((key = derivative_of (left, &order)) != NULL)
    read_derivative (reader, line, key, order, right);
  else if (strcmp (left, "t") == 0)
    read_span (reader, line, right);
  else if (n > 0 && (left[n] == '(' || (left[n] == '\'' && left[n + 1] == '(')) && g_str_has_suffix (left, ")"))
    read_call (reader, line, left, right);
  else if (n > 0 && left[n] == '\0')
    {
      Quantity *quantity = take_quantity (reader, left, line, KIND_VARIABLE);

      if (quantity->kind == KIND_STATE && quantity->initial == NULL)
        {
          quantity->initial = g_strdup (right);
          quantity->initial_line = line;
        }
      else if (quantity->text != NULL || quantity->kind == KIND_STATE)
        model_draft_error (reader->draft, line, _("'%s' is declared twice"), left);
      else
        quantity->text = g_strdup (right);
    }
  else
    model_draft_error (reader->draft, line, _("the left side '%s' is not understood"), left);
}

/* ---- expressions ---- */

static gboolean
is_function (gpointer user, const char *name)
{
  Reader *reader = user;
  const Quantity *quantity = g_hash_table_lookup (reader->quantities, name);

  return quantity != NULL ? quantity->kind == KIND_FUNCTION : expr_op_find_function (name) >= 0 || strcmp (name, "if") == 0 || strcmp (name, "ln") == 0;
}

/* Writes x(t) as x, and x' as the name of the first derivative. Returns NULL after adding an error. */
static char *
without_time (Reader *reader, int line, const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);

  while (*text != '\0')
    {
      const gsize n = word_length (text);
      g_autofree char *word = g_strndup (text, n);
      const Quantity *quantity = n > 0 ? g_hash_table_lookup (reader->quantities, word) : NULL;

      if (n == 0)
        {
          /* Digits stay together, so that 2e3 has no word e3. */
          const gsize digits = MAX (strspn (text, "0123456789."), 1);

          g_string_append_len (out, text, (gssize) digits);
          text += digits;
          if (digits > 0 && g_ascii_isdigit (text[-1]) && (*text == 'e' || *text == 'E') && (g_ascii_isdigit (text[1]) || ((text[1] == '-' || text[1] == '+') && g_ascii_isdigit (text[2]))))
            {
              g_string_append_len (out, text, 2);
              text += 2;
            }
          continue;
        }
      text += n;
      g_string_append (out, word);
      if (*text == '\'')
        {
          if (quantity == NULL || quantity->order != 2 || text[1] == '\'')
            {
              model_draft_error (reader->draft, line, _("%s' on a right side needs an equation for %s''"), word, word);
              return NULL;
            }
          g_string_append (out, "_dot");
          text++;
        }
      if (quantity != NULL && quantity->kind != KIND_FUNCTION && g_str_has_prefix (text, "(t)"))
        text += 3;
    }
  return g_strdup (out->str);
}

/* Writes e^x as exp(x), unless the text declares a quantity e, and ln as log. */
static ModelImportTree *
put_exp (gpointer user, ModelImportTree *node, G_GNUC_UNUSED GError **error)
{
  Reader *reader = user;
  const ModelImportTree *base = node->children->len == 2 ? node->children->pdata[0] : NULL;

  if (node->kind == MODEL_IMPORT_CALL && strcmp (node->text, "ln") == 0)
    {
      g_free (node->text);
      node->text = g_strdup ("log");
    }
  if (base == NULL || strcmp (node->text, "^") != 0 || base->kind != MODEL_IMPORT_NAME || strcmp (base->text, "e") != 0
      || g_hash_table_contains (reader->quantities, "e"))
    return NULL;
  return model_import_tree_call ("exp", g_ptr_array_steal_index (node->children, 1), NULL);
}

/* Puts the names of the model into a tree. A name without a value becomes a parameter. */
static ModelImportTree *
convert (gpointer user, ModelImportTree *node, GError **error)
{
  Reader *reader = user;
  const Quantity *quantity;

  if (node->kind == MODEL_IMPORT_CALL)
    {
      const int op = expr_op_find_function (node->text);
      guint wanted = op >= 0 ? (guint) expr_op_info[op].arity : 3;

      quantity = g_hash_table_lookup (reader->quantities, node->text);
      if (quantity != NULL)
        wanted = g_strv_length (quantity->arguments);
      if (node->children->len != wanted)
        g_set_error (error, MODEL_IMPORT_ERROR, MODEL_IMPORT_ERROR_SYNTAX, _("the function '%s' has another number of arguments"), node->text);
      return NULL;
    }
  if (node->kind != MODEL_IMPORT_NAME || strcmp (node->text, "t") == 0 || strcmp (node->text, "pi") == 0)
    return NULL;
  for (int k = 0; reader->function != NULL && reader->function->arguments[k] != NULL; k++)
    if (strcmp (reader->function->arguments[k], node->text) == 0)
      return NULL;
  quantity = g_hash_table_lookup (reader->quantities, node->text);
  if (quantity == NULL && g_str_has_suffix (node->text, "_dot"))
    {
      g_autofree char *key = g_strndup (node->text, strlen (node->text) - 4);
      const Quantity *state = g_hash_table_lookup (reader->quantities, key);

      if (state != NULL && state->speed != NULL)
        return model_import_tree_name (state->speed);
    }
  if (quantity == NULL)
    quantity = take_quantity (reader, node->text, 0, KIND_PARAMETER);
  else if (quantity->kind == KIND_FUNCTION)
    g_set_error (error, MODEL_IMPORT_ERROR, MODEL_IMPORT_ERROR_SYNTAX, _("the function '%s' needs its arguments"), node->text);
  return model_import_tree_name (quantity->name);
}

static ModelImportTree *
read_tree (Reader *reader, int line, const char *text)
{
  const ModelImportSyntax syntax = { MODEL_IMPORT_PAPER, is_function, reader };
  g_autofree char *plain = without_time (reader, line, text);
  g_autoptr (ModelImportTree) tree = NULL;
  GError *error = NULL;

  if (plain == NULL)
    return NULL;
  if ((tree = model_import_tree_parse (plain, &syntax, &error)) == NULL || !model_import_tree_visit (&tree, put_exp, reader, &error)
      || !model_import_tree_visit (&tree, convert, reader, &error))
    {
      model_draft_take_error (reader->draft, line, error);
      return NULL;
    }
  return g_steal_pointer (&tree);
}

/* ---- reactions ---- */

typedef struct
{
  Quantity *species;
  double count;
} Term;

/* Reads the species of one side of a reaction. */
static GArray *
read_side (Reader *reader, int line, const char *text)
{
  g_autoptr (GArray) terms = g_array_new (FALSE, FALSE, sizeof (Term));
  g_auto (GStrv) parts = g_strsplit (text, "+", -1);
  g_autofree char *whole = g_strstrip (g_strdup (text));

  if (*whole == '\0' || strcmp (whole, "0") == 0)
    return g_steal_pointer (&terms);
  for (int k = 0; parts[k] != NULL; k++)
    {
      char *part = g_strstrip (parts[k]), *end;
      Term term = { NULL, g_ascii_strtod (part, &end) };

      if (end == part)
        term.count = 1;
      while (g_ascii_isspace (*end) || *end == '*')
        end++;
      if (word_length (end) == 0 || word_length (end) != strlen (end) || !(term.count > 0) || !isfinite (term.count))
        {
          model_draft_error (reader->draft, line, _("'%s' is not a species with its number, such as 2 A"), part);
          return NULL;
        }
      term.species = take_quantity (reader, end, line, KIND_STATE);
      if (term.species->kind != KIND_STATE || term.species->text != NULL)
        {
          model_draft_error (reader->draft, line, _("'%s' has an equation and a reaction"), end);
          return NULL;
        }
      if (term.species->rate == NULL)
        term.species->rate = model_import_tree_number (0);
      g_array_append_val (terms, term);
    }
  return g_steal_pointer (&terms);
}

/* Adds factor·name to a sum. */
static void
add_term (ModelImportTree **sum, double factor, const char *name)
{
  ModelImportTree *term = model_import_tree_name (name);
  const gboolean first = (*sum)->kind == MODEL_IMPORT_NUMBER && strcmp ((*sum)->text, "0") == 0;

  if (fabs (factor) != 1)
    term = model_import_tree_operator ("*", model_import_tree_number (fabs (factor)), term);
  if (!first)
    *sum = model_import_tree_operator (factor < 0 ? "-" : "+", *sum, term);
  else
    {
      model_import_tree_free (*sum);
      *sum = factor < 0 ? model_import_tree_operator ("-", term, NULL) : term;
    }
}

static ModelImportTree *
find_species (gpointer user, ModelImportTree *node, G_GNUC_UNUSED GError **error)
{
  gpointer *closure = user;
  Reader *reader = closure[0];
  gboolean *found = closure[1];

  for (guint k = 0; node->kind == MODEL_IMPORT_NAME && k < reader->order->len; k++)
    {
      const Quantity *quantity = reader->order->pdata[k];

      if (quantity->rate != NULL && strcmp (quantity->name, node->text) == 0)
        *found = TRUE;
    }
  return NULL;
}

typedef struct
{
  int line;
  char *rate;       /* NULL: a constant without a value */
  GArray *from, *to; /* of Term */
} Reaction;

static void
reaction_free (Reaction *reaction)
{
  g_free (reaction->rate);
  g_array_unref (reaction->from);
  g_array_unref (reaction->to);
  g_free (reaction);
}

/* Adds the rate of a reaction as a variable, and its terms to the derivatives of the species. */
static void
write_reaction (Reader *reader, const Reaction *reaction, int number)
{
  g_autofree char *wanted = g_strdup_printf ("rate%d", number), *constant = g_strdup_printf ("k%d", number);
  ModelImportTree *rate = read_tree (reader, reaction->line, reaction->rate != NULL ? reaction->rate : constant);
  gboolean has_species = FALSE;
  gpointer closure[] = { reader, &has_species };
  const char *name;

  if (rate == NULL)
    return;
  model_import_tree_visit (&rate, find_species, closure, NULL);
  for (guint k = 0; !has_species && k < reaction->from->len; k++)
    {
      const Term *term = &g_array_index (reaction->from, Term, k);
      ModelImportTree *factor = model_import_tree_name (term->species->name);

      if (term->count != 1)
        factor = model_import_tree_operator ("^", factor, model_import_tree_number (term->count));
      rate = model_import_tree_operator ("*", rate, factor);
    }
  name = model_draft_name (reader->draft, wanted);
  model_draft_set_tree (model_draft_add (reader->draft, MODEL_DRAFT_VARIABLES, name), NULL, "value", rate);
  model_import_tree_free (rate);
  for (guint k = 0; k < reaction->from->len; k++)
    add_term (&g_array_index (reaction->from, Term, k).species->rate, -g_array_index (reaction->from, Term, k).count, name);
  for (guint k = 0; k < reaction->to->len; k++)
    add_term (&g_array_index (reaction->to, Term, k).species->rate, g_array_index (reaction->to, Term, k).count, name);
}

/* Reads a line with an arrow into one reaction, or two for <->. */
static void
read_reaction (Reader *reader, int line, const char *text, GPtrArray *reactions)
{
  const char *arrow = strstr (text, "->"), *label = strchr (text, ':');
  const gboolean both = arrow > text && arrow[-1] == '<';
  g_autofree char *left = NULL, *right = NULL;
  g_auto (GStrv) parts = g_regex_split_simple ("[,;]", arrow + 2, 0, 0);
  const int n = (int) g_strv_length (parts);

  if (label != NULL && label < arrow)
    text = label + 1;
  left = g_strndup (text, (gsize) (arrow - text - (both ? 1 : 0)));
  if (n > (both ? 3 : 2))
    {
      model_draft_error (reader->draft, line, both ? _("a reaction in both directions has two rates: A <-> B, kf, kr") : _("a reaction has one rate: A -> B, k"));
      return;
    }
  for (int k = 0; k < (both ? 2 : 1); k++)
    {
      GArray *from = read_side (reader, line, k == 0 ? left : n > 0 ? parts[0] : ""), *to = read_side (reader, line, k == 0 ? (n > 0 ? parts[0] : "") : left);
      Reaction *reaction;

      if (from == NULL || to == NULL)
        {
          g_clear_pointer (&from, g_array_unref);
          g_clear_pointer (&to, g_array_unref);
          return;
        }
      reaction = g_new0 (Reaction, 1);
      reaction->line = line;
      reaction->from = from;
      reaction->to = to;
      if (n > 1 + k && *g_strstrip (parts[1 + k]) != '\0')
        {
          /* k = 2 gives the constant its value, too. */
          char *equals = find_equals (parts[1 + k]);

          if (equals != NULL)
            {
              g_autofree char *definition = g_strdup (parts[1 + k]);

              read_equation (reader, line, definition);
              *equals = '\0';
            }
          reaction->rate = g_strdup (g_strstrip (parts[1 + k]));
        }
      g_ptr_array_add (reactions, reaction);
    }
}

/* ---- the model ---- */

/* Writes a state, and its first derivative if its equation has order 2. */
static void
write_state (Reader *reader, const Quantity *quantity)
{
  ModelDraftItem *item;
  g_autoptr (ModelImportTree) tree = quantity->text != NULL ? read_tree (reader, quantity->line, quantity->text) : NULL;
  g_autoptr (ModelImportTree) initial = quantity->initial != NULL ? read_tree (reader, quantity->initial_line, quantity->initial) : NULL;

  if (quantity->text == NULL && quantity->rate == NULL)
    {
      model_draft_error (reader->draft, quantity->initial_line, _("'%s' has an initial value but no differential equation"), quantity->key);
      return;
    }
  if (quantity->initial == NULL)
    model_draft_note (reader->draft, quantity->line, _("The initial value of '%s' is not given; 0 was taken."), quantity->key);
  item = model_draft_add (reader->draft, MODEL_DRAFT_STATES, quantity->name);
  if (initial != NULL)
    model_draft_set_tree (item, NULL, "initial", initial);
  else
    model_draft_set (item, NULL, "initial", "0");
  if (quantity->speed == NULL)
    {
      const ModelImportTree *rate = tree != NULL ? tree : quantity->rate;

      if (rate != NULL)
        model_draft_set_tree (item, NULL, "derivative", rate);
      return;
    }
  model_draft_set (item, NULL, "derivative", quantity->speed);
  model_draft_set (item, NULL, "kind", "position");
  item = model_draft_add (reader->draft, MODEL_DRAFT_STATES, quantity->speed);
  if (quantity->speed_initial != NULL)
    {
      g_autoptr (ModelImportTree) speed = read_tree (reader, quantity->initial_line, quantity->speed_initial);

      if (speed != NULL)
        model_draft_set_tree (item, NULL, "initial", speed);
    }
  else
    {
      model_draft_note (reader->draft, quantity->line, _("The initial value of %s' is not given; 0 was taken."), quantity->key);
      model_draft_set (item, NULL, "initial", "0");
    }
  if (tree != NULL)
    model_draft_set_tree (item, NULL, "derivative", tree);
  model_draft_set (item, NULL, "kind", "velocity");
}

static void
write_quantity (Reader *reader, const Quantity *quantity)
{
  g_autoptr (ModelImportTree) tree = NULL;
  ModelDraftItem *item;
  double value;

  if (quantity->kind == KIND_STATE)
    {
      write_state (reader, quantity);
      return;
    }
  if (quantity->text == NULL)
    {
      model_draft_note (reader->draft, 0, _("'%s' has no value; it is a parameter with the value 1."), quantity->key);
      model_draft_set (model_draft_add (reader->draft, MODEL_DRAFT_PARAMETERS, quantity->name), NULL, "value", "1");
      return;
    }
  reader->function = quantity->kind == KIND_FUNCTION ? quantity : NULL;
  tree = read_tree (reader, quantity->line, quantity->text);
  reader->function = NULL;
  if (tree == NULL)
    return;
  item = model_draft_add (reader->draft,
                          quantity->kind == KIND_FUNCTION ? MODEL_DRAFT_FUNCTIONS : model_import_tree_value (tree, &value) ? MODEL_DRAFT_PARAMETERS : MODEL_DRAFT_VARIABLES,
                          quantity->name);
  if (quantity->kind == KIND_FUNCTION)
    model_draft_set_list (item, "arguments", (const char *const *) quantity->arguments);
  model_draft_set_tree (item, NULL, "value", tree);
}

/* The passes over the lines: reactions declare species, equations declare states, and the rest may then give them initial values. */
typedef enum
{
  PASS_SPAN,
  PASS_REACTIONS,
  PASS_DERIVATIVES,
  PASS_REST,
  N_PASSES
} Pass;

static Pass
pass_of (char *text)
{
  char *equals;
  g_autofree char *left = NULL, *key = NULL;
  int order;

  if (strstr (text, "->") != NULL)
    return PASS_REACTIONS;
  equals = find_equals (text);
  if (equals == NULL)
    return PASS_REST;
  {
    g_autofree char *before = g_strndup (text, (gsize) (equals - text));

    left = without_blanks (before);
  }
  if (strcmp (left, "t") == 0)
    return PASS_SPAN;
  key = derivative_of (left, &order);
  return key != NULL ? PASS_DERIVATIVES : PASS_REST;
}

/* Removes comments and the punctuation at the end of a displayed equation. */
static char *
clean_line (char *line)
{
  char *comment = strchr (line, '#');
  gsize n;

  if (comment != NULL)
    *comment = '\0';
  if ((comment = strstr (line, "//")) != NULL)
    *comment = '\0';
  g_strstrip (line);
  while ((n = strlen (line)) > 0 && strchr (",;.", line[n - 1]) != NULL && !(n > 1 && line[n - 1] == '.' && g_ascii_isdigit (line[n - 2])))
    {
      line[n - 1] = '\0';
      g_strchomp (line);
    }
  return line;
}

static void
read_equations (ModelDraft *draft, const char *text)
{
  Reader reader = { .draft = draft, .end = DEFAULT_END };
  g_auto (GStrv) lines = g_strsplit (text, "\n", MOST_LINES);
  g_autoptr (GPtrArray) reactions = g_ptr_array_new_with_free_func ((GDestroyNotify) reaction_free);

  reader.quantities = g_hash_table_new (g_str_hash, g_str_equal);
  reader.order = g_ptr_array_new_with_free_func ((GDestroyNotify) quantity_free);
  for (int pass = 0; pass < N_PASSES; pass++)
    for (int k = 0; lines[k] != NULL; k++)
      {
        /* A line of LaTeX may hold several equations. */
        g_autofree char *plain = plain_text (lines[k], 0);
        g_auto (GStrv) parts = g_strsplit (plain, "\n", -1);

        for (int m = 0; parts[m] != NULL; m++)
          {
            char *part = clean_line (parts[m]);

            if (*part == '\0' || pass_of (part) != (Pass) pass)
              continue;
            if (pass == PASS_REACTIONS)
              read_reaction (&reader, k + 1, part, reactions);
            else
              read_equation (&reader, k + 1, part);
          }
      }
  if (!reader.has_span)
    model_draft_note (draft, 0, _("The time span is not given; 0 .. %d was taken. It is written t = 0 .. 20."), DEFAULT_END);
  model_draft_set_time (draft, reader.start, reader.end);
  for (guint k = 0; k < reactions->len && model_draft_n_errors (draft) == 0; k++)
    write_reaction (&reader, reactions->pdata[k], (int) k + 1);
  /* Names without a value are appended while the expressions are read. */
  for (guint k = 0; k < reader.order->len; k++)
    write_quantity (&reader, reader.order->pdata[k]);
  if (model_draft_items (draft, MODEL_DRAFT_STATES)->len == 0 && model_draft_n_errors (draft) == 0)
    model_draft_error (draft, 0, _("the text has no differential equation and no reaction"));
  g_hash_table_unref (reader.quantities);
  g_ptr_array_unref (reader.order);
}

const ModelImportKind model_import_kind_equations = { .id = "equations", .endings = { "txt", "eq", "tex" }, .read = read_equations };
