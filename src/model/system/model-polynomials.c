/* Expands right-hand sides symbolically into quotients of polynomials. One program then computes all coefficients from the parameters of an
 * instance. */
#include "model-polynomials.h"

#include "expr-fraction.h"
#include "expr-polynomial.h"
#include "model-plan-make.h"
#include "model-scope.h"
#include "model-system-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  ModelPlan *plan;
  int *inputs;        /* indices of the states among the inputs of the plan */
  int max_degree;
  GPtrArray *parts;   /* ExprPolynomial: the numerator and the denominator of each quotient */
  GArray *values;     /* ExprValue: all coefficients */
} Expansion;

void
model_polynomials_free (ModelPolynomials *polynomials)
{
  if (polynomials == NULL)
    return;
  for (int k = 0; k < polynomials->n; k++)
    {
      g_free (polynomials->numerators[k].exponents);
      g_free (polynomials->numerators[k].coefficients);
      g_free (polynomials->denominators[k].exponents);
      g_free (polynomials->denominators[k].coefficients);
    }
  g_free (polynomials->numerators);
  g_free (polynomials->denominators);
  g_free (polynomials);
}

/* Returns a description of row `row` for messages. Free it with g_free. */
static char *
describe (const ModelPlan *plan, int row)
{
  return row < plan->n_states ? g_strdup_printf (_("the derivative of '%s'"), plan->state_names[row]) : g_strdup (_("the expression"));
}

/* Checks that a coefficient depends only on parameters and discrete states, which are the inputs before the noise. */
static gboolean
check_inputs (const ModelPlan *plan, ExprValue value, int row, GError **error)
{
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (int));
  g_autofree char *subject = describe (plan, row);

  expr_graph_append_inputs (plan->graph, value, inputs);
  for (guint k = 0; k < inputs->len; k++)
    {
      int input = g_array_index (inputs, int, k);
      gboolean is_noise = plan->n_noise > 0 && input >= plan->base_noise && input < plan->base_noise + plan->n_noise;

      if (is_noise || input == plan->base_t)
        {
          g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, is_noise ? _("%s depends on noise") : _("%s depends on time"), subject);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
expand (Expansion *expansion, ExprValue value, int row, GError **error)
{
  ModelPlan *plan = expansion->plan;
  ExprValue halves[2];

  if (!check_inputs (plan, value, row, error))
    return FALSE;
  expr_graph_fraction (plan->graph, value, expansion->inputs, plan->n_states, &halves[0], &halves[1]);
  for (int k = 0; k < 2; k++)
    {
      ExprPolynomial *polynomial
          = expr_polynomial_new (plan->graph, halves[k], expansion->inputs, plan->n_states, expansion->max_degree);

      if (polynomial == NULL)
        {
          g_autofree char *subject = describe (plan, row);

          g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED,
                       _("%s is not a polynomial, or a quotient of polynomials, of degree %d at most in the states"), subject,
                       expansion->max_degree);
          return FALSE;
        }
      g_ptr_array_add (expansion->parts, polynomial);
      g_array_append_vals (expansion->values, polynomial->coefficients, (guint) polynomial->n_terms);
    }
  return TRUE;
}

/* Computes all coefficients from the parameters and discrete states of an instance. States and t do not occur in coefficients. Returns NULL with an
 * error if the thread asks to end (expr-look.h). */
static double *
evaluate (const Expansion *expansion, const ModelSystem *system, GError **error)
{
  const ModelPlan *plan = expansion->plan;
  int n = (int) expansion->values->len;
  double *numbers;
  ExprProgram *program = expr_program_new (plan->graph, (const ExprValue *) (gpointer) expansion->values->data, n, plan->n_inputs,
                                           plan->base_t, plan->flags);
  ExprWorkspace *workspace;

  if (program == NULL)
    {
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("cancelled"));
      return NULL;
    }
  numbers = g_new0 (double, n + 1);
  workspace = expr_workspace_new (program);
  memcpy (expr_workspace_inputs (workspace), system->slow, sizeof (double) * (size_t) plan->base_t);
  expr_workspace_prepare (workspace);
  expr_workspace_run (workspace, numbers);
  expr_workspace_free (workspace);
  expr_program_unref (program);
  return numbers;
}

