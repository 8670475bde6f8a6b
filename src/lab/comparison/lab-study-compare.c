/* The studies `compare`, `converge` and `work-precision`. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-further.h"
#include "lab-option.h"
#include "lab-study-kind.h"
#include "lab-slope.h"

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

/* The models of a study, the study of each, and whether the tables have a column for the models and for the largest error. */
typedef struct
{
  GPtrArray *models;  /* LabFurther */
  GPtrArray *studies; /* LabStudy of each model */
  gboolean several;
  LabLargest largest;
} Studies;

static void
studies_clear (Studies *studies)
{
  g_clear_pointer (&studies->models, g_ptr_array_unref);
  g_clear_pointer (&studies->studies, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Studies, studies_clear)

static const char *
name_of (const Studies *studies, guint k)
{
  return model_id (((const LabFurther *) studies->models->pdata[k])->problem.model);
}

/* Appends a table with these columns, separated by spaces. The first column is that of the models, which only several models need. */
static LabTable *
add_table (LabResult *result, const Studies *studies, const char *name, const char *columns)
{
  g_auto (GStrv) names = g_strsplit (columns, " ", -1);

  return lab_result_add_table (result, name, (const char *const *) names + (studies->several ? 0 : 1));
}

static void
add_rows (LabResult *result, const Studies *studies, const char *setting)
{
  g_autofree char *columns = g_strdup_printf ("model integrator %s error%s order steps rejected rhs jacobians wall_seconds outcome", setting,
                                              studies->largest != LAB_LARGEST_NONE ? " largest_error" : "");
  LabTable *table = add_table (result, studies, "rows", columns);

  for (guint m = 0; m < studies->studies->len; m++)
    {
      const LabStudy *study = studies->studies->pdata[m];

      for (guint k = 0; k < study->rows->len; k++)
        {
          const LabRow *row = &g_array_index (study->rows, LabRow, k);
          const OdeStatistics *s = &row->run.statistics.ode;

          if (studies->several)
            lab_table_add_text (table, name_of (studies, m));
          lab_table_add_text (table, row->method->id);
          lab_table_add (table, row->setting);
          lab_table_add (table, row->error);
          if (studies->largest != LAB_LARGEST_NONE)
            lab_table_add (table, row->largest);
          lab_table_add (table, row->order);
          lab_table_add (table, (double) s->steps_taken);
          lab_table_add (table, (double) (s->steps_attempted - s->steps_taken));
          lab_table_add (table, (double) s->rhs_evaluations);
          lab_table_add (table, (double) s->jacobian_evaluations);
          lab_table_add (table, row->run.statistics.wall_seconds);
          lab_table_add_text (table, outcome (row));
        }
    }
}

static void
add_slope (LabTable *table, const LabSlope *slope, double sign)
{
  lab_table_add (table, sign * slope->slope);
  lab_table_add (table, slope->floor > 0 ? slope->floor : NAN);
}

/* Writes one table row for each method: the fitted slope, and the error at which rounding errors prevent a further decrease. The number
 * `order` of the result is that of the first method. */
static void
add_orders (LabResult *result, const Studies *studies, LabAxis axis)
{
  LabTable *table = add_table (result, studies, "orders",
                               studies->largest != LAB_LARGEST_NONE ? "model integrator order floor largest_order largest_floor" : "model integrator order floor");
  double sign = axis == LAB_AXIS_SETTING ? 1 : -1; /* with costs on the axis, the error decreases to the right */

  for (guint m = 0; m < studies->studies->len; m++)
    {
      const LabStudy *study = studies->studies->pdata[m];
      const GPtrArray *methods = ((const LabFurther *) studies->models->pdata[m])->methods;

      for (guint k = 0; k < methods->len; k++)
        {
          const OdeMethod *method = methods->pdata[k];
          LabSlope slope = lab_study_slope (study, method, axis, FALSE), largest = lab_study_slope (study, method, axis, TRUE);

          if (m == 0 && k == 0)
            {
              lab_result_add_number (result, "order", sign * slope.slope, NULL);
              if (isfinite (slope.slope))
                result->sentence = g_strdup_printf (_("%s: order %.2f"), method->label, sign * slope.slope);
            }
          if (studies->several)
            lab_table_add_text (table, name_of (studies, m));
          lab_table_add_text (table, method->id);
          add_slope (table, &slope, sign);
          if (studies->largest != LAB_LARGEST_NONE)
            add_slope (table, &largest, sign);
        }
    }
}

/* Writes the end time of each model and the agreement of its reference. */
static void
add_models (LabResult *result, const Studies *studies)
{
  LabTable *table = studies->several ? add_table (result, studies, "models", "model t reference_agreement") : NULL;

  for (guint m = 0; table != NULL && m < studies->studies->len; m++)
    {
      const LabStudy *study = studies->studies->pdata[m];

      lab_table_add_text (table, name_of (studies, m));
      lab_table_add (table, study->t_end);
      lab_table_add (table, study->reference.agreement);
    }
}

static LabStudy *
compare_study (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *settings, int n_settings,
               LabLargest largest, const LabProgress *progress, GError **error)
{
  return lab_compare (problem, methods, n_methods, progress, error);
}

/* The texts of the options; NULL: the study has no such option, or it is not given. */
typedef struct { const char *integrators, *key, *settings, *largest, *models; } Texts;

/* Runs one of the three studies. texts->key is the name of the option that lists step sizes or accuracies. */
static LabResult *
run_study (LabStudyFunc func, const LabProblem *problem, const Texts *texts, const LabProgress *progress, Studies *studies, GError **error)
{
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  g_autoptr (GArray) settings = NULL;
  g_autoptr (GString) remark = g_string_new (NULL);
  LabProblem until = *problem;
  const LabStudy *first;
  LabResult *result;

  if (!lab_option_methods (problem, texts->integrators, methods, error) || !lab_option_numbers (texts->key, texts->settings, &settings, error)
      || !lab_largest_parse (texts->largest, &studies->largest, error) || !lab_problem_set_times (&until, error))
    return NULL;
  studies->models = lab_further_models (&until, methods, texts->models, remark, progress, error);
  if (studies->models == NULL)
    return NULL;
  studies->several = texts->models != NULL;
  studies->studies = lab_further_run (studies->models, func, settings != NULL ? (const double *) (gpointer) settings->data : NULL,
                                      settings != NULL ? (int) settings->len : 0, studies->largest, progress, error);
  if (studies->studies == NULL)
    return NULL;
  first = studies->studies->pdata[0];
  result = lab_result_new ();
  lab_result_add_number (result, "t", first->t_end, model_time_unit (problem->model));
  lab_result_add_number (result, "reference_agreement", first->reference.agreement, NULL);
  if (remark->len > 0)
    result->remark = g_strdup (remark->str);
  return result;
}

#define INTEGRATORS { "integrators", "a,b", N_("the methods; by default the method of the settings"), NULL, FALSE, N_("Methods") }
#define LARGEST                                                                                                                            \
  { "largest", "steps|dense", N_("also compute the largest error over the run: at the ends of the steps, or also on dense output between " \
                                 "them"), NULL, FALSE, N_("Largest error"), N_("at the steps|on dense output") }
#define MODELS { "models", "a,b", N_("further models, each with its own values and time span"), NULL, FALSE, N_("Further models") }

/* ---- compare ---- */

static const LabOptionRow compare_options[] = { INTEGRATORS };

static LabResult *
compare (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (Studies) studies = { 0 };
  LabResult *result = run_study (compare_study, problem, &(Texts) { .integrators = values[0] }, progress, &studies, error);

  if (result != NULL)
    add_rows (result, &studies, "accuracy");
  return result;
}

const LabStudyKind lab_study_compare = {
  .id = "compare",
  .label = N_("Comparison"),
  .advice = N_("Computes cost and error of several methods with the same settings."),
  .of = LAB_STUDY_OF_METHODS,
  .own_methods = TRUE,
  .options = compare_options,
  .n_options = G_N_ELEMENTS (compare_options),
  .run = compare,
};

/* ---- converge ---- */

static const LabOptionRow converge_options[] = {
  INTEGRATORS,
  { "steps", "h1,h2", N_("step sizes; by default eight, from 1/16 of the time span, each half of the previous one"), NULL, FALSE, N_("Step sizes") },
  LARGEST,
  MODELS,
};

static LabResult *
converge (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (Studies) studies = { 0 };
  const Texts texts = { values[0], "steps", values[1], values[2], values[3] };
  LabResult *result = run_study (lab_converge, problem, &texts, progress, &studies, error);

  if (result == NULL)
    return NULL;
  add_rows (result, &studies, "h");
  add_orders (result, &studies, LAB_AXIS_SETTING);
  add_models (result, &studies);
  return result;
}

const LabStudyKind lab_study_converge = {
  .id = "converge",
  .label = N_("Convergence"),
  .advice = N_("Computes the error for several step sizes, and the order of the method on this model."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_METHOD,
  .varied = "h",
  .over = "h",
  .options = converge_options,
  .n_options = G_N_ELEMENTS (converge_options),
  .run = converge,
};

/* ---- work-precision ---- */

static const LabOptionRow work_precision_options[] = {
  INTEGRATORS,
  { "accuracies", "a1,a2", N_("accuracies; 1e-3, 1e-4, …, 1e-11 by default"), NULL, FALSE, N_("Accuracies") },
  LARGEST,
  MODELS,
};

static LabResult *
work_precision (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (Studies) studies = { 0 };
  const Texts texts = { values[0], "accuracies", values[1], values[2], values[3] };
  LabResult *result = run_study (lab_work_precision, problem, &texts, progress, &studies, error);

  if (result == NULL)
    return NULL;
  add_rows (result, &studies, "accuracy");
  add_orders (result, &studies, LAB_AXIS_RHS);
  add_models (result, &studies);
  return result;
}

const LabStudyKind lab_study_work_precision = {
  .id = "work-precision",
  .label = N_("Work-precision"),
  .advice = N_("Computes error and cost of a method over a range of accuracies."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_METHOD,
  .varied = "accuracy",
  .over = "rhs",
  .options = work_precision_options,
  .n_options = G_N_ELEMENTS (work_precision_options),
  .run = work_precision,
};
