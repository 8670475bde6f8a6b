/* Sets the names of states and columns, and checks that plots and reference points name columns that
 * exist. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static char *
element_name (const ModelSymbol *symbol, int k)
{
  static const char *const rotation_parts[] = { "w", "x", "y", "z", "px", "py", "pz" };
  const char *name = symbol->declaration->name;

  if (symbol->declaration->class == MODEL_CLASS_COORDINATE)
    return k == 0 ? g_strdup (name) : g_strdup_printf ("%s.v", name);
  if (symbol->declaration->class == MODEL_CLASS_ROTATION)
    return g_strdup_printf ("%s.%s", name, rotation_parts[k]);
  if (symbol->declaration->class == MODEL_CLASS_MULTIPLIER)
    return g_strdup_printf ("%s.lambda", name);
  if (symbol->n_dimensions == 0)
    return g_strdup (name);
  if (symbol->n_dimensions == 1)
    return g_strdup_printf ("%s[%d]", name, k + 1);
  return g_strdup_printf ("%s[%d,%d]", name, k / symbol->n_columns + 1, k % symbol->n_columns + 1);
}

static char **
names_for (const ModelSymbol *symbol, ModelPlan *plan)
{
  switch (symbol->declaration->class)
    {
    case MODEL_CLASS_PARAMETER:
      return plan->parameter_names;
    case MODEL_CLASS_DISCRETE:
      return plan->discrete_names;
    case MODEL_CLASS_MULTIPLIER:
      return plan->multiplier_names;
    case MODEL_CLASS_NOISE:
      return plan->noise_names;
    case MODEL_CLASS_STATE:
    case MODEL_CLASS_COORDINATE:
    case MODEL_CLASS_ROTATION:
    case MODEL_CLASS_ALGEBRAIC:
      return plan->state_names;
    default:
      return NULL;
    }
}

void
model_plan_name_states (ModelPlan *plan)
{
  plan->parameter_names = g_new0 (char *, plan->n_parameters + 1);
  plan->discrete_names = g_new0 (char *, plan->n_discrete + 1);
  plan->multiplier_names = g_new0 (char *, plan->n_multipliers + 1);
  plan->noise_names = g_new0 (char *, plan->n_noise + 1);
  plan->state_names = g_new0 (char *, plan->n_states + 1);
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];
      char **names = names_for (symbol, plan);

      for (int m = 0; names != NULL && m < symbol->n_elements; m++)
        names[symbol->first + m] = element_name (symbol, m);
    }
}

/* ---- columns ---- */

static const char *
velocity_unit (ModelPlan *plan, const char *unit)
{
  const ModelYaml *time = model_yaml_get (model_yaml_root (plan->model->document), "time");
  const char *time_unit = model_yaml_get_text (time, "unit", "");

  return unit[0] == '\0' || time_unit[0] == '\0' ? "" : model_plan_own (plan, g_strdup_printf ("%s/%s", unit, time_unit));
}

static double
wrap_of (ModelPlan *plan, const ModelDeclaration *declaration)
{
  const ModelField *field = &declaration->fields[MODEL_FIELD_WRAP];
  double wrap = 0;

  if (field->n_items == 0 || !model_scope_number (plan, &field->items[0], N_("the period of '%s'"), declaration->name, &wrap))
    return 0;
  if (!(wrap > 0 && isfinite (wrap)))
    {
      model_plan_error (plan, field->node, _("'wrap' of '%s' must be a period above zero, not %g"), declaration->name, wrap);
      wrap = 0;
    }
  return wrap;
}

