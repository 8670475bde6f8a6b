/* Tests the intermediate results of attempts. Each repeated attempt must have the same bits as in the run: before and after changes,
 * while the run continues, and for attempts whose rows the tape has dropped. With `-m thorough`, all models below are tested with all
 * methods. */
#include <gio/gio.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-trial.h"
#include "model-load.h"

#define MOST_STEPS 150 /* number of steps of each run; this gives some hundred attempts, with a snapshot between them */

typedef struct
{
  Model *model;
  SimConfig *config;
  SimRun *run;
  ModelSystem *system;
  LabRunRecord record;
} Run;

static void
run_free (Run *run)
{
  sim_run_free (run->run);
  sim_config_free (run->config);
  model_system_free (run->system);
  g_clear_pointer ((GPtrArray **) &run->record.history, g_ptr_array_unref);
  model_unref (run->model);
  g_free (run);
}

static Model *
load (const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/models/%s.yaml", g_getenv ("STEPWISE_DATA_DIR"), name);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = model_load_file (path, sim_config_check_solver, diagnostics);

  g_assert_nonnull (model);
  return model;
}

/* Makes a run with the model's settings and further ones (pairs of key and value, NULL-terminated). Returns NULL if the method does not
 * support the model. */
static Run *
run_new (Model *model, ...)
{
  Run *run = g_new0 (Run, 1);
  const ModelInstance plain = { 0 };
  g_autoptr (GError) error = NULL;
  const char *key;
  va_list pairs;

  run->model = model;
  run->config = sim_config_new ();
  va_start (pairs, model);
  while ((key = va_arg (pairs, const char *)) != NULL)
    {
      sim_config_set (run->config, key, va_arg (pairs, const char *), SIM_ORIGIN_LIVE, &error);
      g_assert_no_error (error);
    }
  va_end (pairs);
  run->system = model_system_new (model, &plain, &error);
  g_assert_no_error (error);
  run->record.problem = (LabProblem) { .model = model, .config = run->config, .t_start = model_system_t_start (run->system),
                                       .t_end = model_system_t_end (run->system) };
  run->run = sim_run_new (sim_system_from_model (model_system_new (model, &plain, NULL)), run->config, run->record.problem.t_start,
                          run->record.problem.t_end, &error);
  if (run->run == NULL)
    {
      run_free (run);
      return NULL;
    }
  run->record.tape = sim_run_tape (run->run);
  return run;
}

static void
take_steps (Run *run, int n)
{
  SimRunPoll poll;

  for (int i = 0; i < n; i++)
    {
      sim_run_step (run->run);
      sim_run_wait (run->run);
      sim_run_poll (run->run, &poll);
      if (poll.state == SIM_RUN_FINISHED)
        return;
    }
}

/* Changes a setting during the run. The method may refuse it. */
static void
change (Run *run, const char *key, const char *value)
{
  g_autoptr (SimConfig) config = sim_config_copy (run->config);

  if (sim_config_set (config, key, value, SIM_ORIGIN_LIVE, NULL) && sim_run_set_config (run->run, config, NULL))
    {
      sim_config_free (run->config);
      run->config = sim_config_copy (config);
    }
}

/* Checks that the states at the start of the attempt are a row of the trajectory, bit for bit. CVODE's history is not in the snapshots, so
 * its states may differ by rounding errors. */
static void
assert_in_trajectory (Run *run, const LabAttempt *attempt)
{
  SimTrajectory *trajectory = sim_run_trajectory (run->run);
  gsize low = 0, high = sim_trajectory_n_rows (trajectory);
  gboolean any = FALSE, is_cvode = g_str_has_prefix (attempt->run_method->id, "cvode");

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (sim_trajectory_row (trajectory, middle)[0] < attempt->record.t)
        low = middle + 1;
      else
        high = middle;
    }
  for (gsize n = sim_trajectory_n_rows (trajectory); low < n && sim_trajectory_row (trajectory, low)[0] == attempt->record.t; low++)
    {
      const double *row = sim_trajectory_row (trajectory, low) + 1;
      gboolean same = TRUE;

      for (int i = 0; i < attempt->n_states; i++)
        same = same && (is_cvode ? fabs (row[i] - attempt->x0[i]) <= 1e-12 * fmax (1, fabs (row[i])) : row[i] == attempt->x0[i]);
      any = any || same;
    }
  g_assert_true (any);
}

