/* Forward sensitivities S = ∂x/∂p along a run, by the variational equations
 *
 *   x' = f (t, x, p),   S' = f_x S + f_p,   S(t₀) = ∂x₀/∂p
 *
 * (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, I.14). At an event
 * with witness g and map x⁺ = G (t, x⁻, p), whose time τ depends on p, S jumps
 * (Galán, Feehery and Barton, Appl. Numer. Math. 31 (1999) 17, equations 13 to
 * 16; saltation):
 *
 *   dτ  = −(g_x S⁻ + g_p)/(g_x f⁻ + g_t)
 *   dx⁺ = G_x (S⁻ + f⁻ dτ) + G_t dτ + G_p      along with the event's time
 *   S⁺  = dx⁺ − f⁺ dτ                          at a fixed time
 *
 * The augmented system (x, S) goes through the simulator like any other: steps
 * are controlled for both, and events are those of the model. */
#include "lab-sensitivity.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-progress-monitor.h"
#include "model-derivatives.h"

/* The augmented hybrid system. Its states are x, followed by the columns of S. */
typedef struct
{
  SimSystem *base;
  ModelSystem *model;
  ModelDerivatives *derivatives;
  OdeSystem ode;
  SimEventInfo *events;
  int n, m;              /* number of states of the model, and number of columns of S */
  int n_parameters;
  const int *initial;    /* indices of the m − n_parameters states whose initial values are varied */
  const char **names;
  char **owned_names;
  double *x_plus, *d, *dt, *dx, *f_minus, *f;
  LabSensitivity *result;
} Augmented;

