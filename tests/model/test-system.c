/* Tests instances of models: derivatives, arrays, events, messages, closed forms and
 * scenes. */
#include "model-library.h"
#include "model-test.h"

#include <math.h>
#include <string.h>

#define HEAD "format: 1\nname: Test\n"

/* ---- derivatives of the right-hand side ---- */

/* Moves the states away from the initial values, so that difference quotients with steps of 1e-5 do not cross a corner of abs or
 * if. */
static void
move (double *x, int n, GRand *random)
{
  for (int k = 0; k < n; k++)
    x[k] += 1e-2 * fmax (1e-2, fabs (x[k])) * g_rand_double_range (random, 0.5, 1);
}

/* Largest number of states for which derivatives are compared; for more, difference quotients of all columns would take too long. */
#define MAX_STATES 120

static gboolean
is_smooth_enough (const char *id)
{
  /* In this model, diode currents grow by e^18 per volt, and the carrier changes by volts within the step of the difference
   * quotient. */
  static const char *const exempt[] = { "ring-modulator", NULL };

  return !g_strv_contains (exempt, id);
}

static void
test_shipped_derivatives (void)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, NULL);
  GRand *random = g_rand_new_with_seed (3);
  int n_compared = 0;

  for (int k = 0; k < model_library_n_entries (library); k++)
    {
      const ModelEntry *entry = model_library_entry (library, k);
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = model_library_open (entry->id, NULL, diagnostics);
      ModelInstance instance = { .seed = 1 };
      g_autoptr (ModelSystem) system = NULL;
      g_autofree double *x = NULL;
      g_autofree double *d = NULL;

      g_assert_nonnull (model);
      system = model_system_new (model, &instance, NULL);
      if (model_system_n_states (system) > MAX_STATES || !is_smooth_enough (entry->id))
        continue;
      model_test_initial (system, &x, &d);
      move (x, model_system_n_states (system), random);
      g_test_message ("%s", entry->id);
      model_test_derivatives (system, model_system_t_start (system) + 0.0123, x);
      n_compared++;
    }
  g_assert_cmpint (n_compared, >, 30);
  g_rand_free (random);
}

static void
test_known_numbers (void)
{
  g_autoptr (ModelSystem) lorenz = model_test_system (
      HEAD "parameters: {sigma: 10, rho: 28, beta: 8/3}\nstates:\n  x: {initial: 1, derivative: sigma*(y - x)}\n"
           "  y: {initial: 2, derivative: x*(rho - z) - y}\n  z: {initial: 3, derivative: x*y - beta*z}\n");
  g_autoptr (ModelSystem) van_der_pol = model_test_system (
      HEAD "parameters: {mu: 5}\nstates:\n  x: {initial: 2, derivative: v}\n  v: {initial: 1, derivative: mu*(1 - x^2)*v - x}\n");
  g_autofree double *f = model_test_rhs (lorenz);
  g_autofree double *g = model_test_rhs (van_der_pol);

  g_assert_cmpfloat (f[0], ==, 10);
  g_assert_cmpfloat (f[1], ==, 23);
  g_assert_cmpfloat (f[2], ==, 2 - 8.0 / 3 * 3);
  g_assert_cmpfloat (g[0], ==, 1);
  g_assert_cmpfloat (g[1], ==, -17);
}

static void
test_sparse_pattern (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "constants: {N: 50}\nstates:\n  u:\n    size: N\n    initial: sin(i)\n"
           "    derivative: if(i == 1, 0, u[i-1]) - 2*u[i] + if(i == N, 1, u[i+1])\n");
  const OdeSystem *ode = model_system_ode (system);
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;

  g_assert_nonnull (ode->jacobian_pattern);
  g_assert_cmpint (ode->jacobian_pattern->start[50], ==, 148);
  model_test_initial (system, &x, &d);
  model_test_derivatives (system, 0, x);
}

static void
test_undefined (void)
{
  g_autoptr (ModelSystem) system = model_test_system (HEAD "states:\n  x: {initial: 1, derivative: sqrt(x)}\n  y: {initial: 1, "
                                                           "derivative: 1/y}\n");
  const OdeSystem *ode = model_system_ode (system);
  double f[2];

  g_assert_cmpint (ode->rhs (ode->self, 0, (double[]){ 1, 1 }, f), ==, ODE_DONE);
  g_assert_cmpint (ode->rhs (ode->self, 0, (double[]){ -1, 1 }, f), ==, ODE_RETRY_UNDEFINED);
  g_assert_cmpint (ode->rhs (ode->self, 0, (double[]){ 1, 0 }, f), ==, ODE_RETRY_UNDEFINED);
  g_assert_cmpint (ode->rhs (ode->self, 0, (double[]){ 4, 1 }, f), ==, ODE_DONE);
}

