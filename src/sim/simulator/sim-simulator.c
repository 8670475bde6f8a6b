#include "sim-simulator.h"

#include <math.h>
#include <string.h>

#include "sim-loop-private.h"

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
          /* A repeated step that took several short steps: dense output covers the last one, a straight line the others. */
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
      /* The held attempt is the same step, recorded as accepted. It goes to the tape once, with this outcome. */
      simulator->is_holding = FALSE;
      simulator->cut_by_event++;
      if (simulator->tape != NULL)
        sim_tape_append (simulator->tape, attempt);
      return;
    }
  sim_simulator_flush_attempt (simulator);
  if (attempt->worst[0] >= 0 && attempt->worst[0] < simulator->system->ode->n_states)
    simulator->limited[attempt->worst[0]]++;
  if (simulator->tape == NULL)
    return;
  simulator->held = *attempt;
  /* The estimate belongs to an earlier step; |λ| changes slowly. */
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
  simulator->exact_publish = sim_config_get_choice (config, "publish") == SIM_PUBLISH_EXACT;
  if (guard != simulator->guard || simulator->samples == NULL)
    {
      simulator->guard = guard;
      /* Both ends, guard points, and at most 20 points close to the start (NEAR_POWERS in sim-witness.c). */
      simulator->n_samples_max = guard + 2 + 24;
      g_free (simulator->samples);
      g_free (simulator->sample_g);
      simulator->samples = g_new0 (double, (gsize) simulator->n_samples_max);
      simulator->sample_g = g_new0 (double, (gsize) simulator->n_samples_max * (gsize) (simulator->system->n_events + 1));
    }
}

/* Adds the counters of an integrator that will be replaced to those of the run. */
static void
keep_statistics (SimSimulator *simulator)
{
  const OdeStatistics *now = ode_integrator_statistics (simulator->integrator);
  OdeStatistics *sum = &simulator->ode_before;
  sum->steps_taken += now->steps_taken;
  sum->steps_attempted += now->steps_attempted;
  sum->rejected_error += now->rejected_error;
  sum->rejected_newton += now->rejected_newton;
  sum->rejected_undefined += now->rejected_undefined;
  sum->substep_failures += now->substep_failures;
  sum->shrinkages_error += now->shrinkages_error;
  sum->shrinkages_failure += now->shrinkages_failure;
  sum->rhs_evaluations += now->rhs_evaluations;
  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    sum->rhs_by_purpose[i] += now->rhs_by_purpose[i];
  sum->jacobian_evaluations += now->jacobian_evaluations;
  sum->jacobian_rhs_evaluations += now->jacobian_rhs_evaluations;
  sum->factorizations += now->factorizations;
  sum->newton_iterations += now->newton_iterations;
  sum->projections += now->projections;
  sum->projection_failures += now->projection_failures;
}

static OdeStatistics
add_statistics (const OdeStatistics *before, const OdeStatistics *now)
{
  OdeStatistics sum = *now;
  sum.steps_taken += before->steps_taken;
  sum.steps_attempted += before->steps_attempted;
  sum.rejected_error += before->rejected_error;
  sum.rejected_newton += before->rejected_newton;
  sum.rejected_undefined += before->rejected_undefined;
  sum.substep_failures += before->substep_failures;
  sum.shrinkages_error += before->shrinkages_error;
  sum.shrinkages_failure += before->shrinkages_failure;
  sum.rhs_evaluations += before->rhs_evaluations;
  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    sum.rhs_by_purpose[i] += before->rhs_by_purpose[i];
  sum.jacobian_evaluations += before->jacobian_evaluations;
  sum.jacobian_rhs_evaluations += before->jacobian_rhs_evaluations;
  sum.factorizations += before->factorizations;
  sum.newton_iterations += before->newton_iterations;
  sum.projections += before->projections;
  sum.projection_failures += before->projection_failures;
  return sum;
}

/* Whether the settings need another integrator: one of another method, with other options, or with error control switched on or off. Other
 * settings change in place. */
static gboolean
needs_new_integrator (const SimSimulator *simulator, const OdeMethod *method, const OdeSettings *settings)
{
  const OdeSettings *old = &simulator->settings;
  if (simulator->integrator == NULL || method != simulator->method || settings->error_control != old->error_control
      || settings->error_control_explicit != old->error_control_explicit || settings->n_options != old->n_options)
    return TRUE;
  return settings->n_options > 0;
}

