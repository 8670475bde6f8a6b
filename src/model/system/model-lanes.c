/* Evaluates programs of a model for many members of an ensemble at once. The inputs are stored where the batch evaluation reads them, so
 * that nothing is copied between two evaluations. */
#include "model-lanes.h"

#include "expr-backend.h"
#include "model-plan-cache.h"
#include "model-plan-make.h"
#include "model-scope.h"
#include "model-system-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_STATIC_ASSERT (MODEL_LANES == EXPR_LANES);

/* A function of the model, evaluated for all lanes at once from a separate array of inputs. */
typedef struct
{
  ExprBatch *batch;        /* NULL: the function is not used */
  double *inputs;
  const double **outputs;
} Part;

enum { PART_RHS, PART_WITNESSES, PART_JACOBIAN, PART_TIME_DERIVATIVE, N_PARTS };

struct ModelLanes
{
  Part parts[N_PARTS];
  const double **witnesses; /* row of the witness of each event; NULL for events without a witness */
  int n_states;
  int base_parameters, base_discrete, base_t, base_x;
};

static void
part_init (Part *part, const ModelFunction *function)
{
  part->batch = expr_batch_new (function->program);
  part->inputs = expr_batch_inputs (part->batch);
  part->outputs = g_new (const double *, function->n_outputs + 1);
  for (int k = 0; k < function->n_outputs; k++)
    part->outputs[k] = expr_batch_output (part->batch, k);
}

static const ModelFunction *
function_of (const ModelSystem *system, int id)
{
  return &g_array_index (system->plan->functions, ModelFunction, id);
}

ModelLanes *
model_lanes_new (ModelSystem *system)
{
  const ModelPlan *plan = system->plan;
  const ModelFunction *function = function_of (system, MODEL_FUNCTION_RHS);
  ModelLanes *lanes;

  if (plan->n_states == 0 || function->program == NULL || function->uses_multipliers)
    return NULL;
  lanes = g_new0 (ModelLanes, 1);
  part_init (&lanes->parts[PART_RHS], function);
  lanes->n_states = plan->n_states;
  lanes->base_parameters = plan->base_parameters;
  lanes->base_discrete = plan->base_discrete;
  lanes->base_t = plan->base_t;
  lanes->base_x = plan->base_x;
  return lanes;
}

gboolean
model_lanes_need_derivatives (ModelLanes *lanes, ModelSystem *system)
{
  const ModelFunction *jacobian, *time;

  if (system->mechanics != NULL)
    return FALSE;
  system->ode.prepare_jacobian (system->ode.self);
  jacobian = function_of (system, MODEL_FUNCTION_JACOBIAN);
  time = function_of (system, MODEL_FUNCTION_TIME_DERIVATIVE);
  if (jacobian->program == NULL || jacobian->uses_multipliers
      || (system->plan->time_dependent && (time->program == NULL || time->uses_multipliers)))
    return FALSE;
  part_init (&lanes->parts[PART_JACOBIAN], jacobian);
  if (system->plan->time_dependent)
    part_init (&lanes->parts[PART_TIME_DERIVATIVE], time);
  return TRUE;
}

gboolean
model_lanes_need_witnesses (ModelLanes *lanes, ModelSystem *system)
{
  const ModelFunction *function = function_of (system, MODEL_FUNCTION_WITNESSES);
  const GPtrArray *events = system->plan->events;

  if (function->program == NULL || function->uses_multipliers)
    return FALSE;
  part_init (&lanes->parts[PART_WITNESSES], function);
  lanes->witnesses = g_new0 (const double *, events->len + 1);
  for (guint k = 0; k < events->len; k++)
    {
      int witness = ((const ModelPlanEvent *) events->pdata[k])->witness;

      if (witness >= 0)
        lanes->witnesses[k] = lanes->parts[PART_WITNESSES].outputs[witness];
    }
  return TRUE;
}

void
model_lanes_free (ModelLanes *lanes)
{
  if (lanes == NULL)
    return;
  for (int p = 0; p < N_PARTS; p++)
    {
      g_clear_pointer (&lanes->parts[p].batch, expr_batch_free);
      g_free (lanes->parts[p].outputs);
    }
  g_free (lanes->witnesses);
  g_free (lanes);
}

static void
set_inputs (double *inputs, int base_t, int lane, const ModelSystem *member)
{
  for (int k = 0; k < base_t; k++)
    inputs[k * EXPR_LANES + lane] = member->slow[k];
}

