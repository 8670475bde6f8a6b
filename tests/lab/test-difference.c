/* Tests differences over time: between a run and the closed form, itself, or another run, and after a change of a
 * parameter. */
#include <gio/gio.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#include "model-load.h"
#include "lab-difference.h"

#define OSCILLATOR                                                                                                                \
  "format: 1\nname: Test\ntime: {start: 0, end: 6}\nparameters: {k: 1}\nstates:\n"                                                 \
  "  x: {initial: 1, derivative: v, kind: position}\n  v: {initial: 0, derivative: -k*x, kind: velocity}\n"

typedef struct
{
  Model *model;
  SimConfig *config;
  SimTrajectory *trajectory;
  GArray *times;
  LabRunRecord record;
} Run;

static const LabParameterMove move = { 0, "k", 4 };

/* Integrates the model to t = end. If moved is TRUE, k is set to 4 at the end of the first step after t =
 * 3. */
static Run
run_new_to (const char *yaml, const char *const *settings, double end, gboolean moved, LabParameterMove *move_made)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Run run = { .model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics), .config = sim_config_new () };
  ModelInstance plain = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SimSimulator) simulator = NULL;
  ModelSystem *system;
  gboolean done = FALSE;

  g_assert_nonnull (run.model);
  sim_config_apply_model (run.config, run.model, diagnostics);
  for (int i = 0; settings[i] != NULL; i += 2)
    {
      sim_config_set (run.config, settings[i], settings[i + 1], SIM_ORIGIN_LIVE, &error);
      g_assert_no_error (error);
    }
  system = model_system_new (run.model, &plain, &error);
  g_assert_no_error (error);
  run.trajectory = sim_trajectory_new (model_system_n_columns (system), 1 << 24);
  simulator = sim_simulator_new (sim_system_from_model (system), run.config, &error);
  g_assert_no_error (error);
  run.times = g_array_new (FALSE, FALSE, sizeof (double));
  sim_simulator_add_sink (simulator, sim_sink_trajectory (run.trajectory), &(SimSamplingRule) { .sampling = SIM_SAMPLE_STEPS });
  sim_simulator_initialize (simulator, 0, NULL, NULL, end, FALSE);
  while (sim_simulator_t (simulator) < end)
    {
      sim_simulator_step (simulator, end);
      if (moved && !done && sim_simulator_t (simulator) > 3)
        {
          *move_made = move;
          move_made->t = sim_simulator_t (simulator);
          g_assert_true (sim_simulator_set_parameter (simulator, "k", 4, &error));
          done = TRUE;
        }
    }
  g_assert_true (sim_simulator_finish (simulator, &error));
  for (gsize i = 0; i < sim_trajectory_n_rows (run.trajectory); i++)
    {
      double t = sim_trajectory_row (run.trajectory, i)[0];

      if (run.times->len == 0 || t > g_array_index (run.times, double, run.times->len - 1))
        g_array_append_val (run.times, t);
    }
  run.record = (LabRunRecord) {
    .problem = { .model = run.model, .config = run.config, .t_start = 0, .t_end = end },
    .moves = move_made, .n_moves = moved ? 1 : 0,
    .t = (const double *) run.times->data, .n = run.times->len,
    .x_end = sim_trajectory_row (run.trajectory, sim_trajectory_n_rows (run.trajectory) - 1) + 1,
  };
  return run;
}

static Run
run_new (const char *yaml, const char *const *settings, gboolean moved, LabParameterMove *move_made)
{
  return run_new_to (yaml, settings, 6, moved, move_made);
}

static void
run_clear (Run *run)
{
  g_array_unref (run->times);
  sim_trajectory_unref (run->trajectory);
  sim_config_free (run->config);
  model_unref (run->model);
}

static const char *const coarse[] = { "integrator", "runge_kutta4", "error_control", "false", "max_step", "0.1", NULL };
static const char *const fine[] = { "integrator", "runge_kutta5", "accuracy", "1e-7", NULL };

