/* Initial values. They may use variables and each other: each is a function of
 * parameters, t and other initial values. Its level is the number of evaluations
 * of all of them before its own is final. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static ExprValue
initial_value (ModelPlan *plan, const ModelField *field, const ModelSymbol *symbol, int k)
{
  ModelContext context = { N_("the initial value of '%s'"), symbol->declaration->name, MODEL_USES_ALL & ~MODEL_USES_MULTIPLIERS, 0, 0, 0 };

  return model_scope_field (plan, field, symbol, k, &context);
}

/* ---- quaternions ---- */

static ExprValue
apply (ModelPlan *plan, const char *op, ExprValue a, ExprValue b)
{
  return expr_graph_apply (plan->graph, op, (ExprValue[]){ a, b }, b == EXPR_NO_VALUE ? 1 : 2);
}

static ExprValue
length_of (ModelPlan *plan, const ExprValue *vector, int n)
{
  ExprValue sum = expr_graph_constant (plan->graph, 0);

  for (int k = 0; k < n; k++)
    sum = apply (plan, "+", sum, apply (plan, "*", vector[k], vector[k]));
  return apply (plan, "sqrt", sum, EXPR_NO_VALUE);
}

static gboolean
read_values (ModelPlan *plan, const ModelField *field, const char *name, int n, ExprValue *values)
{
  gboolean good = field->n_items == n;

  for (int k = 0; k < n && k < field->n_items; k++)
    {
      ModelContext context = { N_("the initial value of '%s'"), name, MODEL_USES_PARAMETERS, 0, 0, 0 };

      values[k] = model_scope_value (plan, &field->items[k], &context);
      good &= values[k] != EXPR_NO_VALUE;
    }
  return good;
}

static void
initial_rotation (ModelPlan *plan, const ModelSymbol *symbol)
{
  const ModelDeclaration *declaration = symbol->declaration;
  ExprValue *initial = &g_array_index (plan->initial, ExprValue, symbol->first);
  ExprValue q[4], axis[3], angle, length, half = expr_graph_constant (plan->graph, 0.5);

  if (declaration->fields[MODEL_FIELD_AXIS].node != NULL)
    {
      if (!read_values (plan, &declaration->fields[MODEL_FIELD_AXIS], declaration->name, 3, axis)
          || !read_values (plan, &declaration->fields[MODEL_FIELD_ANGLE], declaration->name, 1, &angle))
        return;
      angle = apply (plan, "*", half, angle);
      length = length_of (plan, axis, 3);
      q[0] = apply (plan, "cos", angle, EXPR_NO_VALUE);
      for (int k = 0; k < 3; k++)
        q[k + 1] = apply (plan, "/", apply (plan, "*", axis[k], apply (plan, "sin", angle, EXPR_NO_VALUE)), length);
    }
  else
    {
      if (!read_values (plan, &declaration->fields[MODEL_FIELD_INITIAL], declaration->name, 4, q))
        return;
      length = length_of (plan, q, 4);
      for (int k = 0; k < 4; k++)
        q[k] = apply (plan, "/", q[k], length);
    }
  memcpy (initial, q, sizeof q);
  if (symbol->n_elements > 4 && read_values (plan, &declaration->fields[MODEL_FIELD_POSITION], declaration->name, 3, axis))
    memcpy (initial + 4, axis, sizeof axis);
}

/* ---- order ---- */

typedef struct
{
  GArray **needs; /* per initial value: those it uses; NULL: none */
  int n;
} Needs;

static const char *
initial_name (const ModelPlan *plan, int k)
{
  return k < plan->n_states ? plan->state_names[k] : plan->discrete_names[k - plan->n_states];
}

static const ModelYaml *
initial_node (const ModelPlan *plan, int k)
{
  for (int m = 0; m < plan->n_symbols; m++)
    {
      const ModelSymbol *symbol = &plan->symbols[m];
      const ModelDeclaration *declaration = symbol->declaration;
      gboolean is_discrete = declaration->class == MODEL_CLASS_DISCRETE;
      gboolean is_state = declaration->class == MODEL_CLASS_STATE || declaration->class == MODEL_CLASS_ALGEBRAIC
                          || declaration->class == MODEL_CLASS_COORDINATE || declaration->class == MODEL_CLASS_ROTATION;
      int first = symbol->first + (is_discrete ? plan->n_states : 0);

      if ((is_state || is_discrete) && k >= first && k < first + symbol->n_elements)
        return declaration->fields[MODEL_FIELD_INITIAL].node != NULL ? declaration->fields[MODEL_FIELD_INITIAL].node : declaration->key;
    }
  return model_yaml_root (plan->model->document);
}

