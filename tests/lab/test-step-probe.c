/* Tests the measurement of what limits the steps of a run: its ratio is that of two complete runs, and its verdicts are those of problems
 * whose limit is known. */
#include <gio/gio.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-fixture.h"
#include "lab-step-probe.h"

#define HEAD "format: 1\nname: Test\n"
/* Accuracy limits the steps: an undamped oscillation. */
#define OSCILLATOR HEAD "time: {start: 0, end: 100}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -x}\n"
/* Stability limits the steps of explicit methods after a short transient. RATE is the rate of the decay. */
#define DECAY(rate) HEAD "time: {start: 0, end: 10}\nstates:\n  x: {initial: 0, derivative: -" rate "*(x - cos(t))}\n"
/* A fast undamped oscillation of small size beside a slow one: no component decays, and stability limits the steps of loose accuracies. */
#define FAST                                                                                                                               \
  HEAD "time: {start: 0, end: 20}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -x}\n"                         \
       "  y: {initial: 1e-9, derivative: w, nominal: 1}\n  w: {initial: 0, derivative: -1e6*y, nominal: 1}\n"

typedef struct
{
  const char *yaml, *integrator, *accuracy;
  SimVerdict verdict;
} Row;

static const Row rows[] = {
  { OSCILLATOR, "runge_kutta5", "1e-4", SIM_VERDICT_ACCURACY }, { OSCILLATOR, "runge_kutta5", "1e-10", SIM_VERDICT_ACCURACY },
  { OSCILLATOR, "dop853", "1e-8", SIM_VERDICT_ACCURACY },       { OSCILLATOR, "runge_kutta3", "1e-4", SIM_VERDICT_ACCURACY },
  { OSCILLATOR, "radau5", "1e-6", SIM_VERDICT_ACCURACY },       { DECAY ("2000"), "runge_kutta5", "1e-4", SIM_VERDICT_STABILITY },
  { DECAY ("2000"), "dop853", "1e-4", SIM_VERDICT_STABILITY },  { DECAY ("2000"), "runge_kutta3", "1e-3", SIM_VERDICT_STABILITY },
  { DECAY ("2000"), "radau5", "1e-6", SIM_VERDICT_ACCURACY },   { FAST, "runge_kutta5", "1e-3", SIM_VERDICT_STABILITY },
};

static void
start (LabFixture *fixture, const Row *row)
{
  g_autofree char *settings = g_strdup_printf ("{integrator: %s, accuracy: %s}", row->integrator, row->accuracy);

  lab_fixture_init (fixture, row->yaml, settings);
  g_assert_true (lab_problem_set_times (&fixture->problem, NULL));
}

/* Runs a problem, and returns the measurement. */
static LabStepProbe *
probe_of (const LabProblem *problem)
{
  g_autoptr (SimTape) tape = sim_tape_new (1000000);
  LabRunWatch watch = { .tape = tape };
  double times[2];
  g_autoptr (GError) error = NULL;
  LabStepProbe *probe;
  LabRun run;

  g_assert_true (lab_problem_run_watched (problem, NULL, &watch, NULL, &run, &error));
  times[0] = problem->t_start;
  times[1] = run.t;
  lab_run_clear (&run);
  probe = lab_step_probe_new (&(LabRunRecord){ .problem = *problem, .t = times, .n = 2, .tape = tape }, NULL, &error);
  g_assert_no_error (error);
  return probe;
}

static long
n_steps (const LabProblem *problem, double factor)
{
  g_autoptr (SimConfig) config = sim_config_copy (problem->config);
  g_autoptr (GError) error = NULL;
  LabRun run;
  long steps;

  sim_config_scale_tolerances (config, factor);
  g_assert_true (lab_problem_run (problem, config, NULL, &run, &error));
  steps = run.statistics.ode.steps_taken;
  lab_run_clear (&run);
  return steps;
}

