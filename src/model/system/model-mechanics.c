/* Solves M a − Gᵀ λ = r1, G a = r2 by block elimination (Schur-complement method;
 * Nocedal and Wright, Numerical Optimization, 2nd ed., Springer 2006, section
 * 16.2):
 *     a₀ = M⁻¹ r1,   S λ = r2 − G a₀ with S = G M⁻¹ Gᵀ,   a = a₀ + M⁻¹ Gᵀ λ.
 * M is factored by LU with partial pivoting. S is factored with complete
 * pivoting, which also finds its rank; there are few constraints, so searching
 * the largest element costs little. X = M⁻¹ Gᵀ is computed once for each
 * factorization. */
#include "model-mechanics.h"

#include "ode-least-squares.h"

#include <math.h>
#include <string.h>

struct ModelMechanics
{
  int n, m;
  double *lu;          /* n·n numbers: the factors L and U of the permuted matrix P M */
  int *pivot;          /* n row indices chosen by partial pivoting */
  gboolean augmented;  /* TRUE if lu factors M + Gᵀ G instead of M */
  double *G;           /* m·n numbers */
  double *X;           /* n·m numbers: M⁻¹ Gᵀ, column c at X + c·n */
  double *S;           /* m·m numbers: S, reduced by complete pivoting */
  int *row, *column;   /* permutations of the rows and columns of S, m numbers each */
  int rank;
  double *S_whole;     /* m·m numbers: S before the reduction; least-norm multipliers need it if S is singular */
  double *y;           /* m numbers: scratch of the solution */
  double *work;        /* work array of ode_least_squares */
};

ModelMechanics *
model_mechanics_new (int n, int m)
{
  ModelMechanics *mechanics = g_new0 (ModelMechanics, 1);

  mechanics->n = n;
  mechanics->m = m;
  mechanics->lu = g_new0 (double, n * n);
  mechanics->pivot = g_new0 (int, n);
  mechanics->G = g_new0 (double, m * n + 1);
  mechanics->X = g_new0 (double, m * n + 1);
  mechanics->S = g_new0 (double, m * m + 1);
  mechanics->row = g_new0 (int, m + 1);
  mechanics->column = g_new0 (int, m + 1);
  mechanics->S_whole = g_new0 (double, m * m + 1);
  mechanics->y = g_new0 (double, m + 1);
  mechanics->work = g_new0 (double, ode_least_squares_work_size (m, m) + 1);
  return mechanics;
}

void
model_mechanics_free (ModelMechanics *mechanics)
{
  if (mechanics == NULL)
    return;
  g_free (mechanics->lu);
  g_free (mechanics->pivot);
  g_free (mechanics->G);
  g_free (mechanics->X);
  g_free (mechanics->S);
  g_free (mechanics->row);
  g_free (mechanics->column);
  g_free (mechanics->S_whole);
  g_free (mechanics->y);
  g_free (mechanics->work);
  g_free (mechanics);
}

/* ---- factorization of M ---- */

static gboolean
factorize_mass (ModelMechanics *mechanics)
{
  int n = mechanics->n;
  double *lu = mechanics->lu;
  double scale = 0;

  for (int k = 0; k < n * n; k++)
    scale = fmax (scale, fabs (lu[k]));
  if (!(scale > 0 && isfinite (scale)))
    return FALSE;
  for (int k = 0; k < n; k++)
    {
      int p = k;

      for (int i = k + 1; i < n; i++)
        if (fabs (lu[i * n + k]) > fabs (lu[p * n + k]))
          p = i;
      mechanics->pivot[k] = p;
      /* A pivot counts as zero if it is below n ε times the largest element, where ε = 2⁻⁵²: rounding errors have this
       * size. */
      if (!(fabs (lu[p * n + k]) > n * 2.3e-16 * scale))
        return FALSE;
      for (int j = 0; p != k && j < n; j++)
        {
          double swap = lu[k * n + j];

          lu[k * n + j] = lu[p * n + j];
          lu[p * n + j] = swap;
        }
      for (int i = k + 1; i < n; i++)
        {
          double factor = lu[i * n + k] /= lu[k * n + k];

          for (int j = k + 1; j < n; j++)
            lu[i * n + j] -= factor * lu[k * n + j];
        }
    }
  return TRUE;
}

static void
solve_mass (const ModelMechanics *mechanics, double *b)
{
  int n = mechanics->n;
  const double *lu = mechanics->lu;

  for (int k = 0; k < n; k++)
    {
      int p = mechanics->pivot[k];
      double swap = b[p];

      b[p] = b[k];
      b[k] = swap;
    }
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++)
      b[i] -= lu[i * n + j] * b[j];
  for (int i = n - 1; i >= 0; i--)
    {
      for (int j = i + 1; j < n; j++)
        b[i] -= lu[i * n + j] * b[j];
      b[i] /= lu[i * n + i];
    }
}

/* ---- factorization of S = G M⁻¹ Gᵀ ---- */

static void
swap_rows (double *S, int m, int a, int b)
{
  for (int j = 0; j < m; j++)
    {
      double swap = S[a * m + j];

      S[a * m + j] = S[b * m + j];
      S[b * m + j] = swap;
    }
}

