#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode-eigen.h"

static int
compare (const void *a, const void *b)
{
  const double *x = a, *y = b;
  if (fabs (x[0] - y[0]) > 1e-9 * (1 + fabs (x[0])))
    return x[0] < y[0] ? -1 : 1;
  return (x[1] > y[1]) - (x[1] < y[1]);
}

static void
eigenvalues (int n, const double *a, double *values)
{
  g_autofree double *work = g_new (double, ode_eigen_work_size (n));
  g_assert_true (ode_eigen_values (n, a, values, work));
  qsort (values, (size_t) n, 2 * sizeof (double), compare);
}

static void
assert_near (double value, double expected, double tolerance)
{
  g_assert_cmpfloat (fabs (value - expected), <=, tolerance);
}

static void
test_small (void)
{
  double values[6];
  const double one[] = { -3.5 };
  eigenvalues (1, one, values);
  g_assert_true (values[0] == -3.5 && values[1] == 0);
  /* The harmonic oscillator has the eigenvalues ±i. */
  const double rotation[] = { 0, -1, 1, 0 };
  eigenvalues (2, rotation, values);
  assert_near (values[0], 0, 1e-15);
  assert_near (fabs (values[1]), 1, 1e-15);
  /* Lorenz's system at its fixed point (√72, √72, 27) for the parameters 10, 28
   * and 8/3: the eigenvalues are the roots of λ³ + 41/3 λ² + 304/3 λ + 1440. */
  const double s = sqrt (72.0);
  const double lorenz[] = { -10, 1, s, 10, -1, s, 0, -s, -8.0 / 3 };
  eigenvalues (3, lorenz, values);
  assert_near (values[0], -13.854577914596042, 1e-12);
  assert_near (values[2], 0.093955623964686, 1e-12);
  assert_near (fabs (values[3]), 10.194505220927850, 1e-12);
}

/* The matrix of second differences has the eigenvalues −4 sin² (kπ/(2(n +
 * 1))). */
static void
test_laplacian (void)
{
  enum { N = 40 };
  g_autofree double *a = g_new0 (double, N * N);
  double values[2 * N];
  for (int i = 0; i < N; i++)
    {
      a[i * N + i] = -2;
      if (i > 0)
        a[i * N + i - 1] = 1;
      if (i < N - 1)
        a[i * N + i + 1] = 1;
    }
  eigenvalues (N, a, values);
  for (int k = 0; k < N; k++)
    {
      double exact = -4 * pow (sin ((N - k) * G_PI / (2.0 * (N + 1))), 2);
      assert_near (values[2 * k], exact, 1e-13 * N); /* error bound ε·n·‖A‖ of a backward-stable algorithm */
      g_assert_true (values[2 * k + 1] == 0);
    }
}

/* The companion matrix of x⁸ − 1, whose eigenvalues are the eighth roots of unity. The matrix
 * is a cyclic permutation, for which the QR iteration with the usual shifts does not converge.
 */
static void
test_cycle (void)
{
  enum { N = 8 };
  double a[N * N] = { 0 }, values[2 * N];
  for (int i = 0; i < N; i++)
    a[i * N + (i + 1) % N] = 1;
  eigenvalues (N, a, values);
  for (int k = 0; k < N; k++)
    {
      assert_near (hypot (values[2 * k], values[2 * k + 1]), 1, 1e-13);
      double turns = atan2 (values[2 * k + 1], values[2 * k]) / (2 * G_PI) * N;
      assert_near (turns, round (turns), 1e-12);
    }
}

/* A badly scaled matrix with known eigenvalues that range over twelve
 * decades, as in stiff chemistry. */
static void
test_stiff (void)
{
  const double wanted[] = { -1e6, -1e3, -1, -1e-6 };
  double a[16] = { 0 }, values[8];
  for (int i = 0; i < 4; i++)
    for (int j = i; j < 4; j++)
      a[j * 4 + i] = i == j ? wanted[i] : pow (10, 3 * (j - i));
  eigenvalues (4, a, values);
  for (int i = 0; i < 4; i++)
    assert_near (values[2 * i], wanted[i], 1e-12 * fabs (wanted[i]));
}

/* For random matrices the sum of the eigenvalues is the trace, the sum of their squares
 * is the trace of A², and complex eigenvalues are conjugate pairs. */