/* ---- constants, parameters, initial values ---- */

static void
test_constants (void)
{
  g_autoptr (Model) model = model_test_load (HEAD "constants: {N: 3, M: N + 1}\nstates: {u: {size: M, initial: i, derivative: "
                                                  "\"-u[i]\"}}\n");
  g_autoptr (GHashTable) constants = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  double n = 10, half = 2.5;
  ModelInstance instance = { .constants = constants };
  ModelSystem *system;

  system = model_system_new (model, NULL, NULL);
  g_assert_cmpint (model_system_n_states (system), ==, 4);
  model_system_free (system);
  g_hash_table_insert (constants, (gpointer) "N", &n);
  system = model_system_new (model, &instance, &error);
  g_assert_no_error (error);
  g_assert_cmpint (model_system_n_states (system), ==, 11);
  model_system_free (system);
  g_hash_table_insert (constants, (gpointer) "N", &half);
  g_assert_null (model_system_new (model, &instance, &error));
  g_assert_error (error, MODEL_ERROR, MODEL_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "whole number"));
  g_clear_error (&error);
  g_hash_table_insert (constants, (gpointer) "NN", &n);
  g_assert_null (model_system_new (model, &instance, &error));
  g_assert_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME);
}

/* A closed form, plot or reference may name an array element that does not exist with other constants. The model can still
 * run. */
static void
test_constants_views (void)
{
  g_autoptr (Model) model = model_test_load (
      HEAD "constants: {N: 3}\nstates: {u: {size: N, initial: 1, derivative: \"-u[i]\"}}\nexact: {\"u[3]\": exp(-t), \"u[1]\": exp(-t)}\n"
           "plots: [{type: time, show: [\"u[3]\"]}]\nreference: {source: a, points: [{t: 1, values: {\"u[3]\": 1}}]}\n");
  g_autoptr (GHashTable) constants = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelSystem) system = NULL;
  double n = 2, x[2];
  ModelInstance instance = { .constants = constants };

  g_hash_table_insert (constants, (gpointer) "N", &n);
  system = model_system_new (model, &instance, &error);
  g_assert_no_error (error);
  model_system_exact (system, 1, 0, (const double[]){ 1, 1 }, x);
  g_assert_cmpfloat (x[0], ==, exp (-1));
  g_assert_true (isnan (x[1]));
}

/* If an index is outside its array with other constants, this is an error. */
static void
test_constants_bounds (void)
{
  g_autoptr (Model) model
      = model_test_load (HEAD "constants: {K: 2}\nstates: {u: {size: 3, initial: 1, derivative: \"-u[K]\"}}\n");
  g_autoptr (GHashTable) constants = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  double k = 4;
  ModelInstance instance = { .constants = constants };

  g_hash_table_insert (constants, (gpointer) "K", &k);
  g_assert_null (model_system_new (model, &instance, &error));
  g_assert_nonnull (strstr (error->message, "is outside the array"));
}

static void
test_parameters (void)
{
  g_autoptr (ModelSystem) system = model_test_system (HEAD "constants: {N: 2}\nparameters: {alpha: 1, K: [1, 2]}\n"
                                                           "states: {x: {initial: alpha, derivative: \"alpha + 10*K[N]\"}}\n");
  g_autoptr (GError) error = NULL;
  g_autofree double *f = NULL;
  double value, values[3];

  g_assert_true (model_system_set_parameter (system, "K[2]", 7, NULL));
  g_assert_true (model_system_set_parameter (system, "alpha", 3, NULL));
  f = model_test_rhs (system);
  g_assert_cmpfloat (f[0], ==, 73);
  g_assert_true (model_system_get_parameter (system, "K[2]", &value));
  g_assert_cmpfloat (value, ==, 7);
  g_assert_false (model_system_get_parameter (system, "nix", &value));
  g_assert_cmpint (model_system_n_parameter_values (system), ==, 3);
  model_system_get_parameters (system, values);
  g_assert_cmpfloat (values[2], ==, 7);
  values[0] = 4;
  model_system_set_parameters (system, values);
  g_free (f);
  f = model_test_rhs (system);
  g_assert_cmpfloat (f[0], ==, 74);
  g_assert_false (model_system_set_parameter (system, "alpa", 1, &error));
  g_assert_cmpstr (error->message, ==, "unknown parameter 'alpa'; did you mean 'alpha'?");
  g_clear_error (&error);
  g_assert_false (model_system_set_parameter (system, "K", 1, &error));
  g_assert_cmpstr (error->message, ==, "'K' is an array; set its elements, 'K[1]' …");
  g_clear_error (&error);
  g_assert_false (model_system_set_parameter (system, "N", 1, &error));
  g_assert_nonnull (strstr (error->message, "constant"));
  g_clear_error (&error);
  g_assert_false (model_system_set_parameter (system, "alpha", NAN, &error));
  g_assert_error (error, MODEL_ERROR, MODEL_ERROR_VALUE);
}

