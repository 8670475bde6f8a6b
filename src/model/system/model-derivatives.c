/* Computes derivatives by symbolic differentiation, so that they have no error of difference quotients. A separate plan of the model holds
 * them. */
#include "model-derivatives.h"

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

/* A vector function with one program, which computes its values followed by their derivatives with respect to states, parameters and
 * time. */
typedef struct
{
  ExprWorkspace *workspace;
  ExprProgram *program;
  double *outputs;
  ModelDerivative result;
} Part;

typedef struct
{
  Part *witness, *map; /* the event's witness and the map that it applies to the state; NULL: none */
} EventParts;

struct ModelDerivatives
{
  int base_t, base_x, n_states, n_parameters;
  Part *flow, *expressions;
  EventParts *events;
  int n_events;
};

static void
part_free (Part *part)
{
  if (part == NULL)
    return;
  expr_workspace_free (part->workspace);
  expr_program_unref (part->program);
  g_free (part->outputs);
  g_free (part->result.by_x);
  g_free (part->result.by_p);
  g_free (part->result.by_t);
  g_free (part->result.value);
  g_free (part);
}

/* Writes the derivatives of a value with respect to all states into all[n_states]. In large models only the entries of the pattern are computed, and long rows in
 * one pass (expr-jacobian.h), because a pass for each state would take minutes. Returns FALSE if the thread asks to end. */
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
        all[j] = row->column_starts[j + 1] > row->column_starts[j] ? row->values[row->column_starts[j]] : expr_graph_constant (plan->graph, 0);
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

/* Returns a part without a program if the thread asks to end (expr-look.h). */
static Part *
part_new (ModelPlan *plan, const ExprValue *values, int n, const int *parameters, int n_parameters)
{
  int width = 1 + plan->n_states + n_parameters + 1, k = 0;
  g_autofree ExprValue *all = g_new (ExprValue, n * width + 1);
  Part *part = g_new0 (Part, 1);

  for (int i = 0; i < n; i++)
    {
      all[k++] = values[i];
      if (!differentiate_row (plan, values[i], all + k))
        return part;
      k += plan->n_states;
      for (int j = 0; j < n_parameters; j++)
        all[k++] = expr_graph_derivative (plan->graph, values[i], plan->base_parameters + parameters[j]);
      all[k++] = expr_graph_derivative (plan->graph, values[i], plan->base_t);
    }
  part->program = expr_program_new (plan->graph, all, n * width, plan->n_inputs, plan->base_t, plan->flags);
  if (part->program == NULL)
    return part;
  part->workspace = expr_workspace_new (part->program);
  part->outputs = g_new0 (double, n * width + 1);
  part->result = (ModelDerivative) { n, g_new0 (double, n + 1), g_new0 (double, n * plan->n_states + 1),
                                     g_new0 (double, n * n_parameters + 1), g_new0 (double, n + 1) };
  return part;
}

/* Returns the map from x⁻ to x⁺ that the key `set` of an event defines. A state that is not a target is mapped to itself. */
static Part *
map_new (ModelPlan *plan, const ModelPlanEvent *event, const int *parameters, int n_parameters)
{
  int id = event->functions[MODEL_EVENT_SET];
  g_autofree ExprValue *values = g_new (ExprValue, plan->n_states + 1);
  const ModelFunction *function;
  gboolean any = FALSE;

  if (id < 0)
    return NULL;
  function = &g_array_index (plan->functions, ModelFunction, id);
  for (int i = 0; i < plan->n_states; i++)
    values[i] = expr_graph_input (plan->graph, plan->base_x + i);
  for (int k = 0; k < function->n_outputs; k++)
    if (event->set_targets[k] >= 0)
      {
        values[event->set_targets[k]] = function->values[k];
        any = TRUE;
      }
  return any ? part_new (plan, values, plan->n_states, parameters, n_parameters) : NULL;
}