static void
swap_columns (double *S, int m, int a, int b)
{
  for (int i = 0; i < m; i++)
    {
      double swap = S[i * m + a];

      S[i * m + a] = S[i * m + b];
      S[i * m + b] = swap;
    }
}

static void
swap_indices (int *indices, int a, int b)
{
  int swap = indices[a];

  indices[a] = indices[b];
  indices[b] = swap;
}

static gboolean
factorize_constraints (ModelMechanics *mechanics)
{
  int n = mechanics->n, m = mechanics->m;
  double *S = mechanics->S;
  double largest = 0;

  for (int c = 0; c < m; c++)
    {
      memcpy (&mechanics->X[c * n], &mechanics->G[c * n], sizeof (double) * (size_t) n);
      solve_mass (mechanics, &mechanics->X[c * n]);
      mechanics->row[c] = mechanics->column[c] = c;
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      {
        double sum = 0;

        for (int k = 0; k < n; k++)
          sum += mechanics->G[i * n + k] * mechanics->X[j * n + k];
        S[i * m + j] = mechanics->S_whole[i * m + j] = sum;
      }
  mechanics->rank = m;
  for (int k = 0; k < m; k++)
    {
      int pi = k, pj = k;

      for (int i = k; i < m; i++)
        for (int j = k; j < m; j++)
          if (fabs (S[i * m + j]) > fabs (S[pi * m + pj]))
            {
              pi = i;
              pj = j;
            }
      if (!isfinite (S[pi * m + pj]))
        return FALSE;
      if (k == 0)
        largest = fabs (S[pi * m + pj]);
      if (!(fabs (S[pi * m + pj]) > ODE_LEAST_SQUARES_CUTOFF * largest))
        {
          mechanics->rank = k;
          break;
        }
      swap_rows (S, m, k, pi);
      swap_indices (mechanics->row, k, pi);
      swap_columns (S, m, k, pj);
      swap_indices (mechanics->column, k, pj);
      for (int i = k + 1; i < m; i++)
        {
          double factor = S[i * m + k] /= S[k * m + k];

          for (int j = k + 1; j < m; j++)
            S[i * m + j] -= factor * S[k * m + j];
        }
    }
  return TRUE;
}

/* Solves S λ = b in place. If S is singular because of redundant constraints, computes the λ of least norm. Gᵀ λ, and hence a, is unique in
 * any case. */
static void
solve_constraints (ModelMechanics *mechanics, double *b)
{
  int m = mechanics->m, rank = mechanics->rank;
  const double *S = mechanics->S;
  double *y = mechanics->y;

  if (rank < m)
    {
      ode_least_squares (m, m, mechanics->S_whole, b, y, mechanics->work);
      memcpy (b, y, sizeof (double) * (size_t) m);
      return;
    }
  for (int k = 0; k < m; k++)
    {
      y[k] = b[mechanics->row[k]];
      for (int j = 0; j < k; j++)
        y[k] -= S[k * m + j] * y[j];
    }
  for (int k = m - 1; k >= 0; k--)
    {
      for (int j = k + 1; j < m; j++)
        y[k] -= S[k * m + j] * y[j];
      y[k] /= S[k * m + k];
    }
  for (int k = 0; k < m; k++)
    b[mechanics->column[k]] = y[k];
}

gboolean
model_mechanics_factorize (ModelMechanics *mechanics, const double *M, const double *G)
{
  int n = mechanics->n, m = mechanics->m;

  memcpy (mechanics->lu, M, sizeof (double) * (size_t) (n * n));
  memcpy (mechanics->G, G, sizeof (double) * (size_t) (m * n));
  mechanics->augmented = FALSE;
  if (!factorize_mass (mechanics))
    {
      if (m == 0)
        return FALSE;
      memcpy (mechanics->lu, M, sizeof (double) * (size_t) (n * n));
      for (int c = 0; c < m; c++)
        for (int i = 0; i < n; i++)
          for (int j = 0; j < n; j++)
            mechanics->lu[i * n + j] += G[c * n + i] * G[c * n + j];
      mechanics->augmented = TRUE;
      if (!factorize_mass (mechanics))
        return FALSE;
    }
  return factorize_constraints (mechanics);
}

void
model_mechanics_solve (ModelMechanics *mechanics, const double *r1, const double *r2, double *a, double *lambda)
{
  int n = mechanics->n, m = mechanics->m;

  memcpy (a, r1, sizeof (double) * (size_t) n);
  /* With the augmented matrix, add Gᵀ times the second equation: (M + Gᵀ G) a − Gᵀ λ = r1 + Gᵀ r2. */
  for (int c = 0; mechanics->augmented && c < m; c++)
    for (int k = 0; k < n; k++)
      a[k] += mechanics->G[c * n + k] * r2[c];
  solve_mass (mechanics, a);
  for (int c = 0; c < m; c++)
    {
      lambda[c] = r2[c];
      for (int k = 0; k < n; k++)
        lambda[c] -= mechanics->G[c * n + k] * a[k];
    }
  solve_constraints (mechanics, lambda);
  for (int c = 0; c < m; c++)
    for (int k = 0; k < n; k++)
      a[k] += mechanics->X[c * n + k] * lambda[c];
}
