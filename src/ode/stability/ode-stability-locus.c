/* The stability of linear multistep methods Σ α_j x_(n+1−j) = h Σ β_j f_(n+1−j).
 * In the stability region all roots of ρ(ζ) − zσ(ζ) satisfy |ζ| ≤ 1. Its border is
 * part of the root locus z(θ) = ρ(e^(iθ))/σ(e^(iθ)) (Hairer and Wanner, Solving
 * Ordinary Differential Equations II, V.1). */
#include <math.h>
#include <string.h>

#include "ode-multistep.h"
#include "ode-ndf.h"
#include "ode-stability-private.h"

/* Tolerance for |ζ| ≤ 1. If a root on the unit circle is nearly double,
 * its error is about ε^(1/2). */
#define UNIT 1e-9

/* ---- coefficients ---- */

/* Adams formulas integrate the polynomial through the last slopes, BDF
 * differentiates the polynomial through the last values. ode-multistep-weights.h gives the weights
 * for any points; here the points are equidistant, with s = 1 for the new point. The
 * coefficient α_0 of the new value is 1 for Adams formulas; for BDF β_0 = 1. */
void
ode_locus_init (OdeLocus *self, const OdeMethod *method)
{
  const OdeMultistepData *data = method->data;
  int count = method->order;
  double s[ODE_LOCUS_MAX_STEPS + 1];

  memset (self, 0, sizeof *self);
  self->order = method->order;
  switch (data->kind)
    {
    case ODE_MULTISTEP_ADAMS_BASHFORTH:
      self->k = count;
      for (int j = 0; j < count; j++)
        s[j] = -j;
      ode_multistep_integrate (count, s, self->beta + 1);
      self->alpha[0] = 1;
      self->alpha[1] = -1;
      break;
    case ODE_MULTISTEP_ADAMS_MOULTON:
      self->k = count > 1 ? count - 1 : 1;
      for (int j = 0; j < count; j++)
        s[j] = 1 - j;
      ode_multistep_integrate (count, s, self->beta);
      self->alpha[0] = 1;
      self->alpha[1] = -1;
      break;
    case ODE_MULTISTEP_BDF:
      self->k = count;
      for (int j = 0; j <= count; j++)
        s[j] = 1 - j;
      ode_multistep_differentiate (count + 1, s, self->alpha);
      self->beta[0] = 1;
      break;
    case ODE_MULTISTEP_LEAPFROG: /* x_(n+1) = x_(n−1) + 2h f_n */
      self->k = 2;
      self->alpha[0] = 1;
      self->alpha[2] = -1;
      self->beta[1] = 2;
      break;
    case ODE_MULTISTEP_HERMITE: /* x_(n+1) = −4x_n + 5x_(n−1) + h(4f_n + 2f_(n−1)) */
      self->k = 2;
      self->alpha[0] = 1;
      self->alpha[1] = 4;
      self->alpha[2] = -5;
      self->beta[1] = 4;
      self->beta[2] = 2;
      break;
    }
}

/* Σ_{m≤k} ∇^m/m = h f with the further term −κ Σ_{m≤k} 1/m ∇^(k+1) (ode-ndf.c). ∇^m has the coefficients of (1 − 1/ζ)^m. */
void
ode_locus_init_ndf (OdeLocus *self, int order)
{
  double power[ODE_LOCUS_MAX_STEPS + 1] = { 1 }, leading = 0;

  memset (self, 0, sizeof *self);
  self->order = order;
  self->k = ode_ndf_kappa (order) != 0 ? order + 1 : order;
  self->beta[0] = 1;
  for (int m = 1; m <= self->k; m++)
    {
      for (int j = m; j > 0; j--)
        power[j] -= power[j - 1];
      leading += m <= order ? 1.0 / m : 0;
      for (int j = 0; j <= m; j++)
        self->alpha[j] += (m <= order ? 1.0 / m : -ode_ndf_kappa (order) * leading) * power[j];
    }
}

/* ---- roots ---- */

