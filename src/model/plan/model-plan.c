/* Allocates, references and frees plans, and adds values, texts and symbols to a plan that is being made. */
#include "model-plan.h"

#include "model-plan-compile.h"
#include "model-plan-parts.h"

static GArray *
values_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (ExprValue));
}

static void
event_free (gpointer data)
{
  ModelPlanEvent *event = data;

  g_free (event->set_targets);
  g_free (event->update_targets);
  g_free (event);
}

static GHashTable *
copy_overrides (GHashTable *overrides)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name, value;

  if (overrides == NULL)
    return copy;
  g_hash_table_iter_init (&iter, overrides);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_hash_table_insert (copy, g_strdup (name), g_memdup2 (value, sizeof (double)));
  return copy;
}

ModelPlan *
model_plan_allocate (Model *model, GHashTable *overrides, ExprProgramFlags flags)
{
  ModelPlan *plan = g_new0 (ModelPlan, 1);

  atomic_init (&plan->references, 1);
  atomic_init (&plan->has_jacobian, false);
  g_mutex_init (&plan->jacobian_lock);
  g_mutex_init (&plan->step_lock);
  plan->model = model;
  plan->flags = flags;
  plan->overrides = copy_overrides (overrides);
  plan->graph = expr_graph_new ();
  plan->errors = expr_errors_new ();
  plan->stack = g_ptr_array_new_with_free_func (g_free);
  plan->index_of = g_hash_table_new (NULL, NULL);
  plan->columns = g_array_new (FALSE, FALSE, sizeof (ModelColumn));
  plan->strings = g_ptr_array_new_with_free_func (g_free);
  plan->slow = values_new ();
  plan->initial = values_new ();
  plan->outputs = values_new ();
  plan->exact = values_new ();
  plan->scene_values = values_new ();
  plan->constraint_values = values_new ();
  plan->rates = values_new ();
  plan->coefficients = values_new ();
  plan->events = g_ptr_array_new_with_free_func (event_free);
  plan->monitors = g_ptr_array_new_with_free_func (event_free);
  plan->parameter_draws = g_array_new (FALSE, TRUE, sizeof (ModelPlanDraw));
  plan->initial_draws = g_array_new (FALSE, TRUE, sizeof (ModelPlanDraw));
  plan->noise = g_array_new (FALSE, TRUE, sizeof (ModelPlanDraw));
  plan->breaks = g_array_new (FALSE, TRUE, sizeof (ModelPlanBreaks));
  plan->scene = g_array_new (FALSE, TRUE, sizeof (ModelPlanScene));
  plan->functions = g_array_new (FALSE, TRUE, sizeof (ModelFunction));
  g_array_set_size (plan->functions, MODEL_N_FIXED_FUNCTIONS);
  return plan;
}

ModelPlan *
model_plan_ref (ModelPlan *plan)
{
  atomic_fetch_add_explicit (&plan->references, 1, memory_order_relaxed);
  return plan;
}

static void
free_symbols (ModelPlan *plan)
{
  for (int k = 0; k < plan->n_symbols; k++)
    {
      g_free (plan->symbols[k].values);
      g_free (plan->symbols[k].marks);
      g_clear_pointer (&plan->symbols[k].table, expr_table_unref);
    }
  g_free (plan->symbols);
}

static void
free_pattern (OdePattern *pattern)
{
  g_free ((gpointer) pattern->start);
  g_free ((gpointer) pattern->row);
}

void
model_plan_unref (ModelPlan *plan)
{
  /* Each thread that drops a reference uses release order. The last one also uses acquire order, because it frees memory that the others
   * wrote. */
  if (plan == NULL || atomic_fetch_sub_explicit (&plan->references, 1, memory_order_acq_rel) != 1)
    return;
  for (guint k = 0; k < plan->functions->len; k++)
    {
      g_clear_pointer (&g_array_index (plan->functions, ModelFunction, k).program, expr_program_unref);
      g_free (g_array_index (plan->functions, ModelFunction, k).values);
    }
  GArray *arrays[] = { plan->columns,         plan->slow,          plan->initial, plan->outputs, plan->exact,
                       plan->scene_values,    plan->constraint_values, plan->rates, plan->parameter_draws,
                       plan->initial_draws,   plan->noise,         plan->breaks,  plan->scene,   plan->functions };
  for (gsize k = 0; k < G_N_ELEMENTS (arrays); k++)
    g_array_unref (arrays[k]);
  free_symbols (plan);
  g_clear_pointer (&plan->graph, expr_graph_free);
  g_ptr_array_unref (plan->errors);
  g_ptr_array_unref (plan->stack);
  g_ptr_array_unref (plan->strings);
  g_ptr_array_unref (plan->events);
  g_ptr_array_unref (plan->monitors);
  g_hash_table_unref (plan->index_of);
  g_clear_pointer (&plan->at_start, g_hash_table_unref);
  g_hash_table_unref (plan->overrides);
  g_strfreev (plan->state_names);
  g_strfreev (plan->discrete_names);
  g_strfreev (plan->parameter_names);
  g_strfreev (plan->multiplier_names);
  g_strfreev (plan->noise_names);
  g_free (plan->parameters);
  g_free (plan->derivatives);
  g_free (plan->kinds);
  g_free (plan->index);
  g_free (plan->initial_level);
  g_free (plan->mechanics.position);
  g_free (plan->mechanics.velocity);
  g_free (plan->mechanics.mass);
  g_free (plan->mechanics.force);
  g_free (plan->mechanics.constraint);
  g_free (plan->mechanics.velocity_constraint);
  g_free (plan->mechanics.bias);
  for (int k = 0; k < plan->n_switches; k++)
    expr_times_free (plan->switch_times[k]);
  g_free (plan->switch_times);
  g_free (plan->switches);
  expr_switches_free (plan->sided);
  g_array_unref (plan->coefficients);
  g_free (plan->mechanics.jacobian);
  g_clear_pointer (&plan->jacobian, expr_jacobian_free);
  g_mutex_clear (&plan->jacobian_lock);
  g_mutex_clear (&plan->step_lock);
  model_plan_free_steps (plan);
  g_free (plan->has_weight);
  free_pattern (&plan->jacobian_pattern);
  free_pattern (&plan->mass_pattern);
  g_free (plan->pairs);
  g_free (plan->not_separable);
  g_free (plan->rotations);
  g_free (plan);
}

/* ---- for the files that make a plan ---- */

int
model_plan_add_slow (ModelPlan *plan, ExprValue value)
{
  /* Replace a value with an error by a constant. The plan has errors and is never run. */
  if (value == EXPR_NO_VALUE)
    value = expr_graph_constant (plan->graph, 0);
  g_array_append_val (plan->slow, value);
  return (int) plan->slow->len - 1;
}

const ModelSymbol *
model_plan_symbol (const ModelPlan *plan, const ModelDeclaration *declaration)
{
  int index = GPOINTER_TO_INT (g_hash_table_lookup (plan->index_of, declaration));

  return index > 0 ? &plan->symbols[index - 1] : NULL;
}

const char *
model_plan_own (ModelPlan *plan, char *text)
{
  g_ptr_array_add (plan->strings, text);
  return text;
}