static void
move_inputs (double *inputs, int base_t, int from, int to)
{
  for (int k = 0; k < base_t; k++)
    inputs[k * EXPR_LANES + to] = inputs[k * EXPR_LANES + from];
}

void
model_lanes_set (ModelLanes *lanes, int lane, const ModelSystem *member)
{
  for (int p = 0; p < N_PARTS; p++)
    if (lanes->parts[p].batch != NULL)
      set_inputs (lanes->parts[p].inputs, lanes->base_t, lane, member);
}

void
model_lanes_move (ModelLanes *lanes, int from, int to)
{
  for (int p = 0; p < N_PARTS; p++)
    if (lanes->parts[p].batch != NULL)
      move_inputs (lanes->parts[p].inputs, lanes->base_t, from, to);
}

void
model_lanes_prepare (ModelLanes *lanes, int n_lanes)
{
  for (int p = 0; p < N_PARTS; p++)
    if (lanes->parts[p].batch != NULL)
      expr_batch_prepare (lanes->parts[p].batch, n_lanes);
}

double *
model_lanes_parameter (ModelLanes *lanes, int index)
{
  return lanes->parts[PART_RHS].inputs + (lanes->base_parameters + index) * EXPR_LANES;
}

double *
model_lanes_discrete (ModelLanes *lanes, int index)
{
  return lanes->parts[PART_RHS].inputs + (lanes->base_discrete + index) * EXPR_LANES;
}

double *
model_lanes_t (ModelLanes *lanes)
{
  return lanes->parts[PART_RHS].inputs + lanes->base_t * EXPR_LANES;
}

double *
model_lanes_x (ModelLanes *lanes)
{
  return lanes->parts[PART_RHS].inputs + lanes->base_x * EXPR_LANES;
}

const double *const *
model_lanes_dxdt (const ModelLanes *lanes)
{
  return lanes->parts[PART_RHS].outputs;
}

void
model_lanes_rhs (void *self, int n_lanes)
{
  const ModelLanes *lanes = self;

  expr_batch_evaluate (lanes->parts[PART_RHS].batch, n_lanes);
}

double *
model_lanes_witness_t (ModelLanes *lanes)
{
  return lanes->parts[PART_WITNESSES].inputs + lanes->base_t * EXPR_LANES;
}

double *
model_lanes_witness_x (ModelLanes *lanes)
{
  return lanes->parts[PART_WITNESSES].inputs + lanes->base_x * EXPR_LANES;
}

void
model_lanes_witnesses (ModelLanes *lanes, int n_lanes)
{
  expr_batch_evaluate (lanes->parts[PART_WITNESSES].batch, n_lanes);
}

const double *
model_lanes_witness (const ModelLanes *lanes, int event)
{
  return lanes->witnesses[event];
}

const double *const *
model_lanes_jacobian (const ModelLanes *lanes)
{
  return lanes->parts[PART_JACOBIAN].outputs;
}

const double *const *
model_lanes_time_derivative (const ModelLanes *lanes)
{
  return lanes->parts[PART_TIME_DERIVATIVE].outputs;
}

/* The parts have separate inputs, because each stores its slow values (those that depend only on parameters) beside them. So t and x are
 * copied. */
void
model_lanes_derivatives (void *self, int n_lanes)
{
  const ModelLanes *lanes = self;
  gsize bytes = (gsize) n_lanes * sizeof (double);

  for (int p = PART_JACOBIAN; p < N_PARTS; p++)
    {
      const Part *part = &lanes->parts[p];

      if (part->batch == NULL)
        continue;
      memcpy (part->inputs + lanes->base_t * EXPR_LANES, lanes->parts[PART_RHS].inputs + lanes->base_t * EXPR_LANES, bytes);
      for (int k = lanes->base_x; k < lanes->base_x + lanes->n_states; k++)
        memcpy (part->inputs + k * EXPR_LANES, lanes->parts[PART_RHS].inputs + k * EXPR_LANES, bytes);
      expr_batch_evaluate (part->batch, n_lanes);
    }
}

/* ---- formulas: expressions of a study that are not part of the model ---- */

struct ModelFormulas
{
  ExprProgram *program;
  int n, base_t, base_x, n_states;
  ExprWorkspace *workspace;
  double *inputs;
  ExprBatch *batch;
  double *lane_inputs;
};