/* An initial value can become infinite when a parameter changes. The error message names the state, which may be discrete. */
static void
test_initial_infinite (void)
{
  static const struct { const char *parameter, *name; } rows[] = { { "p", "'x'" }, { "q", "'y'" }, { "r", "'n'" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (ModelSystem) system = model_test_system (HEAD "parameters: {p: 1, q: 1, r: 1}\nstates: {x: {initial: 1/p, derivative: 0}, "
                                                               "y: {initial: 1/q, derivative: 0}}\ndiscrete: {m: 2, n: 1/r}\n");
      g_autoptr (GError) error = NULL;
      double x[2], d[2];

      g_assert_true (model_system_initial (system, x, d, &error));
      g_assert_true (model_system_set_parameter (system, rows[i].parameter, 0, NULL));
      g_assert_false (model_system_initial (system, x, d, &error));
      g_assert_error (error, MODEL_ERROR, MODEL_ERROR_VALUE);
      g_assert_nonnull (strstr (error->message, rows[i].name));
    }
}

/* The time span can become infinite when a parameter changes. */
static void
test_infinite_span (void)
{
  g_autoptr (ModelSystem) system = model_test_system (HEAD "time: {end: 1/p}\nparameters: {p: 1}\nstates: {x: {initial: 1, derivative: 0}}\n");
  g_autoptr (GError) error = NULL;
  double x, d;

  g_assert_true (model_system_initial (system, &x, &d, &error));
  g_assert_true (model_system_set_parameter (system, "p", 0, NULL));
  g_assert_false (model_system_initial (system, &x, &d, &error));
  g_assert_error (error, MODEL_ERROR, MODEL_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "time span"));
}

static void
test_initial_order (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "time: {start: 2, end: 3}\nparameters: {p: 5}\nvariables: {w: x + n}\n"
           "states:\n  a: {initial: b + 1, derivative: 0}\n  b: {initial: w*2, derivative: 0}\n  x: {initial: p + t, derivative: 0}\n"
           "  chain: {size: 5, initial: \"if(i == 5, a, 1 + chain[if(i == 5, 5, i + 1)])\", derivative: 0}\n"
           "discrete: {n: 100}\n");
  g_autoptr (GError) error = NULL;
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;

  model_test_initial (system, &x, &d);
  g_assert_cmpfloat (x[2], ==, 7);
  g_assert_cmpfloat (x[1], ==, 214);
  g_assert_cmpfloat (x[0], ==, 215);
  g_assert_cmpfloat (x[3 + 4], ==, 215);
  g_assert_cmpfloat (x[3], ==, 219);

  /* Initial values that depend on a value set by the caller use that value. */
  g_assert_true (model_system_set_initial (system, "x", 1, NULL));
  g_assert_true (model_system_set_initial (system, "n", 10, NULL));
  g_assert_true (model_system_initial (system, x, d, NULL));
  g_assert_cmpfloat (x[0], ==, 23);
  g_assert_cmpfloat (d[0], ==, 10);
  g_assert_false (model_system_set_initial (system, "p", 1, &error));
  g_assert_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME);
}

/* ---- the expression language ---- */

static void
test_functions (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "parameters: {k: 2}\nfunctions:\n  sq: {arguments: [a], value: k*a^2}\n  both: {arguments: [a, b], value: sq(a) - sq(b)}\n"
           "states: {x: {initial: 3, derivative: \"both(x, 1)\"}}\n");
  g_autofree double *f = model_test_rhs (system);

  g_assert_cmpfloat (f[0], ==, 16);
}