/* A trial with the size of the run has the numbers of the run. Only the controller may not know that the step was limited. */
static void
check_trial (Run *run, const LabAttempt *attempt)
{
  const gsize bytes = sizeof (double) * (gsize) attempt->n_states;
  g_autoptr (GError) error = NULL;
  g_autoptr (LabTrial) trial = lab_trial_new (&run->record, attempt, &error);

  if ((attempt->run_method->traits & ODE_TRAIT_OWN_CONTROL) != 0 || attempt->record.outcome == ODE_ATTEMPT_STOPPED)
    {
      g_assert_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED);
      return;
    }
  /* After many rejections the integrator raises the tolerances so that the error is half of them. */
  if (error != NULL && attempt->record.error == 0.5)
    return;
  g_assert_no_error (error);
  g_test_message ("trials of attempt %zu, method %s, outcome %d, clamp %d", attempt->index, attempt->run_method->id, attempt->record.outcome,
                  attempt->record.clamp);
  for (int repeat = 0; repeat < 2; repeat++) /* a trial leaves no trace in the next one */
    {
      g_autoptr (LabAttempt) other = lab_trial_attempt (trial, 0.7 * attempt->record.h, NULL, NULL);
      g_autoptr (LabAttempt) same = lab_trial_attempt (trial, attempt->record.h, NULL, &error);

      g_assert_no_error (error);
      g_assert_true (same->is_trial);
      g_assert_true (same->record.h == attempt->record.h && same->record.t == attempt->record.t);
      g_assert_cmpmem (same->x0, bytes, attempt->x0, bytes);
      g_assert_cmpint (same->x1 == NULL, ==, attempt->x1 == NULL);
      if (attempt->x1 != NULL)
        g_assert_cmpmem (same->x1, bytes, attempt->x1, bytes);
      if (attempt->error != NULL)
        g_assert_cmpmem (same->error, bytes, attempt->error, bytes);
      g_assert_cmpint (same->n_events, ==, attempt->n_events);
      if (isfinite (attempt->record.error))
        g_assert_cmpfloat (same->record.error, ==, attempt->record.error);
      if (attempt->record.outcome != ODE_ATTEMPT_CUT_BY_EVENT && attempt->record.clamp != ODE_CLAMP_EVENT && attempt->record.clamp != ODE_CLAMP_SWITCH)
        g_assert_cmpint (same->record.outcome, ==, attempt->record.outcome);
      if (other != NULL)
        g_assert_cmpfloat (other->record.h, ==, 0.7 * attempt->record.h);
    }
}

/* Repeats every attempt whose index is first + k · every. */
static void
check_attempts (Run *run, gsize first, gsize every)
{
  gsize n = sim_tape_n_attempts (run->record.tape);
  SimConfig *initial = (SimConfig *) run->record.problem.config;

  g_clear_pointer ((GPtrArray **) &run->record.history, g_ptr_array_unref);
  run->record.history = sim_run_history (run->run);
  for (gsize index = first; index < n; index += every)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LabAttempt) attempt = lab_attempt_new (&run->record, index, NULL, &error);
      OdeAttempt row;

      if (error != NULL)
        g_test_message ("attempt %zu of %zu, method %s", index, n, sim_config_method (run->config)->id);
      g_assert_no_error (error);
      g_assert_nonnull (attempt);
      g_assert_true (sim_tape_get (run->record.tape, index, &row));
      g_assert_true (row.t == attempt->record.t && row.h == attempt->record.h);
      g_assert_true (row.error == attempt->record.error || (isnan (row.error) && isnan (attempt->record.error)));
      g_assert_cmpint (row.outcome, ==, attempt->record.outcome);
      assert_in_trajectory (run, attempt);
      /* Other attempts may have failed before the first stage was known. */
      if (row.outcome == ODE_ATTEMPT_ACCEPTED || row.outcome == ODE_ATTEMPT_REJECTED_ERROR)
        {
          g_assert_cmpint (attempt->n_events, >, 0);
          g_assert_nonnull (attempt->x1);
        }
      for (int i = 0; attempt->error != NULL && i < attempt->n_states; i++)
        g_assert_true (attempt->x1_hat[i] == attempt->x1[i] - attempt->error[i]);
      check_trial (run, attempt);
    }
  g_assert_true (run->record.problem.config == initial);
}

