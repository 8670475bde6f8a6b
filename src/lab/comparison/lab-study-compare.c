/* The studies `compare`, `converge` and `work-precision`. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "lab-option.h"
#include "lab-slope.h"

/* Checks that each method accepts the model and the settings, so that an error is reported before anything is
 * computed. */
static gboolean
check_methods (const LabProblem *problem, const GPtrArray *methods, GError **error)
{
  for (guint k = 0; k < methods->len; k++)
    {
      const OdeMethod *method = methods->pdata[k];
      g_autoptr (SimConfig) config = sim_config_copy (problem->config);
      g_autoptr (SimSimulator) simulator = NULL;

      sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
      simulator = lab_problem_simulator (problem, config, error);
      if (simulator == NULL)
        {
          g_prefix_error (error, "%s: ", method->id);
          return FALSE;
        }
    }
  return TRUE;
}

/* Returns the word for an outcome in the column `outcome`; the commands use the same words. */
static const char *
outcome (const LabRow *row)
{
  switch (row->run.reason)
    {
    case SIM_REACHED_END: return "reached end";
    case SIM_TERMINATED: return "terminated";
    case SIM_INTERRUPTED: return "interrupted";
    default: return "failed";
    }
}

static void
add_rows (LabResult *result, const LabStudy *study, const char *setting)
{
  const char *const columns[] = { "integrator", setting, "error", "order", "steps", "rejected", "rhs", "jacobians", "wall_seconds",
                                  "outcome", NULL };
  LabTable *table = lab_result_add_table (result, "rows", columns);

  for (guint k = 0; k < study->rows->len; k++)
    {
      const LabRow *row = &g_array_index (study->rows, LabRow, k);
      const OdeStatistics *s = &row->run.statistics.ode;

      lab_table_add_text (table, row->method->id);
      lab_table_add (table, row->setting);
      lab_table_add (table, row->error);
      lab_table_add (table, row->order);
      lab_table_add (table, (double) s->steps_taken);
      lab_table_add (table, (double) (s->steps_attempted - s->steps_taken));
      lab_table_add (table, (double) s->rhs_evaluations);
      lab_table_add (table, (double) s->jacobian_evaluations);
      lab_table_add (table, row->run.statistics.wall_seconds);
      lab_table_add_text (table, outcome (row));
    }
}

/* Writes one table row for each method: the fitted slope, and the error at which rounding errors prevent a further decrease. The number
 * `order` of the result is that of the first method. */
static void
add_orders (LabResult *result, const LabStudy *study, const GPtrArray *methods, LabAxis axis)
{
  static const char *const columns[] = { "integrator", "order", "floor", NULL };
  LabTable *table = lab_result_add_table (result, "orders", columns);
  double sign = axis == LAB_AXIS_SETTING ? 1 : -1; /* with costs on the axis, the error decreases to the right */

  for (guint k = 0; k < methods->len; k++)
    {
      const OdeMethod *method = methods->pdata[k];
      LabSlope slope = lab_study_slope (study, method, axis);

      if (k == 0)
        {
          lab_result_add_number (result, "order", sign * slope.slope, NULL);
          if (isfinite (slope.slope))
            result->sentence = g_strdup_printf (_("%s: order %.2f"), method->label, sign * slope.slope);
        }
      lab_table_add_text (table, method->id);
      lab_table_add (table, sign * slope.slope);
      lab_table_add (table, slope.floor > 0 ? slope.floor : NAN);
    }
}

typedef LabStudy *(*StudyFunc) (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *settings,
                                int n_settings, const LabProgress *progress, GError **error);

static LabStudy *
compare_study (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *settings, int n_settings,
               const LabProgress *progress, GError **error)
{
  return lab_compare (problem, methods, n_methods, progress, error);
}

/* Runs one of the three studies. key is the name of the option that lists step sizes or accuracies; NULL: the study has no such option. */
static LabResult *
run_study (StudyFunc func, const LabProblem *problem, const char *integrators, const char *key, const char *settings_text,
           const LabProgress *progress, GPtrArray *methods, LabStudy **study, GError **error)
{
  g_autoptr (GArray) settings = NULL;
  LabProblem until = *problem;
  LabResult *result;

  if (!lab_option_methods (problem, integrators, methods, error) || !lab_option_numbers (key, settings_text, &settings, error)
      || !lab_problem_set_times (&until, error) || !check_methods (&until, methods, error))
    return NULL;
  *study = func (&until, (const OdeMethod *const *) methods->pdata, (int) methods->len,
                 settings != NULL ? (const double *) (gpointer) settings->data : NULL, settings != NULL ? (int) settings->len : 0, progress,
                 error);
  if (*study == NULL)
    return NULL;
  result = lab_result_new ();
  lab_result_add_number (result, "t", (*study)->t_end, model_time_unit (problem->model));
  lab_result_add_number (result, "reference_agreement", (*study)->reference.agreement, NULL);
  return result;
}

#define INTEGRATORS { "integrators", "a,b", N_("the methods; by default the method of the settings"), NULL, FALSE, N_("Methods") }

/* ---- compare ---- */

static const LabOptionRow compare_options[] = { INTEGRATORS };

static LabResult *
compare (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  g_autoptr (LabStudy) study = NULL;
  LabResult *result = run_study (compare_study, problem, values[0], NULL, NULL, progress, methods, &study, error);

  if (result != NULL)
    add_rows (result, study, "accuracy");
  return result;
}

const LabStudyKind lab_study_compare = {
  .id = "compare",
  .label = N_("Comparison"),
  .advice = N_("Computes cost and error of several methods with the same settings."),
  .options = compare_options,
  .n_options = G_N_ELEMENTS (compare_options),
  .run = compare,
};

/* ---- converge ---- */

static const LabOptionRow converge_options[] = {
  INTEGRATORS,
  { "steps", "h1,h2", N_("step sizes; by default eight, from 1/16 of the time span, each half of the previous one"), NULL, FALSE, N_("Step sizes") },
};

static LabResult *
converge (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  g_autoptr (LabStudy) study = NULL;
  LabResult *result = run_study (lab_converge, problem, values[0], "steps", values[1], progress, methods, &study, error);

  if (result == NULL)
    return NULL;
  add_rows (result, study, "h");
  add_orders (result, study, methods, LAB_AXIS_SETTING);
  return result;
}

const LabStudyKind lab_study_converge = {
  .id = "converge",
  .label = N_("Convergence"),
  .advice = N_("Computes the error for several step sizes, and the order of the method on this model."),
  .options = converge_options,
  .n_options = G_N_ELEMENTS (converge_options),
  .run = converge,
};

/* ---- work-precision ---- */

static const LabOptionRow work_precision_options[] = {
  INTEGRATORS,
  { "accuracies", "a1,a2", N_("accuracies; 1e-3, 1e-4, …, 1e-11 by default"), NULL, FALSE, N_("Accuracies") },
};

static LabResult *
work_precision (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  g_autoptr (LabStudy) study = NULL;
  LabResult *result = run_study (lab_work_precision, problem, values[0], "accuracies", values[1], progress, methods, &study, error);

  if (result == NULL)
    return NULL;
  add_rows (result, study, "accuracy");
  add_orders (result, study, methods, LAB_AXIS_RHS);
  return result;
}

const LabStudyKind lab_study_work_precision = {
  .id = "work-precision",
  .label = N_("Work-precision"),
  .advice = N_("Computes error and cost of a method over a range of accuracies."),
  .options = work_precision_options,
  .n_options = G_N_ELEMENTS (work_precision_options),
  .run = work_precision,
};
