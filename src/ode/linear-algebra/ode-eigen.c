/* Eigenvalues of a real matrix, as EISPACK's balanc, elmhes/orthes and hqr
 * compute them (Smith et al., Matrix Eigensystem Routines, 1976):
 *
 *   1. balancing by a diagonal similarity;
 *   2. a similarity by Householder reflections to upper Hessenberg form H;
 *   3. implicit QR steps with two shifts at once, so that complex pairs of shifts need only real arithmetic (Francis, Computer J. 4 (1961)
 *      265 and 332). Subdiagonal entries converge to zero from the bottom; blocks of order 1 and 2 that split off give the eigenvalues.
 *
 * Each stage is backward stable: the computed eigenvalues are the exact ones of a matrix a + E with
 * ‖E‖ about n ε ‖a‖. Eigenvectors are not computed, so that the steps work on
 * the active block alone. */
#include "ode-eigen.h"
#include "ode-watched.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The largest number of iterations for one eigenvalue. EISPACK's hqr allows 30,
 * which large random matrices exceed occasionally (one in about a thousand of
 * order 100); a further iteration costs little compared with a failure. */
#define MAX_ITERATIONS 300

#define H(i, j) h[(size_t) (j) * (size_t) n + (size_t) (i)]

/* The work array has a copy of the matrix, which the steps overwrite, and one vector. */
size_t
ode_eigen_work_size (int n)
{
  return (size_t) n * (size_t) n + (size_t) n;
}

/* Replaces h by D⁻¹ h D with diagonal D such that each row has about the norm
 * of its column (Parlett and Reinsch, Numer. Math. 13 (1969) 293). D contains
 * powers of two, so that there are no rounding errors. Balancing reduces ‖h‖ and thereby the error
 * of the eigenvalues, by many digits for badly scaled matrices such as those of stiff chemistry.
 *
 * For index i the loop finds the factor 2^k for which 2^(2k) is nearest to
 * row/column. Each doubling multiplies column by 2 and divides row by 2, so
 * that column/row grows by 4. Two to four sweeps are usual; the limit is a
 * hundred. */
static void
balance (int n, double *h)
{
  bool changed = true;

  for (int sweep = 0; sweep < 100 && changed; sweep++)
    {
      changed = false;
      for (int i = 0; i < n; i++)
        {
          double column = 0, row = 0, factor = 1, sum;

          for (int j = 0; j < n; j++)
            if (j != i)
              {
                column += fabs (H (j, i));
                row += fabs (H (i, j));
              }
          if (column == 0 || row == 0)
            continue;
          sum = column + row;
          for (; column < row / 2; column *= 4)
            factor *= 2;
          for (; column >= row * 2; column /= 4)
            factor /= 2;
          /* A change must reduce the sum of both norms by 5 %, as in EISPACK;
           * otherwise sweeps might not end. */
          if (!((column + row) / factor < 0.95 * sum) || factor == 1)
            continue;
          changed = true;
          for (int j = 0; j < n; j++)
            H (i, j) /= factor;
          for (int j = 0; j < n; j++)
            H (j, i) *= factor;
        }
    }
}

/* Reduces h to upper Hessenberg form: for each column k the reflection P = I −
 * β v vᵀ with β = 2/vᵀv maps rows k + 1 … n of column k to a multiple of the
 * first unit vector; h ← P h P keeps the eigenvalues (Golub and Van Loan,
 * Matrix Computations, 4th ed. 2013, algorithm 7.4.2). The column is divided by
 * its largest entry first, against overflow. With u the scaled column, v = u +
 * sign(u₁)‖u‖ e₁ has vᵀv = 2‖u‖ |v₁|, so β = 1/(‖u‖ v₁). The sign avoids cancellation
 * in v₁; the variable norm is sign(u₁)‖u‖. Returns false if look ended it; look may be NULL. */
