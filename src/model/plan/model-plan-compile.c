/* Compiles the expression graph of a plan into programs. */
#include "expr-jacobian.h"
#include "expr-look.h"
#include "model-plan-compile.h"
#include "model-plan-parts.h"

#include <math.h>
#include <string.h>

static ModelFunction
function_of (const ExprValue *values, int n_values)
{
  return (ModelFunction){ NULL, n_values, FALSE, g_memdup2 (values, sizeof *values * (gsize) n_values) };
}

int
model_plan_add_function (ModelPlan *plan, const ExprValue *values, int n_values)
{
  ModelFunction function = function_of (values, n_values);

  g_array_append_val (plan->functions, function);
  return (int) plan->functions->len - 1;
}

void
model_plan_set_function (ModelPlan *plan, ModelFunctionId id, const ExprValue *values, int n_values)
{
  ModelFunction *function = &g_array_index (plan->functions, ModelFunction, id);

  if (function->program != NULL) /* compiled before the thread asked to end */
    return;
  g_free (function->values); /* from a compilation that was ended */
  function->values = NULL;
  if (n_values > 0)
    *function = function_of (values, n_values);
}

static void
set_array (ModelPlan *plan, ModelFunctionId id, const GArray *values)
{
  model_plan_set_function (plan, id, (const ExprValue *) (gconstpointer) values->data, (int) values->len);
}

/* ---- Jacobians ---- */

/* The right-hand side in one of two forms: as in the file, or with the sides of switches as inputs. `first` is the id of its first function. */
typedef struct
{
  ExprGraph *graph;
  const ExprValue *derivatives;
  const ExprValue *mass, *jacobian, *force, *bias; /* as in `mechanics` of the plan */
  int first;
} Equations;

static Equations
equations_of_file (const ModelPlan *plan)
{
  return (Equations){ plan->graph,           plan->derivatives,     plan->mechanics.mass, plan->mechanics.jacobian,
                      plan->mechanics.force, plan->mechanics.bias, MODEL_FUNCTION_RHS };
}

/* The order is that of sided_outputs. */
static Equations
equations_with_sides (const ModelPlan *plan)
{
  gsize n = (gsize) plan->mechanics.n_coordinates, m = (gsize) plan->mechanics.n_constraints;
  const ExprValue *all = plan->sided->outputs, *mass = all + plan->n_states;

  return (Equations){ plan->sided->graph, all, mass, mass + n * n, mass + n * n + m * n, mass + n * n + m * n + n, MODEL_FUNCTION_SIDED };
}

/* Number of derivatives between two looks for a request to end. One takes up to 0.1 ms in a model with 1000 states. */
#define DERIVATIVES_BETWEEN 64

/* Appends the derivatives of the values with respect to inputs first … first + n_inputs − 1, column by column, or row by row if
 * by_rows. Returns FALSE if the thread asks to end. */
static gboolean
append_dense (ExprGraph *graph, GArray *derivatives, const ExprValue *values, int n_values, int first, int n_inputs, gboolean by_rows)
{
  int n_outer = by_rows ? n_values : n_inputs;
  int n_inner = by_rows ? n_inputs : n_values;

  for (int outer = 0; outer < n_outer; outer++)
    for (int inner = 0; inner < n_inner; inner++)
      {
        int row = by_rows ? outer : inner;
        int column = by_rows ? inner : outer;
        ExprValue value;

        if (derivatives->len % DERIVATIVES_BETWEEN == DERIVATIVES_BETWEEN - 1 && !expr_look_continues ())
          return FALSE;
        value = expr_graph_derivative (graph, values[row], first + column);
        g_array_append_val (derivatives, value);
      }
  return TRUE;
}

static gboolean
set_time_derivative (ModelPlan *plan, const Equations *equations, const ExprJacobian *time)
{
  g_autofree ExprValue *rates = g_new (ExprValue, plan->n_states + 1);

  if (time->n_entries == 0 && equations->first == MODEL_FUNCTION_RHS)
    return TRUE;
  for (int k = 0; k < plan->n_states; k++)
    rates[k] = expr_graph_constant (equations->graph, 0);
  for (int k = 0; k < time->n_entries; k++)
    rates[time->rows[k]] = time->values[k];
  model_plan_set_function (plan, (ModelFunctionId) equations->first + MODEL_FUNCTION_TIME_DERIVATIVE, rates, plan->n_states);
  return TRUE;
}

