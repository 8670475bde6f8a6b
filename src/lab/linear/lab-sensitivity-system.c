/* The augmented hybrid system of a model and its variational equations
 *
 *   x' = f (t, x, z, p),   S' = f_x S + f_z Z + f_p,   z' = 0,   Z' = 0
 *
 * (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, I.14), with S (t₀) = x₀_p + x₀_t t₀_p − f t₀_p, since the start time t₀ may
 * depend on parameters. It goes through the simulator like any other system, so that steps are controlled for x and S. The jumping
 * operations of f are constants between events (modes); each is an event of the augmented system at the zero of its argument. All changes
 * at one time are made by lab_sensitivity_jump, in an event after each step that comes last in the order of events.
 *
 * Implicit methods get the Jacobian of x' by x and of S' by S, block diagonal with equal blocks ∂f/∂x. Newton's method converges to the
 * same solution without the second derivatives of f in S' (Maly and Petzold, Appl. Numer. Math. 20 (1996) 57). */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-sensitivity-private.h"

/* ---- scaled states ---- */

/* Copies the scaled states y to x and S, and the discrete states d to z, Z and the modes; d may be NULL. Scales are
 * powers of 2, so that scaling has no rounding errors. */
void
lab_sensitivity_load (LabAugmented *a, const double *y, const double *d)
{
  int n = a->n, nz = a->n_discrete;

  for (int i = 0; i < n; i++)
    a->x[i] = y[i] * a->scale[i];
  for (int k = 0; k < n * a->m; k++)
    a->S[k] = y[n + k] * a->scale[n + k];
  if (d == NULL)
    return;
  memcpy (a->z, d, sizeof (double) * (gsize)nz);
  memcpy (a->Z, d + nz, sizeof (double) * (gsize)(nz * a->m));
  memcpy (a->modes, d + nz * (1 + a->m), sizeof (double) * (gsize)a->n_modes);
}

/* Writes x, S, z, Z and the modes back to y and d, each of which may be NULL. */
void
lab_sensitivity_store (const LabAugmented *a, double *y, double *d)
{
  int n = a->n, nz = a->n_discrete;

  for (int i = 0; y != NULL && i < n; i++)
    y[i] = a->x[i] / a->scale[i];
  for (int k = 0; y != NULL && k < n * a->m; k++)
    y[n + k] = a->S[k] / a->scale[n + k];
  if (d == NULL)
    return;
  memcpy (d, a->z, sizeof (double) * (gsize)nz);
  memcpy (d + nz, a->Z, sizeof (double) * (gsize)(nz * a->m));
  memcpy (d + nz * (1 + a->m), a->modes, sizeof (double) * (gsize)a->n_modes);
}

/* Copies the scaled states y to x. */
static const double *
states (LabAugmented *a, const double *y)
{
  for (int i = 0; i < a->n; i++)
    a->x[i] = y[i] * a->scale[i];
  return a->x;
}

/* ---- the differential equations ---- */

/* Writes the slopes of all states that follow from f and its derivatives. Returns FALSE if one is not finite. Column
 * c of S' is f_x S_c + f_z Z_c + f_p. Refused columns stay constant, so that they do not control the steps. */
static gboolean
write_slopes (const LabAugmented *a, const ModelDerivative *f, double *dydt)
{
  double sum = 0;
  int n = a->n, nz = a->n_discrete;

  for (int i = 0; i < n; i++)
    dydt[i] = f->value[i] / a->scale[i];
  for (int c = 0; c < a->m; c++)
    for (int i = 0; i < n; i++)
      {
        const double *column = a->S + c * n, *discrete = a->Z + c * nz;
        double value = c < a->n_parameters ? f->by_p[i * a->n_parameters + c] : 0;

        for (int j = 0; j < n; j++)
          value += f->by_x[i * n + j] * column[j];
        for (int j = 0; j < nz; j++)
          value += f->by_z[i * nz + j] * discrete[j];
        dydt[n + c * n + i] = a->refused[c] == NULL ? value / a->scale[n + c * n + i] : 0;
      }
  for (int i = 0; i < n * (1 + a->m); i++)
    sum += dydt[i] * 0;
  return sum == 0;
}

/* A stage beyond a switch may be outside the domain of the branch that is used up to there, such as sqrt (x) for x > 0; the branch of the
 * stage is used then. */
static OdeStatus
augmented_rhs (void *self, double t, const double *y, double *dydt)
{
  LabAugmented *a = self;
  const ModelDerivative *f;

  lab_sensitivity_load (a, y, NULL);
  if (write_slopes (a, model_derivatives_flow (a->derivatives, a->model, t, a->x), dydt)
      || (lab_sensitivity_live_slope (a, t, &f) && write_slopes (a, f, dydt)))
    return ODE_DONE;
  return ODE_RETRY_UNDEFINED;
}