static OdeStatus
augmented_rhs (void *self, double t, const double *x, double *dxdt)
{
  Augmented *a = self;
  const ModelDerivative *f = model_derivatives_flow (a->derivatives, a->model, t, x);
  double sum = 0;
  int n = a->n;

  memcpy (dxdt, f->value, sizeof (double) * (gsize) n);
  for (int c = 0; c < a->m; c++)
    for (int i = 0; i < n; i++)
      {
        const double *column = x + n + c * n;
        double value = c < a->n_parameters ? f->by_p[i * a->n_parameters + c] : 0;

        for (int j = 0; j < n; j++)
          value += f->by_x[i * n + j] * column[j];
        dxdt[n + c * n + i] = value;
      }
  for (int i = 0; i < n * (1 + a->m); i++)
    sum += dxdt[i] * 0;
  return sum == 0 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

/* Differentiates the model's initial values with respect to parameters. Central differences are used, since an initial value may be any
 * expression in parameters. The increment balances truncation and rounding errors; if the expression is linear in the parameter, there are
 * only rounding errors. */
static gboolean
initial_columns (Augmented *a, double *x, GError **error)
{
  g_autofree double *parameters = g_new (double, model_system_n_parameter_values (a->model) + 1);
  g_autofree double *low = g_new (double, a->n + 1), *d = g_new (double, a->base->n_discrete + 1);

  for (int c = a->n_parameters; c < a->m; c++)
    for (int i = 0; i < a->n; i++)
      x[a->n + c * a->n + i] = i == a->initial[c - a->n_parameters];
  for (int c = 0; c < a->n_parameters; c++)
    {
      int k = model_system_find_parameter (a->model, a->result->columns[c]);
      double *column = x + a->n + c * a->n, value, delta;

      model_system_get_parameters (a->model, parameters);
      value = parameters[k];
      delta = 6.055454452393343e-6 * fmax (1e-3, fabs (value)); /* the factor is ε^(1/3) */
      parameters[k] = value + delta;
      model_system_set_parameters (a->model, parameters);
      if (!a->base->initial (a->base->self, column, d, error))
        return FALSE;
      parameters[k] = value - delta;
      model_system_set_parameters (a->model, parameters);
      if (!a->base->initial (a->base->self, low, d, error))
        return FALSE;
      parameters[k] = value;
      model_system_set_parameters (a->model, parameters);
      for (int i = 0; i < a->n; i++)
        column[i] = (column[i] - low[i]) / (2 * delta);
    }
  return TRUE;
}

static gboolean
augmented_initial (gpointer self, double *x, double *d, GError **error)
{
  Augmented *a = self;

  return initial_columns (a, x, error) && a->base->initial (a->base->self, x, d, error);
}

static void
augmented_set_discrete (gpointer self, const double *d)
{
  Augmented *a = self;

  a->base->set_discrete (a->base->self, d);
}

/* The columns of recorded rows are the states and their derivatives. */
static void
augmented_columns (gpointer self, double t, const double *x, const double *d, double *values)
{
  memcpy (values, x, sizeof (double) * (gsize) ((Augmented *) self)->ode.n_states);
}

static void
augmented_witnesses (gpointer self, double t, const double *x, double *g)
{
  Augmented *a = self;

  a->base->witnesses (a->base->self, t, x, g);
}

static double
augmented_witness (gpointer self, int event, double t, const double *x)
{
  Augmented *a = self;

  return a->base->witness (a->base->self, event, t, x);
}

static gboolean
augmented_armed (gpointer self, int event, double t, const double *x)
{
  Augmented *a = self;

  return a->base->armed (a->base->self, event, t, x);
}

static double
augmented_next_time (gpointer self, int event, double t, gboolean inclusive)
{
  Augmented *a = self;

  return a->base->next_time (a->base->self, event, t, inclusive);
}

static double
augmented_next_break (gpointer self, double t)
{
  Augmented *a = self;

  return a->base->next_break (a->base->self, t);
}

static void
augmented_at_break (gpointer self, double t)
{
  Augmented *a = self;

  a->base->at_break (a->base->self, t);
}

static SimHandlerStatus
augmented_monitor (gpointer self, int monitor, double t, const double *x, const double *d)
{
  Augmented *a = self;

  return a->base->monitor (a->base->self, monitor, t, x, d);
}

/* Computes dτ of each column into dt, and the slope f⁻ before the event. */
static void
time_derivatives (Augmented *a, int event, double t, const double *x)
{
  const ModelDerivative *g;
  double rate;
  int n = a->n;

  memcpy (a->f_minus, model_derivatives_flow (a->derivatives, a->model, t, x)->value, sizeof (double) * (gsize) n);
  memset (a->dt, 0, sizeof (double) * (gsize) (a->m + 1));
  if (a->base->events[event].trigger != SIM_TRIGGER_WITNESS)
    return;
  g = model_derivatives_witness (a->derivatives, a->model, event, t, x);
  rate = g->by_t[0];
  for (int i = 0; i < n; i++)
    rate += g->by_x[i] * a->f_minus[i];
  for (int c = 0; c < a->m; c++)
    {
      double change = c < a->n_parameters ? g->by_p[c] : 0;

      for (int i = 0; i < n; i++)
        change += g->by_x[i] * x[n + c * n + i];
      a->dt[c] = rate != 0 ? -change / rate : NAN;
    }
}

/* Computes dx⁺, the derivative of the state after the event at the event's time. */
static void
state_derivatives (Augmented *a, int event, double t, const double *x)
{
  const ModelDerivative *map = model_derivatives_map (a->derivatives, a->model, event, t, x);
  int n = a->n;

  for (int c = 0; c < a->m; c++)
    for (int i = 0; i < n; i++)
      {
        const double *column = x + n + c * n;
        double value = 0;

        if (map == NULL)
          value = column[i] + a->f_minus[i] * a->dt[c];
        else
          {
            for (int j = 0; j < n; j++)
              value += map->by_x[i * n + j] * (column[j] + a->f_minus[j] * a->dt[c]);
            value += map->by_t[i] * a->dt[c] + (c < a->n_parameters ? map->by_p[i * a->n_parameters + c] : 0);
          }
        a->dx[i * a->m + c] = value;
      }
}

static void
note_event (Augmented *a, int event, double t)
{
  LabSensitivityEvent row = { event, t, NULL, NULL };

  if (a->base->events[event].trigger != SIM_TRIGGER_WITNESS)
    return;
  row.dt = g_memdup2 (a->dt, sizeof (double) * (gsize) (a->m + 1));
  row.dx = g_memdup2 (a->dx, sizeof (double) * (gsize) (a->n * a->m + 1));
  g_array_append_val (a->result->events, row);
}

/* Applies the updates of the model, including discrete ones, and the jump of S. All changes of x and S are made in one unrestricted
 * update. */
static SimHandlerStatus
update (Augmented *a, int event, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  SimSystem *base = a->base;
  unsigned actions = base->events[event].actions;
  SimHandlerStatus status = { SIM_DID_NOTHING, NULL, NULL };
  int n = a->n;

  time_derivatives (a, event, t, x);
  state_derivatives (a, event, t, x);
  if (actions & SIM_ACTION_UNRESTRICTED)
    status = base->act (base->self, event, SIM_ACTION_UNRESTRICTED, t, x, d, x_plus, d_plus);
  if ((actions & SIM_ACTION_DISCRETE) && status.severity < SIM_REACHED_TERMINATION)
    {
      g_free (status.message);
      status = base->act (base->self, event, SIM_ACTION_DISCRETE, t, x, d, x_plus, d_plus);
    }
  if (status.severity == SIM_FAILED)
    return status;
  base->set_discrete (base->self, d_plus);
  memcpy (a->f, model_derivatives_flow (a->derivatives, a->model, t, x_plus)->value, sizeof (double) * (gsize) n);
  base->set_discrete (base->self, d);
  for (int c = 0; c < a->m; c++)
    for (int i = 0; i < n; i++)
      x_plus[n + c * n + i] = a->dx[i * a->m + c] - a->f[i] * a->dt[c];
  note_event (a, event, t);
  return status;
}

static SimHandlerStatus
augmented_act (gpointer self, int event, SimAction action, double t, const double *x, const double *d, double *x_plus, double *d_plus)
{
  Augmented *a = self;

  if (action == SIM_ACTION_UNRESTRICTED)
    return update (a, event, t, x, d, x_plus, d_plus);
  return a->base->act (a->base->self, event, action, t, x, d, x_plus, d_plus);
}

static void
augmented_free (gpointer self)
{
  Augmented *a = self;

  sim_system_free (a->base);
  model_derivatives_free (a->derivatives);
  g_free (a->events);
  g_strfreev (a->owned_names);
  g_free (a->dt);
  g_free (a->dx);
  g_free (a->f_minus);
  g_free (a->f);
  g_free (a);
}

/* Makes each event that has an update an unrestricted event, because the jump of S changes continuous states. */
static void
copy_events (Augmented *a)
{
  a->events = g_new0 (SimEventInfo, a->base->n_events + 1);
  for (int k = 0; k < a->base->n_events; k++)
    {
      a->events[k] = a->base->events[k];
      if (a->events[k].actions & (SIM_ACTION_UNRESTRICTED | SIM_ACTION_DISCRETE))
        a->events[k].actions = (a->events[k].actions & ~(unsigned) SIM_ACTION_DISCRETE) | SIM_ACTION_UNRESTRICTED;
    }
}

static SimSystem *
make_system (Augmented *a)
{
  SimSystem *system = g_new0 (SimSystem, 1);
  const OdeSystem *ode = a->base->ode;

  a->owned_names = g_new0 (char *, a->n * (1 + a->m) + 1);
  for (int k = 0; k < a->n * (1 + a->m); k++)
    a->owned_names[k] = k < a->n ? g_strdup (ode->names[k])
                                 : g_strdup_printf ("d %s/d %s", ode->names[k % a->n], a->result->columns[k / a->n - 1]);
  a->ode = (OdeSystem) { .self = a, .n_states = a->n * (1 + a->m), .rhs = augmented_rhs, .time_dependent = ode->time_dependent,
                         .names = (const char *const *) a->owned_names };
  copy_events (a);
  *system = (SimSystem) {
    .self = a, .ode = &a->ode, .n_discrete = a->base->n_discrete, .n_columns = a->ode.n_states, .n_events = a->base->n_events, .n_monitors = a->base->n_monitors,
    .events = a->events, .type_name = a->base->type_name, .name = a->base->name, .initial = augmented_initial,
    .set_discrete = augmented_set_discrete, .columns = augmented_columns, .witnesses = augmented_witnesses, .witness = augmented_witness, .armed = augmented_armed,
    .next_time = augmented_next_time, .next_break = a->base->next_break != NULL ? augmented_next_break : NULL,
    .at_break = a->base->at_break != NULL ? augmented_at_break : NULL, .act = augmented_act, .monitor = augmented_monitor,
    .free = augmented_free,
  };
  return system;
}

/* Disables the events whose names are in events_off, which may be NULL. */
static void
disable_events (SimSystem *system, GHashTable *events_off)
{
  for (int i = 0; events_off != NULL && i < system->n_events; i++)
    if (g_hash_table_contains (events_off, system->events[i].name))
      sim_system_set_event_enabled (system, i, FALSE);
}

/* ---- results ---- */

static void
event_clear (gpointer item)
{
  g_free (((LabSensitivityEvent *) item)->dt);
  g_free (((LabSensitivityEvent *) item)->dx);
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
  g_array_unref (sensitivity->events);
  g_clear_pointer (&sensitivity->rows, sim_trajectory_unref);
  g_free (sensitivity);
}

/* Converts the names to indices. Returns FALSE with an error if a name is unknown. */
static gboolean
resolve (LabSensitivity *result, const ModelSystem *system, const char *const *parameters, const char *const *initial, GArray *indices,
         GError **error)
{
  int n_parameters = parameters != NULL ? (int) g_strv_length ((char **) parameters) : 0;
  int n_initial = initial != NULL ? (int) g_strv_length ((char **) initial) : 0;

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
                       c < n_parameters ? _("unknown parameter '%s'") : _("unknown state '%s'"), name);
          return FALSE;
        }
      g_array_append_val (indices, k);
    }
  return TRUE;
}

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