static const char *const models[] = {
  "oscillators/van-der-pol", "oscillators/van-der-pol-stiff", "hybrid-events/bouncing-ball", "mechanics/pendulum", "rotation/tennis-racket",
  "oscillators/harmonic-oscillator", "oscillators/lotka-volterra", "chaos/lorenz", "chaos/henon-heiles", "celestial/kepler",
  "celestial/arenstorf", "stiff-chemistry/robertson", "stiff-chemistry/oregonator", "stiff-chemistry/hires", "constrained/robertson-dae",
  "oscillators/noise-driven-oscillator", "hybrid-events/thermostat", "hybrid-events/relay-limit-cycle", "mechanics/elastic-pendulum",
  "waves-diffusion/heat-equation",
};
static const char *const few_methods[] = { "runge_kutta5", "dop853", "radau5", "radau", "rodas4", "sdirk4", "bdf3", "adams_moulton3", "yoshida4",
                                           "munthe_kaas", "bulirsch_stoer", "rkc2", "auto", "implicit_euler", "radau3", "verlet", "gauss4",
                                           "adaptive_verlet", "cvode_bdf", "ndf" };

static gboolean
is_wanted (const OdeMethod *method, int model)
{
  if (g_test_thorough ())
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (few_methods); i++)
    if (strcmp (few_methods[i], method->id) == 0)
      return model < 5;
  return FALSE;
}

/* Changes the accuracy after a third of the steps, and the step limits after two
 * thirds. */
static void
test_bits (gconstpointer data)
{
  const int index = GPOINTER_TO_INT (data);
  const OdeMethod *const *methods;
  int n_methods, n_run = 0;

  methods = ode_methods (&n_methods);
  for (int m = 0; m < n_methods; m++)
    {
      const OdeMethod *method = methods[m];
      Run *run;

      if (!is_wanted (method, index))
        continue;
      run = run_new (load (models[index]), "integrator", method->id, NULL);
      if (run == NULL)
        continue;
      n_run++;
      g_autoptr (SimConfig) first = sim_config_copy (run->config);

      run->record.problem.config = first;
      take_steps (run, MOST_STEPS);
      change (run, "accuracy", "1e-5");
      take_steps (run, MOST_STEPS);
      change (run, "safety", "0.8");
      take_steps (run, MOST_STEPS);
      check_attempts (run, 0, g_test_thorough () ? 7 : 41);
      run_free (run);
    }
  g_assert_cmpint (n_run, >, 4);
}

/* Changes parameters, the method, and the end time during the run. */
static void
test_changes (void)
{
  Run *run = run_new (load ("oscillators/van-der-pol"), "integrator", "runge_kutta5", NULL);
  g_autoptr (SimConfig) first = sim_config_copy (run->config);

  run->record.problem.config = first;
  take_steps (run, 20);
  sim_run_set_parameter (run->run, "mu", 8);
  take_steps (run, 20);
  change (run, "integrator", "radau5");
  take_steps (run, 20);
  sim_run_set_parameter (run->run, "mu", 3);
  sim_run_set_t_end (run->run, 2 * run->record.problem.t_end);
  take_steps (run, 20);
  change (run, "integrator", "bdf2");
  take_steps (run, 20);
  g_assert_cmpuint (sim_tape_n_attempts (run->record.tape), >=, 100);
  check_attempts (run, 0, 1);
  run_free (run);
}

