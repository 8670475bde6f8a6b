/* Forward sensitivities of a run: S = ∂x/∂p by the variational equations (lab-sensitivity-system.c) with jumps at events
 * (lab-sensitivity-jump.c).
 *
 * The derivatives are those of the exact solution; the settings of the run's method do not matter. The augmented system is integrated three
 * times, each time with a tighter tolerance that is relative to each state and each derivative: |error per step| ≤ accuracy · max (|y|,
 * FLOOR · largest |y| of the run), where the largest values are those of the time before. The difference of the last two estimates the
 * error. Then differences of runs of the model, which know nothing of variational equations, have to confirm the derivatives
 * (lab-sensitivity-check.c). */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-progress-monitor.h"
#include "lab-sensitivity-private.h"

/* The accuracies of the three integrations with explicit and with implicit methods, and that of rows. The last explicit one leaves errors
 * of about 1e-10 after 1e3 steps of order 8; implicit methods of order 5 and more would need ten times more steps for it. */
static const double explicit_accuracies[] = { 1e-6, 1e-9, 1e-11 }, implicit_accuracies[] = { 1e-5, 1e-8, 1e-10 };
#define ROWS_ACCURACY 1e-7
/* Accuracies of runs with points at given times: the last ones above, times ten, since such runs are repeated often, as in a fit. */
#define TIMES_EXPLICIT 1e-10
#define TIMES_IMPLICIT 1e-9
#define FLOOR 1e-3
/* An explicit method that needs more attempts than this is replaced by an implicit one. The limit is a number of
 * attempts and not a time, so that the choice does not depend on the machine. */
#define EXPLICIT_ATTEMPTS 300000
/* A run with a changed parameter that needs more attempts than this fails: it chatters on a switch. */
#define MOST_ATTEMPTS 3000000

/* ---- results ---- */

static void
event_clear (gpointer item)
{
  g_free (((LabSensitivityEvent *)item)->dt);
  g_free (((LabSensitivityEvent *)item)->dx);
}

void
lab_sensitivity_free (LabSensitivity *sensitivity)
{
  if (sensitivity == NULL)
    return;
  g_free (sensitivity->message);
  g_free (sensitivity->x);
  g_strfreev (sensitivity->columns);
  g_free (sensitivity->values);
  g_free (sensitivity->dx);
  g_free (sensitivity->dt);
  g_free (sensitivity->error);
  g_free (sensitivity->size);
  for (int c = 0; c < sensitivity->n_columns && sensitivity->refused != NULL; c++)
    g_free (sensitivity->refused[c]);
  g_free (sensitivity->refused);
  g_array_unref (sensitivity->events);
  g_clear_pointer (&sensitivity->rows, sim_trajectory_unref);
  g_free (sensitivity);
}

/* Converts the names to indices. Returns FALSE with an error if a name is unknown. */
static gboolean
resolve (LabSensitivity *result,
         const ModelSystem *system,
         const char *const *parameters,
         const char *const *initial,
         GArray *indices,
         GError **error)
{
  int n_parameters = parameters != NULL ? (int)g_strv_length ((char **)parameters) : 0;
  int n_initial = initial != NULL ? (int)g_strv_length ((char **)initial) : 0;

  result->n_parameters = n_parameters;
  result->n_columns = n_parameters + n_initial;
  result->columns = g_new0 (char *, result->n_columns + 1);
  for (int c = 0; c < result->n_columns; c++)
    {
      const char *name = c < n_parameters ? parameters[c] : initial[c - n_parameters];
      int k = c < n_parameters ? model_system_find_parameter (system, name) : model_system_find_initial (system, name);

      result->columns[c] = g_strdup (name);
      if (k < 0 || (c >= n_parameters && k >= model_system_n_states (system)))
        {
          g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME,
                       c < n_parameters ? _ ("unknown parameter '%s'") : _ ("unknown state '%s'"), name);
          return FALSE;
        }
      g_array_append_val (indices, k);
    }
  return TRUE;
}

/* Stores the values of the varied parameters and initial values, to which fractions of a change refer. */
static void
take_values (LabSensitivity *result, ModelSystem *model, const double *x)
{
  result->values = g_new0 (double, result->n_columns + 1);
  for (int c = 0; c < result->n_columns; c++)
    if (c < result->n_parameters)
      model_system_get_parameter (model, result->columns[c], &result->values[c]);
    else
      result->values[c] = x[model_system_find_initial (model, result->columns[c])];
}

