/* Finds the switches of the right-hand side of a plan, and the functions of t by which their times are computed.
 *
 * The right-hand side is copied to a graph of its own (expr-switches.h), so that the functions without switches, and the numbers that they
 * compute, do not depend on it. */
#include "model-plan-parts.h"

#include <math.h>

/* Returns all values of which the derivatives of the states are made: derivatives and residuals; and, if the accelerations come from a
 * linear system, its matrices and vectors. */
static GArray *
sided_outputs (const ModelPlan *plan)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  int n = plan->mechanics.n_coordinates, m = plan->mechanics.n_constraints;

  g_array_append_vals (values, plan->derivatives, (guint) plan->n_states);
  if (n == 0 || plan->mechanics.is_symbolic)
    return values;
  g_array_append_vals (values, plan->mechanics.mass, (guint) (n * n));
  g_array_append_vals (values, plan->mechanics.jacobian, (guint) (m * n));
  g_array_append_vals (values, plan->mechanics.force, (guint) n);
  g_array_append_vals (values, plan->mechanics.bias, (guint) m);
  return values;
}

/* Sets *rate to dg/dt = ∂g/∂t + Σ ∂g/∂xⱼ fⱼ, where `derivatives` are the fⱼ. Returns FALSE if g depends on accelerations, multipliers or algebraic
 * unknowns, whose derivatives are not known, or if there is a mass matrix, with which fⱼ is not xⱼ'. */
static gboolean
rate_along (const ModelPlan *plan, ExprGraph *graph, ExprValue g, const ExprValue *derivatives, ExprValue *rate)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (int));

  if (plan->model->mass_rows != NULL)
    return FALSE;
  *rate = expr_graph_derivative (graph, g, plan->base_t);
  expr_graph_append_inputs (graph, g, inputs);
  for (guint m = 0; m < inputs->len; m++)
    {
      int input = g_array_index (inputs, int, m), state = input - plan->base_x;
      ExprValue factors[2];

      if (input >= plan->base_multipliers && input < plan->n_inputs)
        return FALSE;
      if (state < 0 || state >= plan->n_states)
        continue;
      if (plan->kinds[state] == ODE_ALGEBRAIC)
        return FALSE;
      factors[0] = expr_graph_derivative (graph, g, input);
      factors[1] = derivatives[state];
      *rate = expr_graph_apply (graph, "+", (ExprValue[]){ *rate, expr_graph_apply (graph, "*", factors, 2) }, 2);
    }
  return TRUE;
}

/* Marks the conditions on states whose sides a value uses. */
static void
mark_sides (const ModelPlan *plan, ExprValue value, gboolean *marked)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (int));

  expr_graph_append_inputs (plan->sided->graph, value, inputs);
  for (guint m = 0; m < inputs->len; m++)
    {
      int side = g_array_index (inputs, int, m) - plan->n_inputs;

      if (side >= 0 && plan->switches[side].uses_states)
        marked[side] = TRUE;
    }
}

/* Marks the conditions on states that algebraic equations have, and those that these depend on. An unknown then has other values on both sides, so that
 * the motion along the surface is not a combination of both right-hand sides at one state. */
static void
mark_those_of_unknowns (const ModelPlan *plan, gboolean *marked)
{
  for (int k = 0; k < plan->n_states; k++)
    if (plan->kinds[k] == ODE_ALGEBRAIC)
      mark_sides (plan, plan->sided->outputs[k], marked);
  /* A switch function uses the sides of earlier switches alone. */
  for (int k = plan->n_switches - 1; k >= 0; k--)
    if (marked[k])
      mark_sides (plan, plan->sided->switches[k].value, marked);
}

/* Sets the derivatives of the switch functions along the solution; NaN where one is not known. */
static void
set_rates (ModelPlan *plan)
{
  g_autofree ExprValue *rates = g_new (ExprValue, plan->n_switches + 1);
  g_autofree gboolean *marked = g_new0 (gboolean, plan->n_switches + 1);

  mark_those_of_unknowns (plan, marked);
  for (int k = 0; k < plan->n_switches; k++)
    if (!marked[k] && rate_along (plan, plan->sided->graph, plan->sided->switches[k].value, plan->sided->outputs, &rates[k]))
      plan->has_switch_rates = TRUE;
    else
      rates[k] = expr_graph_constant (plan->sided->graph, NAN);
  if (plan->has_switch_rates)
    model_plan_set_function (plan, MODEL_FUNCTION_SWITCH_RATES, rates, plan->n_switches);
}

void
model_plan_set_witness_rates (ModelPlan *plan)
{
  const ModelFunction *witnesses = &g_array_index (plan->functions, ModelFunction, MODEL_FUNCTION_WITNESSES);
  int n = witnesses->n_outputs;
  g_autofree ExprValue *rates = g_new (ExprValue, n + 1);
  gboolean any = FALSE;

  if (n == 0 || witnesses->values == NULL)
    return;
  for (int k = 0; k < n; k++)
    if (rate_along (plan, plan->graph, witnesses->values[k], plan->derivatives, &rates[k]))
      any = TRUE;
    else
      rates[k] = expr_graph_constant (plan->graph, NAN);
  if (any)
    model_plan_set_function (plan, MODEL_FUNCTION_WITNESS_RATES, rates, n);
}

gboolean
model_plan_set_switches (ModelPlan *plan)
{
  g_autoptr (GArray) values = sided_outputs (plan);
  g_autofree ExprValue *functions = NULL;

  if (plan->sided != NULL) /* found before the thread asked to end */
    return TRUE;
  plan->sided =
      expr_switches_new (plan->graph, (const ExprValue *) (gconstpointer) values->data, (int) values->len, plan->base_t, plan->n_inputs);
  if (plan->sided == NULL)
    return TRUE;
  plan->n_switches = plan->sided->n_switches;
  plan->switches = g_new0 (ModelSwitch, plan->n_switches);
  plan->switch_times = g_new0 (ExprTimes *, plan->n_switches);
  functions = g_new (ExprValue, plan->n_switches);
  for (int k = 0; k < plan->n_switches; k++)
    {
      const ExprSwitch *from = &plan->sided->switches[k];

      functions[k] = from->value;
      if (!from->uses_states)
        plan->switch_times[k] = expr_times_new (plan->sided->graph, from->value, plan->base_t, plan->n_inputs, plan->coefficients);
      plan->switches[k] = (ModelSwitch){ from->kind, from->uses_states, plan->switch_times[k] != NULL };
    }
  model_plan_set_function (plan, MODEL_FUNCTION_SWITCHES, functions, plan->n_switches);
  if (plan->coefficients->len > 0)
    model_plan_set_function (plan, MODEL_FUNCTION_SWITCH_TIMES, (const ExprValue *) (gconstpointer) plan->coefficients->data,
                             (int) plan->coefficients->len);
  set_rates (plan);
  return TRUE;
}