static void
test_random (void)
{
  for (int n = 1; n <= 30; n++)
    {
      g_autofree double *a = g_new (double, n * n);
      g_autofree double *values = g_new (double, 2 * n);
      double trace = 0, square = 0, sum = 0, sum_imaginary = 0, sum_square = 0;
      for (int i = 0; i < n * n; i++)
        a[i] = g_test_rand_double_range (-1, 1);
      for (int i = 0; i < n; i++)
        {
          trace += a[i * n + i];
          for (int j = 0; j < n; j++)
            square += a[i * n + j] * a[j * n + i];
        }
      eigenvalues (n, a, values);
      for (int i = 0; i < n; i++)
        {
          sum += values[2 * i];
          sum_imaginary += values[2 * i + 1];
          sum_square += values[2 * i] * values[2 * i] - values[2 * i + 1] * values[2 * i + 1];
        }
      /* Each of the n eigenvalues has an error of up to ε·n·‖A‖, with ‖A‖ ≤ n. */
      double bound = 2e-15 * n * n * n;
      assert_near (sum, trace, bound);
      assert_near (sum_imaginary, 0, bound);
      assert_near (sum_square, square, 2 * n * bound);
    }
}

/* A cyclic permutation plus c has the eigenvalues c + exp (2πik/n). */
static void
test_shifted_cycle (void)
{
  enum { N = 12 };
  static const double shifts[] = { 0, 3, -1000, 1e6 };

  for (guint s = 0; s < G_N_ELEMENTS (shifts); s++)
    {
      g_autofree double *a = g_new0 (double, N * N);
      double values[2 * N];

      for (int i = 0; i < N; i++)
        {
          a[i * N + (i + 1) % N] = 1;
          a[i * N + i] = shifts[s];
        }
      eigenvalues (N, a, values);
      for (int i = 0; i < N; i++) /* the error is about n ε ‖A‖, and these eigenvalues are well conditioned */
        assert_near (hypot (values[2 * i] - shifts[s], values[2 * i + 1]), 1, 1e-14 * (1 + fabs (shifts[s])));
    }
}

/* The Jacobian of the Brusselator with diffusion on 300 points, at u = 1 + sin 2πx, v = 3. In a block of order 4 near −1000 the usual shifts repeat themselves;
 * exceptional shifts near 0 do not help. */
static void
test_diffusion (void)
{
  enum { N = 300 };
  const double alpha = 0.02 * (N + 1) * (N + 1);
  g_autofree double *a = g_new0 (double, 4 * N * N), *values = g_new (double, 4 * N);
  double trace = 0, sum = 0;

  for (int i = 0; i < N; i++)
    {
      double u = 1 + sin (2 * G_PI * (i + 1) / (N + 1)), v = 3;
      const double block[] = { 2 * u * v - 4 - 2 * alpha, 3 - 2 * u * v, u * u, -u * u - 2 * alpha };

      for (int k = 0; k < 4; k++)
        a[(2 * i + k / 2) * 2 * N + 2 * i + k % 2] = block[k];
      for (int k = 0; k < 2 && i > 0; k++)
        a[(2 * i + k) * 2 * N + 2 * (i - 1) + k] = a[(2 * (i - 1) + k) * 2 * N + 2 * i + k] = alpha;
      trace += block[0] + block[3];
    }
  eigenvalues (2 * N, a, values);
  for (int i = 0; i < 2 * N; i++)
    sum += values[2 * i];
  assert_near (sum, trace, 1e-10 * fabs (trace));
}

static void
test_refused (void)
{
  double a[] = { 1, 2, NAN, 4 }, values[4], work[6];
  g_assert_false (ode_eigen_values (2, a, values, work));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/eigen/eigenvalues-of-small-matrices-equal-published-values", test_small);
  g_test_add_func ("/ode/eigen/eigenvalues-of-a-second-difference-matrix-equal-the-closed-form", test_laplacian);
  g_test_add_func ("/ode/eigen/eigenvalues-of-a-cyclic-permutation-are-roots-of-unity", test_cycle);
  g_test_add_func ("/ode/eigen/eigenvalues-of-a-cyclic-permutation-away-from-zero-are-found", test_shifted_cycle);
  g_test_add_func ("/ode/eigen/eigenvalues-across-twelve-decades-are-accurate", test_stiff);
  g_test_add_func ("/ode/eigen/eigenvalues-of-random-matrices-add-up-to-the-trace", test_random);
  g_test_add_func ("/ode/eigen/eigenvalues-of-a-large-matrix-of-a-diffusion-are-found", test_diffusion);
  g_test_add_func ("/ode/eigen/a-matrix-with-nan-or-infinity-is-refused", test_refused);
  return g_test_run ();
}
