/* Predictions of measured points and their derivatives.
 *
 * A prediction y = g (t, x, z, p) of a run has the derivative dy/dθ_c = g_x S_c + g_z Z_c + g_p, where S and Z are the forward sensitivities of the states
 * (lab-sensitivity.h). g_x and g_p are symbolic; g_z Z_c is a central difference. Where the sensitivities are refused, dy/dθ_c is a
 * central difference of runs. */
#include "lab-fit-model.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-progress-monitor.h"
#include "lab-sensitivity.h"
#include "model-derivatives.h"
#include "model-lanes.h"

/* Change of a quantity in a difference, as a fraction of its size: the cube root of the relative error of a run, for a central difference. */
#define CHANGE 5e-4
/* Accuracy of runs without sensitivities. */
#define PLAIN_ACCURACY 1e-10
/* Change of discrete states in a difference, as a fraction of their size; expressions have only rounding errors. */
#define DISCRETE_CHANGE 6e-6

struct LabFitModel
{
  const LabProblem *problem;
  char **parameters, **initial;
  int n_parameters, n_columns;
  double *start;
  LabFitPoint *points;
  int n_points;
  double *times;    /* n_times different times of the points */
  int *first;       /* n_times + 1 indices of the first point of each time */
  int n_times, n_expressions;
  GPtrArray *trees;
  ModelFormulas *formulas;
  ModelDerivatives *derivatives; /* NULL: all derivatives are differences of runs */
  char *differences;
  const OdeMethod *method;
  const double *theta; /* values that `prepare` sets */
};

void
lab_fit_model_free (LabFitModel *model)
{
  if (model == NULL)
    return;
  g_strfreev (model->parameters);
  g_strfreev (model->initial);
  g_free (model->start);
  g_free (model->points);
  g_free (model->times);
  g_free (model->first);
  model_formulas_free (model->formulas);
  model_derivatives_free (model->derivatives);
  g_clear_pointer (&model->trees, g_ptr_array_unref);
  g_free (model->differences);
  g_free (model);
}

int
lab_fit_model_n_columns (const LabFitModel *model)
{
  return model->n_columns;
}

const double *
lab_fit_model_start (const LabFitModel *model)
{
  return model->start;
}

const char *
lab_fit_model_differences (const LabFitModel *model)
{
  return model->differences;
}

/* ---- construction ---- */

static char **
copy_names (const char *const *names)
{
  return names != NULL ? g_strdupv ((char **) names) : g_new0 (char *, 1);
}

/* Reads the values of the columns in the model. Returns FALSE with an error if a name is unknown. */
static gboolean
take_start (LabFitModel *self, ModelSystem *system, GError **error)
{
  g_autofree double *x = g_new0 (double, model_system_n_states (system) + 1), *d = g_new0 (double, model_system_n_discrete (system) + 1);

  if (!model_system_initial (system, x, d, error))
    return FALSE;
  for (int c = 0; c < self->n_columns; c++)
    {
      const char *name = c < self->n_parameters ? self->parameters[c] : self->initial[c - self->n_parameters];
      int k = c < self->n_parameters ? model_system_find_parameter (system, name) : model_system_find_initial (system, name);

      if (k < 0 || (c >= self->n_parameters && k >= model_system_n_states (system)))
        {
          lab_option_set_error (error, c < self->n_parameters ? "parameters" : "states",
                                c < self->n_parameters ? _("the model has no parameter '%s'") : _("the model has no state '%s'"), name);
          return FALSE;
        }
      if (c < self->n_parameters)
        model_system_get_parameter (system, name, &self->start[c]);
      else
        self->start[c] = x[k];
    }
  return TRUE;
}

