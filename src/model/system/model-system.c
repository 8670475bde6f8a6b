/* An instance of a model: its parameters, evaluators and initial values. */
#include "model-plan-cache.h"
#include "model-system-names.h"
#include "model-system-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* ---- evaluation of the plan's functions ---- */

ModelEvaluator *
model_system_evaluator (ModelSystem *system, int id)
{
  ModelEvaluator *evaluator = &system->evaluators[id];
  const ModelFunction *function = &g_array_index (system->plan->functions, ModelFunction, id);

  if (evaluator->workspace == NULL)
    {
      if (model_plan_is_of_jacobian (id) && !model_plan_need_jacobian (system->plan))
        return NULL;
      evaluator->workspace = expr_workspace_new (function->program);
      evaluator->entry = expr_workspace_entry (evaluator->workspace);
      evaluator->inputs = expr_workspace_inputs (evaluator->workspace);
      evaluator->outputs = g_new0 (double, function->n_outputs + 1);
      evaluator->uses_multipliers = function->uses_multipliers;
      evaluator->version = system->version - 1;
    }
  return evaluator;
}

static inline void
prepare (ModelSystem *system, ModelEvaluator *evaluator)
{
  if (G_LIKELY (evaluator->version == system->version))
    return;
  memcpy (evaluator->inputs, system->slow, sizeof (double) * (size_t)system->plan->base_t);
  expr_workspace_prepare (evaluator->workspace);
  evaluator->version = system->version;
}

/* Writes the inputs of function `id` at (t, x). Returns its evaluator, or NULL if it cannot be evaluated. */
static ModelEvaluator *
set_inputs (ModelSystem *system, int id, double t, const double *x)
{
  ModelEvaluator *evaluator = model_system_evaluator (system, id);
  const ModelPlan *plan = system->plan;

  if (evaluator == NULL)
    return NULL;
  gboolean sided = id >= MODEL_FUNCTION_SWITCHES && id <= MODEL_FUNCTION_LAST_SIDED;
  if (evaluator->uses_multipliers)
    {
      if (!model_system_solve_mechanics (system, t, x, sided))
        return NULL;
      memcpy (evaluator->inputs + plan->base_multipliers, system->multipliers,
              sizeof (double) * (size_t)(plan->n_multipliers + plan->n_accelerations));
    }
  prepare (system, evaluator);
  if (sided)
    memcpy (evaluator->inputs + plan->n_inputs, system->sides, sizeof (double) * (size_t) plan->n_switches);
  evaluator->inputs[plan->base_t] = t;
  memcpy (evaluator->inputs + plan->base_x, x, sizeof (double) * (size_t)plan->n_states);
  return evaluator;
}

const double *
model_system_evaluate (ModelSystem *system, int id, double t, const double *x)
{
  ModelEvaluator *evaluator = set_inputs (system, id, t, x);

  if (evaluator == NULL)
    return NULL;
  expr_workspace_run (evaluator->workspace, evaluator->outputs);
  return evaluator->outputs;
}

gboolean
model_system_evaluate_into (ModelSystem *system, int id, double t, const double *x, double *values)
{
  const ModelEvaluator *evaluator = set_inputs (system, id, t, x);

  return evaluator != NULL && evaluator->entry.run (evaluator->entry.code, evaluator->entry.registers, values) == 0;
}

void
model_system_slow_changed (ModelSystem *system)
{
  system->version++;
}

const double *
model_system_slow_values (ModelSystem *system)
{
  if (system->plan->slow->len > 0 && system->slow_values_version != system->parameter_version)
    {
      ModelEvaluator *evaluator = model_system_evaluator (system, MODEL_FUNCTION_SLOW);

      prepare (system, evaluator);
      expr_workspace_run (evaluator->workspace, system->slow_values);
      system->slow_values_version = system->parameter_version;
    }
  return system->slow_values;
}

/* ---- creation and destruction ---- */

