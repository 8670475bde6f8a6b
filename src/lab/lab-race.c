#include "lab-race.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-race-private.h"

/* Runs that a search for the asked cost or accuracy may take. The cost of a method is a power of its step or accuracy to within a few
 * per cent, so a secant on logarithms is there in three or four; the rest is for implicit methods, whose cost has corners. */
#define MOST_TRIALS 9
/* A search ends within this share of the asked evaluations. */
#define NEAR 0.02
/* Evaluations of one run that a search does not pass, so that a hopeless wish ends. */
#define MOST_EVALUATIONS 2e7
/* At equal cost a run with a step of its own ends after this many times the asked evaluations in attempts: an explicit method on a stiff
 * problem would go on for hours, and it has shown by then that it does not come near. */
#define RUNAWAY 20
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
  g_free (race->truth_said);
  g_clear_pointer (&race->truth, sim_trajectory_unref);
  g_free (race);
}

/* ---- settings and runs ---- */

static void
set_number (SimConfig *config, const char *key, double value)
{
  g_autofree char *text = g_strdup_printf ("%.17g", value);

  sim_config_set (config, key, text, SIM_ORIGIN_LIVE, NULL);
}

SimConfig *
lab_race_config (const LabProblem *problem, const OdeMethod *method, double h, double accuracy)
{
  static const char *const freed[] = { "realtime_rate", "step_limit", "initial_step" };
  SimConfig *config = sim_config_copy (problem->config);

  sim_config_set (config, "integrator", method->id, SIM_ORIGIN_LIVE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (freed); i++)
    sim_config_set (config, freed[i], "0", SIM_ORIGIN_LIVE, NULL);
  sim_config_set (config, "error_control", h > 0 ? "false" : "true", SIM_ORIGIN_LIVE, NULL);
  set_number (config, "max_step", h > 0 ? h : 0);
  if (!(h > 0))
    {
      set_number (config, "accuracy", accuracy);
      if (sim_config_origin (config, "relative_tolerance") != SIM_ORIGIN_PROFILE)
        set_number (config, "relative_tolerance", accuracy);
      if (sim_config_origin (config, "absolute_tolerance") != SIM_ORIGIN_PROFILE)
        set_number (config, "absolute_tolerance", accuracy);
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

/* ---- the asked cost, step or accuracy ---- */

typedef struct
{
  const LabRace *race;
  const LabProblem *problem;
  LabRacer *racer;
  const double *truth_end; /* n_states, or NULL */
  const LabProgress *progress;
} Trial;

/* A fixed step that divides the span, so that the last step is as long as the others. */
static double
whole_step (const LabRace *race, double h)
{
  double span = race->t_end - race->t_start;

  return span / fmax (1, ceil (span / h * (1 - 1e-12)));
}

static double
end_error (const LabRun *run, const double *truth)
{
  double worst = 0;

  for (int i = 0; i < run->n_states; i++)
    if (!isnan (truth[i]))
      worst = fmax (worst, fabs (run->x[i] - truth[i]) / fmax (1, fabs (truth[i])));
  return worst;
}

static SimConfig *
racer_config (const LabRace *race, const LabProblem *problem, const LabRacer *racer, double setting)
{
  SimConfig *config = lab_race_config (problem, racer->method, racer->fixed ? setting : 0, setting);

  if (race->rule == LAB_RACE_COST && !racer->fixed)
    set_number (config, "step_limit", ceil (RUNAWAY * race->value));
  return config;
}

/* Runs with this step or accuracy; keeps the run in the racer. FALSE where it could not start or was cancelled. */
static gboolean
try_setting (Trial *trial, double setting, double *evaluations, double *at_end, GError **error)
{
  LabRacer *racer = trial->racer;
  g_autoptr (SimConfig) config = NULL;

  if (racer->fixed)
    setting = whole_step (trial->race, setting);
  config = racer_config (trial->race, trial->problem, racer, setting);
  lab_run_clear (&racer->run);
  if (!lab_problem_run (trial->problem, config, trial->progress, &racer->run, error))
    return FALSE;
  racer->h = racer->fixed ? setting : NAN;
  racer->accuracy = racer->fixed ? NAN : setting;
  racer->seconds = racer->run.statistics.wall_seconds;
  *evaluations = (double) racer->run.statistics.ode.rhs_evaluations;
  *at_end = trial->truth_end != NULL && racer->run.x != NULL ? end_error (&racer->run, trial->truth_end) : NAN;
  return TRUE;
}

/* Finds the setting at which `measure` (evaluations, or the error at the end) is `wanted`, on logarithms: measure ≈ c·setting^slope.
 * The slope begins as the theory's and is measured from the second run on. */
static gboolean
search (Trial *trial, double setting, double low, double high, gboolean by_error, double wanted, double slope, double near, GError **error)
{
  double best = NAN, best_off = INFINITY, last_setting = NAN, last_measure = NAN, evaluations, at_end;

  for (int k = 0; k < MOST_TRIALS; k++)
    {
      double measure, off;

      if (!try_setting (trial, setting, &evaluations, &at_end, error))
        return FALSE;
      measure = by_error ? at_end : evaluations;
      /* A run that failed has cost little and says nothing: go towards smaller steps. */
      if (trial->racer->run.reason == SIM_FAILED_RUN || !isfinite (measure) || !(measure > 0))
        {
          if (!by_error || setting <= low)
            return TRUE;
          setting = fmax (low, setting / 4);
          continue;
        }
      off = fabs (log (measure / wanted));
      if (off < best_off)
        {
          best = setting;
          best_off = off;
        }
      if (off <= log1p (near))
        break;
      if (!isnan (last_measure) && fabs (log (setting / last_setting)) > 1e-9 && fabs (log (measure / last_measure)) > 1e-9)
        {
          double measured = log (measure / last_measure) / log (setting / last_setting);

          if (measured * slope > 0 && fabs (measured) < 8 * fabs (slope) && fabs (measured) > fabs (slope) / 8)
            slope = measured;
        }
      last_setting = setting;
      last_measure = measure;
      setting = CLAMP (setting * exp (CLAMP (log (wanted / measure) / slope, -7, 7)), low, high);
      if (setting == last_setting || (by_error && evaluations > MOST_EVALUATIONS))
        break;
    }
  trial->racer->met = best_off <= log1p (2 * near);
  if (!isnan (best) && best != (trial->racer->fixed ? trial->racer->h : trial->racer->accuracy))
    return try_setting (trial, best, &evaluations, &at_end, error);
  return TRUE;
}

static gboolean
run_at_cost (Trial *trial, GError **error)
{
  const LabRace *race = trial->race;
  const OdeMethod *method = trial->racer->method;
  double span = race->t_end - race->t_start;

  if (trial->racer->fixed)
    return search (trial, span * MAX (1, method->n_stages) / race->value, span / race->value / 4, span, FALSE, race->value, -1, NEAR, error);
  return search (trial, method->accuracy_default, method->accuracy_tightest, method->accuracy_loosest, FALSE, race->value,
                 -1.0 / MAX (1, method->order), NEAR, error);
}

static gboolean
run_at_accuracy (Trial *trial, GError **error)
{
  const LabRace *race = trial->race;
  const OdeMethod *method = trial->racer->method;
  double span = race->t_end - race->t_start, evaluations, at_end;

  if (!trial->racer->fixed)
    {
      double accuracy = CLAMP (race->value, method->accuracy_tightest, method->accuracy_loosest);

      trial->racer->met = accuracy == race->value;
      return try_setting (trial, accuracy, &evaluations, &at_end, error);
    }
  if (trial->truth_end == NULL)
    {
      trial->racer->refused = g_strdup (_("it has no error estimate, and without a known truth its error cannot be measured"));
      return TRUE;
    }
  /* A factor of 1.5 in the error at the end is as near as it makes sense: it wobbles with the phase. */
  return search (trial, span / 1000, span / 5e6, span, TRUE, race->value, MAX (1, method->order), 0.5, error);
}

static gboolean
run_at_step (Trial *trial, GError **error)
{
  double evaluations, at_end;

  /* Methods that choose their own step keep that: nothing of them can be fixed. */
  trial->racer->fixed = !(trial->racer->method->traits & ODE_TRAIT_OWN_CONTROL);
  trial->racer->met = trial->racer->fixed;
  return try_setting (trial, trial->racer->fixed ? trial->race->value : trial->racer->method->accuracy_default, &evaluations, &at_end, error);
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
  Trial trial = { race, problem, racer, truth_end, progress };
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
  done = race->rule == LAB_RACE_COST ? run_at_cost (&trial, &local)
         : race->rule == LAB_RACE_STEP ? run_at_step (&trial, &local) : run_at_accuracy (&trial, &local);
  if (done && racer->refused == NULL)
    {
      config = racer_config (race, problem, racer, racer->fixed ? racer->h : racer->accuracy);
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
  race->x_column = state_column (system, terms->x, 0);
  race->y_column = state_column (system, terms->y, 1);
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
  if (race->truth_known)
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
      racer->h = racer->accuracy = racer->largest_invariant_error = racer->largest_position_error = racer->final_position_error = NAN;
      race->n_racers = i + 1;
      if (!run_racer (race, racer, problem, system, truth_end, &inner, error))
        return NULL;
    }
  return g_steal_pointer (&race);
}