static void
test_arrays (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "constants: {N: 3}\nvariables:\n  s: {size: N, value: \"if(i == 1, u[1], s[if(i == 1, 1, i-1)] + u[i])\"}\n"
           "  back: {size: N, value: \"if(i == N, u[N], back[if(i == N, N, i+1)] + u[i])\"}\n"
           "states:\n  u: {size: N, initial: [1, 10, 100], derivative: \"s[i] + 1000*back[i]\"}\n"
           "  m: {size: [2, N], initial: [[1, 2, 3], [4, 5, 6]], derivative: \"m[3-i, N+1-j]\"}\n"
           "outputs: {total: \"sum(k, 1, N, u[k]) + sum(k, 1, 2, sum(l, 1, N, m[k, l]))\"}\n");
  g_autofree double *f = model_test_rhs (system);
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;
  static const double expected[] = { 111001, 110011, 100111, 6, 5, 4, 3, 2, 1 };

  for (gsize k = 0; k < G_N_ELEMENTS (expected); k++)
    g_assert_cmpfloat (f[k], ==, expected[k]);
  model_test_initial (system, &x, &d);
  g_assert_cmpfloat (model_test_column (system, "total", 0, x, d), ==, 132);
}

static void
test_tables (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "parameters: {T: 2}\ntables:\n  ramp: {x: [0, 1, 3], y: [0, 1, 0]}\n  cube: {x: [0, 1, 2, 3], y: [0, 1, 8, 27], interpolation: "
           "cubic}\n"
           "states:\n  a: {initial: 1.5, derivative: ramp(a)}\n  b: {initial: 1.5, derivative: cube(b)}\n"
           "  c: {initial: 0, derivative: ramp(T*t - 1)}\n  e: {initial: 0, derivative: cube(t)}\n  g: {initial: 0, derivative: "
           "ramp(t*t)}\n");
  g_autofree double *f = model_test_rhs (system);

  g_assert_cmpfloat (f[0], ==, 0.75);
  g_assert_cmpfloat_with_epsilon (f[1], 3.375, 1e-14);
  /* Steps end only at knots of the linear table with the argument 2 t − 1, which are at t = 1/2, 1 and 2. */
  g_assert_cmpfloat (model_system_next_break (system, 0), ==, 0.5);
  g_assert_cmpfloat (model_system_next_break (system, 0.5), ==, 1);
  g_assert_cmpfloat (model_system_next_break (system, 1.5), ==, 2);
  g_assert_true (isinf (model_system_next_break (system, 2)));
  g_assert_true (model_system_set_parameter (system, "T", 4, NULL));
  g_assert_cmpfloat (model_system_next_break (system, 0), ==, 0.25);
}

/* Two tables and two arguments each have knots of their own. */
static void
test_several_tables (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "tables:\n  near: {x: [0, 1], y: [0, 1]}\n  far: {x: [0, 4], y: [0, 1]}\n"
           "states:\n  a: {initial: 0, derivative: near(t)}\n  b: {initial: 0, derivative: far(t)}\n"
           "  c: {initial: 0, derivative: near(t - 2)}\n  e: {initial: 0, derivative: 2*near(t)}\n");
  static const double knots[] = { 0, 1, 2, 3, 4 };

  for (int k = 0; k < 4; k++)
    g_assert_cmpfloat (model_system_next_break (system, knots[k]), ==, knots[k + 1]);
  g_assert_true (isinf (model_system_next_break (system, 4)));
}

/* ---- events of a model ---- */

static const char event_model[] = HEAD
    "parameters: {T: 0.5}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: -1, derivative: 0}\n  u: {size: 3, initial: 0, "
    "derivative: 0}\n"
    "discrete: {n: 2, m: [7, 8]}\n"
    "events:\n"
    "  hit: {crossing: x - n, direction: rising, while: v > 0, set: {x: v, v: \"max(x, -9)\", n: n + 1}, about: a swap}\n"
    "  sample: {every: T, offset: T/4, update: {n: 10*n, m: i}}\n"
    "  kick: {at: [3*T, 2], set: {u: 10*i, \"u[2]\": x}}\n"
    "  begin: {at: start, publish: true}\n"
    "  each: {each_step: true, update: {n: 1/(x - 1)}}\n"
    "  down: {crossing: x, direction: falling, terminate: \"{{x}} = {x:.3f} at {t}, {v + 1:.2e}\"}\n"
    "  bad: {crossing: x - 5, fail: plain}\n"
    "monitors: {far: {when: x > 10, terminate: \"far at {x}\"}, near: {when: x < 0, fail: near}}\n";

