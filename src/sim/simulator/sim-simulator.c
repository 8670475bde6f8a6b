/* Makes, configures and frees simulators: chooses the integrator for the settings, keeps the statistics over several
 * integrators, and connects sinks and tape. Other files of this folder take the steps (sim-advance.c). */
#include "sim-simulator.h"

#include <math.h>
#include <string.h>

#include "ode-consistent.h"
#include "sim-switch-private.h"
#include "sim-witness-private.h"

static gboolean
row_values (gpointer self, double t, double *values)
{
  SimSimulator *simulator = self;
  const double *x = sim_x (simulator);
  SimSystem *system = simulator->system;
  if (t != sim_t (simulator))
    {
      double t1 = sim_t_previous (simulator);
      if (simulator->integrator != NULL && t < t1 && t >= simulator->t_step)
        {
          /* A step that is repeated after an event search may consist of several short steps. Dense output covers only the last of these;
           * the state in the others is interpolated linearly. */
          const double *x1 = ode_integrator_x_previous (simulator->integrator);
          for (int i = 0; i < system->ode->n_states; i++)
            simulator->x_before[i]
                = simulator->x_step[i] + (t - simulator->t_step) / (t1 - simulator->t_step) * (x1[i] - simulator->x_step[i]);
        }
      else if (sim_motion_interpolate (simulator, t, simulator->x_before) != ODE_DONE)
        return FALSE;
      x = simulator->x_before;
    }
  if (system->columns != NULL)
    system->columns (system->self, t, x, simulator->d, values);
  return TRUE;
}

static void
on_attempt (void *user, const OdeAttempt *attempt)
{
  SimSimulator *simulator = user;
  if (attempt->outcome == ODE_ATTEMPT_CUT_BY_EVENT)
    {
      /* The held attempt is the record of the same step as accepted. It is discarded, so that the step is recorded only once, with the
       * outcome of this attempt. */
      simulator->is_holding = FALSE;
      if (attempt->clamp == ODE_CLAMP_SWITCH)
        simulator->cut_by_switch++;
      else
        simulator->cut_by_event++;
      if (simulator->tape != NULL)
        sim_tape_append (simulator->tape, attempt);
      return;
    }
  if (attempt->outcome == ODE_ATTEMPT_STOPPED)
    simulator->stopped++;
  sim_simulator_flush_attempt (simulator);
  if (attempt->worst[0] >= 0 && attempt->worst[0] < simulator->system->ode->n_states)
    simulator->limited[attempt->worst[0]]++;
  if (simulator->tape == NULL)
    return;
  simulator->held = *attempt;
  /* If this step has no estimate, use that of an earlier step, because |λ| changes slowly. */
  if (!(attempt->spectral_radius > 0))
    simulator->held.spectral_radius = (float) simulator->radius;
  simulator->is_holding = TRUE;
  if (attempt->outcome != ODE_ATTEMPT_ACCEPTED)
    sim_simulator_flush_attempt (simulator);
}

void
sim_simulator_flush_attempt (SimSimulator *simulator)
{
  if (!simulator->is_holding)
    return;
  simulator->is_holding = FALSE;
  sim_tape_append (simulator->tape, &simulator->held);
}

static void
take_own_settings (SimSimulator *simulator)
{
  const SimConfig *config = simulator->config;
  simulator->profile = sim_config_profile (config);
  simulator->isolation = sim_config_get_choice (config, "isolation_method");
  simulator->isolation_width = sim_config_get_number (config, "isolation");
  simulator->isolation_accuracy = sim_config_get_number (config, "isolation_accuracy");
  int guard = (int) sim_config_get_number (config, "guard");
  simulator->by_ranges = sim_config_get_boolean (config, "ranges") && simulator->system->witness_bounds != NULL
                         && simulator->isolation != SIM_ISOLATE_DRAKE && simulator->system->ode->n_states > 0;
  sim_passed_forget (simulator);
  simulator->suppress_initialization = sim_config_get_boolean (config, "suppress_initialization");
  simulator->exact_publish = sim_config_get_choice (config, "publish") == SIM_PUBLISH_EXACT;
  if (guard != simulator->guard || simulator->samples == NULL)
    {
      simulator->guard = guard;
      /* The samples are both ends, the guard points, at most 20 points
       * close to the start (NEAR_POWERS in sim-witness-search.c), and those of sim_resolve_changes. */
      simulator->n_samples_max = guard + SIM_SEARCH_MOST_SAMPLES;
      g_free (simulator->samples);
      g_free (simulator->sample_g);
      simulator->samples = g_new0 (double, (gsize) simulator->n_samples_max);
      simulator->sample_g = g_new0 (double, (gsize) simulator->n_samples_max * (gsize) (simulator->system->n_events + 1));
    }
}

