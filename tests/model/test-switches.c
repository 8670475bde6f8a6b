/* Tests the switches of the right-hand side: which there are, when conditions on t change, and the right-hand side with sides. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "model-system-switches.h"
#include "model-test.h"

#define HEAD "format: 1\nname: Test\n"

static ModelSystem *
system_of (const char *derivative)
{
  g_autofree char *text = g_strdup_printf (HEAD "parameters: {a: 3, b: 0.5, p: 1.7, w: 2.3}\ndiscrete: {d: 1}\n"
                                                "states: {x: {initial: 0, derivative: \"%s\"}, y: {initial: 1, derivative: \"-x\"}}\n",
                                           derivative);

  return model_test_system (text);
}

/* A model, the number of its switches, and how many of them depend on states and are timed. */
static const struct
{
  const char *derivative;
  int n, n_states, n_timed;
} cases[] = {
  { "-x + a", 0, 0, 0 },
  { "if(a < 2, x, y)", 0, 0, 0 },
  { "if(d < 2, x, y) + step(d - a)", 0, 0, 0 },
  { "if(t < a, 1, 0)", 1, 0, 1 },
  { "if(t < a, 1, 0) + if(a > t, x, 0) + if(t >= a, 2, 0) + step(t - a) + sign(a - t)", 1, 0, 1 },
  { "if(t > 5 and t < 6, 1, 0)", 2, 0, 2 },
  { "abs(x - 5)", 1, 1, 0 },
  { "if(abs(x - 5) < 0.1, 1, 0)", 2, 2, 0 },
  { "min(x, y) + if(x < y, 1, 0)", 1, 1, 0 },
  { "if(mod(t, 10) < 0.05, 1, 0)", 2, 0, 2 },
  { "floor(t) + ceil(t) + round(t)", 3, 0, 3 },
  { "if(floor(t/3) == 2, 1, 0)", 1, 0, 1 },
  { "if(t < x, 1, 0)", 1, 1, 0 },
  { "if(sin(t) + t < 2, 1, 0)", 1, 0, 0 },
  { "if(x, 1, 2)", 1, 1, 0 },
};

static void
test_list (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ModelSystem) system = system_of (cases[i].derivative);
      int n_states = 0, n_timed = 0;

      g_test_message ("%s", cases[i].derivative);
      g_assert_cmpint (model_system_n_switches (system), ==, cases[i].n);
      for (int k = 0; k < cases[i].n; k++)
        {
          n_states += model_system_switch (system, k)->uses_states;
          n_timed += model_system_switch_is_timed (system, k);
        }
      g_assert_cmpint (n_states, ==, cases[i].n_states);
      g_assert_cmpint (n_timed, ==, cases[i].n_timed);
    }
}

/* ---- random conditions on t ---- */

/* Functions of t that are compared with a random number; %g are random numbers above 0. */
static const char *const functions[] = {
  "t",
  "%g*t + %g",
  "mod(t, %g)",
  "mod(t + %g, %g)",
  "sin(%g*t + %g)",
  "cos(t*%g)",
  "(t - %g)^2",
  "exp(t/%g - 1)",
  "sqrt(t + %g)",
  "abs(t - %g)",
  "min(t, %g)",
  "max(mod(t, %g), %g)",
  "floor(t*%g)",
  "mod(floor(t*%g), 3)",
  "log(t + %g)",
  "ceil(t/%g)",
  "round(t*%g)",
  "abs(abs(t - %g) - %g)",
  "if(t < %g, t, %g - t)",
  "1/(t + %g)",
  "tan(%g*t)",
  "atan(t - %g)",
  "t*abs(t - %g)",
  "sign(sin(%g*t))",
  "step(t - %g)*t",
  "hypot(t - %g, %g)",
  "2^(t - %g)",
  "a*t - b",
  "mod(t, p)/w",
  "t/p",
  "-(t - %g)^3",
  "if(mod(t, p) < b, sin(t), cos(w*t))",
};

static char *
random_function (GRand *random)
{
  g_auto (GStrv) parts = g_strsplit (functions[g_rand_int_range (random, 0, G_N_ELEMENTS (functions))], "%g", -1);
  GString *text = g_string_new (parts[0]);

  for (int k = 1; parts[k] != NULL; k++)
    g_string_append_printf (text, "%.6f%s", g_rand_double_range (random, 0.2, 8), parts[k]);
  return g_string_free (text, FALSE);
}

static char *
random_condition (GRand *random, int depth)
{
  static const char *const operators[] = { "<", "<=", ">", ">=" };

  if (depth > 0 && g_rand_int_range (random, 0, 3) > 0)
    {
      g_autofree char *a = random_condition (random, depth - 1), *b = random_condition (random, depth - 1);
      int kind = g_rand_int_range (random, 0, 3);

      return kind == 0   ? g_strdup_printf ("(%s and %s)", a, b)
             : kind == 1 ? g_strdup_printf ("(%s or %s)", a, b)
                         : g_strdup_printf ("(not %s)", a);
    }
  g_autofree char *f = random_function (random);
  return g_strdup_printf ("(%s %s %.6f)", f, operators[g_rand_int_range (random, 0, 4)], g_rand_double_range (random, -1, 8));
}

/* Compares the right-hand side with sides with the plain one at times between two switches, which are on a grid that does not depend on
 * them. */
