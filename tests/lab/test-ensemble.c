/* Tests ensembles: members have the same bits however they are computed, reducers agree with closed forms, statistics are exact, and errors
 * in study files are reported with their positions. */
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-ensemble-run.h"
#include "lab-study-file.h"
#include "model-load.h"
#include "ode-methods.h"

#define HEAD "format: 1\nname: Test\n"
#define LORENZ                                                                                                                    \
  HEAD "time: {start: 0, end: 10}\nparameters: {sigma: 10, rho: 28, beta: 8/3}\nstates:\n"                                       \
       "  x: {initial: 1, derivative: sigma*(y - x)}\n  y: {initial: 0, derivative: x*(rho - z) - y}\n"                          \
       "  z: {initial: 0, derivative: x*y - beta*z}\n"
#define PENDULUM                                                                                                                  \
  HEAD "time: {start: 0, end: 50}\nparameters: {c: 0.2, m: 0.3}\nstates:\n"                                                      \
       "  y: {initial: 0, derivative: w}\n  w: {initial: 0, derivative: -c*w - sin(y) + m}\n"
#define OSCILLATOR                                                                                                                \
  HEAD "time: {start: 0, end: 6}\nparameters: {k: 1}\nstates:\n"                                                                 \
       "  x: {initial: 1, derivative: v, kind: position}\n  v: {initial: 0, derivative: -k*x, kind: velocity}\n"

typedef struct
{
  Model *model;
  SimConfig *config;
  LabProblem problem;
  LabEnsemble *ensemble;
} Fixture;

static void
fixture_init (Fixture *f, const char *yaml, guint64 n_members, const char *settings)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;

  f->model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_autofree char *errors = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (errors, ==, "");
  f->config = sim_config_new ();
  sim_config_apply_model (f->config, f->model, diagnostics);
  if (settings != NULL)
    g_assert_true (sim_config_load_text (f->config, settings, "settings", diagnostics));
  f->problem = (LabProblem) { .model = f->model, .config = f->config, .t_start = NAN, .t_end = NAN };
  f->problem.instance.fast_math = sim_config_get_boolean (f->config, "fast_math");
  f->problem.instance.seed = 7;
  f->ensemble = lab_ensemble_new (&f->problem, n_members, &error);
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
vary (Fixture *f, const char *name, const char *text)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  g_assert_true (lab_ensemble_vary (f->ensemble, name, (ExprPlace) { 1, 1 }, text, NULL, errors));
}

static void
record (Fixture *f, const char *name, LabReducer reducer, const char *text)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  g_assert_true (lab_ensemble_record (f->ensemble, name, (ExprPlace) { 1, 1 }, reducer, text, NULL, errors));
}

static void
finish (Fixture *f)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  g_assert_true (lab_ensemble_finish (f->ensemble, errors));
}

/* Computes all members into a temporary file. */
static LabResults *
run (Fixture *f, int n_jobs)
{
  g_autoptr (GError) error = NULL;
  LabResultsHeader header;
  LabResults *results;

  lab_ensemble_header (f->ensemble, "", 0, 0, &header);
  results = lab_results_append_to (NULL, &header, &error);
  g_strfreev (header.columns);
  g_assert_no_error (error);
  lab_ensemble_run (f->ensemble, results, n_jobs, NULL, &error);
  g_assert_no_error (error);
  return results;
}

/* Returns the columns of a member. Free them with g_free. */
static double *
member_of (Fixture *f, LabResults *results, guint64 member, LabOutcome *outcome, char **reason)
{
  g_autoptr (GError) error = NULL;
  guint64 size = (guint64) lab_results_block_members (results);
  g_autoptr (LabBlock) block = lab_results_read (results, member / size, &error);
  gsize n = (gsize) f->ensemble->n_columns, k = member % size;

  g_assert_no_error (error);
  g_assert_cmpuint (block->member[k], ==, member);
  if (outcome != NULL)
    *outcome = block->outcome[k];
  if (reason != NULL)
    *reason = g_strdup (block->reason[k]);
  return g_memdup2 (block->values + k * n, n * sizeof (double));
}

