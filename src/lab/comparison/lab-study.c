/* Convergence: the global error of a method of order p with constant step h is e = C hᵖ + O(hᵖ⁺¹) (Hairer, Nørsett and Wanner, Solving
 * Ordinary Differential Equations I, theorem II.8.1), so that two rows give the observed order
 *
 *     p ≈ log (e₁ / e₂) / log (h₁ / h₂).
 *
 * The order is reported for each pair of neighbouring rows. A single fit over all rows would mix in the term O(hᵖ⁺¹), which affects the
 * first rows, and rounding errors, which affect the last.
 *
 * Work-precision: the cost is shown against the error that was reached, not against the tolerance, because methods interpret a tolerance
 * differently (ibid. section II.10). */
#include "lab-study.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-size.h"

static void
row_clear (gpointer row)
{
  lab_run_clear (&((LabRow *) row)->run);
}

void
lab_study_free (LabStudy *study)
{
  if (study == NULL)
    return;
  lab_reference_clear (&study->reference);
  g_clear_pointer (&study->rows, g_array_unref);
  g_free (study);
}

/* Maps the progress of one run to that of the study. */
typedef struct
{
  const LabProgress *outer;
  int done, total;
} RunProgress;

static gboolean
report_run (gpointer user, double fraction)
{
  RunProgress *progress = user;

  return lab_progress_report (progress->outer, (progress->done + fraction) / progress->total, NULL);
}

/* Changes a copy of the settings for one row: sets the step size or accuracy. */
typedef void (*VaryFunc) (SimConfig *config, double setting);

static void
vary_step (SimConfig *config, double h)
{
  sim_config_set (config, "error_control", "false", SIM_ORIGIN_LIVE, NULL);
  sim_config_set_number (config, "max_step", h, SIM_ORIGIN_LIVE, NULL);
}

static void
vary_accuracy (SimConfig *config, double accuracy)
{
  sim_config_set (config, "error_control", "true", SIM_ORIGIN_LIVE, NULL);
  sim_config_replace_accuracy (config, accuracy);
}

/* Number of times at which two reference runs are compared to find how long they agree. */
#define HORIZON_ROWS 4001

/* Finds the last time up to which two high-accuracy runs agree, and their states at that time. Returns FALSE without an error if they agree
 * over less than a tenth of the span. */
static gboolean
find_horizon (const LabProblem *problem, LabReference *reference, double *t_end, const LabProgress *progress, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  gsize n_states, n_known;

  if (system == NULL)
    return FALSE;
  n_states = (gsize) model_system_n_states (system);
  g_autofree double *t = g_new (double, HORIZON_ROWS);
  g_autofree double *x = g_new (double, HORIZON_ROWS * (n_states + 1));
  g_autofree char *source = NULL;

  for (int k = 0; k < HORIZON_ROWS; k++)
    t[k] = k == HORIZON_ROWS - 1 ? problem->t_end : problem->t_start + (problem->t_end - problem->t_start) * k / (HORIZON_ROWS - 1);
  if (!lab_reference_agreeing_part (problem, system, t, HORIZON_ROWS, x, &n_known, &source, progress, error) || n_known == 0)
    return FALSE;
  *reference = (LabReference) { .kind = LAB_REFERENCE_TWO_RUNS, .source = g_steal_pointer (&source), .agreement = LAB_REFERENCE_AGREEMENT,
                                .n_states = (int) n_states };
  reference->x = g_new (double, n_states + 1);
  reference->size = g_new0 (double, n_states + 1);
  if (n_states > 0)
    memcpy (reference->x, x + (n_known - 1) * n_states, n_states * sizeof (double));
  for (gsize k = 0; k < n_known; k++)
    lab_size_take (reference->size, x + k * n_states, (int) n_states);
  lab_size_complete (reference->size, (int) n_states);
  *t_end = t[n_known - 1];
  return TRUE;
}

gboolean
lab_study_find_reference (const LabProblem *problem, gboolean may_shorten, LabReference *reference, double *t_end,
                          const LabProgress *progress, GError **error)
{
  g_autoptr (GError) none = NULL, unable = NULL;

  if (lab_reference_find (problem, progress, reference, &none))
    return TRUE;
  if (may_shorten && g_error_matches (none, SIM_ERROR, SIM_ERROR_UNSUPPORTED)
      && find_horizon (problem, reference, t_end, progress, &unable))
    return TRUE;
  g_propagate_error (error, unable != NULL ? g_steal_pointer (&unable) : g_steal_pointer (&none));
  return FALSE;
}

/* ---- the largest error of a run ---- */

/* Number of parts of a step at whose ends dense output is compared with the reference. The error of an interpolant that is exact at both ends
 * is largest near the middle. */
#define PARTS 4

typedef struct
{
  LabReferencePath *path;
  double *x;           /* states from dense output */
  gboolean dense;
  double t;            /* end of the step before */
  gint64 cut;          /* number of steps that events had cut by then */
  double largest;
} Largest;

static void
take_error (Largest *largest, double t, const double *x)
{
  largest->largest = fmax (largest->largest, lab_reference_path_error (largest->path, t, x)); /* fmax ignores NaN */
}

