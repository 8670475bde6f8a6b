/* Every shipped model runs with several settings. Its counts, events, rows and explanations must be those in recorded.txt, in all digits
 * that do not depend on rounding errors.
 *
 * The numbers do not show that the program is right, only that it computes as it did. CONTRIBUTING.md says when recorded.txt may be made
 * anew, with --record FILE. */
#include "recorded.h"
#include "sim-test-model.h"

#include <math.h>
#include <string.h>

#include "model-library.h"
#include "sim-explain.h"
#include "sim-time-stepper.h"

static RecordedTable *table;

/* Larger models take too long. */
#define MOST_STATES 60
/* Each model is run with its own settings and with this number of variants. */
#define N_VARIANTS_OF_MODEL 6

typedef enum
{
  ACT_RUN,      /* advances to the end */
  ACT_STEPS,    /* advances in single steps and in parts */
  ACT_SNAPSHOT, /* restores a snapshot in the middle and repeats the rest */
  ACT_STEPPER,  /* a time stepper with reports and events */
  ACT_EDIT,     /* changes a state and a setting in the middle */
} Act;

/* The number of events of a listener, weighted by their kinds. */
static gint64 n_traced;

static void
count_event (void *user, const OdeTraceEvent *event)
{
  n_traced += 1 + event->kind;
}

typedef struct
{
  const char *name;
  const char *settings; /* "key=value …" */
  Act act;
} Variant;

static const Variant variants[] = {
  { "tight", "accuracy=1e-7" },
  { "loose", "accuracy=1e-2" },
  { "dp5", "integrator=dopri5 accuracy=1e-5" },
  { "bs3-rms", "integrator=bogacki_shampine3 norm=rms controller=pid" },
  { "dop853", "integrator=dop853 accuracy=1e-8" },
  { "radau", "integrator=radau accuracy=1e-5" },
  { "radau5", "integrator=radau5 jacobian=forward accuracy=1e-4" },
  { "rodas", "integrator=rodas4 accuracy=1e-4" },
  { "sdirk", "integrator=sdirk4 reuse_jacobian=false" },
  { "kvaerno", "integrator=kvaerno3 full_newton=true" },
  { "auto", "integrator=auto accuracy=1e-4" },
  { "implicit-euler", "integrator=implicit_euler accuracy=1e-2" },
  { "verlet", "integrator=verlet max_step=0.02" },
  { "yoshida", "integrator=yoshida4 max_step=0.05" },
  { "adams", "integrator=adams_bashforth4 error_control=false max_step=0.01" },
  { "bdf", "integrator=bdf3 error_control=false max_step=0.02" },
  { "rkc", "integrator=rkc2 accuracy=1e-3" },
  { "bulirsch-stoer", "integrator=bulirsch_stoer accuracy=1e-7" },
  { "euler", "integrator=explicit_euler max_step=0.01" },
  { "rk4", "integrator=runge_kutta4 max_step=0.05" },
  { "rk4-doubling", "integrator=runge_kutta4 error_control=true accuracy=1e-4" },
  { "drake", "profile=drake accuracy=1e-3" },
  { "drake-implicit", "profile=drake integrator=implicit_euler accuracy=1e-2" },
  { "drake-fixed", "profile=drake integrator=runge_kutta2 error_control=false max_step=0.02" },
  { "drake-isolation", "isolation_method=drake isolation_accuracy=1e-6 integrator=runge_kutta3 accuracy=1e-4" },
  { "simbody", "profile=simbody accuracy=1e-3" },
  { "simbody-verlet", "profile=simbody integrator=adaptive_verlet accuracy=1e-3" },
  { "rbd", "profile=rbd max_step=0.02" },
  { "samples", "samples=23 accuracy=1e-4" },
  { "interval", "sample_every=0.17 accuracy=1e-4" },
  { "exact", "publish=exact samples=11 accuracy=1e-4" },
  { "keep", "samples=31 keep_rows=5" },
  { "illinois", "isolation_method=illinois accuracy=1e-4" },
  { "bisection", "isolation_method=bisection accuracy=1e-4" },
  { "brent", "isolation_method=brent accuracy=1e-4" },
  { "wide", "isolation=1e-4 guard=0 accuracy=1e-4" },
  { "guard", "guard=3 accuracy=1e-5 integrator=tsitouras5" },
  { "suppressed", "suppress_initialization=true accuracy=1e-4" },
  { "unprojected", "projection=false accuracy=1e-4" },
  { "projected", "project_every_step=true constraint_tolerance=1e-8" },
  { "baumgarte", "stabilization=baumgarte alpha=5 beta=4" },
  { "limits", "max_step=0.1 min_step=1e-5 initial_step=1e-3" },
  { "minimum", "min_step=0.01 throw_on_min_step=false accuracy=1e-7" },
  { "minimum-fails", "min_step=0.02 throw_on_min_step=true accuracy=1e-8" },
  { "tolerances", "relative_tolerance=1e-4 absolute_tolerance=1e-7" },
  { "weights", "weights=0.5 weighting=absolute accuracy=1e-4" },
  { "steps", "accuracy=1e-4 max_step=0.2", ACT_STEPS },
  { "snapshot", "accuracy=1e-4 max_step=0.2", ACT_SNAPSHOT },
  { "snapshot-implicit", "integrator=radau5 max_step=0.2", ACT_SNAPSHOT },
  { "snapshot-fixed", "integrator=adams_bashforth2 error_control=false max_step=0.02", ACT_SNAPSHOT },
  { "edit", "accuracy=1e-4 max_step=0.3", ACT_EDIT },
  { "edit-fixed", "integrator=runge_kutta4 max_step=0.03", ACT_EDIT },
  { "stepper", "accuracy=1e-4", ACT_STEPPER },
  { "stepper-simbody", "profile=simbody accuracy=1e-3", ACT_STEPPER },
  { "stepper-drake", "isolation_method=drake integrator=runge_kutta3 accuracy=1e-4", ACT_STEPPER },
  { "byte-code", "fast_math=false accuracy=1e-4" },
  { "default", "" },
};

