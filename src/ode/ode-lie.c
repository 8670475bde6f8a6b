/* Exponential coordinates on SO(3) and SE(3). For q = q0 exp φ the rate φ' is
 * dexp⁻¹ applied to the body velocity, where dexp⁻¹ = Σ B_k/k! ad^k with the Bernoulli
 * numbers B_k (Iserles, Munthe-Kaas, Nørsett and Zanna, Lie-group methods, Acta
 * Numerica 9 (2000) 215, equation 2.46), with a plus sign before the odd term because
 * velocities are in the body frame. On these groups the series has a closed form
 * (ibid., appendix B; on SE(3) Bullo and Murray, Proc. European Control Conf.
 * 1995, p. 1091):
 *   φ' = ω + ½ φ×ω + c φ×(φ×ω),                c = (1 − (θ/2) cot(θ/2))/θ²
 *   X' = V + ½ ad V + A ad² V + B ad⁴ V,       A = (2(1−α) + ½(α−β))/θ², B = ((1−α) + ½(α−β))/θ⁴
 * with α = (θ/2) cot(θ/2), β = (θ/2)²/sin²(θ/2), ad_X (ω, v) = (φ×ω, φ×v +
 * p̂×ω). */
#include "ode-lie.h"

#include <math.h>

/* The closed forms subtract nearly equal numbers for small θ: 1 − α ≈ θ²/12 has
 * an absolute error of ε, so c loses log10 (12/θ²) digits. Below this angle the
 * series are used. The sixth term of a series, about 5e-10 θ¹⁰, is then below 4e-15, while
 * the sum is about 1/12. Above this angle the closed forms lose at most two digits. */
#define SERIES_BELOW 0.3

/* 1 − α = Σ a_k θ^{2k}, β = 1 + Σ b_k θ^{2k}, k = 1 … 5, from the Taylor series
 * of x cot x and (x/sin x)². */
static const double a_series[5] = { 1.0 / 12, 1.0 / 720, 1.0 / 30240, 1.0 / 1209600, 1.0 / 47900160 };
static const double b_series[5] = { 1.0 / 12, 1.0 / 240, 1.0 / 6048, 1.0 / 172800, 1.0 / 5322240 };

/* Computes out = a × b; out may be a or b. */
static inline void
cross (const double a[3], const double b[3], double out[3])
{
  const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];

  out[0] = x;
  out[1] = y;
  out[2] = z;
}

