/* The study `refinement`: the run is repeated with half the step or a tenth of the accuracy, and the difference predicts the error of the
 * first run. For fixed steps and order p the error is C hᵖ, so that
 *
 *     e_h = (x_h − x_{h/2}) 2ᵖ/(2ᵖ − 1)
 *
 * (Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, theorem II.4.1). For error control the error is
 * assumed to be proportional to the accuracy, so that the factor is 10/9. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-method-text.h"
#include "lab-reference.h"
#include "lab-result.h"
#include "lab-size.h"
#include "lab-study-kind.h"

#define FINER 10.0

/* Returns the settings of the refined run, and the factor by which the difference of the two runs is multiplied to obtain the error. */
static SimConfig *
refined_config (const LabProblem *problem, SimConfig **base, double *factor, GError **error)
{
  const OdeMethod *method = sim_config_method (problem->config);
  SimConfig *finer;

  *base = sim_config_copy (problem->config);
  sim_config_set (*base, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  finer = sim_config_copy (*base);
  if (sim_config_controls_error (*base))
    {
      static const char *const keys[] = { "accuracy", "relative_tolerance", "absolute_tolerance" };

      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        {
          double value = sim_config_get_number (*base, keys[k]);

          if (k == 0 && isnan (value))
            value = method->accuracy_default;
          if (isfinite (value))
            sim_config_set_number (finer, keys[k], value / FINER, SIM_ORIGIN_LIVE, NULL);
        }
      *factor = FINER / (FINER - 1);
      return finer;
    }
  sim_config_set_number (finer, "max_step", sim_config_get_number (*base, "max_step") / 2, SIM_ORIGIN_LIVE, NULL);
  *factor = pow (2, method->order) / (pow (2, method->order) - 1);
  return finer;
}

/* Runs the problem, and returns FALSE with an error if it does not reach its end: the errors of two runs are compared
 * at one time. */
static gboolean
run_to_end (const LabProblem *problem, const SimConfig *config, LabSizeWatch *sizes, const LabProgress *progress, LabRun *run, GError **error)
{
  LabRunWatch watch = { .step = lab_size_watch, .user = sizes };

  if (!lab_problem_run_watched (problem, config, &watch, progress, run, error))
    return FALSE;
  if (run->reason == SIM_REACHED_END || run->reason == SIM_TERMINATED)
    return TRUE;
  g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, run->message != NULL ? run->message : _("the run does not reach its end"));
  lab_run_clear (run);
  return FALSE;
}

/* Adds the states, the predicted errors and the true errors. If reference is NULL, the true errors are
 * unknown. */
static void
add_states (LabResult *result, const LabProblem *problem, const LabRun *coarse, const LabRun *fine, const double *size, double factor,
            const LabReference *reference, GError **error)
{
  static const char *const columns[] = { "state", "value", "refined", "predicted", "true", NULL };
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  LabTable *table = lab_result_add_table (result, "states", columns);
  double predicted = 0;

  for (int i = 0; system != NULL && i < coarse->n_states; i++)
    {
      double e = factor * fabs (coarse->x[i] - fine->x[i]), scaled = e / size[i];

      lab_table_add_text (table, model_system_ode (system)->names[i]);
      lab_table_add (table, coarse->x[i]);
      lab_table_add (table, fine->x[i]);
      lab_table_add (table, e);
      lab_table_add (table, reference != NULL ? fabs (coarse->x[i] - reference->x[i]) : NAN);
      predicted = isnan (scaled) || scaled > predicted ? scaled : predicted;
    }
  lab_result_add_number (result, "predicted", predicted, NULL);
  lab_result_add_number (result, "true", reference != NULL ? lab_reference_error (reference, coarse->x) : NAN, NULL);
}

/* Adds the ratio of the predicted and the true error, and the sentence. */
static void
conclude (LabResult *result, gboolean fixed)
{
  double predicted = lab_result_number (result, "predicted"), exact = lab_result_number (result, "true");
  g_autofree char *a = lab_method_number (predicted, 2), *b = lab_method_number (exact, 2), *text = NULL;

  lab_result_add_number (result, "ratio", predicted / exact, NULL);
  if (fixed)
    text = isnan (exact) ? g_strdup_printf (_("The run with half the step size gives an estimated error of **%s**"), a)
                         : g_strdup_printf (_("The run with half the step size gives an estimated error of **%s**; the true error is %s"), a, b);
  else
    text = isnan (exact) ? g_strdup_printf (_("A tenth of the tolerance predicts an error of **%s**"), a)
                         : g_strdup_printf (_("A tenth of the tolerance predicts an error of **%s**; the true error is %s"), a, b);
  lab_result_set_sentence (result, text);
}

/* The true error is added if there is a reference solution. */
static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  LabProblem until = *problem;
  g_autoptr (SimConfig) base = NULL, finer = NULL;
  g_autoptr (LabResult) result = NULL;
  g_autoptr (GError) none = NULL, unknown = NULL;
  LabPart part = { progress, 0, 3 };
  LabProgress inner = lab_part_progress (&part);
  LabReference reference = { 0 };
  LabSizeWatch sizes = { 0 };
  g_autofree double *size = NULL;
  g_autoptr (ModelSystem) system = NULL;
  LabRun coarse, fine;
  double factor;
  gboolean known;

  if (!lab_problem_set_times (&until, error) || (system = lab_problem_instance (&until, error)) == NULL)
    return NULL;
  sizes.n = model_system_n_states (system);
  sizes.size = size = g_new0 (double, sizes.n + 1);
  finer = refined_config (&until, &base, &factor, error);
  if (!run_to_end (&until, base, &sizes, &inner, &coarse, error))
    return NULL;
  part.done = 1;
  if (!run_to_end (&until, finer, &sizes, &inner, &fine, error))
    {
      lab_run_clear (&coarse);
      return NULL;
    }
  part.done = 2;
  until.t_end = coarse.t;
  known = lab_reference_find (&until, &inner, &reference, &none);
  if (known || !g_error_matches (none, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      result = lab_result_new ();
      lab_size_complete (size, sizes.n);
      lab_result_add_number (result, "t", coarse.t, model_time_unit (problem->model));
      add_states (result, &until, &coarse, &fine, size, factor, known ? &reference : NULL, &unknown);
      lab_result_add_number (result, "steps", (double) coarse.statistics.ode.steps_taken, NULL);
      lab_result_add_number (result, "steps_refined", (double) fine.statistics.ode.steps_taken, NULL);
      conclude (result, !sim_config_controls_error (base));
    }
  else
    g_propagate_error (error, g_steal_pointer (&none));
  if (known)
    lab_reference_clear (&reference);
  lab_run_clear (&coarse);
  lab_run_clear (&fine);
  return g_steal_pointer (&result);
}

const LabStudyKind lab_study_refinement = {
  .id = "refinement",
  .label = N_("Check by refinement"),
  .advice = N_("Repeats the run with half the step or a tenth of the tolerance, and predicts the error of the first run from the difference."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 60 30 85 60 40 95 70|5 40 30 70 60 30 95 55",
  .run = run,
};