/* Each block of the Jacobian is ∂f/∂x, in scaled states: entry (i, j) is multiplied by scale_j/scale_i. */
static OdeStatus
augmented_jacobian (void *self, double t, const double *y, double *values)
{
  LabAugmented *a = self;
  const ModelDerivative *f = model_derivatives_flow (a->derivatives, a->model, t, states (a, y));
  double sum = 0;
  int n = a->n;

  for (int j = 0; j < n * (1 + a->m); j++)
    for (int k = a->starts[j]; k < a->starts[j + 1]; k++)
      {
        values[k] = f->by_x[(a->rows[k] % n) * n + j % n] * a->scale[j] / a->scale[a->rows[k]];
        sum += values[k] * 0;
      }
  return sum == 0 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

/* Makes the pattern of the Jacobian. Column j of the pattern belongs to state j mod n of block j/n; its rows are
 * those of that state's column of ∂f/∂x, moved to the block. */
static void
make_pattern (LabAugmented *a)
{
  const OdeSystem *ode = a->base->ode;
  const OdePattern *block = ode->jacobian != NULL ? ode->jacobian_pattern : NULL;
  int n = a->n, n_all = n * (1 + a->m), count = 0, per_block = block != NULL ? block->start[n] : n * n;

  a->starts = g_new (int, n_all + 1);
  a->rows = g_new (int, per_block *(1 + a->m) + 1);
  for (int j = 0; j < n_all; j++)
    {
      int first = block != NULL ? block->start[j % n] : 0, end = block != NULL ? block->start[j % n + 1] : n;

      a->starts[j] = count;
      for (int k = first; k < end; k++)
        a->rows[count++] = j / n * n + (block != NULL ? block->row[k] : k);
    }
  a->starts[n_all] = count;
  a->pattern = (OdePattern){ .n_rows = n_all, .n_columns = n_all, .start = a->starts, .row = a->rows };
}

/* ---- initial values ---- */

/* Refuses the parameters on which the distribution of a random number depends. */
static void
refuse_random (LabAugmented *a, gboolean random)
{
  for (int c = 0; c < a->n_parameters; c++)
    if (model_derivatives_noise_depends (a->derivatives, a->model, c))
      lab_sensitivity_refuse (
          a, c, g_strdup_printf (_ ("the distribution or the period of a noise depends on '%s'"), a->owned_names[a->n * (1 + a->m) + c]));
    else if (random && model_derivatives_draws_depend (a->derivatives, a->model, c))
      lab_sensitivity_refuse (
          a, c, g_strdup_printf (_ ("the distribution of an initial value depends on '%s'"), a->owned_names[a->n * (1 + a->m) + c]));
}

/* Computes S and Z at the start. */
static void
initial_columns (LabAugmented *a)
{
  g_autofree gboolean *fixed = g_new (gboolean, a->n + a->n_discrete + 1);
  g_autofree double *by_p = g_new (double, a->n_parameters + 1);

  for (int c = 0; c < a->m; c++)
    {
      int varied = c < a->n_parameters ? -1 : a->initial[c - a->n_parameters];

      for (int k = 0; k < a->n_parameters; k++)
        by_p[k] = k == c;
      model_system_fixed_initial (a->model, fixed);
      memset (a->dx0 + c * a->n, 0, sizeof (double) * (gsize)a->n);
      memset (a->dz0 + c * a->n_discrete, 0, sizeof (double) * (gsize)a->n_discrete);
      if (varied >= 0)
        {
          fixed[varied] = TRUE;
          a->dx0[c * a->n + varied] = 1;
        }
      model_derivatives_initial (a->derivatives, a->model, a->t_start, a->x, by_p, a->dt_start[c], fixed, a->dx0 + c * a->n,
                                 a->dz0 + c * a->n_discrete);
    }
}

/* S (t₀) at a fixed time is dx₀ − f t₀_p, since x at the start time t₀ (p) changes by dx₀ = S + f t₀_p. */
static gboolean
augmented_initial (gpointer self, double *y, double *d, GError **error)
{
  LabAugmented *a = self;
  char *message = NULL;

  if (!a->base->initial (a->base->self, a->x, a->z, error))
    return FALSE;
  a->base->set_discrete (a->base->self, a->z);
  initial_columns (a);
  memcpy (a->S, a->dx0, sizeof (double) * (gsize)(a->n * a->m));
  for (int k = 0; k < a->n_modes; k++)
    a->side[k] = -1;
  if (!lab_sensitivity_settle (a, a->t_start, a->dx0, a->dz0, a->dt_start, &message))
    {
      g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED, message);
      g_free (message);
      return FALSE;
    }
  memcpy (a->f_plus, model_derivatives_flow (a->derivatives, a->model, a->t_start, a->x)->value, sizeof (double) * (gsize)a->n);
  for (int c = 0; c < a->m; c++)
    for (int i = 0; i < a->n; i++)
      a->S[c * a->n + i] = a->refused[c] != NULL ? 0 : a->dx0[c * a->n + i] - (a->dt_start[c] != 0 ? a->f_plus[i] * a->dt_start[c] : 0);
  memcpy (a->Z, a->dz0, sizeof (double) * (gsize)(a->n_discrete * a->m));
  lab_sensitivity_store (a, y, d);
  return TRUE;
}

