#include "lab-problem.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

void
lab_run_clear (LabRun *run)
{
  g_clear_pointer (&run->message, g_free);
  g_clear_pointer (&run->x, g_free);
}

ModelSystem *
lab_problem_instance (const LabProblem *problem, GError **error)
{
  g_autoptr (ModelSystem) system = model_system_new (problem->model, &problem->instance, error);

  if (system == NULL || (problem->prepare != NULL && !problem->prepare (system, problem->user, error)))
    return NULL;
  return g_steal_pointer (&system);
}

SimSimulator *
lab_problem_simulator (const LabProblem *problem, const SimConfig *config, GError **error)
{
  ModelSystem *instance = lab_problem_instance (problem, error);
  SimSystem *system;

  if (instance == NULL)
    return NULL;
  system = sim_system_from_model (instance);
  for (int i = 0; problem->events_off != NULL && i < system->n_events; i++)
    if (g_hash_table_contains (problem->events_off, system->events[i].name))
      sim_system_set_event_enabled (system, i, FALSE);
  return sim_simulator_new (system, config != NULL ? config : problem->config, error);
}

gboolean
lab_problem_is_whole (const LabProblem *problem)
{
  return problem->events_off == NULL || g_hash_table_size (problem->events_off) == 0;
}

/* ---- one run ---- */

typedef struct
{
  const LabProblem *problem;
  const LabProgress *progress;
  gboolean cancelled;
  long steps;
} Watch;

/* Asks for progress every 256 steps: often enough to cancel at once, rare enough to cost nothing. */
static SimHandlerStatus
watch_run (gpointer user, const SimSimulator *simulator)
{
  Watch *watch = user;
  double span = watch->problem->t_end - watch->problem->t_start;
  double share = span > 0 ? (sim_simulator_t (simulator) - watch->problem->t_start) / span : 1;

  if (++watch->steps % 256 != 0 || watch->progress == NULL || watch->progress->func == NULL
      || watch->progress->func (watch->progress->user, share))
    return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
  watch->cancelled = TRUE;
  return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup (_("cancelled")) };
}