typedef struct
{
  const char *name;
  Model *model;
  const Variant *variant;
} Case;

/* ---- rounding errors ---- */

static OdeStatus (*exact_rhs) (void *self, double t, const double *x, double *dxdt);
static int n_exact;
static double noise_size;
static guint32 noise_state;

static void
disturb (double *values, int n)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = fmax (largest, fabs (values[i]));
  for (int i = 0; i < n; i++)
    {
      noise_state = noise_state * 1664525u + 1013904223u;
      values[i] += noise_size * ((double) (noise_state >> 8) / (1 << 23) - 1) * (fabs (values[i]) + 0.05 * largest);
    }
}

static OdeStatus
noisy_rhs (void *self, double t, const double *x, double *dxdt)
{
  OdeStatus status = exact_rhs (self, t, x, dxdt);

  disturb (dxdt, n_exact);
  return status;
}

/* ---- numbers of a run ---- */

static double
weighted (const double *values, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += isfinite (values[i]) ? (1 + i % 5) * values[i] / (1 + fabs (values[i])) : 2;
  return sum;
}

/* Appends a text with "#" in place of numbers that have a point or many digits. */
static void
write_words (RecordedRow *row, const char *key, const char *text)
{
  g_autoptr (GRegex) number = g_regex_new ("[0-9]+\\.[0-9]+(e[-+]?[0-9]+)?|[0-9]+e[-+]?[0-9]+|[0-9]{4,}", 0, 0, NULL);
  g_autofree char *words = g_regex_replace_literal (number, text != NULL ? text : "", -1, 0, "#", 0, NULL);

  recorded_row_text (row, key, words);
}

