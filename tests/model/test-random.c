/* Tests that noise and random draws are reproducible with the same seed and have the right
 * mean. */
#include "model-test.h"

#include <math.h>

#define HEAD "format: 1\nname: Test\n"

static const char noise_model[] = HEAD
    "parameters: {s: 2, p: {value: 1, distribution: \"uniform(5, 6)\"}, q: {value: [1, 2], distribution: \"normal(10*i, 0.1)\"}}\n"
    "states: {x: {initial: 0, derivative: \"w + z[2]\", distribution: \"exponential(2)\"}}\n"
    "discrete: {n: {initial: 0, distribution: \"choice(3, 4)\"}}\n"
    "noise:\n  w: {distribution: \"normal(0, s)\", every: 0.1}\n  z: {distribution: \"uniform(i, i + 1)\", every: 0.25, size: 2}\n";

static ModelSystem *
random_system (guint64 seed, guint64 member, gboolean random)
{
  g_autoptr (Model) model = model_test_load (noise_model);
  ModelInstance instance = { .seed = seed, .member = member, .random = random };

  return model_system_new (model, &instance, NULL);
}

static double
noise_at (ModelSystem *system, double t)
{
  double x = 0, f;
  const OdeSystem *ode = model_system_ode (system);

  model_system_set_noise_time (system, t);
  g_assert_cmpint (ode->rhs (ode->self, t, &x, &f), ==, ODE_DONE);
  return f;
}

static void
test_noise (void)
{
  g_autoptr (ModelSystem) a = random_system (1, 0, FALSE);
  g_autoptr (ModelSystem) b = random_system (1, 0, FALSE);
  g_autoptr (ModelSystem) other = random_system (2, 0, FALSE);
  double sum = 0;

  g_assert_cmpfloat (model_system_next_break (a, 0), ==, 0.1);
  g_assert_cmpfloat (model_system_next_break (a, 0.1), ==, 0.2);
  g_assert_cmpfloat (model_system_next_break (a, 0.2), ==, 0.25);
  /* 3·0.1 differs from 0.3 in double precision, but both must give the same next break. */
  g_assert_cmpfloat (model_system_next_break (a, 0.3), ==, 4 * 0.1);
  g_assert_cmpfloat (model_system_next_break (a, 3 * 0.1), ==, 4 * 0.1);
  /* The noise is constant between draws, does not depend on earlier evaluations, and differs between
   * seeds. */
  g_assert_cmpfloat (noise_at (a, 0.11), ==, noise_at (a, 0.19));
  g_assert_cmpfloat (noise_at (a, 0.11), !=, noise_at (a, 0.21));
  noise_at (b, 7);
  g_assert_cmpfloat (noise_at (a, 0.3), ==, noise_at (b, 3 * 0.1));
  g_assert_cmpfloat (noise_at (a, 0.11), !=, noise_at (other, 0.11));
  /* w has mean 0 and deviation 2, and z[2] is uniform in [2, 3). The mean of 4000 sums must be within 4.5 deviations, 2.05/√4000 each, of
   * 2.5. */
  for (int k = 0; k < 4000; k++)
    sum += noise_at (a, 0.1 * k + 0.05);
  g_assert_cmpfloat_with_epsilon (sum / 4000, 2.5, 4.5 * 2.05 / sqrt (4000));
}

static void
test_draws (void)
{
  g_autoptr (ModelSystem) plain = random_system (1, 3, FALSE);
  g_autoptr (ModelSystem) a = random_system (1, 3, TRUE);
  g_autoptr (ModelSystem) b = random_system (1, 3, TRUE);
  g_autoptr (ModelSystem) other = random_system (1, 4, TRUE);
  double p, q, x, d, x2, d2, again;

  g_assert_true (model_system_get_parameter (plain, "p", &p));
  g_assert_cmpfloat (p, ==, 1);
  g_assert_true (model_system_get_parameter (a, "p", &p));
  g_assert_true (p >= 5 && p < 6);
  g_assert_true (model_system_get_parameter (a, "q[2]", &q));
  g_assert_true (fabs (q - 20) < 1);
  g_assert_true (model_system_get_parameter (b, "p", &again));
  g_assert_cmpfloat (p, ==, again);
  g_assert_true (model_system_get_parameter (other, "p", &again));
  g_assert_cmpfloat (p, !=, again);
  g_assert_true (model_system_initial (a, &x, &d, NULL));
  g_assert_true (x > 0 && (d == 3 || d == 4));
  g_assert_true (model_system_initial (b, &x2, &d2, NULL));
  g_assert_cmpfloat (x, ==, x2);
  g_assert_cmpfloat (d, ==, d2);
  g_assert_true (model_system_initial (plain, &x, &d, NULL));
  g_assert_cmpfloat (x, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/random/noise-is-piecewise-constant-reproducible-and-has-the-requested-mean", test_noise);
  g_test_add_func ("/model/random/random-initial-values-depend-only-on-seed-and-member", test_draws);
  return g_test_run ();
}