static void
compare_step (gpointer user, SimSimulator *simulator)
{
  Largest *largest = user;
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);
  double t = sim_simulator_t (simulator), before = integrator != NULL ? ode_integrator_t_previous (integrator) : t;
  gint64 cut = sim_simulator_statistics (simulator).cut_by_event;

  if (!(t > largest->t))
    return; /* the updates of events at the end of the step before */
  for (int k = 1; largest->dense && k < PARTS; k++)
    {
      double between = before + (t - before) * k / PARTS;

      if (between > before && between < t && ode_integrator_interpolate (integrator, between, largest->x) == ODE_DONE)
        take_error (largest, between, largest->x);
    }
  if (cut == largest->cut)
    take_error (largest, t, sim_simulator_x (simulator));
  largest->cut = cut;
  largest->t = t;
}

/* Repeats a run and computes its largest error. Returns FALSE with an error if the reference fails or the study is cancelled. */
static gboolean
find_largest (const LabProblem *problem, const SimConfig *config, const LabReference *end, LabLargest kind, const LabProgress *progress,
              double *value, GError **error)
{
  int n_states = end->n_states;
  g_autoptr (LabReferencePath) path = lab_reference_path_new (problem, end, progress, error);
  g_autofree double *x = g_new (double, n_states + 1);
  Largest largest = { .path = path, .x = x, .dense = kind == LAB_LARGEST_DENSE, .t = -INFINITY, .largest = NAN };
  LabRunWatch watch = { .step = compare_step, .user = &largest };
  LabRun run = { 0 };

  if (path == NULL || !lab_problem_run_watched (problem, config, &watch, progress, &run, error))
    return FALSE;
  lab_run_clear (&run);
  *value = largest.largest;
  if (lab_reference_path_is_cancelled (path))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  if (lab_reference_path_failure (path) == NULL)
    return TRUE;
  g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the reference run failed: %s"), lab_reference_path_failure (path));
  return FALSE;
}

/* Runs each method with each setting. If vary is NULL, runs each method once with the settings of the problem. In the reported progress the
 * reference counts as one more run. */
static LabStudy *
study_run (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, VaryFunc vary, const double *settings,
           int n_settings, LabLargest largest, const LabProgress *progress, GError **error)
{
  g_autoptr (LabStudy) study = g_new0 (LabStudy, 1);
  LabProblem until = *problem; /* the problem, shortened to the end of its reference */
  RunProgress run_progress = { .outer = progress, .total = (largest != LAB_LARGEST_NONE ? 2 : 1) * n_methods * n_settings + 1 };
  LabProgress inner = { report_run, &run_progress };

  study->rows = g_array_new (FALSE, TRUE, sizeof (LabRow));
  g_array_set_clear_func (study->rows, row_clear);
  if (!lab_study_find_reference (problem, vary == NULL, &study->reference, &until.t_end, &inner, error))
    return NULL;
  study->t_end = until.t_end;
  run_progress.done = 1;

  for (int m = 0; m < n_methods; m++)
    for (int s = 0; s < n_settings; s++, run_progress.done++)
      {
        g_autoptr (SimConfig) config = sim_config_copy (problem->config);
        LabRow row = { .method = methods[m], .order = NAN, .error = NAN, .largest = NAN };

        if (!sim_config_set (config, "integrator", methods[m]->id, SIM_ORIGIN_LIVE, error))
          return NULL;
        if (vary != NULL)
          vary (config, settings[s]);
        row.setting = vary != NULL ? settings[s] : sim_config_get_number (config, "accuracy");
        if (!lab_problem_run (&until, config, &inner, &row.run, error))
          return NULL;
        if (row.run.reason == SIM_REACHED_END || row.run.reason == SIM_TERMINATED)
          row.error = lab_reference_error (&study->reference, row.run.x);
        run_progress.done += largest != LAB_LARGEST_NONE;
        if (largest != LAB_LARGEST_NONE && isfinite (row.error)
            && !find_largest (&until, config, &study->reference, largest, &inner, &row.largest, error))
          {
            lab_run_clear (&row.run);
            return NULL;
          }
        if (s > 0 && vary == vary_step)
          {
            const LabRow *before = &g_array_index (study->rows, LabRow, study->rows->len - 1);
            row.order = log (before->error / row.error) / log (before->setting / row.setting);
          }
        g_array_append_val (study->rows, row);
      }
  return g_steal_pointer (&study);
}

LabStudy *
lab_compare (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const LabProgress *progress, GError **error)
{
  return study_run (problem, methods, n_methods, NULL, NULL, 1, LAB_LARGEST_NONE, progress, error);
}

LabStudy *
lab_converge (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *steps, int n_steps,
              LabLargest largest, const LabProgress *progress, GError **error)
{
  double standard[8];

  for (int k = 0; k < (int) G_N_ELEMENTS (standard); k++)
    /* the span divided by powers of two, so that all steps have equal length */
    standard[k] = (problem->t_end - problem->t_start) / (16 << k);
  return study_run (problem, methods, n_methods, vary_step, steps != NULL ? steps : standard,
                    steps != NULL ? n_steps : (int) G_N_ELEMENTS (standard), largest, progress, error);
}

LabStudy *
lab_work_precision (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *accuracies,
                    int n_accuracies, LabLargest largest, const LabProgress *progress, GError **error)
{
  static const double standard[] = { 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11 };

  return study_run (problem, methods, n_methods, vary_accuracy, accuracies != NULL ? accuracies : standard,
                    accuracies != NULL ? n_accuracies : (int) G_N_ELEMENTS (standard), largest, progress, error);
}