/* Compiles ∂f/∂t and the sparsity pattern of the Jacobian. The entries of the Jacobian are compiled later, at its first
 * use. Returns FALSE if the thread asks to end. */
static gboolean
set_pattern (ModelPlan *plan)
{
  g_autoptr (ExprJacobian) jacobian
      = expr_jacobian_new_pattern (plan->graph, plan->derivatives, plan->n_states, plan->base_x, plan->n_states);
  g_autoptr (ExprJacobian) time
      = jacobian != NULL ? expr_jacobian_new (plan->graph, plan->derivatives, plan->n_states, plan->base_t, 1) : NULL;
  int n = plan->n_states;
  int *rows;

  if (time == NULL)
    return FALSE;
  rows = g_new0 (int, jacobian->n_entries + 1);
  if (jacobian->n_entries > 0)
    memcpy (rows, jacobian->rows, sizeof *rows * (size_t) jacobian->n_entries);
  plan->jacobian_pattern = (OdePattern){ n, n, g_memdup2 (jacobian->column_starts, sizeof (int) * (gsize) (n + 1)),
                                         rows };
  plan->jacobian = g_steal_pointer (&jacobian);
  plan->has_pattern = TRUE;
  const Equations equations = equations_of_file (plan);
  return set_time_derivative (plan, &equations, time);
}

/* This function and set_mechanics_jacobian return FALSE if the thread asks to end. */
static gboolean
set_sparse_jacobian (ModelPlan *plan)
{
  if (plan->jacobian == NULL) /* it was set before the thread asked to end */
    return TRUE;
  if (!expr_jacobian_differentiate (plan->jacobian, plan->graph, plan->derivatives))
    return FALSE;
  model_plan_set_function (plan, MODEL_FUNCTION_JACOBIAN, plan->jacobian->values, plan->jacobian->n_entries);
  g_clear_pointer (&plan->jacobian, expr_jacobian_free);
  return TRUE;
}

/* This function and set_constraints return FALSE if the thread asks to end. */
static gboolean
set_mechanics (ModelPlan *plan, const Equations *equations)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  int n = plan->mechanics.n_coordinates;
  int m = plan->mechanics.n_constraints;

  if (!append_dense (equations->graph, values, equations->derivatives, plan->n_states, plan->base_t, 1, FALSE))
    return FALSE;
  set_array (plan, (ModelFunctionId) equations->first + MODEL_FUNCTION_TIME_DERIVATIVE, values);

  g_array_set_size (values, 0);
  g_array_append_vals (values, equations->mass, (guint) (n * n));
  g_array_append_vals (values, equations->jacobian, (guint) (m * n));
  g_array_append_vals (values, equations->force, (guint) n);
  g_array_append_vals (values, equations->bias, (guint) m);
  set_array (plan, (ModelFunctionId) equations->first + MODEL_FUNCTION_MECHANICS, values);
  return TRUE;
}

/* Compiles the dense parts of the Jacobian of a model whose accelerations come from a linear system: J = ∂f/∂x + ∂f/∂(λ, a)·∂(λ,
 * a)/∂x. */
