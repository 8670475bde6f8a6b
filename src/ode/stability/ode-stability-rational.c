/* Computes the stability function R(z) = P(z)/Q(z) from Runge–Kutta coefficients (Hairer and Wanner, Solving
 * Ordinary Differential Equations II, 2nd ed. 1996, here HW II, IV.3).
 *
 * With Q(z) = det(I − zA) the series R(z) = 1 + Σ_k z^k bᵀA^(k−1)1 gives P as
 * the product R·Q, which has degree at most n (HW II, prop. IV.3.2). If A
 * is lower triangular, Q is the product of 1 − z a_ii; otherwise Q follows from the
 * Faddeev–LeVerrier recursion.
 *
 * On the imaginary axis the sign of E(y) = |P(iy)|² − |Q(iy)|², a polynomial in y², decides
 * about stability (HW II, (IV.3.8), which has the opposite sign). Its coefficients
 * below y^(p+1) vanish because R(z) = eᶻ + O(z^(p+1)) and |e^(iy)| = 1. The first
 * of the other coefficients that is not zero decides near the origin, where |R| − 1 is
 * smaller than any tolerance of a search. A coefficient counts as zero if it is smaller than
 * the bound of its rounding error. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode-eigen.h"
#include "ode-stability-private.h"

/* Bound for the rounding errors of the published coefficients and of the sums, relative to the sum
 * of the absolute values of the terms: the coefficients are doubles with a relative error of
 * 1.1·10⁻¹⁶ each, the sums are in long double, and a term is a product of up to
 * three coefficients. */
#define ROUNDING 4e-16

/* ---- coefficients ---- */

/* Computes the moments bᵀA^(k−1)1, k = 1 … n, and the same expressions with the
 * absolute values of A and b (`sizes`), which bound the rounding errors.
 *
 * The k-th moment is the weight of the tall tree of k nodes; it is 1/k! for k
 * up to the order. Each moment costs one product of A with a vector. work
 * has 4 n numbers. */
static void
compute_moments (int n, const double *A, const double *b, long double *moments, long double *sizes, long double *work)
{
  long double *v = work, *size = work + n, *next = work + 2 * n, *next_size = work + 3 * n;

  for (int i = 0; i < n; i++)
    v[i] = size[i] = 1;
  for (int k = 0; k < n; k++)
    {
      moments[k] = sizes[k] = 0;
      for (int i = 0; i < n; i++)
        {
          moments[k] += b[i] * v[i];
          sizes[k] += fabs (b[i]) * size[i];
        }
      for (int i = 0; i < n; i++)
        {
          next[i] = next_size[i] = 0;
          for (int j = 0; j < n; j++)
            {
              next[i] += A[i * n + j] * v[j];
              next_size[i] += fabs (A[i * n + j]) * size[j];
            }
        }
      memcpy (v, next, (size_t) n * sizeof *v);
      memcpy (size, next_size, (size_t) n * sizeof *size);
    }
}

/* Returns whether A is zero above its diagonal. */
static bool
is_lower_triangular (int n, const double *A)
{
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (A[i * n + j] != 0)
        return false;
  return true;
}

/* Multiplies the polynomial q, of degree k, by 1 − z a, and `size` by 1 + z |a|,
 * which bounds rounding errors. The loop starts with the highest coefficient, so
 * that the lower ones still belong to the old polynomial. */
static void
multiply_factor (long double *q, long double *size, int k, double a)
{
  q[k + 1] = size[k + 1] = 0;
  for (int i = k + 1; i > 0; i--)
    {
      q[i] -= a * q[i - 1];
      size[i] += fabs (a) * size[i - 1];
    }
}

