/* Runs members with the simulator instead of in SIMD lanes. This works for models with monitors, noise or constraints, and for all methods.
 * Members of models with events use these functions for the steps outside their lanes (lab-lanes-events.c). */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-ensemble-run.h"
#include "lab-lanes-private.h"
#include "lab-progress-monitor.h"

static void
evaluate (gpointer user, double t, double *values)
{
  const LabAlone *alone = user;
  LabLanes *lanes = alone->lanes;
  OdeIntegrator *integrator = sim_simulator_integrator (alone->simulator);

  if (integrator == NULL)
    model_formulas_evaluate (lanes->formulas, alone->system, t, lanes->x, values);
  else if (ode_integrator_interpolate (integrator, t, lanes->x) == ODE_DONE)
    model_formulas_evaluate (lanes->formulas, alone->system, t, lanes->x, values);
  else
    for (int k = 0; k < lanes->n_formulas; k++)
      values[k] = NAN;
}

/* Is called after initialization and after each step, before the updates at the end of the
 * step. */
static SimHandlerStatus
watch_step (gpointer user, const SimSimulator *simulator)
{
  LabAlone *alone = user;
  LabLanes *lanes = alone->lanes;
  OdeIntegrator *integrator = sim_simulator_integrator (alone->simulator);
  double t1 = sim_simulator_t (simulator), t0 = alone->t;

  if (alone->is_observed)
    {
      alone->t = t1;
      return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
    }
  if (lanes->ensemble->watches_steps && alone->started && t1 > t0)
    {
      /* If the step was repeated in parts, its dense output covers only the last part. */
      if (integrator != NULL)
        t0 = ode_integrator_t_previous (integrator);
      for (int p = 0; p < LAB_STEP_POINTS; p++)
        evaluate (alone, p == LAB_STEP_POINTS - 1 ? t1 : t0 + (t1 - t0) * p / (LAB_STEP_POINTS - 1),
                  lanes->points + p * lanes->n_formulas);
      lab_observer_step (alone->lane->observer, t0, t1, lanes->points, evaluate, alone);
    }
  if (!alone->captured && lanes->watch != NULL && sim_simulator_x (simulator) != NULL)
    alone->captured = lab_lanes_watch (lanes, alone->lane, !alone->started, t1, sim_simulator_x (simulator));
  alone->started = TRUE;
  alone->t = t1;
  if (alone->captured)
    return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup ("") };
  if (++alone->steps % LAB_PROGRESS_STEPS != 0 || !lanes->source->cancelled (lanes->source->user))
    return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
  alone->cancelled = TRUE;
  return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup (_("cancelled")) };
}

