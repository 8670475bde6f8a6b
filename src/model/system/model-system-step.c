/* Offers the code of whole steps of explicit methods to the integrator (ode-system.h), with the right-hand side of the model in it
 * (expr-step.h). The memory for each method is made once for an instance. */
#include "model-system-private.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

struct ModelStep
{
  OdeStepCode code;
  ModelSystem *system;
  ExprProgram *program;
  ExprWorkspace *workspace;
  ExprEntry entry;
  guint version; /* version of the slow inputs for which the workspace was prepared */
};

static G_GNUC_NO_INLINE void
prepare (ModelStep *step)
{
  memcpy (expr_workspace_inputs (step->workspace), step->system->slow, sizeof (double) * (gsize) step->system->plan->base_t);
  expr_workspace_prepare (step->workspace);
  step->version = step->system->version;
}

/* The rows of both folders are the same. */
G_STATIC_ASSERT (sizeof (OdeStepRows) == sizeof (ExprStepRows));
G_STATIC_ASSERT (offsetof (OdeStepRows, f0) == offsetof (ExprStepRows, slope) && offsetof (OdeStepRows, w) == offsetof (ExprStepRows, w));
G_STATIC_ASSERT (offsetof (OdeStepRows, x1) == offsetof (ExprStepRows, x1) && offsetof (OdeStepRows, error) == offsetof (ExprStepRows, error));

static double
run (OdeStepCode *code, const OdeStepRows *rows, double h, double *slopes)
{
  ModelStep *step = (ModelStep *) code;
  ExprStepResult result;

  /* The code has the conditions of the model and not the sides of its switches. */
  if (G_UNLIKELY (step->system->is_sided))
    return NAN;
  if (G_UNLIKELY (step->version != step->system->version))
    prepare (step);
  result = ((ExprStepRun) (guintptr) step->entry.run) ((const ExprStepRows *) (const void *) rows, step->entry.registers, slopes, h);
  return G_LIKELY (result.check * 0 == 0) ? result.norm : NAN;
}

static ModelStep *
step_new (ModelSystem *system, ExprProgram *program, const ExprStepForm *form)
{
  ModelStep *step = g_new (ModelStep, 1);
  ExprWorkspace *workspace = expr_workspace_new (program);
  double *inputs = expr_workspace_inputs (workspace);
  const ModelPlan *plan = system->plan;

  *step = (ModelStep){
    .code = { .t = inputs + plan->base_t, .r = inputs + expr_step_scale_input (form, plan->n_inputs), .run = run },
    .system = system,
    .program = program,
    .workspace = workspace,
    .entry = expr_workspace_entry (workspace),
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
  step = step_new (system, program, &form);
  g_ptr_array_add (system->steps, step);
  return &step->code;
}
