/* Elimination of the accelerations: a = M⁻¹(f + Gᵀ λ) in G a = g gives
 *
 *   G M⁻¹ Gᵀ λ = g − G M⁻¹ f.
 *
 * With the Cholesky factor M = L Lᵀ and Y = L⁻¹ Gᵀ the matrix is YᵀY. Forming
 * it would square the condition of Y; instead Y = U Σ Vᵀ is decomposed and λ =
 * V Σ⁻² Vᵀ r over the σ that are not zero, which is the solution of least norm
 * for redundant constraints. The singular values come from one-sided Jacobi
 * rotations (Hestenes, J. SIAM 6 (1958) 51; Golub and Van Loan, Matrix
 * Computations, 4th ed. 2013, section 8.6.3): columns of Y are rotated in pairs
 * until all are orthogonal, Y V = U Σ. Jacobi finds small singular values with
 * high relative accuracy (Demmel and Veselić, SIAM J. Matrix Anal. 13 (1992)
 * 1204), which the decision on the rank needs. Its cost of several n m² sweeps
 * does not matter for the handful of constraints of a mechanism. */
#include "ode-kkt.h"

#include <math.h>
#include <string.h>

size_t
ode_kkt_work_size (int n, int m)
{
  return (size_t) n * (size_t) m + (size_t) m * (size_t) m + 2 * (size_t) m + (size_t) n + 1;
}

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
 * section 8.5.2). Convergence is quadratic once columns are nearly orthogonal:
 * below ten sweeps in practice; 40 is a bound that ends the loop where rounding
 * prevents it. */
static void
orthogonalize (int n, int m, double *Y, double *V)
{
  memset (V, 0, sizeof (double) * (size_t) m * (size_t) m);
  for (int j = 0; j < m; j++)
    V[(size_t) j * m + j] = 1.0;
  for (int sweep = 0; sweep < 40; sweep++)
    {
      bool rotated = false;

      for (int p = 0; p < m; p++)
        for (int q = p + 1; q < m; q++)
          {
            double *y_p = Y + (size_t) p * n, *y_q = Y + (size_t) q * n;
            const double alpha = dot (n, y_p, y_p), beta = dot (n, y_q, y_q), gamma = dot (n, y_p, y_q);

            /* The cosine of the angle is at rounding level. Written so that NaN
             * and zero columns are skipped. */
            if (!(fabs (gamma) > 1e-15 * sqrt (alpha * beta)))
              continue;

            const double zeta = (beta - alpha) / (2.0 * gamma);
            const double t = (zeta >= 0.0 ? 1.0 : -1.0) / (fabs (zeta) + sqrt (1.0 + zeta * zeta));
            const double c = 1.0 / sqrt (1.0 + t * t), s = c * t;

            rotate (n, y_p, y_q, c, s);
            rotate (m, V + (size_t) p * m, V + (size_t) q * m, c, s);
            rotated = true;
          }
      if (!rotated)
        return;
    }
}

/* Writes σ_j², the squared lengths of the orthogonal columns, to sigma2[m].
 * Returns the square of the smallest σ that is not zero by ODE_KKT_CUTOFF. */
static double
measure (int n, int m, const double *Y, double *sigma2)
{
  double largest = 0.0;

  for (int j = 0; j < m; j++)
    {
      sigma2[j] = dot (n, Y + (size_t) j * n, Y + (size_t) j * n);
      largest = fmax (largest, sigma2[j]);
    }
  return largest * ODE_KKT_CUTOFF * ODE_KKT_CUTOFF;
}

