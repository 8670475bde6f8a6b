/* Makes the engine of ensembles, and sets its model instance to the values of a member. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-lanes-private.h"
#include "model-distribution.h"
#include "model-system-switches.h"
#include "ode-random.h"

/* ---- values of a member ---- */

static double
draw_value (const LabVary *vary, const double *a, guint64 seed, guint64 member)
{
  OdeRandomStream stream = { seed, (uint32_t) member, vary->stream };

  switch (vary->draw)
    {
    case MODEL_DRAW_NORMAL:
      return ode_random_normal (&stream, 0, a[0], a[1]);
    case MODEL_DRAW_UNIFORM:
      return ode_random_uniform (&stream, 0, a[0], a[1]);
    case MODEL_DRAW_LOGNORMAL:
      return ode_random_lognormal (&stream, 0, a[0], a[1]);
    case MODEL_DRAW_EXPONENTIAL:
      return ode_random_exponential (&stream, 0, a[0]);
    case MODEL_DRAW_CHOICE:
      return a[ode_random_choice (&stream, 0, vary->n_arguments)];
    default:
      return a[0];
    }
}

gboolean
lab_lanes_set_member (LabLanes *lanes, ModelSystem *system, guint64 member, GError **error)
{
  const LabEnsemble *ensemble = lanes->ensemble;
  const LabProblem *problem = &ensemble->problem;
  gboolean sets_parameters = FALSE;

  if (system == lanes->system)
    lanes->member_of_system = G_MAXUINT64;
  model_system_begin_member (system, ensemble->is_sweep ? problem->instance.member : member);
  if (problem->prepare != NULL && !problem->prepare (system, problem->user, error))
    return FALSE;
  for (guint k = 0; k < ensemble->varied->len; k++)
    {
      const LabVary *vary = &g_array_index (ensemble->varied, LabVary, k);
      double value;

      if (vary->n_values > 0)
        value = lab_vary_axis_value (vary, member / vary->stride % (guint64) vary->n_values);
      else if (vary->value != NULL)
        value = vary->value (vary->user, member);
      else
        {
          double *inputs = expr_workspace_inputs (lanes->draws[k]), a[64];

          inputs[0] = (double) member;
          inputs[1] = (double) ensemble->n_members;
          expr_workspace_run (lanes->draws[k], a);
          value = draw_value (vary, a, problem->instance.seed, member);
        }
      lanes->varied[k] = value;
      if (!isfinite (value))
        {
          g_set_error (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("'%s' is not a finite number for member %lu"), vary->name, (gulong) member);
          return FALSE;
        }
      if (vary->initial >= 0)
        model_system_set_initial_at (system, vary->initial, value);
      else
        {
          if (!sets_parameters)
            model_system_get_parameters (system, lanes->parameters);
          sets_parameters = TRUE;
          lanes->parameters[vary->parameter] = value;
        }
    }
  if (sets_parameters)
    model_system_set_parameters (system, lanes->parameters);
  return TRUE;
}

gboolean
lab_lanes_draw (LabLanes *lanes, guint64 member, double *values, GError **error)
{
  if (!lab_lanes_set_member (lanes, lanes->system, member, error))
    return FALSE;
  memcpy (values, lanes->varied, lanes->ensemble->varied->len * sizeof (double));
  return TRUE;
}

/* This cannot fail, because the same values were set when the member started. */
void
lab_lanes_recall (LabLanes *lanes, guint64 member)
{
  if (lanes->member_of_system == member)
    return;
  lab_lanes_set_member (lanes, lanes->system, member, NULL);
  if (model_system_n_discrete (lanes->system) > 0)
    {
      model_system_initial (lanes->system, lanes->x, lanes->d, NULL);
      model_system_set_discrete (lanes->system, lanes->d);
    }
  lanes->member_of_system = member;
}

void
lab_lanes_span (const LabLanes *lanes, const ModelSystem *system, double *t_start, double *t_end)
{
  const LabProblem *problem = &lanes->ensemble->problem;

  *t_start = isnan (problem->t_start) ? model_system_t_start (system) : problem->t_start;
  *t_end = isnan (problem->t_end) ? model_system_t_end (system) : problem->t_end;
}

/* ---- creation and destruction of engines ---- */

static gboolean
is_on (const LabLanes *lanes, const ModelEvent *event)
{
  GHashTable *off = lanes->ensemble->problem.events_off;

  return off == NULL || !g_hash_table_contains (off, event->name);
}

static gboolean
integrates_again (const LabLanes *lanes)
{
  return (SimIsolation) sim_config_get_choice (lanes->config, "isolation_method") == SIM_ISOLATE_DRAKE;
}

/* Returns whether an event can change a run. Other events only record times, which an ensemble does not use, and do not affect the steps
 * (sim_event_is_observed). A step ends at a time with a condition, which is read there. */
