/* Reads models of XPPAUT (Ermentrout, Simulating, Analyzing, and Animating Dynamical Systems, SIAM 2002; the syntax as its program reads it). Lines are
 * expanded over the indices of arrays, then sorted into statements; expressions are read when all names are known. This file makes the model from them. */
#include "model-import-xpp.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
write_event (XppReader *reader, const XppStatement *statement)
{
  g_auto (GStrv) parts = g_strsplit (statement->arguments[1], ";", -1);
  g_autoptr (ModelImportTree) condition = model_xpp_read_tree (reader, statement, statement->value, NULL);
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
      const char *equals = model_xpp_find_equals (parts[k]);
      g_autofree char *target = equals != NULL ? g_strstrip (g_strndup (parts[k], (gsize) (equals - parts[k]))) : NULL;
      const XppSymbol *symbol = target != NULL ? model_xpp_find_symbol (reader, target) : NULL;
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
      if (symbol == NULL || (symbol->type != XPP_SYMBOL_STATE && symbol->type != XPP_SYMBOL_PARAMETER))
        {
          model_draft_error (reader->draft, statement->line, _("'%s' does not set a variable or a parameter"), parts[k]);
          return;
        }
      if ((value = model_xpp_read_tree (reader, statement, equals + 1, NULL)) == NULL)
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
find_changes (XppReader *reader)
{
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const XppStatement *statement = reader->statements->pdata[k];
      g_auto (GStrv) parts = statement->type == XPP_STATEMENT_EVENT ? g_strsplit (statement->arguments[1], ";", -1) : NULL;

      for (int m = 0; parts != NULL && parts[m] != NULL; m++)
        {
          const char *equals = model_xpp_find_equals (parts[m]);
          g_autofree char *target = equals != NULL ? g_strstrip (g_strndup (parts[m], (gsize) (equals - parts[m]))) : NULL;
          XppSymbol *symbol = target != NULL ? model_xpp_find_symbol (reader, target) : NULL;

          if (symbol != NULL && symbol->type == XPP_SYMBOL_PARAMETER)
            symbol->changes = TRUE;
        }
    }
}

/* ---- the model ---- */

static void
set_expression (XppReader *reader, ModelDraftItem *item, const char *inside, const char *key, const XppStatement *statement, const char *text, const char *const *arguments)
{
  g_autoptr (ModelImportTree) tree = model_xpp_read_tree (reader, statement, text, arguments);

  if (tree != NULL)
    model_draft_set_tree (item, inside, key, tree);
}

static void
write_initial (XppReader *reader, ModelDraftItem *item, const XppSymbol *symbol)
{
  if (symbol->initial != NULL)
    set_expression (reader, item, NULL, "initial", symbol->initial, symbol->initial->value, NULL);
  else if (symbol->statement->type == XPP_STATEMENT_UNKNOWN || symbol->type == XPP_SYMBOL_PARAMETER)
    set_expression (reader, item, NULL, "initial", symbol->statement, symbol->statement->value, NULL);
  else
    model_draft_set (item, NULL, "initial", "0");
}

static void
write_function (XppReader *reader, const XppSymbol *symbol)
{
  const XppStatement *statement = symbol->statement;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  ModelDraftItem *item = model_draft_add (reader->draft, MODEL_DRAFT_FUNCTIONS, symbol->name);

  for (int k = 0; statement->arguments[k] != NULL; k++)
    g_ptr_array_add (names, model_xpp_argument_name (statement->arguments[k]));
  g_ptr_array_add (names, NULL);
  model_draft_set_list (item, "arguments", (const char *const *) names->pdata);
  set_expression (reader, item, NULL, "value", statement, statement->value, (const char *const *) statement->arguments);
}

/* Writes a parameter: its value must be a number. */
static void
write_parameter (XppReader *reader, const XppSymbol *symbol)
{
  g_autoptr (ModelImportTree) tree = model_xpp_read_tree (reader, symbol->statement, symbol->statement->value, NULL);
  double value;

  if (tree == NULL)
    return;
  if (!model_import_tree_value (tree, &value))
    model_draft_error (reader->draft, symbol->statement->line, _("the value of '%s' is not a number: %s"), symbol->statement->name, symbol->statement->value);
  else if (symbol->changes)
    model_draft_set_tree (model_draft_add (reader->draft, MODEL_DRAFT_DISCRETE, symbol->name), NULL, "initial", tree);
  else
    model_draft_set_tree (model_draft_add (reader->draft, symbol->statement->type == XPP_STATEMENT_NUMBER ? MODEL_DRAFT_CONSTANTS : MODEL_DRAFT_PARAMETERS, symbol->name),
                          NULL, "value", tree);
}

