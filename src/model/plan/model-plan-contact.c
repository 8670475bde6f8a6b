/* Elaborates the phases that the keys `rest` and `slide` of events define. Each key names a discrete state p, which is 1 in the phase and
 * otherwise 0. The right-hand side f, the witnesses and the assignments of the events become expressions of p, so that every method, study
 * and record treats a phase like any other value of a discrete state. ġ = ∂g/∂t + ∇g·f is the rate of a witness g along f.
 *
 * rest. The states that the event sets are in three groups: positions, on which g depends; normal velocities, on which only ġ depends;
 * others. In contact a force acts in the direction c of the impulse of the impact, cᵢ = −Σⱼ ∂(sᵢ − xᵢ)/∂xⱼ ∂ġ/∂xⱼ, where sᵢ is the value
 * that the event sets: for v⁺ = −e v the direction of v. Its size follows from g̈ = 0:
 *
 *   xᵢ' = fᵢ − cᵢ g̈/(Σⱼ ∂ġ/∂xⱼ cⱼ), where g̈ is the second derivative of g along f, that is, without the force.
 *
 * The simulator begins the phase where the impacts accumulate (MODEL_EVENT_CONTACT): positions get the values that the event sets, and
 * the velocities the change along c with which ġ = 0. The witness of the event is −g̈ during the phase: where it crosses zero,
 * the free motion would leave the surface, the event happens and ends the phase. It sets the same values as at the begin, because errors of
 * the method have added up in g and ġ. With g < 0 or ġ < 0 the motion would begin beyond the surface. An event that sets no position moves
 * the state to the surface along the displacement d that the impulse makes, dᵢ = Σⱼ ∂fᵢ/∂xⱼ cⱼ: xᵢ − dᵢ g/(Σⱼ ∂ġ/∂xⱼ cⱼ). Since ġ depends
 * on the velocities by ∇g·f, the sum is also ∇g·d, so that g becomes zero up to its curvature.
 *
 * slide. Two events with the same crossing and the same p, one rising and one falling, set discrete states. f⁺ and f⁻ are f with the values
 * that the rising and the falling event set. If both point to the surface, ġ⁺ < 0 < ġ⁻, the events begin the phase, in which
 *
 *   x' = (ġ⁻ f⁺ − ġ⁺ f⁻)/(ġ⁻ − ġ⁺)
 *
 * (A. F. Filippov, Differential Equations with Discontinuous Righthand Sides, 1988, §4). The witnesses are ġ⁺ and ġ⁻ during the phase: the
 * event where one of them crosses zero ends it on its side. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static ExprValue
apply (ModelPlan *plan, const char *op, ExprValue a, ExprValue b)
{
  const ExprValue arguments[] = { a, b };

  return expr_graph_apply (plan->graph, op, arguments, 2);
}

static ExprValue
choose (ModelPlan *plan, ExprValue condition, ExprValue yes, ExprValue no)
{
  const ExprValue arguments[] = { condition, yes, no };

  return expr_graph_apply (plan->graph, "if", arguments, 3);
}

static ExprValue
number (ModelPlan *plan, double value)
{
  return expr_graph_constant (plan->graph, value);
}

static ExprValue
negative (ModelPlan *plan, ExprValue value)
{
  return expr_graph_apply (plan->graph, "-", &value, 1);
}

static ExprValue
state (ModelPlan *plan, int i)
{
  return expr_graph_input (plan->graph, plan->base_x + i);
}

static ExprValue
by_state (ModelPlan *plan, ExprValue value, int i)
{
  return expr_graph_derivative (plan->graph, value, plan->base_x + i);
}

static gboolean
is_zero (const ModelPlan *plan, ExprValue value)
{
  double constant;

  return expr_graph_is_constant (plan->graph, value, &constant) && constant == 0;
}

/* Returns the rate of a value along the right-hand side f[n_states]. */
static ExprValue
along (ModelPlan *plan, ExprValue value, const ExprValue *f)
{
  ExprValue sum = expr_graph_derivative (plan->graph, value, plan->base_t);

  for (int i = 0; i < plan->n_states; i++)
    {
      ExprValue by_x = by_state (plan, value, i);

      if (!is_zero (plan, by_x))
        sum = apply (plan, "+", sum, apply (plan, "*", by_x, f[i]));
    }
  return sum;
}

