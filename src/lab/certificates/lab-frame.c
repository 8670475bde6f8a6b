/* Coordinates y, z = T y, for semidefinite programs. The entries of a Gram matrix should have similar sizes, or the
 * solver loses digits. Therefore V and −dV/dt are balanced: for Hessians H_V = I and H_W = U Λ Uᵀ of V and of −dV/dt,
 * the coordinates w with y = U Λ^(−1/4) w make both diagonal,
 *
 *   Λ^(−1/4) Uᵀ I U Λ^(−1/4) = Λ^(−1/2),    Λ^(−1/4) Uᵀ U Λ Uᵀ U Λ^(−1/4) = Λ^(1/2)
 *
 * (balancing of two quadratic forms; Moore, IEEE Trans. Automat. Control 26 (1981) 17). T is then rounded: any
 * regular T is valid, so that rounding does not make a certificate wrong. */
#include "lab-frame.h"

#include <string.h>

#include "lab-scan.h"

enum { SQUARE = LAB_MOST_VARIABLES * LAB_MOST_VARIABLES };

/* Number of bits of the entries of T, relative to the largest entry. More bits are not needed, and with few bits exact products stay
 * short. */
#define BITS 14

/* Uses cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 4th ed., 2013, algorithm 8.5.3). The
 * rotation by the angle with tangent t = sign (θ)/(|θ| + √(1 + θ²)), θ = (a_qq − a_pp)/(2 a_pq), makes a_pq zero.
 * Sweeps end when the squares of the entries above the diagonal, as they were before their rotation, are below 1e-32
 * of all squares. */
void
lab_symmetric_eigen (int n, const double *matrix, double *values, double *vectors)
{
  double a[SQUARE], size = 0, rest = 1;

  memcpy (a, matrix, (gsize) (n * n) * sizeof *a);
  for (int k = 0; k < n * n; k++)
    {
      vectors[k] = k % (n + 1) == 0;
      size += a[k] * a[k];
    }
  for (int sweep = 0; sweep < 60 && rest > 1e-32 * size; sweep++)
    {
      rest = 0;
      for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++)
          {
            double theta, t, c, s;

            rest += a[p * n + q] * a[p * n + q];
            if (a[p * n + q] == 0)
              continue;
            theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
            t = (theta >= 0 ? 1 : -1) / (fabs (theta) + sqrt (1 + theta * theta));
            c = 1 / sqrt (1 + t * t);
            s = t * c;
            for (int k = 0; k < n; k++)
              {
                double x = a[k * n + p], y = a[k * n + q];

                a[k * n + p] = c * x - s * y;
                a[k * n + q] = s * x + c * y;
              }
            for (int k = 0; k < n; k++)
              {
                double x = a[p * n + k], y = a[q * n + k];

                a[p * n + k] = c * x - s * y;
                a[q * n + k] = s * x + c * y;
              }
            for (int k = 0; k < n; k++)
              {
                double x = vectors[k * n + p], y = vectors[k * n + q];

                vectors[k * n + p] = c * x - s * y;
                vectors[k * n + q] = s * x + c * y;
              }
          }
    }
  for (int k = 0; k < n; k++)
    values[k] = a[k * n + k];
}

void
lab_frame_free (LabFrame *frame)
{
  if (frame == NULL)
    return;
  lab_polynomial_free (frame->V);
  lab_polynomial_free (frame->rate);
  lab_polynomial_free (frame->common);
  g_free (frame);
}

/* Sets T to the product A · B of n × n matrices. */
static void
multiply (int n, const double *A, const double *B, double *T)
{
  double product[SQUARE] = { 0 };

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        product[i * n + j] += A[i * n + k] * B[k * n + j];
  memcpy (T, product, (gsize) (n * n) * sizeof *T);
}