static void
write_noise (XppReader *reader, const XppSymbol *symbol, double dt)
{
  ModelDraftItem *item = model_draft_add (reader->draft, MODEL_DRAFT_NOISE, symbol->name);
  g_autofree char *step = model_import_number_text (dt), *distribution = NULL;

  /* XPPAUT draws a normal number in each step and divides it by the root of the step. */
  distribution = g_strdup_printf ("normal(0, 1/sqrt(%s))", step);
  model_draft_set (item, NULL, "distribution", distribution);
  model_draft_set_number (item, "every", dt);
}

static void
write_symbol (XppReader *reader, const XppSymbol *symbol, double dt, guint *n_residuals)
{
  const XppStatement *statement = symbol->statement;
  ModelDraftItem *item;

  switch (statement->type)
    {
    case XPP_STATEMENT_RATE:
    case XPP_STATEMENT_MAP:
      item = model_draft_add (reader->draft, reader->is_map ? MODEL_DRAFT_DISCRETE : MODEL_DRAFT_STATES, symbol->name);
      write_initial (reader, item, symbol);
      if (!reader->is_map)
        set_expression (reader, item, NULL, "derivative", statement, statement->value, NULL);
      break;
    case XPP_STATEMENT_UNKNOWN:
      item = model_draft_add (reader->draft, MODEL_DRAFT_ALGEBRAIC, symbol->name);
      write_initial (reader, item, symbol);
      for (guint k = 0, found = 0; k < reader->statements->len; k++)
        {
          const XppStatement *residual = reader->statements->pdata[k];

          if (residual->type == XPP_STATEMENT_RESIDUAL && found++ == *n_residuals)
            {
              set_expression (reader, item, NULL, "residual", residual, residual->value, NULL);
              break;
            }
        }
      (*n_residuals)++;
      break;
    case XPP_STATEMENT_FUNCTION:
      write_function (reader, symbol);
      break;
    case XPP_STATEMENT_FIXED:
    case XPP_STATEMENT_DERIVED:
      item = model_draft_add (reader->draft, MODEL_DRAFT_VARIABLES, symbol->name);
      set_expression (reader, item, NULL, "value", statement, statement->value, NULL);
      break;
    case XPP_STATEMENT_PARAMETER:
    case XPP_STATEMENT_NUMBER:
      write_parameter (reader, symbol);
      break;
    case XPP_STATEMENT_WIENER:
      write_noise (reader, symbol, dt);
      break;
    case XPP_STATEMENT_TABLE:
      model_xpp_write_table (reader, symbol);
      break;
    default:
      break;
    }
}

/* Sets the method: the one of the file where Stepwise has it, otherwise one of the same kind. */
static void
write_method (XppReader *reader, double dt)
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
  const char *name = model_xpp_option (reader, NAMES ("meth", "method"), &line);
  const double tolerance = model_xpp_number_option (reader, NAMES ("tol", "toler", "tolerance"), 1e-3);
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
  if (!found || reader->is_map || reader->by_type[XPP_SYMBOL_STATE]->len == 0)
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
write_plot (XppReader *reader)
{
  int line;
  const char *x = model_xpp_option (reader, NAMES ("xp", "xplot"), &line), *y = model_xpp_option (reader, NAMES ("yp", "yplot"), &line);
  const XppSymbol *across = x != NULL ? model_xpp_find_symbol (reader, x) : NULL, *up = y != NULL ? model_xpp_find_symbol (reader, y) : NULL;

  if (up == NULL || (up->type != XPP_SYMBOL_STATE && up->type != XPP_SYMBOL_FIXED) || up->type == XPP_SYMBOL_FIXED)
    return;
  if (x == NULL || g_ascii_strcasecmp (x, "t") == 0)
    model_draft_add_plot (reader->draft, NAMES (up->name), NULL, NULL);
  else if (across != NULL && across->type == XPP_SYMBOL_STATE && across != up)
    model_draft_add_plot (reader->draft, NULL, across->name, up->name);
}