/* Attempts in which Newton's method failed can be repeated like others, with their
 * iterations. */
static void
test_failed_newton (void)
{
  Run *run = run_new (load ("oscillators/van-der-pol-stiff"), "integrator", "radau5", NULL);
  int n_failed = 0;

  sim_run_start (run->run);
  sim_run_wait (run->run);
  for (gsize index = 0; index < sim_tape_n_attempts (run->record.tape); index++)
    {
      g_autoptr (LabAttempt) attempt = NULL;
      OdeAttempt row;
      const OdeTraceEvent *last = NULL;

      g_assert_true (sim_tape_get (run->record.tape, index, &row));
      if (row.outcome != ODE_ATTEMPT_REJECTED_NEWTON)
        continue;
      n_failed++;
      attempt = lab_attempt_new (&run->record, index, NULL, NULL);
      g_assert_nonnull (attempt);
      g_assert_null (attempt->x1);
      g_assert_null (attempt->error);
      for (int i = 0; i < attempt->n_events; i++)
        if (attempt->events[i].kind == ODE_TRACE_ITERATE && attempt->events[i].part == ODE_TRACE_WHOLE)
          last = &attempt->events[i];
      g_assert_true (last != NULL && last->last && !last->converged);
      g_assert_cmpfloat ((float) last->theta, ==, row.contraction);
    }
  g_assert_cmpint (n_failed, >, 0);
  run_free (run);
}

/* The iteration that was given up continues in a second replay, which changes no other number. Other attempts have nothing to continue. */
static void
test_continued (void)
{
  Run *run = run_new (load ("oscillators/van-der-pol-stiff"), "integrator", "radau5", NULL);
  int n_failed = 0, n_other = 0;

  sim_run_start (run->run);
  sim_run_wait (run->run);
  for (gsize index = 0; index < sim_tape_n_attempts (run->record.tape); index++)
    {
      g_autoptr (LabAttempt) attempt = NULL;
      g_autofree OdeTraceEvent *events = NULL;
      OdeAttempt row;
      int last = 0;

      g_assert_true (sim_tape_get (run->record.tape, index, &row));
      if (row.outcome != ODE_ATTEMPT_REJECTED_NEWTON && n_other > 0)
        continue;
      attempt = lab_attempt_new (&run->record, index, NULL, NULL);
      g_assert_nonnull (attempt);
      events = g_memdup2 (attempt->events, sizeof (OdeTraceEvent) * (gsize) attempt->n_events);
      g_assert_null (attempt->beyond);
      g_assert_true (lab_attempt_continue_newton (attempt, &run->record, NULL, NULL));
      g_assert_cmpmem (attempt->events, sizeof (OdeTraceEvent) * (gsize) attempt->n_events, events, sizeof (OdeTraceEvent) * (gsize) attempt->n_events);
      if (row.outcome != ODE_ATTEMPT_REJECTED_NEWTON)
        {
          g_assert_cmpint (attempt->n_beyond, ==, 0);
          n_other++;
          continue;
        }
      n_failed++;
      for (int i = 0; i < attempt->n_events; i++)
        if (attempt->events[i].kind == ODE_TRACE_ITERATE)
          last = attempt->events[i].index;
      g_assert_cmpint (attempt->n_beyond, >, 0);
      for (int i = 0; i < attempt->n_beyond; i++)
        g_assert_cmpint (attempt->beyond[i].index, ==, last + 1 + i);
    }
  g_assert_cmpint (n_failed, >, 0);
  g_assert_cmpint (n_other, >, 0);
  run_free (run);
}

static gboolean
refuse (gpointer user, double fraction)
{
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  ++*(int *) user;
  return FALSE;
}