static void
test_reference (void)
{
  static const char *const models[] = { OSCILLATOR "exact: {x: cos(t), v: -sin(t)}\n", OSCILLATOR };

  for (int k = 0; k < 2; k++)
    {
      g_autoptr (GError) error = NULL;
      Run run = run_new (models[k], coarse, FALSE, NULL);
      g_autoptr (LabDifference) difference = lab_difference_new (&run.record, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (difference->reference_source, !=, "");
      g_assert_cmpuint (difference->n, ==, sim_trajectory_n_rows (run.trajectory));
      for (gsize i = 0; i < difference->n; i++)
        {
          const double *row = sim_trajectory_row (run.trajectory, i);

          g_assert_cmpfloat (difference->t[i], ==, row[0]);
          /* The closed form has only rounding errors, and two high-accuracy runs agree to about 1e-12, whereas the error of the run is
           * about 1e-6. */
          g_assert_cmpfloat (fabs (difference->values[2 * i] - (row[1] - cos (row[0]))), <=, k == 0 ? 1e-15 : 1e-11);
          g_assert_cmpfloat (fabs (difference->values[2 * i + 1] - (row[2] + sin (row[0]))), <=, k == 0 ? 1e-15 : 1e-11);
        }
      g_assert_cmpfloat (fabs (difference->values[2 * difference->n - 2]), >, 1e-7);
      run_clear (&run);
    }
}

static void
test_runs (void)
{
  g_autoptr (GError) error = NULL;
  Run a = run_new (OSCILLATOR, coarse, FALSE, NULL), b = run_new (OSCILLATOR, fine, FALSE, NULL);
  g_autoptr (LabDifference) self = lab_difference_new (&a.record, &a.record, NULL, &error);
  g_autoptr (LabDifference) ab = lab_difference_new (&a.record, &b.record, NULL, &error),
      ba = lab_difference_new (&b.record, &a.record, NULL, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < self->n * 2; i++)
    g_assert_cmpfloat (self->values[i], ==, 0);
  g_assert_cmpuint (ab->n, >, MAX (a.record.n, b.record.n));
  g_assert_cmpuint (ab->n, ==, ba->n);
  for (gsize i = 0; i < ab->n; i++)
    {
      g_assert_true (i == 0 || ab->t[i] > ab->t[i - 1]);
      g_assert_cmpfloat (ab->values[2 * i], ==, -ba->values[2 * i]);
      /* The difference is small between the steps too. The dense output of RK4, of order 3, has an
       * error below h⁴/384 · |x⁗| = 2.6e-7 for h = 0.1, in addition to the errors of the run (at most
       * 2e-6) and of the accurate run (about 1e-6). Linear interpolation would have an error of h²/8 =
       * 1.2e-3. */
      g_assert_cmpfloat (fabs (ab->values[2 * i]), <=, 1e-5);
    }
  run_clear (&a);
  run_clear (&b);
}

#define N_DISTANCES 2001

static LabGrowth
growth_of (double (*distance) (double t), double end)
{
  double t[N_DISTANCES], d[N_DISTANCES];

  for (int i = 0; i < N_DISTANCES; i++)
    {
      /* The points are dense at the start, to which an unweighted fit would give too much weight. */
      t[i] = end * pow ((double) i / (N_DISTANCES - 1), 3);
      d[i] = distance (t[i]);
    }
  return lab_growth_fit (t, d, N_DISTANCES);
}

static double growing (double t) { return t < 0.1 ? 0 : 1e-9 * exp (8 * t); }
static double bent (double t) { return t < 1 ? 1e-9 * exp (4 * t) : 1e-9 * exp (4) * exp (10 * (t - 1)); }
static double saturating (double t) { return fmin (1e-9 * exp (8 * t), 3); }
static double linear (double t) { return 1e-3 * t; }
static double fourth_power (double t) { return 1e-3 * t * t * t * t; }
static double decaying (double t) { return exp (-8 * t); }
static double slow (double t) { return exp (8 * t); }
static double none (double t) { return 0; }
static double unknown (double t) { return NAN; }

/* An exponential gives its exact rate. Other laws give no rate. */
static void
test_growth (void)
{
  double (*const others[]) (double t) = { linear, fourth_power, decaying, none, unknown };
  LabGrowth growth = growth_of (growing, 2);

  g_assert_cmpfloat_with_epsilon (growth.rate, 8, 1e-9);
  g_assert_cmpfloat_with_epsilon (growth.log_at_first, log (1e-9) + 8 * growth.t_first, 1e-9);
  g_assert_cmpfloat (growth.t_first, >=, 0.1);
  g_assert_cmpfloat (growth.r_squared, >, 1 - 1e-9);
  /* The fit ends at a tenth of the largest distance, so later values do not change the rate. */
  growth = growth_of (saturating, 100);
  g_assert_cmpfloat_with_epsilon (growth.rate, 8, 1e-9);
  g_assert_cmpfloat (growth.t_last, <, log (3e9) / 8);
  /* Equal time spans have equal weights, although most points are at the start. The line through ln d = 4t (t < 1), 10t − 6 for t up to 2 −
   * ln 10 / 10 has this slope. Without weights the slope would be 5.57. */
  growth = growth_of (bent, 2);
  g_assert_cmpfloat_with_epsilon (growth.rate, 6.4178, 0.01);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_true (isnan (growth_of (others[i], 1).rate));
  /* A rate needs growth by a factor of 20 or more up to a tenth of the largest distance. exp (8·0.6)/10 is below 20, exp (8·0.7)/10 above. */
  g_assert_true (isnan (growth_of (slow, 0.6).rate));
  g_assert_false (isnan (growth_of (slow, 0.7).rate));
  g_assert_true (isnan (lab_growth_fit ((double[]) { 0, 1 }, (double[]) { 1, 100 }, 2).rate));
}

/* The distance of two runs of the Lorenz system grows with the largest Lyapunov exponent, 0.9056 (Sprott, Chaos and Time-Series Analysis,
 * 2003). Measured over one run it varies by about a tenth. */
static void
test_lorenz (void)
{
  static const char *const yaml = "format: 1\nname: Test\ntime: {start: 0, end: 30}\nstates:\n  x: {initial: -5, derivative: 10*(y - x)}\n"
                                  "  y: {initial: -5, derivative: x*(28 - z) - y}\n  z: {initial: 25, derivative: x*y - 8/3*z}\n";
  static const char *const tight[] = { "integrator", "dop853", "accuracy", "1e-12", NULL }, *const close[] = { "integrator", "dop853", "accuracy", "1e-9", NULL };
  g_autoptr (GError) error = NULL;
  Run a = run_new_to (yaml, tight, 30, FALSE, NULL), b = run_new_to (yaml, close, 30, FALSE, NULL);
  g_autoptr (LabDifference) ab = lab_difference_new (&a.record, &b.record, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (ab->growth.rate, 0.9056, 0.12);
  for (gsize i = 0; i < ab->n; i++)
    {
      const double *row = ab->values + 3 * i;

      g_assert_cmpfloat (fabs (ab->distance[i] - sqrt (row[0] * row[0] + row[1] * row[1] + row[2] * row[2])), <=, 1e-15 * ab->distance[i]);
    }
  run_clear (&a);
  run_clear (&b);
}

static void
test_moved (void)
{
  g_autoptr (GError) error = NULL;
  LabParameterMove made;
  Run moved = run_new (OSCILLATOR, coarse, TRUE, &made), plain = run_new (OSCILLATOR, coarse, FALSE, NULL);
  g_autoptr (LabDifference) difference = lab_difference_new (&moved.record, &plain.record, NULL, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < difference->n; i++)
    {
      const double *row = sim_trajectory_row (moved.trajectory, i), *other = sim_trajectory_row (plain.trajectory, i);

      g_assert_cmpfloat (difference->values[2 * i], ==, row[1] - other[1]);
      g_assert_true (row[0] > made.t || difference->values[2 * i] == 0);
    }
  g_assert_cmpfloat (fabs (difference->values[2 * difference->n - 2]), >, 0.1);

  /* A run with a changed parameter has no reference solution. A record without the change does not repeat the run. */
  g_assert_null (lab_difference_new (&moved.record, NULL, NULL, &error));
  g_clear_error (&error);
  moved.record.n_moves = 0;
  g_assert_null (lab_difference_new (&moved.record, &plain.record, NULL, &error));
  g_assert_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED);
  run_clear (&moved);
  run_clear (&plain);
}

static gboolean
never (gpointer user, double fraction)
{
  return FALSE;
}

static void
test_cancelled (void)
{
  static const char *const tiny[] = { "integrator", "runge_kutta4", "error_control", "false", "max_step", "0.005", NULL };
  g_autoptr (GError) error = NULL;
  Run a = run_new (OSCILLATOR, tiny, FALSE, NULL);
  LabProgress progress = { never, NULL };

  g_assert_null (lab_difference_new (&a.record, &a.record, &progress, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  run_clear (&a);
}

/* Solutions near the cosine depart from it as e^(8t). Rounding errors grow to the size of the solution, and the reference is known until
 * that time. */
static void
test_part_of_reference (void)
{
  static const char leaving[] = "format: 1\nname: Test\ntime: {start: 0, end: 6}\nstates:\n"
                                "  x: {initial: 1, derivative: 8*(x - cos(t)) - sin(t)}\n  y: {initial: 1, derivative: -y}\n";
  g_autoptr (GError) error = NULL;
  Run run = run_new (leaving, coarse, FALSE, NULL);
  g_autoptr (LabDifference) difference = lab_difference_new (&run.record, NULL, NULL, &error);
  double known = 0;

  g_assert_no_error (error);
  g_assert_nonnull (strstr (difference->reference_source, "agree until t = "));
  for (gsize i = 0; i < difference->n; i++)
    {
      const double *row = sim_trajectory_row (run.trajectory, i);

      g_assert_cmpint (isnan (difference->values[2 * i]), ==, isnan (difference->values[2 * i + 1]));
      if (isnan (difference->values[2 * i]))
        continue;
      g_assert_true (i == 0 || !isnan (difference->values[2 * i - 2])); /* the known part begins at the start of the run */
      g_assert_cmpfloat (fabs (difference->values[2 * i] - (row[1] - cos (row[0]))), <=, 2e-6 * fmax (1, fabs (row[1])));
      known = row[0];
    }
  g_assert_cmpfloat (difference->t_known, ==, known);
  g_assert_cmpfloat (known, >, 1);
  g_assert_cmpfloat (known, <, 5);
  run_clear (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/difference/the-difference-from-the-reference-is-the-error-of-the-run", test_reference);
  g_test_add_func ("/lab/difference/the-difference-of-two-runs-changes-sign-when-they-are-exchanged", test_runs);
  g_test_add_func ("/lab/difference/parameter-changes-of-a-run-are-repeated-and-incomplete-records-are-refused", test_moved);
  g_test_add_func ("/lab/difference/only-an-exponential-law-has-a-growth-rate", test_growth);
  g_test_add_func ("/lab/difference/two-runs-of-the-lorenz-system-separate-at-the-rate-of-its-lyapunov-exponent", test_lorenz);
  g_test_add_func ("/lab/difference/the-computation-stops-when-cancelled", test_cancelled);
  g_test_add_func ("/lab/difference/the-difference-ends-when-the-two-reference-runs-disagree", test_part_of_reference);
  return g_test_run ();
}
