#include "lab-race.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-race-private.h"

/* Rows of a drawn trajectory that are aimed at by points between steps. */
#define SMOOTH_ROWS 6000
#define MOST_BETWEEN 15

gboolean
lab_race_method_adapts (const OdeMethod *method)
{
  return (method->traits & ODE_TRAIT_ADAPTIVE) && !(method->traits & (ODE_TRAIT_ESTIMATE_ON_REQUEST | ODE_TRAIT_SYMPLECTIC));
}

static void
racer_clear (LabRacer *racer)
{
  g_free (racer->refused);
  lab_run_clear (&racer->run);
  g_clear_pointer (&racer->trajectory, sim_trajectory_unref);
  g_free (racer->t);
  g_free (racer->invariant_error);
  g_free (racer->invariant_drift);
  g_free (racer->position_error);
}

void
lab_race_free (LabRace *race)
{
  if (race == NULL)
    return;
  for (int i = 0; i < race->n_racers; i++)
    racer_clear (&race->racers[i]);
  g_free (race->racers);
  g_free (race->invariant_name);
  g_free (race->time_unit);
  g_free (race->truth_said);
  g_clear_pointer (&race->truth, sim_trajectory_unref);
  g_free (race);
}

/* ---- settings and runs ---- */

SimConfig *
lab_race_config (const LabProblem *problem, const OdeMethod *method, double h, double accuracy)
{
  static const char *const freed[] = { "realtime_rate", "step_limit", "initial_step" };
  SimConfig *config = sim_config_copy (problem->config);

  sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (freed); i++)
    sim_config_set (config, freed[i], "0", SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "error_control", h > 0 ? "false" : "true", SIM_ORIGIN_LIVE, NULL);
  sim_config_set_number (config, "max_step", h > 0 ? h : 0, SIM_ORIGIN_LIVE, NULL);
  if (!(h > 0))
    {
      sim_config_set_number (config, "accuracy", accuracy, SIM_ORIGIN_LIVE, NULL);
      if (sim_config_origin (config, "relative_tolerance") != SIM_ORIGIN_PROFILE)
        sim_config_set_number (config, "relative_tolerance", accuracy, SIM_ORIGIN_LIVE, NULL);
      if (sim_config_origin (config, "absolute_tolerance") != SIM_ORIGIN_PROFILE)
        sim_config_set_number (config, "absolute_tolerance", accuracy, SIM_ORIGIN_LIVE, NULL);
    }
  return config;
}

typedef struct { const LabProgress *progress; double t_start, t_end; long steps; gboolean cancelled; } Watch;

static SimHandlerStatus
watch_run (gpointer user, const SimSimulator *simulator)
{
  Watch *watch = user;

  /* As often as lab_problem_run asks. */
  if (++watch->steps % 256 != 0 || watch->progress == NULL || watch->progress->func == NULL
      || watch->progress->func (watch->progress->user, (sim_simulator_t (simulator) - watch->t_start) / (watch->t_end - watch->t_start)))
    return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
  watch->cancelled = TRUE;
  return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup ("cancelled") };
}

/* The run that is shown: every step and `between` points inside each. */
static SimTrajectory *
record_run (const LabProblem *problem, const SimConfig *config, int between, const LabProgress *progress, GError **error)
{
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (problem, config, error);
  g_autoptr (SimTrajectory) trajectory = NULL;
  SimSamplingRule rule = { .sampling = SIM_SAMPLE_DENSE, .count = between };
  Watch watch = { .progress = progress, .t_start = problem->t_start, .t_end = problem->t_end };
  SimStatus status;

  if (simulator == NULL)
    return NULL;
  trajectory = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, (gsize) sim_config_get_number (config, "memory_limit"));
  sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), &rule);
  sim_simulator_set_event_log (simulator, trajectory);
  sim_simulator_set_monitor (simulator, watch_run, &watch);
  status = sim_simulator_initialize (simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    sim_simulator_advance_to (simulator, problem->t_end);
  if (watch.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
      return NULL;
    }
  return sim_simulator_finish (simulator, error) ? g_steal_pointer (&trajectory) : NULL;
}

/* Times of a fraction of a millisecond are mostly first touches of memory: short runs are made again and the shorter time counts. */
#define SHORT_RUN 0.05

static gboolean
time_again (const LabProblem *problem, const SimConfig *config, LabRacer *racer, const LabProgress *progress, GError **error)
{
  for (int i = 0; i < 3 && racer->seconds < SHORT_RUN; i++)
    {
      LabRun again = { 0 };
      gboolean done = lab_problem_run (problem, config, progress, &again, error);

      if (done)
        racer->seconds = fmin (racer->seconds, again.statistics.wall_seconds);
      lab_run_clear (&again);
      if (!done)
        return FALSE;
    }
  return TRUE;
}