static void
write_statistics (RecordedRow *row, const SimStatistics *s)
{
  const OdeStatistics *o = &s->ode;
  const gint64 counts[] = { s->steps_taken, s->publishes, s->discrete_updates, s->unrestricted_updates, s->witness_events, s->witness_iterations,
                            s->cut_by_event, s->worst_state, o->steps_taken, o->steps_attempted, o->rejected_error, o->rejected_newton,
                            o->rejected_undefined, o->shrinkages_error, o->shrinkages_failure, o->rhs_evaluations, o->rhs_by_purpose[ODE_RHS_EVENTS],
                            o->rhs_by_purpose[ODE_RHS_DENSE], o->rhs_by_purpose[ODE_RHS_STARTUP], o->jacobian_evaluations, o->factorizations,
                            o->newton_iterations, o->projections, o->projection_failures };

  recorded_row_counts (row, "counts", G_N_ELEMENTS (counts), counts);
}

static void
write_events (RecordedRow *row, const SimTrajectory *trajectory)
{
  gsize n = sim_trajectory_n_events (trajectory);
  gint64 counts[7] = { (gint64) n };
  double times = 0, windows = 0;

  for (gsize k = 0; k < n; k++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, k);
      gint64 f = 1 + (gint64) (k % 5);

      counts[1] += f * (record.event + 1);
      counts[2] += f * (gint64) record.row_before;
      counts[3] += f * (gint64) record.row_after;
      counts[4] += f * record.iterations;
      counts[5] += f * (record.overwritten + 1) + 7 * f * record.pending;
      counts[6] += f * (record.parameter + 1);
      times += (double) f * record.t;
      windows += record.window > 1e-9 ? record.window : 0;
    }
  recorded_row_counts (row, "events", G_N_ELEMENTS (counts), counts);
  recorded_row_number (row, "event-times", times);
  recorded_row_number (row, "windows", windows);
}

static void
write_rows (RecordedRow *row, const char *key, const SimTrajectory *trajectory)
{
  gsize n = sim_trajectory_n_rows (trajectory);
  gint64 counts[] = { (gint64) n, 0 };
  double sum = 0, times = 0;

  for (gsize k = 0; k < n; k++)
    {
      const double *values = sim_trajectory_row (trajectory, k);

      counts[1] += (gint64) (1 + k % 5) * sim_trajectory_flags (trajectory, k);
      times += (double) (1 + k % 3) * values[0];
      sum += (double) (1 + k % 7) * weighted (values + 1, sim_trajectory_n_columns (trajectory));
    }
  recorded_row_counts (row, key, G_N_ELEMENTS (counts), counts);
  recorded_row_number (row, key, sum);
  if (n > 0)
    recorded_row_number (row, "last", weighted (sim_trajectory_row (trajectory, n - 1) + 1, sim_trajectory_n_columns (trajectory)) + times / (double) n);
}

static void
write_explanation (RecordedRow *row, SimSimulator *simulator, const SimTape *tape, SimStatus status)
{
  OdeIntegrator *integrator = sim_simulator_integrator (simulator);
  const SimSystem *system = sim_simulator_system (simulator);
  SimExplanation e;
  SimAdvice remedies[SIM_MOST_REMEDIES + 1] = { 0 };
  g_autofree char *evidence = NULL, *advice = NULL;

  if (integrator == NULL)
    return;
  sim_explain (tape, ode_integrator_method (integrator), -INFINITY, INFINITY, system->ode->names, NULL, NULL, &e);
  const gint64 counts[] = { (gint64) e.n_attempts, (gint64) e.n_accepted, e.worst_state, e.advice };
  recorded_row_counts (row, "explained", G_N_ELEMENTS (counts), counts);
  recorded_row_number (row, "shares", e.accuracy + e.undecided + 2 * e.stability + 3 * e.max_step + 4 * e.min_step + 5 * e.events + 6 * e.fixed + 11 * e.growth + 7 * e.rejected
                       + 8 * e.rejected_newton + 9 * e.rejected_undefined + 10 * e.worst_share + (isnan (e.stability_number) ? 0 : e.stability_number));
  write_words (row, "sentence", e.sentence);
  write_words (row, "next", e.next);
  sim_explanation_clear (&e);
  if (status.reason != SIM_FAILED_RUN)
    return;
  recorded_row_counts (row, "failure", 1, (const gint64[]){ sim_explain_failure (tape, ode_integrator_method (integrator), ode_integrator_settings (integrator),
                                                                                 status.ode_status, system->ode->names, NULL, remedies, &evidence, &advice) });
  write_words (row, "evidence", evidence);
  write_words (row, "advice", advice);
  recorded_row_counts (row, "remedies", SIM_MOST_REMEDIES, (const gint64[]){ remedies[0], remedies[1], remedies[2] });
}

