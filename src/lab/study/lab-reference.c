/* Computes a reference solution if neither a closed form nor stored values are available. Two methods of unrelated construction run at a
 * tolerance near the limit of double precision. Their global errors e₁ and e₂ are independent, so the difference |x₁ − x₂| = |e₁ − e₂|
 * estimates the larger of them. The first run is accepted as the reference if the difference is at most LAB_REFERENCE_AGREEMENT in the
 * norm
 *
 *   max_i |x₁ᵢ − x₂ᵢ| / sᵢ,
 *
 * where sᵢ is the largest absolute value of the state over the run. The mixed error of the Test Set for IVP Solvers (Mazzia and Magherini,
 * release 2.4, 2008) has max (1, |x₁ᵢ|) in its place, which depends on the units: runs of states below 1e-6 would always agree. If the problem
 * is chaotic, the difference grows from about 1e-13 as
 * e^(λt), where λ is the largest Lyapunov exponent. It exceeds the bound at t ≈ ln (1e7) / λ; up to that time the first run is a
 * reference. */
#include "lab-reference.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-closed-form.h"
#include "lab-progress-monitor.h"
#include "lab-size.h"

/* Accuracy of a reference run, the tightest at which runs in double precision still agree. Rounding errors of 1e-16 per step grow to 1e-12
 * in 1e4 steps, so a tighter tolerance takes more steps without gaining digits. */
#define REFERENCE_ACCURACY 1e-12
/* Two runs must agree over at least this fraction of the span. A shorter reference does not show how the errors of methods
 * grow. */
#define LEAST_PART 0.1

/* ---- the reference at the end time ---- */

void
lab_reference_clear (LabReference *reference)
{
  g_clear_pointer (&reference->source, g_free);
  g_clear_pointer (&reference->x, g_free);
  g_clear_pointer (&reference->size, g_free);
}