static ModelFormulas *
make (ExprProgram *program, int n, int base_t, int base_x, int n_states)
{
  ModelFormulas *formulas = g_new0 (ModelFormulas, 1);

  *formulas = (ModelFormulas) { .program = program, .n = n, .base_t = base_t, .base_x = base_x, .n_states = n_states };
  formulas->workspace = expr_workspace_new (program);
  formulas->inputs = expr_workspace_inputs (formulas->workspace);
  formulas->batch = expr_batch_new (program);
  formulas->lane_inputs = expr_batch_inputs (formulas->batch);
  return formulas;
}

static void
take_errors (GPtrArray *from, GPtrArray *errors)
{
  for (guint k = 0; k < from->len; k++)
    {
      const ExprError *error = from->pdata[k];

      expr_errors_add (errors, error->place, "%s", error->message);
    }
}

/* The indices of a plan's inputs depend only on the model and its constants. Therefore a program of another plan with the same constants
 * can read the inputs of an instance. */
ModelFormulas *
model_formulas_new (Model *model, const ModelInstance *instance, const ExprTree *const *trees, int n, GPtrArray *errors)
{
  ExprProgramFlags flags = (instance->fast_math ? EXPR_PROGRAM_FUSED : 0) | (instance->byte_code ? EXPR_PROGRAM_BYTE_CODE : 0);
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&model->lock);
  ModelPlan *plan = model_plan_new (model, instance->constants, flags);
  g_autofree ExprValue *values = g_new (ExprValue, n + 1);
  ModelFormulas *formulas = NULL;

  model_scope_study_values (plan, trees, n, values);
  if (plan->errors->len > 0)
    take_errors (plan->errors, errors);
  else
    {
      ExprProgram *program = expr_program_new (plan->graph, values, n, plan->n_inputs, plan->base_t, flags);

      if (program != NULL)
        formulas = make (program, n, plan->base_t, plan->base_x, plan->n_states);
      else
        expr_errors_add (errors, (ExprPlace) { 0 }, _("cancelled"));
    }
  model_plan_unref (plan);
  return formulas;
}

ModelFormulas *
model_formulas_copy (const ModelFormulas *formulas)
{
  return make (expr_program_ref (formulas->program), formulas->n, formulas->base_t, formulas->base_x, formulas->n_states);
}

void
model_formulas_free (ModelFormulas *formulas)
{
  if (formulas == NULL)
    return;
  expr_workspace_free (formulas->workspace);
  expr_batch_free (formulas->batch);
  expr_program_unref (formulas->program);
  g_free (formulas);
}

int
model_formulas_n (const ModelFormulas *formulas)
{
  return formulas->n;
}

void
model_formulas_evaluate (ModelFormulas *formulas, const ModelSystem *system, double t, const double *x, double *values)
{
  memcpy (formulas->inputs, system->slow, sizeof (double) * (size_t) formulas->base_t);
  expr_workspace_prepare (formulas->workspace);
  formulas->inputs[formulas->base_t] = t;
  memcpy (formulas->inputs + formulas->base_x, x, sizeof (double) * (size_t) formulas->n_states);
  expr_workspace_run (formulas->workspace, values);
}

void
model_formulas_set_lane (ModelFormulas *formulas, int lane, const ModelSystem *member)
{
  set_inputs (formulas->lane_inputs, formulas->base_t, lane, member);
}

void
model_formulas_move_lane (ModelFormulas *formulas, int from, int to)
{
  move_inputs (formulas->lane_inputs, formulas->base_t, from, to);
}

void
model_formulas_prepare_lanes (ModelFormulas *formulas, int n_lanes)
{
  expr_batch_prepare (formulas->batch, n_lanes);
}

double *
model_formulas_t (ModelFormulas *formulas)
{
  return formulas->lane_inputs + formulas->base_t * EXPR_LANES;
}

double *
model_formulas_x (ModelFormulas *formulas)
{
  return formulas->lane_inputs + formulas->base_x * EXPR_LANES;
}

void
model_formulas_evaluate_lanes (ModelFormulas *formulas, int n_lanes)
{
  expr_batch_evaluate (formulas->batch, n_lanes);
}

const double *
model_formulas_row (const ModelFormulas *formulas, int index)
{
  return expr_batch_output (formulas->batch, index);
}