/* Computes det(I − zA) by Faddeev and LeVerrier: with M_1 = A, c_1 = tr M_1 and
 * M_k = A (M_(k−1) − c_(k−1) I), c_k = tr M_k/k, it is 1 − Σ c_k z^k.
 *
 * The recursion has n steps and divides only by small integers. It loses
 * digits if the c_k have very different sizes; collocation methods of the
 * library have at most seven stages, and with long double the coefficients are
 * exact to double precision. The sum of the absolute values of the diagonal of
 * M_k bounds the rounding of its trace. work has 2 n² numbers. */
static void
compute_determinant (int n, const double *A, long double *q, long double *size, long double *work)
{
  long double *m = work, *next = work + n * n;

  for (int i = 0; i < n * n; i++)
    m[i] = A[i];
  q[0] = size[0] = 1;
  for (int k = 1; k <= n; k++)
    {
      long double trace = 0, trace_size = 0;

      for (int i = 0; i < n; i++)
        {
          trace += m[i * n + i];
          trace_size += fabsl (m[i * n + i]);
        }
      q[k] = -trace / k;
      size[k] = trace_size / k;
      for (int i = 0; i < n; i++)
        m[i * n + i] += q[k];
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          {
            next[i * n + j] = 0;
            for (int l = 0; l < n; l++)
              next[i * n + j] += A[i * n + l] * m[l * n + j];
          }
      memcpy (m, next, (size_t) (n * n) * sizeof *m);
    }
}

/* Returns value, a sum whose terms have the total absolute value `size`, rounded to double, or zero if it is smaller than
 * its rounding error, which is written to *error. */
static double
rounded (long double value, long double size, double *error)
{
  *error = (double) (ROUNDING * size);
  return fabsl (value) <= *error ? 0 : (double) value;
}

/* Computes E(y) = |P(iy)|² − |Q(iy)|² in powers of y².
 *
 * With real coefficients conj P(iy) = P(−iy), so |P(iy)|² = P(iy) P(−iy). Its
 * odd powers cancel, and i^i (−i)^j = (−1)^((j − i)/2) for i + j even. The
 * error of a coefficient is the sum of the errors of its products, times two for the
 * bound of the long sums, and times two for the rounding of the published digits. */
static void
compute_border (OdeRational *self)
{
  int n = self->degree;

  for (int m = 0; m <= n; m++)
    {
      long double value = 0, size = 0;

      /* The coefficient of y^(2m) in |P(iy)|² is Σ_i (−1)^(i − m) p_i p_(2m−i).
       */
      for (int i = 0; i <= 2 * m; i++)
        {
          int j = 2 * m - i;
          double sign = (i + m) % 2 == 0 ? 1 : -1;

          if (i > n || j > n)
            continue;
          value += sign * ((long double) self->p[i] * self->p[j] - (long double) self->q[i] * self->q[j]);
          size += fabs (self->p[i]) * self->p_error[j] + fabs (self->p[j]) * self->p_error[i] + fabs (self->q[i]) * self->q_error[j]
                  + fabs (self->q[j]) * self->q_error[i];
          size += ROUNDING * (fabs (self->p[i] * self->p[j]) + fabs (self->q[i] * self->q[j]));
        }
      self->border[m] = 2 * m <= self->order || fabsl (value) <= 4 * size ? 0 : (double) value;
    }
}

/* Returns whether Q(z) = det(I − zA) has a zero z = 1/μ, μ an eigenvalue of A,
 * with negative real part. An eigenvalue 0 gives no zero of Q. If the
 * eigenvalues are not known, returns true, so that the method does not count as
 * stable. */
static bool
has_poles_left (int n, const double *A)
{
  double *work = malloc ((ode_eigen_work_size (n) + 2 * (size_t) n + (size_t) (n * n)) * sizeof *work);
  double *values = work != NULL ? work + ode_eigen_work_size (n) : NULL, *a = work != NULL ? values + 2 * n : NULL;
  bool left = false;

  if (work == NULL)
    return true;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[j * n + i] = A[i * n + j];
  if (is_lower_triangular (n, A))
    for (int i = 0; i < n; i++)
      left = left || A[i * n + i] < 0;
  else if (ode_eigen_values (n, a, values, work))
    for (int i = 0; i < n; i++)
      left = left || values[2 * i] < -1e-12;
  else
    left = true;
  free (work);
  return left;
}