static Needs
find_needs (ModelPlan *plan)
{
  int n = plan->n_states + plan->n_discrete;
  Needs needs = { g_new0 (GArray *, n + 1), n };
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);

  for (int k = 0; k < n; k++)
    {
      ExprValue value = g_array_index (plan->initial, ExprValue, k);
      double constant;

      if (value == EXPR_NO_VALUE || expr_graph_is_constant (plan->graph, value, &constant))
        continue;
      expr_graph_dependencies (plan->graph, value, flags, plan->n_inputs);
      for (int m = 0; m < n; m++)
        {
          int input = m < plan->n_states ? plan->base_x + m : plan->base_discrete + m - plan->n_states;

          if (!flags[input])
            continue;
          if (needs.needs[k] == NULL)
            needs.needs[k] = g_array_new (FALSE, FALSE, sizeof (int));
          g_array_append_val (needs.needs[k], m);
          flags[input] = FALSE;
        }
      memset (flags, 0, sizeof *flags * (gsize) plan->n_inputs);
    }
  return needs;
}

static gboolean
settle (ModelPlan *plan, const Needs *needs, int k)
{
  int level = 0;

  for (guint m = 0; needs->needs[k] != NULL && m < needs->needs[k]->len; m++)
    {
      int needed = plan->initial_level[g_array_index (needs->needs[k], int, m)];

      if (needed < 0)
        return FALSE;
      level = MAX (level, needed + 1);
    }
  plan->initial_level[k] = level;
  plan->n_initial_levels = MAX (plan->n_initial_levels, level + 1);
  return TRUE;
}

/* Follows the dependencies of an unsettled value into their cycle and reports it. */
static void
report_cycle (ModelPlan *plan, const Needs *needs, int start)
{
  g_autofree int *seen = g_new0 (int, needs->n + 1);
  GString *text = g_string_new (NULL);
  int k = start, first;

  for (int step = 1; seen[k] == 0; step++)
    {
      seen[k] = step;
      for (guint m = 0; m < needs->needs[k]->len; m++)
        if (plan->initial_level[g_array_index (needs->needs[k], int, m)] < 0)
          {
            k = g_array_index (needs->needs[k], int, m);
            break;
          }
    }
  first = k;
  do
    {
      g_string_append_printf (text, "%s → ", initial_name (plan, k));
      for (guint m = 0; m < needs->needs[k]->len; m++)
        if (plan->initial_level[g_array_index (needs->needs[k], int, m)] < 0)
          {
            k = g_array_index (needs->needs[k], int, m);
            break;
          }
    }
  while (k != first);
  model_plan_error (plan, initial_node (plan, first), _("the initial value of '%s' depends on itself: %s%s"),
                    initial_name (plan, first), text->str, initial_name (plan, first));
  g_string_free (text, TRUE);
}

static void
order (ModelPlan *plan)
{
  Needs needs = find_needs (plan);
  gboolean progress = TRUE;
  int unsettled = 0;

  plan->initial_level = g_new (int, needs.n + 1);
  plan->n_initial_levels = needs.n > 0 ? 1 : 0;
  for (int k = 0; k < needs.n; k++)
    plan->initial_level[k] = -1;
  /* Sweeps in file order: most chains refer to earlier values, and one sweep
   * settles all of those. */
  while (progress && unsettled < needs.n)
    {
      int first_open = -1;

      progress = FALSE;
      for (int k = unsettled; k < needs.n; k++)
        if (plan->initial_level[k] < 0)
          {
            if (settle (plan, &needs, k))
              progress = TRUE;
            else if (first_open < 0)
              first_open = k;
          }
      unsettled = first_open < 0 ? needs.n : first_open;
    }
  if (unsettled < needs.n)
    report_cycle (plan, &needs, unsettled);
  for (int k = 0; k < needs.n; k++)
    g_clear_pointer (&needs.needs[k], g_array_unref);
  g_free (needs.needs);
}

