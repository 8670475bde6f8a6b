/* The study stability. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-method-result.h"
#include "lab-option.h"
#include "ode-eigen.h"
#include "ode-stability.h"

/* Adds the row of a method. Returns FALSE if there is not enough memory. */
static gboolean
add_method (LabTable *table, const OdeMethod *method, int n, const double *eigenvalues)
{
  OdeStability *stability = ode_stability_new (method);
  OdeStabilityFacts facts;

  if (stability == NULL)
    return FALSE;
  ode_stability_facts (stability, &facts);
  lab_table_add_text (table, method->id);
  lab_table_add (table, method->order);
  lab_table_add (table, facts.real_interval);
  lab_table_add (table, facts.imaginary_interval);
  lab_table_add (table, facts.a_stable);
  lab_table_add (table, facts.l_stable);
  lab_table_add (table, facts.alpha);
  lab_table_add (table, facts.r_at_infinity);
  lab_table_add (table, n > 0 ? ode_stability_largest_step (stability, n, eigenvalues) : NAN);
  ode_stability_free (stability);
  return TRUE;
}

LabResult *
lab_stability_result (const OdeMethod *const *methods, int n_methods, int n, const double *eigenvalues, const LabProgress *progress,
                      GError **error)
{
  static const char *const columns[] = { "integrator", "order", "real_interval", "imaginary_interval", "a_stable", "l_stable", "alpha", "r_at_infinity",
                                         "largest_stable_step", NULL };
  static const char *const eigenvalue_columns[] = { "re", "im", NULL };
  LabResult *result = lab_result_new ();
  LabTable *table = lab_result_add_table (result, "methods", columns), *values = lab_result_add_table (result, "eigenvalues", eigenvalue_columns);

  for (int k = 0; k < n_methods; k++)
    if (!lab_progress_report (progress, (double) k / n_methods, error))
      {
        lab_result_free (result);
        return NULL;
      }
    else if (!add_method (table, methods[k], n, eigenvalues))
      {
        g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("out of memory"));
        lab_result_free (result);
        return NULL;
      }
  for (int k = 0; k < 2 * n; k++)
    lab_table_add (values, eigenvalues[k]);
  lab_result_add_number (result, "eigenvalues", n, NULL);
  return result;
}

/* Computes the eigenvalues of the Jacobian at the start of the problem. Returns NULL with an error, if there are none. */
static double *
eigenvalues_at_start (const LabProblem *problem, int *n, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autofree double *x = NULL, *d = NULL, *a = NULL, *work = NULL, *values = NULL;
  const OdeSystem *ode;

  if (system == NULL)
    return NULL;
  ode = model_system_ode (system);
  *n = ode->n_states;
  if (*n == 0 || ode->mass_pattern != NULL)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, *n == 0 ? _("the eigenvalues of %s are not defined: it has no states")
                                                                         : _("the eigenvalues of %s are not defined: it has a mass matrix"),
                   model_name (problem->model));
      return NULL;
    }
  x = g_new0 (double, *n);
  d = g_new0 (double, MAX (model_system_n_discrete (system), 1));
  a = g_new0 (double, *n * *n);
  values = g_new0 (double, 2 * *n);
  work = g_new0 (double, ode_eigen_work_size (*n));
  model_system_initial (system, x, d, NULL);
  model_system_set_discrete (system, d);
  if (ode_stability_jacobian (ode, problem->t_start, x, a) && ode_eigen_values (*n, a, values, work))
    return g_steal_pointer (&values);
  g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the Jacobian of %s at its start is not finite"), model_name (problem->model));
  return NULL;
}

static const LabOptionRow stability_options[] = {
  { "integrators", "a,b", N_("the methods; by default the method of the settings"), NULL, FALSE, N_("Methods") },
};

static LabResult *
stability (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  LabProblem until = *problem;
  g_autofree double *eigenvalues = NULL;
  LabResult *result;
  int n = 0;

  if (!lab_option_methods (problem, values[0], methods, error) || !lab_problem_set_times (&until, error)
      || (eigenvalues = eigenvalues_at_start (&until, &n, error)) == NULL)
    return NULL;
  result = lab_stability_result ((const OdeMethod *const *) methods->pdata, (int) methods->len, n, eigenvalues, progress, error);
  if (result != NULL)
    result->sentence = g_strdup_printf (ngettext ("%d eigenvalue at the start", "%d eigenvalues at the start", (gulong) n), n);
  return result;
}

const LabStudyKind lab_study_stability = {
  .id = "stability",
  .label = N_("Stability regions"),
  .advice = N_("Computes intervals and angles of stability of several methods, and their largest stable steps for the Jacobian at the start."),
  .options = stability_options,
  .n_options = G_N_ELEMENTS (stability_options),
  .run = stability,
};