static ModelSystem *
allocate (Model *model, ModelPlan *plan, const ModelInstance *instance)
{
  ModelSystem *system = g_new0 (ModelSystem, 1);

  system->model = model_ref (model);
  system->plan = plan;
  if (instance != NULL)
    {
      system->seed = instance->seed;
      system->member = instance->member;
      system->random = instance->random;
    }
  system->slow = g_new0 (double, plan->base_t + 1);
  memcpy (system->slow, plan->parameters, sizeof (double) * (size_t)plan->n_parameters);
  system->slow_values = g_new0 (double, plan->slow->len + 1);
  system->slow_values_version = system->parameter_version - 1;
  system->noise_count = g_new (gint64, plan->n_noise + 1);
  for (int k = 0; k < plan->n_noise; k++)
    system->noise_count[k] = G_MININT64;
  system->evaluators = g_new0 (ModelEvaluator, plan->functions->len);
  system->initial_override = g_new (double, plan->n_states + plan->n_discrete + 1);
  for (int k = 0; k < plan->n_states + plan->n_discrete; k++)
    system->initial_override[k] = NAN;
  system->multipliers = g_new0 (double, plan->n_multipliers + plan->n_accelerations + 1);
  if (plan->n_accelerations > 0 && !plan->mechanics.is_symbolic)
    {
      system->mechanics = model_mechanics_new (plan->n_accelerations, plan->n_multipliers);
      system->mechanics_columns = g_new0 (double, 2 * (plan->n_accelerations + plan->n_multipliers) + 1);
    }
  model_system_allocate_switches (system);
  return system;
}

ModelSystem *
model_system_new (Model *model, const ModelInstance *instance, GError **error)
{
  ExprProgramFlags flags = (instance == NULL || instance->fast_math ? EXPR_PROGRAM_FUSED : 0)
                           | (instance != NULL && instance->byte_code ? EXPR_PROGRAM_BYTE_CODE : 0);
  ModelPlan *plan = model_plan_take (model, instance != NULL ? instance->constants : NULL, flags, error);
  ModelSystem *system;

  if (plan == NULL)
    return NULL;
  system = allocate (model, plan, instance);
  if (system->random)
    model_system_draw_parameters (system);
  model_system_make_ode (system);
  return system;
}

void
model_system_free (ModelSystem *system)
{
  if (system == NULL)
    return;
  for (guint k = 0; k < system->plan->functions->len; k++)
    {
      g_clear_pointer (&system->evaluators[k].workspace, expr_workspace_free);
      g_free (system->evaluators[k].outputs);
    }
  g_free (system->evaluators);
  g_clear_pointer (&system->steps, g_ptr_array_unref);
  model_system_free_switches (system);
  g_clear_pointer (&system->mechanics, model_mechanics_free);
  for (guint k = 0; system->scene_texts != NULL && k < system->plan->scene->len; k++)
    g_free (system->scene_texts[k]);
  g_free (system->scene_texts);
  g_free (system->scene);
  g_free (system->scene_numbers);
  g_free (system->mechanics_columns);
  g_free (system->multipliers);
  g_free (system->initial_override);
  g_free (system->noise_count);
  g_free (system->slow_values);
  g_free (system->slow);
  g_free (system->mass);
  model_plan_unref (system->plan);
  model_unref (system->model);
  g_free (system);
}

Model *
model_system_model (const ModelSystem *system)
{
  return system->model;
}

const OdeSystem *
model_system_ode (const ModelSystem *system)
{
  return &system->ode;
}

const char *
model_system_backend (const ModelSystem *system)
{
  const ExprProgram *program = g_array_index (system->plan->functions, ModelFunction, MODEL_FUNCTION_RHS).program;

  return program != NULL ? expr_program_backend (program) : "byte code";
}

/* ---- time span ---- */

/* End time of a model without the key `time`. Such a model starts at 0. */
#define STANDARD_END 10

double
model_system_t_start (const ModelSystem *system)
{
  int index = system->plan->slow_start;

  return index >= 0 ? model_system_slow_values ((ModelSystem *)system)[index] : 0;
}

