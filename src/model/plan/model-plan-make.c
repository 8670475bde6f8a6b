/* Makes a plan: converts all expressions of the file to values of one expression graph. */
#include "model-plan-make.h"
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static void
elaborate_variables (ModelPlan *plan)
{
  for (int k = 0; k < plan->n_symbols; k++)
    {
      ModelSymbol *symbol = &plan->symbols[k];
      ModelClass class = symbol->declaration->class;

      if (class != MODEL_CLASS_VARIABLE && class != MODEL_CLASS_OUTPUT)
        continue;
      for (int m = 0; m < symbol->n_elements; m++)
        {
          ModelUses uses = 0;
          ExprPlace place = { symbol->declaration->key->line, symbol->declaration->key->column };

          model_scope_element (plan, symbol, m, place, plan->errors, &uses);
          if ((symbol->marks[m] & 15) == MODEL_MARK_FAILED)
            break;
          if (class == MODEL_CLASS_OUTPUT)
            g_array_append_val (plan->outputs, symbol->values[m]);
        }
    }
}

static void
elaborate_derivatives (ModelPlan *plan)
{
  for (int k = 0; k < plan->n_symbols; k++)
    {
      ModelSymbol *symbol = &plan->symbols[k];
      ModelClass class = symbol->declaration->class;

      if (class != MODEL_CLASS_STATE && class != MODEL_CLASS_ALGEBRAIC)
        continue;
      for (int m = 0; m < symbol->n_elements; m++)
        {
          ModelContext context = { .role = class == MODEL_CLASS_STATE ? N_("the derivative of '%s'") : N_("the residual of '%s'"),
                                   .subject = symbol->declaration->name, .allowed = MODEL_USES_ALL };
          ExprValue value = model_scope_field (plan, &symbol->declaration->fields[MODEL_FIELD_VALUE], symbol, m, &context);

          plan->kinds[symbol->first + m] = class == MODEL_CLASS_STATE ? symbol->declaration->kind : ODE_ALGEBRAIC;
          plan->derivatives[symbol->first + m] = symbol->values[m] = value;
          if (value == EXPR_NO_VALUE)
            break;
        }
    }
}

static ExprValue
slow_value (ModelPlan *plan, const ModelField *field, const char *role, const char *subject)
{
  ModelContext context = { .role = role, .subject = subject, .allowed = MODEL_USES_PARAMETERS };

  return field->n_items > 0 ? model_scope_value (plan, &field->items[0], &context) : EXPR_NO_VALUE;
}

static void
elaborate_time (ModelPlan *plan)
{
  const Model *model = plan->model;

  plan->slow_start = plan->slow_end = -1;
  if (model->start.node != NULL)
    plan->slow_start = model_plan_add_slow (plan, slow_value (plan, &model->start, N_("the start of the time"), NULL));
  if (model->end.node != NULL)
    plan->slow_end = model_plan_add_slow (plan, slow_value (plan, &model->end, N_("the end of the time"), NULL));
}

/* Replaces the weights of the elements of a symbol by those of a field, which has weights, or nominal values whose reciprocals are the weights. */
static void
elaborate_weight (ModelPlan *plan, const ModelSymbol *symbol, const ModelField *field, gboolean is_nominal)
{
  ModelContext context = { .role = is_nominal ? N_("the nominal value of '%s'") : N_("the weight of '%s'"),
                                 .subject = symbol->declaration->name, .allowed = MODEL_USES_PARAMETERS };
  /* The second element of a coordinate is its velocity, which has another unit. */
  const int n_elements = is_nominal && symbol->declaration->class == MODEL_CLASS_COORDINATE ? 1 : symbol->n_elements;

  for (int m = 0; field->node != NULL && m < n_elements; m++)
    {
      ExprValue value = model_scope_field (plan, field, symbol, m, &context);
      double nominal;

      if (value == EXPR_NO_VALUE)
        break;
      if (is_nominal && expr_graph_is_constant (plan->graph, value, &nominal) && !(nominal > 0 && isfinite (nominal)))
        {
          model_plan_error (plan, field->node, _("the nominal value of '%s' must be positive"), symbol->declaration->name);
          break;
        }
      if (is_nominal)
        value = expr_graph_apply (plan->graph, "/", (ExprValue[]){ expr_graph_constant (plan->graph, 1), value }, 2);
      g_array_index (plan->slow, ExprValue, plan->slow_weights + symbol->first + m) = value;
      plan->has_weight[symbol->first + m] = TRUE;
    }
}