static void
test_verdicts (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      LabFixture fixture;
      g_autoptr (LabStepProbe) probe = NULL;
      double ratio;

      start (&fixture, &rows[i]);
      probe = probe_of (&fixture.problem);
      ratio = (double)n_steps (&fixture.problem, 0.1) / (double)n_steps (&fixture.problem, 1);
      g_test_message ("%s %s: ratio %g, runs %g, implicit %ld", rows[i].integrator, rows[i].accuracy, probe->response.ratio, ratio,
                      probe->response.implicit_steps);
      /* The measurement does not count the last step of each run, which the end shortens, and that of a long run uses samples. */
      g_assert_cmpfloat (fabs (probe->response.ratio / ratio - 1), <, 0.03);
      g_assert_cmpint (sim_response_verdict (&probe->response, sim_config_method (fixture.config)), ==, rows[i].verdict);
      lab_fixture_clear (&fixture);
    }
}

/* An oscillation, to which the equation of y adds a fast decay in the second half: the parts of the run have their own verdicts. */
static void
test_parts (void)
{
  static const Row row = { HEAD
                           "time: {start: 0, end: 20}\nstates:\n  x: {initial: 1, derivative: v}\n"
                           "  v: {initial: 0, derivative: -100*x}\n  y: {initial: 0, derivative: 'if(t > 10, -1500, -1)*(y - cos(t))'}\n",
                           "runge_kutta5", "1e-3", SIM_VERDICT_STABILITY };
  LabFixture fixture;
  g_autoptr (LabStepProbe) probe = NULL;
  int n[2] = { 0, 0 }, right[2] = { 0, 0 };

  start (&fixture, &row);
  probe = probe_of (&fixture.problem);
  for (guint i = 0; i < probe->parts->len; i++)
    {
      const LabProbePart *part = &g_array_index (probe->parts, LabProbePart, i);
      int half = part->t0 >= 10;

      if (part->t0 < 10 && part->t1 > 10)
        continue;
      n[half]++;
      right[half] += half ? probe->exponent[i] < 1.0 / 3 : probe->exponent[i] > 2.0 / 3;
    }
  g_assert_cmpint (n[0], >, 1);
  g_assert_cmpint (n[1], >, 10);
  g_assert_cmpint (right[0], ==, n[0]);
  g_assert_cmpint (right[1], >=, n[1] - 1);
  lab_fixture_clear (&fixture);
}

/* An implicit method is counted where stability limits the steps, and only there. */
static void
test_implicit (void)
{
  static const Row stiff = { DECAY ("2000"), "runge_kutta5", "1e-4", 0 }, smooth = { OSCILLATOR, "runge_kutta5", "1e-4", 0 };
  LabFixture fixture;
  LabStepProbe *probe;

  start (&fixture, &stiff);
  probe = probe_of (&fixture.problem);
  g_assert_cmpint (probe->response.implicit_steps, >, 0);
  g_assert_cmpint (probe->response.implicit_steps, <, probe->response.steps / 10);
  g_assert_cmpstr (probe->response.implicit->id, ==, "radau5");
  lab_step_probe_free (probe);
  lab_fixture_clear (&fixture);
  start (&fixture, &smooth);
  probe = probe_of (&fixture.problem);
  g_assert_cmpint (probe->response.implicit_steps, ==, -1);
  lab_step_probe_free (probe);
  lab_fixture_clear (&fixture);
}

/* Samples of a long run give the ratio of the whole run. */
static void
test_samples (void)
{
  static const Row row = { HEAD "time: {start: 0, end: 12000}\nstates:\n  x: {initial: 2, derivative: v}\n"
                                "  v: {initial: 0, derivative: '(1 - x^2)*v - x'}\n",
                           "runge_kutta5", "1e-7", 0 };
  LabFixture fixture;
  g_autoptr (LabStepProbe) probe = NULL;
  double ratio;

  start (&fixture, &row);
  probe = probe_of (&fixture.problem);
  g_assert_false (probe->complete);
  ratio = (double)n_steps (&fixture.problem, 0.1) / (double)n_steps (&fixture.problem, 1);
  g_test_message ("samples %g, runs %g", probe->response.ratio, ratio);
  g_assert_cmpfloat (fabs (probe->response.ratio / ratio - 1), <, 0.03);
  lab_fixture_clear (&fixture);
}