/* Returns max |x − r| / max (s, |r|) over the states whose reference r is known, with s = scale[i]. */
static double
worst_error (const LabReference *reference, const double *x, const double *scale)
{
  double worst = NAN;

  for (int i = 0; i < reference->n_states; i++)
    {
      double size = fmax (scale[i], fabs (reference->x[i]));
      double error = fabs (x[i] - reference->x[i]) / (size > 0 ? size : 1);

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
  return worst_error (reference, x, reference->size);
}

double
lab_reference_scaled_error (const LabReference *reference, const double *x, const double *scale)
{
  return worst_error (reference, x, scale);
}

/* Returns whether constants, parameters, initial values, events and start time
 * are those of the model file. The file's reference values are valid only for
 * these. */
static gboolean
is_unchanged (const LabProblem *problem, ModelSystem *system)
{
  ModelInstance plain = { .fast_math = problem->instance.fast_math };
  g_autoptr (ModelSystem) original = NULL;
  int n_parameters, n_states, n_discrete;

  if (problem->instance.random || !lab_problem_has_all_events (problem)
      || (problem->instance.constants != NULL && g_hash_table_size (problem->instance.constants) > 0))
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

/* Sets *dropped to a phrase, which is not owned, if the model has values at the end time that do not hold for this problem. */
static gboolean
find_stored (const LabProblem *problem, ModelSystem *system, LabReference *reference, const char **dropped)
{
  for (int p = 0; p < model_n_reference_points (problem->model); p++)
    {
      const ModelReferencePoint *point = model_reference_point (problem->model, p);

      /* The two times may differ by rounding errors of a multiple of π or of a sum, so they are compared with a tolerance. */
      if (!(fabs (point->t - problem->t_end) <= 1e-12 * fmax (fabs (problem->t_start), fabs (problem->t_end))))
        continue;
      if (!is_unchanged (problem, system))
        {
          *dropped = _("the model's reference values hold only for the values of its file");
          return FALSE;
        }
      for (int v = 0; v < point->n_values; v++)
        {
          int c = model_system_find_column (system, point->names[v]);
          const ModelColumn *column = c >= 0 ? model_system_column (system, c) : NULL;

          if (column != NULL && column->type == MODEL_COLUMN_STATE)
            reference->x[column->index] = point->values[v];
        }
      reference->kind = LAB_REFERENCE_STORED;
      reference->source = g_strdup_printf (_("the model's reference values (%s)"), model_reference_source (problem->model));
      return TRUE;
    }
  return FALSE;
}

/* Lets the steps of a reference run be resolved. It has the largest step of the model or user; the step of a run with fixed steps is not a
 * limit. Its steps end at switches, whatever the settings are. At other jumps of the right-hand side it continues with the smallest step,
 * which the resolution of steps judges. */
static void
set_resolved (const LabProblem *problem, SimConfig *config)
{
  gboolean limits = sim_config_origin (problem->config, "max_step") != SIM_ORIGIN_PROFILE
                    && sim_config_get_boolean (problem->config, "error_control");

  sim_config_set_number (config, "max_step", limits ? sim_config_get_number (problem->config, "max_step") : 0, SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "ranges", "true", SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "switches", "true", SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "throw_on_min_step", "false", SIM_ORIGIN_LIVE, NULL);
}

/* Returns the settings of a reference run. Its accuracy replaces the tolerances of the model and of the user, so that the reference does not depend on them. */
static SimConfig *
reference_config (const LabProblem *problem, const OdeMethod *method)
{
  static const char *const freed[] = { "min_step", "initial_step", "step_limit", "realtime_rate" };
  SimConfig *config = sim_config_copy (problem->config);
  double accuracy = fmax (REFERENCE_ACCURACY, method->accuracy_tightest);

  sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "error_control", "true", SIM_ORIGIN_LIVE, NULL);
  sim_config_replace_accuracy (config, accuracy);
  for (guint i = 0; i < G_N_ELEMENTS (freed); i++)
    sim_config_set (config, freed[i], "0", SIM_ORIGIN_LIVE, NULL);
  set_resolved (problem, config);
  return config;
}

/* Computes two runs. The first is the reference, and the second confirms it. Both repeat the steps that may pass over a change of the
 * equations, since two methods that pass over the same change agree on a wrong result. Without that certainty there is no reference. A method that fails is replaced by the next one in the
 * list. */
static gboolean
find_by_two_runs (const LabProblem *problem, const LabProgress *progress, LabReference *reference, GError **error)
{
  /* The methods of a list share no coefficients: independently derived explicit pairs; Radau IIA, Rosenbrock and SDIRK
   * methods. */
  static const char *const non_stiff[] = { "verner98", "dop853", "runge_kutta5", NULL };
  static const char *const stiff[] = { "radau", "rodas5p", "kvaerno5", "radau5", NULL };
  gboolean is_stiff = (model_traits (problem->model) & (MODEL_IS_STIFF | MODEL_IS_DAE))
                      || (sim_config_method (problem->config)->traits & ODE_TRAIT_STIFF);
  const char *const *names = is_stiff ? stiff : non_stiff;
  LabRun runs[2] = { 0 };
  const OdeMethod *methods[2];
  g_autofree double *size = g_new0 (double, reference->n_states + 1);
  LabSizeWatch sizes = { size, reference->n_states };
  LabRunWatch watch = { .resolve = TRUE, .step = lab_size_watch, .user = &sizes };
  g_autofree char *failure = NULL;
  int n_runs = 0;
  double apart;
  gboolean fine = TRUE;

  for (; fine && n_runs < 2 && *names != NULL; names++)
    {
      const OdeMethod *method = ode_method_find (*names);
      g_autoptr (SimConfig) config = NULL;

      if (method == NULL)
        continue;
      config = reference_config (problem, method);
      memset (size, 0, (gsize)reference->n_states * sizeof *size);
      fine = lab_problem_run_watched (problem, config, &watch, progress, &runs[n_runs], error);
      if (fine && runs[n_runs].resolution == SIM_RESOLUTION_FAILED)
        {
          g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no reference solution: %s"), runs[n_runs].unresolved);
          fine = FALSE;
        }
      if (fine && runs[n_runs].reason != SIM_FAILED_RUN)
        {
          if (n_runs == 0 && reference->n_states > 0)
            memcpy (reference->size, size, (gsize)reference->n_states * sizeof *size);
          methods[n_runs++] = method;
        }
      else
        {
          g_free (failure);
          failure = g_steal_pointer (&runs[n_runs].message);
          lab_run_clear (&runs[n_runs]);
        }
    }
  if (fine && n_runs < 2)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                   _("no reference solution: the model has no closed form and no reference values at this end time, and fewer "
                     "than two unrelated methods reached it: %s"),
                   failure != NULL ? failure : _("no other method supports the model"));
      fine = FALSE;
    }
  if (fine)
    {
      if (reference->n_states > 0)
        memcpy (reference->x, runs[0].x, reference->n_states * sizeof (double));
      lab_size_complete (reference->size, reference->n_states);
      reference->kind = LAB_REFERENCE_TWO_RUNS;
      /* If an event ends both runs, their end times differ by the error of locating the event. */
      apart = runs[0].t != runs[1].t ? fabs (runs[0].t - runs[1].t) / fabs (runs[0].t - problem->t_start) : 0;
      reference->agreement = lab_reference_error (reference, runs[1].x);
      reference->agreement = apart > reference->agreement ? apart : reference->agreement;
      reference->source = g_strdup_printf (_("%s and %s at accuracy 1e-12, which agree to %.1e"), methods[0]->id, methods[1]->id,
                                           reference->agreement);
      if (apart > LAB_REFERENCE_AGREEMENT)
        {
          g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                       _("no reference solution: two high-accuracy runs (%s, %s) end at different times, %g and %g"),
                       methods[0]->id, methods[1]->id, runs[0].t, runs[1].t);
          fine = FALSE;
        }
      else if (!(reference->agreement <= LAB_REFERENCE_AGREEMENT))
        {
          g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                       _("no reference solution: two high-accuracy runs (%s, %s) differ by %.2g at the end, and %g is the most; if the "
                         "problem amplifies errors, an earlier end time helps"),
                       methods[0]->id, methods[1]->id, reference->agreement, LAB_REFERENCE_AGREEMENT);
          fine = FALSE;
        }
    }
  lab_run_clear (&runs[0]);
  lab_run_clear (&runs[1]);
  return fine;
}