static void
elaborate_weights (ModelPlan *plan)
{
  gboolean any = FALSE;

  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelField *fields = plan->symbols[k].declaration->fields;

      any |= fields[MODEL_FIELD_WEIGHT].node != NULL || fields[MODEL_FIELD_NOMINAL].node != NULL;
      if (fields[MODEL_FIELD_WEIGHT].node != NULL && fields[MODEL_FIELD_NOMINAL].node != NULL)
        model_plan_error (plan, fields[MODEL_FIELD_NOMINAL].node, _("'%s' has a weight and a nominal value; give one of them"),
                          plan->symbols[k].declaration->name);
    }
  plan->slow_weights = -1;
  if (!any)
    return;
  plan->slow_weights = (int) plan->slow->len;
  plan->has_weight = g_new0 (gboolean, plan->n_states + 1);
  for (int k = 0; k < plan->n_states; k++)
    model_plan_add_slow (plan, expr_graph_constant (plan->graph, 1));
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];

      elaborate_weight (plan, symbol, &symbol->declaration->fields[MODEL_FIELD_WEIGHT], FALSE);
      elaborate_weight (plan, symbol, &symbol->declaration->fields[MODEL_FIELD_NOMINAL], TRUE);
    }
}

/* Reports an algebraic equation that uses no algebraic unknown and therefore determines none. Its time derivative may determine one. Only
 * the first element of an array is checked. */
static void
check_index_one (ModelPlan *plan, const ModelSymbol *symbol)
{
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);
  ExprValue residual = plan->derivatives[symbol->first];

  if (residual == EXPR_NO_VALUE)
    return;
  expr_graph_dependencies (plan->graph, residual, flags, plan->n_inputs);
  for (int k = 0; k < plan->n_states; k++)
    if (plan->kinds[k] == ODE_ALGEBRAIC && flags[plan->base_x + k])
      return;
  model_plan_error (plan, symbol->declaration->fields[MODEL_FIELD_VALUE].node,
                    _("the residual of '%s' contains no algebraic unknown, so the equations have index 2 or higher; differentiate it, "
                      "or set the 'index' of '%s' to 2 or 3"), symbol->declaration->name, symbol->declaration->name);
}

/* Stores the index of each algebraic unknown for the integration method: unknowns of an index above 1 cannot be solved for separately. */
static void
elaborate_indices (ModelPlan *plan)
{
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];
      const ModelField *field = &symbol->declaration->fields[MODEL_FIELD_INDEX];
      double index = 1;

      if (field->n_items == 0 || !model_scope_number (plan, &field->items[0], N_("the index of '%s'"), symbol->declaration->name, &index))
        continue;
      if (index != 1 && index != 2 && index != 3)
        {
          model_plan_error (plan, field->node, _("'index' of '%s' must be 1, 2 or 3, not %g"), symbol->declaration->name, index);
          continue;
        }
      if (index > 1 && plan->index == NULL)
        {
          plan->index = g_new (int, plan->n_states + 1);
          for (int i = 0; i < plan->n_states; i++)
            plan->index[i] = 1;
        }
      for (int m = 0; index > 1 && m < symbol->n_elements; m++)
        plan->index[symbol->first + m] = (int) index;
    }
  for (int k = 0; k < plan->n_symbols && plan->index == NULL; k++)
    if (plan->symbols[k].declaration->class == MODEL_CLASS_ALGEBRAIC && plan->symbols[k].n_elements > 0)
      check_index_one (plan, &plan->symbols[k]);
}

/* Finds piecewise linear tables whose argument is offset + slope·t. Integration steps must end at their
 * knots. */