static void
test_refused (void)
{
  LabFixture fixture;
  g_autoptr (SimTape) tape = sim_tape_new (1000);
  g_autoptr (GError) error = NULL;
  double t = 0;

  lab_fixture_init (&fixture, OSCILLATOR, "{integrator: explicit_euler, error_control: false, max_step: 0.1}");
  g_assert_null (lab_step_probe_new (&(LabRunRecord){ .problem = fixture.problem, .t = &t, .n = 1, .tape = tape }, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "fixed steps"));
  lab_fixture_clear (&fixture);
}

/* The tape has the order of the error estimate, which differs from the order of the method by more than one for methods of variable order. A method that
 * answers a tighter tolerance by a higher order gives no verdict but accuracy. */
static void
test_variable_order (void)
{
  static const Row rows_of[] = { { OSCILLATOR, "radau", "1e-5", 0 }, { OSCILLATOR, "bulirsch_stoer", "1e-6", 0 } };
  static const double least[] = { 6, 3 }, most[] = { 14, 20 };

  for (gsize i = 0; i < G_N_ELEMENTS (rows_of); i++)
    {
      LabFixture fixture;
      g_autoptr (LabStepProbe) probe = NULL;
      SimVerdict verdict;

      start (&fixture, &rows_of[i]);
      probe = probe_of (&fixture.problem);
      verdict = sim_response_verdict (&probe->response, sim_config_method (fixture.config));
      g_test_message ("p %g, then %g, verdict %d", probe->order, probe->response.probed_order, verdict);
      g_assert_cmpfloat (probe->order, >=, least[i]);
      g_assert_cmpfloat (probe->order, <=, most[i]);
      g_assert_true (verdict == SIM_VERDICT_ACCURACY || verdict == SIM_VERDICT_UNKNOWN || verdict == SIM_VERDICT_PARTLY);
      lab_fixture_clear (&fixture);
    }
}

/* The probe has a tenth of the tolerance that the run used, which is tighter than a loose accuracy asked for. */
static void
test_loosest (void)
{
  static const Row row = { OSCILLATOR, "runge_kutta5", "1", 0 };
  LabFixture fixture;
  LabStepProbe *probe;
  double loosest;

  start (&fixture, &row);
  loosest = sim_config_method (fixture.config)->accuracy_loosest;
  g_assert_cmpfloat (loosest, <, 1);
  probe = probe_of (&fixture.problem);
  g_assert_cmpfloat (fabs (probe->response.ratio * (double)n_steps (&fixture.problem, loosest) / (double)n_steps (&fixture.problem, 0.1 * loosest) - 1), <,
                     0.03);
  g_assert_true (probe->response.loosest);
  g_assert_cmpint (sim_response_verdict (&probe->response, sim_config_method (fixture.config)), ==, SIM_VERDICT_UNKNOWN);
  lab_step_probe_free (probe);
  lab_fixture_clear (&fixture);
}

/* Loads a model of the library with a method. Returns FALSE if the method does not support it or the run fails. */
static gboolean
load (LabFixture *fixture, const char *file, const char *method, const char *accuracy)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", file, NULL), *text = NULL;
  g_autofree char *settings = g_strdup_printf ("{integrator: %s, accuracy: %s, step_limit: 20000}", method, accuracy);
  LabRun run;
  gboolean reached;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lab_fixture_init (fixture, text, settings);
  if (!lab_problem_set_times (&fixture->problem, NULL) || !lab_problem_run (&fixture->problem, fixture->config, NULL, &run, NULL))
    return FALSE;
  reached = run.reason == SIM_REACHED_END;
  lab_run_clear (&run);
  return reached;
}

/* The verdict agrees with the numbers of all accepted steps of two complete runs, with and without events, stiff and not. Where it is left open nothing
 * is compared; it is given in at least half of the cases. */