/* ---- the race ---- */

typedef struct { const LabProgress *outer; double done, total; } Share;

/* A method's runs are many; each moves half of what is left of its share. */
static gboolean
share_progress (gpointer user, double inner)
{
  Share *share = user;

  if (share->outer == NULL || share->outer->func == NULL)
    return TRUE;
  return share->outer->func (share->outer->user, CLAMP ((share->done + 0.5 * inner) / share->total, 0, 1));
}

static gboolean
run_racer (LabRace *race, LabRacer *racer, const LabProblem *problem, ModelSystem *system, const double *truth_end, const LabProgress *progress,
           GError **error)
{
  const char *reason = ode_method_refuses (racer->method, model_system_ode (system));
  g_autoptr (SimConfig) config = NULL;
  g_autoptr (GError) local = NULL;
  gboolean done;
  int between;

  if (reason != NULL)
    {
      racer->refused = g_strdup (_(reason));
      return TRUE;
    }
  racer->fixed = !lab_race_method_adapts (racer->method);
  done = lab_race_find_setting (race, racer, problem, truth_end, progress, &local);
  if (done && racer->refused == NULL)
    {
      config = lab_race_racer_config (race, problem, racer);
      between = (int) CLAMP (SMOOTH_ROWS / MAX (1, racer->run.statistics.ode.steps_taken) - 1, 0, MOST_BETWEEN);
      done = time_again (problem, config, racer, progress, &local);
      racer->trajectory = done ? record_run (problem, config, between, progress, &local) : NULL;
      done = racer->trajectory != NULL && lab_race_measure (race, racer, problem, system, progress, &local);
    }
  if (!done && g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (!done)
    racer->refused = g_strdup (local->message);
  else if (racer->refused == NULL)
    racer->behaviour = lab_race_judge (race, racer, system);
  return TRUE;
}

static int
state_column (ModelSystem *system, const char *name, int nth)
{
  int column = name != NULL ? model_system_find_column (system, name) : -1;

  if (column >= 0)
    return column;
  return nth < model_system_n_states (system) ? nth : -1;
}

static gboolean
prepare_race (LabRace *race, const LabProblem *problem, ModelSystem *system, const LabRaceTerms *terms, GError **error)
{
  if (!(terms->value > 0) || !isfinite (terms->value) || !(problem->t_end > problem->t_start))
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_VALUE, _("a race wants a positive cost, step or accuracy and an end after its start"));
      return FALSE;
    }
  race->rule = terms->rule;
  race->value = terms->value;
  race->t_start = problem->t_start;
  race->t_end = problem->t_end;
  race->time_unit = g_strdup (model_time_unit (problem->model));
  race->x_column = state_column (system, terms->x, 0);
  race->y_column = state_column (system, terms->y, 1);
  for (int i = 0; i < model_system_n_states (system); i++)
    race->has_positions |= model_system_column (system, i)->kind == ODE_POSITION;
  race->invariant_column = terms->invariant != NULL ? model_system_find_column (system, terms->invariant) : -1;
  for (int i = 0; race->invariant_column < 0 && i < model_system_n_columns (system); i++)
    if (model_system_column (system, i)->invariant)
      race->invariant_column = i;
  if (race->invariant_column >= 0)
    race->invariant_name = g_strdup (model_system_column (system, race->invariant_column)->name);
  return TRUE;
}

LabRace *
lab_race_run (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const LabRaceTerms *terms,
              const LabProgress *progress, GError **error)
{
  g_autoptr (LabRace) race = g_new0 (LabRace, 1);
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  Share share = { .outer = progress, .total = n_methods + 1 };
  LabProgress inner = { share_progress, &share };
  g_autofree double *truth_end = NULL;

  if (system == NULL || !prepare_race (race, problem, system, terms, error)
      || !lab_race_find_truth (race, problem, system, &inner, error))
    return NULL;
  if (lab_race_truth_is_whole (race))
    {
      const double *row = sim_trajectory_row (race->truth, sim_trajectory_n_rows (race->truth) - 1);

      truth_end = g_memdup2 (row + 1, model_system_n_states (system) * sizeof (double));
    }
  race->racers = g_new0 (LabRacer, n_methods);
  for (int i = 0; i < n_methods; i++)
    {
      LabRacer *racer = &race->racers[i];

      share.done = i + 1;
      racer->method = methods[i];
      racer->h = racer->accuracy = racer->largest_invariant_error = racer->largest_position_error = racer->final_position_error
        = racer->t_left = NAN;
      race->n_racers = i + 1;
      if (!run_racer (race, racer, problem, system, truth_end, &inner, error))
        return NULL;
    }
  return g_steal_pointer (&race);
}