static void
elaborate_breaks (ModelPlan *plan)
{
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);
  guint n_kept = 0;

  for (guint k = 0; k < plan->breaks->len; k++)
    {
      ModelPlanBreaks *breaks = &g_array_index (plan->breaks, ModelPlanBreaks, k);
      const ModelDeclaration *table = breaks->table->declaration;
      ExprValue argument = breaks->argument;
      ExprValue slope, offset;
      g_autofree ExprValue *replacements = NULL;
      gboolean affine, known = FALSE;

      memset (flags, 0, sizeof *flags * (gsize) plan->n_inputs);
      expr_graph_dependencies (plan->graph, argument, flags, plan->n_inputs);
      affine = table->interpolation == EXPR_TABLE_LINEAR && flags[plan->base_t];
      for (int m = plan->base_discrete; m < plan->n_inputs; m++)
        affine &= !flags[m] || m == plan->base_t;
      if (!affine)
        continue;
      slope = expr_graph_derivative (plan->graph, argument, plan->base_t);
      flags[plan->base_t] = FALSE;
      expr_graph_dependencies (plan->graph, slope, flags, plan->n_inputs);
      if (flags[plan->base_t])
        continue;
      replacements = g_new (ExprValue, plan->base_t + 1);
      for (int m = 0; m < plan->base_t; m++)
        replacements[m] = EXPR_NO_VALUE;
      replacements[plan->base_t] = expr_graph_constant (plan->graph, 0);
      offset = expr_graph_substitute (plan->graph, argument, replacements, plan->base_t + 1);
      for (guint m = 0; m < n_kept && !known; m++)
        {
          const ModelPlanBreaks *kept = &g_array_index (plan->breaks, ModelPlanBreaks, m);

          known = kept->table == breaks->table && g_array_index (plan->slow, ExprValue, kept->offset) == offset
                  && g_array_index (plan->slow, ExprValue, kept->slope) == slope;
        }
      if (known)
        continue;
      breaks->offset = model_plan_add_slow (plan, offset);
      breaks->slope = model_plan_add_slow (plan, slope);
      g_array_index (plan->breaks, ModelPlanBreaks, n_kept++) = *breaks;
    }
  g_array_set_size (plan->breaks, n_kept);
}

/* Copies the knots of the tables that were found. */
static void
keep_knots (ModelPlan *plan)
{
  for (guint k = 0; k < plan->breaks->len; k++)
    {
      ModelPlanBreaks *breaks = &g_array_index (plan->breaks, ModelPlanBreaks, k);
      const ModelDeclaration *table = breaks->table->declaration;
      const ModelField *x = &table->fields[MODEL_FIELD_X];
      int n = table->n_file > 0 ? table->n_file : x->n_items;
      double *knots = g_new0 (double, n + 1);

      for (int m = 0; m < n; m++)
        if (table->n_file > 0)
          knots[m] = table->file_x[m];
        else
          model_scope_number (plan, &x->items[m], N_("the table '%s'"), table->name, &knots[m]);
      breaks->knots = (const double *) model_plan_own (plan, (gpointer) knots);
      breaks->n_knots = n;
    }
}

/* Returns whether the plan has the constants of the file. With other constants an array may be
 * shorter, so that an element that a closed form or a plot names does not exist; the model can still
 * run. */
static gboolean
has_constants_of_file (const ModelPlan *plan)
{
  return g_hash_table_size (plan->overrides) == 0;
}

/* Checks that a closed form contains states only as arguments of initial. Reports the first other one as an error. */
static gboolean
has_only_start_values (ModelPlan *plan, const ModelField *field, int item, ExprValue value, const char *name)
{
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);
  int first = -1;

  expr_graph_dependencies (plan->graph, value, flags, plan->n_inputs);
  for (int k = plan->base_discrete; k < plan->n_inputs && first < 0; k++)
    if (flags[k] && k != plan->base_t)
      first = k;
  if (first < 0)
    return TRUE;
  if (first >= plan->base_x && first < plan->base_x + plan->n_states)
    expr_errors_add (plan->errors, expr_tree_place (field->items[item].tree),
                     _("the closed form of '%s' depends on the state '%s'; its start value is initial(%s)"), name,
                     plan->state_names[first - plan->base_x], plan->state_names[first - plan->base_x]);
  else
    expr_errors_add (plan->errors, expr_tree_place (field->items[item].tree),
                     _("the closed form of '%s' may use only constants, parameters, t, t0 and initial(…)"), name);
  return FALSE;
}