void
model_plan_elaborate_initial (ModelPlan *plan)
{
  ExprValue none = EXPR_NO_VALUE;

  model_plan_name_states (plan);
  for (int k = 0; k < plan->n_states + plan->n_discrete; k++)
    g_array_append_val (plan->initial, none);
  for (int k = 0; k < plan->n_symbols; k++)
    {
      const ModelSymbol *symbol = &plan->symbols[k];
      const ModelDeclaration *declaration = symbol->declaration;
      int first = symbol->first + (declaration->class == MODEL_CLASS_DISCRETE ? plan->n_states : 0);

      switch (declaration->class)
        {
        case MODEL_CLASS_STATE:
        case MODEL_CLASS_ALGEBRAIC:
        case MODEL_CLASS_DISCRETE:
          for (int m = 0; m < symbol->n_elements; m++)
            {
              ExprValue value = initial_value (plan, &declaration->fields[MODEL_FIELD_INITIAL], symbol, m);

              g_array_index (plan->initial, ExprValue, first + m) = value;
              if (value == EXPR_NO_VALUE)
                break;
            }
          break;
        case MODEL_CLASS_COORDINATE:
          g_array_index (plan->initial, ExprValue, first)
              = initial_value (plan, &declaration->fields[MODEL_FIELD_INITIAL], symbol, 0);
          g_array_index (plan->initial, ExprValue, first + 1)
              = declaration->fields[MODEL_FIELD_VELOCITY_INITIAL].node != NULL
                    ? initial_value (plan, &declaration->fields[MODEL_FIELD_VELOCITY_INITIAL], symbol, 0)
                    : expr_graph_constant (plan->graph, 0);
          break;
        case MODEL_CLASS_ROTATION:
          initial_rotation (plan, symbol);
          break;
        default:
          break;
        }
    }
  order (plan);
}

/* ---- numbers that can be judged with the file's parameters ---- */

gboolean
model_plan_standard_value (ModelPlan *plan, ExprValue value, double *constant)
{
  g_autofree ExprValue *replacements = g_new (ExprValue, plan->n_parameters + 1);

  if (value == EXPR_NO_VALUE)
    return FALSE;
  for (int k = 0; k < plan->n_parameters; k++)
    replacements[k] = expr_graph_constant (plan->graph, plan->parameters[k]);
  value = expr_graph_substitute (plan->graph, value, replacements, plan->n_parameters);
  return expr_graph_is_constant (plan->graph, value, constant);
}

static gboolean
standard_slow (ModelPlan *plan, int index, double *constant)
{
  return index >= 0 && model_plan_standard_value (plan, g_array_index (plan->slow, ExprValue, index), constant);
}

/* The formula of a long array is checked by its first elements, since each
 * costs a substitution. */
#define N_JUDGED 64

static void
check_initial (ModelPlan *plan)
{
  int n_judged = 0;

  for (int k = 0; k < plan->n_states + plan->n_discrete && n_judged < N_JUDGED; k++, n_judged++)
    {
      double value = 0;

      if (!model_plan_standard_value (plan, g_array_index (plan->initial, ExprValue, k), &value) || isfinite (value))
        continue;
      for (int m = 0; m < plan->n_rotations && k < plan->n_states; m++)
        if (k >= plan->rotations[m].quaternion && k < plan->rotations[m].quaternion + 4)
          {
            model_plan_error (plan, initial_node (plan, k), _("the initial quaternion is zero; its length must be above zero"));
            return;
          }
      model_plan_error (plan, initial_node (plan, k), _("the initial value of '%s' is not a finite number"), initial_name (plan, k));
      return;
    }
}

void
model_plan_check_numbers (ModelPlan *plan)
{
  double start = 0, end;

  if (plan->errors->len > 0)
    return;
  check_initial (plan);
  standard_slow (plan, plan->slow_start, &start);
  if (standard_slow (plan, plan->slow_end, &end) && !(end >= start && isfinite (end) && isfinite (start)))
    model_plan_error (plan, plan->model->end.node, _("the time ends at %g, before it starts at %g"), end, start);
  for (guint k = 0; k < plan->events->len; k++)
    {
      const ModelPlanEvent *event = plan->events->pdata[k];
      double every;

      if (standard_slow (plan, event->every, &every) && !(every > 0 && isfinite (every)))
        model_plan_error (plan, event->declaration->fields[MODEL_FIELD_EVERY].node, _("the period of '%s' must be above zero, not %g"),
                          event->declaration->name, every);
    }
  for (guint k = 0; k < plan->noise->len; k++)
    {
      const ModelPlanDraw *noise = &g_array_index (plan->noise, ModelPlanDraw, k);
      double every;

      if (standard_slow (plan, noise->every, &every) && !(every > 0 && isfinite (every)))
        model_plan_error (plan, noise->declaration->fields[MODEL_FIELD_EVERY].node,
                          _("the period of the noise '%s' must be above zero, not %g"),
                          noise->name, every);
    }
}