double
model_system_t_end (const ModelSystem *system)
{
  int index = system->plan->slow_end;

  return index >= 0 ? model_system_slow_values ((ModelSystem *)system)[index] : STANDARD_END;
}

/* ---- columns ---- */

int
model_system_n_columns (const ModelSystem *system)
{
  return (int)system->plan->columns->len;
}

const ModelColumn *
model_system_column (const ModelSystem *system, int index)
{
  return &g_array_index (system->plan->columns, ModelColumn, index);
}

int
model_system_find_column (const ModelSystem *system, const char *name)
{
  for (guint k = 0; k < system->plan->columns->len; k++)
    if (strcmp (g_array_index (system->plan->columns, ModelColumn, k).name, name) == 0)
      return (int)k;
  return -1;
}

int
model_system_n_states (const ModelSystem *system)
{
  return system->plan->n_states;
}

int
model_system_n_discrete (const ModelSystem *system)
{
  return system->plan->n_discrete;
}

void
model_system_columns (ModelSystem *system, double t, const double *x, const double *d, double *values)
{
  const ModelPlan *plan = system->plan;
  const double *outputs = NULL;
  gboolean solved = TRUE;
  double *p = values;

  model_system_set_discrete (system, d);
  if (plan->n_multipliers > 0)
    solved = model_system_solve_mechanics (system, t, x, FALSE);
  if (plan->n_outputs > 0)
    outputs = model_system_evaluate (system, MODEL_FUNCTION_OUTPUTS, t, x);
  memcpy (p, x, sizeof (double) * (size_t)plan->n_states);
  p += plan->n_states;
  memcpy (p, system->slow + plan->base_discrete, sizeof (double) * (size_t)plan->n_discrete);
  p += plan->n_discrete;
  for (int k = 0; k < plan->n_multipliers; k++)
    *p++ = solved ? system->multipliers[k] : NAN;
  for (int k = 0; k < plan->n_outputs; k++)
    *p++ = outputs != NULL ? outputs[k] : NAN;
  memcpy (p, system->slow + plan->base_noise, sizeof (double) * (size_t)plan->n_noise);
}

/* ---- parameters ---- */

static int
find_name (char **names, int n, const char *name)
{
  for (int k = 0; k < n; k++)
    if (strcmp (names[k], name) == 0)
      return k;
  return -1;
}

static gboolean
report_unknown (char **names, int n, gboolean is_state, const char *name, GError **error)
{
  const char *suggestion = expr_suggest (name, (const char *const *)names, (gsize)n);

  if (suggestion != NULL)
    g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME,
                 is_state ? _ ("unknown state '%s'; did you mean '%s'?") : _ ("unknown parameter '%s'; did you mean '%s'?"), name,
                 suggestion);
  else
    g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, is_state ? _ ("unknown state '%s'") : _ ("unknown parameter '%s'"), name);
  return FALSE;
}

static gboolean
check_finite (gboolean is_state, const char *name, double value, GError **error)
{
  if (isfinite (value))
    return TRUE;
  g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE,
               is_state ? _ ("the initial value of '%s' must be a finite number") : _ ("the parameter '%s' must be a finite number"), name);
  return FALSE;
}

static void
parameters_changed (ModelSystem *system)
{
  const ModelPlan *plan = system->plan;

  system->parameter_version++;
  model_system_slow_changed (system);
  if (plan->has_mass)
    memcpy (system->mass, model_system_slow_values (system) + plan->slow_mass,
            sizeof (double) * (size_t)plan->mass_pattern.start[plan->n_states]);
}

void
model_system_begin_member (ModelSystem *system, guint64 member)
{
  const ModelPlan *plan = system->plan;

  system->member = member;
  memcpy (system->slow + plan->base_parameters, plan->parameters, sizeof (double) * (size_t)plan->n_parameters);
  parameters_changed (system);
  for (int k = 0; k < plan->n_states + plan->n_discrete; k++)
    system->initial_override[k] = NAN;
  for (int k = 0; k < plan->n_noise; k++)
    system->noise_count[k] = G_MININT64;
  if (!system->random)
    return;
  model_system_draw_parameters (system);
  parameters_changed (system);
}