static double *
replay (Fixture *f, guint64 member)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = NULL;
  double *columns = g_new0 (double, f->ensemble->n_columns);
  LabOutcome outcome;

  lab_ensemble_replay (f->ensemble, member, &outcome, &reason, columns, &error);
  g_assert_no_error (error);
  return columns;
}

/* Computes the end states of a run outside an ensemble, with the values of a member. */
static void
plain_run (Fixture *f, const char *const *names, const double *values, int n_names, double *t, double *x)
{
  g_autoptr (GError) error = NULL;
  ModelSystem *system = model_system_new (f->model, &f->problem.instance, &error);

  for (int k = 0; k < n_names; k++)
    if (!model_system_set_parameter (system, names[k], values[k], NULL))
      g_assert_true (model_system_set_initial (system, names[k], values[k], NULL));
  double t_start = model_system_t_start (system), t_end = model_system_t_end (system);
  g_autoptr (SimSimulator) simulator = sim_simulator_new (sim_system_from_model (system), f->config, &error);
  g_assert_no_error (error);
  sim_simulator_initialize (simulator, t_start, NULL, NULL, t_end, FALSE);
  sim_simulator_advance_to (simulator, t_end);
  *t = sim_simulator_t (simulator);
  memcpy (x, sim_simulator_x (simulator), sizeof (double) * (gsize) sim_simulator_system (simulator)->ode->n_states);
}

/* Compares every member, bit for bit, with a run outside an ensemble that has the same values. */
static void
expect_bits_of_run (const char *yaml, const char *settings, const char *varied, const char *text, const char *title)
{
  Fixture f;
  double t, x[12];

  fixture_init (&f, yaml, 21, settings);
  vary (&f, varied, text);
  finish (&f);
  g_autoptr (LabResults) results = run (&f, 1);
  for (guint64 k = 0; k < 21; k++)
    {
      g_autofree double *columns = member_of (&f, results, k, NULL, NULL);
      int n_states = f.ensemble->n_columns - 2;

      plain_run (&f, &varied, columns + 1, 1, &t, x);
      /* The numbers of a member that failed are not results. */
      if (isnan (columns[2]) && isfinite (x[0]))
        continue;
      if (columns[0] != t || memcmp (columns + 2, x, sizeof (double) * (gsize) n_states) != 0)
        g_error ("%s: member %d differs from a run: t %.17g %.17g, x %.17g %.17g", title, (int) k, columns[0], t, columns[2], x[0]);
    }
  fixture_clear (&f);
}

/* Tests every explicit Runge–Kutta method and every splitting method, with error control and with fixed steps. */
static void
test_methods (void)
{
  int n, n_tried = 0;
  const OdeMethod *const *methods = ode_methods (&n);

  for (int k = 0; k < n; k++)
    {
      g_autofree char *adaptive = g_strdup_printf ("integrator: %s\n", methods[k]->id);
      g_autofree char *fixed = g_strdup_printf ("integrator: %s\nerror_control: false\nmax_step: 0.037\n", methods[k]->id);

      if (methods[k]->family != ODE_FAMILY_EXPLICIT_RK && methods[k]->family != ODE_FAMILY_SPLITTING)
        continue;
      n_tried++;
      expect_bits_of_run (OSCILLATOR, fixed, "k", "uniform(0.5, 3)", methods[k]->id);
      if (methods[k]->traits & ODE_TRAIT_ADAPTIVE)
        expect_bits_of_run (methods[k]->family == ODE_FAMILY_SPLITTING ? OSCILLATOR : LORENZ, adaptive,
                            methods[k]->family == ODE_FAMILY_SPLITTING ? "k" : "rho", "uniform(0.5, 30)", methods[k]->id);
    }
  g_assert_cmpint (n_tried, >, 20);
}