/* If events have the same crossing, all but the first are cases of one event. Events with equal times are not cases. */
static void
test_event_cases (void)
{
  static const char cases[] = "format: 1\nname: Test\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: -x}}\nevents:\n"
    "  fast: {crossing: x, while: v > 1, set: {v: -v}}\n  slow: {crossing: x, while: v <= 1, set: {v: 0}}\n"
    "  other: {crossing: x - 1, set: {v: 0}}\n  tick: {every: 1, set: {v: 0}}\n  tock: {every: 1, set: {v: 1}}\n";
  static const gboolean expected[] = { FALSE, TRUE, FALSE, FALSE, FALSE };
  g_autoptr (ModelSystem) system = model_test_system (cases);

  g_assert_cmpint (model_system_n_events (system), ==, G_N_ELEMENTS (expected));
  for (int k = 0; k < model_system_n_events (system); k++)
    g_assert_cmpint (model_system_event_is_case (system, k), ==, expected[k]);
}

static void
test_event_facts (void)
{
  g_autoptr (ModelSystem) system = model_test_system (event_model);
  const ModelEvent *hit = model_system_event (system, 0);

  g_assert_cmpint (model_system_n_events (system), ==, 7);
  g_assert_cmpstr (hit->name, ==, "hit");
  g_assert_cmpint (hit->trigger, ==, MODEL_TRIGGER_CROSSING);
  g_assert_cmpint (hit->direction, ==, MODEL_DIRECTION_RISING);
  g_assert_true (hit->has_while && hit->has_set && !hit->has_update && !hit->publish && !hit->terminates);
  g_assert_cmpstr (hit->trigger_text, ==, "x - n rising while v > 0");
  g_assert_true (g_strv_equal (hit->actions, (const char *const[]){ "x = v", "v = max(x, -9)", "n = n + 1", NULL }));
  g_assert_cmpstr (hit->crossing, ==, "x - n");
  g_assert_cmpstr (hit->condition, ==, "v > 0");
  g_assert_cmpstr (hit->about, ==, "a swap");
  g_assert_cmpstr (model_system_event (system, 1)->crossing, ==, "");
  g_assert_cmpstr (model_system_event (system, 1)->condition, ==, "");
  g_assert_cmpstr (model_system_event (system, 1)->about, ==, "");
  g_assert_cmpstr (model_system_event (system, 1)->trigger_text, ==, "every T from T/4");
  g_assert_false (model_system_event_is_case (system, 0) || model_system_event_is_case (system, 1));
  g_assert_cmpstr (model_system_event (system, 2)->trigger_text, ==, "at [3*T, 2]");
  for (int k = 0; k < model_system_n_events (system); k++)
    g_assert_cmpint (model_system_event (system, k)->n_times, ==, k == 2 ? 2 : 0);
  g_assert_cmpint (model_system_event (system, 3)->trigger, ==, MODEL_TRIGGER_START);
  g_assert_true (model_system_event (system, 3)->publish);
  g_assert_cmpint (model_system_event (system, 4)->trigger, ==, MODEL_TRIGGER_EACH_STEP);
  g_assert_true (model_system_event (system, 5)->terminates);
  g_assert_true (model_system_event (system, 6)->fails);
  g_assert_cmpint (model_system_event (system, 6)->direction, ==, MODEL_DIRECTION_BOTH);

  g_assert_cmpfloat (model_system_event_every (system, 1), ==, 0.5);
  g_assert_cmpfloat (model_system_event_offset (system, 1), ==, 0.125);
  g_assert_cmpfloat (model_system_event_time (system, 2, 0), ==, 1.5);
  g_assert_cmpfloat (model_system_event_time (system, 2, 1), ==, 2);
  /* If a parameter changes during the run, later event times change. */
  g_assert_true (model_system_set_parameter (system, "T", 1, NULL));
  g_assert_cmpfloat (model_system_event_every (system, 1), ==, 1);
  g_assert_cmpfloat (model_system_event_time (system, 2, 0), ==, 3);
}

