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
#include "model-system-switches.h"

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
  Function rhs, mechanics, witnesses, witness_rates;
  Function sided_rhs, sided_mechanics, switches, rates; /* with sides as inputs */
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
  function_init (&ranges->witness_rates, system, MODEL_FUNCTION_WITNESS_RATES);
  /* Along a surface the rate is between those of both sides. */
  if (ranges->witness_rates.ranges != NULL)
    expr_ranges_set_slack (ranges->witness_rates.ranges, 0);
  if (system->plan->n_switches == 0)
    return ranges;
  function_init (&ranges->sided_rhs, system, MODEL_FUNCTION_SIDED + MODEL_FUNCTION_RHS);
  if (system->mechanics != NULL)
    function_init (&ranges->sided_mechanics, system, MODEL_FUNCTION_SIDED + MODEL_FUNCTION_MECHANICS);
  function_init (&ranges->switches, system, MODEL_FUNCTION_SWITCHES);
  expr_ranges_set_slack (ranges->switches.ranges, 0);
  if (system->plan->has_switch_rates)
    function_init (&ranges->rates, system, MODEL_FUNCTION_SWITCH_RATES);
  return ranges;
}

void
model_ranges_free (ModelRanges *ranges)
{
  if (ranges == NULL)
    return;
  const Function *functions[] = { &ranges->rhs,      &ranges->mechanics, &ranges->witnesses, &ranges->sided_rhs, &ranges->sided_mechanics,
                                  &ranges->switches, &ranges->rates, &ranges->witness_rates };

  for (guint k = 0; k < G_N_ELEMENTS (functions); k++)
    expr_ranges_free (functions[k]->ranges);
  g_free (ranges);
}

/* Evaluates a function over the box; sides is NULL if it has no sides as inputs. */
static void
evaluate (ModelRanges *ranges, Function *function, const double *sides, double t0, double t1, const double *lo, const double *hi)
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
  for (int k = 0; sides != NULL && k < plan->n_switches; k++)
    inputs[plan->n_inputs + k] = expr_range_point (sides[k]);
  inputs[plan->base_t] = expr_range_between (t0, t1);
  for (int k = 0; k < plan->n_states; k++)
    inputs[plan->base_x + k] = expr_range_between (lo[k], hi[k]);
  expr_ranges_run (function->ranges);
}

/* Bounds what the right-hand side hides. The bounds are added to those in hidden if `add`: the larger of both is kept. */
static void
hidden_with (ModelRanges *ranges,
             const double *sides,
             double t0,
             double t1,
             const double *lo,
             const double *hi,
             gboolean add,
             double *hidden,
             double *relative)
{
  Function *rhs = sides != NULL ? &ranges->sided_rhs : &ranges->rhs;
  Function *mechanics = sides != NULL ? &ranges->sided_mechanics : &ranges->mechanics;

  if (rhs->ranges == NULL)
    return;
  evaluate (ranges, rhs, sides, t0, t1, lo, hi);
  for (int k = 0; k < rhs->n_outputs; k++)
    {
      const ExprRange *output = expr_ranges_output (rhs->ranges, k);
      double own = output->undefined == EXPR_UNDEFINED_QUOTIENT ? -1 : output->undefined ? INFINITY : output->unseen;

      /* A quotient that may be 0/0 is examined by other means, unless the other side hides something. */
      hidden[k] = !add || (own < 0 && hidden[k] == 0) ? own : fmax (own, hidden[k]);
    }
  if (mechanics->ranges == NULL)
    return;
  evaluate (ranges, mechanics, sides, t0, t1, lo, hi);
  for (int k = 0; k < mechanics->n_outputs; k++)
    {
      const ExprRange *output = expr_ranges_output (mechanics->ranges, k);
      double size = fmax (fabs (output->lo), fabs (output->hi));

      if (output->undefined || output->unseen > 0)
        *relative = fmax (*relative, output->undefined ? INFINITY : output->unseen / size);
    }
}

