/* Tests the symbolic derivatives of right-hand sides, expressions, witness functions and maps of events against closed forms. */
#include "expr-error.h"
#include "model-derivatives.h"
#include "model-test.h"

#include <math.h>

static const char text[] = "format: 1\nname: Test\nparameters: {k: 1.5, e: 0.8, unused: 3}\ndiscrete: {n: 2}\nstates:\n"
                           "  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: \"-k*x^2 + sin(3*t)*n\"}\n"
                           "events:\n  hit: {crossing: x*v - k*t, set: {v: -e*v + x*t}}\n  tick: {every: 1, update: {n: n + 1}}\n";

/* The derivatives have these rows; the columns are x, v, then k and e, then t. */
static void
compare (const ModelDerivative *q, int row, double value, const double *by_x, const double *by_p, double by_t)
{
  /* The values are below 10, with at most five operations each. */
  g_assert_cmpfloat_with_epsilon (q->value[row], value, 1e-14);
  for (int j = 0; j < 2; j++)
    {
      g_assert_cmpfloat_with_epsilon (q->by_x[row * 2 + j], by_x[j], 1e-14);
      g_assert_cmpfloat_with_epsilon (q->by_p[row * 2 + j], by_p[j], 1e-14);
    }
  g_assert_cmpfloat_with_epsilon (q->by_t[row], by_t, 1e-14);
}

#define ROW(...) ((const double[2]){ __VA_ARGS__ })

static void
test_closed_forms (void)
{
  g_autoptr (ModelSystem) system = model_test_system (text);
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) first = expr_tree_parse ("x*exp(-k*t)", NULL, errors), second = expr_tree_parse ("e*v + n*t", NULL, errors);
  const ExprTree *const trees[] = { first, second };
  const int parameters[] = { model_system_find_parameter (system, "k"), model_system_find_parameter (system, "e") };
  const ModelInstance instance = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelDerivatives) derivatives =
      model_derivatives_new (model_system_model (system), &instance, trees, 2, parameters, 2, &error);

  g_assert_no_error (error);
  model_system_set_discrete (system, (const double[]){ 2 });
  for (int round = 0; round < 2; round++)
    {
      const double k = round == 0 ? 1.5 : 0.25, e = 0.8, t = 0.3 + round, x = 1.2 - round, v = 0.7, point[2] = { x, v };
      const ModelDerivative *q;

      g_assert_true (model_system_set_parameter (system, "k", k, NULL));
      q = model_derivatives_flow (derivatives, system, t, point);
      g_assert_cmpint (q->n, ==, 2);
      compare (q, 0, v, ROW (0, 1), ROW (0, 0), 0);
      compare (q, 1, -k * x * x + 2 * sin (3 * t), ROW (-2 * k * x, 0), ROW (-x * x, 0), 6 * cos (3 * t));
      q = model_derivatives_expressions (derivatives, system, t, point);
      g_assert_cmpint (q->n, ==, 2);
      compare (q, 0, x * exp (-k * t), ROW (exp (-k * t), 0), ROW (-t * x * exp (-k * t), 0), -k * x * exp (-k * t));
      compare (q, 1, e * v + 2 * t, ROW (0, e), ROW (0, v), 2);
    }
}

/* The derivatives of a hybrid model by x, v, n, the parameters and t. */
static void
test_events (void)
{
  g_autoptr (ModelSystem) system = model_test_system (text);
  const int parameters[] = { model_system_find_parameter (system, "k"), model_system_find_parameter (system, "e") };
  const ModelInstance instance = { 0 };
  const double k = 1.5, e = 0.8, t = 0.3, x = 1.2, v = 0.7, point[2] = { x, v };
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelDerivatives) derivatives = model_derivatives_new_hybrid (model_system_model (system), &instance, parameters, 2, &error);
  const ModelDerivative *q;
  const int *targets;
  double by_p[2];

  g_assert_no_error (error);
  model_system_set_discrete (system, (const double[]){ 2 });
  q = model_derivatives_flow (derivatives, system, t, point);
  compare (q, 1, -k * x * x + 2 * sin (3 * t), ROW (-2 * k * x, 0), ROW (-x * x, 0), 6 * cos (3 * t));
  g_assert_cmpfloat_with_epsilon (q->by_z[1], sin (3 * t), 1e-14);
  q = model_derivatives_witness (derivatives, system, 0, t, point);
  g_assert_cmpint (q->n, ==, 1);
  compare (q, 0, x * v - k * t, ROW (v, x), ROW (-t, 0), -k);
  q = model_derivatives_map (derivatives, system, 0, MODEL_MAP_SET, t, point, &targets);
  g_assert_cmpint (q->n, ==, 1);
  g_assert_cmpint (targets[0], ==, 1);
  compare (q, 0, -e * v + x * t, ROW (t, -e), ROW (0, -v), x);
  q = model_derivatives_map (derivatives, system, 1, MODEL_MAP_UPDATE, t, point, &targets);
  g_assert_cmpint (targets[0], ==, -1);
  g_assert_cmpfloat (q->by_z[0], ==, 1);
  g_assert_null (model_derivatives_witness (derivatives, system, 1, t, point));
  g_assert_null (model_derivatives_map (derivatives, system, 1, MODEL_MAP_SET, t, point, &targets));
  model_derivatives_event_time (derivatives, system, 1, 3, by_p);
  g_assert_cmpfloat (by_p[0], ==, 0);
}