static void
elaborate_exact (ModelPlan *plan)
{
  const ModelAssignments *exact = &plan->model->exact;
  guint n_errors = plan->errors->len;

  for (int k = 0; k < plan->n_states; k++)
    {
      ExprValue none = EXPR_NO_VALUE;

      g_array_append_val (plan->exact, none);
    }
  for (int k = 0; k < exact->n_items; k++)
    {
      const ModelAssignment *assignment = &exact->items[k];
      const ModelSymbol *symbol;
      int first, n_elements;

      if (!model_scope_target (plan, assignment->target, N_("the closed form"), NULL, &first, &n_elements, &symbol))
        continue;
      if (first < 0)
        {
          model_plan_error (plan, assignment->key, _("'%s' is a discrete state; only continuous states have a closed form"),
                            assignment->key->text);
          continue;
        }
      for (int m = 0; m < n_elements; m++)
        {
          ModelContext context = { .role = N_("the closed form of '%s'"),
                                   .subject = symbol->declaration->name,
                                   .allowed = MODEL_USES_PARAMETERS | MODEL_USES_TIME,
                                   .has_start = TRUE };
          ExprValue value =
              model_scope_field (plan, &assignment->field, symbol, assignment->field.is_list ? m : first + m - symbol->first, &context);

          if (value == EXPR_NO_VALUE
              || !has_only_start_values (plan, &assignment->field, assignment->field.is_list ? m : 0, value, symbol->declaration->name))
            break;
          g_array_index (plan->exact, ExprValue, first + m) = value;
        }
    }
  if (!has_constants_of_file (plan))
    g_ptr_array_set_size (plan->errors, (int) n_errors);
}

static void
elaborate_constraints (ModelPlan *plan)
{
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (ExprValue));

  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelDeclaration *declaration = plan->symbols[k].declaration;
      ModelContext context = { .role = N_("the constraint '%s'"), .subject = declaration->name,
                               .allowed = MODEL_USES_ALL & ~MODEL_USES_MULTIPLIERS };
      gboolean of_positions = TRUE;
      ExprValue value;

      if (declaration->class != MODEL_CLASS_CONSTRAINT || declaration->fields[MODEL_FIELD_VALUE].n_items == 0)
        continue;
      value = model_scope_value (plan, &declaration->fields[MODEL_FIELD_VALUE].items[0], &context);
      if (value == EXPR_NO_VALUE)
        continue;
      memset (flags, 0, sizeof *flags * (gsize) plan->n_inputs);
      expr_graph_dependencies (plan->graph, value, flags, plan->n_inputs);
      for (int m = 0; m < plan->n_states; m++)
        of_positions &= !flags[plan->base_x + m] || plan->kinds[m] == ODE_POSITION;
      g_array_append_val (of_positions ? plan->constraint_values : others, value);
    }
  plan->n_position_constraints = (int) plan->constraint_values->len;
  g_array_append_vals (plan->constraint_values, others->data, others->len);
  if (plan->errors->len == 0 && plan->mechanics.n_constraints > 0)
    g_array_append_vals (plan->constraint_values, plan->mechanics.velocity_constraint, (guint) plan->mechanics.n_constraints);
  plan->n_constraints = (int) plan->constraint_values->len;
}

ModelPlan *
model_plan_new (Model *model, GHashTable *overrides, ExprProgramFlags flags)
{
  ModelPlan *plan = model_plan_allocate (model, overrides, flags);
  char here;

  plan->stack_base = &here;
  if (!model_plan_lay_out (plan))
    return plan;
  plan->derivatives = g_new (ExprValue, plan->n_states + 1);
  memset (plan->derivatives, 0xff, sizeof *plan->derivatives * (gsize) (plan->n_states + 1)); /* all bytes 0xff is EXPR_NO_VALUE */
  plan->kinds = g_new0 (OdeKind, plan->n_states + 1);
  model_scope_check_functions (plan);
  elaborate_variables (plan);
  elaborate_derivatives (plan);
  model_plan_elaborate_mechanics (plan);
  model_plan_elaborate_rotations (plan);
  elaborate_constraints (plan);
  model_plan_elaborate_initial (plan);
  model_plan_elaborate_events (plan);
  model_plan_elaborate_scene (plan);
  model_plan_elaborate_random (plan);
  model_plan_elaborate_mass (plan);
  model_plan_elaborate_contact (plan);
  elaborate_exact (plan);
  elaborate_time (plan);
  elaborate_weights (plan);
  elaborate_indices (plan);
  model_plan_name_columns (plan);
  if (has_constants_of_file (plan))
    model_plan_check_views (plan);
  model_plan_check_numbers (plan);
  if (plan->errors->len == 0)
    {
      elaborate_breaks (plan);
      keep_knots (plan);
    }
  return plan;
}