int
ode_least_squares (int n, int m, const double *A, const double *b, double *x, double *work)
{
  double *Y = work, *V = Y + (size_t) n * m, *sigma2 = V + (size_t) m * m;
  double bound;
  int rank = 0;

  /* A row-major is Y = Aᵀ column-major. With Aᵀ = U Σ Vᵀ the solution of least
   * norm is x = Σ u_j (v_jᵀ b)/σ_j over the nonzero σ. After orthogonalize
   * column j of Y is σ_j u_j, hence the division by σ_j². */
  memcpy (Y, A, sizeof (double) * (size_t) n * (size_t) m);
  memset (x, 0, sizeof (double) * (size_t) n);
  orthogonalize (n, m, Y, V);
  bound = measure (n, m, Y, sigma2);
  for (int j = 0; j < m; j++)
    {
      if (!(sigma2[j] > bound))
        continue;

      const double factor = dot (m, V + (size_t) j * m, b) / sigma2[j];

      for (int i = 0; i < n; i++)
        x[i] += factor * Y[(size_t) j * n + i];
      rank++;
    }
  return rank;
}

/* Replaces the lower triangle of M by L with M = L Lᵀ (Golub and Van Loan,
 * algorithm 4.2.1). Returns false where M is not positive definite. */
static bool
factor_cholesky (int n, double *M)
{
  for (int j = 0; j < n; j++)
    {
      double *column = M + (size_t) j * n;

      for (int k = 0; k < j; k++)
        {
          const double factor = M[(size_t) k * n + j];

          for (int i = j; i < n; i++)
            column[i] -= factor * M[(size_t) k * n + i];
        }
      if (!(column[j] > 0.0))
        return false;

      const double root = sqrt (column[j]);

      column[j] = root;
      for (int i = j + 1; i < n; i++)
        column[i] /= root;
    }
  return true;
}

/* Replaces b by L⁻¹ b. */
static void
solve_lower (int n, const double *L, double *b)
{
  for (int j = 0; j < n; j++)
    {
      b[j] /= L[(size_t) j * n + j];
      for (int i = j + 1; i < n; i++)
        b[i] -= b[j] * L[(size_t) j * n + i];
    }
}

/* Replaces b by L⁻ᵀ b. */
static void
solve_upper (int n, const double *L, double *b)
{
  for (int j = n - 1; j >= 0; j--)
    {
      for (int i = j + 1; i < n; i++)
        b[j] -= L[(size_t) j * n + i] * b[i];
      b[j] /= L[(size_t) j * n + j];
    }
}

int
ode_kkt_solve (int n, int m, double *M, const double *G, const double *f, const double *g, double *a, double *lambda, double *work)
{
  double *Y = work, *V = Y + (size_t) n * m, *sigma2 = V + (size_t) m * m, *r = sigma2 + m, *y = r + m;
  double bound;
  int rank = 0;

  if (!factor_cholesky (n, M))
    return -1;
  memcpy (a, f, sizeof (double) * (size_t) n);
  solve_lower (n, M, a); /* a is L⁻¹ f until the end */
  memcpy (Y, G, sizeof (double) * (size_t) n * (size_t) m);
  for (int j = 0; j < m; j++)
    {
      solve_lower (n, M, Y + (size_t) j * n);
      r[j] = g[j] - dot (n, Y + (size_t) j * n, a);
      lambda[j] = 0.0;
    }
  orthogonalize (n, m, Y, V);
  bound = measure (n, m, Y, sigma2);
  memset (y, 0, sizeof (double) * (size_t) n);
  for (int j = 0; j < m; j++)
    {
      if (!(sigma2[j] > bound))
        continue;

      const double factor = dot (m, V + (size_t) j * m, r) / sigma2[j];

      for (int i = 0; i < m; i++)
        lambda[i] += factor * V[(size_t) j * m + i];
      for (int i = 0; i < n; i++)
        y[i] += factor * Y[(size_t) j * n + i]; /* accumulates Y λ = L⁻¹ Gᵀ λ */
      rank++;
    }
  /* a = L⁻ᵀ (L⁻¹ f + L⁻¹ Gᵀ λ) */
  for (int i = 0; i < n; i++)
    a[i] += y[i];
  solve_upper (n, M, a);
  return rank;
}