/* Compiles the expressions and their derivatives. */
static gboolean
compile (LabFitModel *self, const ModelSystem *system, const char *const *expressions, GError **error)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (GError) why = NULL;
  g_autofree int *indices = g_new (int, self->n_parameters + 1);

  for (int k = 0; k < self->n_expressions; k++)
    {
      ExprTree *tree = expr_tree_parse (expressions[k], NULL, errors);
      const ExprTree *one[1] = { tree };
      ModelFormulas *formula;

      if (tree != NULL)
        g_ptr_array_add (self->trees, tree);
      formula = tree != NULL ? model_formulas_new (self->problem->model, &self->problem->instance, one, 1, errors) : NULL;
      if (formula == NULL)
        {
          lab_option_set_error (error, "columns", "'%s': %s", expressions[k], ((const ExprError *) errors->pdata[0])->message);
          return FALSE;
        }
      model_formulas_free (formula);
    }
  self->formulas = model_formulas_new (self->problem->model, &self->problem->instance, (const ExprTree *const *) self->trees->pdata, self->n_expressions, errors);
  for (int c = 0; c < self->n_parameters; c++)
    indices[c] = model_system_find_parameter (system, self->parameters[c]);
  self->derivatives = model_derivatives_new (self->problem->model, &self->problem->instance, (const ExprTree *const *) self->trees->pdata,
                                             self->n_expressions, indices, self->n_parameters, &why);
  if (self->derivatives == NULL)
    self->differences = g_strdup (why->message);
  return TRUE;
}

static void
take_points (LabFitModel *self, const LabFitPoint *points, int n_points)
{
  self->points = g_memdup2 (points, sizeof *points * (gsize) n_points);
  self->n_points = n_points;
  self->times = g_new (double, n_points + 1);
  self->first = g_new (int, n_points + 1);
  for (int k = 0; k < n_points; k++)
    if (self->n_times == 0 || points[k].t > self->times[self->n_times - 1])
      {
        self->times[self->n_times] = points[k].t;
        self->first[self->n_times++] = k;
      }
  self->first[self->n_times] = n_points;
}

LabFitModel *
lab_fit_model_new (const LabProblem *problem, const char *const *parameters, const char *const *initial, const char *const *expressions,
                   const LabFitPoint *points, int n_points, GError **error)
{
  g_autoptr (LabFitModel) self = g_new0 (LabFitModel, 1);
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);

  if (system == NULL)
    return NULL;
  self->problem = problem;
  self->parameters = copy_names (parameters);
  self->initial = copy_names (initial);
  self->n_parameters = (int) g_strv_length (self->parameters);
  self->n_columns = self->n_parameters + (int) g_strv_length (self->initial);
  self->n_expressions = (int) g_strv_length ((char **) expressions);
  self->start = g_new0 (double, self->n_columns + 1);
  self->trees = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_tree_free);
  take_points (self, points, n_points);
  if (!take_start (self, system, error) || !compile (self, system, expressions, error))
    return NULL;
  return g_steal_pointer (&self);
}

/* ---- runs ---- */

/* Sets the fitted values in a new instance. */
static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const LabFitModel *self = user;

  if (self->problem->prepare != NULL && !self->problem->prepare (system, self->problem->user, error))
    return FALSE;
  for (int c = 0; c < self->n_columns; c++)
    if (c >= self->n_parameters)
      model_system_set_initial_at (system, model_system_find_initial (system, self->initial[c - self->n_parameters]), self->theta[c]);
    else if (!model_system_set_parameter (system, self->parameters[c], self->theta[c], error))
      return FALSE;
  return TRUE;
}

static LabProblem
problem_at (LabFitModel *self, const double *theta)
{
  LabProblem problem = *self->problem;

  self->theta = theta;
  problem.prepare = prepare;
  problem.user = self;
  problem.t_end = self->times[self->n_times - 1];
  return problem;
}

/* Sets the reason why a run has not reached all points. */
static void
set_failure (const LabFitModel *self, int reached, double t, const char *message, char **failure)
{
  if (message != NULL)
    *failure = g_strdup (message);
  else
    *failure = g_strdup_printf (_("the run ends at t = %g, before the point at t = %g"), t, self->times[MIN (reached, self->n_times - 1)]);
}

/* Writes the predictions of the points of one time. */
static void
write_values (const LabFitModel *self, int index, const double *values, double *y)
{
  for (int k = self->first[index]; k < self->first[index + 1]; k++)
    y[k] = values[self->points[k].series];
}

/* Returns whether all n values are finite. */
static gboolean
all_finite (const double *values, gsize n)
{
  for (gsize k = 0; k < n; k++)
    if (!isfinite (values[k]))
      return FALSE;
  return TRUE;
}