static inline double
length2 (const double v[3])
{
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

/* Computes the Hamilton product and normalizes it. Without normalization, rounding errors would accumulate in the length of a product of
 * many factors. */
void
ode_quaternion_multiply (const double a[4], const double b[4], double out[4])
{
  const double w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  const double x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  const double y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  const double z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  const double scale = 1.0 / sqrt (w * w + x * x + y * y + z * z);

  out[0] = w * scale;
  out[1] = x * scale;
  out[2] = y * scale;
  out[3] = z * scale;
}

/* Computes v + 2w (u × v) + 2u × (u × v) with q = (w, u). This needs 15 multiplications, the product q v q⁻¹ needs
 * 32. */
void
ode_quaternion_rotate (const double q[4], const double v[3], double out[3])
{
  double t[3], u[3];

  cross (q + 1, v, t);
  for (int i = 0; i < 3; i++)
    t[i] *= 2.0;
  cross (q + 1, t, u);
  for (int i = 0; i < 3; i++)
    out[i] = v[i] + q[0] * t[i] + u[i];
}

/* Computes q⁻¹ v q. For a unit quaternion the inverse is the conjugate. */
void
ode_quaternion_rotate_back (const double q[4], const double v[3], double out[3])
{
  const double back[4] = { q[0], -q[1], -q[2], -q[3] };

  ode_quaternion_rotate (back, v, out);
}

/* Computes exp φ = (cos θ/2, sin (θ/2) φ/θ) with θ = |φ|. */
void
ode_so3_exp (const double phi[3], double q[4])
{
  const double theta2 = length2 (phi), theta = sqrt (theta2);
  /* s = sin (θ/2)/θ. For θ < 0.05 the first omitted term of the series is below θ⁸/2e8 <
   * 2e-19. */
  const double s = theta < 0.05 ? 0.5 - theta2 * (1.0 / 48 - theta2 * (1.0 / 3840 - theta2 / 645120)) : sin (0.5 * theta) / theta;

  q[0] = cos (0.5 * theta);
  for (int i = 0; i < 3; i++)
    q[i + 1] = s * phi[i];
}

void
ode_so3_log (const double q[4], double phi[3])
{
  const double n = sqrt (length2 (q + 1));
  const double sign = q[0] < 0.0 ? -1.0 : 1.0;
  /* factor = θ/sin (θ/2) with θ = 2 atan2 (n, |w|). For x < 1e-4 it uses atan x = x (1 − x²/3 + x⁴/5
   * …); the term x⁴/5 is then below the rounding error. q and −q are the same rotation; w ≥ 0 gives
   * |φ| ≤ π. */
  const double w = fabs (q[0]), x = n / w;
  const double factor = x < 1e-4 ? 2.0 / w * (1.0 - x * x / 3.0) : 2.0 * atan2 (n, w) / n;

  for (int i = 0; i < 3; i++)
    phi[i] = sign * factor * q[i + 1];
}

/* Returns c(θ) = (1 − α)/θ². */
static double
coefficient_c (double theta2)
{
  if (theta2 < SERIES_BELOW * SERIES_BELOW)
    return a_series[0] + theta2 * (a_series[1] + theta2 * (a_series[2] + theta2 * (a_series[3] + theta2 * a_series[4])));

  const double half = 0.5 * sqrt (theta2);

  return (1.0 - half * cos (half) / sin (half)) / theta2;
}

/* Computes φ' = dexp⁻¹ ω by the first formula in the comment at the top. It is regular for θ < 2π. */
void
ode_so3_rate (const double phi[3], const double omega[3], double phi_rate[3])
{
  const double c = coefficient_c (length2 (phi));
  double once[3], twice[3];

  cross (phi, omega, once);
  cross (phi, once, twice);
  for (int i = 0; i < 3; i++)
    phi_rate[i] = omega[i] + 0.5 * once[i] + c * twice[i];
}

/* The translation is p = (I + f φ̂ + g φ̂²) p̂ with the f and g computed below. The matrix
 * in parentheses is dexp on SO(3). */
void
ode_se3_exp (const double X[6], double q[4], double p[3])
{
  const double *phi = X, *p_hat = X + 3;
  const double theta2 = length2 (phi), theta = sqrt (theta2);
  /* f = (1 − cos θ)/θ² and g = (θ − sin θ)/θ³. */
  double f, g, once[3], twice[3];

  if (theta < SERIES_BELOW)
    {
      f = 0.5 - theta2 * (1.0 / 24 - theta2 * (1.0 / 720 - theta2 * (1.0 / 40320 - theta2 * (1.0 / 3628800 - theta2 / 479001600))));
      g = 1.0 / 6 - theta2 * (1.0 / 120 - theta2 * (1.0 / 5040 - theta2 * (1.0 / 362880 - theta2 / 39916800)));
    }
  else
    {
      const double s = sin (0.5 * theta);

      f = 2.0 * s * s / theta2;
      g = (theta - sin (theta)) / (theta2 * theta);
    }
  cross (phi, p_hat, once);
  cross (phi, once, twice);
  for (int i = 0; i < 3; i++)
    p[i] = p_hat[i] + f * once[i] + g * twice[i];
  ode_so3_exp (phi, q);
}

/* Computes p̂ = (I − φ̂/2 + c φ̂²) p; the matrix is the inverse of the one in ode_se3_exp. */
void
ode_se3_log (const double q[4], const double p[3], double X[6])
{
  double once[3], twice[3], c;

  ode_so3_log (q, X);
  c = coefficient_c (length2 (X));
  cross (X, p, once);
  cross (X, once, twice);
  for (int i = 0; i < 3; i++)
    X[i + 3] = p[i] - 0.5 * once[i] + c * twice[i];
}

/* Computes ad_X V for twists (ω, v), by the last formula in the comment at the
 * top. */
static void
adjoint (const double X[6], const double V[6], double out[6])
{
  double a[3], b[3], c[3];

  cross (X, V, a);
  cross (X, V + 3, b);
  cross (X + 3, V, c);
  for (int i = 0; i < 3; i++)
    {
      out[i] = a[i];
      out[i + 3] = b[i] + c[i];
    }
}

/* Computes the second formula in the comment at the top. Bernoulli numbers of odd index above one are zero, and powers of ad above four
 * reduce to lower ones by ad (ad² + θ²)² = 0. */
void
ode_se3_rate (const double X[6], const double V[6], double X_rate[6])
{
  const double theta2 = length2 (X);
  double A = 0.0, B = 0.0, one[6], two[6], three[6], four[6];

  if (theta2 < SERIES_BELOW * SERIES_BELOW)
    for (int k = 4; k >= 0; k--)
      {
        A = A * theta2 + 1.5 * a_series[k] - 0.5 * b_series[k];
        if (k > 0)
          B = B * theta2 + 0.5 * (a_series[k] - b_series[k]);
      }
  else
    {
      /* Compute α and β in closed form. The sum below uses all four powers of
       * ad. */
      const double half = 0.5 * sqrt (theta2), s = sin (half);
      const double alpha = half * cos (half) / s, beta = half * half / (s * s);

      A = (2.0 * (1.0 - alpha) + 0.5 * (alpha - beta)) / theta2;
      B = ((1.0 - alpha) + 0.5 * (alpha - beta)) / (theta2 * theta2);
    }
  adjoint (X, V, one);
  adjoint (X, one, two);
  adjoint (X, two, three);
  adjoint (X, three, four);
  for (int i = 0; i < 6; i++)
    X_rate[i] = V[i] + 0.5 * one[i] + A * two[i] + B * four[i];
}