static ModelFunction *
function_of (ModelPlan *plan, const ModelPlanEvent *event, int which)
{
  return event->functions[which] >= 0 ? &g_array_index (plan->functions, ModelFunction, event->functions[which]) : NULL;
}

/* Returns the index of the discrete state that a key names, or −1 after an error. */
static int
phase_of (ModelPlan *plan, const ModelPlanEvent *event, const char *key, const ModelYaml *node)
{
  const ModelSymbol *symbol = node->type == MODEL_YAML_SCALAR ? model_scope_find (plan, node->text) : NULL;

  if (symbol == NULL || symbol->declaration->class != MODEL_CLASS_DISCRETE || symbol->n_dimensions > 0)
    {
      model_plan_error (plan, node, _ ("'%s' of '%s' must name a discrete state that is one number: 1 in the phase, otherwise 0"), key,
                        event->declaration->name);
      return -1;
    }
  for (int k = 0; function_of (plan, event, MODEL_EVENT_SET) != NULL && k < function_of (plan, event, MODEL_EVENT_SET)->n_outputs; k++)
    if (event->set_targets[k] == -1 - symbol->first)
      {
        model_plan_error (plan, node, _ ("'%s' sets '%s' itself; only the key '%s' may change it"), event->declaration->name, node->text,
                          key);
        return -1;
      }
  return symbol->first;
}

/* Appends an error and returns FALSE if the model has equations for which phases are not available, or if the event is not suitable. */
static gboolean
check (ModelPlan *plan, const ModelPlanEvent *event, const char *key, const ModelYaml *node)
{
  const char *name = event->declaration->name;

  if (event->declaration->trigger != MODEL_TRIGGER_CROSSING || event->declaration->direction == MODEL_DIRECTION_BOTH)
    model_plan_error (plan, node, _ ("'%s' of '%s' needs a crossing with the direction rising or falling"), key, name);
  else if (function_of (plan, event, MODEL_EVENT_SET) == NULL || event->info.has_update || event->info.terminates || event->info.fails)
    model_plan_error (plan, node, _ ("'%s' of '%s' needs 'set', without 'update', 'terminate' and 'fail'"), key, name);
  else if (plan->has_mass || plan->n_constraints > 0 || plan->n_rotations > 0
           || (plan->mechanics.n_coordinates > 0 && !plan->mechanics.is_symbolic))
    model_plan_error (plan, node,
                      _ ("'%s' of '%s' is not available for models with a mass matrix, algebraic equations, constraints or rotations"), key,
                      name);
  else
    return TRUE;
  return FALSE;
}

/* Makes the phase a part of the functions of an event: its witness, its condition, and its assignments, which also set the phase to `next`.
 * `release` are the values that the event sets at the end of the phase. */
static void
extend_event (ModelPlan *plan, ModelPlanEvent *event, int phase, ExprValue during, const ExprValue *release, ExprValue next)
{
  ExprValue active = apply (plan, "==", expr_graph_input (plan->graph, plan->base_discrete + phase), number (plan, 1));
  ModelFunction *set = function_of (plan, event, MODEL_EVENT_SET), *condition = function_of (plan, event, MODEL_EVENT_WHILE);
  ModelFunction *witness = function_of (plan, event, MODEL_EVENT_WITNESS);
  ModelFunction *witnesses = &g_array_index (plan->functions, ModelFunction, MODEL_FUNCTION_WITNESSES);
  int n = set->n_outputs;
  g_autofree ExprValue *values = g_new (ExprValue, n + 1);

  witness->values[0] = choose (plan, active, during, witness->values[0]);
  witnesses->values[event->witness] = witness->values[0];
  if (condition != NULL)
    condition->values[0] = apply (plan, "or", active, condition->values[0]);
  for (int k = 0; k < n; k++)
    values[k] = choose (plan, active, release[k], set->values[k]);
  values[n] = next;
  event->set_targets = g_renew (int, event->set_targets, n + 1);
  event->set_targets[n] = -1 - phase;
  event->functions[MODEL_EVENT_SET] = model_plan_add_function (plan, values, n + 1);
}

/* ---- rest ---- */

/* Sets c[n_targets], the direction of the contact force, from the values that the event sets. Returns Σ ∂ġ/∂xⱼ cⱼ, or EXPR_NO_VALUE if
 * ġ does not depend on a state that the event sets. */
