/* Offers the code of whole steps of explicit methods to the integrator (ode-system.h), with the right-hand side of the model in it
 * (expr-step.h). The memory for each method is made once for an instance. */
#include "model-system-private.h"

#include <math.h>
#include <string.h>

struct ModelStep
{
  OdeStepCode code;
  ModelSystem *system;
  ExprProgram *program;
  ExprWorkspace *workspace;
  ExprEntry entry;
  int check;     /* the result that is finite only if all results are */
  guint version; /* version of the slow inputs for which the workspace was prepared */
};

static G_GNUC_NO_INLINE void
prepare (ModelStep *step)
{
  memcpy (expr_workspace_inputs (step->workspace), step->system->slow, sizeof (double) * (gsize) step->system->plan->base_t);
  expr_workspace_prepare (step->workspace);
  step->version = step->system->version;
}

static double
run (OdeStepCode *code, double h, double *results)
{
  ModelStep *step = (ModelStep *) code;
  double norm;

  /* The code has the conditions of the model and not the sides of its switches. */
  if (G_UNLIKELY (step->system->is_sided))
    return NAN;
  if (G_UNLIKELY (step->version != step->system->version))
    prepare (step);
  norm = ((ExprStepRun) (guintptr) step->entry.run) (step->entry.code, step->entry.registers, results, h);
  return G_LIKELY (results[step->check] * 0 == 0) ? norm : NAN;
}

static ModelStep *
step_new (ModelSystem *system, ExprProgram *program, int n_rows)
{
  ModelStep *step = g_new (ModelStep, 1);
  ExprWorkspace *workspace = expr_workspace_new (program);
  double *inputs = expr_workspace_inputs (workspace);
  const ModelPlan *plan = system->plan;

  *step = (ModelStep){
    .code = { .start = inputs + plan->base_t, .slope = inputs + plan->n_inputs, .scale = inputs + plan->n_inputs + plan->n_states, .run = run },
    .system = system,
    .program = program,
    .workspace = workspace,
    .entry = expr_workspace_entry (workspace),
    .check = n_rows * plan->n_states,
    .version = system->version - 1,
  };
  return step;
}

static void
step_free (gpointer data)
{
  ModelStep *step = data;

  expr_workspace_free (step->workspace);
  g_free (step);
}

OdeStepCode *
model_system_step_code (ModelSystem *system, const OdeTableau *tableau, const double *const errors[2], OdeStepNorm norm)
{
  ExprStepForm form = {
    .n_stages = tableau->n_stages,
    .A = tableau->A,
    .b = tableau->b,
    .c = tableau->c,
    .ends_with_slope = tableau->fsal,
    .errors = { errors[0], errors[1] },
    .norm = { norm.is_wanted, norm.adds, norm.ahead, norm.rms },
  };
  ExprProgram *program;
  ModelStep *step;

  if (system->plan->n_states > MODEL_STEP_STATES || (program = model_plan_step (system->plan, &form)) == NULL)
    return NULL;
  if (system->steps == NULL)
    system->steps = g_ptr_array_new_with_free_func (step_free);
  for (guint k = 0; k < system->steps->len; k++)
    {
      step = g_ptr_array_index (system->steps, k);
      if (step->program == program)
        return &step->code;
    }
  step = step_new (system, program, form.n_stages + (errors[0] != NULL) + (errors[1] != NULL));
  g_ptr_array_add (system->steps, step);
  return &step->code;
}