/* Finds all roots of Σ c_j ζ^(n−j) with c_0 ≠ 0 by the iteration of Aberth and
 * Ehrlich, from points on a circle; returns the largest modulus.
 *
 * The correction of each root is Newton's correction N = p/p' for p divided
 * by the other linear factors: ζ ← ζ − N/(1 − N Σ 1/(ζ − ζ_j)) (Aberth,
 * Mathematics of Computation 27, 1973). It converges with order three to simple
 * roots. The circle has the radius of the bound max |c_j/c_0|^(1/j), which is
 * within a factor of two of the largest root. */
static double
largest_root (const double complex *c, int n)
{
  double complex root[ODE_LOCUS_MAX_STEPS];
  double radius = 0, largest = 0;

  for (int j = 1; j <= n; j++)
    radius = fmax (radius, pow (cabs (c[j] / c[0]), 1.0 / j));
  /* The angle 0.7 is no simple fraction of 2π, so that no initial value is the complex conjugate
   * of another one. */
  for (int i = 0; i < n; i++)
    root[i] = fmax (radius, 1e-6) * cexp (I * (0.7 + 2 * M_PI * i / n));
  for (int iteration = 0; iteration < 200; iteration++)
    {
      double change = 0;

      for (int i = 0; i < n; i++)
        {
          double complex value = c[0], slope = 0, sum = 0, newton, step;

          for (int j = 1; j <= n; j++)
            {
              slope = slope * root[i] + value;
              value = value * root[i] + c[j];
            }
          if (cabs (value) == 0)
            continue;
          for (int j = 0; j < n; j++)
            if (j != i && root[i] != root[j])
              sum += 1 / (root[i] - root[j]);
          newton = cabs (slope) > 0 ? value / slope : 1e-3;
          step = newton / (1 - newton * sum);
          root[i] -= step;
          change = fmax (change, cabs (step) / fmax (cabs (root[i]), 1e-3));
        }
      if (change < 1e-15)
        break;
    }
  for (int i = 0; i < n; i++)
    largest = fmax (largest, cabs (root[i]));
  return largest;
}

/* If α_0 = zβ_0, one root is infinite: z is a pole. The polynomial Σ (α_j − z β_j) ζ^(k−j) has
 * degree k. */
double
ode_locus_modulus (const OdeLocus *self, double complex z)
{
  double complex c[ODE_LOCUS_MAX_STEPS + 1];
  double size = 0;

  for (int j = 0; j <= self->k; j++)
    {
      c[j] = self->alpha[j] - z * self->beta[j];
      size = fmax (size, cabs (c[j]));
    }
  return cabs (c[0]) <= 1e-14 * size ? INFINITY : largest_root (c, self->k);
}

/* ---- stability facts ---- */

typedef struct { const OdeLocus *locus; double complex direction; } Ray;

/* Returns whether a root is outside the unit circle by more than its error. */
static bool
outside_on_ray (const void *user, double distance)
{
  const Ray *ray = user;

  return ode_locus_modulus (ray->locus, distance * ray->direction) > 1 + UNIT;
}

/* Computes the coefficients of the principal root ζ(z) = Σ a_i z^i, ζ(0) = 1, up
 * to degree n, from ρ(ζ(z)) = zσ(ζ(z)): the coefficient of z^i on the left is
 * ρ'(1) a_i plus a sum over earlier coefficients, which is computed by setting a_i = 0 first.
 *
 * ζ(z) is the root that approximates the solution; it is eᶻ(1 − C z^(p+1) + …)
 * with the error constant C (Hairer, Nørsett and Wanner, Solving ODEs I,
 * III.2). ρ'(1) = σ(1) ≠ 0 for consistent methods. */
static void
principal_root (const OdeLocus *self, double *a, int n)
{
  double slope = 0;

  for (int j = 0; j <= self->k; j++)
    slope += (self->k - j) * self->alpha[j];
  memset (a, 0, (size_t) (n + 1) * sizeof *a);
  a[0] = 1;
  for (int i = 1; i <= n; i++)
    {
      double power[2 * ODE_LOCUS_MAX_STEPS + 8] = { 1 }, left = 0, right = 0;

      /* `power` contains ζ(z)^e up to degree i, starting with e = 0. */
      for (int e = 0; e <= self->k; e++)
        {
          left += self->alpha[self->k - e] * power[i];
          right += self->beta[self->k - e] * power[i - 1];
          for (int d = i; d >= 0; d--)
            {
              double sum = 0;

              for (int l = 0; l <= d; l++)
                sum += power[l] * a[d - l];
              power[d] = sum;
            }
        }
      a[i] = (right - left) / slope;
    }
}