static void
make_parts (ModelDerivatives *derivatives, ModelPlan *plan, const ExprValue *expressions, int n_trees, const int *parameters,
            int n_parameters)
{
  derivatives->base_t = plan->base_t;
  derivatives->base_x = plan->base_x;
  derivatives->n_states = plan->n_states;
  derivatives->n_parameters = n_parameters;
  derivatives->flow = part_new (plan, plan->derivatives, plan->n_states, parameters, n_parameters);
  derivatives->expressions = part_new (plan, expressions, n_trees, parameters, n_parameters);
  derivatives->n_events = (int) plan->events->len;
  derivatives->events = g_new0 (EventParts, plan->events->len + 1);
  for (guint k = 0; k < plan->events->len; k++)
    {
      const ModelPlanEvent *event = plan->events->pdata[k];
      int id = event->functions[MODEL_EVENT_WITNESS];

      if (id >= 0)
        derivatives->events[k].witness
            = part_new (plan, g_array_index (plan->functions, ModelFunction, id).values, 1, parameters, n_parameters);
      derivatives->events[k].map = map_new (plan, event, parameters, n_parameters);
    }
}

ModelDerivatives *
model_derivatives_new (Model *model, const ModelInstance *instance, const ExprTree *const *trees, int n_trees, const int *parameters,
                       int n_parameters, GError **error)
{
  ExprProgramFlags flags = (instance->fast_math ? EXPR_PROGRAM_FUSED : 0) | (instance->byte_code ? EXPR_PROGRAM_BYTE_CODE : 0);
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&model->lock);
  ModelPlan *plan = model_plan_new (model, instance->constants, flags);
  g_autofree ExprValue *values = g_new (ExprValue, n_trees + 1);
  ModelDerivatives *derivatives = NULL;

  model_scope_study_values (plan, trees, n_trees, values);
  if (plan->errors->len > 0)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, ((const ExprError *) plan->errors->pdata[0])->message);
  else if (plan->mechanics.n_coordinates > 0 && !plan->mechanics.is_symbolic)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED,
                         _("the accelerations of this model come from a linear solve and have no symbolic derivatives"));
  else if (plan->has_phases)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the model has events with 'rest' or 'slide'"));
  else if (plan->has_mass || plan->constraint_values->len > 0)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, _("the model has a mass matrix, algebraic equations or constraints"));
  else
    {
      derivatives = g_new0 (ModelDerivatives, 1);
      make_parts (derivatives, plan, values, n_trees, parameters, n_parameters);
      if (!expr_look_continues ())
        {
          g_clear_pointer (&derivatives, model_derivatives_free);
          g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("cancelled"));
        }
    }
  model_plan_unref (plan);
  return derivatives;
}

void
model_derivatives_free (ModelDerivatives *derivatives)
{
  if (derivatives == NULL)
    return;
  part_free (derivatives->flow);
  part_free (derivatives->expressions);
  for (int k = 0; k < derivatives->n_events; k++)
    {
      part_free (derivatives->events[k].witness);
      part_free (derivatives->events[k].map);
    }
  g_free (derivatives->events);
  g_free (derivatives);
}

static const ModelDerivative *
evaluate (const ModelDerivatives *derivatives, Part *part, const ModelSystem *system, double t, const double *x)
{
  int n = derivatives->n_states, m = derivatives->n_parameters;
  const double *at;
  double *inputs;

  if (part == NULL)
    return NULL;
  inputs = expr_workspace_inputs (part->workspace);
  at = part->outputs;
  memcpy (inputs, system->slow, sizeof (double) * (size_t) derivatives->base_t);
  expr_workspace_prepare (part->workspace);
  inputs[derivatives->base_t] = t;
  memcpy (inputs + derivatives->base_x, x, sizeof (double) * (size_t) n);
  expr_workspace_run (part->workspace, part->outputs);
  for (int i = 0; i < part->result.n; i++)
    {
      part->result.value[i] = *at++;
      for (int j = 0; j < n; j++)
        part->result.by_x[i * n + j] = *at++;
      for (int j = 0; j < m; j++)
        part->result.by_p[i * m + j] = *at++;
      part->result.by_t[i] = *at++;
    }
  return &part->result;
}

const ModelDerivative *
model_derivatives_flow (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x)
{
  return evaluate (derivatives, derivatives->flow, system, t, x);
}

const ModelDerivative *
model_derivatives_expressions (ModelDerivatives *derivatives, const ModelSystem *system, double t, const double *x)
{
  return evaluate (derivatives, derivatives->expressions, system, t, x);
}

const ModelDerivative *
model_derivatives_witness (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t, const double *x)
{
  return evaluate (derivatives, derivatives->events[event].witness, system, t, x);
}

const ModelDerivative *
model_derivatives_map (ModelDerivatives *derivatives, const ModelSystem *system, int event, double t, const double *x)
{
  return evaluate (derivatives, derivatives->events[event].map, system, t, x);
}