/* ---- runs ---- */

static SimStatus
run_in_parts (SimSimulator *simulator, double t0, double t1)
{
  SimStatus status = sim_simulator_status (simulator);

  for (int k = 0; k < 7 && (status.reason == SIM_READY || status.reason == SIM_REACHED_END); k++)
    status = sim_simulator_step (simulator, t1);
  for (int k = 1; k <= 4 && (status.reason == SIM_READY || status.reason == SIM_REACHED_END); k++)
    {
      double t = t0 + 0.25 * k * (t1 - t0);

      if (t < sim_simulator_t (simulator))
        continue;
      status = sim_simulator_advance_to (simulator, k == 4 ? t1 : t);
      if (k == 2 && status.reason == SIM_REACHED_END)
        status = sim_simulator_advance_pending (simulator);
    }
  return status;
}

static SimStatus
run_with_snapshot (RecordedRow *row, SimSimulator *simulator, double t0, double t1, SimTrajectory *steps, SimTrajectory *samples)
{
  SimStatus status = sim_simulator_advance_to (simulator, t0 + 0.4 * (t1 - t0));
  g_autoptr (GBytes) snapshot = sim_simulator_save (simulator);
  gsize counts[3] = { 0 }, n_samples = sim_trajectory_n_rows (samples);
  long n_steps = 0;

  if (status.reason != SIM_REACHED_END)
    return status;
  if (sim_snapshot_counts (snapshot, &counts[0], &counts[1], &counts[2], &n_steps))
    recorded_row_counts (row, "snapshot", 4, (const gint64[]){ (gint64) counts[0], (gint64) counts[1], (gint64) counts[2], n_steps });
  status = sim_simulator_advance_to (simulator, t1);
  recorded_row_number (row, "first-end", weighted (sim_simulator_x (simulator), sim_simulator_system (simulator)->ode->n_states));
  sim_trajectory_truncate (steps, counts[0], counts[1]);
  sim_trajectory_truncate (samples, n_samples, 0);
  if (!sim_simulator_restore (simulator, snapshot))
    recorded_row_text (row, "restore", "refused");
  return sim_simulator_advance_to (simulator, t1);
}

