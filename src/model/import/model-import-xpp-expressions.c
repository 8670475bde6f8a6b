/* Reads the names, expressions and tables of a model of XPPAUT. */
#include "model-import-xpp.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expr-op.h"
#include "expr-tree.h"
#include "model-diagnostic.h"
#include "model-yaml.h"

/* ---- names ---- */

XppSymbol *
model_xpp_find_symbol (XppReader *reader, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_hash_table_lookup (reader->symbols, lower);
}

static XppSymbol *
add_symbol (XppReader *reader, XppSymbolType type, const XppStatement *statement)
{
  XppSymbol *symbol = model_xpp_find_symbol (reader, statement->name);

  if (symbol != NULL)
    {
      model_draft_error (reader->draft, statement->line, _("'%s' is declared twice"), statement->name);
      return symbol;
    }
  symbol = g_new0 (XppSymbol, 1);
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

const char *
model_xpp_option (XppReader *reader, const char *const *names, int *line)
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

double
model_xpp_number_option (XppReader *reader, const char *const *names, double otherwise)
{
  int line;
  const char *text = model_xpp_option (reader, names, &line);
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

void
model_xpp_declare (XppReader *reader)
{
  static const XppSymbolType types[] = {
    [XPP_STATEMENT_RATE] = XPP_SYMBOL_STATE,         [XPP_STATEMENT_MAP] = XPP_SYMBOL_STATE,         [XPP_STATEMENT_UNKNOWN] = XPP_SYMBOL_OTHER, [XPP_STATEMENT_FUNCTION] = XPP_SYMBOL_FUNCTION,
    [XPP_STATEMENT_FIXED] = XPP_SYMBOL_FIXED,        [XPP_STATEMENT_DERIVED] = XPP_SYMBOL_OTHER,     [XPP_STATEMENT_NUMBER] = XPP_SYMBOL_PARAMETER,
    [XPP_STATEMENT_PARAMETER] = XPP_SYMBOL_PARAMETER, [XPP_STATEMENT_WIENER] = XPP_SYMBOL_OTHER,      [XPP_STATEMENT_TABLE] = XPP_SYMBOL_TABLE,
    [XPP_STATEMENT_CONVOLUTION] = XPP_SYMBOL_OTHER,
  };
  int line = 0;
  const char *method = model_xpp_option (reader, NAMES ("meth", "method"), &line);

  reader->is_map = method != NULL && g_ascii_strncasecmp (method, "disc", 4) == 0;
  for (guint k = 0; k < reader->statements->len; k++)
    reader->is_map |= ((XppStatement *) reader->statements->pdata[k])->type == XPP_STATEMENT_MAP;
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const XppStatement *statement = reader->statements->pdata[k];

      if (statement->type != XPP_STATEMENT_RESIDUAL && statement->type != XPP_STATEMENT_INITIAL && statement->type != XPP_STATEMENT_AUXILIARY && statement->type != XPP_STATEMENT_EVENT)
        add_symbol (reader, types[statement->type], statement);
    }
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const XppStatement *statement = reader->statements->pdata[k];
      XppSymbol *symbol;

      if (statement->type != XPP_STATEMENT_INITIAL)
        continue;
      symbol = model_xpp_find_symbol (reader, statement->name);
      if (symbol == NULL || (symbol->type != XPP_SYMBOL_STATE && symbol->statement->type != XPP_STATEMENT_UNKNOWN))
        model_draft_note (reader->draft, statement->line, _("The initial value of '%s' was left out, since it has no differential equation."), statement->name);
      else
        symbol->initial = statement;
    }
}

/* ---- expressions ---- */