static void
augmented_set_discrete (gpointer self, const double *d)
{
  LabAugmented *a = self;
  int nz = a->n_discrete;

  memcpy (a->z, d, sizeof (double) * (gsize)nz);
  memcpy (a->Z, d + nz, sizeof (double) * (gsize)(nz * a->m));
  memcpy (a->modes, d + nz * (1 + a->m), sizeof (double) * (gsize)a->n_modes);
  a->base->set_discrete (a->base->self, d);
  model_derivatives_set_modes (a->derivatives, a->modes);
}

/* The columns of recorded rows are the states and their derivatives. */
static void
augmented_columns (gpointer self, double t, const double *y, const double *d, double *values)
{
  LabAugmented *a = self;

  for (int k = 0; k < a->ode.n_states; k++)
    values[k] = y[k] * a->scale[k];
}

/* ---- events ---- */

/* A switch whose argument is undefined is not used by the right-hand side, so that it does not cross. */
static double
switch_witness (const LabAugmented *a, int k)
{
  double g = expr_jump_witness (model_derivatives_mode_kind (a->derivatives, k), a->arguments[k]);

  return isnan (g) ? 1 : g;
}

static void
augmented_witnesses (gpointer self, double t, const double *y, double *g)
{
  LabAugmented *a = self;
  const double *x = states (a, y);

  if (a->n_base > 0)
    a->base->witnesses (a->base->self, t, x, g);
  model_derivatives_arguments (a->derivatives, a->model, t, x, a->arguments);
  for (int k = 0; k < a->n_modes; k++)
    g[a->n_base + k] = switch_witness (a, k);
}

static double
augmented_witness (gpointer self, int event, double t, const double *y)
{
  LabAugmented *a = self;
  const double *x = states (a, y);

  if (event < a->n_base)
    return a->base->witness (a->base->self, event, t, x);
  model_derivatives_arguments (a->derivatives, a->model, t, x, a->arguments);
  return switch_witness (a, event - a->n_base);
}

/* An event whose condition is false is not handled, so that a condition that changes just there is checked here. */
static gboolean
augmented_armed (gpointer self, int event, double t, const double *y)
{
  LabAugmented *a = self;

  if (event >= a->n_base || a->base->armed (a->base->self, event, t, states (a, y)))
    return TRUE;
  lab_sensitivity_load (a, y, NULL);
  lab_sensitivity_check_unarmed (a, event, t);
  return FALSE;
}

/* Switches have no times of their own: they are found as crossings of their witnesses. */
static double
augmented_next_time (gpointer self, int event, double t, gboolean inclusive)
{
  LabAugmented *a = self;

  return event < a->n_base ? a->base->next_time (a->base->self, event, t, inclusive) : INFINITY;
}

static double
augmented_next_break (gpointer self, double t)
{
  LabAugmented *a = self;

  return a->base->next_break (a->base->self, t);
}

static void
augmented_at_break (gpointer self, double t)
{
  LabAugmented *a = self;

  a->base->at_break (a->base->self, t);
}

/* A monitor that ends the run does so at the end of a step, which is no time of the model. */
static SimHandlerStatus
augmented_monitor (gpointer self, int monitor, double t, const double *y, const double *d)
{
  LabAugmented *a = self;
  SimHandlerStatus status = a->base->monitor (a->base->self, monitor, t, states (a, y), d);

  if (status.severity == SIM_REACHED_TERMINATION)
    {
      lab_sensitivity_load (a, y, d);
      lab_sensitivity_refuse (a, -1,
                              g_strdup_printf (_ ("the %s ends the run after a step, at a time that depends on the steps"), status.who));
    }
  return status;
}