/* A replay reports its progress at least once, and ends with an error if the report is answered with FALSE. */
static void
test_cancelled (void)
{
  Run *run = run_new (load ("oscillators/van-der-pol"), "integrator", "runge_kutta5", NULL);
  int n_reports = 0;
  const LabProgress progress = { refuse, &n_reports };
  g_autoptr (GError) error = NULL;

  sim_run_start (run->run);
  sim_run_wait (run->run);
  g_assert_null (lab_attempt_new (&run->record, 200, &progress, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (n_reports, ==, 1);
  run_free (run);
}

/* ---- trials ---- */

/* Returns a decay x' = -rate·(x - place) from place + size at the time t_start. */
static Model *
decay_new (double rate, double place, double size, double t_start)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *text = g_strdup_printf ("format: 1\nname: Decay\ntime: {start: %.17g, end: %.17g}\nstates: {x: {initial: %.17g, derivative: -%.17g*(x - %.17g)}}\n",
                                           t_start, t_start + 4 / rate, place + size, rate, place);
  Model *model = model_load_text (text, -1, "decay.yaml", sim_config_check_solver, diagnostics);

  g_assert_nonnull (model);
  return model;
}

/* Returns the trial of an attempt of a finished run. */
static LabTrial *
trial_of (Run *run, gsize index, LabAttempt **attempt)
{
  g_autoptr (GError) error = NULL;
  LabTrial *trial;

  sim_run_start (run->run);
  sim_run_wait (run->run);
  *attempt = lab_attempt_new (&run->record, index, NULL, &error);
  g_assert_no_error (error);
  trial = lab_trial_new (&run->record, *attempt, &error);
  g_assert_no_error (error);
  return trial;
}

/* The midpoint pair 2(1) has the results 1 - z + z²/2 and 1 - z, with z = rate·h. The largest accepted size is where the error is the tolerance. All of
 * this does not depend on the unit of time and of x, or on the time of the start. */
static void
test_closed_form (void)
{
  const struct { double rate, size, t_start; } cases[] = { { 1, 1, 0 }, { 1e9, 1, 0 }, { 1, 1e-12, 0 }, { 1, 1e12, 0 }, { 1e-6, 3, 0 }, { 1, 1, -7 }, { 1, 1, 1000 } };
  double first = NAN;

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      Run *run = run_new (decay_new (cases[c].rate, 0, cases[c].size, cases[c].t_start), "integrator", "midpoint", "accuracy", "1e-3", NULL);
      LabAttempt *attempt;
      LabTrial *trial = trial_of (run, 2, &attempt);
      g_autoptr (LabTrialCurve) curve = lab_trial_curve (trial, NULL, NULL);
      const double x0 = attempt->x0[0];

      for (int i = 0; i < curve->n; i++)
        {
          g_autoptr (LabAttempt) other = lab_trial_attempt (trial, curve->h[i], NULL, NULL);
          const double z = cases[c].rate * curve->h[i];

          g_assert_cmpfloat (fabs (other->error[0] / x0 - z * z / 2), <=, 1e-10);
          g_assert_cmpfloat (fabs (other->x1[0] / x0 - (1 - z + z * z / 2)), <=, 1e-10);
          g_assert_cmpfloat (other->record.error, ==, curve->norm[i]);
          g_assert_cmpfloat (other->scaled_error[0], ==, curve->error[i]);
          g_assert_cmpint (curve->outcome[i], ==, curve->norm[i] <= 1 ? ODE_ATTEMPT_ACCEPTED : ODE_ATTEMPT_REJECTED_ERROR);
        }
      g_assert_cmpfloat (curve->h[0], <=, 0.4 * attempt->record.h);
      g_assert_cmpfloat (curve->h[curve->n - 1], >=, 2 * attempt->record.h);
      g_assert_cmpint (curve->beyond, ==, ODE_ATTEMPT_REJECTED_ERROR);
      for (int side = 0; side < 2; side++)
        {
          g_autoptr (LabAttempt) other = lab_trial_attempt (trial, curve->limit * (side == 0 ? 1 : 1 + 1e-5), NULL, NULL);

          g_assert_cmpint (other->record.outcome, ==, side == 0 ? ODE_ATTEMPT_ACCEPTED : ODE_ATTEMPT_REJECTED_ERROR);
          g_assert_cmpfloat (fabs (other->record.error - 1), <, 1e-4);
        }
      if (c == 0)
        first = curve->limit * cases[c].rate;
      g_assert_cmpfloat (fabs (curve->limit * cases[c].rate / first - 1), <, 1e-5);
      lab_attempt_free (attempt);
      lab_trial_free (trial);
      run_free (run);
    }
}