/* Tests all controllers, norms, ways to specify tolerances, and step limits. */
static void
test_control (void)
{
  static const char *const settings[] = {
    "controller: i\n", "controller: pi\n", "controller: pid\n", "controller: predictive\n", "norm: rms\n", "norm: infinity\n",
    "relative_tolerance: 1e-7\n", "relative_tolerance: 1e-5\nabsolute_tolerance: 1e-9\nnorm: rms\n", "accuracy: 1e-9\n",
    "max_step: 0.02\n", "initial_step: 0.5\n", "profile: drake\n", "profile: simbody\n", "weighting: absolute\n", "step_limit: 40\n",
    "min_step: 0.01\naccuracy: 1e-8\n", "safety: 0.7\nmax_grow: 3\nmin_shrink: 0.4\n",
    "weights: 5\n", "weights.x: 40\n", "fast_math: false\n",
  };

  for (guint k = 0; k < G_N_ELEMENTS (settings); k++)
    {
      g_autofree char *text = g_strconcat ("integrator: runge_kutta5\n", settings[k], NULL);

      expect_bits_of_run (LORENZ, text, "rho", "uniform(0.5, 30)", settings[k]);
    }
}

/* Robertson's reactions with a rate that depends on time, so that ∂f/∂t affects the results. */
#define STIFF                                                                                                                     \
  HEAD "time: {start: 0, end: 100}\nparameters: {k: 0.04}\nstates:\n  a: {initial: 1, derivative: -k*(1 + 0.1*sin(t))*a + 1e4*b*c}\n"   \
       "  b: {initial: 0, derivative: k*(1 + 0.1*sin(t))*a - 1e4*b*c - 3e7*b^2}\n  c: {initial: 0, derivative: 3e7*b^2}\n"

/* Tests every Rosenbrock method on a stiff model. */
static void
test_stiff (void)
{
  int n, n_tried = 0;
  const OdeMethod *const *methods = ode_methods (&n);

  for (int k = 0; k < n; k++)
    {
      g_autofree char *settings = g_strdup_printf ("integrator: %s\naccuracy: 1e-5\n", methods[k]->id);

      if (methods[k]->family != ODE_FAMILY_ROSENBROCK)
        continue;
      n_tried++;
      expect_bits_of_run (STIFF, settings, "k", "uniform(0.01, 0.1)", methods[k]->id);
    }
  g_assert_cmpint (n_tried, >, 4);
}

/* Tests Rosenbrock methods with each number of states for which they run in lanes. Solvers of linear systems order their operations by the number of
 * states and by the storage: dense if all states act on all, banded if only neighbours do, also where the neighbours of a state are declared far from it. */
static void
test_linear_systems (void)
{
  for (int n = 1; n <= 12; n++)
    for (int kind = 0; kind < 3; kind++)
      {
        g_autoptr (GString) text = g_string_new (HEAD "time: {start: 0, end: 3}\nparameters: {p: 1}\nstates:\n");
        g_autofree char *label = g_strdup_printf ("%d states, kind %d", n, kind);

        for (int i = 0; i < n; i++)
          {
            g_string_append_printf (text, "  x%d: {initial: %g, derivative: \"-%g*x%d*p", i, cos (i + 1.0), 1 + 0.3 * i, i);
            for (int j = 0; j < n; j++)
              {
                int distance = kind == 2 ? abs (i * 5 % 13 - j * 5 % 13) : abs (i - j);

                if (j != i && (kind == 0 || distance == 1))
                  g_string_append_printf (text, " + %.3f*sin(x%d)", sin (3.0 * i + j), j);
              }
            g_string_append (text, "\"}\n");
          }
        expect_bits_of_run (text->str, "integrator: rodas4\naccuracy: 1e-5\n", "p", "uniform(0.5, 2)", label);
      }
}