/* Looks for a cancel inside long steps. */
static gboolean
look (gpointer user)
{
  LabAlone *alone = user;
  const LabLanes *lanes = alone->lanes;

  if (!alone->cancelled && ++alone->looks % lab_progress_steps (lanes->n_states) == 0)
    alone->cancelled = lanes->source->cancelled (lanes->source->user);
  return !alone->cancelled;
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

LabAlone *
lab_alone_new (LabLanes *lanes, guint64 member, GError **error)
{
  SimSimulator *simulator = make_simulator (lanes, member, error);
  LabAlone *alone;

  if (simulator == NULL)
    return NULL;
  alone = g_new0 (LabAlone, 1);
  *alone = (LabAlone) { .lanes = lanes, .simulator = simulator, .system = sim_system_model (sim_simulator_system (simulator)) };
  sim_simulator_set_monitor (simulator, watch_step, alone);
  sim_simulator_set_look (simulator, look, alone);
  return alone;
}

void
lab_alone_free (LabAlone *alone)
{
  if (alone == NULL)
    return;
  sim_simulator_free (alone->simulator);
  g_free (alone);
}

gboolean
lab_alone_begin (LabAlone *alone, LabLane *lane, SimStatus *status, GError **error)
{
  LabLanes *lanes = alone->lanes;
  double t_start;

  lab_lanes_span (lanes, alone->system, &t_start, &lane->t_end);
  alone->lane = lane;
  alone->t = t_start;
  alone->started = alone->cancelled = alone->captured = alone->is_observed = FALSE;
  alone->steps = alone->looks = 0;
  if (!model_system_initial (alone->system, lanes->x, lanes->d, error))
    return FALSE;
  if (model_system_n_discrete (alone->system) > 0)
    model_system_set_discrete (alone->system, lanes->d);
  model_formulas_evaluate (lanes->formulas, alone->system, t_start, lanes->x, lanes->values);
  lab_observer_start (lane->observer, t_start, lane->t_end, lanes->values, lanes->varied);
  *status = sim_simulator_initialize (alone->simulator, t_start, NULL, NULL, lane->t_end, FALSE);
  return TRUE;
}

gboolean
lab_alone_finish (LabAlone *alone, SimStatus status, GError **error)
{
  LabLanes *lanes = alone->lanes;
  const SimSimulator *simulator = alone->simulator;
  guint64 member = alone->lane->member;
  LabOutcome outcome = status.reason == SIM_REACHED_END ? LAB_MEMBER_ENDED
                       : status.reason == SIM_TERMINATED ? LAB_MEMBER_TERMINATED : LAB_MEMBER_FAILED;
  double t = sim_simulator_t (simulator);
  const double *x = sim_simulator_x (simulator);

  /* watch_step is not called for a step that ends with a failure or a termination. */
  if (!alone->cancelled && alone->started && t > alone->t)
    g_free (watch_step (alone, simulator).message);
  if (alone->cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  if (lanes->watch != NULL)
    lanes->watch->end (lanes->watch->user, alone->lane->memory, member, outcome, t, x);
  model_formulas_evaluate (lanes->formulas, alone->system, t, x, lanes->values);
  lab_observer_finish (alone->lane->observer, t, lanes->values, lanes->columns);
  if (!lab_exponent_fill (lanes->exponent, lanes, member, outcome, t, x))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  lab_lanes_deliver (lanes, member, outcome, outcome == LAB_MEMBER_ENDED ? "" : status.message);
  return TRUE;
}

gboolean
lab_lanes_run_alone (LabLanes *lanes, LabLane *lane, GError **error)
{
  LabAlone *alone = lab_alone_new (lanes, lane->member, error);
  gboolean done = FALSE;
  SimStatus status;

  if (alone != NULL && lab_alone_begin (alone, lane, &status, error))
    {
      if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
        status = sim_simulator_advance_to (alone->simulator, lane->t_end);
      done = lab_alone_finish (alone, status, error);
    }
  lab_alone_free (alone);
  return done;
}

char *
lab_ensemble_passed_over (const LabEnsemble *ensemble, guint64 member, const LabProgress *progress)
{
  g_autoptr (LabLanes) lanes = lab_lanes_new (ensemble, 1, NULL);
  LabAlone *alone = lanes != NULL ? lab_alone_new (lanes, member, NULL) : NULL;
  LabProgressMonitor monitor = { .progress = progress };
  const OdeSystem *ode;
  char *sentence = NULL;
  SimStatistics statistics;
  SimStatus status;

  if (alone == NULL)
    return NULL;
  lab_lanes_span (lanes, alone->system, &monitor.t_start, &monitor.t_end);
  lab_progress_monitor_attach (&monitor, alone->simulator);
  status = sim_simulator_initialize (alone->simulator, monitor.t_start, NULL, NULL, monitor.t_end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    sim_simulator_advance_to (alone->simulator, monitor.t_end);
  statistics = sim_simulator_statistics (alone->simulator);
  ode = sim_simulator_system (alone->simulator)->ode;
  if (statistics.passed.n_steps > 0)
    sentence = sim_passed_sentence (&statistics.passed, ode->names);
  lab_alone_free (alone);
  return sentence;
}