gboolean
lab_problem_run (const LabProblem *problem, const SimConfig *config, const LabProgress *progress, LabRun *run, GError **error)
{
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (problem, config, error);
  Watch watch = { .problem = problem, .progress = progress };
  SimStatus status;
  int n_states;

  memset (run, 0, sizeof *run);
  if (simulator == NULL)
    return FALSE;
  n_states = sim_simulator_system (simulator)->ode->n_states;
  sim_simulator_set_monitor (simulator, watch_run, &watch);
  status = sim_simulator_initialize (simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, problem->t_end);
  if (watch.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  run->reason = status.reason;
  run->message = status.reason == SIM_FAILED_RUN ? g_strdup (status.message) : NULL;
  run->statistics = sim_simulator_statistics (simulator);
  run->t = sim_simulator_t (simulator);
  run->n_states = n_states;
  run->x = g_memdup2 (sim_simulator_x (simulator), n_states * sizeof (double));
  return TRUE;
}

/* ---- the reference solution ---- */

void
lab_reference_clear (LabReference *reference)
{
  g_clear_pointer (&reference->said, g_free);
  g_clear_pointer (&reference->x, g_free);
}

static double
worst_error (const LabReference *reference, const double *x, const double *scale)
{
  double worst = NAN;

  for (int i = 0; i < reference->n_states; i++)
    {
      double size = fmax (scale != NULL ? scale[i] : 1, fabs (reference->x[i])), error = fabs (x[i] - reference->x[i]) / (size > 0 ? size : 1);

      if (isnan (reference->x[i]))
        continue;
      if (isnan (error))
        return NAN;
      worst = isnan (worst) ? error : fmax (worst, error);
    }
  return worst;
}

double
lab_reference_error (const LabReference *reference, const double *x)
{
  return worst_error (reference, x, NULL);
}

double
lab_reference_scaled_error (const LabReference *reference, const double *x, const double *scale)
{
  return worst_error (reference, x, scale);
}

/* Whether the instance is the model as it stands in its file: only then do its reference values hold. */
static gboolean
is_as_written (const LabProblem *problem, ModelSystem *system)
{
  ModelInstance plain = { .fast_math = problem->instance.fast_math };
  g_autoptr (ModelSystem) original = NULL;
  int n_parameters, n_states, n_discrete;

  if (problem->instance.random || !lab_problem_is_whole (problem) || (problem->instance.constants != NULL && g_hash_table_size (problem->instance.constants) > 0))
    return FALSE;
  original = model_system_new (problem->model, &plain, NULL);
  if (original == NULL || problem->t_start != model_system_t_start (original))
    return FALSE;
  n_parameters = model_system_n_parameter_values (system);
  n_states = model_system_n_states (system);
  n_discrete = model_system_n_discrete (system);

  g_autofree double *ours = g_new0 (double, n_parameters + n_states + n_discrete + 1);
  g_autofree double *theirs = g_new0 (double, n_parameters + n_states + n_discrete + 1);
  model_system_get_parameters (system, ours);
  model_system_get_parameters (original, theirs);
  if (!model_system_initial (system, ours + n_parameters, ours + n_parameters + n_states, NULL)
      || !model_system_initial (original, theirs + n_parameters, theirs + n_parameters + n_states, NULL))
    return FALSE;
  return memcmp (ours, theirs, (n_parameters + n_states + n_discrete) * sizeof (double)) == 0;
}

static gboolean
find_in_reference (const LabProblem *problem, ModelSystem *system, LabReference *reference)
{
  for (int p = 0; p < model_n_reference_points (problem->model); p++)
    {
      const ModelReferencePoint *point = model_reference_point (problem->model, p);

      if (fabs (point->t - problem->t_end) > 1e-12 * fmax (1, fabs (problem->t_end)) || !is_as_written (problem, system))
        continue;
      for (int v = 0; v < point->n_values; v++)
        {
          int c = model_system_find_column (system, point->names[v]);
          const ModelColumn *column = c >= 0 ? model_system_column (system, c) : NULL;

          if (column != NULL && column->type == MODEL_COLUMN_STATE)
            reference->x[column->index] = point->values[v];
        }
      reference->kind = LAB_REFERENCE_STORED;
      reference->said = g_strdup_printf (_("the model's reference values (%s)"), model_reference_source (problem->model));
      return TRUE;
    }
  return FALSE;
}

/* A copy of the problem's settings for a tight adaptive run by another method. */
static SimConfig *
tight_config (const LabProblem *problem, const OdeMethod *method, double accuracy)
{
  static const char *const freed[] = { "max_step", "min_step", "initial_step", "step_limit", "realtime_rate" };
  SimConfig *config = sim_config_copy (problem->config);
  double tight = fmax (accuracy, method->accuracy_tightest);

  sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "error_control", "true", SIM_ORIGIN_LIVE, NULL);
  sim_config_set_number (config, "accuracy", tight, SIM_ORIGIN_LIVE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (freed); i++)
    sim_config_set (config, freed[i], "0", SIM_ORIGIN_LIVE, NULL);
  if (sim_config_origin (config, "relative_tolerance") != SIM_ORIGIN_PROFILE
      || sim_config_origin (config, "absolute_tolerance") != SIM_ORIGIN_PROFILE)
    sim_config_set_number (config, "relative_tolerance", tight, SIM_ORIGIN_LIVE, NULL);
  return config;
}

