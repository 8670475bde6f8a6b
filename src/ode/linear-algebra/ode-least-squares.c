/* Least squares of small dense systems that may be rank-deficient.
 *
 * With the singular value decomposition Aᵀ = U Σ Vᵀ the x of least norm that
 * minimizes ‖A x − b‖ is
 *
 *   x = Σ u_j (v_jᵀ b)/σ_j   over the σ_j that are not zero
 *
 * (Golub and Van Loan, Matrix Computations, 4th ed. 2013, section 5.5). The
 * singular values come from one-sided Jacobi rotations (Hestenes, J. SIAM 6
 * (1958) 51; Golub and Van Loan, section 8.6.3): columns of Y = Aᵀ are rotated
 * in pairs until all are orthogonal, Y V = U Σ. Jacobi finds small singular
 * values with high relative accuracy (Demmel and Veselić, SIAM J. Matrix Anal.
 * 13 (1992) 1204), which the decision on the rank needs. It costs several sweeps
 * of n m² operations, which does not matter because a mechanism has few constraints. */
#include "ode-least-squares.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Returns the number of doubles that ode_least_squares needs as scratch. */
size_t
ode_least_squares_work_size (int n, int m)
{
  return (size_t) n * (size_t) m + (size_t) m * (size_t) m + (size_t) m + 1;
}

/* Returns Σ a_i b_i. */
static double
dot (int n, const double *a, const double *b)
{
  double sum = 0.0;

  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Replaces (a, b) by (c a − s b, s a + c b). */
static void
rotate (int n, double *a, double *b, double c, double s)
{
  for (int i = 0; i < n; i++)
    {
      const double x = a[i], y = b[i];

      a[i] = c * x - s * y;
      b[i] = s * x + c * y;
    }
}

/* Rotates pairs of the m columns of Y[n·m] until all are orthogonal and
 * accumulates the rotations in V[m·m].
 *
 * For columns with α = ‖y_p‖², β = ‖y_q‖², γ = y_pᵀ y_q the rotation by tan φ =
 * t with t² + 2ζt − 1 = 0, ζ = (β − α)/(2γ), makes γ zero; the root of smaller
 * magnitude, t = sign ζ/(|ζ| + √(1 + ζ²)), converges (Golub and Van Loan,
 * section 8.5.2). Convergence is quadratic once columns are nearly orthogonal, so that fewer
 * than ten sweeps suffice in practice. The limit of 40 sweeps ends the loop if rounding errors prevent
 * convergence. */
static void
orthogonalize (int n, int m, double *Y, double *V)
{
  memset (V, 0, sizeof (double) * (size_t) m * (size_t) m);
  for (int j = 0; j < m; j++)
    V[(ptrdiff_t) j * m + j] = 1.0;
  for (int sweep = 0; sweep < 40; sweep++)
    {
      bool rotated = false;

      for (int p = 0; p < m; p++)
        for (int q = p + 1; q < m; q++)
          {
            double *y_p = Y + (ptrdiff_t) p * n, *y_q = Y + (ptrdiff_t) q * n;
            const double alpha = dot (n, y_p, y_p), beta = dot (n, y_q, y_q), gamma = dot (n, y_p, y_q);

            /* The cosine of the angle is a rounding error. The negated comparison
             * also skips columns that are zero or contain NaN. */
            if (!(fabs (gamma) > 1e-15 * sqrt (alpha * beta)))
              continue;

            const double zeta = (beta - alpha) / (2.0 * gamma);
            const double t = (zeta >= 0.0 ? 1.0 : -1.0) / (fabs (zeta) + sqrt (1.0 + zeta * zeta));
            const double c = 1.0 / sqrt (1.0 + t * t), s = c * t;

            rotate (n, y_p, y_q, c, s);
            rotate (m, V + (ptrdiff_t) p * m, V + (ptrdiff_t) q * m, c, s);
            rotated = true;
          }
      if (!rotated)
        return;
    }
}

/* Writes σ_j², the squared lengths of the orthogonal columns, to sigma2[m].
 * Returns the square of the smallest σ that counts as nonzero according
 * to ODE_LEAST_SQUARES_CUTOFF. */
static double
measure (int n, int m, const double *Y, double *sigma2)
{
  double largest = 0.0;

  for (int j = 0; j < m; j++)
    {
      sigma2[j] = dot (n, Y + (ptrdiff_t) j * n, Y + (ptrdiff_t) j * n);
      largest = fmax (largest, sigma2[j]);
    }
  return largest * ODE_LEAST_SQUARES_CUTOFF * ODE_LEAST_SQUARES_CUTOFF;
}

int
ode_least_squares (int n, int m, const double *A, const double *b, double *x, double *work)
{
  double *Y = work, *V = Y + (ptrdiff_t) n * m, *sigma2 = V + (ptrdiff_t) m * m;
  double bound;
  int rank = 0;

  /* A row-major is Y = Aᵀ column-major. After orthogonalize, column j of Y is σ_j
   * u_j, which explains the division by σ_j². */
  memcpy (Y, A, sizeof (double) * (size_t) n * (size_t) m);
  memset (x, 0, sizeof (double) * (size_t) n);
  orthogonalize (n, m, Y, V);
  bound = measure (n, m, Y, sigma2);
  for (int j = 0; j < m; j++)
    {
      if (!(sigma2[j] > bound))
        continue;

      const double factor = dot (m, V + (ptrdiff_t) j * m, b) / sigma2[j];

      for (int i = 0; i < n; i++)
        x[i] += factor * Y[(ptrdiff_t) j * n + i];
      rank++;
    }
  return rank;
}