static void
test_event_actions (void)
{
  g_autoptr (ModelSystem) system = model_test_system (event_model);
  const double x[5] = { 3, 4, 0, 0, 0 };
  const double d[3] = { 2, 7, 8 };
  double x_plus[5] = { 3, 4, 0, 0, 0 }, d_plus[3] = { 2, 7, 8 }, g[7] = { -1, -1, -1, -1, -1, -1, -1 };
  gboolean changed[8] = { FALSE };
  const char *which = NULL;

  model_system_set_discrete (system, d);
  g_assert_cmpfloat (model_system_event_witness (system, 0, 0, x), ==, 1);
  model_system_witnesses (system, 0, x, g);
  g_assert_cmpfloat (g[0], ==, 1);
  g_assert_cmpfloat (g[1], ==, -1);
  g_assert_cmpfloat (g[5], ==, 3);
  g_assert_cmpfloat (g[6], ==, -2);
  g_assert_true (model_system_event_armed (system, 0, 0, x));
  g_assert_false (model_system_event_armed (system, 0, 0, (double[]){ 3, -4, 0, 0, 0 }));
  g_assert_true (model_system_event_armed (system, 5, 0, x));

  /* All right-hand sides are evaluated before any assignment, so the event exchanges x and
   * v. */
  g_assert_true (model_system_event_set (system, 0, 0, x, x_plus, d_plus, changed, &which));
  g_assert_cmpfloat (x_plus[0], ==, 4);
  g_assert_cmpfloat (x_plus[1], ==, 3);
  g_assert_cmpfloat (d_plus[0], ==, 3);
  g_assert_true (changed[0] && changed[1] && !changed[2] && changed[5] && !changed[6]);
  g_assert_true (model_system_event_update (system, 1, 0, x, d_plus, changed, &which));
  g_assert_cmpfloat (d_plus[0], ==, 20);
  g_assert_cmpfloat (d_plus[1], ==, 1);
  g_assert_cmpfloat (d_plus[2], ==, 2);
  /* If one assignment sets a whole array and another sets an element, the later one in the file
   * wins. */
  g_assert_true (model_system_event_set (system, 2, 0, x, x_plus, d_plus, NULL, &which));
  g_assert_cmpfloat (x_plus[2], ==, 10);
  g_assert_cmpfloat (x_plus[3], ==, 3);
  g_assert_cmpfloat (x_plus[4], ==, 30);
  /* If a value is not finite, its target is reported, and the other targets do not change. */
  d_plus[0] = 5;
  g_assert_false (model_system_event_update (system, 4, 0, (double[]){ 1, 0, 0, 0, 0 }, d_plus, NULL, &which));
  g_assert_cmpstr (which, ==, "n");
  g_assert_cmpfloat (d_plus[0], ==, 5);
  /* An event without the key `update` changes nothing. */
  g_assert_true (model_system_event_update (system, 0, 0, x, d_plus, NULL, &which));
}

static void
test_messages (void)
{
  g_autoptr (ModelSystem) system = model_test_system (event_model);
  const double x[5] = { 2.0 / 3, 41, 0, 0, 0 };
  g_autofree char *down = model_system_event_message (system, 5, 0.25, x);
  g_autofree char *bad = model_system_event_message (system, 6, 0.25, x);
  g_autofree char *none = model_system_event_message (system, 0, 0.25, x);
  g_autofree char *far = model_system_monitor_message (system, 0, 0, x);

  g_assert_cmpstr (down, ==, "{x} = 0.667 at 0.25, 4.20e+01");
  g_assert_cmpstr (bad, ==, "plain");
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (far, ==, "far at 0.666667");
  g_assert_cmpint (model_system_n_monitors (system), ==, 2);
  g_assert_cmpstr (model_system_monitor (system, 1)->name, ==, "near");
  g_assert_true (model_system_monitor (system, 1)->fails);
  g_assert_false (model_system_monitor (system, 0)->fails);
  g_assert_false (model_system_monitor_holds (system, 0, 0, x));
  g_assert_true (model_system_monitor_holds (system, 0, 0, (double[]){ 11, 0, 0, 0, 0 }));
}

/* ---- closed form and scene ---- */

static void
test_exact (void)
{
  g_autoptr (ModelSystem) system = model_test_system (HEAD "parameters: {k: 2}\nvariables: {half: k/2}\n"
                                                           "states:\n  x: {initial: 1, derivative: -k*x}\n  y: {initial: 0, derivative: "
                                                           "x}\n"
                                                           "exact: {x: exp(-k*t)*half}\n");
  g_autoptr (ModelSystem) without = model_test_system (HEAD "states: {x: {initial: 1, derivative: -x}}\n");
  double x[2], start[2] = { 1, 0 };

  g_assert_true (model_system_has_exact (system));
  model_system_exact (system, 0.5, 0, start, x);
  g_assert_cmpfloat (x[0], ==, exp (-1));
  g_assert_true (isnan (x[1]));
  g_assert_true (model_system_set_parameter (system, "k", 4, NULL));
  model_system_exact (system, 0.5, 0, start, x);
  g_assert_cmpfloat (x[0], ==, 2 * exp (-2));
  g_assert_false (model_system_has_exact (without));
}