static void
add_columns (ModelPlan *plan, const ModelSymbol *symbol, ModelColumnType type)
{
  const ModelDeclaration *declaration = symbol->declaration;
  char **names = names_for (symbol, plan);
  double wrap = type == MODEL_COLUMN_STATE ? wrap_of (plan, declaration) : 0;

  for (int k = 0; k < symbol->n_elements; k++)
    {
      gboolean is_speed = declaration->class == MODEL_CLASS_COORDINATE && k == 1;
      ModelColumn column = {
        .name = names != NULL ? names[symbol->first + k] : model_plan_own (plan, element_name (symbol, k)),
        .base = declaration->name,
        .unit = is_speed ? velocity_unit (plan, declaration->unit) : declaration->unit,
        .about = declaration->about,
        .type = type,
        .index = symbol->first + k,
        .kind = type == MODEL_COLUMN_STATE ? plan->kinds[symbol->first + k] : ODE_OTHER,
        .invariant = declaration->invariant,
        .wrap = is_speed ? 0 : wrap,
      };

      if (declaration->class == MODEL_CLASS_COORDINATE && k == 1)
        column.base = column.name;
      g_array_append_val (plan->columns, column);
    }
}

static void
add_norm_errors (ModelPlan *plan)
{
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelDeclaration *declaration = plan->symbols[k].declaration;
      ModelColumn column = { .type = MODEL_COLUMN_OUTPUT, .index = (int) plan->outputs->len, .unit = "" };
      ModelContext context = { .role = N_("the output '%s'"), .subject = declaration->name, .allowed = MODEL_USES_ALL };
      g_autoptr (ExprTree) tree = NULL;
      ExprValue value;

      if (declaration->class != MODEL_CLASS_ROTATION)
        continue;
      column.name = column.base = model_plan_own (plan, g_strdup_printf ("%s.norm_error", declaration->name));
      column.about = _("length of the quaternion minus one");
      tree = expr_tree_parse (column.name, NULL, plan->errors);
      value = model_scope_tree_value (plan, tree, &context);
      g_array_append_val (plan->outputs, value);
      g_array_append_val (plan->columns, column);
    }
}

void
model_plan_name_columns (ModelPlan *plan)
{
  static const struct
  {
    ModelClass class;
    ModelColumnType type;
  } order[] = {
    { MODEL_CLASS_STATE, MODEL_COLUMN_STATE },         { MODEL_CLASS_COORDINATE, MODEL_COLUMN_STATE },
    { MODEL_CLASS_ROTATION, MODEL_COLUMN_STATE },      { MODEL_CLASS_ALGEBRAIC, MODEL_COLUMN_STATE },
    { MODEL_CLASS_DISCRETE, MODEL_COLUMN_DISCRETE },   { MODEL_CLASS_MULTIPLIER, MODEL_COLUMN_MULTIPLIER },
    { MODEL_CLASS_OUTPUT, MODEL_COLUMN_OUTPUT },       { MODEL_CLASS_NOISE, MODEL_COLUMN_NOISE },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (order); k++)
    {
      for (int m = 0; m < plan->n_symbols; m++)
        if (plan->symbols[m].declaration->class == order[k].class)
          add_columns (plan, &plan->symbols[m], order[k].type);
      if (order[k].class == MODEL_CLASS_OUTPUT)
        add_norm_errors (plan);
    }
  plan->n_outputs = (int) plan->outputs->len;
}

/* ---- column names in plots and reference points ---- */