typedef struct
{
  XppReader *reader;
  const XppStatement *statement; /* where the expression stands */
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
expand_sums (XppReader *reader, ModelImportTree **tree, GError **error)
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
shifted (XppReader *reader, const ModelImportTree *call, GError **error)
{
  const ModelImportTree *name = call->children->pdata[0];
  const XppSymbol *symbol, *other;
  double offset;

  /* The names of the model were put in before. */
  if (name->kind != MODEL_IMPORT_NAME || !model_import_tree_value (call->children->pdata[1], &offset) || offset != floor (offset) || fabs (offset) > MOST_STATEMENTS)
    {
      refuse (error, N_("shift (name, k) is imported for a name and a whole number k only"), NULL);
      return NULL;
    }
  symbol = NULL;
  for (int type = XPP_SYMBOL_STATE; type <= XPP_SYMBOL_PARAMETER && symbol == NULL; type++)
    for (guint k = 0; k < reader->by_type[type]->len && symbol == NULL; k++)
      if (strcmp (((XppSymbol *) reader->by_type[type]->pdata[k])->name, name->text) == 0)
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

static gboolean table_points (XppReader *reader, const XppStatement *statement, GPtrArray *y, double *from, double *step);

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
convolution (XppReader *reader, const XppStatement *statement, const ModelImportTree *call, GError **error)
{
  char *const *arguments = statement->arguments;
  const int n = atoi (arguments[1]), width = atoi (arguments[2]);
  const XppSymbol *u = model_xpp_find_symbol (reader, arguments[4]);
  XppSymbol *weight = model_xpp_find_symbol (reader, arguments[3]);
  ModelImportTree *sum = NULL;
  double i;

  if (n < 1 || n > MOST_STATEMENTS || width < 0 || width > 2000 || weight == NULL || weight->type != XPP_SYMBOL_TABLE || u == NULL || u->type > XPP_SYMBOL_PARAMETER
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
      factor = model_import_tree_operator ("*", factor, model_import_tree_name (((const XppSymbol *) reader->by_type[u->type]->pdata[u->index + k])->name));
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
  XppReader *reader = place->reader;
  g_autofree char *lower = g_ascii_strdown (node->text, -1);
  const XppSymbol *symbol = g_hash_table_lookup (reader->symbols, lower);
  const char *name = NULL;
  guint n = node->children->len, wanted = 1;

  if (symbol != NULL && symbol->statement->type == XPP_STATEMENT_CONVOLUTION)
    return convolution (reader, symbol->statement, node, error);
  if (symbol != NULL && (symbol->type == XPP_SYMBOL_FUNCTION || symbol->type == XPP_SYMBOL_TABLE))
    {
      name = symbol->name;
      wanted = symbol->type == XPP_SYMBOL_TABLE ? 1 : g_strv_length (symbol->statement->arguments);
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

char *
model_xpp_argument_name (const char *argument)
{
  g_autofree char *lower = g_ascii_strdown (argument, -1);

  return g_strconcat (lower, expr_name_is_reserved (lower) ? "_" : "", NULL);
}

/* Puts the names and functions of models into a tree. */
static ModelImportTree *
convert (gpointer user, ModelImportTree *node, GError **error)
{
  Place *place = user;
  const XppSymbol *symbol;
  g_autofree char *lower = NULL;

  if (node->kind == MODEL_IMPORT_CALL)
    return convert_call (place, node, error);
  if (node->kind != MODEL_IMPORT_NAME)
    return NULL;
  lower = g_ascii_strdown (node->text, -1);
  for (int k = 0; place->arguments != NULL && place->arguments[k] != NULL; k++)
    if (g_ascii_strcasecmp (place->arguments[k], lower) == 0)
      {
        g_autofree char *name = model_xpp_argument_name (place->arguments[k]);

        return model_import_tree_name (name);
      }
  symbol = g_hash_table_lookup (place->reader->symbols, lower);
  if (symbol != NULL && symbol->type != XPP_SYMBOL_FUNCTION && symbol->type != XPP_SYMBOL_TABLE)
    return model_import_tree_name (symbol->name);
  if (strcmp (lower, "t") == 0)
    /* An iteration from n to n + 1 happens at the time n + 1/2, so that the values at n and at the end are those of XPPAUT. */
    return place->reader->is_map && place->statement->type != XPP_STATEMENT_AUXILIARY
               ? model_import_tree_operator ("-", model_import_tree_name ("t"), model_import_tree_number (0.5))
               : model_import_tree_name ("t");
  if (strcmp (lower, "pi") == 0)
    return model_import_tree_name ("pi");
  refuse (error, N_("'%s' is not declared"), node->text);
  return NULL;
}

ModelImportTree *
model_xpp_read_tree (XppReader *reader, const XppStatement *statement, const char *text, const char *const *arguments)
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
  XppReader *reader;
  double t;
  const XppStatement *function; /* the function that is being called, with the trees of its arguments */
  GPtrArray *values;
  int depth;
} Numbers;

/* Replaces names by their numbers, and calls by the expressions of the functions. */
static ModelImportTree *
put_numbers (gpointer user, ModelImportTree *node, GError **error)
{
  Numbers *numbers = user;
  XppReader *reader = numbers->reader;
  const XppSymbol *symbol;
  g_autoptr (ModelImportTree) tree = NULL;

  if (node->kind == MODEL_IMPORT_NAME)
    {
      for (int k = 0; numbers->function != NULL && numbers->function->arguments[k] != NULL; k++)
        if (g_ascii_strcasecmp (numbers->function->arguments[k], node->text) == 0)
          return model_import_tree_copy (numbers->values->pdata[k]);
      if (g_ascii_strcasecmp (node->text, "t") == 0)
        return model_import_tree_number (numbers->t);
      symbol = model_xpp_find_symbol (reader, node->text);
      if (symbol == NULL || symbol->type != XPP_SYMBOL_PARAMETER)
        return NULL;
      return model_xpp_read_tree (reader, symbol->statement, symbol->statement->value, NULL);
    }
  symbol = node->kind == MODEL_IMPORT_CALL ? model_xpp_find_symbol (reader, node->text) : NULL;
  if (symbol != NULL && symbol->type == XPP_SYMBOL_FUNCTION && g_strv_length (symbol->statement->arguments) == node->children->len && numbers->depth < 20)
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
compute_table (XppReader *reader, const XppStatement *statement, GPtrArray *y, double *from, double *step)
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
read_table_file (XppReader *reader, const XppStatement *statement, GPtrArray *y, double *from, double *step)
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
table_points (XppReader *reader, const XppStatement *statement, GPtrArray *y, double *from, double *step)
{
  return (strcmp (statement->value, "%") == 0 ? compute_table : read_table_file) (reader, statement, y, from, step);
}

void
model_xpp_write_table (XppReader *reader, const XppSymbol *symbol)
{
  const XppStatement *statement = symbol->statement;
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