/* Two runs by unrelated methods, tight; the second confirms the first. */
static gboolean
find_by_two_runs (const LabProblem *problem, const LabProgress *progress, LabReference *reference, GError **error)
{
  /* Pairs share no coefficients and no construction; 1e-12 is as tight as double precision lets them agree on. */
  static const char *const non_stiff[] = { "verner98", "dop853", "runge_kutta5", NULL };
  static const char *const stiff[] = { "radau", "rodas5p", "kvaerno5", "radau5", NULL };
  const double accuracy = 1e-12;
  gboolean is_stiff = (model_traits (problem->model) & (MODEL_IS_STIFF | MODEL_IS_DAE))
                      || (sim_config_method (problem->config)->traits & ODE_TRAIT_STIFF);
  const char *const *names = is_stiff ? stiff : non_stiff;
  LabRun runs[2] = { 0 };
  const OdeMethod *methods[2];
  int n_runs = 0;
  double apart;
  gboolean fine = TRUE;

  for (; fine && n_runs < 2 && *names != NULL; names++)
    {
      const OdeMethod *method = ode_method_find (*names);
      g_autoptr (SimConfig) config = NULL;

      if (method == NULL)
        continue;
      config = tight_config (problem, method, accuracy);
      fine = lab_problem_run (problem, config, progress, &runs[n_runs], error);
      if (fine && runs[n_runs].reason != SIM_FAILED_RUN)
        methods[n_runs++] = method;
      else
        lab_run_clear (&runs[n_runs]);
    }
  if (fine && n_runs < 2)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                           _("no reference solution: the model has no closed form and no reference at this end time, and two tight runs "
                             "by unrelated methods did not both reach it"));
      fine = FALSE;
    }
  if (fine)
    {
      if (reference->n_states > 0)
        memcpy (reference->x, runs[0].x, reference->n_states * sizeof (double));
      reference->kind = LAB_REFERENCE_TWO_RUNS;
      /* An event that ends both is found by each to within its errors. */
      apart = fabs (runs[0].t - runs[1].t) / fmax (1, fabs (runs[0].t));
      reference->agreement = lab_reference_error (reference, runs[1].x);
      reference->agreement = apart > reference->agreement ? apart : reference->agreement;
      reference->said = g_strdup_printf (_("%s and %s at accuracy 1e-12, which agree to %.1e"), methods[0]->id, methods[1]->id, reference->agreement);
      if (apart > LAB_REFERENCE_AGREEMENT)
        {
          g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no reference solution: two tight runs (%s, %s) end at different times, %g and %g"),
                       methods[0]->id, methods[1]->id, runs[0].t, runs[1].t);
          fine = FALSE;
        }
      else if (!(reference->agreement <= LAB_REFERENCE_AGREEMENT))
        {
          g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                       _("no reference solution: two tight runs (%s, %s) differ by %.2g at the end; the problem amplifies errors too "
                         "much over this time span, try an earlier end"),
                       methods[0]->id, methods[1]->id, reference->agreement);
          fine = FALSE;
        }
    }
  lab_run_clear (&runs[0]);
  lab_run_clear (&runs[1]);
  return fine;
}

gboolean
lab_reference_find (const LabProblem *problem, const LabProgress *progress, LabReference *reference, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);

  memset (reference, 0, sizeof *reference);
  if (system == NULL)
    return FALSE;
  reference->n_states = model_system_n_states (system);
  reference->x = g_new (double, reference->n_states + 1);
  for (int i = 0; i < reference->n_states; i++)
    reference->x[i] = NAN;

  if (lab_problem_is_whole (problem) && model_system_has_exact (system))
    {
      gboolean known = FALSE;

      model_system_exact (system, problem->t_end, reference->x);
      for (int i = 0; i < reference->n_states; i++)
        known = known || isfinite (reference->x[i]);
      if (known)
        {
          reference->kind = LAB_REFERENCE_CLOSED_FORM;
          reference->said = g_strdup (_("the model's closed form"));
          return TRUE;
        }
    }
  if (find_in_reference (problem, system, reference) || find_by_two_runs (problem, progress, reference, error))
    return TRUE;
  lab_reference_clear (reference);
  return FALSE;
}