static ModelPolynomials *
collect (const Expansion *expansion, const ModelSystem *system, GError **error)
{
  g_autofree double *numbers = evaluate (expansion, system, error);
  ModelPolynomials *result;
  const double *at = numbers;

  if (numbers == NULL)
    return NULL;
  result = g_new0 (ModelPolynomials, 1);
  result->n = (int) expansion->parts->len / 2;
  result->numerators = g_new0 (ModelPolynomial, result->n + 1);
  result->denominators = g_new0 (ModelPolynomial, result->n + 1);
  for (guint k = 0; k < expansion->parts->len; k++)
    {
      const ExprPolynomial *part = expansion->parts->pdata[k];
      ModelPolynomial *to = k % 2 == 0 ? &result->numerators[k / 2] : &result->denominators[k / 2];
      gsize n_exponents = (gsize) part->n_terms * (gsize) part->n_inputs;

      to->n_states = part->n_inputs;
      to->n_terms = part->n_terms;
      to->exponents = g_memdup2 (part->exponents, MAX (n_exponents, 1) * sizeof (int));
      to->coefficients = g_memdup2 (at, (gsize) MAX (part->n_terms, 1) * sizeof (double));
      at += part->n_terms;
    }
  return result;
}

/* Returns a value in which each state x_i is replaced by x_i + origin_i. Returns the value itself if origin is NULL. */
static ExprValue
move_origin (ModelPlan *plan, ExprValue value, const double *origin)
{
  g_autofree ExprValue *replacements = NULL;
  int n = plan->base_x + plan->n_states;

  if (origin == NULL)
    return value;
  replacements = g_new (ExprValue, n);
  for (int i = 0; i < n; i++)
    replacements[i] = EXPR_NO_VALUE;
  for (int i = 0; i < plan->n_states; i++)
    {
      ExprValue terms[2] = { expr_graph_input (plan->graph, plan->base_x + i), expr_graph_constant (plan->graph, origin[i]) };

      replacements[plan->base_x + i] = expr_graph_apply (plan->graph, "+", terms, 2);
    }
  return expr_graph_substitute (plan->graph, value, replacements, n);
}

ModelPolynomials *
model_polynomials_new (Model *model, const ModelInstance *instance, const ModelSystem *system, const ExprTree *const *trees, int n_trees,
                       const double *origin, int max_degree, GError **error)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&model->lock);
  ModelPlan *plan = model_plan_new (model, instance->constants, EXPR_PROGRAM_BYTE_CODE);
  g_autofree ExprValue *values = g_new (ExprValue, n_trees + 1);
  g_autofree int *inputs = g_new (int, plan->n_states + 1);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_polynomial_free);
  g_autoptr (GArray) coefficients = g_array_new (FALSE, FALSE, sizeof (ExprValue));
  Expansion expansion = { plan, inputs, max_degree, parts, coefficients };
  ModelPolynomials *result = NULL;
  gboolean valid = FALSE;

  model_scope_study_values (plan, trees, n_trees, values);
  for (int i = 0; i < plan->n_states; i++)
    inputs[i] = plan->base_x + i;
  if (plan->errors->len > 0)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, ((const ExprError *) plan->errors->pdata[0])->message);
  else if ((plan->mechanics.n_coordinates > 0 && !plan->mechanics.is_symbolic) || plan->constraint_values->len > 0)
    g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED,
                         _("the accelerations of this model come from a linear solve and are not polynomials"));
  else
    {
      valid = TRUE;
      for (int i = 0; i < plan->n_states + n_trees && valid; i++)
        valid = expand (&expansion, move_origin (plan, i < plan->n_states ? plan->derivatives[i] : values[i - plan->n_states], origin), i, error);
    }
  if (valid)
    result = collect (&expansion, system, error);
  model_plan_unref (plan);
  return result;
}
