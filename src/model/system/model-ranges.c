/* Evaluates functions of an instance over boxes.
 *
 * Accelerations and multipliers of a mechanism are the solution of a linear system, of which there are no ranges. Its matrix and vectors
 * are expressions, whose hidden parts are known. If they hide nothing, neither does the solution, which is a smooth function of them while
 * the matrix is regular; the errors of an ill-conditioned matrix appear in the error estimate. In the right-hand side accelerations and
 * multipliers count as smooth inputs with very wide limits, so that only operations that are linear in them hide nothing. */
#include "model-ranges.h"

#include <math.h>
#include <string.h>

#include "expr-range.h"
#include "model-system-private.h"

/* Limits for accelerations and multipliers. They are far beyond physical values, and their products with states do not overflow. */
#define WIDE 1e50

typedef struct
{
  ExprRanges *ranges; /* NULL: the model has no such function */
  int n_outputs;
  guint version;
  gboolean uses_multipliers;
} Function;

struct ModelRanges
{
  ModelSystem *system;
  Function rhs, mechanics, witnesses;
};

static void
function_init (Function *function, ModelSystem *system, ModelFunctionId id)
{
  const ModelFunction *planned = &g_array_index (system->plan->functions, ModelFunction, id);

  if (planned->program == NULL)
    return;
  function->ranges = expr_ranges_new (planned->program);
  /* At the start of a step after a located change, a condition is zero up to the rounding error of the location. */
  expr_ranges_set_slack (function->ranges, 0x1p-44);
  function->n_outputs = planned->n_outputs;
  function->uses_multipliers = planned->uses_multipliers;
  function->version = system->version - 1;
}

ModelRanges *
model_ranges_new (ModelSystem *system)
{
  ModelRanges *ranges = g_new0 (ModelRanges, 1);

  ranges->system = system;
  function_init (&ranges->rhs, system, MODEL_FUNCTION_RHS);
  if (system->mechanics != NULL)
    function_init (&ranges->mechanics, system, MODEL_FUNCTION_MECHANICS);
  function_init (&ranges->witnesses, system, MODEL_FUNCTION_WITNESSES);
  if (ranges->witnesses.ranges != NULL)
    expr_ranges_set_slack (ranges->witnesses.ranges, 0);
  return ranges;
}

void
model_ranges_free (ModelRanges *ranges)
{
  if (ranges == NULL)
    return;
  expr_ranges_free (ranges->rhs.ranges);
  expr_ranges_free (ranges->mechanics.ranges);
  expr_ranges_free (ranges->witnesses.ranges);
  g_free (ranges);
}

static void
evaluate (ModelRanges *ranges, Function *function, double t0, double t1, const double *lo, const double *hi)
{
  const ModelSystem *system = ranges->system;
  const ModelPlan *plan = system->plan;
  ExprRange *inputs = expr_ranges_inputs (function->ranges);

  if (function->version != system->version)
    {
      for (int k = 0; k < plan->base_t; k++)
        inputs[k] = expr_range_point (system->slow[k]);
      for (int k = 0; k < plan->n_multipliers + plan->n_accelerations; k++)
        inputs[plan->base_multipliers + k] = expr_range_between (-WIDE, WIDE);
      expr_ranges_prepare (function->ranges);
      function->version = system->version;
    }
  inputs[plan->base_t] = expr_range_between (t0, t1);
  for (int k = 0; k < plan->n_states; k++)
    inputs[plan->base_x + k] = expr_range_between (lo[k], hi[k]);
  expr_ranges_run (function->ranges);
}

void
model_ranges_hidden (ModelRanges *ranges, double t0, double t1, const double *lo, const double *hi, double *hidden, double *relative)
{
  *relative = 0;
  if (ranges->rhs.ranges == NULL)
    return;
  evaluate (ranges, &ranges->rhs, t0, t1, lo, hi);
  for (int k = 0; k < ranges->rhs.n_outputs; k++)
    {
      const ExprRange *output = expr_ranges_output (ranges->rhs.ranges, k);

      hidden[k] = output->undefined == EXPR_UNDEFINED_QUOTIENT ? -1 : output->undefined ? INFINITY : output->unseen;
    }
  if (ranges->mechanics.ranges == NULL)
    return;
  evaluate (ranges, &ranges->mechanics, t0, t1, lo, hi);
  for (int k = 0; k < ranges->mechanics.n_outputs; k++)
    {
      const ExprRange *output = expr_ranges_output (ranges->mechanics.ranges, k);
      double size = fmax (fabs (output->lo), fabs (output->hi));

      if (output->undefined || output->unseen > 0)
        *relative = fmax (*relative, output->undefined ? INFINITY : output->unseen / size);
    }
}

void
model_ranges_witnesses (ModelRanges *ranges, double t0, double t1, const double *lo, const double *hi, double *g_lo, double *g_hi)
{
  const ModelPlan *plan = ranges->system->plan;
  Function *function = &ranges->witnesses;

  if (function->ranges == NULL)
    return;
  if (!function->uses_multipliers)
    evaluate (ranges, function, t0, t1, lo, hi);
  for (guint k = 0; k < plan->events->len; k++)
    {
      int witness = ((const ModelPlanEvent *) plan->events->pdata[k])->witness;
      const ExprRange *output = witness >= 0 ? expr_ranges_output (function->ranges, witness) : NULL;

      if (output == NULL)
        continue;
      g_lo[k] = function->uses_multipliers || output->undefined ? -INFINITY : output->lo;
      g_hi[k] = function->uses_multipliers || output->undefined ? INFINITY : output->hi;
    }
}