static SimStatus
run_with_edits (RecordedRow *row, SimSimulator *simulator, double t0, double t1)
{
  const SimSystem *system = sim_simulator_system (simulator);
  SimStatus status = sim_simulator_advance_to (simulator, t0 + 0.3 * (t1 - t0));
  g_autoptr (GError) error = NULL;
  g_autoptr (SimConfig) config = sim_config_copy (sim_simulator_config (simulator));

  if (status.reason != SIM_REACHED_END)
    return status;
  if (system->ode->n_states > 0 && system->ode->names != NULL
      && !sim_simulator_edit_state (simulator, system->ode->names[0], 0.99 * sim_simulator_x (simulator)[0], &error))
    write_words (row, "edit", error->message);
  g_clear_error (&error);
  status = sim_simulator_advance_to (simulator, t0 + 0.5 * (t1 - t0));
  if (status.reason != SIM_REACHED_END)
    return status;
  if (!sim_config_set (config, "integrator", "dopri5", SIM_ORIGIN_LIVE, &error) || !sim_simulator_set_config (simulator, config, &error))
    write_words (row, "method", error->message);
  g_clear_error (&error);
  status = sim_simulator_advance_to (simulator, t0 + 0.7 * (t1 - t0));
  if (status.reason != SIM_REACHED_END)
    return status;
  g_autofree double *d = g_memdup2 (sim_simulator_d (simulator), sizeof (double) * ((gsize) system->n_discrete));
  for (int i = 0; i < system->n_discrete; i++)
    d[i] *= 1.01;
  sim_simulator_set_state (simulator, NULL, d);
  if (!sim_simulator_edit_state (simulator, "no such state", 1, &error))
    write_words (row, "unknown", error->message);
  g_clear_error (&error);
  if (!sim_simulator_set_parameter (simulator, "no such parameter", 1, &error))
    write_words (row, "parameter", error->message);
  sim_simulator_set_t_end (simulator, t1);
  return sim_simulator_advance_to (simulator, t1);
}

static SimStatus
run_stepper (RecordedRow *row, SimSimulator *simulator, double t0, double t1)
{
  g_autoptr (SimTimeStepper) stepper = sim_time_stepper_new (simulator);
  gint64 counts[5] = { 0 };
  double sum = 0;
  SimOutcome outcome = SIM_OUTCOME_FAILED;

  sim_time_stepper_set_final_time (stepper, t1);
  sim_time_stepper_set_step_limit (stepper, 40);
  if (sim_time_stepper_initialize (stepper, t0, NULL, NULL))
    for (int k = 0; k < 60; k++)
      {
        int n = 0;
        double t = sim_time_stepper_t (stepper), low = 0, high = 0;
        const SimTriggeredEvent *events;

        sim_time_stepper_set_return_every_step (stepper, k % 16 > 12);
        sim_time_stepper_set_allow_interpolation (stepper, k % 20 < 10);
        outcome = k % 9 == 8 ? sim_time_stepper_step_by (stepper, 0.02 * (t1 - t0), INFINITY)
                             : sim_time_stepper_step_to (stepper, t + 0.03 * (t1 - t0), k % 4 == 0 ? t + 0.05 * (t1 - t0) : INFINITY);
        counts[0]++;
        counts[1] += (1 + k % 5) * outcome;
        events = sim_time_stepper_triggered (stepper, &n);
        for (int i = 0; i < n; i++)
          {
            counts[2] += (1 + i) * (events[i].event + 1) * (events[i].direction + 3);
            sum += events[i].t_estimated;
          }
        if (sim_time_stepper_event_window (stepper, &low, &high))
          sum += low + 2 * high;
        sum += weighted (sim_time_stepper_x (stepper), sim_simulator_system (simulator)->ode->n_states) + sim_time_stepper_t (stepper)
               + sim_time_stepper_t_advanced (stepper);
        if (k % 5 == 2)
          counts[2] += 100 * sim_time_stepper_handle_events (stepper);
        if (k % 13 == 4)
          counts[2] += 1000 * sim_time_stepper_reinitialize (stepper, (SimStage) (k % 6), FALSE);
        if (k % 17 == 9)
          counts[1] += 20 * sim_time_stepper_advance_to (stepper, fmin (sim_time_stepper_t (stepper) + 0.04 * (t1 - t0), t1), k % 2);
        sum += 3 * weighted (sim_time_stepper_x (stepper), sim_simulator_system (simulator)->ode->n_states) + 2 * sim_time_stepper_t (stepper)
               + weighted (sim_time_stepper_x_advanced (stepper), sim_simulator_system (simulator)->ode->n_states);
        if (outcome == SIM_OUTCOME_FAILED || outcome == SIM_OUTCOME_END_OF_SIMULATION)
          break;
      }
  counts[3] = outcome;
  counts[4] = sim_time_stepper_end_reason (stepper);
  recorded_row_counts (row, "outcomes", G_N_ELEMENTS (counts), counts);
  recorded_row_number (row, "returned", sum);
  return sim_simulator_status (simulator);
}

