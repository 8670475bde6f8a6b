/* Tests that Philox gives the published numbers, and that the distributions have the correct moments. */
#include <glib.h>
#include <math.h>

#include "ode-random.h"

/* The expected numbers are in the file kat_vectors of the Random123 library, for philox4x32
 * with 10 rounds. */
static void
test_known_answers (void)
{
  static const struct
  {
    uint32_t counter[4], key[2], out[4];
  } rows[] = {
    { { 0, 0, 0, 0 }, { 0, 0 }, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
    { { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff }, { 0xffffffff, 0xffffffff },
      { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
    { { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 }, { 0xa4093822, 0x299f31d0 },
      { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      uint32_t out[4];

      ode_random_philox (rows[i].counter, rows[i].key, out);
      for (int k = 0; k < 4; k++)
        g_assert_cmphex (out[k], ==, rows[i].out[k]);
    }
}

/* The expected values are FNV-1a of the empty string, "a" and "foobar", as
 * the authors of the hash published them. */
static void
test_hash (void)
{
  g_assert_cmphex (ode_random_hash (""), ==, 0x811c9dc5);
  g_assert_cmphex (ode_random_hash ("a"), ==, 0xe40c292c);
  g_assert_cmphex (ode_random_hash ("foobar"), ==, 0xbf9cf968);
}

/* A random number depends only on its index and on the seed, member and name of its stream. */
static void
test_streams (void)
{
  OdeRandomStream stream = { .seed = 5, .member = 3, .name = ode_random_hash ("w") }, other = stream;
  double value = ode_random_uniform (&stream, 7, 0, 1);

  g_assert_true (ode_random_uniform (&other, 7, 0, 1) == value);
  g_assert_true (ode_random_uniform (&stream, 8, 0, 1) != value);
  g_assert_true (ode_random_uniform (&stream, 7 + (1ull << 32), 0, 1) != value);
  other.seed += 1ull << 32;
  g_assert_true (ode_random_uniform (&other, 7, 0, 1) != value);
  other = stream;
  other.member++;
  g_assert_true (ode_random_uniform (&other, 7, 0, 1) != value);
  other = stream;
  other.name = ode_random_hash ("v");
  g_assert_true (ode_random_uniform (&other, 7, 0, 1) != value);
}

#define N 200000

typedef double (*Draw) (const OdeRandomStream *stream, uint64_t k, double a, double b);

static double
draw_exponential (const OdeRandomStream *stream, uint64_t k, double a, double b)
{
  return ode_random_exponential (stream, k, a);
}

/* The mean and the variance of 200 000 random numbers differ from the exact values by less than five standard errors. The seed is fixed,
 * so that the test cannot fail by chance. */
static void
test_moments (void)
{
  const struct
  {
    Draw draw;
    double a, b, mean, variance, kurtosis;
  } rows[] = {
    { ode_random_uniform, -1, 3, 1, 16.0 / 12, 1.8 },
    { ode_random_normal, 2, 0.5, 2, 0.25, 3 },
    { ode_random_lognormal, 0, 0.5, exp (0.125), (exp (0.25) - 1) * exp (0.25), 8.9 },
    { draw_exponential, 4, 0, 0.25, 0.0625, 9 },
  };
  OdeRandomStream stream = { .seed = 42, .name = ode_random_hash ("moments") };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double mean = 0, variance = 0;

      for (int k = 0; k < N; k++)
        mean += rows[i].draw (&stream, k, rows[i].a, rows[i].b) / N;
      for (int k = 0; k < N; k++)
        {
          double d = rows[i].draw (&stream, k, rows[i].a, rows[i].b) - rows[i].mean;

          variance += d * d / N;
        }
      g_assert_cmpfloat_with_epsilon (mean, rows[i].mean, 5 * sqrt (rows[i].variance / N));
      g_assert_cmpfloat_with_epsilon (variance, rows[i].variance,
                                      5 * rows[i].variance * sqrt ((rows[i].kurtosis - 1) / N));
    }
}

static void
test_ranges (void)
{
  OdeRandomStream stream = { .seed = 1 };
  int seen[5] = { 0 };

  for (int k = 0; k < 20000; k++)
    {
      double u[2], x = ode_random_uniform (&stream, k, 1, 1 + 4 * G_MINDOUBLE);
      int c = ode_random_choice (&stream, k, 5);

      ode_random_uniforms (&stream, k, u);
      g_assert_true (u[0] > 0 && u[0] < 1 && u[1] > 0 && u[1] < 1);
      g_assert_true (x == 1);
      g_assert_true (c >= 0 && c < 5);
      seen[c]++;
    }
  /* The expected count is 4000 with a standard deviation of 57. The bound is
   * five standard deviations. */
  for (int c = 0; c < 5; c++)
    g_assert_cmpint (ABS (seen[c] - 4000), <, 290);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/random/the-philox-generator-gives-the-published-numbers", test_known_answers);
  g_test_add_func ("/ode/random/hash-values-equal-the-published-ones", test_hash);
  g_test_add_func ("/ode/random/a-random-number-depends-only-on-its-index-and-stream", test_streams);
  g_test_add_func ("/ode/random/distributions-have-the-expected-mean-and-variance", test_moments);
  g_test_add_func ("/ode/random/random-numbers-stay-in-the-range-of-the-distribution", test_ranges);
  return g_test_run ();
}