void
model_ranges_hidden (
    ModelRanges *ranges, gboolean sided, double t0, double t1, const double *lo, const double *hi, double *hidden, double *relative)
{
  const ModelSystem *system = ranges->system;

  *relative = 0;
  if (!sided || system->slide_at < 0)
    {
      hidden_with (ranges, sided ? system->sides : NULL, t0, t1, lo, hi, FALSE, hidden, relative);
      return;
    }
  hidden_with (ranges, system->slide_sides, t0, t1, lo, hi, FALSE, hidden, relative);
  hidden_with (ranges, system->slide_sides + system->plan->n_switches, t0, t1, lo, hi, TRUE, hidden, relative);
}

void
model_ranges_switches (ModelRanges *ranges, double t0, double t1, const double *lo, const double *hi, double *g_lo, double *g_hi)
{
  Function *function = &ranges->switches;

  evaluate (ranges, function, ranges->system->sides, t0, t1, lo, hi);
  for (int k = 0; k < function->n_outputs; k++)
    {
      const ExprRange *output = expr_ranges_output (function->ranges, k);
      gboolean known = !function->uses_multipliers && !output->undefined;

      g_lo[k] = known ? output->lo : -INFINITY;
      g_hi[k] = known ? output->hi : INFINITY;
    }
}

gboolean
model_ranges_slides (ModelRanges *ranges, double t0, double t1, const double *lo, const double *hi)
{
  const ModelSystem *system = ranges->system;
  Function *function = &ranges->rates;
  const ExprRange *rate;

  if (function->ranges == NULL || function->uses_multipliers || system->slide_at < 0)
    return FALSE;
  evaluate (ranges, function, system->slide_sides, t0, t1, lo, hi);
  rate = expr_ranges_output (function->ranges, system->slide_at);
  if (rate->undefined || !(rate->lo > 0))
    return FALSE;
  evaluate (ranges, function, system->slide_sides + system->plan->n_switches, t0, t1, lo, hi);
  rate = expr_ranges_output (function->ranges, system->slide_at);
  return !rate->undefined && rate->hi < 0;
}

void
model_ranges_witnesses (ModelRanges *ranges, double t0, double t1, const double *lo, const double *hi, double *g_lo, double *g_hi)
{
  const ModelPlan *plan = ranges->system->plan;
  Function *function = &ranges->witnesses;

  if (function->ranges == NULL)
    return;
  if (!function->uses_multipliers)
    evaluate (ranges, function, NULL, t0, t1, lo, hi);
  for (guint k = 0; k < plan->events->len; k++)
    {
      int witness = ((const ModelPlanEvent *)plan->events->pdata[k])->witness;
      const ExprRange *output = witness >= 0 ? expr_ranges_output (function->ranges, witness) : NULL;

      if (output == NULL)
        continue;
      g_lo[k] = function->uses_multipliers || output->undefined ? -INFINITY : output->lo;
      g_hi[k] = function->uses_multipliers || output->undefined ? INFINITY : output->hi;
    }
}

int
model_ranges_witness_trend (ModelRanges *ranges, int event, double t0, double t1, const double *lo, const double *hi)
{
  int witness = ((const ModelPlanEvent *) ranges->system->plan->events->pdata[event])->witness;
  const ExprRange *rate;

  if (ranges->witness_rates.ranges == NULL || ranges->witnesses.uses_multipliers || ranges->witness_rates.uses_multipliers || witness < 0)
    return 0;
  evaluate (ranges, &ranges->witness_rates, NULL, t0, t1, lo, hi);
  rate = expr_ranges_output (ranges->witness_rates.ranges, witness);
  /* The rate of a witness may be unknown: NaN. */
  if (rate->undefined || !(rate->lo > 0 || rate->hi < 0))
    return 0;
  /* A condition in the witness that may change would be a jump, which the rate does not show. */
  evaluate (ranges, &ranges->witnesses, NULL, t0, t1, lo, hi);
  if (expr_ranges_n_undecided (ranges->witnesses.ranges) > 0 || expr_ranges_output (ranges->witnesses.ranges, witness)->undefined)
    return 0;
  return rate->lo > 0 ? 1 : -1;
}