/* Appends a reason to a text, if there is one. */
static void
add_reason (char **text, const char *reason)
{
  if (reason == NULL)
    return;
  g_autofree char *old = *text;

  *text = g_strdup_printf ("%s; %s", old, reason);
}

/* Returns the first method in the list, after a given one, that supports the model; NULL if there is none. The given method may be NULL for
 * the start of the list. */
static const OdeMethod *
reference_method (const LabProblem *problem, ModelSystem *system, const OdeMethod *after)
{
  static const char *const non_stiff[] = { "verner98", "dop853", "runge_kutta5", "radau", NULL };
  static const char *const stiff[] = { "radau", "rodas5p", "kvaerno5", NULL };
  gboolean is_stiff = (model_traits (problem->model) & (MODEL_IS_STIFF | MODEL_IS_DAE)) != 0;

  for (const char *const *name = is_stiff ? stiff : non_stiff; *name != NULL; name++)
    {
      const OdeMethod *method = ode_method_find (*name);

      if (after != NULL)
        after = method == after ? NULL : after;
      else if (method != NULL && ode_method_refuses (method, model_system_ode (system)) == NULL)
        return method;
    }
  return NULL;
}

/* Number of times at which a closed form is evaluated to find the sizes of the states. */
#define SIZE_TIMES 257