/* Returns whether the members of a model run in SIMD lanes. */
static gboolean
runs_in_lanes (const char *yaml, const char *settings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LabLanes) lanes = NULL;
  gboolean result;
  Fixture f;

  fixture_init (&f, yaml, 2, settings);
  finish (&f);
  lanes = lab_lanes_new (f.ensemble, MODEL_LANES, &error);
  g_assert_no_error (error);
  result = lab_lanes_refusal (lanes) == NULL;
  g_clear_pointer (&lanes, lab_lanes_free);
  fixture_clear (&f);
  return result;
}

/* With an event without actions, members still run in lanes. Their steps have the same bits as those of a run that records the event. */
static void
test_events (void)
{
  g_assert_true (runs_in_lanes (LORENZ "events:\n  turn: {crossing: x}\n  tick: {every: 0.3}\n", NULL));
  g_assert_true (runs_in_lanes (STIFF, "integrator: rodas4\n"));
  g_assert_false (runs_in_lanes (LORENZ "events:\n  turn: {crossing: x}\n", "isolation_method: drake\n"));
  g_assert_false (runs_in_lanes (LORENZ "events:\n  turn: {crossing: x}\n", "profile: simbody\n"));
  expect_bits_of_run (LORENZ "events:\n  turn: {crossing: x}\n  tick: {every: 0.3}\n", NULL, "rho", "uniform(0.5, 30)",
                      "events that only record");
}

/* Members for which the model becomes undefined leave the lanes and are computed separately. They end in the same way as runs outside an
 * ensemble. */
static void
test_undefined (void)
{
  expect_bits_of_run (HEAD "time: {start: 0, end: 3}\nparameters: {a: 1}\nstates: {x: {initial: 1, derivative: -a*sqrt(x)}}\n",
                      NULL, "a", "uniform(0.2, 2)", "undefined");
  /* fixed steps that are subdivided where the model is undefined beyond x = 0 */
  expect_bits_of_run (HEAD "time: {start: 0, end: 3}\nparameters: {a: 1}\nstates: {x: {initial: 1, derivative: -a*sqrt(x)}}\n",
                      "error_control: false\nmax_step: 0.3\n", "a", "uniform(0.2, 2)", "subdivided");
  expect_bits_of_run (HEAD "time: {start: 0, end: 3}\nparameters: {a: 1}\nstates: {x: {initial: 1, derivative: a*x^2}}\n",
                      "integrator: bogacki_shampine3\n", "a", "uniform(0.2, 0.4)", "blow-up");
}

/* ---- Drake's tests of Monte Carlo simulation, D-101 … D-103 ---- */

static void
monte_carlo (const char *settings, const char *yaml, const char *name)
{
  Fixture f;

  fixture_init (&f, yaml, 100, settings);
  vary (&f, name, "normal(1, 0.1)");
  record (&f, "end", LAB_REDUCE_FINAL, "x");
  record (&f, "top", LAB_REDUCE_MAXIMUM, "x");
  finish (&f);
  g_autoptr (LabResults) serial = run (&f, 1), parallel = run (&f, 3);
  gsize bytes = sizeof (double) * (gsize) f.ensemble->n_columns;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_double_hash, g_double_equal, g_free, NULL);
  for (guint64 k = 0; k < 100; k++)
    {
      g_autofree double *a = member_of (&f, serial, k, NULL, NULL), *b = member_of (&f, parallel, k, NULL, NULL), *c = replay (&f, k);
      double drawn;

      g_assert_cmpmem (a, bytes, b, bytes);
      g_assert_cmpmem (a, bytes, c, bytes);
      g_assert_true (lab_ensemble_draw (f.ensemble, k, 1, &drawn, NULL));
      g_assert_cmpfloat (drawn, ==, a[1]);
      g_assert_true (g_hash_table_add (seen, g_memdup2 (&a[2], sizeof (double)))); /* all outputs are distinct */
    }
  fixture_clear (&f);
}

static void
test_replay (void)
{
  monte_carlo ("fast_math: true\n", PENDULUM "outputs: {x: y}\n", "c");
  monte_carlo ("fast_math: false\n", LORENZ, "x");
  monte_carlo ("fast_math: true\nintegrator: dop853\n", LORENZ, "x");
  monte_carlo ("integrator: radau5\n", OSCILLATOR, "x");
  monte_carlo ("fast_math: true\n", OSCILLATOR "events: {turn: {crossing: x, direction: falling, set: {v: 0.9*v}}}\n", "x");
}