static void
compare (ModelSystem *system, double from, double to)
{
  const OdeSystem *ode = model_system_ode (system);
  const double x[] = { 0.25, -1 }, step = 1e-3;

  for (double at = ceil (from / step) * step; at < to; at += step)
    {
      double sided[2], plain[2];

      if (at - from < 1e-9 || to - at < 1e-9)
        continue;
      model_system_use_sides (system, TRUE);
      OdeStatus status = ode->rhs (ode->self, at, x, sided);
      model_system_use_sides (system, FALSE);
      g_assert_cmpint (ode->rhs (ode->self, at, x, plain), ==, status);
      if (status == ODE_DONE && fabs (sided[0] - plain[0]) > 1e-9 * (1 + fabs (plain[0])))
        g_error ("at t = %.17g between %.17g and %.17g: %g instead of %g", at, from, to, sided[0], plain[0]);
    }
}

static void
test_random_conditions (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  int n_switches = 0;

  for (int i = 0; i < 300; i++)
    {
      g_autofree char *condition = random_condition (random, 3), *f = random_function (random), *g = random_function (random);
      g_autofree char *derivative = g_strdup_printf ("if(%s, %s, %s + 10)", condition, f, g);
      g_autoptr (ModelSystem) system = system_of (derivative);
      double t = 0, next;

      g_test_message ("%s", derivative);
      for (int k = 0; k < model_system_n_switches (system); k++)
        model_system_set_side (system, k, NAN);
      for (; t < 10; t = next)
        {
          next = model_system_begin_switches (system, t);
          g_assert_cmpfloat (next, >, t);
          for (int k = 0; k < model_system_n_switches (system); k++)
            g_assert_true (model_system_switch_is_timed (system, k));
          compare (system, t, fmin (next, 10));
          n_switches++;
        }
    }
  g_assert_cmpint (n_switches, >, 5000);
}

/* A pulse is found wherever it is and however short it is, also after the parameters have changed. */
static void
test_short_pulses (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (ModelSystem) system =
      model_test_system (HEAD "parameters: {from: 1, width: 1}\n"
                              "states: {x: {initial: 0, derivative: \"if(t > from and t < from + width, 1, 0)\"}}\n");

  for (int i = 0; i < 1000; i++)
    {
      double from = 1000 * g_rand_double (random), width = 1000 * pow (10, -g_rand_double_range (random, 1, 12));

      model_system_set_parameter (system, "from", from, NULL);
      model_system_set_parameter (system, "width", width, NULL);
      g_assert_cmpfloat (model_system_begin_switches (system, 0), ==, from);
      g_assert_cmpfloat_with_epsilon (model_system_begin_switches (system, from), from + width, 1e-12);
      g_assert_true (isinf (model_system_begin_switches (system, from + width)));
    }
}

/* dg/dt along the solution agrees with a difference quotient. */
static void
test_rates (void)
{
  g_autoptr (ModelSystem) system = system_of ("if(x^2 + y < a, y, sin(t)) + abs(y - t) + step(t*x - b)");
  const OdeSystem *ode = model_system_ode (system);
  double x[] = { 0.3, 1.2 }, f[2], g0[8], g1[8], rates[8], t = 0.7, h = 1e-6;
  int n = model_system_n_switches (system);

  g_assert_cmpint (n, ==, 3);
  model_system_use_sides (system, TRUE);
  for (int k = 0; k < n; k++)
    model_system_set_side (system, k, 1);
  g_assert_true (model_system_switch_rates (system, t, x, rates));
  g_assert_cmpint (ode->rhs (ode->self, t, x, f), ==, ODE_DONE);
  model_system_switch_values (system, t - h, (double[]){ x[0] - h * f[0], x[1] - h * f[1] }, g0);
  model_system_switch_values (system, t + h, (double[]){ x[0] + h * f[0], x[1] + h * f[1] }, g1);
  for (int k = 0; k < n; k++)
    g_assert_cmpfloat_with_epsilon (rates[k], (g1[k] - g0[k]) / (2 * h), 1e-8);
}

/* Jacobian and ∂f/∂t with sides are those of the branch of the sides. */
static void
test_sided_derivatives (void)
{
  g_autoptr (ModelSystem) system = system_of ("if(t < a, 2*x + t*y, min(x, 3*y) - mod(5*x, 2)*abs(y))");
  double x[] = { 0.33, 1.2, 0 };

  for (double t = 1; t < 6; t += 4)
    {
      model_system_begin_switches (system, t);
      for (int k = 0; k < model_system_n_switches (system); k++)
        if (!model_system_switch_is_timed (system, k))
          {
            double g[8];

            model_system_switch_values (system, t, x, g);
            model_system_set_side (system, k, expr_switch_side (model_system_switch (system, k)->kind, g[k]));
          }
      model_system_use_sides (system, TRUE);
      model_test_derivatives (system, t, x);
      model_system_use_sides (system, FALSE);
      model_test_derivatives (system, t, x);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/switches/each-condition-on-t-or-states-is-listed-once", test_list);
  g_test_add_func ("/model/switches/random-conditions-on-t-change-only-at-the-computed-times", test_random_conditions);
  g_test_add_func ("/model/switches/a-pulse-of-any-width-is-found", test_short_pulses);
  g_test_add_func ("/model/switches/rates-are-derivatives-along-the-solution", test_rates);
  g_test_add_func ("/model/switches/derivatives-with-sides-are-those-of-the-branch", test_sided_derivatives);
  return g_test_run ();
}
