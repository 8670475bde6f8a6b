/* Tests sweeps: the points of a grid agree with closed forms and are in the documented order; Lyapunov exponents agree with known values;
 * errors in study files are reported with their positions. */
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-ensemble-run.h"
#include "lab-sweep.h"
#include "model-load.h"

#define HEAD "format: 1\nname: Test\n"
#define DECAY                                                                                                                     \
  HEAD "time: {start: 0, end: 1}\nparameters: {p: {value: 1, distribution: \"uniform(5, 6)\"}, q: {value: 0, distribution: \"uniform(2, 3)\"}}\n"    \
       "states:\n  x: {initial: 1, derivative: -p*x + q}\n"
#define LORENZ                                                                                                                    \
  HEAD "time: {start: 0, end: 20}\nparameters: {rho: 28}\nstates:\n  x: {initial: 1, derivative: 10*(y - x)}\n"                  \
       "  y: {initial: 0, derivative: x*(rho - z) - y}\n  z: {initial: 0, derivative: x*y - 8/3*z}\n"

typedef struct
{
  Model *model;
  SimConfig *config;
  LabProblem problem;
  LabEnsemble *ensemble;
} Fixture;

static void
fixture_init (Fixture *f, const char *yaml)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;

  f->model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_autofree char *errors = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (errors, ==, "");
  f->config = sim_config_new ();
  sim_config_apply_model (f->config, f->model, diagnostics);
  g_assert_true (sim_config_load_text (f->config, "accuracy: 1e-9", "settings", diagnostics));
  f->problem = (LabProblem) { .model = f->model, .config = f->config, .t_start = NAN, .t_end = NAN };
  f->ensemble = lab_ensemble_new (&f->problem, 1, &error);
  g_assert_no_error (error);
}

static void
fixture_clear (Fixture *f)
{
  lab_ensemble_free (f->ensemble);
  sim_config_free (f->config);
  model_unref (f->model);
}

static void
axis (Fixture *f, const char *name, const char *text)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  g_assert_true (lab_ensemble_vary_axis (f->ensemble, name, (ExprPlace) { 1, 1 }, text, NULL, errors));
}

static void
record (Fixture *f, const char *name, LabReducer reducer, const char *text)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  g_assert_true (lab_ensemble_record (f->ensemble, name, (ExprPlace) { 1, 1 }, reducer, text, NULL, errors));
}

static LabResult *
run (Fixture *f, int n_jobs)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (LabResults) results = NULL;
  g_autoptr (GError) error = NULL;
  LabResultsHeader header;
  LabResult *result;

  g_assert_true (lab_ensemble_finish (f->ensemble, errors));
  lab_ensemble_header (f->ensemble, "", 0, 0, &header);
  g_assert_cmpstr (header.study, ==, "sweep");
  results = lab_results_append_to (NULL, &header, &error);
  g_strfreev (header.columns);
  g_assert_no_error (error);
  lab_ensemble_run (f->ensemble, results, n_jobs, NULL, &error);
  g_assert_no_error (error);
  result = lab_sweep_report (f->ensemble, results, &error);
  g_assert_no_error (error);
  return result;
}

static double
cell (const LabResult *result, int row, int column)
{
  const LabTable *table = result->tables->pdata[0];

  return g_array_index (table->cells, LabCell, row * table->n_columns + column).value;
}