int
model_system_find_parameter (const ModelSystem *system, const char *name)
{
  return find_name (system->plan->parameter_names, system->plan->n_parameters, name);
}

const char *
model_system_parameter_name (const ModelSystem *system, int index)
{
  return index >= 0 && index < system->plan->n_parameters ? system->plan->parameter_names[index] : NULL;
}

int
model_system_find_initial (const ModelSystem *system, const char *name)
{
  const ModelPlan *plan = system->plan;
  int k = find_name (plan->state_names, plan->n_states, name);

  if (k >= 0)
    return k;
  k = find_name (plan->discrete_names, plan->n_discrete, name);
  return k >= 0 ? plan->n_states + k : -1;
}

void
model_system_set_initial_at (ModelSystem *system, int index, double value)
{
  system->initial_override[index] = value;
}

gboolean
model_system_set_parameter (ModelSystem *system, const char *name, double value, GError **error)
{
  const ModelPlan *plan = system->plan;
  int k = find_name (plan->parameter_names, plan->n_parameters, name);

  if (k < 0)
    {
      const ModelDeclaration *declaration = g_hash_table_lookup (system->model->names, name);

      if (declaration != NULL && declaration->class == MODEL_CLASS_CONSTANT)
        {
          g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _ ("'%s' is a constant, not a parameter; set it with --constant"),
                       name);
          return FALSE;
        }
      if (declaration != NULL && declaration->class == MODEL_CLASS_PARAMETER)
        {
          g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _ ("'%s' is an array; set its elements, '%s[1]' …"), name, name);
          return FALSE;
        }
      return report_unknown (plan->parameter_names, plan->n_parameters, FALSE, name, error);
    }
  if (!check_finite (FALSE, name, value, error))
    return FALSE;
  system->slow[plan->base_parameters + k] = value;
  parameters_changed (system);
  return TRUE;
}

gboolean
model_system_get_parameter (const ModelSystem *system, const char *name, double *value)
{
  int k = find_name (system->plan->parameter_names, system->plan->n_parameters, name);

  if (k < 0)
    return FALSE;
  *value = system->slow[system->plan->base_parameters + k];
  return TRUE;
}

int
model_system_n_parameter_values (const ModelSystem *system)
{
  return system->plan->n_parameters;
}

void
model_system_get_parameters (const ModelSystem *system, double *values)
{
  memcpy (values, system->slow + system->plan->base_parameters, sizeof (double) * (size_t)system->plan->n_parameters);
}

void
model_system_set_parameters (ModelSystem *system, const double *values)
{
  memcpy (system->slow + system->plan->base_parameters, values, sizeof (double) * (size_t)system->plan->n_parameters);
  parameters_changed (system);
}

void
model_system_set_discrete (ModelSystem *system, const double *d)
{
  double *slots = system->slow + system->plan->base_discrete;
  size_t size = sizeof (double) * (size_t)system->plan->n_discrete;

  if (size == 0 || memcmp (slots, d, size) == 0)
    return;
  memcpy (slots, d, size);
  model_system_slow_changed (system);
}

void
model_system_set_stabilization (ModelSystem *system, OdeStabilization stabilization, double alpha, double beta)
{
  double *slots = system->slow + system->plan->base_stabilization;

  slots[0] = stabilization == ODE_STABILIZE_BAUMGARTE;
  slots[1] = alpha;
  slots[2] = beta;
  model_system_slow_changed (system);
}

gboolean
model_system_weights (ModelSystem *system, double *weights)
{
  if (system->plan->slow_weights < 0)
    return FALSE;
  memcpy (weights, model_system_slow_values (system) + system->plan->slow_weights, sizeof (double) * (size_t)system->plan->n_states);
  return TRUE;
}