static void
test_default_seed (void)
{
  double first[2];

  for (int pass = 0; pass < 2; pass++)
    {
      Fixture f;

      fixture_init (&f, OSCILLATOR, 4, NULL);
      f.ensemble->problem.instance.seed = 0;
      vary (&f, "x", "uniform(0, 1)");
      finish (&f);
      g_autofree double *columns = replay (&f, 3);
      if (pass == 0)
        memcpy (first, columns + 1, sizeof first);
      else
        g_assert_cmpmem (first, sizeof first, columns + 1, sizeof first);
      fixture_clear (&f);
    }
}

static void
test_errors (void)
{
  for (int n_jobs = 1; n_jobs <= 3; n_jobs += 2)
    {
      Fixture f;
      g_autoptr (GError) error = NULL;
      LabResultsHeader header;

      fixture_init (&f, OSCILLATOR, 50, NULL);
      vary (&f, "x", "log(3 - member)");
      finish (&f);
      lab_ensemble_header (f.ensemble, "", 0, 0, &header);
      g_autoptr (LabResults) results = lab_results_append_to (NULL, &header, &error);
      g_assert_false (lab_ensemble_run (f.ensemble, results, n_jobs, NULL, &error));
      /* With several threads the members of other blocks, which are invalid too, may be found first. */
      g_assert_nonnull (strstr (error->message, n_jobs == 1 ? "member 3" : "is not a finite number for member"));
      g_strfreev (header.columns);
      fixture_clear (&f);
    }
}

/* ---- reducers of runs ---- */

static void
test_reducers (void)
{
  static const char *const settings[] = { "integrator: dop853\naccuracy: 1e-10\n", "integrator: radau5\naccuracy: 1e-9\n",
                                          "integrator: runge_kutta5\naccuracy: 1e-9\n", "integrator: bogacki_shampine3\naccuracy: 1e-9\n" };

  for (guint s = 0; s < G_N_ELEMENTS (settings); s++)
    {
      Fixture f;

      fixture_init (&f, OSCILLATOR, 3, settings[s]);
      vary (&f, "k", "(member + 1)^2");
      record (&f, "end", LAB_REDUCE_FINAL, "x");
      record (&f, "low", LAB_REDUCE_MINIMUM, "x");
      record (&f, "high", LAB_REDUCE_MAXIMUM, "v");
      record (&f, "mean", LAB_REDUCE_MEAN, "x^2");
      record (&f, "first", LAB_REDUCE_FIRST, "x < -0.5");
      record (&f, "last", LAB_REDUCE_LAST, "x > 0.5");
      record (&f, "ever", LAB_REDUCE_EVER, "x > 1.01");
      record (&f, "count", LAB_REDUCE_COUNT, "x > 0.5");
      record (&f, "never", LAB_REDUCE_FIRST, "x > 1.01");
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      g_assert_true (lab_ensemble_fan (f.ensemble, "x", NULL, 7, errors));
      finish (&f);
      g_autoptr (LabResults) results = run (&f, 1);
      for (guint64 k = 0; k < 3; k++)
        {
          g_autofree double *c = member_of (&f, results, k, NULL, NULL);
          double w = (double) k + 1, t = 6, pi = acos (-1);
          /* x = cos wt is above 1/2 within π/3 of multiples of 2π. */
          int turns = (int) floor ((w * t + pi / 3) / (2 * pi));
          double last = fmod (w * t, 2 * pi);

          last = last < pi / 3 || last > 5 * pi / 3 ? t : (2 * pi * turns + pi / 3) / w;
          /* The tolerance is that of the global error at accuracy 1e-9 or 1e-10. */
          g_assert_cmpfloat_with_epsilon (c[2], cos (w * t), 1e-6);
          g_assert_cmpfloat_with_epsilon (c[3], -1, 1e-6);
          g_assert_cmpfloat_with_epsilon (c[4], w * t > 3 * pi / 2 ? w : 0, 1e-6 * w);
          g_assert_cmpfloat_with_epsilon (c[5], 0.5 + sin (2 * w * t) / (4 * w * t), 1e-6);
          g_assert_cmpfloat_with_epsilon (c[6], 2 * pi / 3 / w, 1e-6);
          g_assert_cmpfloat_with_epsilon (c[7], last, 1e-6);
          g_assert_cmpfloat (c[8], ==, 0);
          g_assert_cmpfloat (c[9], ==, turns);
          g_assert_true (isnan (c[10]));
          for (int i = 0; i < 7; i++)
            g_assert_cmpfloat_with_epsilon (c[11 + i], cos (w * i), 1e-6);
        }
      fixture_clear (&f);
    }
}