/* Passes the stabilization to the model and takes the weights of its states. Returns the array that settings->weights points to; the
 * integrator copies it, the caller frees it. */
static double *
settle_with_model (SimSimulator *simulator, OdeSettings *settings)
{
  ModelSystem *model = sim_system_model (simulator->system);
  double *weights;
  if (model == NULL)
    return NULL;
  model_system_set_stabilization (model, settings->stabilization, sim_config_get_number (simulator->config, "alpha"),
                                  sim_config_get_number (simulator->config, "beta"));
  weights = g_new0 (double, simulator->system->ode->n_states + 1);
  if (model_system_weights (model, weights))
    settings->weights = weights;
  return weights;
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
  g_autofree double *weights G_GNUC_UNUSED = settle_with_model (simulator, &settings); /* settings points to it */
  settings.stop = &simulator->stop;
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
    ode_integrator_set_attempt_func (simulator->integrator, on_attempt, simulator);
  simulator->settings = settings;
  simulator->settings.weights = NULL; /* freed below; the integrator has a copy */
  simulator->method = method;
  take_own_settings (simulator);
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
  simulator->x_step = g_new0 (double, n);
  simulator->written = g_new0 (int, n + m);
  simulator->limited = g_new0 (long, n);
  simulator->events = g_new0 (SimEventState, k);
  simulator->witnesses = g_new0 (int, k);
  simulator->g0 = g_new0 (double, k);
  simulator->g1 = g_new0 (double, k);
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
  simulator->recorder = sim_recorder_new (system->n_columns, row_values, simulator);
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
  ode_integrator_free (simulator->integrator);
  sim_recorder_free (simulator->recorder);
  sim_tape_unref (simulator->tape);
  sim_trajectory_unref (simulator->log);
  sim_config_free (simulator->config);
  sim_system_free (simulator->system);
  double *arrays[] = { simulator->x_empty, simulator->d, simulator->x_before, simulator->d_before, simulator->x_plus, simulator->d_plus,
                       simulator->x_scratch, simulator->x_step, simulator->g0, simulator->g1, simulator->samples, simulator->sample_g,
                       simulator->parameters };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_free (arrays[i]);
  g_free (simulator->written);
  g_free (simulator->limited);
  g_free (simulator->events);
  g_free (simulator->witnesses);
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
  /* Finish the sinks in any case: their rows are complete up to here. */
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
sim_simulator_isolation_window (const SimSimulator *simulator)
{
  return sim_witness_window (simulator, sim_t (simulator) - sim_t_previous (simulator));
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
    .cut_by_event = simulator->cut_by_event,
    .wall_seconds = simulator->wall_spent,
    .waited_seconds = simulator->wall_waited,
    .worst_state = -1,
  };
  if (simulator->integrator != NULL)
    {
      const char *text = ode_integrator_linear_algebra (simulator->integrator);

      statistics.ode = add_statistics (&simulator->ode_before, ode_integrator_statistics (simulator->integrator));
      g_strlcpy (statistics.linear_algebra, text != NULL ? text : "", sizeof statistics.linear_algebra);
    }
  /* Pauses between two advances are left out. */
  double advanced = sim_t (simulator) - simulator->t_wall_start;
  statistics.actual_realtime_rate = advanced > 0 && simulator->wall_spent > 0 ? advanced / simulator->wall_spent : NAN;
  long most = 0;
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    if (simulator->limited[i] > most)
      {
        most = simulator->limited[i];
        statistics.worst_state = i;
      }
  return statistics;
}

long
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
  simulator->witness_events = simulator->cut_by_event = 0;
  simulator->t_wall_start = sim_t (simulator);
  simulator->wall_spent = 0;
  simulator->wall_waited = 0;
  memset (&simulator->ode_before, 0, sizeof simulator->ode_before);
  memset (simulator->limited, 0, sizeof (long) * (gsize) (simulator->system->ode->n_states + 1));
  if (simulator->integrator != NULL)
    ode_integrator_reset_statistics (simulator->integrator);
  sim_throttle_rebase (&simulator->throttle, sim_t (simulator), simulator->throttle.rate);
}