/* Evaluates the closed form at the end and finds the sizes of the states. */
static void
take_form (LabClosedForm *form, const LabProblem *problem, LabReference *reference)
{
  for (int k = 0; k < SIZE_TIMES; k++)
    {
      double part = (double)k / (SIZE_TIMES - 1);

      lab_closed_form_at (form, k + 1 < SIZE_TIMES ? problem->t_start + (problem->t_end - problem->t_start) * part : problem->t_end, reference->x);
      lab_size_take (reference->size, reference->x, reference->n_states);
    }
  lab_size_complete (reference->size, reference->n_states);
}

/* Finds the sizes of the states for stored values, from an ordinary run. Returns FALSE with an error if it is cancelled. */
static gboolean
take_sizes (const LabProblem *problem, ModelSystem *system, LabReference *reference, const LabProgress *progress, GError **error)
{
  const OdeMethod *method = reference_method (problem, system, NULL);

  if (method != NULL && !lab_size_take_run (problem, method, reference->size, reference->n_states, progress, error))
    return FALSE;
  lab_size_take (reference->size, reference->x, reference->n_states);
  lab_size_complete (reference->size, reference->n_states);
  return TRUE;
}

gboolean
lab_reference_find (const LabProblem *problem, const LabProgress *progress, LabReference *reference, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autoptr (LabClosedForm) form = NULL;
  g_autoptr (GError) cancelled = NULL;
  g_autofree char *dropped = NULL;
  const char *stored_dropped = NULL;

  memset (reference, 0, sizeof *reference);
  if (system == NULL)
    return FALSE;
  reference->n_states = model_system_n_states (system);
  reference->x = g_new (double, reference->n_states + 1);
  reference->size = g_new0 (double, reference->n_states + 1);
  for (int i = 0; i < reference->n_states; i++)
    reference->x[i] = NAN;

  form = lab_closed_form_new (problem, progress, &dropped, &cancelled);
  if (form != NULL)
    {
      take_form (form, problem, reference);
      reference->kind = LAB_REFERENCE_CLOSED_FORM;
      reference->source = g_strdup (_("the model's closed form"));
      return TRUE;
    }
  if (cancelled == NULL
      && (find_stored (problem, system, reference, &stored_dropped) ? take_sizes (problem, system, reference, progress, &cancelled)
                                                                    : find_by_two_runs (problem, progress, reference, &cancelled)))
    {
      add_reason (&reference->source, dropped);
      add_reason (&reference->source, stored_dropped);
      return TRUE;
    }
  if (!g_error_matches (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      add_reason (&cancelled->message, dropped);
      add_reason (&cancelled->message, stored_dropped);
    }
  g_propagate_error (error, g_steal_pointer (&cancelled));
  lab_reference_clear (reference);
  return FALSE;
}

/* ---- the reference over time ---- */

/* Returns a simulator for a reference run over time. Its steps pass over nothing. */
static SimSimulator *
reference_simulator (const LabProblem *problem, const OdeMethod *method, GError **error)
{
  g_autoptr (SimConfig) config = lab_problem_config (problem, method, 0, fmax (REFERENCE_ACCURACY, method->accuracy_tightest));
  SimSimulator *simulator;

  set_resolved (problem, config);
  simulator = lab_problem_simulator (problem, config, error);
  if (simulator != NULL)
    sim_simulator_resolve_steps (simulator);
  return simulator;
}

/* Computes the states of a high-accuracy run at t[n]. They are NaN after an event
 * has ended the run, after it failed, and after a step that may have passed over something. In the last two cases sets *why to its message,
 * which the caller owns. Returns FALSE with an error if the run cannot start or is
 * cancelled. */
static gboolean
reference_run_at (const LabProblem *problem, const OdeMethod *method, const double *t, gsize n, int n_states, double *x, char **why,
              const LabProgress *progress, GError **error)
{
  g_autoptr (SimSimulator) simulator = reference_simulator (problem, method, error);
  LabProgressMonitor monitor = { .progress = progress, .t_start = problem->t_start, .t_end = problem->t_end };
  SimStatus status;
  gboolean unresolved = FALSE;

  if (simulator == NULL)
    return FALSE;
  lab_progress_monitor_attach (&monitor, simulator);
  status = sim_simulator_initialize (simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
  for (gsize i = 0; i < n && !monitor.cancelled; i++)
    {
      if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
        if (t[i] > sim_simulator_t (simulator))
          status = sim_simulator_advance_to (simulator, t[i]);
      if (*why == NULL)
        unresolved = sim_simulator_resolution (simulator, why) == SIM_RESOLUTION_FAILED;
      if (status.reason == SIM_FAILED_RUN && *why == NULL)
        *why = g_strdup (status.message);
      if (n_states > 0 && !unresolved && status.reason != SIM_FAILED_RUN && sim_simulator_t (simulator) == t[i])
        memcpy (x + i * n_states, sim_simulator_x (simulator), n_states * sizeof (double));
      else
        for (int k = 0; k < n_states; k++)
          x[i * n_states + k] = NAN;
    }
  if (monitor.cancelled)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  return !monitor.cancelled;
}

static gboolean
reference_by_run (const LabProblem *problem, ModelSystem *model, const double *t, gsize n, double *x, const LabProgress *progress,
                  GError **error)
{
  const OdeMethod *method = reference_method (problem, model, NULL);
  g_autofree char *why = NULL;

  if (method == NULL)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no method can compute a reference solution of this model"));
      return FALSE;
    }
  if (!reference_run_at (problem, method, t, n, model_system_n_states (model), x, &why, progress, error))
    return FALSE;
  if (why != NULL)
    g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the reference run failed: %s"), why);
  return why == NULL;
}

gboolean
lab_reference_at (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, const LabProgress *progress,
                  GError **error)
{
  g_autofree char *dropped = NULL;
  g_autoptr (GError) cancelled = NULL;
  g_autoptr (LabClosedForm) form = lab_closed_form_new (problem, progress, &dropped, &cancelled);

  for (gsize i = 0; i < n && form != NULL; i++)
    lab_closed_form_at (form, t[i], x + i * model_system_n_states (system));
  if (cancelled != NULL)
    g_propagate_error (error, g_steal_pointer (&cancelled));
  else if (form == NULL)
    return reference_by_run (problem, system, t, n, x, progress, error);
  return form != NULL;
}

struct LabReferencePath
{
  ModelSystem *system;
  LabClosedForm *form;     /* NULL: none */
  SimSimulator *simulator; /* the high-accuracy run; NULL with a closed form */
  LabProgressMonitor monitor;
  LabReference at;         /* the states at one time; its source is NULL */
  SimStatus status;
  char *why;
};

void
lab_reference_path_free (LabReferencePath *path)
{
  if (path == NULL)
    return;
  g_clear_pointer (&path->simulator, sim_simulator_free);
  g_clear_pointer (&path->form, lab_closed_form_free);
  g_clear_pointer (&path->system, model_system_free);
  lab_reference_clear (&path->at);
  g_free (path->why);
  g_free (path);
}

LabReferencePath *
lab_reference_path_new (const LabProblem *problem, const LabReference *end, const LabProgress *progress, GError **error)
{
  g_autoptr (LabReferencePath) path = g_new0 (LabReferencePath, 1);
  g_autoptr (GError) cancelled = NULL;
  g_autofree char *dropped = NULL;
  const OdeMethod *method;

  path->system = lab_problem_instance (problem, error);
  if (path->system == NULL)
    return NULL;
  path->at.n_states = model_system_n_states (path->system);
  path->at.x = g_new (double, path->at.n_states + 1);
  path->at.size = g_memdup2 (end->size, sizeof (double) * (gsize)(path->at.n_states + 1));
  path->form = lab_closed_form_new (problem, progress, &dropped, &cancelled);
  if (path->form != NULL)
    return g_steal_pointer (&path);
  if (cancelled != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return NULL;
    }
  method = reference_method (problem, path->system, NULL);
  if (method == NULL)
    g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no method can compute a reference solution of this model"));
  else
    path->simulator = reference_simulator (problem, method, error);
  if (path->simulator == NULL)
    return NULL;
  path->monitor = (LabProgressMonitor) { .progress = progress, .t_start = problem->t_start, .t_end = problem->t_end };
  lab_progress_monitor_attach (&path->monitor, path->simulator);
  path->status = sim_simulator_initialize (path->simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
  return g_steal_pointer (&path);
}

double
lab_reference_path_error (LabReferencePath *path, double t, const double *x)
{
  for (int k = 0; k < path->at.n_states; k++)
    path->at.x[k] = NAN;
  if (path->form != NULL)
    lab_closed_form_at (path->form, t, path->at.x);
  else
    {
      if ((path->status.reason == SIM_READY || path->status.reason == SIM_REACHED_END) && t > sim_simulator_t (path->simulator))
        path->status = sim_simulator_advance_to (path->simulator, t);
      if (path->why == NULL)
        sim_simulator_resolution (path->simulator, &path->why);
      if (path->status.reason == SIM_FAILED_RUN && path->why == NULL)
        path->why = g_strdup (path->status.message);
      if (path->why == NULL && !path->monitor.cancelled && sim_simulator_t (path->simulator) == t && path->at.n_states > 0)
        memcpy (path->at.x, sim_simulator_x (path->simulator), path->at.n_states * sizeof (double));
    }
  return lab_reference_error (&path->at, x);
}

gboolean
lab_reference_path_is_cancelled (const LabReferencePath *path)
{
  return path->monitor.cancelled;
}

const char *
lab_reference_path_failure (const LabReferencePath *path)
{
  return path->why;
}

/* Returns the number of rows, counted from the first, in which a and b agree within LAB_REFERENCE_AGREEMENT. The size of a state is its largest value in
 * the rows of a up to there. A row with NaN does not agree. */
static gsize
agreeing_rows (const double *a, const double *b, gsize n, int n_states)
{
  g_autofree double *largest = g_new0 (double, n_states + 1), *size = g_new0 (double, n_states + 1);

  for (gsize i = 0; i < n; i++)
    {
      const double *x = a + i * n_states, *y = b + i * n_states;

      lab_size_take (largest, x, n_states);
      memcpy (size, largest, (gsize)n_states * sizeof *size);
      lab_size_complete (size, n_states);
      for (int k = 0; k < n_states; k++)
        if (!(fabs (x[k] - y[k]) <= LAB_REFERENCE_AGREEMENT * size[k]))
          return i;
    }
  return n;
}

gboolean
lab_reference_agreeing_part (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, gsize *n_known,
                             char **source, const LabProgress *progress, GError **error)
{
  int n_states = model_system_n_states (system);
  const OdeMethod *first = reference_method (problem, system, NULL);
  const OdeMethod *second = first != NULL ? reference_method (problem, system, first) : NULL;
  g_autofree double *other = g_new (double, n * (n_states + 1));
  g_autofree char *why = NULL, *why_other = NULL, *dropped = NULL;

  *n_known = 0;
  if (second == NULL)
    return TRUE;
  if (!reference_run_at (problem, first, t, n, n_states, x, &why, progress, error)
      || !reference_run_at (problem, second, t, n, n_states, other, &why_other, progress, error))
    return FALSE;
  *n_known = agreeing_rows (x, other, n, n_states);
  if (*n_known == 0 || !(t[*n_known - 1] - problem->t_start >= LEAST_PART * (problem->t_end - problem->t_start)))
    *n_known = 0;
  else
    {
      *source = g_strdup_printf (_("%s and %s at accuracy 1e-12, which agree until t = %.4g"), first->id, second->id, t[*n_known - 1]);
      lab_closed_form_free (lab_closed_form_new (problem, progress, &dropped, NULL));
      add_reason (source, dropped);
    }
  return TRUE;
}