/* A member that fails has the reason, and no values: they are those at its failure, which are no results. The study continues. */
static void
test_failed_members (void)
{
  Fixture f;

  fixture_init (&f, HEAD "time: {start: 0, end: 2}\nparameters: {a: 1}\nstates: {x: {initial: 0, derivative: a}}\n"
                         "events: {high: {crossing: x - 1.1, direction: rising, fail: too high}}\n", 10, NULL);
  vary (&f, "a", "member/10");
  record (&f, "top", LAB_REDUCE_MAXIMUM, "x");
  finish (&f);
  g_autoptr (LabResults) results = run (&f, 2);
  for (guint64 k = 0; k < 10; k++)
    {
      g_autofree char *reason = NULL;
      LabOutcome outcome;
      g_autofree double *c = member_of (&f, results, k, &outcome, &reason);
      gboolean fails = k > 5;

      g_assert_cmpint (outcome, ==, fails ? LAB_MEMBER_FAILED : LAB_MEMBER_ENDED);
      g_assert_cmpint (strstr (reason, "too high") != NULL, ==, fails);
      g_assert_cmpfloat_with_epsilon (c[0], fails ? 11.0 / (double) k : 2, 1e-6);
      if (fails)
        g_assert_true (isnan (c[2]));
      else
        g_assert_cmpfloat_with_epsilon (c[2], (double) k / 5, 1e-6);
    }
  fixture_clear (&f);

  /* The numerical solution of x' = x² becomes infinite at about t = 1/x(0). */
  fixture_init (&f, HEAD "time: {start: 0, end: 1}\nstates: {x: {initial: 1, derivative: x^2}}\n", 6,
                "integrator: runge_kutta5\naccuracy: 1e-9\n");
  vary (&f, "x", "0.4*member");
  finish (&f);
  g_autoptr (LabResults) blown = run (&f, 1);
  for (guint64 k = 0; k < 6; k++)
    {
      g_autofree char *reason = NULL;
      LabOutcome outcome;
      g_autofree double *c = member_of (&f, blown, k, &outcome, &reason);

      g_assert_cmpint (outcome, ==, k > 2 ? LAB_MEMBER_FAILED : LAB_MEMBER_ENDED);
      g_assert_cmpint (*reason != '\0', ==, k > 2);
      if (k > 2)
        g_assert_cmpfloat_with_epsilon (c[0], 1 / (0.4 * (double) k), 1e-6);
    }
  fixture_clear (&f);
}

/* ---- the two ensembles of the benchmark ---- */