/* Goes on until it was called so many times. */
static gboolean
goes_on (gpointer left, double fraction)
{
  return --*(int *) left > 0;
}

/* The curve can be cancelled at each of its attempts, also at those that search the limit, and a single attempt after it was made. */
static void
test_cancelled_trials (void)
{
  Run *run = run_new (decay_new (1, 0, 1, 0), "integrator", "midpoint", "accuracy", "1e-3", NULL);
  int left = 1000000, calls, n;
  const LabProgress progress = { goes_on, &left };
  LabAttempt *attempt;
  LabTrial *trial = trial_of (run, 2, &attempt);
  LabTrialCurve *curve = lab_trial_curve (trial, &progress, NULL);

  calls = 1000000 - left;
  n = curve->n;
  g_assert_cmpint (calls, >, n + 5);
  lab_trial_curve_free (curve);
  for (int k = 0; k < 3; k++)
    {
      g_autoptr (GError) error = NULL;

      left = k == 0 ? 1 : k == 1 ? n + 3 : calls;
      g_assert_null (lab_trial_curve (trial, &progress, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
  g_autoptr (GError) error = NULL;
  left = 1;
  g_assert_null (lab_trial_attempt (trial, attempt->record.h, &progress, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  lab_attempt_free (attempt);
  lab_trial_free (trial);
  run_free (run);
}

/* Without error control the curve has the distance from the accurate solution: for the classical Runge–Kutta method |R(-z) - exp(-z)|. */
static void
test_fixed (void)
{
  Run *run = run_new (decay_new (2, 0, 5, 0), "integrator", "runge_kutta4", "max_step", "0.1", NULL);
  LabAttempt *attempt;
  LabTrial *trial = trial_of (run, 3, &attempt);
  g_autoptr (LabTrialCurve) curve = lab_trial_curve (trial, NULL, NULL);

  g_assert_false (curve->controlled);
  g_assert_cmpfloat (curve->order, ==, 5);
  g_assert_true (isinf (curve->limit));
  for (int i = 0; i < curve->n; i++)
    {
      const double z = 2 * curve->h[i], error = fabs (1 - z + z * z / 2 - z * z * z / 6 + z * z * z * z / 24 - exp (-z));

      if (error > 2e-10)
        g_assert_cmpfloat (fabs (curve->error[i] / error - 1), <, 1e-10 / error);
      else if (error < 0.5e-10)
        g_assert_true (isnan (curve->error[i]));
    }
  lab_attempt_free (attempt);
  lab_trial_free (trial);
  run_free (run);
}

/* With an implicit method, the limit can be that of Newton's iteration. A largest step of the settings does not hold for trials. */
static void
test_limits (void)
{
  Run *run = run_new (load ("oscillators/van-der-pol-stiff"), "integrator", "radau5", NULL);
  int n_newton = 0, n_error = 0;
  Run *limited = run_new (decay_new (1, 0, 1, 0), "integrator", "runge_kutta5", "max_step", "0.01", NULL);
  LabAttempt *attempt;
  LabTrial *trial = trial_of (limited, 9, &attempt);
  g_autoptr (LabAttempt) longer = lab_trial_attempt (trial, 0.04, NULL, NULL);

  g_assert_cmpfloat (longer->record.h, ==, 0.04);
  lab_attempt_free (attempt);
  lab_trial_free (trial);
  run_free (limited);
  for (gsize index = 0; index < 200 && n_newton + n_error < 20; index += 7)
    {
      g_autoptr (LabTrialCurve) curve = NULL;

      trial = trial_of (run, index, &attempt);
      curve = lab_trial_curve (trial, NULL, NULL);
      n_newton += isfinite (curve->limit) && curve->beyond == ODE_ATTEMPT_REJECTED_NEWTON;
      n_error += isfinite (curve->limit) && curve->beyond == ODE_ATTEMPT_REJECTED_ERROR;
      for (int i = 0; i < curve->n; i++)
        g_assert_cmpint (isnan (curve->norm[i]), ==, curve->outcome[i] == ODE_ATTEMPT_REJECTED_NEWTON);
      lab_attempt_free (attempt);
      lab_trial_free (trial);
    }
  g_assert_cmpint (n_newton, >, 0);
  g_assert_cmpint (n_error, >, 0);
  run_free (run);
}

typedef struct { Run *run; int n_checked; } Watch;

static gpointer
repeat_some (gpointer data)
{
  Watch *watch = data;

  for (gsize index = 0; index < 2000; index += 97)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LabAttempt) attempt = NULL;

      while (sim_tape_n_attempts (watch->run->record.tape) <= index)
        g_usleep (100);
      attempt = lab_attempt_new (&watch->run->record, index, NULL, &error);
      g_assert_no_error (error);
      watch->n_checked++;
    }
  return NULL;
}

/* The end time is so large that the run cannot reach it during the test. */
static void
test_while_running (void)
{
  Run *run = run_new (load ("oscillators/van-der-pol"), "integrator", "runge_kutta5", NULL);
  Watch watch = { run, 0 };
  GThread *thread;
  SimRunPoll poll;

  sim_run_set_t_end (run->run, 1e9);
  run->record.history = sim_run_history (run->run);
  sim_run_start (run->run);
  thread = g_thread_new ("pool", repeat_some, &watch);
  g_thread_join (thread);
  sim_run_poll (run->run, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_RUNNING);
  g_assert_cmpint (watch.n_checked, ==, 21);
  sim_run_stop (run->run);
  sim_run_wait (run->run);
  run_free (run);
}

/* A tape that keeps 4096 attempts has dropped the first ones. They are repeated from snapshots, together with the rows before
 * them. */
static void
test_dropped (void)
{
  Run *run = run_new (load ("oscillators/van-der-pol"), "integrator", "runge_kutta5", NULL);
  const ModelInstance plain = { 0 };
  g_autoptr (SimTape) all = sim_tape_new (100000), small = sim_tape_new (10);
  SimTape *const tapes[] = { all, small };

  run->record.problem.t_end = 2000;
  for (int k = 0; k < 2; k++)
    {
      SimSimulator *simulator = sim_simulator_new (sim_system_from_model (model_system_new (run->model, &plain, NULL)), run->config, NULL);

      sim_simulator_set_tape (simulator, tapes[k]);
      sim_simulator_initialize (simulator, 0, NULL, NULL, 2000, FALSE);
      sim_simulator_advance_to (simulator, 2000);
      sim_simulator_free (simulator);
    }
  run->record.tape = small;
  g_assert_cmpuint (sim_tape_first (small), >, 2000);
  for (gsize index = 0; index < 2000; index += 111)
    {
      g_autoptr (LabAttempt) attempt = lab_attempt_new (&run->record, index, NULL, NULL);
      OdeAttempt row;

      g_assert_nonnull (attempt);
      g_assert_true (sim_tape_get (all, index, &row));
      g_assert_true (attempt->record.t == row.t && attempt->record.h == row.h && attempt->record.error == row.error
                     && attempt->record.h_next == row.h_next);
      g_assert_cmpuint (attempt->first_around + (gsize) attempt->n_around, ==, index + 1);
      for (int i = 0; i < attempt->n_around; i++)
        {
          g_assert_true (sim_tape_get (all, attempt->first_around + (gsize) i, &row));
          g_assert_true (attempt->around[i].t == row.t && attempt->around[i].h == row.h);
        }
    }
  run_free (run);
}

static void
test_refusals (void)
{
  Run *run = run_new (load ("oscillators/van-der-pol"), "integrator", "runge_kutta5", NULL);
  g_autoptr (GError) error = NULL;
  GString *wrong = g_string_new (NULL);

  sim_run_start (run->run);
  sim_run_wait (run->run);
  g_string_printf (wrong, "attempt %" G_GSIZE_FORMAT, sim_tape_n_attempts (run->record.tape) + 1);
  g_assert_null (lab_attempt_new (&run->record, sim_tape_n_attempts (run->record.tape), NULL, &error));
  g_assert_nonnull (strstr (error->message, wrong->str));
  g_clear_error (&error);
  /* A run with other settings does not belong to this tape. */
  sim_config_set (run->config, "accuracy", "1e-7", SIM_ORIGIN_LIVE, NULL);
  g_assert_null (lab_attempt_new (&run->record, 3, NULL, &error));
  g_assert_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  g_string_free (wrong, TRUE);
  run_free (run);
}

/* Checks the flow through the start of an attempt of x'' = −x, its Jacobian (0 1; −1 0) and the eigenvalues
 * ±i. */
static void
test_context (void)
{
  Run *run = run_new (load ("oscillators/harmonic-oscillator"), "integrator", "runge_kutta5", NULL);
  g_autoptr (LabAttempt) attempt = NULL;
  double omega2;

  sim_run_start (run->run);
  sim_run_wait (run->run);
  attempt = lab_attempt_new (&run->record, 5, NULL, NULL);
  g_assert_nonnull (attempt);
  g_assert_nonnull (attempt->jacobian);
  omega2 = -attempt->jacobian[1];
  g_assert_cmpfloat (attempt->jacobian[2], ==, 1);
  g_assert_cmpfloat_with_epsilon (fabs (attempt->eigenvalues[1]), sqrt (omega2), 1e-12);
  g_assert_cmpint (attempt->n_flow, >, 2);
  for (int i = 0; i < attempt->n_flow; i++)
    {
      const double *row = attempt->flow + 3 * i;
      const double s = sqrt (omega2), angle = s * (row[0] - attempt->record.t);

      g_assert_cmpfloat_with_epsilon (row[1], attempt->x0[0] * cos (angle) + attempt->x0[1] / s * sin (angle), 1e-9);
    }
  g_assert_cmpfloat (attempt->flow[3 * (attempt->n_flow - 1)], >, attempt->record.t + attempt->record.h);
  run_free (run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (models); i++)
    if (g_test_thorough () || i < 5)
      {
        g_autofree char *path = g_strdup_printf ("/lab/attempt/a-repeated-attempt-has-the-bits-of-the-run/%s", strchr (models[i], '/') + 1);

        g_test_add_data_func (path, GINT_TO_POINTER ((int) i), test_bits);
      }
  g_test_add_func ("/lab/attempt/attempts-before-and-after-changes-are-repeated", test_changes);
  g_test_add_func ("/lab/attempt/a-failed-newton-iteration-is-repeated", test_failed_newton);
  g_test_add_func ("/lab/attempt/a-failed-newton-iteration-continues-on-request", test_continued);
  g_test_add_func ("/lab/attempt/a-replay-ends-when-it-is-cancelled", test_cancelled);
  g_test_add_func ("/lab/attempt/trials-have-the-errors-of-a-closed-form", test_closed_form);
  g_test_add_func ("/lab/attempt/trials-can-be-cancelled-at-each-attempt", test_cancelled_trials);
  g_test_add_func ("/lab/attempt/trials-without-error-control-have-the-local-error", test_fixed);
  g_test_add_func ("/lab/attempt/the-limit-of-trials-is-that-of-newton-or-of-the-error", test_limits);
  g_test_add_func ("/lab/attempt/attempts-can-be-repeated-while-the-run-continues", test_while_running);
  g_test_add_func ("/lab/attempt/attempts-that-the-tape-has-dropped-are-repeated", test_dropped);
  g_test_add_func ("/lab/attempt/an-attempt-that-does-not-exist-or-belongs-to-another-run-is-refused", test_refusals);
  g_test_add_func ("/lab/attempt/jacobian-and-solution-are-those-at-the-start-of-the-attempt", test_context);
  return g_test_run ();
}