static void
test_scene (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "constants: {N: 3}\nparameters: {L: 2}\nstates: {x: {initial: 1, derivative: -x}}\ndiscrete: {n: 0}\nscene:\n"
           "  - {view: {x: [-L, L], y: [0, 1], share: x}}\n  - {line: {from: [3, n], to: [x, L]}}\n"
           "  - {polyline: {points: [i, x*i], count: N}}\n  - {disc: {at: [x, 0], radius: x/2, color: 3, fill: true, while: n > 0}}\n"
           "  - {box: {at: [0, 0], size: x, angle: pi*x}}\n  - {text: {at: [0, 0], text: \"x = {x:.1f}\"}}\n  - {ground: {}}\n"
           "  - {region: {from: [-L, 0], to: [x, L], text: here}}\n  - {history: {at: [x, 0], span: 2*L, length: x}}\n"
           "  - {level: {at: [0, L], text: \"{L} m\"}}\n  - {marks: {at: [x, 0], event: low}}\n  - {flash: {at: [x, L], radius: x, event: "
           "early}}\n"
           "events:\n  early: {at: 0.5, publish: true}\n  low: {crossing: x - 0.1, direction: falling}\n");
  const double x = 0.5, d = 1;
  const ModelSceneItem *items = model_system_scene (system, 0, &x, &d);
  double view[4];

  g_assert_cmpint (model_system_n_scene_items (system), ==, 11);
  g_assert_cmpint (items[0].type, ==, MODEL_SCENE_LINE);
  g_assert_cmpfloat (items[0].from[0], ==, 3);
  g_assert_cmpfloat (items[0].from[1], ==, 1);
  g_assert_cmpfloat (items[0].to[0], ==, 0.5);
  g_assert_cmpint (items[1].n_points, ==, 3);
  g_assert_cmpfloat (items[1].points[5], ==, 1.5);
  g_assert_true (items[2].visible && items[2].fill);
  g_assert_cmpint (items[2].color, ==, 3);
  g_assert_cmpfloat (items[2].radius, ==, 0.25);
  g_assert_cmpfloat (items[3].size[1], ==, 0.5);
  g_assert_cmpstr (items[4].text, ==, "x = 0.5");
  g_assert_true (items[5].visible);
  g_assert_cmpfloat (items[6].to[0], ==, 0.5);
  g_assert_cmpstr (items[6].text, ==, "here");
  g_assert_cmpfloat (items[7].span, ==, 4);
  g_assert_cmpfloat (items[7].length, ==, 0.5);
  g_assert_cmpint (items[7].event, ==, -1);
  g_assert_cmpint (items[8].type, ==, MODEL_SCENE_LEVEL);
  g_assert_cmpfloat (items[8].at[1], ==, 2);
  g_assert_cmpstr (items[8].text, ==, "2 m");
  g_assert_cmpint (items[9].event, ==, 1);
  g_assert_cmpint (items[10].event, ==, 0);
  g_assert_cmpfloat (items[10].radius, ==, 0.5);
  g_assert_cmpint (model_system_scene_share (system), ==, 0);
  g_assert_false (model_system_scene_stretch (system));
  g_assert_true (model_system_scene_view (system, view));
  g_assert_cmpfloat (view[0], ==, -2);
  items = model_system_scene (system, 0, &x, (double[]){ 0 });
  g_assert_false (items[2].visible);
}

/* at_start is the branch of `if` that the initial values of discrete states select. */
static void
test_mode_at_start (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "parameters: {g: 9.81}\nstates:\n"
           "  h: {initial: 1, derivative: \"if(h > 0, v, 0)\"}\n"
           "  v: {initial: 0, derivative: \"if(resting, 0, if(mode == 2, -g, g))\"}\n"
           "  w: {initial: 0, derivative: \"g*if(resting, 0, 1)\"}\n"
           "  z: {initial: 0, derivative: \"if(late, 0, 1)\"}\n"
           "discrete: {resting: 0, mode: 2, late: g}\n");
  Model *model = model_system_model (system);

  /* An `if` is not replaced by a branch if its condition depends on continuous states, if it is inside an expression, or if the initial
   * value of the mode is a parameter. */
  g_assert_cmpstr (model_equation (model, 0)->at_start, ==, "if(h > 0, v, 0)");
  g_assert_cmpstr (model_equation (model, 1)->at_start, ==, "-g");
  g_assert_cmpstr (model_equation (model, 1)->right, ==, "if(resting, 0, if(mode == 2, -g, g))");
  g_assert_cmpstr (model_equation (model, 2)->at_start, ==, "g*if(resting, 0, 1)");
  g_assert_cmpstr (model_equation (model, 3)->at_start, ==, "if(late, 0, 1)");
}