static void
run_simulator (RecordedRow *row, const Case *of, SimSimulator *simulator, ModelSystem *system, SimTrajectory *steps, SimTrajectory *samples)
{
  g_autoptr (SimTape) tape = sim_tape_new (0);
  double t0 = model_system_t_start (system), t1 = fmin (model_system_t_end (system), t0 + 10);
  SimStatus status;
  SimStatistics statistics;

  n_traced = 0;
  sim_simulator_set_tape (simulator, tape);
  if (of->variant->act == ACT_STEPS || of->variant->act == ACT_EDIT)
    sim_simulator_set_trace (simulator, count_event, NULL);
  status = sim_simulator_initialize (simulator, t0, NULL, NULL, t1, sim_config_get_boolean (sim_simulator_config (simulator), "suppress_initialization"));
  if (status.reason == SIM_READY)
    switch (of->variant->act)
      {
      case ACT_RUN:
        status = sim_simulator_advance_to (simulator, t1);
        break;
      case ACT_STEPS:
        status = run_in_parts (simulator, t0, t1);
        break;
      case ACT_SNAPSHOT:
        status = run_with_snapshot (row, simulator, t0, t1, steps, samples);
        break;
      case ACT_STEPPER:
        status = run_stepper (row, simulator, t0, t1);
        break;
      case ACT_EDIT:
        status = run_with_edits (row, simulator, t0, t1);
        break;
      }
  recorded_row_counts (row, "status", 4, (const gint64[]){ status.reason, status.ode_status, status.event, n_traced });
  write_words (row, "message", status.message);
  write_words (row, "remedy", status.advice);
  statistics = sim_simulator_statistics (simulator);
  write_statistics (row, &statistics);
  write_explanation (row, simulator, tape, status);
  sim_simulator_finish (simulator, NULL);
  write_rows (row, "rows", steps);
  write_rows (row, "samples", samples);
  write_events (row, steps);
}

static RecordedRow *
run_case (gconstpointer data, double noise, guint32 seed)
{
  const Case *of = data;
  RecordedRow *row = recorded_row_new (of->name);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SimConfig) config = sim_config_new ();
  g_auto (GStrv) words = g_strsplit (of->variant->settings, " ", -1);
  ModelSystem *system = model_system_new (of->model, &(ModelInstance){ .seed = 5 }, &error);
  SimSystem *sim_system;
  SimSimulator *simulator;
  OdeSystem ode;

  g_assert_no_error (error);
  sim_config_apply_model (config, of->model, diagnostics);
  sim_config_set (config, "step_limit", "250", SIM_ORIGIN_COMMAND_LINE, NULL);
  for (int k = 0; words[k] != NULL && error == NULL; k++)
    {
      char *value = strchr (words[k], '=');

      if (value == NULL)
        continue;
      *value = '\0';
      sim_config_set (config, words[k], value + 1, SIM_ORIGIN_COMMAND_LINE, &error);
    }
  sim_system = sim_system_from_model (system);
  if (noise > 0)
    {
      ode = *sim_system->ode;
      exact_rhs = ode.rhs;
      n_exact = ode.n_states;
      noise_size = noise;
      noise_state = 2654435761u * (seed + 1);
      ode.rhs = noisy_rhs;
      sim_system->ode = &ode;
    }
  if (error != NULL || !sim_config_check_method (config, NULL, &error))
    {
      sim_system_free (sim_system);
      write_words (row, "refused", error->message);
      return row;
    }
  simulator = sim_simulator_new (sim_system, config, &error);
  if (simulator == NULL)
    {
      write_words (row, "refused", error->message);
      return row;
    }
  g_autoptr (SimTrajectory) steps = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, 1 << 28);
  g_autoptr (SimTrajectory) samples = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, 1 << 28);
  g_autoptr (SimTrajectory) kept = sim_trajectory_new (sim_simulator_system (simulator)->n_columns, 1 << 28);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (steps), NULL);
  sim_simulator_add_sink (simulator, sim_sink_trajectory (samples), &(SimSamplingRule){ .sampling = SIM_SAMPLE_INTERVAL, .interval = 0.19 });
  sim_simulator_add_sink (simulator, sim_sink_keep (sim_sink_trajectory (kept), 6), &(SimSamplingRule){ .sampling = SIM_SAMPLE_DENSE, .count = 2 });
  sim_simulator_set_event_log (simulator, steps);
  run_simulator (row, of, simulator, system, steps, samples);
  write_rows (row, "kept", kept);
  sim_simulator_free (simulator);
  return row;
}