static gboolean
set_mechanics_jacobian (ModelPlan *plan, const Equations *equations)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  g_autoptr (GArray) residual = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  int n = plan->mechanics.n_coordinates;
  int m = plan->mechanics.n_constraints;

  if (!append_dense (equations->graph, values, equations->derivatives, plan->n_states, plan->base_x, plan->n_states, FALSE))
    return FALSE;
  set_array (plan, (ModelFunctionId) equations->first + MODEL_FUNCTION_JACOBIAN, values);
  g_array_set_size (values, 0);
  if (!append_dense (equations->graph, values, equations->derivatives, plan->n_states, plan->base_multipliers, m + n, FALSE))
    return FALSE;
  set_array (plan, (ModelFunctionId) equations->first + MODEL_FUNCTION_MULTIPLIER_JACOBIAN, values);

  /* Residuals of the linear system: r₁ = f + Gᵀλ − M a, r₂ = −γ − G a. */
  for (int k = 0; k < n + m; k++)
    {
      ExprValue sum = k < n ? equations->force[k] : expr_graph_apply (equations->graph, "-", &equations->bias[k - n], 1);

      for (int c = 0; c < (k < n ? n + m : n); c++)
        {
          ExprValue factor = k >= n   ? equations->jacobian[(k - n) * n + c]
                             : c < n ? equations->mass[k * n + c]
                                     : equations->jacobian[(c - n) * n + k];
          ExprValue unknown = expr_graph_input (equations->graph, c < n ? plan->base_accelerations + c : plan->base_multipliers + c - n);
          ExprValue product = expr_graph_apply (equations->graph, "*", (ExprValue[]){ factor, unknown }, 2);

          sum = expr_graph_apply (equations->graph, c < n ? "-" : "+", (ExprValue[]){ sum, product }, 2);
        }
      g_array_append_val (residual, sum);
    }
  g_array_set_size (values, 0);
  if (!append_dense (equations->graph, values, (const ExprValue *) (gconstpointer) residual->data, n + m, plan->base_x, plan->n_states, FALSE)
      || !append_dense (equations->graph, values, (const ExprValue *) (gconstpointer) residual->data, n + m, plan->base_t, 1, FALSE))
    return FALSE;
  set_array (plan, (ModelFunctionId) equations->first + MODEL_FUNCTION_MECHANICS_JACOBIAN, values);
  return TRUE;
}

static gboolean
set_constraints (ModelPlan *plan)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (ExprValue));

  plan->n_constraints = (int) plan->constraint_values->len;
  set_array (plan, MODEL_FUNCTION_CONSTRAINTS, plan->constraint_values);
  if (!append_dense (plan->graph, values, (const ExprValue *) (gconstpointer) plan->constraint_values->data, plan->n_constraints, plan->base_x,
                     plan->n_states, TRUE))
    return FALSE;
  set_array (plan, MODEL_FUNCTION_CONSTRAINT_JACOBIAN, values);
  return TRUE;
}

static void
set_exact (ModelPlan *plan)
{
  gboolean any = FALSE;

  for (guint k = 0; k < plan->exact->len; k++)
    {
      ExprValue *value = &g_array_index (plan->exact, ExprValue, k);

      any |= *value != EXPR_NO_VALUE;
      if (*value == EXPR_NO_VALUE)
        *value = expr_graph_constant (plan->graph, NAN);
    }
  if (any)
    set_array (plan, MODEL_FUNCTION_EXACT, plan->exact);
}

/* ---- compiling ---- */

static gboolean
is_sided (const ModelPlan *plan, guint id)
{
  return plan->sided != NULL && id >= MODEL_FUNCTION_SWITCHES && id <= MODEL_FUNCTION_LAST_SIDED;
}

static gboolean
uses_multipliers (const ModelPlan *plan, ExprGraph *graph, const ModelFunction *function, gboolean *flags)
{
  if (plan->mechanics.n_coordinates == 0)
    return FALSE;
  memset (flags, 0, sizeof *flags * (gsize) plan->n_inputs);
  for (int k = 0; k < function->n_outputs; k++)
    expr_graph_dependencies (graph, function->values[k], flags, plan->n_inputs);
  for (int k = plan->base_multipliers; k < plan->n_inputs; k++)
    if (flags[k])
      return TRUE;
  return FALSE;
}

static int
first_fast (const ModelPlan *plan, guint id)
{
  return id == MODEL_FUNCTION_INITIAL ? 0 : id == MODEL_FUNCTION_SLOW ? plan->n_inputs : plan->base_t;
}

/* Compiles a function, and frees its expression values. Returns FALSE and keeps them if the thread asks to end. */
static gboolean
compile_function (ModelPlan *plan, guint id)
{
  g_autofree gboolean *uses = g_new0 (gboolean, plan->n_inputs + 1);
  ExprProgramFlags flags = plan->flags;
  ModelFunction *function = &g_array_index (plan->functions, ModelFunction, id);

  if (function->values == NULL)
    return TRUE;
  ExprGraph *graph = is_sided (plan, id) ? plan->sided->graph : plan->graph;
  int n_inputs = is_sided (plan, id) ? plan->n_inputs + plan->n_switches : id == MODEL_FUNCTION_EXACT ? model_plan_n_exact_inputs (plan) : plan->n_inputs;
  function->uses_multipliers = id != MODEL_FUNCTION_SLOW && id != MODEL_FUNCTION_INITIAL && uses_multipliers (plan, graph, function, uses);
  /* These functions are evaluated about once per run, or over intervals only, so byte code is used: compiling machine code would take longer
   * than it saves. */
  if (id == MODEL_FUNCTION_SLOW || id == MODEL_FUNCTION_INITIAL || id == MODEL_FUNCTION_WITNESS_RATES)
    flags |= EXPR_PROGRAM_BYTE_CODE;
  function->program = expr_program_new (graph, function->values, function->n_outputs, n_inputs, first_fast (plan, id), flags);
  if (function->program == NULL)
    return FALSE;
  g_clear_pointer (&function->values, g_free);
  return TRUE;
}

