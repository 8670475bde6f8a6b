/* Finds the structure that splitting methods need: pairs of states with q' = v, and whether v' depends only on
 * positions. */
#include "model-plan-parts.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
find_pairs (ModelPlan *plan)
{
  g_autoptr (GHashTable) velocities = g_hash_table_new (NULL, NULL);
  gpointer v;

  plan->pairs = g_new0 (OdePair, plan->n_states + 1);
  for (int k = 0; k < plan->n_states; k++)
    if (plan->kinds[k] == ODE_VELOCITY)
      g_hash_table_insert (velocities, GINT_TO_POINTER (expr_graph_input (plan->graph, plan->base_x + k)), GINT_TO_POINTER (k));
  for (int q = 0; q < plan->n_states; q++)
    if (plan->kinds[q] == ODE_POSITION
        && g_hash_table_lookup_extended (velocities, GINT_TO_POINTER (plan->derivatives[q]), NULL, &v))
      plan->pairs[plan->n_pairs++] = (OdePair){ q, GPOINTER_TO_INT (v) };
}

/* Returns a state that is in no pair, or a velocity that is in two pairs; −1 if every state is in exactly one pair. */
static int
find_single (const ModelPlan *plan)
{
  g_autofree int *count = g_new0 (int, plan->n_states + 1);

  for (int k = 0; k < plan->n_pairs; k++)
    {
      count[plan->pairs[k].position]++;
      count[plan->pairs[k].velocity]++;
    }
  for (int k = 0; k < plan->n_states; k++)
    if (count[k] != 1)
      return k;
  return -1;
}

static char *
explain_single (const ModelPlan *plan, int state)
{
  const char *name = plan->state_names[state];

  switch (plan->kinds[state])
    {
    case ODE_POSITION:
      return g_strdup_printf (_("the derivative of the position '%s' is not a velocity state"), name);
    case ODE_VELOCITY:
      return g_strdup_printf (_("the velocity '%s' is not the derivative of exactly one position"), name);
    case ODE_ALGEBRAIC:
      return g_strdup_printf (_("'%s' is an algebraic unknown"), name);
    default:
      return g_strdup_printf (_("'%s' is neither a position nor a velocity (kind: position, kind: velocity)"), name);
    }
}

/* Returns a text that names the dependence that makes the system not separable. For mechanics, the text refers to masses and
 * forces. */
static char *
explain_dependence (const ModelPlan *plan)
{
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);

  if (plan->mechanics.n_constraints > 0)
    return g_strdup (_("the constraint forces depend on velocities"));
  for (int k = 0; k < plan->n_pairs; k++)
    {
      int v = plan->pairs[k].velocity;

      expr_graph_dependencies (plan->graph, plan->derivatives[v], flags, plan->n_inputs);
      for (int m = 0; m < plan->n_states; m++)
        if (flags[plan->base_x + m] && plan->kinds[m] != ODE_POSITION)
          return g_strdup_printf (_("the derivative of '%s' depends on '%s', which is not a position"), plan->state_names[v],
                                  plan->state_names[m]);
    }
  if (plan->mechanics.n_coordinates == 0 || plan->mechanics.is_symbolic)
    return NULL;
  memset (flags, 0, sizeof *flags * (gsize) plan->n_inputs);
  for (int k = 0; k < plan->mechanics.n_coordinates; k++)
    {
      expr_graph_dependencies (plan->graph, plan->mechanics.force[k], flags, plan->n_inputs);
      for (int m = 0; m < plan->mechanics.n_coordinates; m++)
        expr_graph_dependencies (plan->graph, plan->mechanics.mass[k * plan->mechanics.n_coordinates + m], flags, plan->n_inputs);
    }
  for (int m = 0; m < plan->n_states; m++)
    if (flags[plan->base_x + m] && plan->kinds[m] != ODE_POSITION)
      return g_strdup_printf (_("the mass or a force depends on '%s', which is not a position"), plan->state_names[m]);
  return NULL;
}

static void
find_time_dependence (ModelPlan *plan)
{
  g_autofree gboolean *flags = g_new0 (gboolean, plan->n_inputs + 1);

  for (int k = 0; k < plan->n_states; k++)
    expr_graph_dependencies (plan->graph, plan->derivatives[k], flags, plan->n_inputs);
  for (int k = 0; k < plan->mechanics.n_coordinates * plan->mechanics.n_coordinates; k++)
    expr_graph_dependencies (plan->graph, plan->mechanics.mass[k], flags, plan->n_inputs);
  for (int k = 0; k < plan->mechanics.n_coordinates; k++)
    expr_graph_dependencies (plan->graph, plan->mechanics.force[k], flags, plan->n_inputs);
  for (int k = 0; k < plan->mechanics.n_constraints; k++)
    expr_graph_dependencies (plan->graph, plan->mechanics.constraint[k], flags, plan->n_inputs);
  plan->time_dependent = flags[plan->base_t];
}

void
model_plan_compile_structure (ModelPlan *plan)
{
  int single;

  find_pairs (plan);
  find_time_dependence (plan);
  single = find_single (plan);
  if (plan->n_states == 0)
    plan->not_separable = g_strdup (_("the system has no states"));
  else if (plan->has_mass)
    plan->not_separable = g_strdup (_("the system has a mass matrix"));
  else if (single >= 0)
    plan->not_separable = explain_single (plan, single);
  else
    plan->not_separable = explain_dependence (plan);
  plan->separable = plan->not_separable == NULL;
}