static ExprValue
contact_direction (ModelPlan *plan, const ModelPlanEvent *event, ExprValue g, ExprValue rate, ExprValue *c)
{
  const ModelFunction *set = function_of (plan, event, MODEL_EVENT_SET);
  ExprValue sum = EXPR_NO_VALUE;

  for (int k = 0; k < set->n_outputs; k++)
    {
      int i = event->set_targets[k];

      c[k] = number (plan, 0);
      if (i < 0 || !is_zero (plan, by_state (plan, g, i)))
        continue;
      for (int m = 0; m < set->n_outputs; m++)
        {
          int j = event->set_targets[m];

          if (j < 0 || !is_zero (plan, by_state (plan, g, j)))
            continue;
          c[k] =
              apply (plan, "-", c[k],
                     apply (plan, "*", by_state (plan, apply (plan, "-", set->values[k], state (plan, i)), j), by_state (plan, rate, j)));
        }
      if (!is_zero (plan, by_state (plan, rate, i)))
        sum = sum == EXPR_NO_VALUE ? apply (plan, "*", by_state (plan, rate, i), c[k])
                                   : apply (plan, "+", sum, apply (plan, "*", by_state (plan, rate, i), c[k]));
    }
  return sum;
}

/* Adds the positions on which g depends to the states that an event sets, with their present values, if the event sets none of them. */
static void
add_positions (ModelPlan *plan, ModelPlanEvent *event, ExprValue g)
{
  const ModelFunction *set = function_of (plan, event, MODEL_EVENT_SET);
  int n = set->n_outputs, n_all = n;
  g_autofree ExprValue *values = g_new (ExprValue, n + plan->n_states);

  for (int k = 0; k < n; k++)
    {
      int i = event->set_targets[k];

      values[k] = set->values[k];
      if (i >= 0 && !is_zero (plan, by_state (plan, g, i)))
        return;
    }
  event->set_targets = g_renew (int, event->set_targets, n + plan->n_states);
  for (int i = 0; i < plan->n_states; i++)
    if (!is_zero (plan, by_state (plan, g, i)))
      {
        event->set_targets[n_all] = i;
        values[n_all++] = state (plan, i);
      }
  event->first_moved = n;
  event->n_moved = n_all - n;
  event->functions[MODEL_EVENT_SET] = model_plan_add_function (plan, values, n_all);
}

/* Returns Σ ∂fᵢ/∂xⱼ cⱼ, the rate of change of state i that the impulse c makes. */
static ExprValue
displacement (ModelPlan *plan, const ModelPlanEvent *event, const ExprValue *c, int n, int i)
{
  ExprValue sum = number (plan, 0);

  for (int k = 0; k < n; k++)
    if (event->set_targets[k] >= 0 && !is_zero (plan, c[k]))
      sum = apply (plan, "+", sum, apply (plan, "*", by_state (plan, plan->derivatives[i], event->set_targets[k]), c[k]));
  return sum;
}