static gboolean
is_column (const ModelPlan *plan, const char *name, gboolean whole_arrays)
{
  for (guint k = 0; k < plan->columns->len; k++)
    {
      const ModelColumn *column = &g_array_index (plan->columns, ModelColumn, k);

      if (strcmp (column->name, name) == 0 || (whole_arrays && strcmp (column->base, name) == 0))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_event (const ModelPlan *plan, const char *name)
{
  for (int k = 0; k < plan->n_symbols; k++)
    if (plan->symbols[k].declaration->class == MODEL_CLASS_EVENT && strcmp (plan->symbols[k].declaration->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Checks the name of a column. `where` describes its use in messages, and is marked for
 * translation. */
static void
check_column (ModelPlan *plan, const ModelYaml *node, const char *where, gboolean whole_arrays)
{
  g_autoptr (GPtrArray) candidates = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *spaceless = NULL;
  const char *suggestion;

  if (node == NULL || node->broken || node->type != MODEL_YAML_SCALAR)
    return;
  parts = g_strsplit (node->text, " ", -1);
  spaceless = g_strjoinv ("", parts);
  if (strcmp (node->text, "t") == 0 || is_column (plan, node->text, whole_arrays) || is_column (plan, spaceless, FALSE))
    return;
  candidates = g_ptr_array_new ();
  for (guint k = 0; k < plan->columns->len && k < 1000; k++)
    g_ptr_array_add (candidates, (gpointer) g_array_index (plan->columns, ModelColumn, k).name);
  suggestion = expr_suggest (node->text, (const char *const *) candidates->pdata, candidates->len);
  if (suggestion != NULL)
    model_plan_error (plan, node, _("unknown column '%s' in %s; did you mean '%s'?"), node->text, _(where), suggestion);
  else if (g_hash_table_contains (plan->model->names, node->text))
    model_plan_error (plan, node, _("'%s' in %s is not a column; declare it as an output"), node->text, _(where));
  else
    model_plan_error (plan, node, _("unknown column '%s' in %s"), node->text, _(where));
}

/* Checks the quantity of a Poincaré section: it must be a column, since the plot reads the recorded rows, or an
 * event. */
static void
check_section (ModelPlan *plan, const ModelYaml *node)
{
  if (node == NULL || node->broken || node->type != MODEL_YAML_SCALAR || is_event (plan, node->text))
    return;
  if (strpbrk (node->text, "+-*/^()<>=") == NULL)
    check_column (plan, node, N_("a section"), FALSE);
  else
    model_plan_error (plan, node, _("'at' of a section must be a column or an event; declare '%s' as an output"), node->text);
}

/* Checks the key `at` of a plot. Its value is an event whose times are shown, or the quantity of a Poincaré
 * section. */
static void
check_at (ModelPlan *plan, const ModelYaml *plot)
{
  const ModelYaml *at = model_yaml_get (plot, "at");
  const char *type = model_yaml_get_text (plot, "type", "");
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *suggestion;

  if (strcmp (type, "events") != 0)
    {
      check_section (plan, at);
      return;
    }
  if (at == NULL || at->broken || at->type != MODEL_YAML_SCALAR)
    return;
  for (int k = 0; k < plan->n_symbols; k++)
    if (plan->symbols[k].declaration->class == MODEL_CLASS_EVENT)
      {
        if (strcmp (plan->symbols[k].declaration->name, at->text) == 0)
          return;
        g_ptr_array_add (names, (gpointer) plan->symbols[k].declaration->name);
      }
  suggestion = expr_suggest (at->text, (const char *const *) names->pdata, names->len);
  if (suggestion != NULL)
    model_plan_error (plan, at, _("unknown event '%s' in a plot of events; did you mean '%s'?"), at->text, suggestion);
  else
    model_plan_error (plan, at, _("unknown event '%s' in a plot of events"), at->text);
}

void
model_plan_check_views (ModelPlan *plan)
{
  const ModelYaml *root = model_yaml_root (plan->model->document);
  const ModelYaml *plots = model_yaml_get (root, "plots");
  const ModelYaml *points = model_yaml_get (model_yaml_get (root, "reference"), "points");

  for (int k = 0; plots != NULL && plots->type == MODEL_YAML_LIST && k < plots->n_items; k++)
    {
      const ModelYaml *plot = plots->items[k];
      ModelYaml *show = model_yaml_get (plot, "show");

      if (show != NULL && show->type == MODEL_YAML_SCALAR)
        check_column (plan, show, N_("a plot"), TRUE);
      for (int m = 0; show != NULL && show->type == MODEL_YAML_LIST && m < show->n_items; m++)
        check_column (plan, show->items[m], N_("a plot"), TRUE);
      check_column (plan, model_yaml_get (plot, "x"), N_("a plot"), FALSE);
      check_column (plan, model_yaml_get (plot, "y"), N_("a plot"), FALSE);
      check_at (plan, plot);
    }
  check_column (plan, plan->model->view_share, N_("the scene's view"), FALSE);
  for (int k = 0; points != NULL && points->type == MODEL_YAML_LIST && k < points->n_items; k++)
    {
      const ModelYaml *values = model_yaml_get (points->items[k], "values");

      for (int m = 0; values != NULL && values->type == MODEL_YAML_MAPPING && m < values->n_items; m++)
        check_column (plan, values->keys[m], N_("a reference point"), FALSE);
    }
}