static void
test_means (void)
{
  static const char settings[] = "integrator: runge_kutta5\nrelative_tolerance: 1e-6\nabsolute_tolerance: 1e-6\n";
  LabSummary summary;
  Fixture f;

  fixture_init (&f, LORENZ, 4096, settings);
  vary (&f, "rho", "28*member/members");
  record (&f, "x", LAB_REDUCE_FINAL, "x");
  finish (&f);
  g_autoptr (LabResults) lorenz = run (&f, 2);
  g_assert_true (lab_results_summarize (lorenz, 2, 1, &summary, NULL));
  g_assert_cmpuint (summary.n, ==, 4096);
  g_assert_cmpfloat_with_epsilon (summary.mean, -1.77770, 5e-5);
  fixture_clear (&f);

  fixture_init (&f, PENDULUM, 4096, settings);
  vary (&f, "y", "-3.1 + 6.2*mod(member, 317)/316");
  vary (&f, "w", "-2 + 4*floor(member/317)/316");
  record (&f, "y", LAB_REDUCE_FINAL, "y");
  finish (&f);
  g_autoptr (LabResults) pendulum = run (&f, 2);
  g_assert_true (lab_results_summarize (pendulum, 3, 1, &summary, NULL));
  g_assert_cmpfloat_with_epsilon (summary.mean, 3.02087, 5e-5);
  fixture_clear (&f);
}

/* ---- statistics of columns ---- */

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
test_statistics (void)
{
  static const double fractions[] = { 0.05, 0.25, 0.5, 0.75, 0.95 };
  double values[237], sum = 0, squares = 0;
  LabSummary s;
  Fixture f;

  fixture_init (&f, OSCILLATOR, 237, NULL);
  vary (&f, "x", "normal(-3, 2)");
  finish (&f);
  g_autoptr (LabResults) results = run (&f, 2);
  for (guint64 k = 0; k < 237; k++)
    {
      g_autofree double *c = member_of (&f, results, k, NULL, NULL);

      values[k] = c[1];
      sum += c[1];
    }
  g_assert_true (lab_results_summarize (results, 1, 1, &s, NULL));
  for (int k = 0; k < 237; k++)
    squares += (values[k] - sum / 237) * (values[k] - sum / 237);
  qsort (values, 237, sizeof *values, compare);
  const double quantiles[] = { s.q05, s.q25, s.q50, s.q75, s.q95 };
  for (int q = 0; q < 5; q++)
    {
      double rank = fractions[q] * 236, low = values[(int) rank], high = values[MIN ((int) rank + 1, 236)];

      g_assert_cmpfloat_with_epsilon (quantiles[q], low + (rank - floor (rank)) * (high - low), 1e-14);
    }
  g_assert_cmpfloat (s.minimum, ==, values[0]);
  g_assert_cmpfloat (s.maximum, ==, values[236]);
  g_assert_cmpfloat_with_epsilon (s.mean, sum / 237, 1e-14);
  g_assert_cmpfloat_with_epsilon (s.sd, sqrt (squares / 236), 1e-13);
  /* Selection of quantiles without sorting must give the same result. */
  LabSummary selected = { 0 };
  g_assert_true (lab_results_select_quantiles (results, 1, s.n, &selected, NULL));
  g_assert_cmpfloat (selected.q05, ==, s.q05);
  g_assert_cmpfloat (selected.q50, ==, s.q50);
  g_assert_cmpfloat (selected.q95, ==, s.q95);
  fixture_clear (&f);
}

/* ---- study files ---- */

static char *
errors_of (const char *text)
{
  g_autofree char *name = g_build_filename (g_get_tmp_dir (), "test-ensemble.study.yaml", NULL);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabStudyFile) file = NULL;
  Fixture f;

  g_assert_true (g_file_set_contents (name, text, -1, NULL));
  file = lab_study_file_load (name, diagnostics);
  fixture_init (&f, LORENZ, 10000, NULL);
  if (file != NULL)
    lab_study_file_fill (file, f.ensemble, diagnostics);
  fixture_clear (&f);
  g_unlink (name);
  char *all = model_diagnostics_to_string (diagnostics);
  char *start = strstr (all, "test-ensemble.study.yaml");
  char *result = g_strdup (start != NULL ? start + strlen ("test-ensemble.study.yaml") : "");
  g_free (all);
  return result;
}

#define STUDY "format: 1\nstudy: ensemble\nmodel: lorenz\nmembers: 10000\n"