static void
elaborate_rest (ModelPlan *plan, ModelPlanEvent *event)
{
  const ModelYaml *node = event->declaration->rest;
  int phase = check (plan, event, "rest", node) ? phase_of (plan, event, "rest", node) : -1;

  if (phase < 0)
    return;
  double side = event->declaration->direction == MODEL_DIRECTION_FALLING ? 1 : -1;
  ExprValue g = function_of (plan, event, MODEL_EVENT_WITNESS)->values[0];

  add_positions (plan, event, g);
  const ModelFunction *set = function_of (plan, event, MODEL_EVENT_SET);
  int n = set->n_outputs;
  ExprValue rate = along (plan, g, plan->derivatives), second = along (plan, rate, plan->derivatives);
  g_autofree ExprValue *c = g_new (ExprValue, n), *release = g_new (ExprValue, n), *begin = g_new (ExprValue, n + 1);
  ExprValue along_c = contact_direction (plan, event, g, rate, c);
  ExprValue active = apply (plan, "==", expr_graph_input (plan->graph, plan->base_discrete + phase), number (plan, 1));

  if (along_c == EXPR_NO_VALUE || is_zero (plan, along_c))
    {
      model_plan_error (plan, node,
                        _ ("'rest' of '%s' needs a velocity in 'set': a state on which the rate of the crossing depends, but not the "
                           "crossing itself"),
                        event->declaration->name);
      return;
    }
  for (int k = 0; k < n; k++)
    {
      int i = event->set_targets[k];
      gboolean moves = i >= 0 && is_zero (plan, by_state (plan, g, i));

      if (k >= n - event->n_moved)
        begin[k] =
            apply (plan, "-", state (plan, i), apply (plan, "*", g, apply (plan, "/", displacement (plan, event, c, n, i), along_c)));
      else
        begin[k] = moves ? apply (plan, "-", state (plan, i), apply (plan, "*", c[k], apply (plan, "/", rate, along_c))) : set->values[k];
      release[k] = i < 0 ? expr_graph_input (plan->graph, plan->base_discrete - 1 - i) : begin[k];
    }
  begin[n] = choose (plan, apply (plan, "<", apply (plan, "*", number (plan, side), second), number (plan, 0)), number (plan, 1),
                     number (plan, 0));
  for (int k = 0; k < n; k++)
    {
      int i = event->set_targets[k];

      if (i >= 0 && !is_zero (plan, c[k]))
        plan->derivatives[i] =
            choose (plan, active, apply (plan, "-", plan->derivatives[i], apply (plan, "*", apply (plan, "/", c[k], along_c), second)),
                    plan->derivatives[i]);
    }
  extend_event (plan, event, phase, negative (plan, second), release, number (plan, 0));
  event->functions[MODEL_EVENT_CONTACT] = model_plan_add_function (plan, begin, n + 1);
  event->info.rests = TRUE;
  event->info.phase = phase;
  plan->has_phases = TRUE;
}

/* ---- slide ---- */

/* Sets f[n_states] to the right-hand side with the values that an event sets. Returns FALSE with an error if it sets a continuous state. */
static gboolean
side_field (ModelPlan *plan, const ModelPlanEvent *event, ExprValue *f)
{
  const ModelFunction *set = function_of (plan, event, MODEL_EVENT_SET);
  g_autofree ExprValue *replacements = g_new (ExprValue, plan->n_inputs + 1);

  for (int k = 0; k < plan->n_inputs; k++)
    replacements[k] = EXPR_NO_VALUE;
  for (int k = 0; k < set->n_outputs; k++)
    {
      if (event->set_targets[k] >= 0)
        {
          model_plan_error (plan, event->declaration->slide, _ ("'slide' of '%s' is valid only for an event that sets discrete states"),
                            event->declaration->name);
          return FALSE;
        }
      replacements[plan->base_discrete - 1 - event->set_targets[k]] = set->values[k];
    }
  for (int i = 0; i < plan->n_states; i++)
    f[i] = expr_graph_substitute (plan->graph, plan->derivatives[i], replacements, plan->n_inputs);
  return TRUE;
}

static void
elaborate_slide (ModelPlan *plan, ModelPlanEvent *rising, ModelPlanEvent *falling)
{
  int phase = phase_of (plan, rising, "slide", rising->declaration->slide);
  g_autofree ExprValue *above = g_new (ExprValue, plan->n_states + 1), *below = g_new (ExprValue, plan->n_states + 1);

  if (phase < 0 || phase_of (plan, falling, "slide", falling->declaration->slide) < 0 || !side_field (plan, rising, above)
      || !side_field (plan, falling, below))
    return;
  ExprValue g = function_of (plan, rising, MODEL_EVENT_WITNESS)->values[0];
  ExprValue active = apply (plan, "==", expr_graph_input (plan->graph, plan->base_discrete + phase), number (plan, 1));
  ExprValue rate_above = along (plan, g, above), rate_below = along (plan, g, below);
  ExprValue attracts =
      apply (plan, "and", apply (plan, "<", rate_above, number (plan, 0)), apply (plan, "<", number (plan, 0), rate_below));
  ExprValue next = choose (plan, active, number (plan, 0), choose (plan, attracts, number (plan, 1), number (plan, 0)));
  ExprValue range = apply (plan, "-", rate_below, rate_above);

  for (int i = 0; i < plan->n_states; i++)
    {
      ExprValue mixed =
          apply (plan, "/", apply (plan, "-", apply (plan, "*", rate_below, above[i]), apply (plan, "*", rate_above, below[i])), range);

      if (above[i] != below[i])
        plan->derivatives[i] = choose (plan, active, mixed, plan->derivatives[i]);
    }
  extend_event (plan, rising, phase, rate_above, function_of (plan, rising, MODEL_EVENT_SET)->values, next);
  extend_event (plan, falling, phase, rate_below, function_of (plan, falling, MODEL_EVENT_SET)->values, next);
  rising->info.slides = falling->info.slides = TRUE;
  rising->info.phase = falling->info.phase = phase;
  plan->has_phases = TRUE;
}