static gboolean
has_acting_event (const LabLanes *lanes)
{
  gboolean cuts_steps = sim_config_profile (lanes->config) == SIM_PROFILE_SIMBODY || integrates_again (lanes);

  for (int k = 0; k < model_system_n_events (lanes->system); k++)
    {
      const ModelEvent *event = model_system_event (lanes->system, k);

      gboolean reads = event->has_while && event->trigger != MODEL_TRIGGER_CROSSING;

      if (is_on (lanes, event) && (cuts_steps || reads || event->publish || model_event_acts (event)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_event_of_each_step (const LabLanes *lanes)
{
  for (int k = 0; k < model_system_n_events (lanes->system); k++)
    if (model_system_event (lanes->system, k)->trigger == MODEL_TRIGGER_EACH_STEP)
      return TRUE;
  return FALSE;
}

/* Prepares the witnesses of the crossing events. All of them are needed, since an event without actions too affects where the simulator
 * looks for crossings. Returns FALSE if vector code cannot evaluate them. */
static gboolean
make_witnesses (LabLanes *lanes)
{
  ModelSystem *system = lanes->system;
  int n = model_system_n_events (system);

  lanes->witnesses = g_new0 (LabWitness, n + 1);
  lanes->g0 = g_aligned_alloc0 ((gsize) n + 1, MODEL_LANES * sizeof (double), 64);
  lanes->g1 = g_aligned_alloc0 ((gsize) n + 1, MODEL_LANES * sizeof (double), 64);
  lanes->n_guards = (int) sim_config_get_number (lanes->config, "guard");
  lanes->has_bounds = sim_config_get_boolean (lanes->config, "ranges");
  double **rows[] = { &lanes->lo, &lanes->hi, &lanes->trusted_lo, &lanes->trusted_hi };
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    *rows[k] = g_aligned_alloc0 ((gsize) lanes->n_states + 1, MODEL_LANES * sizeof (double), 64);
  lanes->box_lo = g_new0 (double, lanes->n_states + 1);
  lanes->box_hi = g_new0 (double, lanes->n_states + 1);
  for (int k = 0; k < n; k++)
    {
      const ModelEvent *event = model_system_event (system, k);

      if (event->trigger == MODEL_TRIGGER_CROSSING)
        lanes->witnesses[lanes->n_witnesses++] = (LabWitness) {
          .event = k, .falls = is_on (lanes, event) && event->direction != MODEL_DIRECTION_RISING,
          .rises = is_on (lanes, event) && event->direction != MODEL_DIRECTION_FALLING,
        };
    }
  return lanes->n_witnesses == 0 || model_lanes_need_witnesses (lanes->model_lanes, system);
}

/* Makes the integrator and the lanes, or sets the reason why members must run one after another. Returns FALSE with an error if the
 * settings are wrong. */
static gboolean
make_lanes (LabLanes *lanes, GError **error)
{
  ModelSystem *system = lanes->system;
  const OdeSystem *ode = model_system_ode (system);
  double t_start, t_end, *weights = lanes->points;
  gboolean has_weights;
  char reason[512] = "";

  lab_lanes_span (lanes, system, &t_start, &t_end);
  lanes->has_events = has_acting_event (lanes);
  if (ode->n_states == 0)
    lanes->refusal = _("the model has no continuous states");
  else if (model_system_n_monitors (system) > 0)
    lanes->refusal = _("the model has monitors");
  else if (lanes->has_events && has_event_of_each_step (lanes))
    lanes->refusal = _("the model has an event that happens at each step");
  else if (lanes->has_events && integrates_again (lanes))
    lanes->refusal = _("steps are integrated again to locate events");
  else if (isfinite (model_system_next_break (system, t_start)))
    lanes->refusal = _("the right-hand side jumps at given times");
  else if (model_system_n_switches (system) > 0 && sim_config_get_boolean (lanes->config, "switches"))
    lanes->refusal = _("steps end at conditions of the right-hand side");
  else if (sim_config_profile (lanes->config) == SIM_PROFILE_DRAKE)
    lanes->refusal = _("profile drake has its own step control");
  if (lanes->refusal != NULL)
    return TRUE;
  if (!sim_config_to_ode (lanes->config, ode->names, ode->n_states, t_start, t_end, &lanes->settings, error)
      || !sim_config_take_weights (lanes->config, system, ode, weights, &has_weights, error))
    return FALSE;
  if (has_weights)
    lanes->settings.weights = weights;
  lanes->integrator = ode_integrator_new (sim_config_method (lanes->config), ode, &lanes->settings, reason, sizeof reason);
  if (lanes->integrator == NULL)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, reason);
      return FALSE;
    }
  lanes->model_lanes = model_lanes_new (system);
  if (lanes->model_lanes != NULL && (!lanes->has_events || make_witnesses (lanes))
      && model_system_initial (system, lanes->x, lanes->d, NULL)
      && ode_integrator_initialize (lanes->integrator, t_start, lanes->x, t_end) == ODE_DONE)
    {
      gboolean is_implicit = (sim_config_method (lanes->config)->traits & ODE_TRAIT_IMPLICIT) != 0
                             && model_lanes_need_derivatives (lanes->model_lanes, system);

      lanes->lane_system = (OdeLaneSystem) {
        .self = lanes->model_lanes, .n_states = ode->n_states, .time_dependent = ode->time_dependent,
        .t = model_lanes_t (lanes->model_lanes), .x = model_lanes_x (lanes->model_lanes), .dxdt = model_lanes_dxdt (lanes->model_lanes),
        .rhs = model_lanes_rhs, .jacobian = is_implicit ? model_lanes_jacobian (lanes->model_lanes) : NULL,
        .time_derivative = model_lanes_time_derivative (lanes->model_lanes), .evaluate_derivatives = model_lanes_derivatives, .n_pairs = ode->n_pairs, .pairs = ode->pairs,
      };
      /* Lanes have no shorter steps for dense output. */
      if (!ode_integrator_takes_short_steps (lanes->integrator) || !(lanes->has_events || lanes->ensemble->watches_steps))
        lanes->lanes = ode_lanes_new (lanes->integrator, &lanes->lane_system);
    }
  if (lanes->lanes == NULL)
    lanes->refusal = _("vector code supports neither this method nor one of the settings");
  return TRUE;
}

LabLanes *
lab_lanes_new (const LabEnsemble *ensemble, int n_lanes, GError **error)
{
  g_autoptr (LabLanes) lanes = g_new0 (LabLanes, 1);
  const LabProblem *problem = &ensemble->problem;
  int n;

  lanes->ensemble = ensemble;
  lanes->width = CLAMP (n_lanes, 1, MODEL_LANES);
  lanes->config = sim_config_copy (problem->config);
  sim_config_set (lanes->config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  lanes->formulas = model_formulas_copy (ensemble->formulas);
  lanes->n_formulas = model_formulas_n (ensemble->formulas);
  lanes->draws = g_new0 (ExprWorkspace *, ensemble->varied->len + 1);
  for (guint k = 0; k < ensemble->varied->len; k++)
    {
      if (g_array_index (ensemble->varied, LabVary, k).program == NULL)
        continue;
      lanes->draws[k] = expr_workspace_new (g_array_index (ensemble->varied, LabVary, k).program);
      expr_workspace_prepare (lanes->draws[k]);
    }
  lanes->system = model_system_new (problem->model, &problem->instance, error);
  if (lanes->system == NULL)
    return NULL;
  n = lanes->n_states = model_system_n_states (lanes->system);
  lanes->x = g_new0 (double, n + 1);
  lanes->d = g_new0 (double, model_system_n_discrete (lanes->system) + 1);
  lanes->varied = g_new0 (double, ensemble->varied->len + 1);
  lanes->parameters = g_new0 (double, model_system_n_parameter_values (lanes->system) + 1);
  lanes->values = g_new0 (double, lanes->n_formulas + 1);
  lanes->columns = g_new0 (double, ensemble->n_columns);
  lanes->rows = g_aligned_alloc0 (LAB_STEP_POINTS * (gsize) lanes->n_formulas + 1, MODEL_LANES * sizeof (double), 64);
  lanes->points = g_new0 (double, MAX (LAB_STEP_POINTS * lanes->n_formulas, n) + 1);
  if (!lab_lanes_set_member (lanes, lanes->system, 0, error) || !make_lanes (lanes, error))
    return NULL;
  lanes->exponent = lab_exponent_new (ensemble, error);
  if (lanes->exponent == NULL)
    return NULL;
  for (int k = 0; k < lanes->width; k++)
    lanes->lane[k].observer = lab_observer_new (ensemble);
  return g_steal_pointer (&lanes);
}

void
lab_lanes_free (LabLanes *lanes)
{
  if (lanes == NULL)
    return;
  for (int k = 0; k < MODEL_LANES; k++)
    {
      lab_observer_free (lanes->lane[k].observer);
      lab_alone_free (lanes->lane[k].alone);
      g_free (lanes->lane[k].memory);
    }
  for (guint k = 0; lanes->draws != NULL && k < lanes->ensemble->varied->len; k++)
    expr_workspace_free (lanes->draws[k]);
  g_free (lanes->draws);
  ode_lanes_free (lanes->lanes);
  model_lanes_free (lanes->model_lanes);
  ode_integrator_free (lanes->integrator);
  model_formulas_free (lanes->formulas);
  lab_exponent_free (lanes->exponent);
  model_system_free (lanes->system);
  sim_config_free (lanes->config);
  g_free (lanes->x);
  g_free (lanes->d);
  g_free (lanes->varied);
  g_free (lanes->parameters);
  g_free (lanes->values);
  g_free (lanes->columns);
  g_free (lanes->points);
  g_aligned_free (lanes->rows);
  g_free (lanes->witnesses);
  g_aligned_free (lanes->lo);
  g_aligned_free (lanes->hi);
  g_aligned_free (lanes->trusted_lo);
  g_aligned_free (lanes->trusted_hi);
  g_free (lanes->box_lo);
  g_free (lanes->box_hi);
  g_aligned_free (lanes->g0);
  g_aligned_free (lanes->g1);
  g_free (lanes);
}
