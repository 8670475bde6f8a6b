/* Implements the functions of OdeSystem for an instance of a model. */
#include "model-system-private.h"

#include <math.h>
#include <string.h>


/* Returns ODE_RETRY_UNDEFINED if a value is not finite. x·0 is 0 for finite x and NaN otherwise, so a sum of such products detects this
 * without branches. */
static OdeStatus
check (const double *values, int n)
{
  double sum = 0;

  for (int k = 0; k < n; k++)
    sum += values[k] * 0;
  return sum == 0 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

static OdeStatus
evaluate_into (ModelSystem *system, int id, double t, const double *x, double *values)
{
  return model_system_evaluate_into (system, id, t, x, values) ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

/* ---- right-hand side ---- */

/* Recomputes the slow values (those that depend only on parameters) after parameters changed. */
static G_GNUC_NO_INLINE void
prepare_rhs (ModelSystem *system)
{
  ModelEvaluator *evaluator = &system->evaluators[MODEL_FUNCTION_RHS];

  memcpy (evaluator->inputs, system->slow, sizeof (double) * (size_t) system->plan->base_t);
  expr_workspace_prepare (evaluator->workspace);
  evaluator->version = system->version;
}

/* Evaluates the right-hand side at t and the states in the buffer of the system. */
static inline OdeStatus
rhs_in_place (ModelSystem *system, double t, double *dxdt)
{
  const ModelEvaluator *evaluator = &system->evaluators[MODEL_FUNCTION_RHS];

  system->ode.rhs_buffer[-1] = t; /* t is the input before the states */
  return evaluator->entry.run (evaluator->entry.code, evaluator->entry.registers, dxdt) == 0 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

/* The most states that are copied to the buffer without a call. */
#define FEW_STATES 8

/* Copies n states to the buffer, 1 to FEW_STATES. */
static inline void
copy_few (double *buffer, const double *x, int n)
{
  switch (n)
    {
    case 8:
      buffer[7] = x[7];
      G_GNUC_FALLTHROUGH;
    case 7:
      buffer[6] = x[6];
      G_GNUC_FALLTHROUGH;
    case 6:
      buffer[5] = x[5];
      G_GNUC_FALLTHROUGH;
    case 5:
      buffer[4] = x[4];
      G_GNUC_FALLTHROUGH;
    case 4:
      buffer[3] = x[3];
      G_GNUC_FALLTHROUGH;
    case 3:
      buffer[2] = x[2];
      G_GNUC_FALLTHROUGH;
    case 2:
      buffer[1] = x[1];
      G_GNUC_FALLTHROUGH;
    default:
      buffer[0] = x[0];
    }
}

/* Evaluates the right-hand side after a change of parameters, and with more than FEW_STATES states that are not in the buffer. It is not inlined: rhs, which handles
 * the other cases, then needs to save no registers. */
static G_GNUC_NO_INLINE OdeStatus
rhs_elsewhere (ModelSystem *system, double t, const double *x, double *dxdt)
{
  if (system->evaluators[MODEL_FUNCTION_RHS].version != system->version)
    prepare_rhs (system);
  if (x != system->ode.rhs_buffer)
    memcpy (system->ode.rhs_buffer, x, sizeof (double) * (size_t) system->ode.n_states);
  return rhs_in_place (system, t, dxdt);
}

/* Evaluates the right-hand side, whose code reads the states at x. */
static inline OdeStatus
rhs_in_row (const ModelSystem *system, double t, const double *x, double *dxdt)
{
  const ModelEvaluator *evaluator = &system->evaluators[MODEL_FUNCTION_RHS];

  system->ode.rhs_buffer[-1] = t;
  return evaluator->entry.run (x, evaluator->entry.registers, dxdt) == 0 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

static G_GNUC_NO_INLINE OdeStatus
prepare_row_rhs (ModelSystem *system, double t, const double *x, double *dxdt)
{
  prepare_rhs (system);
  return rhs_in_row (system, t, x, dxdt);
}

/* Evaluates the right-hand side of a model whose machine code reads the states from the array of the caller, without a copy. */
static OdeStatus
row_rhs (void *self, double t, const double *x, double *dxdt)
{
  ModelSystem *system = self;

  if (G_UNLIKELY (system->evaluators[MODEL_FUNCTION_RHS].version != system->version))
    return prepare_row_rhs (system, t, x, dxdt);
  return rhs_in_row (system, t, x, dxdt);
}

/* Evaluates the right-hand side. For small models the cost is dominated by
 * function calls, so only one is made; it also reports whether all outputs are
 * finite. */
static OdeStatus
rhs (void *self, double t, const double *x, double *dxdt)
{
  ModelSystem *system = self;

  if (G_UNLIKELY (system->evaluators[MODEL_FUNCTION_RHS].version != system->version))
    return rhs_elsewhere (system, t, x, dxdt);
  if (x != system->ode.rhs_buffer)
    {
      if (system->ode.n_states > FEW_STATES)
        return rhs_elsewhere (system, t, x, dxdt);
      copy_few (system->ode.rhs_buffer, x, system->ode.n_states);
    }
  return rhs_in_place (system, t, dxdt);
}

/* The right-hand side of a model with switches. */
static OdeStatus
switch_rhs (void *self, double t, const double *x, double *dxdt)
{
  ModelSystem *system = self;

  if (system->is_sided)
    return model_system_sided_rhs (system, t, x, dxdt);
  return system->ode.rhs_buffer != NULL ? rhs (self, t, x, dxdt) : evaluate_into (self, MODEL_FUNCTION_RHS, t, x, dxdt);
}

static OdeStepCode *
step_code (const OdeSystem *ode, const OdeTableau *tableau, const double *const errors[2], OdeStepNorm norm)
{
  return ode->rhs == rhs || ode->rhs == row_rhs || ode->rhs == switch_rhs ? model_system_step_code (ode->self, tableau, errors, norm) : NULL;
}

static OdeStatus
mechanics_rhs (void *self, double t, const double *x, double *dxdt)
{
  return evaluate_into (self, MODEL_FUNCTION_RHS, t, x, dxdt);
}

static OdeStatus
empty_rhs (void *self, double t, const double *x, double *dxdt)
{
  return ODE_DONE;
}

/* ---- mechanics ---- */

gboolean
model_system_solve_mechanics (ModelSystem *system, double t, const double *x, gboolean sided)
{
  const int base = sided ? MODEL_FUNCTION_SIDED : 0;
  const ModelPlan *plan = system->plan;
  int n = plan->n_accelerations, m = plan->n_multipliers;
  double *lambda = system->multipliers;
  double *a = system->multipliers + m;
  double *r2 = system->mechanics_columns;
  const double *values;

  if (system->mechanics == NULL)
    {
      /* If the accelerations are explicit expressions, they are outputs of the right-hand side. */
      values = model_system_evaluate (system, base + MODEL_FUNCTION_RHS, t, x);
      for (int k = 0; k < n; k++)
        a[k] = values[plan->mechanics.velocity[k]];
      return TRUE;
    }
  values = model_system_evaluate (system, base + MODEL_FUNCTION_MECHANICS, t, x);
  if (!model_mechanics_factorize (system->mechanics, values, values + n * n))
    return FALSE;
  for (int k = 0; k < m; k++)
    r2[k] = -values[n * n + m * n + n + k];
  model_mechanics_solve (system->mechanics, values + n * n + m * n, r2, a, lambda);
  return check (a, n) == ODE_DONE;
}

/* Computes ∂(λ, a)/∂p from one column of the derivative of the residual r, with the matrix and factors of the last
 * solve. */
static void
solve_column (ModelSystem *system, const double *r, double *multipliers)
{
  int n = system->plan->n_accelerations, m = system->plan->n_multipliers;

  model_mechanics_solve (system->mechanics, r, r + n, multipliers + m, multipliers);
}

/* Computes total = direct + ∂f/∂(λ, a)·∂(λ, a)/∂p for n_columns variables p. total and direct have n_states rows and are column-major. */
static OdeStatus
chain (ModelSystem *system, double t, const double *x, int direct_id, int first_column, int n_columns, double *values)
{
  const ModelPlan *plan = system->plan;
  int n_unknowns = plan->n_multipliers + plan->n_accelerations;
  const int base = system->is_sided ? MODEL_FUNCTION_SIDED : 0;
  const double *direct = model_system_evaluate (system, base + direct_id, t, x);
  const double *outer = direct != NULL ? model_system_evaluate (system, base + MODEL_FUNCTION_MULTIPLIER_JACOBIAN, t, x) : NULL;
  const double *residual = outer != NULL ? model_system_evaluate (system, base + MODEL_FUNCTION_MECHANICS_JACOBIAN, t, x) : NULL;

  /* The derivative of the residual depends on λ and a, so solve at this point first. */
  if (residual == NULL || !model_system_solve_mechanics (system, t, x, system->is_sided))
    return ODE_RETRY_UNDEFINED;
  for (int column = 0; column < n_columns; column++)
    {
      double *inner = system->mechanics_columns + n_unknowns;
      double *out = values + (size_t) column * (size_t) plan->n_states;

      solve_column (system, residual + (first_column + column) * n_unknowns, inner);
      memcpy (out, direct + (size_t) column * (size_t) plan->n_states, sizeof (double) * (size_t) plan->n_states);
      for (int k = 0; k < n_unknowns; k++)
        for (int row = 0; row < plan->n_states; row++)
          out[row] += outer[k * plan->n_states + row] * inner[k];
    }
  return check (values, n_columns * plan->n_states);
}

/* ---- derivatives ---- */

static OdeStatus
jacobian (void *self, double t, const double *x, double *values)
{
  ModelSystem *system = self;

  if (system->is_sided && system->slide_at >= 0)
    return model_system_slide_jacobian (system, t, x, values);
  if (system->mechanics != NULL)
    return chain (system, t, x, MODEL_FUNCTION_JACOBIAN, 0, system->plan->n_states, values);
  if (system->plan->jacobian_pattern.start[system->plan->n_states] == 0)
    return ODE_DONE;
  return evaluate_into (system, (system->is_sided ? MODEL_FUNCTION_SIDED : 0) + MODEL_FUNCTION_JACOBIAN, t, x, values);
}

static OdeStatus
time_derivative (void *self, double t, const double *x, double *dfdt)
{
  ModelSystem *system = self;

  if (system->is_sided && system->slide_at >= 0)
    return model_system_slide_time_derivative (system, t, x, dfdt);
  if (system->mechanics != NULL)
    return chain (system, t, x, MODEL_FUNCTION_TIME_DERIVATIVE, system->plan->n_states, 1, dfdt);
  return evaluate_into (system, (system->is_sided ? MODEL_FUNCTION_SIDED : 0) + MODEL_FUNCTION_TIME_DERIVATIVE, t, x, dfdt);
}

static OdeStatus
constraints (void *self, double t, const double *x, double *c)
{
  return evaluate_into (self, MODEL_FUNCTION_CONSTRAINTS, t, x, c);
}

static OdeStatus
constraint_jacobian (void *self, double t, const double *x, double *G)
{
  return evaluate_into (self, MODEL_FUNCTION_CONSTRAINT_JACOBIAN, t, x, G);
}

static OdeStatus
rotation_rates (void *self, double t, const double *x, double *rates)
{
  return evaluate_into (self, MODEL_FUNCTION_RATES, t, x, rates);
}

/* ---- construction of the OdeSystem ---- */

static gboolean
has_function (const ModelPlan *plan, int id)
{
  return g_array_index (plan->functions, ModelFunction, id).program != NULL;
}

static void
prepare_jacobian (void *self)
{
  ModelSystem *system = self;

  /* If the thread asks to end, evaluations of the Jacobian fail. */
  if (!model_plan_need_jacobian (system->plan))
    return;
  for (int id = 0; id < MODEL_N_FIXED_FUNCTIONS; id++)
    if (model_plan_is_of_jacobian (id) && has_function (system->plan, id))
      model_system_evaluator (system, id);
}

void
model_system_make_ode (ModelSystem *system)
{
  const ModelPlan *plan = system->plan;
  OdeSystem *ode = &system->ode;

  ode->self = system;
  ode->n_states = plan->n_states;
  ode->kinds = plan->kinds;
  ode->index = plan->index;
  ode->names = (const char *const *) plan->state_names;
  ode->rhs = plan->n_states == 0 ? empty_rhs : rhs;
  ode->jacobian = jacobian;
  ode->prepare_jacobian = prepare_jacobian;
  ode->jacobian_pattern = plan->has_pattern ? &plan->jacobian_pattern : NULL;
  ode->time_derivative = has_function (plan, MODEL_FUNCTION_TIME_DERIVATIVE) ? time_derivative : NULL;
  ode->time_dependent = plan->time_dependent;
  ode->n_pairs = plan->n_pairs;
  ode->pairs = plan->pairs;
  ode->separable = plan->separable;
  ode->not_separable = plan->not_separable;
  ode->n_constraints = plan->n_constraints;
  ode->n_position_constraints = plan->n_position_constraints;
  if (plan->n_constraints > 0)
    {
      ode->constraints = constraints;
      ode->constraint_jacobian = constraint_jacobian;
    }
  ode->n_rotations = plan->n_rotations;
  ode->rotations = plan->rotations;
  ode->rotation_rates = plan->n_rotations > 0 ? rotation_rates : NULL;
  if (plan->has_mass)
    {
      int n_entries = plan->mass_pattern.start[plan->n_states];

      system->mass = g_new0 (double, n_entries + 1);
      memcpy (system->mass, model_system_slow_values (system) + plan->slow_mass, sizeof (double) * (size_t) n_entries);
      ode->mass_pattern = &plan->mass_pattern;
      ode->mass = system->mass;
    }
  if (plan->n_states == 0)
    return;
  /* Make the evaluator of the right-hand side now: the right-hand side does not check whether its evaluator exists. */
  if (model_system_evaluator (system, MODEL_FUNCTION_RHS)->uses_multipliers)
    ode->rhs = mechanics_rhs;
  else
    {
      g_assert (plan->base_x == plan->base_t + 1);
      ode->step_code = step_code;
      ode->rhs_buffer = system->evaluators[MODEL_FUNCTION_RHS].inputs + plan->base_x;
      if (system->evaluators[MODEL_FUNCTION_RHS].entry.takes_row)
        ode->rhs = row_rhs;
    }
  /* A step must not allocate memory. Make the workspaces of all functions that steps call
   * now; those of the Jacobian are made when a method announces that it uses the
   * Jacobian. */
  for (int id = MODEL_FUNCTION_JACOBIAN; id <= MODEL_FUNCTION_LAST_SIDED; id++)
    if ((id <= MODEL_FUNCTION_RATES || id >= MODEL_FUNCTION_SWITCHES) && !model_plan_is_of_jacobian (id) && has_function (plan, id))
      model_system_evaluator (system, id);
  if (plan->n_switches > 0)
    ode->rhs = switch_rhs;
}