/* Returns the sign of |ζ(iy)|² − 1 for small y > 0, where ζ is the root that approximates
 * e^z. It is the sign of the first nonzero coefficient of the power series in y. */
static int
sign_near_origin (const OdeLocus *self)
{
  double a[2 * ODE_LOCUS_MAX_STEPS + 8];
  int n = self->order + 4;

  principal_root (self, a, n);
  for (int m = self->order / 2 + 1; 2 * m <= n; m++)
    {
      double value = 0, size = 0;

      for (int i = 0; i <= 2 * m; i++)
        {
          value += ((i + m) % 2 == 0 ? 1 : -1) * a[i] * a[2 * m - i];
          size += fabs (a[i] * a[2 * m - i]);
        }
      if (fabs (value) > 1e-12 * size)
        return value > 0 ? 1 : -1;
    }
  return 0;
}

/* Returns the angle in degrees between the negative real axis and the locus at θ; 180 if the locus
 * is in the right half plane or nearly on the imaginary axis. The locus of BDF 1 and 2 touches the
 * imaginary axis at the origin, where rounding errors determine the sign of the real part. z =
 * ρ(ζ)/σ(ζ) by Horner's scheme; the angle of z to the negative real axis is π − |arg z|. */
static double
locus_angle (const OdeLocus *self, double theta)
{
  double complex zeta = cexp (I * theta), above = 0, below = 0, z;

  for (int j = 0; j <= self->k; j++)
    {
      above = above * zeta + self->alpha[j];
      below = below * zeta + self->beta[j];
    }
  z = above / below;
  return creal (z) < -1e-10 * cabs (z) ? 180 - fabs (carg (z)) * 180 / M_PI : 180;
}

/* Returns the smallest angle of locus_angle, found by a golden section search around the best of
 * evenly spaced points. The golden section keeps one of its two inner points in each iteration in
 * exact arithmetic; both are computed anew here, since a function value is cheap. */
static double
smallest_angle (const OdeLocus *self)
{
  enum { POINTS = 20000 };
  const double golden = 0.6180339887498949;
  double best = 180, low, high;
  int at = 0;

  for (int i = 1; i < POINTS; i++)
    {
      double angle = locus_angle (self, M_PI * i / POINTS);

      if (angle < best)
        {
          best = angle;
          at = i;
        }
    }
  if (best > 90)
    return 90;
  low = M_PI * (at - 1) / POINTS;
  high = M_PI * (at + 1) / POINTS;
  while (high - low > 1e-9)
    {
      double a = high - golden * (high - low), b = low + golden * (high - low);

      if (locus_angle (self, a) < locus_angle (self, b))
        high = b;
      else
        low = a;
    }
  return locus_angle (self, 0.5 * (low + high));
}

/* The intervals are found by searches on rays. The angle follows from the locus: a method
 * that is stable on the whole negative real axis becomes unstable at the ray, turned
 * towards the imaginary axis, that first touches the locus. */
void
ode_locus_facts (const OdeLocus *self, OdeStabilityFacts *facts)
{
  Ray real = { self, -1 }, imaginary = { self, I };
  double complex sigma[ODE_LOCUS_MAX_STEPS + 1];
  int first = 0;

  facts->real_interval = ode_stability_first_exit (outside_on_ray, &real, 0.01, ODE_STABILITY_FAR);
  facts->imaginary_interval = sign_near_origin (self) > 0 ? 0
                              : ode_stability_first_exit (outside_on_ray, &imaginary, 0.01, ODE_STABILITY_FAR);
  /* For z → ∞ the roots are those of σ; if a leading coefficient of σ is 0, one of
   * them is infinite. */
  while (first < self->k && self->beta[first] == 0)
    first++;
  for (int j = 0; j <= self->k; j++)
    sigma[j] = self->beta[j];
  facts->r_at_infinity = first > 0 ? INFINITY : largest_root (sigma, self->k);
  facts->alpha = isinf (facts->real_interval) ? smallest_angle (self) : 0;
  facts->a_stable = facts->alpha == 90;
  facts->l_stable = facts->a_stable && facts->r_at_infinity < 1e-12;
}