static void
write_all (XppReader *reader)
{
  const double total = model_xpp_number_option (reader, NAMES ("total"), 20), t0 = model_xpp_number_option (reader, NAMES ("t0"), 0);
  const double dt = reader->is_map ? 1 : model_xpp_number_option (reader, NAMES ("dt", "delta_t"), 0.05);
  ModelDraftItem *iterate = NULL;
  guint n_residuals = 0, n_equations = 0;

  for (guint k = 0; k < reader->statements->len; k++)
    {
      const XppStatementType type = ((XppStatement *) reader->statements->pdata[k])->type;

      n_equations += type == XPP_STATEMENT_RESIDUAL;
      reader->n_algebraic += type == XPP_STATEMENT_UNKNOWN;
    }
  if (n_equations != (guint) reader->n_algebraic)
    model_draft_error (reader->draft, 0, _("there are %u equations 0=… and %d unknowns 'solv'"), n_equations, reader->n_algebraic);
  if (reader->by_type[XPP_SYMBOL_STATE]->len == 0)
    model_draft_error (reader->draft, 0, _("the file has no differential equation"));
  if (!(total > 0) || !(dt > 0))
    model_draft_error (reader->draft, 0, _("'total' and 'dt' must be larger than 0"));
  if (model_draft_n_errors (reader->draft) > 0)
    return;
  find_changes (reader);
  model_draft_set_time (reader->draft, t0, t0 + total);
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const XppStatement *statement = reader->statements->pdata[k];
      const XppSymbol *symbol = model_xpp_find_symbol (reader, statement->name);

      if (symbol != NULL && symbol->statement == statement)
        write_symbol (reader, symbol, dt, &n_residuals);
    }
  for (guint k = 0; k < reader->statements->len; k++)
    {
      const XppStatement *statement = reader->statements->pdata[k];

      if (statement->type == XPP_STATEMENT_AUXILIARY)
        {
          const XppSymbol *symbol = model_xpp_find_symbol (reader, statement->name);
          g_autofree char *wanted = g_strconcat (statement->name, symbol != NULL ? "_aux" : "", NULL);

          set_expression (reader, model_draft_add (reader->draft, MODEL_DRAFT_OUTPUTS, model_draft_name (reader->draft, wanted)), NULL, "value", statement,
                          statement->value, NULL);
        }
      else if (statement->type == XPP_STATEMENT_EVENT)
        write_event (reader, statement);
    }
  if (reader->is_map)
    {
      iterate = model_draft_add (reader->draft, MODEL_DRAFT_EVENTS, model_draft_name (reader->draft, "iterate"));
      model_draft_set (iterate, NULL, "every", "1");
      model_draft_set_number (iterate, "offset", t0 + 0.5);
      for (guint k = 0; k < reader->by_type[XPP_SYMBOL_STATE]->len; k++)
        {
          const XppSymbol *symbol = reader->by_type[XPP_SYMBOL_STATE]->pdata[k];

          set_expression (reader, iterate, "update", symbol->name, symbol->statement, symbol->statement->value, NULL);
        }
    }
  write_method (reader, dt);
  write_plot (reader);
}

static void
note_options (XppReader *reader)
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
  XppReader reader = { .draft = draft };

  reader.statements = g_ptr_array_new_with_free_func ((GDestroyNotify) model_xpp_statement_free);
  reader.symbols = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  reader.options = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (int k = 0; k < XPP_N_SYMBOL_TYPES; k++)
    reader.by_type[k] = g_ptr_array_new ();
  model_xpp_read_lines (&reader, text);
  if (model_draft_n_errors (draft) == 0)
    model_xpp_declare (&reader);
  if (model_draft_n_errors (draft) == 0)
    write_all (&reader);
  if (model_draft_n_errors (draft) == 0)
    note_options (&reader);
  for (int k = 0; k < XPP_N_SYMBOL_TYPES; k++)
    g_ptr_array_unref (reader.by_type[k]);
  g_hash_table_unref (reader.options);
  g_hash_table_unref (reader.symbols);
  g_ptr_array_unref (reader.statements);
}

const ModelImportKind model_import_kind_xpp = { .id = "xppaut", .endings = { "ode" }, .read = read_xpp };