/* x' = −p x with x(0) = a has x(1) = a exp (−p). q has a distribution, but keeps its nominal value 0. */
static void
test_grid (void)
{
  Fixture f;
  g_autoptr (LabResult) result = NULL;
  const LabGrid *grid;

  fixture_init (&f, DECAY);
  axis (&f, "p", "0.5:2.5:5");
  axis (&f, "x", "1:3:3");
  record (&f, "end", LAB_REDUCE_FINAL, "x");
  record (&f, "mean", LAB_REDUCE_MEAN, "x");
  result = run (&f, 2);
  grid = result->grids->pdata[0];
  g_assert_cmpint (lab_table_n_rows (result->tables->pdata[0]), ==, 15);
  g_assert_cmpint (lab_table_n_rows (result->tables->pdata[1]), ==, 0);
  g_assert_cmpint (grid->nx, ==, 5);
  g_assert_cmpint (grid->ny, ==, 3);
  for (int row = 0; row < 15; row++)
    {
      double p = 0.5 + 0.5 * (row / 3), a = 1 + row % 3;

      g_assert_cmpfloat (cell (result, row, 0), ==, p);
      g_assert_cmpfloat (cell (result, row, 1), ==, a);
      g_assert_cmpfloat_with_epsilon (cell (result, row, 2), a * exp (-p), 1e-8);
      g_assert_cmpfloat_with_epsilon (cell (result, row, 3), a * (1 - exp (-p)) / p, 1e-8);
      g_assert_cmpfloat (grid->values[row % 3 * 5 + row / 3], ==, cell (result, row, 2));
      g_assert_cmpfloat_with_epsilon (lab_grid_x (grid, row / 3), p, 1e-14);
      g_assert_cmpfloat_with_epsilon (lab_grid_y (grid, row % 3), a, 1e-14);
    }
  fixture_clear (&f);
}

/* The last value of an axis is exact, although 0.1 + 3 · (0.7/3) is not 0.8 in double precision. */
static void
test_axis (void)
{
  static const char *const wrong[] = { "", "1:2", "2:1:3", "1:1:3", "1:2:1", "1:2:2.5", "1:2:100001", "1:2:3:4", "a:2:3", "1:nan:3" };
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  LabVary vary = { .from = 0.1, .to = 0.8, .n_values = 4 };
  Fixture f;

  g_assert_cmpfloat (lab_vary_axis_value (&vary, 0), ==, 0.1);
  g_assert_cmpfloat (lab_vary_axis_value (&vary, 3), ==, 0.8);
  fixture_init (&f, DECAY);
  for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
    {
      g_assert_false (lab_ensemble_vary_axis (f.ensemble, "p", (ExprPlace) { 1, 1 }, wrong[k], NULL, errors));
      g_assert_cmpuint (errors->len, ==, k + 1);
    }
  axis (&f, "p", "1:2:2");
  g_assert_false (lab_ensemble_vary_axis (f.ensemble, "p", (ExprPlace) { 1, 1 }, "1:2:2", NULL, errors));
  axis (&f, "x", "1:2:2");
  g_assert_false (lab_ensemble_vary_axis (f.ensemble, "q", (ExprPlace) { 1, 1 }, "1:2:2", NULL, errors));
  fixture_clear (&f);
}

/* x' = −p x has the exponent −p. The Lorenz equations have 0.9056 at ρ = 28 (Sprott, Chaos and Time-Series Analysis, 2003). For ρ < 1 the
 * origin attracts with the larger root of s² + 11 s + 10 (1 − ρ) = 0. Over the time 400 the exponent of the chaotic orbit has an error of a
 * few percent. */
static void
test_exponents (void)
{
  g_autoptr (LabResult) decay = NULL, lorenz = NULL;
  Fixture f;

  fixture_init (&f, DECAY);
  axis (&f, "p", "-1:2:4");
  record (&f, "exponent", LAB_REDUCE_LYAPUNOV, "30");
  decay = run (&f, 1);
  for (int row = 0; row < 4; row++)
    g_assert_cmpfloat_with_epsilon (cell (decay, row, 1), 1 - row, 1e-5);
  fixture_clear (&f);
  fixture_init (&f, LORENZ);
  axis (&f, "rho", "0.5:28:2");
  record (&f, "exponent", LAB_REDUCE_LYAPUNOV, "400");
  lorenz = run (&f, 2);
  g_assert_cmpfloat_with_epsilon (cell (lorenz, 0, 1), (-11 + sqrt (121 - 40 * 0.5)) / 2, 0.01);
  g_assert_cmpfloat_with_epsilon (cell (lorenz, 1, 1), 0.9056, 0.05);
  g_assert_true (((LabGrid *) lorenz->grids->pdata[0])->is_signed);
  fixture_clear (&f);
}