static bool
reduce (int n, double *h, double *v, OdeLook look, void *user)
{
  for (int k = 0; k + 2 < n; k++)
    {
      double scale = 0, norm = 0, beta;

      if (look != NULL && !look (user))
        return false;
      for (int i = k + 1; i < n; i++)
        scale = fmax (scale, fabs (H (i, k)));
      if (scale == 0)
        continue;
      for (int i = k + 1; i < n; i++)
        {
          v[i] = H (i, k) / scale;
          norm += v[i] * v[i];
        }
      norm = copysign (sqrt (norm), v[k + 1]);
      v[k + 1] += norm;
      beta = 1 / (norm * v[k + 1]);
      for (int j = k; j < n; j++)
        {
          double sum = 0;

          for (int i = k + 1; i < n; i++)
            sum += v[i] * H (i, j);
          sum *= beta;
          for (int i = k + 1; i < n; i++)
            H (i, j) -= sum * v[i];
        }
      for (int i = 0; i < n; i++)
        {
          double sum = 0;

          for (int j = k + 1; j < n; j++)
            sum += H (i, j) * v[j];
          sum *= beta;
          for (int j = k + 1; j < n; j++)
            H (i, j) -= sum * v[j];
        }
      for (int i = k + 2; i < n; i++)
        H (i, k) = 0;
    }
  return true;
}

/* Writes both eigenvalues of [a b; c d] to values[4]. With p = (a − d)/2 and q
 * = p² + bc they are d + p ± √q. In the real case the root z = p ± √|q| of
 * larger magnitude gives d + z, and the other one follows from the product of
 * the roots of z² − 2pz − bc, as d − bc/z, without cancellation. */
static void
solve_pair (double a, double b, double c, double d, double *values)
{
  double p = 0.5 * (a - d), q = p * p + b * c, root = sqrt (fabs (q));

  if (q >= 0)
    {
      double z = p + copysign (root, p);

      values[0] = d + z;
      values[2] = z != 0 ? d - b * c / z : d;
      values[1] = values[3] = 0;
    }
  else
    {
      values[0] = values[2] = d + p;
      values[1] = root;
      values[3] = -root;
    }
}

/* Returns the first index of the active block that ends at high: the index after the last
 * negligible subdiagonal entry, which is set to zero. An entry is negligible if it is below ε
 * (|h_{k−1,k−1}| + |h_kk|), the criterion of EISPACK's hqr; dropping it perturbs h by no more than
 * rounding did. If both diagonal entries are zero, `size` is used instead, which is the sum of |h|.
 * The search goes upwards from the end of the active block, whose entries converge first. */
static int
find_split (int n, double *h, int low, int high, double size)
{
  int k = high;

  for (; k > low; k--)
    {
      double near = fabs (H (k - 1, k - 1)) + fabs (H (k, k));

      if (near == 0)
        near = size;
      if (fabs (H (k, k - 1)) <= DBL_EPSILON * near)
        {
          H (k, k - 1) = 0;
          break;
        }
    }
  return k;
}

/* Applies one implicit double-shift QR step to rows and columns low … high
 * (Golub and Van Loan, algorithm 7.5.1). With shifts σ₁, σ₂, sum = σ₁ + σ₂ and
 * product = σ₁σ₂, the first column of (h − σ₁)(h − σ₂) has the three nonzero
 * entries x, y, z below. A reflection that maps it to a multiple of e₁, applied
 * from both sides, leaves a bulge below the subdiagonal; the following
 * reflections move the bulge down and out. By the implicit Q theorem the result
 * is that of two explicit steps. Entries outside the block are not updated, since
 * no eigenvectors are computed. */