/* Notes the largest states, looks for touches in the step, then handles all that is due. */
static SimHandlerStatus
act_after_all (LabAugmented *a, int event, double t, const double *y, const double *d, double *y_plus, double *d_plus)
{
  SimHandlerStatus status = { SIM_DID_NOTHING, NULL, NULL };
  gboolean any = FALSE;

  lab_sensitivity_load (a, y, d);
  for (int i = 0; i < a->n; i++)
    a->largest[i] = fmax (a->largest[i], fabs (a->x[i]));
  for (int k = 0; k < a->n * a->m; k++)
    a->largest[a->n + k] = fmax (a->largest[a->n + k], fabs (a->S[k]));
  for (int k = 0; k < a->n_base + a->n_modes && !any; k++)
    any = a->due[k];
  if (t > a->t_start)
    lab_sensitivity_watch_touches (a, t);
  if (any)
    status = lab_sensitivity_jump (a, t, t <= a->t_start);
  if (any && status.severity != SIM_FAILED)
    lab_sensitivity_store (a, y_plus, d_plus);
  lab_sensitivity_note_point (a, t);
  augmented_set_discrete (a, d);
  return status;
}

/* An event that publishes acts at once, since it changes nothing. All other events and switches are only noted in
 * `due`. The event after all of them makes their changes together, because the jump of S depends on the common time
 * derivative τ_p of all that happens at this time. */
static SimHandlerStatus
augmented_act (gpointer self, int event, SimAction action, double t, const double *y, const double *d, double *y_plus, double *d_plus)
{
  LabAugmented *a = self;
  SimHandlerStatus status = { SIM_DID_NOTHING, NULL, NULL };

  if (action == SIM_ACTION_PUBLISH)
    {
      lab_sensitivity_load (a, y, d);
      status = a->base->act (a->base->self, event, action, t, a->x, d, a->x1, a->z1);
      if (status.severity == SIM_REACHED_TERMINATION)
        lab_sensitivity_end_by_event (a, event, t);
      return status;
    }
  if (event >= a->n_base + a->n_modes)
    return act_after_all (a, event, t, y, d, y_plus, d_plus);
  a->due[event] = TRUE;
  return status;
}

/* ---- construction ---- */

static void
augmented_free (gpointer self)
{
  LabAugmented *a = self;

  sim_system_free (a->base);
  model_derivatives_free (a->derivatives);
  lab_sensitivity_free_arrays (a);
  g_free (a->events);
  g_strfreev (a->owned_names);
  g_free (a->starts);
  g_free (a->rows);
  g_free (a);
}

/* Makes each event that updates states an unrestricted event, because the jump of S changes continuous states, and adds those of the
 * augmented system. */
static void
make_events (LabAugmented *a)
{
  const unsigned both = SIM_ACTION_UNRESTRICTED | SIM_ACTION_DISCRETE;
  SimEventInfo *own;

  a->events = g_new0 (SimEventInfo, a->n_base + a->n_modes + 3);
  for (int k = 0; k < a->n_base; k++)
    {
      a->events[k] = a->base->events[k];
      if (a->events[k].actions & both)
        a->events[k].actions = (a->events[k].actions & ~(unsigned)SIM_ACTION_DISCRETE) | SIM_ACTION_UNRESTRICTED;
    }
  own = a->events + a->n_base;
  for (int k = 0; k < a->n_modes; k++)
    own[k] = (SimEventInfo){ .name = model_derivatives_mode_place (a->derivatives, k),
                             .trigger = SIM_TRIGGER_WITNESS,
                             .direction = SIM_DIRECTION_BOTH,
                             .actions = SIM_ACTION_UNRESTRICTED };
  own[a->n_modes] = (SimEventInfo){ .name = "jump", .trigger = SIM_TRIGGER_PER_STEP, .actions = SIM_ACTION_UNRESTRICTED };
  own[a->n_modes + 1] = (SimEventInfo){ .name = "initial jump", .trigger = SIM_TRIGGER_INITIALIZATION, .actions = SIM_ACTION_UNRESTRICTED };
}

/* Returns the names of the states, followed by those of the columns. */
static char **
make_names (const LabAugmented *a, char *const *columns)
{
  char **names = g_new0 (char *, a->n *(1 + a->m) + a->m + 1);

  for (int k = 0; k < a->n * (1 + a->m); k++)
    names[k] =
        k < a->n ? g_strdup (a->base->ode->names[k]) : g_strdup_printf ("d %s/d %s", a->base->ode->names[k % a->n], columns[k / a->n - 1]);
  for (int c = 0; c < a->m; c++)
    names[a->n * (1 + a->m) + c] = g_strdup (columns[c]);
  return names;
}