static gboolean
is_numeric (const ModelPlan *plan)
{
  return plan->mechanics.n_coordinates > 0 && !plan->mechanics.is_symbolic;
}

/* Sets the functions of the right-hand side with sides, except those of the Jacobian. Returns FALSE if the thread asks to end. */
static gboolean
set_sided (ModelPlan *plan)
{
  if (!model_plan_set_switches (plan) || plan->sided == NULL)
    return plan->sided == NULL;
  const Equations equations = equations_with_sides (plan);
  model_plan_set_function (plan, MODEL_FUNCTION_SIDED + MODEL_FUNCTION_RHS, equations.derivatives, plan->n_states);
  if (is_numeric (plan))
    return set_mechanics (plan, &equations);
  g_autoptr (ExprJacobian) time = expr_jacobian_new (equations.graph, equations.derivatives, plan->n_states, plan->base_t, 1);
  return time != NULL && set_time_derivative (plan, &equations, time);
}

/* Sets the values of all functions except those of the Jacobian. Returns FALSE if the thread asks to end. */
static gboolean
set_functions (ModelPlan *plan)
{
  if (plan->pairs == NULL)
    model_plan_compile_structure (plan);
  const Equations equations = equations_of_file (plan);
  model_plan_set_function (plan, MODEL_FUNCTION_RHS, plan->derivatives, plan->n_states);
  if (is_numeric (plan) ? !set_mechanics (plan, &equations) : !plan->has_pattern && !set_pattern (plan))
    return FALSE;
  if (!set_constraints (plan))
    return FALSE;
  set_exact (plan);
  set_array (plan, MODEL_FUNCTION_RATES, plan->rates);
  set_array (plan, MODEL_FUNCTION_OUTPUTS, plan->outputs);
  set_array (plan, MODEL_FUNCTION_INITIAL, plan->initial);
  set_array (plan, MODEL_FUNCTION_SLOW, plan->slow);
  if (!set_sided (plan))
    return FALSE;
  model_plan_set_witness_rates (plan);
  plan->has_functions = TRUE;
  return TRUE;
}

gboolean
model_plan_compile (ModelPlan *plan)
{
  if (plan->is_compiled)
    return TRUE;
  if (!plan->has_functions && !set_functions (plan))
    return FALSE;
  for (guint id = 0; id < plan->functions->len; id++)
    if (!compile_function (plan, id))
      return FALSE;
  plan->is_compiled = TRUE;
  return TRUE;
}

gboolean
model_plan_is_of_jacobian (int id)
{
  if (id >= MODEL_FUNCTION_SIDED && id <= MODEL_FUNCTION_LAST_SIDED)
    id -= MODEL_FUNCTION_SIDED;
  return id == MODEL_FUNCTION_JACOBIAN || id == MODEL_FUNCTION_MULTIPLIER_JACOBIAN || id == MODEL_FUNCTION_MECHANICS_JACOBIAN;
}

/* Sets the Jacobian of the right-hand side with sides. It has the pattern of the other one: a fixed branch adds no entry. */
static gboolean
set_sided_jacobian (ModelPlan *plan)
{
  const Equations equations = equations_with_sides (plan);
  const OdePattern *pattern = &plan->jacobian_pattern;
  ExprJacobian jacobian = { .n_rows = pattern->n_rows, .n_columns = pattern->n_columns, .first_input = plan->base_x };

  if (is_numeric (plan))
    return set_mechanics_jacobian (plan, &equations);
  jacobian.n_entries = pattern->start[plan->n_states];
  jacobian.column_starts = (int *) pattern->start;
  jacobian.rows = (int *) pattern->row;
  if (!expr_jacobian_differentiate (&jacobian, equations.graph, equations.derivatives))
    return FALSE;
  model_plan_set_function (plan, MODEL_FUNCTION_SIDED + MODEL_FUNCTION_JACOBIAN, jacobian.values, jacobian.n_entries);
  g_free (jacobian.values);
  return TRUE;
}