/* Rows inside each step, as in the runs of the window. Methods of high order have long steps. */
#define ROWS_PER_STEP 16
/* Rows beyond this size in bytes are stored in a temporary file. */
#define ROWS_MEMORY (64 << 20)

/* Makes the trajectory result->rows, to which the simulator appends the rows of the run. */
static void
add_rows (LabSensitivity *result, SimSimulator *simulator)
{
  SimSamplingRule rule = { .sampling = SIM_SAMPLE_DENSE, .count = ROWS_PER_STEP };

  result->rows = sim_trajectory_new (result->n_states * (1 + result->n_columns), ROWS_MEMORY);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (result->rows), &rule);
}

char *
lab_sensitivity_refusals (const LabSensitivity *sensitivity)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int c = 0; c < sensitivity->n_columns; c++)
    if (sensitivity->refused[c] != NULL)
      g_string_append_printf (text, "%s'%s': %s", text->len > 0 ? "; " : "", sensitivity->columns[c], sensitivity->refused[c]);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* ---- runs ---- */

/* Returns the settings of all runs: those of the problem that may be needed to see its events, and the method. */
static SimConfig *
run_config (const LabProblem *problem, const OdeMethod *method, double accuracy, long most_attempts)
{
  static const char *const kept[] = { "max_step", "guard", "suppress_initialization" };
  SimConfig *config = sim_config_new ();

  for (guint k = 0; k < G_N_ELEMENTS (kept); k++)
    {
      g_autofree char *value = sim_config_get (problem->config, kept[k]);

      sim_config_set (config, kept[k], value, SIM_ORIGIN_LIVE, NULL);
    }
  sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
  sim_config_set_number (config, "accuracy", fmax (accuracy, method->accuracy_tightest), SIM_ORIGIN_LIVE, NULL);
  sim_config_set_number (config, "step_limit", (double)most_attempts, SIM_ORIGIN_LIVE, NULL);
  return config;
}

/* ---- the augmented system ---- */

/* What all integrations of a problem have in common. */
typedef struct
{
  const LabProblem *problem;
  const OdeMethod *method;
  const GArray *indices; /* of int: the parameters, then the states */
  int n_parameters;
  const double *size; /* n largest |x_i| */
  double *scale;      /* n (1 + m) sizes below which errors are absolute; replaced by those for the next integration */
  char *const *columns;
  gboolean is_sized;  /* whether `scale` has the sizes below which errors are absolute; otherwise the run finds sizes itself */
} Plan;

/* Copies what the augmented system has computed to the result. */
static void
take_result (LabSensitivity *result, LabAugmented *a, SimSimulator *simulator, SimStatus status)
{
  int n = a->n, m = a->m;

  result->reason = status.reason;
  result->message = status.reason == SIM_FAILED_RUN ? g_strdup (status.message) : NULL;
  result->t = sim_simulator_t (simulator);
  lab_sensitivity_load (a, sim_simulator_x (simulator), sim_simulator_d (simulator));
  a->base->set_discrete (a->base->self, a->z);
  result->x = g_memdup2 (a->x, sizeof (double) * (gsize)(n + 1));
  if (!a->ended)
    lab_sensitivity_end_by_time (a, result->t);
  result->size = g_memdup2 (a->size, sizeof (double) * (gsize)(n + 1));
  result->dx = g_new0 (double, n *m + 1);
  result->dt = g_new0 (double, m + 1);
  result->error = g_new0 (double, n *m + 1);
  result->refused = g_new0 (char *, m + 1);
  for (int c = 0; c < m; c++)
    {
      result->refused[c] = g_steal_pointer (&a->refused[c]);
      result->dt[c] = result->refused[c] == NULL ? a->end_dt[c] : NAN;
      for (int i = 0; i < n; i++)
        result->dx[i * m + c] = result->refused[c] == NULL ? a->end_dx[c * n + i] : NAN;
    }
  g_array_append_vals (result->events, a->records->data, a->records->len);
  g_array_set_size (a->records, 0);
}