static void
test_library (void)
{
  static const char *const models[] = { "oscillators/van-der-pol.yaml",   "stiff-chemistry/hires.yaml",    "oscillators/brusselator.yaml",
                                        "mechanics/pendulum.yaml",        "celestial/kepler.yaml",         "stiff-chemistry/oregonator.yaml",
                                        "oscillators/duffing.yaml",       "chaos/lorenz.yaml",             "hybrid-events/bouncing-ball.yaml",
                                        "biology/lotka-volterra-harvest.yaml" };
  static const char *const methods[] = { "runge_kutta5", "dop853", "radau5", "kvaerno5", "bogacki_shampine3" };
  static const char *const accuracies[] = { "1e-3", "1e-5", "1e-7" };
  int n = 0, n_given = 0;

  for (gsize m = 0; m < G_N_ELEMENTS (models); m++)
    for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
      {
        const char *accuracy = accuracies[(m + k) % G_N_ELEMENTS (accuracies)];
        LabFixture fixture;

        if (load (&fixture, models[m], methods[k], accuracy))
          {
            g_autoptr (LabStepProbe) probe = probe_of (&fixture.problem);
            SimVerdict verdict = sim_response_verdict (&probe->response, sim_config_method (fixture.config));
            double q = probe->order * log10 ((double)n_steps (&fixture.problem, 0.1) / (double)n_steps (&fixture.problem, 1));

            g_test_message ("%s %s %s: %g, verdict %d", models[m], methods[k], accuracy, q, verdict);
            n++;
            n_given += verdict != SIM_VERDICT_UNKNOWN;
            if (verdict == SIM_VERDICT_ACCURACY)
              g_assert_cmpfloat (q, >, 2.0 / 3);
            else if (verdict == SIM_VERDICT_STABILITY || verdict == SIM_VERDICT_NEITHER)
              g_assert_cmpfloat (q, <, 1.0 / 3);
            else if (verdict != SIM_VERDICT_UNKNOWN)
              g_assert_true (q > 0.3 && q < 0.6);
          }
        lab_fixture_clear (&fixture);
      }
  g_assert_cmpint (n, >, 30);
  g_assert_cmpint (2 * n_given, >, n);
}

/* Where scheduled events end nearly all steps, the accuracy limits the few others, but not the number of steps. */
static void
test_events (void)
{
  static const Row row = {
    HEAD "time: {start: 0, end: 50}\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: -x}}\ndiscrete: {n: 0}\n"
         "events: {tick: {every: 0.01, set: {n: n + 1}}, kick: {at: [10, 40], set: {v: v + 1e3}}}\n",
    "runge_kutta3", "1e-4", SIM_VERDICT_NEITHER
  };
  LabFixture fixture;
  LabStepProbe *probe;
  SimVerdict verdict;

  start (&fixture, &row);
  probe = probe_of (&fixture.problem);
  verdict = sim_response_verdict (&probe->response, sim_config_method (fixture.config));
  g_test_message ("ratio %g, all %g, verdict %d", probe->response.ratio, probe->response.all_ratio, verdict);
  g_assert_cmpfloat_with_epsilon (probe->response.all_ratio,
                                  (double)n_steps (&fixture.problem, 0.1) / (double)n_steps (&fixture.problem, 1), 0.01);
  g_assert_true (verdict == SIM_VERDICT_NEITHER || verdict == SIM_VERDICT_UNKNOWN);
  lab_step_probe_free (probe);
  lab_fixture_clear (&fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/step-probe/the-ratio-is-that-of-two-runs-and-decides-the-verdict", test_verdicts);
  g_test_add_func ("/lab/step-probe/parts-of-a-run-have-their-own-verdicts", test_parts);
  g_test_add_func ("/lab/step-probe/an-implicit-method-is-counted-where-stability-limits-the-steps", test_implicit);
  g_test_add_func ("/lab/step-probe/samples-of-a-long-run-give-the-ratio-of-the-run", test_samples);
  g_test_add_func ("/lab/step-probe/accuracy-is-not-named-where-events-end-the-steps", test_events);
  g_test_add_func ("/lab/step-probe/a-method-of-variable-order-is-measured-by-its-error-estimates", test_variable_order);
  g_test_add_func ("/lab/step-probe/the-tolerance-that-the-run-used-is-changed", test_loosest);
  g_test_add_func ("/lab/step-probe/verdicts-on-the-library-agree-with-the-steps-of-two-runs", test_library);
  g_test_add_func ("/lab/step-probe/fixed-steps-are-refused", test_refused);
  return g_test_run ();
}