/* With R(z) = 1 + z bᵀ (I − zA)⁻¹ 1 = P (z)/Q (z), Q is det (I − zA), and P = Q R: p_k = q_k +
 * Σ_{j<k} m_{k−1−j} q_j with the moments m_i = bᵀ Aⁱ 1. For a lower triangular A, Q is Π (1 − a_ii
 * z). */
bool
ode_rational_init (OdeRational *self, int n, const double *A, const double *b, int order)
{
  size_t count = (size_t) n + 1;
  long double *work = malloc ((5 * count + 4 * (size_t) n + 2 * (size_t) (n * n)) * sizeof *work);
  long double *moments = work, *moment_sizes = work + count, *q = work + 2 * count, *q_size = work + 3 * count, *rest = work + 4 * count;

  memset (self, 0, sizeof *self);
  self->degree = n;
  self->order = order;
  self->p = calloc (5 * count, sizeof *self->p);
  if (work == NULL || self->p == NULL)
    {
      free (work);
      ode_rational_clear (self);
      return false;
    }
  self->q = self->p + count;
  self->p_error = self->p + 2 * count;
  self->q_error = self->p + 3 * count;
  self->border = self->p + 4 * count;
  compute_moments (n, A, b, moments, moment_sizes, rest);
  if (is_lower_triangular (n, A))
    {
      q[0] = q_size[0] = 1;
      for (int i = 0; i < n; i++)
        multiply_factor (q, q_size, i, A[i * n + i]);
    }
  else
    compute_determinant (n, A, q, q_size, rest);
  for (int k = 0; k <= n; k++)
    {
      long double value = q[k], size = q_size[k];

      for (int j = 0; j < k; j++)
        {
          value += moments[k - j - 1] * q[j];
          size += moment_sizes[k - j - 1] * q_size[j];
        }
      self->p[k] = rounded (value, size, &self->p_error[k]);
      self->q[k] = rounded (q[k], q_size[k], &self->q_error[k]);
    }
  free (work);
  compute_border (self);
  self->poles_left = has_poles_left (n, A);
  return true;
}

/* Frees the coefficients; the method keeps its tableau. */
void
ode_rational_clear (OdeRational *self)
{
  free (self->p);
  self->p = NULL;
}

/* ---- values ---- */

/* Returns Σ c_k z^k by Horner's scheme. */
static double complex
horner (const double *c, int degree, double complex z)
{
  double complex value = c[degree];

  for (int k = degree - 1; k >= 0; k--)
    value = value * z + c[k];
  return value;
}

/* Returns |P (z)/Q (z)|. */
double
ode_rational_modulus (const OdeRational *self, double complex z)
{
  double above = cabs (horner (self->p, self->degree, z)), below = cabs (horner (self->q, self->degree, z));

  return below == 0 ? INFINITY : above / below;
}

/* Returns an upper bound of the rounding error of |P(z)| − |Q(z)| for |z| = size: the errors of
 * the coefficients and of Horner's rule, which are a few ε times the sum of the absolute values
 * of the terms. */
static double
error_at (const OdeRational *self, double size)
{
  double error = 0, power = 1;

  for (int k = 0; k <= self->degree; k++)
    {
      error += power * (self->p_error[k] + self->q_error[k] + 1e-15 * (fabs (self->p[k]) + fabs (self->q[k])));
      power *= size;
    }
  return error;
}

/* ---- stability facts ---- */

/* Returns whether E(y) = |P(iy)|² − |Q(iy)|² is positive, evaluated by Horner's rule in y². Coefficients that
 * vanish are stored as exactly zero, so the sign is also correct near the origin. */