/* Across an event that changes a state, the variational equation is not valid without a jump. So the exponent is refused before anything is
 * computed. */
static void
test_refused_exponent (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (LabLanes) lanes = NULL;
  Fixture f;

  fixture_init (&f, HEAD "time: {start: 0, end: 1}\nparameters: {p: 1}\nstates:\n  x: {initial: 1, derivative: -p}\n"
                         "events:\n  hit: {crossing: x, set: {x: 1}}\n");
  g_assert_false (lab_ensemble_record (f.ensemble, "wrong", (ExprPlace) { 1, 1 }, LAB_REDUCE_LYAPUNOV, "-1", NULL, errors));
  axis (&f, "p", "1:2:2");
  record (&f, "exponent", LAB_REDUCE_LYAPUNOV, "10");
  g_ptr_array_set_size (errors, 0);
  g_assert_true (lab_ensemble_finish (f.ensemble, errors));
  lanes = lab_lanes_new (f.ensemble, MODEL_LANES, &error);
  g_assert_null (lanes);
  g_assert_nonnull (strstr (error->message, "hit"));
  fixture_clear (&f);
}

/* A quantity without effect gives the same values at all points, because the noise is the same there. */
static void
test_noise (void)
{
  g_autoptr (LabResult) result = NULL;
  Fixture f;

  fixture_init (&f, HEAD "time: {start: 0, end: 3}\nparameters: {p: 1}\nstates:\n  x: {initial: 0, derivative: w + 0*p}\n"
                         "noise:\n  w: {distribution: \"normal(0, 1)\", every: 0.5}\n");
  axis (&f, "p", "0:3:4");
  result = run (&f, 1);
  g_assert_cmpfloat (cell (result, 0, 1), !=, 0);
  for (int row = 1; row < 4; row++)
    g_assert_cmpfloat (cell (result, row, 1), ==, cell (result, 0, 1));
  fixture_clear (&f);
}

/* A point that fails keeps its index and reason, and has no exponent. The other points keep their values. */
static void
test_failed (void)
{
  g_autoptr (LabResult) result = NULL;
  const LabTable *failed;
  Fixture f;

  fixture_init (&f, HEAD "time: {start: 0, end: 1}\nparameters: {p: 1}\nstates:\n  x: {initial: 1, derivative: p*x^2}\n");
  axis (&f, "p", "0:3:4");
  record (&f, "end", LAB_REDUCE_FINAL, "x");
  record (&f, "exponent", LAB_REDUCE_LYAPUNOV, "1e-9");
  result = run (&f, 1);
  failed = result->tables->pdata[1];
  g_assert_cmpfloat_with_epsilon (cell (result, 0, 1), 1, 1e-12);
  g_assert_cmpfloat (cell (result, 0, 2), ==, 0);
  g_assert_cmpint (lab_table_n_rows (failed), ==, 3);
  for (int row = 0; row < 3; row++)
    {
      g_assert_cmpfloat (g_array_index (failed->cells, LabCell, row * 2).value, ==, row + 1);
      g_assert_true (isnan (cell (result, row + 1, 2)));
      g_assert_cmpstr (g_array_index (failed->cells, LabCell, row * 2 + 1).text, !=, "");
    }
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep/points-agree-with-the-closed-form-in-the-order-of-the-axes", test_grid);
  g_test_add_func ("/sweep/an-axis-ends-exactly-and-wrong-axes-are-refused", test_axis);
  g_test_add_func ("/sweep/the-largest-lyapunov-exponents-agree-with-known-values", test_exponents);
  g_test_add_func ("/sweep/a-lyapunov-exponent-across-events-is-refused", test_refused_exponent);
  g_test_add_func ("/sweep/all-points-have-the-same-noise", test_noise);
  g_test_add_func ("/sweep/a-failed-point-keeps-its-index-and-reason", test_failed);
  return g_test_run ();
}