/* ---- tests ---- */

/* Runs a model with its own settings and with variants that depend on its name, so that a new model changes no rows of others. */
static void
run_model (const ModelEntry *entry)
{
  const guint number = g_str_hash (entry->id) % 997;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open (entry->id, sim_config_check_solver, diagnostics);
  g_autoptr (GError) error = NULL;
  const int n = G_N_ELEMENTS (variants);
  gboolean is_run[G_N_ELEMENTS (variants)] = { FALSE };
  ModelSystem *system = model != NULL ? model_system_new (model, NULL, &error) : NULL;

  g_assert_nonnull (system);
  if (model_system_ode (system)->n_states <= MOST_STATES)
    {
      is_run[n - 1] = TRUE;
      for (int k = 0; k < N_VARIANTS_OF_MODEL; k++)
        is_run[(number * N_VARIANTS_OF_MODEL + (guint) k * ((guint) n / N_VARIANTS_OF_MODEL)) % (guint) n] = TRUE;
    }
  model_system_free (system);
  for (int v = 0; v < n; v++)
    if (is_run[v])
      {
        g_autofree char *name = g_strjoin ("/", entry->category, entry->id, variants[v].name, NULL);
        const Case of = { name, model, &variants[v] };

        /* One fraction of this run depends on fused operations. */
        if (strstr (name, "rimless-wheel/exact") == NULL)
          recorded_table_row (table, name, run_case, &of);
      }
}

/* The categories of one test are separated by commas. */
static void
test_models (gconstpointer user)
{
  g_auto (GStrv) categories = g_strsplit (user, ",", -1);
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, sim_config_check_solver);

  for (int k = 0; k < model_library_n_entries (library); k++)
    if (g_strv_contains ((const char *const *) categories, model_library_entry (library, k)->category))
      run_model (model_library_entry (library, k));
  for (int k = 0; categories[k] != NULL; k++)
    {
      g_autofree char *prefix = g_strconcat (categories[k], "/", NULL);
      recorded_table_check (table, prefix);
    }
}

int
main (int argc, char **argv)
{
  static const struct { const char *name, *categories; } tests[] = {
    { "events", "Hybrid & events,Control" },
    { "mechanics", "Mechanics,Constrained,Rotation,Celestial mechanics" },
    { "nature", "Biology,Chaos,Oscillators,Stiff chemistry" },
    { "problems", "Test problems,Waves & diffusion" },
  };
  int status;

  table = recorded_table_open (&argc, &argv, "sim", "recorded.txt");
  g_test_init (&argc, &argv, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (tests); k++)
    {
      g_autofree char *path = g_strdup_printf ("/sim/recorded/%s/models-run-with-the-recorded-numbers", tests[k].name);
      g_test_add_data_func (path, tests[k].categories, test_models);
    }
  status = g_test_run ();
  recorded_table_close (table);
  return status;
}
