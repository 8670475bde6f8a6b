/* Computes derivatives by symbolic differentiation, so that they have no error of difference quotients. A separate plan of the model holds
 * them. */
#include "model-derivatives-private.h"

#include "expr-jacobian.h"
#include "expr-look.h"
#include "model-plan-make.h"
#include "model-scope.h"
#include "model-system-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Number of derivatives between two looks for a request to end. One takes up to 0.1 ms in a model with 1000 states. */
#define COLUMNS_BETWEEN 64
/* Number of states from which only entries of the pattern are computed. */
#define SPARSE_FROM 200

void
model_derivative_part_free (ModelDerivativePart *part)
{
  if (part == NULL)
    return;
  expr_workspace_free (part->workspace);
  expr_program_unref (part->program);
  g_free (part->outputs);
  g_free (part->result.by_x);
  g_free (part->result.by_z);
  g_free (part->result.by_p);
  g_free (part->result.by_t);
  g_free (part->result.value);
  g_free (part);
}

/* Writes the derivatives of a value with respect to all states into all[n_states]. In large models only the entries of the pattern are
 * computed, and long rows in one pass (expr-jacobian.h), because a pass for each state would take minutes. Returns FALSE if the thread asks
 * to end. */
static gboolean
differentiate_row (ModelPlan *plan, ExprValue value, ExprValue *all)
{
  if (!expr_look_continues ())
    return FALSE;
  if (plan->n_states >= SPARSE_FROM)
    {
      g_autoptr (ExprJacobian) row = expr_jacobian_new (plan->graph, &value, 1, plan->base_x, plan->n_states);

      if (row == NULL)
        return FALSE;
      for (int j = 0; j < plan->n_states; j++)
        all[j] =
            row->column_starts[j + 1] > row->column_starts[j] ? row->values[row->column_starts[j]] : expr_graph_constant (plan->graph, 0);
      return TRUE;
    }
  for (int j = 0; j < plan->n_states; j++)
    {
      if (j % COLUMNS_BETWEEN == 0 && !expr_look_continues ())
        return FALSE;
      all[j] = expr_graph_derivative (plan->graph, value, plan->base_x + j);
    }
  return TRUE;
}

static gboolean
depends_on_states (const ModelPlan *plan, const ExprValue *values, int n)
{
  g_autofree gboolean *flags = g_new0 (gboolean, plan->base_x + plan->n_states + 1);

  for (int i = 0; i < n; i++)
    expr_graph_dependencies (plan->graph, values[i], flags, plan->base_x + plan->n_states);
  for (int j = 0; j < plan->n_states; j++)
    if (flags[plan->base_x + j])
      return TRUE;
  return FALSE;
}

ModelDerivativePart *
model_derivative_part_new (const ModelDerivatives *derivatives, ModelPlan *plan, const ExprValue *values, int n, const int *parameters)
{
  int n_parameters = derivatives->n_parameters, n_discrete = derivatives->n_discrete;
  int n_states = depends_on_states (plan, values, n) ? plan->n_states : 0;
  int width = 1 + n_states + n_discrete + n_parameters + 1, k = 0;
  g_autofree ExprValue *all = g_new (ExprValue, n * width + 1);
  ModelDerivativePart *part = g_new0 (ModelDerivativePart, 1);

  for (int i = 0; i < n; i++)
    {
      all[k++] = values[i];
      if (n_states > 0 && !differentiate_row (plan, values[i], all + k))
        return part;
      k += n_states;
      for (int j = 0; j < n_discrete; j++)
        all[k++] = expr_graph_derivative (plan->graph, values[i], plan->base_discrete + j);
      for (int j = 0; j < n_parameters; j++)
        all[k++] = expr_graph_derivative (plan->graph, values[i], plan->base_parameters + parameters[j]);
      all[k++] = expr_graph_derivative (plan->graph, values[i], plan->base_t);
    }
  part->program = expr_program_new (plan->graph, all, n * width, plan->n_inputs + derivatives->n_modes, plan->base_t, plan->flags);
  if (part->program == NULL)
    return part;
  part->n_states = n_states;
  part->workspace = expr_workspace_new (part->program);
  part->outputs = g_new0 (double, n *width + 1);
  part->result = (ModelDerivative){ n,
                                    g_new0 (double, n + 1),
                                    g_new0 (double, n * plan->n_states + 1),
                                    g_new0 (double, n *n_discrete + 1),
                                    g_new0 (double, n *n_parameters + 1),
                                    g_new0 (double, n + 1) };
  return part;
}

/* Makes the parts of an object whose numbers of inputs are set. */
static void
make_parts (
    ModelDerivatives *derivatives, ModelPlan *plan, const ExprValue *expressions, int n_trees, const int *parameters, gboolean hybrid)
{
  derivatives->base_t = plan->base_t;
  derivatives->base_x = plan->base_x;
  derivatives->base_discrete = plan->base_discrete;
  derivatives->base_modes = plan->n_inputs;
  derivatives->n_states = plan->n_states;
  if (hybrid)
    {
      model_derivatives_make_hybrid (derivatives, plan, parameters);
      return;
    }
  derivatives->flow = model_derivative_part_new (derivatives, plan, plan->derivatives, plan->n_states, parameters);
  derivatives->expressions = model_derivative_part_new (derivatives, plan, expressions, n_trees, parameters);
}

