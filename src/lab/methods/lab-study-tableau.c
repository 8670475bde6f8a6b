/* The study tableau. It reports whether the coefficients satisfy the order conditions (lab-order-conditions.c), the
 * stage order, and the properties that follow from the coefficients. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-method-result.h"
#include "lab-option.h"
#include "lab-order-conditions.h"
#include "lab-study-kind.h"
#include "lab-tableau-code.h"
#include "ode-stability.h"

/* Residuals below this bound count as zero, as in ode_method_new_custom. */
#define TOLERANCE 1e-8
#define HIGHEST_ORDER 8

static void
add_row (LabTable *table, const char *name, double c, const double *row, int n)
{
  lab_table_add_text (table, name);
  lab_table_add (table, c);
  for (int k = 0; k < n; k++)
    lab_table_add (table, row[k]);
}

/* Adds the tableau: a row for each stage with c_i and a_ij, then b and, if there is one, b̂. */
static void
add_coefficients (LabResult *result, const OdeTableau *t)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  LabTable *table;

  g_ptr_array_add (columns, g_strdup ("row"));
  g_ptr_array_add (columns, g_strdup ("c"));
  for (int k = 0; k < t->n_stages; k++)
    g_ptr_array_add (columns, g_strdup_printf ("%d", k + 1));
  g_ptr_array_add (columns, NULL);
  table = lab_result_add_table (result, "coefficients", (const char *const *) columns->pdata);
  for (int i = 0; i < t->n_stages; i++)
    {
      g_autofree char *name = g_strdup_printf ("%d", i + 1);

      add_row (table, name, t->c[i], t->A + i * t->n_stages, t->n_stages);
    }
  add_row (table, "b", NAN, t->b, t->n_stages);
  if (t->b_hat != NULL)
    add_row (table, "b_hat", NAN, t->b_hat, t->n_stages);
}

/* Writes a tree in brackets without commas, as the command does. */
static void
tree_text (const OdeTrees *trees, int tree, char *text, size_t size)
{
  char *out = text;

  ode_trees_text (trees, tree, text, size);
  for (const char *in = text; *in != '\0'; in++)
    if (*in != ',')
      *out++ = *in;
  *out = '\0';
}

/* Adds the residuals Σ b_i Φ_i (τ) − 1/γ (τ) of all trees up to HIGHEST_ORDER, and the orders that they verify. */
static gboolean
add_conditions (LabResult *result, const OdeTableau *t)
{
  static const char *const columns[] = { "order", "tree", "residual", "residual_hat", NULL };
  g_auto (LabOrderConditions) conditions = { 0 };
  LabTable *table = lab_result_add_table (result, "conditions", columns);

  if (!lab_order_conditions_init (&conditions, t, HIGHEST_ORDER))
    return FALSE;
  lab_result_add_number (result, "verified_order", lab_order_conditions_verified (&conditions, FALSE), NULL);
  lab_result_add_number (result, "verified_embedded_order", conditions.known[1] ? lab_order_conditions_verified (&conditions, TRUE) : NAN, NULL);
  for (int k = 0; k < conditions.n; k++)
    {
      char text[128];

      tree_text (conditions.trees, k, text, sizeof text);
      lab_table_add (table, ode_trees_order (conditions.trees, k));
      lab_table_add_text (table, text);
      lab_table_add (table, conditions.residuals[0][k]);
      lab_table_add (table, t->b_hat != NULL ? conditions.residuals[1][k] : NAN);
    }
  return TRUE;
}

/* The error constant is the norm of the residuals of the conditions of order p + 1. */
static gboolean
add_numbers (LabResult *result, const OdeMethod *method)
{
  const OdeTableau *t = method->tableau;
  OdeTrees *trees = ode_trees_new (MIN (method->order + 1, ODE_TREES_MAX_ORDER));
  OdeStability *stability = ode_stability_new (method);
  gboolean done = trees != NULL && stability != NULL;
  OdeStabilityFacts facts;
  gboolean explicit = TRUE;

  for (int i = 0; i < t->n_stages; i++)
    for (int j = i; j < t->n_stages; j++)
      explicit = explicit && t->A[i * t->n_stages + j] == 0;
  if (done)
    {
      ode_stability_facts (stability, &facts);
      lab_result_add_number (result, "stages", ode_method_n_stages (method), NULL);
      lab_result_add_number (result, "order", method->order, NULL);
      lab_result_add_number (result, "embedded_order", method->embedded_order, NULL);
      lab_result_add_number (result, "dense_order", method->dense_order, NULL);
      lab_result_add_number (result, "fsal", (method->traits & ODE_TRAIT_FSAL) != 0, NULL);
      lab_result_add_number (result, "explicit", explicit, NULL);
      lab_result_add_number (result, "stage_order", ode_tableau_stage_order (t, TOLERANCE), NULL);
      lab_result_add_number (result, "stiffly_accurate", ode_tableau_is_stiffly_accurate (t), NULL);
      lab_result_add_number (result, "symplectic", ode_tableau_is_symplectic (t, TOLERANCE), NULL);
      lab_result_add_number (result, "error_constant", ode_tableau_error_constant (trees, t, method->order), NULL);
      lab_result_add_number (result, "real_interval", facts.real_interval, NULL);
      lab_result_add_number (result, "imaginary_interval", facts.imaginary_interval, NULL);
      lab_result_add_number (result, "a_stable", facts.a_stable, NULL);
      lab_result_add_number (result, "l_stable", facts.l_stable, NULL);
      lab_result_add_number (result, "alpha", facts.alpha, NULL);
      lab_result_add_number (result, "r_at_infinity", facts.r_at_infinity, NULL);
    }
  ode_trees_free (trees);
  ode_stability_free (stability);
  return done;
}

/* Is used for the method of the settings, and by the window for the tableau that it shows. */
LabResult *
lab_tableau_result (const OdeMethod *method)
{
  LabResult *result = lab_result_new ();

  if (!add_numbers (result, method) || !add_conditions (result, method->tableau))
    {
      lab_result_free (result);
      return NULL;
    }
  add_coefficients (result, method->tableau);
  result->sentence = g_strdup_printf (_("%s: order %d"), method->label, method->order);
  return result;
}

/* The model is not used: the method is that of the settings. */
static LabResult *
tableau (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  const OdeMethod *method = sim_config_method (problem->config);
  LabResult *result;

  if (method->tableau == NULL)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("'%s' is not a Runge–Kutta method and has no tableau"), method->id);
      return NULL;
    }
  result = lab_tableau_result (method);
  if (result == NULL)
    g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("out of memory"));
  return result;
}

const LabStudyKind lab_study_tableau = {
  .id = "tableau",
  .label = N_("Butcher tableau"),
  .advice = N_("Computes orders, properties and the residuals of the order conditions of the method, whatever the model."),
  .of = LAB_STUDY_OF_METHODS,
  .run = tableau,
};