/* Adds the counters of an integrator that will be replaced to the counters
 * of the run. */
static void
keep_statistics (SimSimulator *simulator)
{
  OdeStatistics sum = *ode_integrator_statistics (simulator->integrator);
  ode_statistics_add (&sum, &simulator->ode_before);
  simulator->ode_before = sum;
}

/* Returns whether the settings need another integrator: a different method,
 * different options, or error control switched on or off. Other settings are
 * changed in the existing integrator. */
static gboolean
needs_new_integrator (const SimSimulator *simulator, const OdeMethod *method, const OdeSettings *settings)
{
  const OdeSettings *old = &simulator->settings;
  if (simulator->integrator == NULL || method != simulator->method || settings->error_control != old->error_control
      || settings->error_control_explicit != old->error_control_explicit || settings->n_options != old->n_options)
    return TRUE;
  return settings->n_options > 0;
}

/* Passes the method and gains of constraint stabilization to the model. */
static void
settle_with_model (SimSimulator *simulator, const OdeSettings *settings)
{
  ModelSystem *model = sim_system_model (simulator->system);
  if (model != NULL)
    model_system_set_stabilization (model, settings->stabilization, sim_config_get_number (simulator->config, "alpha"),
                                    sim_config_get_number (simulator->config, "beta"));
}

/* Implements OdeSettings.look by the function of the caller, which can change during the run. */
static bool
look (void *user)
{
  SimSimulator *simulator = user;

  return simulator->look == NULL || simulator->look (simulator->look_user);
}

/* Ends the rows of a step when the run is to be stopped. */
static gboolean
look_at_rows (gpointer user)
{
  SimSimulator *simulator = user;

  return !atomic_load_explicit (&simulator->stop, memory_order_relaxed) && look (simulator);
}

gboolean
sim_simulator_configure (SimSimulator *simulator, GError **error)
{
  const OdeSystem *ode = simulator->system->ode;
  const OdeMethod *method = sim_config_method (simulator->config);
  OdeSettings settings;
  char reason[512] = "";
  if (!sim_config_to_ode (simulator->config, ode->names, ode->n_states, simulator->t_start, simulator->t_end, &settings, error))
    return FALSE;
  g_autofree double *weights = g_new (double, (gsize) ode->n_states + 1);
  settle_with_model (simulator, &settings);
  gboolean has_weights;
  if (!sim_config_take_weights (simulator->config, sim_system_model (simulator->system), ode, weights, &has_weights, error))
    return FALSE;
  if (has_weights)
    settings.weights = weights; /* the integrator copies the array */
  settings.stop = &simulator->stop;
  settings.look = look;
  settings.look_user = simulator;
  settings.constraint_weights = simulator->constraint_weights;
  if (ode->n_states > 0 && needs_new_integrator (simulator, method, &settings))
    {
      OdeIntegrator *integrator = ode_integrator_new (method, ode, &settings, reason, sizeof reason);
      if (integrator == NULL)
        {
          g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, reason);
          return FALSE;
        }
      if (simulator->integrator != NULL && simulator->initialized)
        {
          keep_statistics (simulator);
          OdeStatus status = ode_integrator_initialize (integrator, sim_t (simulator), sim_x (simulator), simulator->t_end);
          if (status != ODE_DONE)
            {
              g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, ode_integrator_message (integrator));
              ode_integrator_free (integrator);
              return FALSE;
            }
        }
      ode_integrator_free (simulator->integrator);
      simulator->integrator = integrator;
    }
  else if (simulator->integrator != NULL
           && ode_integrator_set_settings (simulator->integrator, &settings, reason, sizeof reason) != ODE_DONE)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_SETTING, reason);
      return FALSE;
    }
  if (simulator->integrator != NULL)
    {
      ode_integrator_set_attempt_func (simulator->integrator, on_attempt, simulator);
      ode_integrator_count_worst (simulator->integrator, simulator->tape == NULL ? simulator->limited : NULL);
      ode_integrator_set_trace (simulator->integrator, simulator->trace, simulator->trace_user);
    }
  simulator->settings = settings;
  simulator->settings.weights = NULL; /* the array is freed below; the integrator has a copy */
  simulator->settings.constraint_weights = NULL;
  simulator->method = method;
  take_own_settings (simulator);
  sim_switch_configure (simulator);
  double rate = sim_config_get_number (simulator->config, "realtime_rate");
  if (rate != simulator->configured_rate)
    sim_throttle_rebase (&simulator->throttle, sim_t (simulator), rate);
  simulator->configured_rate = rate;
  return TRUE;
}