gboolean
model_system_gives_weight (const ModelSystem *system, int i)
{
  return system->plan->has_weight != NULL && system->plan->has_weight[i];
}

/* ---- initial values ---- */

gboolean
model_system_set_initial (ModelSystem *system, const char *name, double value, GError **error)
{
  const ModelPlan *plan = system->plan;
  int k = find_name (plan->state_names, plan->n_states, name);

  if (k < 0)
    {
      k = find_name (plan->discrete_names, plan->n_discrete, name);
      if (k < 0)
        return report_unknown (plan->state_names, plan->n_states, TRUE, name, error);
      k += plan->n_states;
    }
  if (!check_finite (TRUE, name, value, error))
    return FALSE;
  system->initial_override[k] = value;
  return TRUE;
}

static void
draw_initial (ModelSystem *system, double *overrides)
{
  const ModelPlan *plan = system->plan;

  for (guint k = 0; system->random && k < plan->initial_draws->len; k++)
    {
      const ModelPlanDraw *draw = &g_array_index (plan->initial_draws, ModelPlanDraw, k);
      double *slot = &overrides[draw->target >= 0 ? draw->target : plan->n_states - 1 - draw->target];

      if (isnan (*slot))
        *slot = model_system_draw (system, draw, 0);
    }
}

void
model_system_fixed_initial (const ModelSystem *system, gboolean *fixed)
{
  const ModelPlan *plan = system->plan;

  for (int k = 0; k < plan->n_states + plan->n_discrete; k++)
    fixed[k] = !isnan (system->initial_override[k]);
  for (guint k = 0; system->random && k < plan->initial_draws->len; k++)
    {
      int target = g_array_index (plan->initial_draws, ModelPlanDraw, k).target;

      fixed[target >= 0 ? target : plan->n_states - 1 - target] = TRUE;
    }
}

gboolean
model_system_initial (ModelSystem *system, double *x, double *d, GError **error)
{
  const ModelPlan *plan = system->plan;
  int n = plan->n_states + plan->n_discrete;
  g_autofree double *overrides = g_memdup2 (system->initial_override, sizeof (double) * (size_t)(n + 1));
  double t = model_system_t_start (system);
  ModelEvaluator *evaluator;

  if (!isfinite (t) || !isfinite (model_system_t_end (system)))
    {
      g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _ ("the time span is not finite with these parameters"));
      return FALSE;
    }
  model_system_set_noise_time (system, t);
  if (n == 0)
    return TRUE;
  draw_initial (system, overrides);
  evaluator = model_system_evaluator (system, MODEL_FUNCTION_INITIAL);
  memcpy (evaluator->inputs, system->slow, sizeof (double) * (size_t)plan->base_t);
  evaluator->inputs[plan->base_t] = t;
  expr_workspace_prepare (evaluator->workspace);
  for (int level = 0; level < plan->n_initial_levels; level++)
    {
      expr_workspace_run (evaluator->workspace, evaluator->outputs);
      for (int k = 0; k < n; k++)
        {
          int input = k < plan->n_states ? plan->base_x + k : plan->base_discrete + k - plan->n_states;

          if (plan->initial_level[k] == level)
            evaluator->inputs[input] = isnan (overrides[k]) ? evaluator->outputs[k] : overrides[k];
        }
    }
  memcpy (x, evaluator->inputs + plan->base_x, sizeof (double) * (size_t)plan->n_states);
  memcpy (d, evaluator->inputs + plan->base_discrete, sizeof (double) * (size_t)plan->n_discrete);
  for (int k = 0; k < n; k++)
    if (!isfinite (k < plan->n_states ? x[k] : d[k - plan->n_states]))
      {
        g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _ ("the initial value of '%s' is not a finite number"),
                     k < plan->n_states ? plan->state_names[k] : plan->discrete_names[k - plan->n_states]);
        return FALSE;
      }
  model_system_set_discrete (system, d);
  return TRUE;
}
