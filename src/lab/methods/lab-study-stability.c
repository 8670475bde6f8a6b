/* The study stability. Stability functions, intervals and angles are those of ode-stability.c (Hairer and Wanner,
 * Solving ODEs II, 2nd ed. 1996, sections IV.2 and IV.3). The largest stable step for eigenvalues λ_k is the one up
 * to which all h λ_k are in the region. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-eigen.h"
#include "lab-method-result.h"
#include "lab-option.h"
#include "lab-study-kind.h"
#include "ode-stability.h"

/* Number of eigenvalues whose largest steps are computed between two reports of progress. */
#define EIGENVALUES_BETWEEN 32

/* Computes ode_stability_largest_step in parts. Returns FALSE with an error if the study is cancelled. The largest
 * step for all eigenvalues is the least of those for the parts. */
static gboolean
find_largest_step (OdeStability *stability, int n, const double *eigenvalues, double *largest, const LabProgress *progress, double fraction, GError **error)
{
  *largest = n > 0 ? INFINITY : NAN;
  for (int k = 0; k < n && !isnan (*largest); k += EIGENVALUES_BETWEEN)
    {
      double part = ode_stability_largest_step (stability, MIN (n - k, EIGENVALUES_BETWEEN), eigenvalues + 2 * k);

      *largest = isnan (part) ? NAN : fmin (*largest, part);
      if (!lab_progress_report (progress, fraction, error))
        return FALSE;
    }
  return TRUE;
}

/* Adds the names of the infinite numbers, since JSON has the value null for them and for unknown numbers. */
static void
add_infinite (LabTable *table, const OdeStabilityFacts *facts)
{
  g_autoptr (GString) names = g_string_new (NULL);

  if (isinf (facts->real_interval))
    g_string_append (names, "real_interval");
  if (isinf (facts->imaginary_interval))
    g_string_append (names, names->len > 0 ? " imaginary_interval" : "imaginary_interval");
  if (isinf (facts->r_at_infinity))
    g_string_append (names, names->len > 0 ? " r_at_infinity" : "r_at_infinity");
  lab_table_add_text (table, names->str);
}

/* Adds the row of a method. Returns FALSE with an error if the study is cancelled or memory ran out. */
static gboolean
add_method (LabTable *table, const OdeMethod *method, int n, const double *eigenvalues, const LabProgress *progress, double fraction, GError **error)
{
  OdeStability *stability = ode_stability_new (method);
  OdeStabilityFacts facts;
  double largest_step;

  if (stability == NULL)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("out of memory"));
      return FALSE;
    }
  if (!find_largest_step (stability, n, eigenvalues, &largest_step, progress, fraction, error))
    {
      ode_stability_free (stability);
      return FALSE;
    }
  ode_stability_facts (stability, &facts);
  lab_table_add_text (table, method->id);
  lab_table_add (table, method->order);
  lab_table_add (table, facts.real_interval);
  lab_table_add (table, facts.imaginary_interval);
  lab_table_add (table, facts.a_stable);
  lab_table_add (table, facts.l_stable);
  lab_table_add (table, facts.alpha);
  lab_table_add (table, facts.r_at_infinity);
  lab_table_add (table, largest_step);
  add_infinite (table, &facts);
  ode_stability_free (stability);
  return TRUE;
}

/* Makes the tables of methods and of eigenvalues. */
LabResult *
lab_stability_result (const OdeMethod *const *methods, int n_methods, int n, const double *eigenvalues, const LabProgress *progress,
                      GError **error)
{
  static const char *const columns[] = { "integrator", "order", "real_interval", "imaginary_interval", "a_stable", "l_stable", "alpha", "r_at_infinity",
                                         "largest_stable_step", "infinite", NULL };
  static const char *const eigenvalue_columns[] = { "re", "im", NULL };
  LabResult *result = lab_result_new ();
  LabTable *table = lab_result_add_table (result, "methods", columns), *values = lab_result_add_table (result, "eigenvalues", eigenvalue_columns);

  for (int k = 0; k < n_methods; k++)
    if (!lab_progress_report (progress, (double) k / n_methods, error)
        || !add_method (table, methods[k], n, eigenvalues, progress, (double) k / n_methods, error))
      {
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
eigenvalues_at_start (const LabProblem *problem, int *n, const LabProgress *progress, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autofree double *x = NULL, *d = NULL, *a = NULL, *values = NULL;
  g_autoptr (GError) cancelled = NULL;
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
  if (!lab_problem_require_order (*n, error))
    return NULL;
  x = g_new0 (double, *n);
  d = g_new0 (double, MAX (model_system_n_discrete (system), 1));
  a = g_new0 (double, *n * *n);
  values = g_new0 (double, 2 * *n);
  model_system_initial (system, x, d, NULL);
  model_system_set_discrete (system, d);
  if (ode_stability_jacobian (ode, problem->t_start, x, a) && lab_eigen_values_of_columns (*n, a, values, progress, 0, &cancelled))
    return g_steal_pointer (&values);
  if (cancelled != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return NULL;
    }
  if (lab_eigen_is_finite (*n * *n, a) && ode_stability_jacobian (ode, problem->t_start, x, a))
    g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the computation of the eigenvalues did not converge"));
  else
    g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the Jacobian of %s at its start is not finite"), model_name (problem->model));
  return NULL;
}

static const LabOptionRow stability_options[] = {
  { "integrators", "a,b", N_("the methods; by default the method of the settings"), NULL, FALSE, N_("Methods") },
};

/* Runs the study with the eigenvalues of the Jacobian at the start; other points of the run have others. */
static LabResult *
stability (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  LabProblem until = *problem;
  g_autofree double *eigenvalues = NULL;
  LabResult *result;
  int n = 0;

  if (!lab_option_methods (problem, values[0], methods, error) || !lab_problem_set_times (&until, error)
      || (eigenvalues = eigenvalues_at_start (&until, &n, progress, error)) == NULL)
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
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_METHOD,
  .options = stability_options,
  .n_options = G_N_ELEMENTS (stability_options),
  .run = stability,
};