static void
allocate (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  gsize n = (gsize) system->ode->n_states + 1;
  gsize m = (gsize) system->n_discrete + 1;
  gsize k = (gsize) system->n_events + 1;
  simulator->x_empty = g_new0 (double, 1);
  simulator->d = g_new0 (double, m);
  simulator->x_before = g_new0 (double, n);
  simulator->d_before = g_new0 (double, m);
  simulator->x_plus = g_new0 (double, n);
  simulator->d_plus = g_new0 (double, m);
  simulator->x_scratch = g_new0 (double, n);
  simulator->slope = g_new0 (double, n);
  simulator->x_tangent = g_new0 (double, n);
  simulator->x_step = g_new0 (double, n);
  simulator->written = g_new0 (int, n + m);
  simulator->limited = g_new0 (gint64, n);
  simulator->peaks = g_new0 (double, 2 * n);
  simulator->events = g_new0 (SimEventState, k);
  simulator->witnesses = g_new0 (int, k);
  simulator->is_near = g_new0 (gboolean, k);
  simulator->certain = g_new (double, k);
  for (gsize event = 0; event < k; event++)
    simulator->certain[event] = NAN;
  simulator->g0 = g_new0 (double, k);
  simulator->g1 = g_new0 (double, k);
  simulator->g_scratch = g_new0 (double, k);
  simulator->crossings = g_new0 (SimCrossing, k);
  simulator->marks = g_array_new (FALSE, FALSE, sizeof (SimMark));
  simulator->mark_times = g_array_new (FALSE, FALSE, sizeof (double));
  for (int event = 0; event < system->n_events; event++)
    if (system->events[event].trigger == SIM_TRIGGER_WITNESS && system->events[event].direction != SIM_DIRECTION_NONE)
      simulator->witnesses[simulator->n_witnesses++] = event;
}

SimSimulator *
sim_simulator_new (SimSystem *system, const SimConfig *config, GError **error)
{
  SimSimulator *simulator = g_new0 (SimSimulator, 1);
  simulator->system = system;
  simulator->config = sim_config_copy (config);
  simulator->next_break = INFINITY;
  simulator->time_scale = 0.1;
  simulator->recorder = sim_recorder_new (system->n_columns, row_values, simulator);
  sim_recorder_set_look (simulator->recorder, look_at_rows, simulator);
  atomic_init (&simulator->stop, false);
  atomic_init (&simulator->pause, false);
  allocate (simulator);
  simulator->t_end = 1;
  sim_status_set (simulator, SIM_READY, NAN, g_strdup ("ready"));
  if (!sim_simulator_configure (simulator, error))
    {
      sim_simulator_free (simulator);
      return NULL;
    }
  sim_simulator_reset_statistics (simulator);
  return simulator;
}