/* Sets B to U Λ^power for a symmetric matrix U Λ Uᵀ. Returns FALSE if the matrix is not positive definite. */
static gboolean
root (int n, const double *matrix, double power, double *B)
{
  double values[LAB_MOST_VARIABLES], vectors[SQUARE], largest = 0, smallest = INFINITY;

  lab_symmetric_eigen (n, matrix, values, vectors);
  for (int k = 0; k < n; k++)
    {
      largest = fmax (largest, fabs (values[k]));
      smallest = fmin (smallest, values[k]);
    }
  /* Drake's test for local definiteness: the smallest eigenvalue must exceed 1e-8 times the largest. */
  if (!(smallest > 1e-8 * largest))
    return FALSE;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      B[i * n + k] = vectors[i * n + k] * pow (values[k], power);
  return TRUE;
}

/* Rounds each column of T to multiples of 2^(e − BITS), where 2^e is the size of the column. */
static void
round_entries (LabFrame *frame)
{
  double largest = 0, quantum;
  int n = frame->n;

  for (int k = 0; k < n * n; k++)
    largest = fmax (largest, fabs (frame->T[k]));
  for (int j = 0; j < n; j++)
    {
      double column = 0;

      for (int i = 0; i < n; i++)
        column = fmax (column, fabs (frame->T[i * n + j]));
      quantum = ldexp (1, ilogb (column > 0 ? column : largest) - BITS);
      for (int i = 0; i < n; i++)
        frame->T[i * n + j] = rint (frame->T[i * n + j] / quantum) * quantum;
    }
}

/* Replaces z_i by Σ_j T_ij y_j. The variables from n on are z', which are transformed in the same way. */
LabPolynomial *
lab_frame_apply (const LabFrame *frame, const LabPolynomial *polynomial)
{
  LabPolynomial *rows[LAB_MOST_VARIABLES] = { NULL }, *result;
  int n = frame->n, m = polynomial->n;

  for (int i = 0; i < m; i++)
    {
      rows[i] = lab_polynomial_new (m, 0, 0);
      for (int j = 0; j < n; j++)
        {
          g_autoptr (LabPolynomial) term = lab_polynomial_new (m, lab_monomial (i / n * n + j, 1), frame->T[i % n * n + j]);
          LabPolynomial *next = lab_polynomial_add (rows[i], term, 1);

          lab_polynomial_free (rows[i]);
          rows[i] = next;
        }
    }
  result = lab_polynomial_compose (polynomial, rows);
  for (int i = 0; i < m; i++)
    lab_polynomial_free (rows[i]);
  return result;
}

/* Computes V, rate and common as polynomials in y. */
static void
transform (LabFrame *frame, const LabField *field, const LabPolynomial *V)
{
  double zero[LAB_MOST_VARIABLES] = { 0 }, hessian[SQUARE], unused[SQUARE];
  g_autoptr (LabPolynomial) rate = lab_field_rate (field, V);

  round_entries (frame);
  frame->V = lab_frame_apply (frame, V);
  frame->rate = lab_frame_apply (frame, rate);
  frame->common = lab_frame_apply (frame, field->common);
  lab_polynomial_hessian (frame->rate, zero, hessian);
  for (int k = 0; k < frame->n * frame->n; k++)
    hessian[k] = -hessian[k];
  frame->is_definite = root (frame->n, hessian, 1, unused);
}

/* Multiplies a polynomial by a factor, which must be a power of two. */
static void
rescale (LabPolynomial **polynomial, double factor)
{
  g_autoptr (LabPolynomial) zero = lab_polynomial_new ((*polynomial)->n, 0, 0);
  LabPolynomial *scaled = lab_polynomial_add (zero, *polynomial, factor);

  lab_polynomial_free (*polynomial);
  *polynomial = scaled;
}

/* With the Hessian H = U Λ Uᵀ of V at 0, T = U Λ^(−1/2) makes V = ½ |y|² + terms of higher degree. If H is not
 * positive definite, T is the unit matrix. */