static bool
outside_on_axis (const void *user, double y)
{
  const OdeRational *self = user;
  double u = y * y, value = 0;

  for (int m = self->degree; m >= 0; m--)
    value = value * u + self->border[m];
  return value > 0;
}

typedef struct { const OdeRational *rational; double complex direction; } Ray;

/* Returns whether |P| exceeds |Q| by more than rounding errors. A method with
 * |R| = 1 on the whole ray therefore counts as stable on it. */
static bool
outside_on_ray (const void *user, double distance)
{
  const Ray *ray = user;
  double complex z = distance * ray->direction;
  double above = cabs (horner (ray->rational->p, ray->rational->degree, z));
  double below = cabs (horner (ray->rational->q, ray->rational->degree, z));

  return above - below > error_at (ray->rational, distance);
}

/* Searches with steps of 0.01, or 0.002 of the distance where that is more. */
static double
exit_on_ray (const OdeRational *self, double angle)
{
  Ray ray = { self, cexp (I * angle) };

  return ode_stability_first_exit (outside_on_ray, &ray, 0.01, ODE_STABILITY_FAR);
}

/* The first coefficient of E that is not zero has the sign of |R(iy)| − 1 for
 * small y. If it is positive, every step amplifies an undamped oscillation, and the
 * interval is 0. If it is negative, the interval ends at the first zero of E. If all coefficients
 * are zero, |R(iy)| = 1 for all y, as for the Gauss methods. */
static double
imaginary_interval (const OdeRational *self)
{
  for (int m = 0; m <= self->degree; m++)
    if (self->border[m] > 0)
      return 0;
    else if (self->border[m] < 0)
      return ode_stability_first_exit (outside_on_axis, self, 0.01, ODE_STABILITY_FAR);
  return INFINITY;
}

/* Returns the quotient of the leading coefficients if P and Q have the same
 * degree, otherwise 0. A leading coefficient that is smaller than its rounding error was set
 * to 0, so that R(∞) of L-stable methods is exactly 0. */
static double
modulus_at_infinity (const OdeRational *self)
{
  int above = self->degree, below = self->degree;

  while (above > 0 && self->p[above] == 0)
    above--;
  while (below > 0 && self->q[below] == 0)
    below--;
  return above > below ? INFINITY : above < below ? 0 : fabs (self->p[above] / self->q[below]);
}

/* Returns the largest α for which no ray with |arg(−z)| ≤ α leaves the stability region.
 * The search starts at the negative real axis, in steps of half a degree, and
 * then bisects. Only methods that are stable on the whole negative real axis
 * have an angle above 0. */
static double
find_alpha (const OdeRational *self)
{
  double low = 0, high, step = 0.5;

  if (isfinite (exit_on_ray (self, M_PI)))
    return 0;
  for (high = step; high < 90 && isinf (exit_on_ray (self, M_PI * (1 - high / 180))); high += step)
    low = high;
  high = fmin (high, 90);
  while (high - low > 1e-9)
    {
      double middle = 0.5 * (low + high);

      if (isinf (exit_on_ray (self, M_PI * (1 - middle / 180))))
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* A method is A-stable if R has no pole in the left half plane and |R| ≤ 1 on the imaginary
 * axis, by the maximum principle (HW II, IV.3, (3.6) and (3.7)). It is L-stable if also
 * R(∞) = 0 (HW II, definition IV.3.7). */
void
ode_rational_facts (const OdeRational *self, OdeStabilityFacts *facts)
{
  facts->r_at_infinity = modulus_at_infinity (self);
  facts->real_interval = exit_on_ray (self, M_PI);
  facts->imaginary_interval = imaginary_interval (self);
  facts->a_stable = !self->poles_left && isinf (facts->imaginary_interval) && !(facts->r_at_infinity > 1 + 1e-12);
  facts->l_stable = facts->a_stable && facts->r_at_infinity == 0;
  facts->alpha = facts->a_stable ? 90 : find_alpha (self);
}