void
sim_simulator_free (SimSimulator *simulator)
{
  if (simulator == NULL)
    return;
  sim_switch_free (simulator);
  ode_integrator_free (simulator->integrator);
  sim_recorder_free (simulator->recorder);
  sim_tape_unref (simulator->tape);
  sim_trajectory_unref (simulator->log);
  sim_config_free (simulator->config);
  sim_system_free (simulator->system);
  double *arrays[] = { simulator->x_empty, simulator->d, simulator->x_before, simulator->d_before, simulator->x_plus, simulator->d_plus,
                       simulator->x_scratch, simulator->slope, simulator->x_tangent, simulator->x_step, simulator->g0, simulator->g1,
                       simulator->g_scratch, simulator->samples, simulator->sample_g, simulator->parameters, simulator->constraint_weights };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_free (arrays[i]);
  g_free (simulator->written);
  g_free (simulator->is_near);
  g_free (simulator->certain);
  sim_resolve_free (simulator->resolve);
  sim_passed_free (simulator->passed_search);
  ode_consistent_free (simulator->consistent);
  g_free (simulator->limited);
  g_free (simulator->peaks);
  g_free (simulator->events);
  g_free (simulator->witnesses);
  g_free (simulator->crossings);
  g_array_unref (simulator->marks);
  g_array_unref (simulator->mark_times);
  g_clear_pointer (&simulator->edits, g_array_unref);
  g_free (simulator->anchor);
  g_free (simulator->message);
  g_free (simulator->cause);
  g_free (simulator->advice);
  g_free (simulator);
}

void
sim_simulator_add_sink (SimSimulator *simulator, SimSink *sink, const SimSamplingRule *rule)
{
  sim_recorder_add (simulator->recorder, sink, rule);
}

void
sim_simulator_set_tape (SimSimulator *simulator, SimTape *tape)
{
  sim_simulator_flush_attempt (simulator);
  sim_tape_unref (simulator->tape);
  simulator->tape = tape != NULL ? sim_tape_ref (tape) : NULL;
  if (simulator->integrator != NULL)
    ode_integrator_count_worst (simulator->integrator, tape == NULL ? simulator->limited : NULL);
  simulator->last_snapshot = 0;
}

void
sim_simulator_set_event_log (SimSimulator *simulator, SimTrajectory *trajectory)
{
  sim_trajectory_unref (simulator->log);
  simulator->log = trajectory != NULL ? sim_trajectory_ref (trajectory) : NULL;
}

gboolean
sim_simulator_finish (SimSimulator *simulator, GError **error)
{
  /* Finish the sinks even after an error: the rows written so far are complete.
   */
  gboolean logged = sim_dispatch_log (simulator, FALSE, TRUE, error);
  return sim_recorder_finish (simulator->recorder, sim_t (simulator), logged ? error : NULL) && logged;
}

void
sim_simulator_interrupt (SimSimulator *simulator)
{
  atomic_store_explicit (&simulator->stop, true, memory_order_relaxed);
}

void
sim_simulator_clear_interrupt (SimSimulator *simulator)
{
  atomic_store_explicit (&simulator->pause, false, memory_order_relaxed);
  atomic_store_explicit (&simulator->stop, false, memory_order_relaxed);
}

void
sim_simulator_pause (SimSimulator *simulator)
{
  atomic_store_explicit (&simulator->pause, true, memory_order_relaxed);
}

double
sim_simulator_t (const SimSimulator *simulator)
{
  return sim_t (simulator);
}

const double *
sim_simulator_x (const SimSimulator *simulator)
{
  return sim_x (simulator);
}

const double *
sim_simulator_d (const SimSimulator *simulator)
{
  return simulator->d;
}

gboolean
sim_simulator_has_pending (const SimSimulator *simulator)
{
  for (int event = 0; event < simulator->system->n_events; event++)
    if (simulator->events[event].due
        && (simulator->system->events[event].actions & (SIM_ACTION_UNRESTRICTED | SIM_ACTION_DISCRETE)) != 0)
      return TRUE;
  return FALSE;
}