static LabSensitivity *
integrate (const LabProblem *problem, const char *const *parameters, const char *const *initial, gboolean with_rows,
           const LabProgress *progress, GError **error)
{
  g_autoptr (LabSensitivity) result = g_new0 (LabSensitivity, 1);
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (SimSimulator) simulator = NULL;
  g_autofree double *start = NULL;
  ModelSystem *model = lab_problem_instance (problem, error);
  double t_start, t_end;
  LabProgressMonitor monitor;
  SimStatus status;
  Augmented *a;

  result->events = g_array_new (FALSE, FALSE, sizeof (LabSensitivityEvent));
  g_array_set_clear_func (result->events, event_clear);
  if (model == NULL)
    return NULL;
  if (!resolve (result, model, parameters, initial, indices, error))
    {
      model_system_free (model);
      return NULL;
    }
  t_start = isnan (problem->t_start) ? model_system_t_start (model) : problem->t_start;
  t_end = isnan (problem->t_end) ? model_system_t_end (model) : problem->t_end;
  a = g_new0 (Augmented, 1);
  a->model = model;
  a->base = sim_system_from_model (model);
  disable_events (a->base, problem->events_off);
  a->n = result->n_states = model_system_n_states (model);
  a->m = result->n_columns;
  a->n_parameters = result->n_parameters;
  a->initial = (const int *) (gpointer) indices->data + result->n_parameters;
  a->result = result;
  a->dt = g_new0 (double, a->m + 1);
  a->dx = g_new0 (double, a->n * a->m + 1);
  a->f_minus = g_new0 (double, a->n + 1);
  a->f = g_new0 (double, a->n + 1);
  a->derivatives = model_derivatives_new (problem->model, &problem->instance, NULL, 0, (const int *) (gpointer) indices->data,
                                          result->n_parameters, error);
  if (a->derivatives == NULL)
    {
      augmented_free (a);
      return NULL;
    }
  simulator = sim_simulator_new (make_system (a), problem->config, error);
  if (simulator == NULL)
    return NULL;
  monitor = (LabProgressMonitor) { .progress = progress, .t_start = t_start, .t_end = t_end };
  lab_progress_monitor_attach (&monitor, simulator);
  if (with_rows)
    add_rows (result, simulator);
  status = sim_simulator_initialize (simulator, t_start, NULL, NULL, t_end, FALSE);
  start = g_memdup2 (sim_simulator_x (simulator), sizeof (double) * (gsize) (a->n + 1));
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, t_end);
  if (monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return NULL;
    }
  result->reason = status.reason;
  result->message = status.reason == SIM_FAILED_RUN ? g_strdup (status.message) : NULL;
  result->t = sim_simulator_t (simulator);
  result->x = g_memdup2 (sim_simulator_x (simulator), sizeof (double) * (gsize) (a->n + 1));
  result->dx = g_new0 (double, a->n * a->m + 1);
  for (int c = 0; c < a->m; c++)
    for (int i = 0; i < a->n; i++)
      result->dx[i * a->m + c] = sim_simulator_x (simulator)[a->n + c * a->n + i];
  take_values (result, model, start);
  return g_steal_pointer (&result);
}

LabSensitivity *
lab_sensitivity_new (const LabProblem *problem, const char *const *parameters, const char *const *initial, const LabProgress *progress,
                     GError **error)
{
  return integrate (problem, parameters, initial, FALSE, progress, error);
}

LabSensitivity *
lab_sensitivity_new_with_rows (const LabProblem *problem, const char *const *parameters, const char *const *initial,
                               const LabProgress *progress, GError **error)
{
  return integrate (problem, parameters, initial, TRUE, progress, error);
}

char **
lab_sensitivity_parameters (const Model *model)
{
  GPtrArray *names = g_ptr_array_new ();

  for (int k = 0; k < model_n_parameters (model); k++)
    if (model_parameter (model, k)->size == 0)
      g_ptr_array_add (names, g_strdup (model_parameter (model, k)->name));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}