/* Computes the predictions of a run without sensitivities. */
static gboolean
run_plain (LabFitModel *self, const double *theta, gboolean tight, double *y, char **failure, const LabProgress *progress, GError **error)
{
  LabProblem problem = problem_at (self, theta);
  const OdeMethod *method = sim_config_method (problem.config);
  double accuracy = fmax (PLAIN_ACCURACY / (tight ? 10 : 1), method->accuracy_tightest);
  g_autoptr (SimConfig) config = lab_problem_config (&problem, method, 0, accuracy);
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (&problem, config, error);
  g_autoptr (ModelSystem) system = simulator != NULL ? lab_problem_instance (&problem, error) : NULL;
  g_autofree double *values = g_new (double, self->n_expressions + 1);
  LabProgressMonitor monitor = { .progress = progress };
  SimStatus status;
  int k = 0;

  if (system == NULL)
    return FALSE;
  monitor.t_start = isnan (problem.t_start) ? model_system_t_start (system) : problem.t_start;
  monitor.t_end = problem.t_end;
  lab_progress_monitor_attach (&monitor, simulator);
  status = sim_simulator_initialize (simulator, monitor.t_start, NULL, NULL, problem.t_end, FALSE);
  for (; k < self->n_times && !monitor.cancelled && (status.reason == SIM_READY || status.reason == SIM_REACHED_END); k++)
    {
      if (self->times[k] > sim_simulator_t (simulator))
        status = sim_simulator_advance_to (simulator, self->times[k]);
      if (status.reason != SIM_READY && status.reason != SIM_REACHED_END)
        break;
      model_system_set_discrete (system, sim_simulator_d (simulator));
      model_system_set_noise_time (system, sim_simulator_t (simulator));
      model_formulas_evaluate (self->formulas, system, sim_simulator_t (simulator), sim_simulator_x (simulator), values);
      write_values (self, k, values, y);
    }
  if (monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  if (k < self->n_times)
    set_failure (self, k, sim_simulator_t (simulator), status.reason == SIM_FAILED_RUN ? status.message : NULL, failure);
  else if (!all_finite (y, (gsize) self->n_points))
    *failure = g_strdup (_("a prediction is not a finite number"));
  return TRUE;
}

/* What the points of a run with sensitivities are written to. */
typedef struct
{
  LabFitModel *self;
  double *y, *J, *values, *above, *below, *z;
  int reached;
} Target;

/* Adds g_z Z_c of all expressions to row[n_expressions]: the central difference along Z_c. */
static void
add_discrete (Target *target, const LabSensitivityPoint *point, const double *Z, int n_discrete, double *row)
{
  LabFitModel *self = target->self;
  double size = 0, rate = 0, change;

  for (int k = 0; k < n_discrete; k++)
    {
      size = fmax (size, fabs (point->z[k]));
      rate = fmax (rate, fabs (Z[k]));
    }
  if (rate == 0)
    return;
  change = DISCRETE_CHANGE * (size > 0 ? size : 1) / rate;
  for (int side = 0; side < 2; side++)
    {
      for (int k = 0; k < n_discrete; k++)
        target->z[k] = point->z[k] + (side == 0 ? change : -change) * Z[k];
      model_system_set_discrete (point->model, target->z);
      model_formulas_evaluate (self->formulas, point->model, point->t, point->x, side == 0 ? target->above : target->below);
    }
  model_system_set_discrete (point->model, point->z);
  for (int k = 0; k < self->n_expressions; k++)
    row[k] += (target->above[k] - target->below[k]) / (2 * change);
}

static void
take_point (gpointer user, const LabSensitivityPoint *point)
{
  Target *target = user;
  LabFitModel *self = target->self;
  int n = model_system_n_states (point->model), nz = model_system_n_discrete (point->model), m = self->n_columns;
  const ModelDerivative *g = model_derivatives_expressions (self->derivatives, point->model, point->t, point->x);

  target->reached = point->index + 1;
  write_values (self, point->index, g->value, target->y);
  for (int c = 0; c < m; c++)
    {
      for (int k = 0; k < self->n_expressions; k++)
        {
          double sum = c < self->n_parameters ? g->by_p[k * self->n_parameters + c] : 0;

          for (int i = 0; i < n; i++)
            if (g->by_x[k * n + i] != 0)
              sum += g->by_x[k * n + i] * point->S[c * n + i];
          target->values[c * self->n_expressions + k] = sum;
        }
    }
  for (int c = 0; c < m; c++)
    {
      add_discrete (target, point, point->Z + c * nz, nz, target->values + c * self->n_expressions);
      for (int k = self->first[point->index]; k < self->first[point->index + 1]; k++)
        target->J[(gsize) k * (gsize) m + (gsize) c] = target->values[c * self->n_expressions + self->points[k].series];
    }
}

/* Computes column c of J by the central difference of two runs. Sets *failure if a run fails. */
static gboolean
difference (LabFitModel *self, const double *theta, int c, double *J, char **failure, const LabProgress *progress, GError **error)
{
  g_autofree double *changed = g_memdup2 (theta, sizeof (double) * (gsize) self->n_columns), *above = g_new (double, self->n_points),
                    *below = g_new (double, self->n_points);
  double size = fmax (fabs (theta[c]), 1e-3 * fabs (self->start[c])), change = CHANGE * (size > 0 ? size : 1);

  changed[c] = theta[c] + change;
  if (!run_plain (self, changed, FALSE, above, failure, progress, error))
    return FALSE;
  changed[c] = theta[c] - change;
  if (*failure == NULL && !run_plain (self, changed, FALSE, below, failure, progress, error))
    return FALSE;
  for (int k = 0; k < self->n_points && *failure == NULL; k++)
    J[(gsize) k * (gsize) self->n_columns + (gsize) c] = (above[k] - below[k]) / (2 * change);
  return TRUE;
}

/* Computes the predictions with their sensitivities. Columns that are refused are marked in refused[n_columns]. */
static gboolean
run_sensitive (LabFitModel *self, const double *theta, gboolean tight, double *y, double *J, gboolean *refused, char **failure, const LabProgress *progress,
               GError **error)
{
  LabProblem problem = problem_at (self, theta);
  gsize n_values = (gsize) (self->n_expressions * (self->n_columns + 1) + 1);
  g_autofree double *values = g_new (double, n_values), *above = g_new (double, n_values), *below = g_new (double, n_values), *z = NULL;
  g_autoptr (ModelSystem) system = lab_problem_instance (&problem, error);
  Target target = { self, y, J, values, above, below, NULL, 0 };
  LabSensitivityTimes times = { self->times, self->n_times, tight, self->method, take_point, &target };
  g_autoptr (LabSensitivity) run = NULL;

  if (system == NULL)
    return FALSE;
  target.z = z = g_new0 (double, model_system_n_discrete (system) + 1);
  run = lab_sensitivity_at_times (&problem, (const char *const *) self->parameters, (const char *const *) self->initial, &times, progress, error);
  if (run == NULL)
    return FALSE;
  self->method = times.method;
  if (target.reached < self->n_times)
    set_failure (self, target.reached, run->t, run->message, failure);
  for (int c = 0; c < self->n_columns; c++)
    refused[c] = run->refused[c] != NULL;
  g_free (self->differences);
  self->differences = lab_sensitivity_refusals (run);
  return TRUE;
}

gboolean
lab_fit_model_evaluate (LabFitModel *self, const double *theta, gboolean tight, double *y, double *J, char **failure, const LabProgress *progress,
                        GError **error)
{
  g_autofree gboolean *refused = g_new0 (gboolean, self->n_columns + 1);
  g_autoptr (GError) why = NULL;

  *failure = NULL;
  if (J == NULL)
    return run_plain (self, theta, tight, y, failure, progress, error);
  if (self->derivatives != NULL && !run_sensitive (self, theta, tight, y, J, refused, failure, progress, &why))
    {
      /* The variational equations refuse the model as a whole. */
      if (!g_error_matches (why, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED))
        {
          g_propagate_error (error, g_steal_pointer (&why));
          return FALSE;
        }
      g_clear_pointer (&self->derivatives, model_derivatives_free);
      g_free (self->differences);
      self->differences = g_strdup (why->message);
    }
  if (self->derivatives == NULL)
    {
      if (!run_plain (self, theta, tight, y, failure, progress, error))
        return FALSE;
      for (int c = 0; c < self->n_columns; c++)
        refused[c] = TRUE;
    }
  for (int c = 0; c < self->n_columns && *failure == NULL; c++)
    if (refused[c] && !difference (self, theta, c, J, failure, progress, error))
      return FALSE;
  if (*failure == NULL && (!all_finite (y, (gsize) self->n_points) || !all_finite (J, (gsize) self->n_points * (gsize) self->n_columns)))
    *failure = g_strdup (_("a prediction or its derivative is not a finite number"));
  return TRUE;
}