/* Passes the point that the simulator has reached to the function of the times. */
static void
pass_point (const LabSensitivityTimes *times, int index, LabAugmented *a, SimSimulator *simulator)
{
  double t = sim_simulator_t (simulator);
  LabSensitivityPoint point = { .index = index, .t = t, .model = a->model, .x = a->x, .z = a->z, .S = a->S, .Z = a->Z };

  lab_sensitivity_load (a, sim_simulator_x (simulator), sim_simulator_d (simulator));
  a->base->set_discrete (a->base->self, a->z);
  lab_sensitivity_check_time (a, t);
  times->func (times->user, &point);
}

/* Advances the run to its end, or through all the times; times may be NULL. */
static SimStatus
advance (SimSimulator *simulator, LabAugmented *a, const LabSensitivityTimes *times)
{
  SimStatus status = sim_simulator_status (simulator);

  if (times == NULL)
    return sim_simulator_advance_to (simulator, a->t_end);
  for (int k = 0; k < times->n_times; k++)
    {
      if (times->times[k] > sim_simulator_t (simulator))
        status = sim_simulator_advance_to (simulator, times->times[k]);
      if (status.reason != SIM_READY && status.reason != SIM_REACHED_END)
        break;
      pass_point (times, k, a, simulator);
    }
  return status;
}

/* Integrates the augmented system once, with at most this number of attempts; 0: no limit. Passes the points at the times, which may be NULL. Returns NULL
 * with an error if it cannot be made or the study is cancelled. */
static LabSensitivity *
integrate (const Plan *plan, double accuracy, long most_attempts, gboolean with_rows, const LabSensitivityTimes *times, const LabProgress *progress,
           GError **error)
{
  g_autoptr (LabSensitivity) result = g_new0 (LabSensitivity, 1);
  g_autoptr (SimSimulator) simulator = NULL;
  g_autoptr (SimConfig) config = run_config (plan->problem, plan->method, accuracy, most_attempts);
  const int *indices = (const int *)(gconstpointer)plan->indices->data;
  ModelSystem *model = lab_problem_instance (plan->problem, error);
  LabProgressMonitor monitor = { .progress = progress };
  SimSystem *system;
  SimStatus status;
  LabAugmented *a;

  /* In units of `scale` the smallest size is 1. A derivative that begins at zero with the slope zero has no size of its own: its first values are
   * rounding errors, and would be resolved by ever smaller steps. */
  if (plan->is_sized)
    sim_config_set (config, "weighting", "mixed", SIM_ORIGIN_LIVE, NULL);
  result->events = g_array_new (FALSE, FALSE, sizeof (LabSensitivityEvent));
  g_array_set_clear_func (result->events, event_clear);
  result->n_parameters = plan->n_parameters;
  result->n_columns = (int)plan->indices->len;
  result->columns = g_strdupv ((char **)plan->columns);
  if (model == NULL)
    return NULL;
  result->n_states = model_system_n_states (model);
  system = lab_sensitivity_system_new (plan->problem, model, indices, plan->n_parameters,
                                       plan->indices->len > 0 ? indices + plan->n_parameters : NULL,
                                       result->n_columns - plan->n_parameters, plan->columns, plan->size, plan->scale, error);
  if (system == NULL)
    {
      model_system_free (model);
      return NULL;
    }
  a = system->self;
  simulator = sim_simulator_new (system, config, error);
  if (simulator == NULL)
    return NULL;
  monitor.t_start = a->t_start;
  monitor.t_end = a->t_end;
  lab_progress_monitor_attach (&monitor, simulator);
  if (with_rows)
    add_rows (result, simulator);
  status = sim_simulator_initialize (simulator, a->t_start, NULL, NULL, a->t_end, FALSE);
  lab_sensitivity_load (a, sim_simulator_x (simulator), NULL);
  take_values (result, model, a->x);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = advance (simulator, a, times);
  if (monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("cancelled"));
      return NULL;
    }
  take_result (result, a, simulator, status);
  for (int k = 0; k < a->n * (1 + a->m); k++)
    plan->scale[k] = a->largest[k] > 0 ? FLOOR * a->largest[k] : plan->scale[k];
  return g_steal_pointer (&result);
}

/* Sets the sizes of the first integration: those of the states, and of the states divided by the parameter. A change
 * of p by its own size is expected to change a state by its own size, so that ∂x/∂p is about x/p. A parameter that is
 * 0 has no size; 1 is taken. */
