/* The study `tolerance-dial`: the error that a method achieves for a requested accuracy. If error
 * control is proportional to the tolerance, the slope in a double logarithmic plot is 1
 * (Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, section
 * II.10). */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-result.h"
#include "lab-slope.h"
#include "lab-study-kind.h"

static const LabOptionRow options[] = {
  { "integrators", "a,b", N_("the methods; by default the method of the settings"), NULL, FALSE, N_("Methods") },
  { "accuracies", "a1,a2", N_("accuracies; by default two in each decade from 1e-4 to 1e-12, as far as the method supports them"), NULL, FALSE, N_("Accuracies") },
  { "at", "A", N_("accuracy for which the numbers are printed; the nearest computed accuracy is used; by default that of the settings"), NULL, FALSE, N_("Shown accuracy") },
};

/* Appends the accuracies with which a method is run. Two accuracies in each decade, 10^−n and √10 · 10^−n, show the
 * slope and its irregularities. */
static void
add_accuracies (GArray *list, const OdeMethod *method, const GArray *given)
{
#define DECADE(n) 3.1622776601683794e-##n, 1e-##n
  static const double standard[] = { 1e-4, DECADE (5), DECADE (6), DECADE (7), DECADE (8), DECADE (9), DECADE (10), DECADE (11), DECADE (12) };
#undef DECADE

  if (given != NULL)
    g_array_append_vals (list, given->data, given->len);
  for (guint k = 0; given == NULL && k < G_N_ELEMENTS (standard); k++)
    if (standard[k] >= method->accuracy_tightest && standard[k] <= method->accuracy_loosest)
      g_array_append_val (list, standard[k]);
}

/* Sets the numbers of the result for the accuracy nearest to `value` on a logarithmic scale, of the first method.
 * digits_short = log₁₀ (obtained/asked). */
static void
turn (LabResult *result, double value)
{
  const LabTable *rows = lab_result_table (result, "rows");
  g_autofree char *asked = NULL, *obtained = NULL, *slope = NULL, *text = NULL;
  int best = -1, integrator = lab_table_column (rows, "integrator"), asked_column = lab_table_column (rows, "asked");
  int error = lab_table_column (rows, "obtained");
  double distance = INFINITY, short_by;

  for (int r = 0; r < lab_table_n_rows (rows); r++)
    {
      double d = fabs (log (lab_table_number (rows, r, asked_column) / value));

      if (strcmp (lab_table_text (rows, r, integrator), lab_table_text (rows, 0, integrator)) != 0
          || !isfinite (lab_table_number (rows, r, error)) || !(d < distance))
        continue;
      best = r;
      distance = d;
    }
  if (best < 0)
    {
      lab_result_set_number (result, "asked", value, NULL);
      lab_result_set_number (result, "obtained", NAN, NULL);
      lab_result_set_number (result, "digits_short", NAN, NULL);
      lab_result_set_sentence (result, _("No run with these accuracies reaches the end."));
      return;
    }
  short_by = log10 (lab_table_number (rows, best, error) / lab_table_number (rows, best, asked_column));
  lab_result_set_number (result, "asked", lab_table_number (rows, best, asked_column), NULL);
  lab_result_set_number (result, "obtained", lab_table_number (rows, best, error), NULL);
  lab_result_set_number (result, "digits_short", short_by, NULL);
  asked = lab_method_number (lab_result_number (result, "asked"), 2);
  obtained = lab_method_number (lab_result_number (result, "obtained"), 2);
  slope = lab_method_number (lab_result_number (result, "slope"), 2);
  text = isnan (lab_result_number (result, "slope")) ? g_strdup_printf (_("Requested %s, obtained **%s**"), asked, obtained)
                                                     : g_strdup_printf (_("Requested %s, obtained **%s**, slope %s"), asked, obtained, slope);
  lab_result_set_sentence (result, text);
}