/* Appends an error for each further event with `slide` on the surface of a pair. Filippov's combination of one pair would divide by the
 * rates that the combination of the other one makes 0. */
static void
refuse_second_pair (ModelPlan *plan, const ModelPlanEvent *event, const ModelPlanEvent *partner)
{
  const ModelFunction *witness = function_of (plan, event, MODEL_EVENT_WITNESS);

  for (guint k = 0; k < plan->events->len; k++)
    {
      const ModelPlanEvent *other = plan->events->pdata[k];
      const ModelYaml *slide = other->declaration->slide;

      if (other != event && other != partner && slide != NULL && other->declaration->trigger == MODEL_TRIGGER_CROSSING
          && function_of (plan, other, MODEL_EVENT_WITNESS)->values[0] == witness->values[0])
        model_plan_error (plan, slide,
                          _ ("'slide' of '%s': '%s' slides on the same surface; set the discrete states of both in one pair of events"),
                          other->declaration->name, event->declaration->name);
    }
}

/* Returns the other event of a slide: with the same phase and crossing, and the opposite direction. */
static ModelPlanEvent *
partner_of (ModelPlan *plan, const ModelPlanEvent *event)
{
  const ModelFunction *witness = function_of (plan, event, MODEL_EVENT_WITNESS);

  for (guint k = 0; k < plan->events->len; k++)
    {
      ModelPlanEvent *other = plan->events->pdata[k];
      const ModelYaml *slide = other->declaration->slide;

      if (slide != NULL && slide->type == MODEL_YAML_SCALAR && other->declaration->trigger == MODEL_TRIGGER_CROSSING
          && strcmp (slide->text, event->declaration->slide->text) == 0 && other->declaration->direction != event->declaration->direction
          && function_of (plan, other, MODEL_EVENT_WITNESS)->values[0] == witness->values[0])
        return other;
    }
  return NULL;
}

/* Returns whether every state has a derivative. Another error of the file may have taken it away. */
static gboolean
has_derivatives (const ModelPlan *plan)
{
  for (int i = 0; i < plan->n_states; i++)
    if (plan->derivatives[i] == EXPR_NO_VALUE)
      return FALSE;
  return TRUE;
}

void
model_plan_elaborate_contact (ModelPlan *plan)
{
  for (guint k = 0; k < plan->events->len && plan->errors->len == 0; k++)
    {
      ModelPlanEvent *event = plan->events->pdata[k], *partner;
      const ModelDeclaration *declaration = event->declaration;
      const ModelYaml *contact = declaration->rest != NULL ? declaration->rest : declaration->slide;

      if (contact != NULL && !has_derivatives (plan))
        model_plan_error (plan, contact, _ ("'%s' of '%s' needs the derivative of every state"), contact == declaration->rest ? "rest" : "slide",
                          declaration->name);
      else if (declaration->rest != NULL && declaration->slide != NULL)
        model_plan_error (plan, declaration->slide, _ ("'%s' has both 'rest' and 'slide'; keep one"), declaration->name);
      else if (declaration->rest != NULL)
        elaborate_rest (plan, event);
      else if (declaration->slide != NULL && !event->info.slides && check (plan, event, "slide", declaration->slide))
        {
          partner = declaration->slide->type == MODEL_YAML_SCALAR ? partner_of (plan, event) : NULL;
          if (partner == NULL || !check (plan, partner, "slide", partner->declaration->slide))
            model_plan_error (plan, declaration->slide,
                              _ ("'slide' of '%s' needs a second event with the same crossing, the opposite direction and "
                                 "the same 'slide'"),
                              declaration->name);
          else
            {
              gboolean rises = declaration->direction == MODEL_DIRECTION_RISING;

              refuse_second_pair (plan, event, partner);
              elaborate_slide (plan, rises ? event : partner, rises ? partner : event);
            }
        }
    }
}