static ModelDerivatives *
derivatives_new (Model *model,
                 const ModelInstance *instance,
                 const ExprTree *const *trees,
                 int n_trees,
                 const int *parameters,
                 int n_parameters,
                 gboolean hybrid,
                 GError **error)
{
  ExprProgramFlags flags = (instance->fast_math ? EXPR_PROGRAM_FUSED : 0) | (instance->byte_code ? EXPR_PROGRAM_BYTE_CODE : 0);
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&model->lock);
  ModelPlan *plan = model_plan_new (model, instance->constants, flags);
  g_autofree ExprValue *values = g_new (ExprValue, n_trees + 1);
  ModelDerivatives *derivatives = NULL;

  model_scope_study_values (plan, trees, n_trees, values);
  if (plan->errors->len > 0)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, ((const ExprError *)plan->errors->pdata[0])->message);
  else if (plan->mechanics.n_coordinates > 0 && !plan->mechanics.is_symbolic)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED,
                         _("the accelerations of this model come from a linear solve and have no symbolic derivatives"));
  else if (plan->has_phases)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the model has events with 'rest' or 'slide'"));
  else if (plan->has_mass || plan->constraint_values->len > 0)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED,
                         _ ("the model has a mass matrix, algebraic equations or constraints"));
  else
    {
      derivatives = g_new0 (ModelDerivatives, 1);
      derivatives->n_parameters = n_parameters;
      make_parts (derivatives, plan, values, n_trees, parameters, hybrid);
      if (!expr_look_continues ())
        {
          g_clear_pointer (&derivatives, model_derivatives_free);
          g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, _ ("cancelled"));
        }
    }
  model_plan_unref (plan);
  return derivatives;
}

ModelDerivatives *
model_derivatives_new (Model *model,
                       const ModelInstance *instance,
                       const ExprTree *const *trees,
                       int n_trees,
                       const int *parameters,
                       int n_parameters,
                       GError **error)
{
  return derivatives_new (model, instance, trees, n_trees, parameters, n_parameters, FALSE, error);
}

ModelDerivatives *
model_derivatives_new_hybrid (Model *model, const ModelInstance *instance, const int *parameters, int n_parameters, GError **error)
{
  return derivatives_new (model, instance, NULL, 0, parameters, n_parameters, TRUE, error);
}

gboolean
model_derivatives_has_jumps (Model *model, const ModelInstance *instance)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&model->lock);
  ModelPlan *plan = model_plan_new (model, instance->constants, 0);
  g_autoptr (GHashTable) modes = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (ExprJump));

  if (plan->errors->len == 0 && (plan->mechanics.n_coordinates == 0 || plan->mechanics.is_symbolic))
    {
      g_autofree ExprValue *values = g_memdup2 (plan->derivatives, sizeof (ExprValue) * (size_t) (plan->n_states + 1));

      expr_graph_freeze (plan->graph, values, plan->n_states, FALSE, plan->base_t, plan->n_inputs, modes, jumps);
    }
  model_plan_unref (plan);
  return jumps->len > 0;
}

void
model_derivatives_free (ModelDerivatives *derivatives)
{
  if (derivatives == NULL)
    return;
  model_derivative_part_free (derivatives->flow);
  model_derivative_part_free (derivatives->expressions);
  model_derivatives_free_hybrid (derivatives);
  g_free (derivatives);
}

const ModelDerivative *
model_derivative_part_evaluate (
    const ModelDerivatives *derivatives, ModelDerivativePart *part, const ModelSystem *system, double t, const double *x)
{
  int n = derivatives->n_states, n_discrete = derivatives->n_discrete, m = derivatives->n_parameters;
  const double *at;
  double *inputs;

  if (part == NULL)
    return NULL;
  inputs = expr_workspace_inputs (part->workspace);
  at = part->outputs;
  memcpy (inputs, system->slow, sizeof (double) * (size_t)derivatives->base_t);
  expr_workspace_prepare (part->workspace);
  inputs[derivatives->base_t] = t;
  memcpy (inputs + derivatives->base_x, x, sizeof (double) * (size_t)n);
  for (int k = 0; k < derivatives->n_modes; k++)
    inputs[derivatives->base_modes + k] = derivatives->modes[k];
  expr_workspace_run (part->workspace, part->outputs);
  for (int i = 0; i < part->result.n; i++)
    {
      part->result.value[i] = *at++;
      for (int j = 0; j < part->n_states; j++)
        part->result.by_x[i * n + j] = *at++;
      for (int j = 0; j < n_discrete; j++)
        part->result.by_z[i * n_discrete + j] = *at++;
      for (int j = 0; j < m; j++)
        part->result.by_p[i * m + j] = *at++;
      part->result.by_t[i] = *at++;
    }
  return &part->result;
}

const ModelDerivative *
model_derivatives_flow (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x)
{
  return model_derivative_part_evaluate (derivatives, derivatives->flow, system, t, x);
}

const ModelDerivative *
model_derivatives_expressions (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x)
{
  return model_derivative_part_evaluate (derivatives, derivatives->expressions, system, t, x);
}