/* Adds a run. A run that does not reach the end has no error. */
static void
add_row (LabResult *result, const OdeMethod *method, double accuracy, const LabReference *reference, const LabRun *run)
{
  LabTable *rows = lab_result_table (result, "rows");
  gboolean ended = run->reason == SIM_REACHED_END || run->reason == SIM_TERMINATED;

  lab_table_add_text (rows, method->id);
  lab_table_add (rows, accuracy);
  lab_table_add (rows, ended ? lab_reference_error (reference, run->x) : NAN);
  lab_table_add (rows, (double) run->statistics.ode.steps_taken);
  lab_table_add (rows, (double) (run->statistics.ode.steps_attempted - run->statistics.ode.steps_taken));
  lab_table_add (rows, (double) run->statistics.ode.rhs_evaluations);
  lab_table_add_text (rows, run->message != NULL ? run->message : "");
}

/* Fits the slope of achieved over requested accuracy for the first method. */
static void
fit_slope (LabResult *result, const char *integrator)
{
  const LabTable *rows = lab_result_table (result, "rows");
  g_autoptr (GArray) asked = lab_table_series (rows, "asked", "integrator", integrator);
  g_autoptr (GArray) obtained = lab_table_series (rows, "obtained", "integrator", integrator);
  LabSlope slope = lab_slope_fit ((const double *) (gpointer) asked->data, (const double *) (gpointer) obtained->data, (int) asked->len,
                                  lab_result_number (result, "reference_agreement"));

  lab_result_set_number (result, "slope", slope.slope, NULL);
}

/* Uses one reference solution for all runs. */
static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  static const char *const columns[] = { "integrator", "asked", "obtained", "steps", "rejected", "rhs", "failure", NULL };
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  g_autoptr (GArray) given = NULL;
  g_autoptr (LabResult) result = lab_result_new ();
  LabProblem until = *problem;
  LabReference reference = { 0 };
  LabPart part = { .outer = progress, .total = 1 };
  LabProgress inner = lab_part_progress (&part);
  double at = sim_config_get_number (problem->config, "accuracy");
  gboolean fine = TRUE;

  if (!lab_option_methods (problem, values[0], methods, error) || !lab_option_numbers ("accuracies", values[1], &given, error)
      || (values[2] != NULL && !lab_option_above ("at", values[2], 0, &at, error)) || !lab_problem_set_times (&until, error))
    return NULL;
  part.total = 17 * (int) methods->len + 1;
  if (!lab_study_find_reference (&until, TRUE, &reference, &until.t_end, &inner, error))
    return NULL;
  part.done = 1;
  lab_result_add_number (result, "t", until.t_end, model_time_unit (problem->model));
  lab_result_add_number (result, "reference_agreement", reference.agreement, NULL);
  lab_result_add_table (result, "rows", columns);
  if (isnan (at))
    at = ((const OdeMethod *) methods->pdata[0])->accuracy_default;
  for (guint m = 0; m < methods->len && fine; m++)
    {
      const OdeMethod *method = methods->pdata[m];
      g_autoptr (GArray) accuracies = g_array_new (FALSE, FALSE, sizeof (double));

      add_accuracies (accuracies, method, given);
      part.total = 1 + (int) (accuracies->len * methods->len);
      for (guint k = 0; k < accuracies->len && fine; k++, part.done++)
        {
          double accuracy = g_array_index (accuracies, double, k);
          g_autoptr (SimConfig) config = lab_problem_config (&until, method, 0, accuracy);
          LabRun one;

          fine = lab_problem_run (&until, config, &inner, &one, error);
          if (!fine)
            {
              g_prefix_error (error, "%s: ", method->id);
              break;
            }
          add_row (result, method, accuracy, &reference, &one);
          lab_run_clear (&one);
          fit_slope (result, ((const OdeMethod *) methods->pdata[0])->id);
          turn (result, at);
          lab_progress_show (progress, result);
        }
    }
  lab_reference_clear (&reference);
  return fine ? g_steal_pointer (&result) : NULL;
}

const LabStudyKind lab_study_tolerance_dial = {
  .id = "tolerance-dial",
  .label = N_("Tolerance dial"),
  .advice = N_("Compares the obtained accuracy with the requested accuracy."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 90 30 65 50 60 95 20|5 75 95 5",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .knob = "at",
  .knob_label = N_("Requested accuracy"),
  .knob_table = "rows",
  .knob_column = "asked",
  .knob_falls = TRUE,
  .turn = turn,
  .run = run,
};