/* Operations that jump are constants until their mode is changed. The time of a periodic event is o + n T. */
static void
test_modes (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      "format: 1\nname: Test\nparameters: {T: 2, o: 0.5, a: 4}\nstates:\n"
      "  x: {initial: a*o, derivative: 'a*if(mod(t, T) < o, x, -x) + floor(x)'}\nevents: {tick: {every: T, offset: o, set: {x: 0}}}\n");
  const int parameters[] = { model_system_find_parameter (system, "T"), model_system_find_parameter (system, "o") };
  const ModelInstance instance = { 0 };
  const double x = 1.25, t = 6.25, modes[] = { 3, 1, 1 }, later[] = { 2, 0, 1 };
  const gboolean fixed[] = { FALSE };
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelDerivatives) derivatives = model_derivatives_new_hybrid (model_system_model (system), &instance, parameters, 2, &error);
  const ModelDerivative *q;
  double arguments[3], by_p[2], dx;

  g_assert_no_error (error);
  g_assert_cmpint (model_derivatives_n_modes (derivatives), ==, 3);
  g_assert_cmpint (model_derivatives_mode_kind (derivatives, 0), ==, EXPR_JUMP_FLOOR);
  g_assert_cmpint (model_derivatives_mode_kind (derivatives, 1), ==, EXPR_JUMP_BELOW);
  g_assert_cmpstr (model_derivatives_mode_place (derivatives, 1), ==, "the derivative of 'x'");
  model_derivatives_set_modes (derivatives, modes);
  model_derivatives_arguments (derivatives, system, t, &x, arguments);
  g_assert_cmpfloat (arguments[0], ==, t / 2);
  g_assert_cmpfloat (arguments[1], ==, 0.25 - 0.5);
  g_assert_cmpfloat (arguments[2], ==, x);
  g_assert_cmpfloat (model_derivatives_flow (derivatives, system, t, &x)->value[0], ==, 4 * x + 1);
  q = model_derivatives_switches (derivatives, system, t, &x);
  g_assert_cmpfloat (q->by_p[1 * 2 + 0], ==, -3); /* t − 3 T − o by T */
  g_assert_cmpfloat (q->by_p[1 * 2 + 1], ==, -1);
  model_derivatives_set_modes (derivatives, later);
  g_assert_cmpfloat (model_derivatives_flow (derivatives, system, t, &x)->value[0], ==, -4 * x + 1);
  model_derivatives_event_time (derivatives, system, 0, 6.5, by_p);
  g_assert_cmpfloat (by_p[0], ==, 3);
  g_assert_cmpfloat (by_p[1], ==, 1);
  model_derivatives_initial (derivatives, system, 0, &x, ROW (0, 1), 0, fixed, &dx, NULL);
  g_assert_cmpfloat (dx, ==, 4);
}

/* A large model has dense rows and rows with two entries. */
static void
test_large (void)
{
  enum
  {
    n = 210
  };
  g_autoptr (ModelSystem) system =
      model_test_system ("format: 1\nname: Test\nparameters: {k: 2}\nstates:\n"
                         "  q: {size: 105, initial: 0.1*i, derivative: \"-k*q[i] + sum(j, 1, 105, sin(q[j] - q[i]))\"}\n"
                         "  p: {size: 105, initial: 1, derivative: \"q[i]*p[i]\"}\n");
  const ModelInstance instance = { 0 };
  const int k = model_system_find_parameter (system, "k");
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelDerivatives) derivatives = model_derivatives_new (model_system_model (system), &instance, NULL, 0, &k, 1, &error);
  const ModelDerivative *q;
  double x[n];

  g_assert_no_error (error);
  for (int i = 0; i < n; i++)
    x[i] = sin (i);
  q = model_derivatives_flow (derivatives, system, 0, x);
  for (int i = 0; i < n; i++)
    {
      double own = i < 105 ? -2 : x[i - 105];

      for (int j = 0; j < 105 && i < 105; j++)
        own -= j != i ? cos (x[j] - x[i]) : 0;
      for (int j = 0; j < n; j++)
        {
          double expected = j == i ? own : i < 105 && j < 105 ? cos (x[j] - x[i]) : i >= 105 && j == i - 105 ? x[i] : 0;

          g_assert_cmpfloat_with_epsilon (q->by_x[i * n + j], expected, 1e-12); /* sums of 105 terms of at most 1 */
        }
      g_assert_cmpfloat (q->by_p[i], ==, i < 105 ? -x[i] : 0);
      g_assert_cmpfloat (q->by_t[i], ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/derivatives/derivatives-equal-closed-forms", test_closed_forms);
  g_test_add_func ("/model/derivatives/derivatives-of-events-equal-closed-forms", test_events);
  g_test_add_func ("/model/derivatives/jumping-operations-are-constants-between-their-jumps", test_modes);
  g_test_add_func ("/model/derivatives/derivatives-of-large-models-equal-closed-forms", test_large);
  return g_test_run ();
}