static void
first_scale (const Plan *plan, ModelSystem *model, int n)
{
  g_autofree double *values = g_new (double, model_system_n_parameter_values (model) + 1);

  model_system_get_parameters (model, values);
  for (int k = 0; k < n; k++)
    plan->scale[k] = plan->size[k];
  for (int c = 0; c < (int)plan->indices->len; c++)
    for (int i = 0; i < n; i++)
      {
        int index = g_array_index (plan->indices, int, c);
        double p = fabs (c < plan->n_parameters ? values[index] : plan->size[index]);

        plan->scale[n + c * n + i] = plan->size[i] / (p > 0 ? p : 1);
      }
}

/* Integrates twice without columns, the second time with tolerances relative to the sizes of the n states: computes the sizes and chooses
 * the method, unless `known` is one for stiff systems. Returns the run; if it failed, that is the result. Returns NULL with an error if no run can start or the study is cancelled.
 */
static LabSensitivity *
explore (Plan *plan, int n, double *size, const OdeMethod *known, const LabProgress *progress, GError **error)
{
  const LabProblem *problem = plan->problem;
  gboolean stiff = (model_traits (problem->model) & MODEL_IS_STIFF) || (sim_config_method (problem->config)->traits & ODE_TRAIT_STIFF)
                   || (known != NULL && (known->traits & ODE_TRAIT_STIFF));
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (int));
  char *const no_columns[] = { NULL };
  g_autoptr (LabSensitivity) run = NULL;

  for (int attempt = stiff; attempt < 2; attempt++)
    {
      Plan alone = { .problem = problem,
                     .method = ode_method_find (attempt == 0 ? "dop853" : "radau"),
                     .indices = none,
                     .size = size,
                     .scale = plan->scale,
                     .columns = no_columns };

      plan->method = alone.method;
      memset (plan->scale, 0, sizeof (double) * (gsize)n);
      for (int pass = 0; pass < 2 && (pass == 0 || run->message == NULL); pass++)
        {
          g_clear_pointer (&run, lab_sensitivity_free);
          alone.is_sized = pass > 0;
          run = integrate (&alone, ROWS_ACCURACY, attempt == 0 ? EXPLICIT_ATTEMPTS : 0, FALSE, NULL, progress, error);
          if (run == NULL)
            return NULL;
          for (int i = 0; i < n; i++)
            size[i] = plan->scale[i] / FLOOR;
        }
      if (run->message == NULL)
        break;
    }
  return g_steal_pointer (&run);
}

/* Makes the result of a problem whose run without columns failed. */
static LabSensitivity *
failed_result (const Plan *plan, const LabSensitivity *run, ModelSystem *model)
{
  LabSensitivity *result = g_new0 (LabSensitivity, 1);
  int n = run->n_states, m = (int)plan->indices->len;

  result->reason = run->reason;
  result->message = g_strdup (run->message);
  result->t = run->t;
  result->n_states = n;
  result->x = g_memdup2 (run->x, sizeof (double) * (gsize)(n + 1));
  result->columns = g_strdupv ((char **)plan->columns);
  result->n_columns = m;
  result->n_parameters = plan->n_parameters;
  result->dx = g_new0 (double, n *m + 1);
  result->dt = g_new0 (double, m + 1);
  result->size = g_new0 (double, n + 1);
  result->error = g_new0 (double, n *m + 1);
  result->refused = g_new0 (char *, m + 1);
  result->events = g_array_new (FALSE, FALSE, sizeof (LabSensitivityEvent));
  take_values (result, model, run->x);
  for (int k = 0; k < n * m; k++)
    result->dx[k] = NAN;
  return result;
}

/* Integrates three times and compares with differences. The first pass finds the sizes of the derivatives, the second
 * and third solve with tolerances relative to these. */
static LabSensitivity *
compute (const Plan *plan, const LabProgress *progress, GError **error)
{
  gboolean implicit = (plan->method->traits & ODE_TRAIT_STIFF) != 0;
  const double *accuracies = implicit ? implicit_accuracies : explicit_accuracies;
  g_autoptr (LabSensitivity) result = NULL;
  g_autoptr (SimConfig) config = run_config (plan->problem, plan->method, accuracies[2], MOST_ATTEMPTS);

  for (int pass = 0; pass < 3; pass++)
    {
      g_autoptr (LabSensitivity) before = g_steal_pointer (&result);
      LabPart part = { progress, 1 + pass, 5 };
      LabProgress partial = lab_part_progress (&part);

      result = integrate (plan, accuracies[pass], 0, FALSE, NULL, &partial, error);
      if (result == NULL)
        return NULL;
      if (result->message != NULL)
        return g_steal_pointer (&result);
      for (int k = 0; k < result->n_states * result->n_columns && before != NULL; k++)
        result->error[k] = fabs (result->dx[k] - before->dx[k]);
    }
  LabPart last = { progress, 4, 5 };
  LabProgress partial = lab_part_progress (&last);
  return lab_sensitivity_check (plan->problem, config, result, plan->size, &partial, error) ? g_steal_pointer (&result) : NULL;
}

