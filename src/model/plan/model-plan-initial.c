/* Elaborates initial values. Each is a function of parameters, t, variables and other initial values. They are computed in passes, and each
 * pass evaluates all of them. The level of an initial value is the number of passes after which its value is final. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static ExprValue
initial_value (ModelPlan *plan, const ModelField *field, const ModelSymbol *symbol, int k)
{
  ModelContext context = { .role = N_("the initial value of '%s'"), .subject = symbol->declaration->name,
                           .allowed = MODEL_USES_ALL & ~MODEL_USES_MULTIPLIERS };

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
      ModelContext context = { .role = N_("the initial value of '%s'"), .subject = name, .allowed = MODEL_USES_PARAMETERS };

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

/* ---- order of evaluation ---- */

/* A list of the initial values that each initial value uses. Those used by value k are list[first[k]] to list[first[k + 1] − 1], in
 * increasing order. */
typedef struct
{
  GArray *list; /* int */
  int *first;
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

static int
compare_ints (gconstpointer a, gconstpointer b)
{
  const int *left = a, *right = b;

  return (*left > *right) - (*left < *right);
}

/* Returns the index of the initial value that belongs to an input, or −1. */
static int
initial_of_input (const ModelPlan *plan, int input)
{
  if (input >= plan->base_x && input < plan->base_x + plan->n_states)
    return input - plan->base_x;
  if (input >= plan->base_discrete && input < plan->base_discrete + plan->n_discrete)
    return plan->n_states + input - plan->base_discrete;
  return -1;
}

/* Finds the initial values that each initial value uses. The time is proportional to the number of graph nodes of all initial
 * values. */
static Needs
find_needs (ModelPlan *plan)
{
  int n = plan->n_states + plan->n_discrete;
  Needs needs = { g_array_new (FALSE, FALSE, sizeof (int)), g_new0 (int, n + 1), n };
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (int));

  for (int k = 0; k < n; k++)
    {
      ExprValue value = g_array_index (plan->initial, ExprValue, k);
      double constant;

      needs.first[k] = (int) needs.list->len;
      plan->initial_work++;
      if (value == EXPR_NO_VALUE || expr_graph_is_constant (plan->graph, value, &constant))
        continue;
      g_array_set_size (inputs, 0);
      plan->initial_work += expr_graph_append_inputs (plan->graph, value, inputs);
      for (guint at = 0; at < inputs->len; at++)
        {
          int used = initial_of_input (plan, g_array_index (inputs, int, at));

          if (used >= 0)
            g_array_append_val (needs.list, used);
        }
      if ((int) needs.list->len > needs.first[k])
        qsort (&g_array_index (needs.list, int, needs.first[k]), needs.list->len - (guint) needs.first[k], sizeof (int), compare_ints);
    }
  needs.first[n] = (int) needs.list->len;
  return needs;
}

/* Reports the cyclic dependence path[from] → … → path[n − 1] → path[from]. */
static void
report_cycle (ModelPlan *plan, const int *path, int from, int n)
{
  GString *text = g_string_new (NULL);

  for (int k = from; k < n; k++)
    g_string_append_printf (text, "%s → ", initial_name (plan, path[k]));
  model_plan_error (plan, initial_node (plan, path[from]), _("the initial value of '%s' depends on itself: %s%s"),
                    initial_name (plan, path[from]), text->str, initial_name (plan, path[from]));
  g_string_free (text, TRUE);
}

/* Values of initial_level during the search: not visited yet, and on the current search path. */
#define UNKNOWN (-1)
#define ON_PATH (-2)

/* Finds, by depth-first search, the level of `start` and of all initial values that it uses. A level
 * is 0 if no other value is used, otherwise 1 + the largest level of the values used. Each use is
 * followed once. path and next have one element for each initial value. Returns FALSE after reporting
 * a cycle. */
static gboolean
find_level (ModelPlan *plan, const Needs *needs, int start, int *path, int *next)
{
  int depth = 1;

  path[0] = start;
  next[0] = needs->first[start];
  plan->initial_level[start] = ON_PATH;
  while (depth > 0)
    {
      int k = path[depth - 1];

      plan->initial_work++;
      if (next[depth - 1] == needs->first[k + 1])
        {
          int level = 0;

          for (int m = needs->first[k]; m < needs->first[k + 1]; m++)
            level = MAX (level, plan->initial_level[g_array_index (needs->list, int, m)] + 1);
          plan->initial_level[k] = level;
          plan->n_initial_levels = MAX (plan->n_initial_levels, level + 1);
          depth--;
          continue;
        }
      int used = g_array_index (needs->list, int, next[depth - 1]++);

      if (plan->initial_level[used] == ON_PATH)
        {
          int from = 0;

          while (path[from] != used)
            from++;
          report_cycle (plan, path, from, depth);
          return FALSE;
        }
      if (plan->initial_level[used] == UNKNOWN)
        {
          path[depth] = used;
          next[depth] = needs->first[used];
          depth++;
          plan->initial_level[used] = ON_PATH;
        }
    }
  return TRUE;
}

static void
order (ModelPlan *plan)
{
  Needs needs = find_needs (plan);
  g_autofree int *path = g_new (int, needs.n + 1), *next = g_new (int, needs.n + 1);
  gboolean good = TRUE;

  plan->initial_level = g_new (int, needs.n + 1);
  plan->n_initial_levels = needs.n > 0 ? 1 : 0;
  for (int k = 0; k < needs.n; k++)
    plan->initial_level[k] = UNKNOWN;
  for (int k = 0; k < needs.n && good; k++)
    if (plan->initial_level[k] == UNKNOWN)
      good = find_level (plan, &needs, k, path, next);
  g_array_unref (needs.list);
  g_free (needs.first);
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

/* ---- checks with the parameter values of the file ---- */

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

/* Largest number of initial values that are checked. Each check needs a substitution in the graph, so those of long arrays are not all
 * checked. */
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