static void
test_study_errors (void)
{
  static const struct { const char *text, *error; } cases[] = {
    { STUDY "vary: {rho: \"normal(28, 1)\"}\n", "" },
    { STUDY "vary: {rho: \"normal(28, -1)\"}\n", ":5:14: the deviation" },
    { STUDY "vary: {rho: \"normal(28)\"}\n", ":5:14: 'normal(28)' has the wrong number of arguments; write normal(mean, deviation)" },
    { STUDY "vary: {rho: \"nromal(28, 1)\"}\n", ":5:14: unknown function 'nromal'" },
    { STUDY "vary: {rhoo: \"normal(28, 1)\"}\n", ":5:8: the model has no parameter or state 'rhoo'; did you mean 'rho'?" },
    { STUDY "vary: {rho: \"normal(28, 1 +)\"}\n", ":5:28:" },
    { STUDY "vary: {rho: \"uniform(2, 1)\"}\n", ":5:14: the upper end" },
    { STUDY "vary: [1]\n", ":5:7: 'vary' must be a mapping" },
    { STUDY "record: {a: {finall: x}}\n", ":5:14: unknown key" },
    { STUDY "record: {a: x}\n", ":5:13: a recorded value needs one reducer" },
    { STUDY "fan: {x: 1}\n", ":5:10: the number of times of 'fan'" },
    { STUDY "fann: {x: 10}\n", ":5:1: unknown key" },
    { "format: 1\nstudy: ensembel\nmodel: lorenz\n", ":2:8: unknown study 'ensembel'; did you mean 'ensemble'?" },
    { "format: 1\nstudy: ensemble\nmodel: lorenz\nmembers: 0\n", ":4:10: 'members' must be a whole number" },
    { "format: 1\nstudy: ensemble\n", ":1:1: a study file needs the key 'model'" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *found = errors_of (cases[k].text);

      if (*cases[k].error == '\0' ? *found != '\0' : !g_str_has_prefix (found, cases[k].error))
        g_error ("case %d: '%s' in place of '%s'", k, found, cases[k].error);
      g_assert_cmpint (*found == '\0' || strchr (found, '\n')[1] == '\0', ==, TRUE); /* one error */
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ensemble/members-computed-in-simd-lanes-have-the-same-bits-as-single-runs-for-every-method", test_methods);
  g_test_add_func ("/ensemble/members-computed-in-simd-lanes-have-the-same-bits-as-single-runs-for-every-step-control", test_control);
  g_test_add_func ("/ensemble/members-with-an-undefined-right-hand-side-have-the-same-bits-as-single-runs", test_undefined);
  g_test_add_func ("/ensemble/stiff-members-have-the-bits-of-single-runs-for-each-number-of-states", test_linear_systems);
  g_test_add_func ("/ensemble/stiff-members-computed-in-simd-lanes-have-the-same-bits-as-single-runs-for-every-rosenbrock-method", test_stiff);
  g_test_add_func ("/ensemble/members-with-events-that-only-record-times-run-in-simd-lanes", test_events);
  g_test_add_func ("/ensemble/D-101/replaying-a-member-gives-the-same-bits-as-a-serial-or-parallel-study", test_replay);
  g_test_add_func ("/ensemble/D-102/two-studies-without-a-seed-have-the-same-values", test_default_seed);
  g_test_add_func ("/ensemble/D-103/an-invalid-member-ends-a-serial-or-parallel-study-with-an-error", test_errors);
  g_test_add_func ("/ensemble/recorded-extremes-means-and-times-agree-with-closed-forms", test_reducers);
  g_test_add_func ("/ensemble/a-failed-member-keeps-the-reason-and-the-values-computed-so-far", test_failed_members);
  g_test_add_func ("/ensemble/means-of-two-large-ensembles-equal-known-values", test_means);
  g_test_add_func ("/ensemble/mean-deviation-and-quantiles-equal-those-of-the-sorted-values", test_statistics);
  g_test_add_func ("/ensemble/a-mistake-in-a-study-file-gives-one-error-with-line-and-column", test_study_errors);
  return g_test_run ();
}
