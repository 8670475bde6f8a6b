/* A separate plan of the model holds the derivative and the sizes, so that runs do not compile them. */
#include "model-closed-form.h"

#include "expr-magnitude.h"
#include "model-plan-make.h"
#include "model-system-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

struct ModelClosedForm
{
  ModelPlan *plan;
  ExprWorkspace *rate, *sizes; /* sizes: NULL until its first use */
  ExprValue *values, *rates;   /* n_states values of the plan's graph */
  gboolean *known;
  double *outputs; /* 3 n_states sizes */
};

/* Returns a workspace of a program that computes these values, or NULL if the thread asks to end. */
static ExprWorkspace *
compile (ModelPlan *plan, const ExprValue *values, int n)
{
  g_autoptr (ExprProgram) program = expr_program_new (plan->graph, values, n, model_plan_n_exact_inputs (plan), plan->base_t, plan->flags);

  return program != NULL ? expr_workspace_new (program) : NULL;
}

static void
differentiate (ModelClosedForm *form)
{
  ModelPlan *plan = form->plan;

  form->known = g_new0 (gboolean, plan->n_states + 1);
  form->values = g_new (ExprValue, plan->n_states + 1);
  form->rates = g_new (ExprValue, plan->n_states + 1);
  form->outputs = g_new0 (double, 3 * plan->n_states + 1);
  for (int k = 0; k < plan->n_states; k++)
    {
      ExprValue value = g_array_index (plan->exact, ExprValue, k);

      form->known[k] = value != EXPR_NO_VALUE;
      form->values[k] = form->known[k] ? value : expr_graph_constant (plan->graph, NAN);
      form->rates[k] = form->known[k] ? expr_graph_derivative (plan->graph, value, plan->base_t) : form->values[k];
    }
  form->rate = compile (plan, form->rates, plan->n_states);
}

ModelClosedForm *
model_closed_form_new (Model *model, const ModelInstance *instance, GError **error)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&model->lock);
  g_autoptr (ModelClosedForm) form = g_new0 (ModelClosedForm, 1);

  form->plan = model_plan_new (model, instance->constants, instance->byte_code ? EXPR_PROGRAM_BYTE_CODE : 0);
  if (form->plan->errors->len > 0)
    {
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, ((const ExprError *)form->plan->errors->pdata[0])->message);
      return NULL;
    }
  differentiate (form);
  if (form->rate != NULL)
    return g_steal_pointer (&form);
  g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("cancelled"));
  return NULL;
}

void
model_closed_form_free (ModelClosedForm *form)
{
  if (form == NULL)
    return;
  g_clear_pointer (&form->rate, expr_workspace_free);
  g_clear_pointer (&form->sizes, expr_workspace_free);
  g_clear_pointer (&form->plan, model_plan_unref);
  g_free (form->known);
  g_free (form->values);
  g_free (form->rates);
  g_free (form->outputs);
  g_free (form);
}

gboolean
model_closed_form_has_state (const ModelClosedForm *form, int state)
{
  return form->known[state];
}

gboolean
model_closed_form_knows_terms (const ModelClosedForm *form)
{
  return form->plan->n_accelerations + form->plan->n_multipliers == 0 || form->plan->mechanics.is_symbolic;
}

static void
evaluate (const ModelPlan *plan,
          ExprWorkspace *workspace,
          const ModelSystem *system,
          double t,
          double t_start,
          const double *x_start,
          const double *x,
          double *outputs)
{
  double *inputs = expr_workspace_inputs (workspace);

  memcpy (inputs, system->slow, sizeof (double) * (size_t) plan->base_t);
  expr_workspace_prepare (workspace);
  inputs[plan->base_t] = t;
  inputs[model_plan_start_input (plan, -1)] = t_start;
  if (plan->n_states > 0)
    memcpy (inputs + model_plan_start_input (plan, 0), x_start, sizeof (double) * (size_t) plan->n_states);
  if (plan->n_states > 0 && x != NULL)
    memcpy (inputs + plan->base_x, x, sizeof (double) * (size_t) plan->n_states);
  expr_workspace_run (workspace, outputs);
}

void
model_closed_form_rate (ModelClosedForm *form, const ModelSystem *system, double t, double t_start, const double *x_start, double *dxdt)
{
  evaluate (form->plan, form->rate, system, t, t_start, x_start, NULL, dxdt);
}

/* Compiles the sizes of e, e' and f. In f the size of a state is that of its closed form. */
static void
compile_sizes (ModelClosedForm *form)
{
  ModelPlan *plan = form->plan;
  int n = plan->n_states, n_inputs = plan->base_x + n;
  g_autofree ExprValue *sizes = g_new (ExprValue, 3 * n + 1), *inputs = g_new (ExprValue, n_inputs + 1);

  for (int k = 0; k < n_inputs; k++)
    inputs[k] = EXPR_NO_VALUE;
  expr_graph_magnitudes (plan->graph, form->values, n, inputs, 0, sizes);
  expr_graph_magnitudes (plan->graph, form->rates, n, inputs, 0, sizes + n);
  for (int k = 0; k < n; k++)
    inputs[plan->base_x + k] = sizes[k];
  expr_graph_magnitudes (plan->graph, plan->derivatives, n, inputs, n_inputs, sizes + 2 * n);
  form->sizes = compile (plan, sizes, 3 * n);
}

const double *
model_closed_form_sizes (ModelClosedForm *form, const ModelSystem *system, double t, const double *x, double t_start, const double *x_start)
{
  if (form->sizes == NULL)
    compile_sizes (form);
  for (int k = 0; k < 3 * form->plan->n_states; k++)
    form->outputs[k] = NAN;
  if (form->sizes != NULL)
    evaluate (form->plan, form->sizes, system, t, t_start, x_start, x, form->outputs);
  return form->outputs;
}