/* Describes the augmented system to the simulator: n (1 + m) continuous states, n_discrete (1 + m) discrete ones and
 * the modes, and the events of the model with those of the modes and the two that make the jumps. */
static SimSystem *
make_system (LabAugmented *a)
{
  SimSystem *system = g_new0 (SimSystem, 1);

  a->ode = (OdeSystem){ .self = a,
                        .n_states = a->n * (1 + a->m),
                        .rhs = augmented_rhs,
                        .jacobian = augmented_jacobian,
                        .jacobian_pattern = &a->pattern,
                        .time_dependent = a->base->ode->time_dependent,
                        .names = (const char *const *)a->owned_names };
  *system = (SimSystem){
    .self = a,
    .ode = &a->ode,
    .n_discrete = a->n_discrete * (1 + a->m) + a->n_modes,
    .n_columns = a->ode.n_states,
    .n_events = a->n_base + a->n_modes + 2,
    .n_monitors = a->base->n_monitors,
    .events = a->events,
    .type_name = a->base->type_name,
    .name = a->base->name,
    .initial = augmented_initial,
    .set_discrete = augmented_set_discrete,
    .columns = augmented_columns,
    .witnesses = augmented_witnesses,
    .witness = augmented_witness,
    .armed = augmented_armed,
    .next_time = augmented_next_time,
    .next_break = a->base->next_break != NULL ? augmented_next_break : NULL,
    .at_break = a->base->at_break != NULL ? augmented_at_break : NULL,
    .act = augmented_act,
    .monitor = augmented_monitor,
    .free = augmented_free,
  };
  return system;
}

/* Returns whether no enabled event changes states after each step. */
static gboolean
check_events (const LabProblem *problem, ModelSystem *model, GError **error)
{
  for (int k = 0; k < model_system_n_events (model); k++)
    {
      const ModelEvent *event = model_system_event (model, k);

      if (event->trigger != MODEL_TRIGGER_EACH_STEP || !model_event_acts (event)
          || (problem->events_off != NULL && g_hash_table_contains (problem->events_off, event->name)))
        continue;
      g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNSUPPORTED,
                   _ ("no sensitivity: the event '%s' acts after each step, so that the result depends on the steps"), event->name);
      return FALSE;
    }
  return TRUE;
}

/* A time span that the caller gives is a number and does not depend on parameters, so that its derivatives are 0.
 * Those of the model's own span are computed. */
SimSystem *
lab_sensitivity_system_new (const LabProblem *problem,
                            ModelSystem *model,
                            const int *parameters,
                            int n_parameters,
                            const int *initial,
                            int n_initial,
                            char *const *names,
                            const double *size,
                            const double *scale,
                            GError **error)
{
  ModelDerivatives *derivatives = NULL;
  LabAugmented *a;

  if (check_events (problem, model, error))
    derivatives = model_derivatives_new_hybrid (problem->model, &problem->instance, parameters, n_parameters, error);
  if (derivatives == NULL)
    return NULL;
  a = g_new0 (LabAugmented, 1);
  a->model = model;
  a->derivatives = derivatives;
  a->base = sim_system_from_model (model);
  for (int k = 0; problem->events_off != NULL && k < a->base->n_events; k++)
    if (g_hash_table_contains (problem->events_off, a->base->events[k].name))
      sim_system_set_event_enabled (a->base, k, FALSE);
  a->n = model_system_n_states (model);
  a->m = n_parameters + n_initial;
  a->n_parameters = n_parameters;
  a->n_discrete = a->base->n_discrete;
  a->n_modes = model_derivatives_n_modes (derivatives);
  a->n_base = a->base->n_events;
  a->initial = initial;
  a->owned_names = make_names (a, names);
  lab_sensitivity_allocate (a, size, scale);
  a->t_start = isnan (problem->t_start) ? model_system_t_start (model) : problem->t_start;
  a->t_end = isnan (problem->t_end) ? model_system_t_end (model) : problem->t_end;
  a->span = a->t_end > a->t_start ? a->t_end - a->t_start : 1;
  model_derivatives_span (derivatives, model, a->dt_start, a->dt_end);
  if (!isnan (problem->t_start))
    memset (a->dt_start, 0, sizeof (double) * (gsize)a->m);
  if (!isnan (problem->t_end))
    memset (a->dt_end, 0, sizeof (double) * (gsize)a->m);
  make_pattern (a);
  make_events (a);
  refuse_random (a, problem->instance.random);
  return make_system (a);
}