static void
francis_step (int n, double *h, int low, int high, double sum, double product)
{
  double x = H (low, low) * H (low, low) + H (low, low + 1) * H (low + 1, low) - sum * H (low, low) + product;
  double y = H (low + 1, low) * (H (low, low) + H (low + 1, low + 1) - sum);
  double z = H (low + 1, low) * H (low + 2, low + 1);

  for (int k = low; k < high; k++)
    {
      int n_rows = k + 2 <= high ? 3 : 2, last = k + 3 < high ? k + 3 : high, first = k > low ? k - 1 : low;
      double scale = fmax (fabs (x), fmax (fabs (y), n_rows == 3 ? fabs (z) : 0)), v[3], norm, beta;

      if (scale > 0)
        {
          v[0] = x / scale;
          v[1] = y / scale;
          v[2] = n_rows == 3 ? z / scale : 0;
          norm = copysign (sqrt (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), v[0]);
          v[0] += norm;
          beta = 1 / (norm * v[0]);
          for (int j = first; j <= high; j++)
            {
              double dot = 0;

              for (int i = 0; i < n_rows; i++)
                dot += v[i] * H (k + i, j);
              for (int i = 0; i < n_rows; i++)
                H (k + i, j) -= beta * dot * v[i];
            }
          for (int i = low; i <= last; i++)
            {
              double dot = 0;

              for (int j = 0; j < n_rows; j++)
                dot += v[j] * H (i, k + j);
              for (int j = 0; j < n_rows; j++)
                H (i, k + j) -= beta * dot * v[j];
            }
        }
      x = H (k + 1, k);
      y = k + 2 <= high ? H (k + 2, k) : 0;
      z = k + 3 <= high ? H (k + 3, k) : 0;
    }
}

/* Finds the eigenvalues one by one or in pairs from the bottom of h. The shifts are the eigenvalues
 * of the trailing 2 × 2 block, given by their sum and product. Returns false if it does not
 * converge or look ended it. Usually two to three iterations suffice for each eigenvalue (Golub and
 * Van Loan, section 7.5.6). */
static bool
iterate (int n, double *h, double *values, OdeLook look, void *user)
{
  int high = n - 1, iterations = 0;
  double size = 0;

  for (int j = 0; j < n; j++)
    for (int i = 0; i <= j; i++)
      size += fabs (H (i, j));
  while (high >= 0)
    {
      int low = find_split (n, h, 0, high, size);

      if (low == high)
        {
          values[2 * high] = H (high, high);
          values[2 * high + 1] = 0;
          high--;
          iterations = 0;
        }
      else if (low == high - 1)
        {
          solve_pair (H (low, low), H (low, high), H (high, low), H (high, high), values + 2 * low);
          high -= 2;
          iterations = 0;
        }
      else
        {
          double sum = H (high, high) + H (high - 1, high - 1);
          double product = H (high, high) * H (high - 1, high - 1) - H (high, high - 1) * H (high - 1, high);

          if (++iterations > MAX_ITERATIONS || (look != NULL && !look (user)))
            return false;
          if (iterations % 10 == 0)
            {
              /* Every tenth iteration uses the exceptional shifts of hqr, which relative to c = h_nn have the sum 1.5 s and the product s²: some
               * matrices, such as cyclic permutations, are fixed points of the regular ones. Far from c the shifts would have no effect. */
              double s = fabs (H (high, high - 1)) + fabs (H (high - 1, high - 2)), c = H (high, high);

              sum = 1.5 * s + 2 * c;
              product = s * s + 1.5 * s * c + c * c;
            }
          francis_step (n, h, low, high, sum, product);
        }
    }
  return true;
}

/* Computes the eigenvalues without a function that may end the computation. */
bool
ode_eigen_values (int n, const double *a, double *values, double *work)
{
  return ode_eigen_values_watched (n, a, values, work, NULL, NULL);
}

/* The three stages need about 10/3 n³ operations for the Hessenberg form and, without eigenvectors,
 * about 10 n³ together with the QR steps (Golub and Van Loan, sections 7.4 and 7.5). */
bool
ode_eigen_values_watched (int n, const double *a, double *values, double *work, OdeLook look, void *user)
{
  double *h = work;

  for (size_t i = 0; i < (size_t) n * (size_t) n; i++)
    if (!isfinite (a[i]))
      return false;
  memcpy (h, a, sizeof (double) * (size_t) n * (size_t) n);
  balance (n, h);
  return reduce (n, h, work + (size_t) n * (size_t) n, look, user) && iterate (n, h, values, look, user);
}
