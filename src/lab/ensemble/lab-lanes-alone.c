/* Runs one member with the simulator instead of in a SIMD lane. This works for models with events, monitors, noise or constraints, and for
 * all methods. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-lanes-private.h"

typedef struct
{
  LabLanes *lanes;
  const LabLane *lane;
  SimSimulator *simulator;
  ModelSystem *system;
  double t;         /* time at the start of the current step */
  gboolean started;
  gboolean cancelled;
  gboolean captured; /* TRUE: the caller's watch (LabWatch) has ended the member */
  long steps;
} Watch;

static void
evaluate (gpointer user, double t, double *values)
{
  const Watch *watch = user;
  LabLanes *lanes = watch->lanes;
  OdeIntegrator *integrator = sim_simulator_integrator (watch->simulator);

  if (integrator == NULL)
    model_formulas_evaluate (lanes->formulas, watch->system, t, lanes->x, values);
  else if (ode_integrator_interpolate (integrator, t, lanes->x) == ODE_DONE)
    model_formulas_evaluate (lanes->formulas, watch->system, t, lanes->x, values);
  else
    for (int k = 0; k < lanes->n_formulas; k++)
      values[k] = NAN;
}

/* Is called after initialization and after each step, before the updates at the end of the
 * step. */
static SimHandlerStatus
watch_step (gpointer user, const SimSimulator *simulator)
{
  Watch *watch = user;
  LabLanes *lanes = watch->lanes;
  OdeIntegrator *integrator = sim_simulator_integrator (watch->simulator);
  double t1 = sim_simulator_t (simulator), t0 = watch->t;

  if (lanes->ensemble->watches_steps && watch->started && t1 > t0)
    {
      /* If the step was repeated in parts, its dense output covers only the last part. */
      if (integrator != NULL)
        t0 = ode_integrator_t_previous (integrator);
      for (int p = 0; p < LAB_STEP_POINTS; p++)
        evaluate (watch, p == LAB_STEP_POINTS - 1 ? t1 : t0 + (t1 - t0) * p / (LAB_STEP_POINTS - 1),
                  lanes->points + p * lanes->n_formulas);
      lab_observer_step (watch->lane->observer, t0, t1, lanes->points, evaluate, watch);
    }
  if (!watch->captured && lanes->watch != NULL && sim_simulator_x (simulator) != NULL)
    watch->captured = lab_lanes_watch (lanes, watch->lane, !watch->started, t1, sim_simulator_x (simulator));
  watch->started = TRUE;
  watch->t = t1;
  if (watch->captured)
    return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup ("") };
  if (++watch->steps % LAB_PROGRESS_STEPS != 0 || !lanes->source->cancelled (lanes->source->user))
    return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
  watch->cancelled = TRUE;
  return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup (_("cancelled")) };
}

static SimSimulator *
make_simulator (LabLanes *lanes, guint64 member, GError **error)
{
  const LabProblem *problem = &lanes->ensemble->problem;
  ModelInstance instance = problem->instance;
  ModelSystem *system;
  SimSystem *hybrid;

  if (!lanes->ensemble->is_sweep)
    instance.member = member;
  system = model_system_new (problem->model, &instance, error);
  if (system == NULL || !lab_lanes_set_member (lanes, system, member, error))
    {
      model_system_free (system);
      return NULL;
    }
  hybrid = sim_system_from_model (system);
  for (int i = 0; problem->events_off != NULL && i < hybrid->n_events; i++)
    if (g_hash_table_contains (problem->events_off, hybrid->events[i].name))
      sim_system_set_event_enabled (hybrid, i, FALSE);
  return sim_simulator_new (hybrid, lanes->config, error);
}

gboolean
lab_lanes_run_alone (LabLanes *lanes, const LabLane *lane, GError **error)
{
  guint64 member = lane->member;
  LabObserver *observer = lane->observer;
  g_autoptr (SimSimulator) simulator = make_simulator (lanes, member, error);
  Watch watch = { .lanes = lanes, .lane = lane, .simulator = simulator };
  LabOutcome outcome;
  double t_start, t_end;
  SimStatus status;

  if (simulator == NULL)
    return FALSE;
  watch.system = sim_system_model (sim_simulator_system (simulator));
  lab_lanes_span (lanes, watch.system, &t_start, &t_end);
  watch.t = t_start;
  if (!model_system_initial (watch.system, lanes->x, lanes->d, error))
    return FALSE;
  model_formulas_evaluate (lanes->formulas, watch.system, t_start, lanes->x, lanes->values);
  lab_observer_start (observer, t_start, t_end, lanes->values, lanes->varied);
  sim_simulator_set_monitor (simulator, watch_step, &watch);
  status = sim_simulator_initialize (simulator, t_start, NULL, NULL, t_end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, t_end);
  /* watch_step is not called for a step that ends with a failure or a termination. */
  if (!watch.cancelled && watch.started && sim_simulator_t (simulator) > watch.t)
    g_free (watch_step (&watch, simulator).message);
  if (watch.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  outcome = status.reason == SIM_REACHED_END ? LAB_MEMBER_ENDED
            : status.reason == SIM_TERMINATED ? LAB_MEMBER_TERMINATED : LAB_MEMBER_FAILED;
  if (lanes->watch != NULL)
    lanes->watch->end (lanes->watch->user, lane->memory, member, outcome, sim_simulator_t (simulator), sim_simulator_x (simulator));
  model_formulas_evaluate (lanes->formulas, watch.system, sim_simulator_t (simulator), sim_simulator_x (simulator), lanes->values);
  lab_observer_finish (observer, sim_simulator_t (simulator), lanes->values, lanes->columns);
  if (!lab_exponent_fill (lanes->exponent, lanes, member, outcome, sim_simulator_t (simulator), sim_simulator_x (simulator)))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  lanes->source->finished (lanes->source->user, member, outcome, outcome == LAB_MEMBER_ENDED ? "" : status.message, lanes->columns);
  return TRUE;
}