LabFrame *
lab_frame_new (const LabField *field, const LabPolynomial *V)
{
  LabFrame *frame = g_new0 (LabFrame, 1);
  double zero[LAB_MOST_VARIABLES] = { 0 }, hessian[SQUARE];

  frame->n = field->n;
  lab_polynomial_hessian (V, zero, hessian);
  if (!root (frame->n, hessian, -0.5, frame->T))
    for (int k = 0; k < frame->n; k++)
      frame->T[k * (frame->n + 1)] = 1;
  transform (frame, field, V);
  return frame;
}

/* Sets B so that, in the new coordinates, the points with V = level have the same second moments in all directions.
 * The moments are M = n · mean (r² u uᵀ) over directions u, where r is the distance of the level set along u; B = U
 * Λ^(1/2) for M = U Λ Uᵀ makes them the unit matrix. */
static gboolean
find_moments (const LabPolynomial *V, double level, double *B)
{
  int n = V->n, count = n == 1 ? 2 : 400, found = 0;
  g_autofree double *directions = g_new (double, count *n);
  double moments[SQUARE] = { 0 };

  lab_scan_directions (n, count, directions);
  for (int k = 0; k < count; k++)
    {
      double along[LAB_MOST_DEGREE + 1], roots[LAB_MOST_DEGREE];

      lab_polynomial_along (V, directions + k * n, along);
      along[0] = -level;
      if (lab_positive_roots (along, lab_polynomial_degree (V), roots) == 0)
        continue;
      found++;
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          moments[i * n + j] += roots[0] * roots[0] * directions[k * n + i] * directions[k * n + j] * n;
    }
  for (int k = 0; k < n * n && found > 0; k++)
    moments[k] /= found;
  return found > 0 && root (n, moments, 0.5, B);
}

/* Computes the change of coordinates that Drake's RegionOfAttraction uses for quadratic V: T makes the Hessians of V and of −rate diagonal,
 * and the product of the two diagonal matrices is the identity. */
static gboolean
find_balance (const LabFrame *frame, double level, double *B)
{
  double zero[LAB_MOST_VARIABLES] = { 0 }, hessian[SQUARE], sum = 0;
  int n = frame->n;

  lab_polynomial_hessian (frame->rate, zero, hessian);
  for (int k = 0; k < n * n; k++)
    hessian[k] = -hessian[k];
  if (!root (n, hessian, -0.25, B))
    return FALSE;
  /* In the coordinates y of `frame`, V is about ½ |y|². So `sum` is the mean of V over the columns of B,
   * and the scaling makes this mean equal to `level`. */
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      sum += 0.5 * B[i * n + j] * B[i * n + j] / n;
  for (int k = 0; k < n * n; k++)
    B[k] *= sqrt (level / sum);
  return TRUE;
}

/* Chooses T by find_balance for a quadratic V and by find_moments otherwise, and scales the polynomials by powers of
 * two, which is exact: V to a level between ½ and 1, the others to coefficients of at most about 1. */
LabFrame *
lab_frame_balance (const LabField *field, const LabPolynomial *V, const LabFrame *frame, double level, double *unit)
{
  LabFrame *balanced = g_new0 (LabFrame, 1);
  double B[SQUARE];
  int n = frame->n, exponent;

  balanced->n = n;
  if ((lab_polynomial_degree (V) == 2 && find_balance (frame, level, B)) || find_moments (frame->V, level, B))
    multiply (n, frame->T, B, balanced->T);
  else
    memcpy (balanced->T, frame->T, sizeof frame->T);
  transform (balanced, field, V);
  frexp (level, &exponent);
  *unit = ldexp (1, exponent);
  rescale (&balanced->V, 1 / *unit);
  rescale (&balanced->rate, ldexp (1, -ilogb (lab_polynomial_size (balanced->rate))));
  rescale (&balanced->common, ldexp (1, -ilogb (lab_polynomial_size (balanced->common))));
  return balanced;
}