/* The weights of states are found also if nothing else in the model depends on parameters alone. */
static void
test_weights (void)
{
  g_autoptr (ModelSystem) system = model_test_system (HEAD "states:\n  x: {initial: 1, derivative: -x, weight: 2}\n"
                                                           "  y: {initial: 1, derivative: -y}\n");
  g_autoptr (ModelSystem) without = model_test_system (HEAD "states: {x: {initial: 1, derivative: -x}}\n");
  double weights[2];

  g_assert_true (model_system_weights (system, weights));
  g_assert_true (weights[0] == 2 && weights[1] == 1);
  g_assert_false (model_system_weights (without, weights));
}

/* A coordinate has two displayed equations. The mass is a factor of the second one unless it is 1. */
static void
test_coordinate_equations (void)
{
  g_autoptr (ModelSystem) system = model_test_system (HEAD "parameters: {m: 2}\nmechanics:\n  coordinates:\n"
                                                           "    q: {initial: 1, mass: 1, force: -q}\n"
                                                           "    r: {initial: 0, velocity_initial: 3, mass: m + 1, force: -2*r}\n");
  Model *model = model_system_model (system);

  g_assert_cmpstr (model_equation (model, 0)->left, ==, "q'");
  g_assert_cmpstr (model_equation (model, 0)->right, ==, "q.v");
  g_assert_cmpstr (model_equation (model, 0)->initial, ==, "1");
  g_assert_cmpstr (model_equation (model, 1)->left, ==, "q''");
  g_assert_cmpstr (model_equation (model, 1)->right, ==, "-q");
  g_assert_cmpstr (model_equation (model, 1)->initial, ==, "0");
  g_assert_cmpstr (model_equation (model, 3)->left, ==, "(m + 1)*r''");
  g_assert_cmpstr (model_equation (model, 3)->right, ==, "-2*r");
  g_assert_cmpstr (model_equation (model, 3)->initial, ==, "3");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/system/jacobians-of-shipped-models-match-finite-differences", test_shipped_derivatives);
  g_test_add_func ("/model/system/right-hand-sides-have-the-values-of-the-textbook", test_known_numbers);
  g_test_add_func ("/model/system/the-sparsity-pattern-of-a-tridiagonal-jacobian-is-tridiagonal", test_sparse_pattern);
  g_test_add_func ("/model/system/an-undefined-right-hand-side-requests-a-smaller-step", test_undefined);
  g_test_add_func ("/model/system/changing-a-constant-changes-the-size-of-arrays", test_constants);
  g_test_add_func ("/model/system/an-index-that-new-constants-move-outside-its-array-is-an-error", test_constants_bounds);
  g_test_add_func ("/model/system/plots-and-closed-forms-may-name-elements-that-new-constants-remove", test_constants_views);
  g_test_add_func ("/model/system/parameters-are-set-and-read-by-name", test_parameters);
  g_test_add_func ("/model/system/an-infinite-initial-value-is-reported-with-its-name", test_initial_infinite);
  g_test_add_func ("/model/system/an-infinite-time-span-is-reported", test_infinite_span);
  g_test_add_func ("/model/system/initial-values-may-refer-to-each-other-in-any-order", test_initial_order);
  g_test_add_func ("/model/system/functions-of-a-model-can-use-parameters-and-other-functions", test_functions);
  g_test_add_func ("/model/system/indices-select-elements-of-arrays-variables-and-sums", test_arrays);
  g_test_add_func ("/model/system/steps-end-only-at-knots-of-linear-tables-over-time", test_tables);
  g_test_add_func ("/model/system/every-table-and-argument-has-its-own-knots", test_several_tables);
  g_test_add_func ("/model/system/events-have-descriptions-of-trigger-condition-and-actions", test_event_facts);
  g_test_add_func ("/model/system/events-with-the-same-crossing-are-cases-of-the-first-event", test_event_cases);
  g_test_add_func ("/model/system/actions-of-an-event-read-the-values-before-the-event", test_event_actions);
  g_test_add_func ("/model/system/event-messages-contain-formatted-values", test_messages);
  g_test_add_func ("/model/system/closed-form-solutions-change-with-the-parameters", test_exact);
  g_test_add_func ("/model/system/the-numbers-of-scene-items-are-computed-from-their-expressions", test_scene);
  g_test_add_func ("/model/system/displayed-equations-show-the-branch-for-the-initial-mode", test_mode_at_start);
  g_test_add_func ("/model/system/weights-of-states-are-found-without-other-slow-values", test_weights);
  g_test_add_func ("/model/system/displayed-equations-of-coordinates-have-the-mass-as-a-factor", test_coordinate_equations);
  return g_test_run ();
}