/* Integrates once and passes the points at the times. Values far below the largest one of the run are computed with the same relative error down to FLOOR. */
static LabSensitivity *
integrate_times (Plan *plan, int n, LabSensitivityTimes *times, const LabProgress *progress, GError **error)
{
  gboolean implicit = (plan->method->traits & ODE_TRAIT_STIFF) != 0;

  times->method = plan->method;
  for (int k = 0; k < n * (1 + (int)plan->indices->len); k++)
    plan->scale[k] *= FLOOR;
  return integrate (plan, (implicit ? TIMES_IMPLICIT : TIMES_EXPLICIT) / (times->tight ? 10 : 1), 0, FALSE, times, progress, error);
}

/* Explores the run without columns first: that costs little, gives the sizes of the states, and shows whether the
 * model is stiff. */
static LabSensitivity *
solve (const LabProblem *problem,
       const char *const *parameters,
       const char *const *initial,
       gboolean with_rows,
       LabSensitivityTimes *times,
       const LabProgress *progress,
       GError **error)
{
  g_autoptr (LabSensitivity) names = g_new0 (LabSensitivity, 1);
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (ModelSystem) model = lab_problem_instance (problem, error);
  g_autofree double *size = NULL, *scale = NULL;
  Plan plan = { .problem = problem, .indices = indices };
  LabPart part = { progress, 0, with_rows || times != NULL ? 2 : 5 };
  LabProgress partial = lab_part_progress (&part);
  g_autoptr (LabSensitivity) run = NULL;
  LabSensitivity *result = NULL;
  int n;

  names->events = g_array_new (FALSE, FALSE, sizeof (LabSensitivityEvent));
  if (model == NULL || !resolve (names, model, parameters, initial, indices, error))
    return NULL;
  n = model_system_n_states (model);
  plan.columns = names->columns;
  plan.n_parameters = names->n_parameters;
  plan.size = size = g_new0 (double, n + 1);
  plan.scale = scale = g_new0 (double, n *(1 + names->n_columns) + 1);
  run = explore (&plan, n, size, times != NULL ? times->method : NULL, &partial, error);
  if (run == NULL)
    return NULL;
  part.done = 1;
  first_scale (&plan, model, n);
  plan.is_sized = TRUE;
  if (run->message != NULL)
    result = failed_result (&plan, run, model);
  else if (times != NULL)
    result = integrate_times (&plan, n, times, &partial, error);
  else
    result = with_rows ? integrate (&plan, ROWS_ACCURACY, 0, TRUE, NULL, &partial, error) : compute (&plan, progress, error);
  return result;
}

LabSensitivity *
lab_sensitivity_new (
    const LabProblem *problem, const char *const *parameters, const char *const *initial, const LabProgress *progress, GError **error)
{
  return solve (problem, parameters, initial, FALSE, NULL, progress, error);
}

LabSensitivity *
lab_sensitivity_new_with_rows (
    const LabProblem *problem, const char *const *parameters, const char *const *initial, const LabProgress *progress, GError **error)
{
  return solve (problem, parameters, initial, TRUE, NULL, progress, error);
}

LabSensitivity *
lab_sensitivity_at_times (const LabProblem *problem, const char *const *parameters, const char *const *initial, LabSensitivityTimes *times,
                          const LabProgress *progress, GError **error)
{
  LabProblem until = *problem;

  until.t_end = times->times[times->n_times - 1];
  return solve (&until, parameters, initial, FALSE, times, progress, error);
}

/* Elements of array parameters are left out: they have no name with which a column could be chosen. */
char **
lab_sensitivity_parameters (const Model *model)
{
  GPtrArray *names = g_ptr_array_new ();

  for (int k = 0; k < model_n_parameters (model); k++)
    if (model_parameter (model, k)->size == 0)
      g_ptr_array_add (names, g_strdup (model_parameter (model, k)->name));
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (names, FALSE);
}