static gboolean
compile_jacobian (ModelPlan *plan)
{
  const Equations equations = equations_of_file (plan);

  if (is_numeric (plan) ? !set_mechanics_jacobian (plan, &equations) : !set_sparse_jacobian (plan))
    return FALSE;
  if (plan->sided != NULL && !set_sided_jacobian (plan))
    return FALSE;
  for (int id = 0; id < MODEL_N_FIXED_FUNCTIONS; id++)
    if (model_plan_is_of_jacobian (id) && !compile_function (plan, (guint) id))
      return FALSE;
  g_clear_pointer (&plan->graph, expr_graph_free);
  if (plan->sided != NULL)
    g_clear_pointer (&plan->sided->graph, expr_graph_free);
  return TRUE;
}

gboolean
model_plan_need_jacobian (ModelPlan *plan)
{
  gboolean done = atomic_load_explicit (&plan->has_jacobian, memory_order_acquire);

  if (done)
    return TRUE;
  g_mutex_lock (&plan->jacobian_lock);
  done = atomic_load_explicit (&plan->has_jacobian, memory_order_relaxed) || compile_jacobian (plan);
  if (done)
    atomic_store_explicit (&plan->has_jacobian, true, memory_order_release);
  g_mutex_unlock (&plan->jacobian_lock);
  return done;
}

typedef struct
{
  GByteArray *key; /* the coefficients of the method */
  ExprProgram *program;
} Step;

void
model_plan_free_steps (ModelPlan *plan)
{
  for (guint k = 0; plan->steps != NULL && k < plan->steps->len; k++)
    {
      Step *step = &g_array_index (plan->steps, Step, k);

      g_byte_array_unref (step->key);
      expr_program_unref (step->program);
    }
  g_clear_pointer (&plan->steps, g_array_unref);
}

static GByteArray *
key_of (const ExprStepForm *form)
{
  const int s = form->n_stages;
  GByteArray *key = g_byte_array_new ();
  const double *parts[] = { form->A, form->b, form->c, form->errors[0], form->errors[1] };

  g_byte_array_append (key, (const guint8 *) &s, sizeof s);
  g_byte_array_append (key, (const guint8 *) &form->ends_with_slope, sizeof form->ends_with_slope);
  g_byte_array_append (key, (const guint8 *) &form->norm, sizeof form->norm);
  for (gsize k = 0; k < G_N_ELEMENTS (parts); k++)
    if (parts[k] != NULL)
      g_byte_array_append (key, (const guint8 *) parts[k], (guint) sizeof (double) * (guint) (k == 0 ? s * s : s));
  return key;
}

ExprProgram *
model_plan_step (ModelPlan *plan, ExprStepForm *form)
{
  const ExprProgram *rhs = g_array_index (plan->functions, ModelFunction, MODEL_FUNCTION_RHS).program;
  Step step = { NULL, NULL };
  guint at = 0;

  if (!expr_program_is_native (rhs))
    return NULL;
  form->n_states = plan->n_states;
  form->first_state = plan->base_x;
  step.key = key_of (form);
  g_mutex_lock (&plan->step_lock);
  if (plan->steps == NULL)
    plan->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  for (; at < plan->steps->len; at++)
    {
      const Step *known = &g_array_index (plan->steps, Step, at);

      if (known->key->len == step.key->len && memcmp (known->key->data, step.key->data, step.key->len) == 0)
        break;
    }
  if (at == plan->steps->len)
    {
      step.program = expr_program_new_step (rhs, form, plan->flags);
      /* The system may refuse executable memory now. */
      if (step.program != NULL && !expr_program_is_native (step.program))
        g_clear_pointer (&step.program, expr_program_unref);
      g_array_append_val (plan->steps, step);
    }
  else
    {
      g_byte_array_unref (step.key);
      step.program = g_array_index (plan->steps, Step, at).program;
    }
  g_mutex_unlock (&plan->step_lock);
  return step.program;
}