const SimSystem *
sim_simulator_system (const SimSimulator *simulator)
{
  return simulator->system;
}

OdeIntegrator *
sim_simulator_integrator (SimSimulator *simulator)
{
  return simulator->integrator;
}

SimStatus
sim_simulator_status (const SimSimulator *simulator)
{
  return simulator->status;
}

double
sim_simulator_accuracy_in_use (const SimSimulator *simulator)
{
  return sim_motion_accuracy_in_use (simulator);
}

double
sim_simulator_isolation_window (const SimSimulator *simulator)
{
  return sim_witness_window (simulator);
}

SimStatistics
sim_simulator_statistics (const SimSimulator *simulator)
{
  SimStatistics statistics = {
    .steps_taken = simulator->steps_taken,
    .publishes = simulator->publishes,
    .discrete_updates = simulator->discrete_updates,
    .unrestricted_updates = simulator->unrestricted_updates,
    .witness_events = simulator->witness_events,
    .witness_iterations = simulator->witness_iterations,
    .cut_by_event = simulator->cut_by_event,
    .cut_by_switch = simulator->cut_by_switch,
    .stopped = simulator->stopped,
    .wall_seconds = simulator->wall_spent,
    .waited_seconds = simulator->wall_waited,
    .worst_state = -1,
    .passed = simulator->passed,
  };
  sim_switch_count (simulator, &statistics);
  statistics.uncontrolled = sim_uncontrolled_count (simulator);
  if (simulator->integrator != NULL)
    {
      const char *text = ode_integrator_linear_algebra (simulator->integrator);

      statistics.ode = *ode_integrator_statistics (simulator->integrator);
      ode_statistics_add (&statistics.ode, &simulator->ode_before);
      g_strlcpy (statistics.linear_algebra, text != NULL ? text : "", sizeof statistics.linear_algebra);
    }
  /* The measured rate does not include pauses between two calls of sim_simulator_advance_to. */
  double advanced = sim_t (simulator) - simulator->t_wall_start;
  statistics.actual_realtime_rate = advanced > 0 && simulator->wall_spent > 0 ? advanced / simulator->wall_spent : NAN;
  gint64 most = 0;
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    if (simulator->limited[i] > most)
      {
        most = simulator->limited[i];
        statistics.worst_state = i;
      }
  return statistics;
}

void
sim_simulator_set_switch_func (SimSimulator *simulator, SimSwitchFunc func, gpointer user)
{
  simulator->switch_func = func;
  simulator->switch_user = user;
}

gint64
sim_simulator_overwritten (const SimSimulator *simulator, int *event, double *t, int *state)
{
  if (simulator->n_overwritten > 0)
    {
      *event = simulator->overwritten_event;
      *t = simulator->overwritten_t;
      *state = simulator->overwritten_state;
    }
  return simulator->n_overwritten;
}

gint64
sim_simulator_statistics_steps (const SimSimulator *simulator)
{
  return simulator->steps_taken;
}

const SimConfig *
sim_simulator_config (const SimSimulator *simulator)
{
  return simulator->config;
}

void
sim_simulator_reset_statistics (SimSimulator *simulator)
{
  simulator->steps_taken = simulator->publishes = simulator->discrete_updates = simulator->unrestricted_updates = 0;
  simulator->witness_events = simulator->witness_iterations = simulator->cut_by_event = simulator->cut_by_switch = simulator->stopped = 0;
  simulator->t_wall_start = sim_t (simulator);
  simulator->wall_spent = 0;
  simulator->wall_waited = 0;
  memset (&simulator->ode_before, 0, sizeof simulator->ode_before);
  simulator->passed = (SimPassed){ 0 };
  simulator->usual_step = 0;
  memset (simulator->limited, 0, sizeof (gint64) * (gsize)(simulator->system->ode->n_states + 1));
  if (simulator->integrator != NULL)
    ode_integrator_reset_statistics (simulator->integrator);
  sim_throttle_rebase (&simulator->throttle, sim_t (simulator), simulator->throttle.rate);
}
