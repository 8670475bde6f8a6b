/* Computes the data that the solver of ode-irk.c needs from a tableau: A⁻¹, its real
 * eigenvalue decomposition A⁻¹ T = T Λ, and the weights of x1 and of the
 * estimate in terms of the stage increments Z.
 *
 * Weights: from Z = h (A ⊗ I) F follows h Σ b_i F_i = Σ d_i Z_i with Aᵀ d = b,
 * and the estimate has weights e with Aᵀ e = b − b̂. Formulas with Z avoid the product of J and the error
 * of Newton's method, which formulas with F contain and which is large for stiff systems (Hairer and
 * Wanner, Solving ODEs II, 2nd ed. 1996, IV.8). A stiffly accurate method has d
 * = (0, …, 0, 1).
 *
 * If the first stage is explicit (Lobatto IIIA), A is singular, but the block A of
 * the other stages is regular. Let a_0 be the first column below the diagonal. Then
 *
 *   Z = h A F + h a_0 f0,
 *   h b_0 f0 + h Σ b_i F_i = Σ d_i Z_i + (b_0 − dᵀ a_0) h f0,
 *
 * and in the transformed equations f0 has the factor T⁻¹ A⁻¹ a_0
 * (`forcing`).
 *
 * Built-in tableaus have spectra that were computed with fifty digits. For tableaus read
 * at run time this file computes the spectrum in long double (11 more bits), so
 * that its rounding errors are smaller than those of the coefficients. It computes
 * the characteristic polynomial, its roots, and then improves the roots by
 * inverse iteration.
 *
 * A matrix without a full set of eigenvectors (multiple eigenvalues, as for a
 * singly implicit tableau) is refused; the stepper then solves for all stages
 * together (ode-irk-coupled.c). */
#include "ode-irk.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define MAX ODE_IRK_MAX_STAGES

typedef long double Real;
typedef long double complex Complex;

/* Solves the s × s system a x = b in place by Gauss–Jordan elimination with
 * partial pivoting; the columns of b are `width` right-hand sides. Returns false
 * if a pivot is below 1e-15: coefficients of tableaus are of order 1, so A is
 * then singular in double precision. */
static bool
solve_real (int s, Real a[MAX][MAX], int width, Real b[MAX][MAX])
{
  for (int k = 0; k < s; k++)
    {
      int p = k;

      for (int i = k + 1; i < s; i++)
        if (fabsl (a[i][k]) > fabsl (a[p][k]))
          p = i;
      if (fabsl (a[p][k]) < 1e-15L)
        return false;
      for (int j = 0; j < s; j++)
        {
          const Real swap = a[k][j];

          a[k][j] = a[p][j];
          a[p][j] = swap;
        }
      for (int j = 0; j < width; j++)
        {
          const Real swap = b[k][j];

          b[k][j] = b[p][j];
          b[p][j] = swap;
        }
      for (int i = 0; i < s; i++)
        {
          const Real factor = a[i][k] / a[k][k];

          if (i == k || factor == 0.0L)
            continue;
          for (int j = k; j < s; j++)
            a[i][j] -= factor * a[k][j];
          for (int j = 0; j < width; j++)
            b[i][j] -= factor * b[k][j];
        }
    }
  for (int i = 0; i < s; i++)
    for (int j = 0; j < width; j++)
      b[i][j] /= a[i][i];
  return true;
}

/* Solves a x = b in place by Gaussian elimination with partial pivoting. A zero
 * pivot is replaced by 1e-19, the rounding error of long double: if the shift is
 * exactly an eigenvalue, inverse iteration needs the solution of the
 * nearly singular system, which is nearly an eigenvector. */
static bool
solve_complex (int s, Complex a[MAX][MAX], Complex *b)
{
  for (int k = 0; k < s; k++)
    {
      int p = k;

      for (int i = k + 1; i < s; i++)
        if (cabsl (a[i][k]) > cabsl (a[p][k]))
          p = i;
      if (cabsl (a[p][k]) == 0.0L)
        a[p][k] = 1e-19L; /* the shift is exactly an eigenvalue, so a tiny pivot is used in place of 0 */
      for (int j = 0; j < s; j++)
        {
          const Complex swap = a[k][j];

          a[k][j] = a[p][j];
          a[p][j] = swap;
        }
      const Complex swap = b[k];

      b[k] = b[p];
      b[p] = swap;
      for (int i = k + 1; i < s; i++)
        {
          const Complex factor = a[i][k] / a[k][k];

          for (int j = k; j < s; j++)
            a[i][j] -= factor * a[k][j];
          b[i] -= factor * b[k];
        }
    }
  for (int k = s - 1; k >= 0; k--)
    {
      for (int j = k + 1; j < s; j++)
        b[k] -= a[k][j] * b[j];
      b[k] /= a[k][k];
    }
  return true;
}

/* Computes the coefficients of det (λ − B), highest first, by the recurrence of
 * Faddeev and Le Verrier (Gantmacher, Theory of Matrices I, IV.5):
 *
 *   P_0 = 0, c_0 = 1;   P_k = B (P_{k−1} + c_{k−1} I),   c_k = −tr P_k/k. */
static void
characteristic (int s, Real B[MAX][MAX], Real *coefficient)
{
  Real product[MAX][MAX] = { 0 };

  coefficient[0] = 1.0L;
  for (int k = 1; k <= s; k++)
    {
      Real next[MAX][MAX] = { 0 }, trace = 0.0L;

      for (int i = 0; i < s; i++)
        product[i][i] += coefficient[k - 1];
      for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++)
          for (int l = 0; l < s; l++)
            next[i][j] += B[i][l] * product[l][j];
      for (int i = 0; i < s; i++)
        trace += next[i][i];
      coefficient[k] = -trace / k;
      memcpy (product, next, sizeof product);
    }
}

/* Computes all roots at the same time by Aberth's method (Math. Comp. 27
 * (1973) 339): the correction of each root is N/(1 − N Σ 1/(z_i − z_j)), where N
 * = p/p' is Newton's correction. It converges cubically for simple roots.
 *
 * The initial values are on a circle of radius max |c_k|^{1/k}; no root is larger than
 * twice this radius (Fujiwara). The angle offset of 0.4 avoids symmetry about the real axis,
 * because real iterates would stay real. The limit of 500 sweeps is never reached for simple
 * roots; multiple roots converge only linearly and are rejected later. */
static void
roots (int s, const Real *coefficient, Complex *root)
{
  Real radius = 0.0L;

  for (int k = 1; k <= s; k++)
    radius = fmaxl (radius, powl (fabsl (coefficient[k]), 1.0L / k));
  for (int i = 0; i < s; i++)
    root[i] = radius * cexpl (I * (2.0L * 3.14159265358979323846L * i / s + 0.4L)); /* the offset of 0.4 avoids
                                                                                     * symmetry about the real axis */
  for (int sweep = 0; sweep < 500; sweep++)
    {
      Real moved = 0.0L;

      for (int i = 0; i < s; i++)
        {
          Complex value = coefficient[0], slope = 0.0L, repulsion = 0.0L;

          for (int k = 1; k <= s; k++)
            {
              slope = slope * root[i] + value;
              value = value * root[i] + coefficient[k];
            }
          if (cabsl (value) == 0.0L)
            continue;
          for (int j = 0; j < s; j++)
            if (j != i && root[i] != root[j])
              repulsion += 1.0L / (root[i] - root[j]);

          const Complex newton = value / slope;
          const Complex step = newton / (1.0L - newton * repulsion);

          root[i] -= step;
          moved = fmaxl (moved, cabsl (step) / (1e-30L + cabsl (root[i])));
        }
      if (moved < 1e-17L)
        break;
    }
}

/* Computes the eigenvector that belongs to *value, and improves the eigenvalue, by inverse
 * iteration: with (B − μ) y = v, the quotient v_l/y_l for the largest component
 * of y is an estimate of λ − μ. Three sweeps correct μ, with quadratic
 * convergence, and three more improve the vector, which is scaled to a largest
 * component of 1. Returns false if the residual stays above 1e-13, which
 * happens for defective eigenvalues. */
static bool
eigenvector (int s, Real B[MAX][MAX], Complex *value, Complex *vector)
{
  for (int i = 0; i < s; i++)
    vector[i] = 1.0L + 0.1L * i;
  for (int sweep = 0; sweep < 6; sweep++)
    {
      Complex a[MAX][MAX], next[MAX];
      int largest = 0;

      for (int i = 0; i < s; i++)
        {
          next[i] = vector[i];
          for (int j = 0; j < s; j++)
            a[i][j] = B[i][j] - (i == j ? *value : 0.0L);
        }
      solve_complex (s, a, next);
      for (int i = 0; i < s; i++)
        if (cabsl (next[i]) > cabsl (next[largest]))
          largest = i;
      if (!(cabsl (next[largest]) > 0.0L))
        return false;
      /* After three corrections the shift is the eigenvalue up to
       * rounding; further sweeps improve the vector. */
      if (sweep < 3)
        *value += vector[largest] / next[largest];
      for (int i = 0; i < s; i++)
        vector[i] = next[i] / next[largest];
    }
  for (int i = 0; i < s; i++)
    {
      Complex residual = -*value * vector[i];

      for (int j = 0; j < s; j++)
        residual += B[i][j] * vector[j];
      if (!(cabsl (residual) < 1e-13L * (1.0L + cabsl (*value))))
        return false;
    }
  return true;
}

/* Computes the eigenvalues, T and T⁻¹. Real eigenvalues come first, then pairs. The eigenvector of a pair
 * belongs to the eigenvalue with negative imaginary part: B (u + iv) = (α − iβ)(u + iv)
 * gives B [u v] = [u v] [α −β; β α], the block of ode-irk.h. A root counts as
 * real if its imaginary part is below 1e-9, since rounding errors of the polynomial may
 * move it off the real axis. */
static bool
find_spectrum (OdeIrkScheme *scheme, Real B[MAX][MAX])
{
  const int s = scheme->n_stages;
  Real coefficient[MAX + 1], T[MAX][MAX] = { 0 }, identity[MAX][MAX] = { 0 }, copy[MAX][MAX];
  Complex root[MAX], vector[MAX];
  int column = 0;

  characteristic (s, B, coefficient);
  roots (s, coefficient, root);
  scheme->n_real = scheme->n_pairs = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < s; k++)
      {
        /* Imaginary parts below 1e-9 of the modulus are rounding errors of
         * the polynomial. */
        const bool is_real = fabsl (cimagl (root[k])) < 1e-9L * (1.0L + cabsl (root[k]));

        if (is_real != (pass == 0) || (pass == 1 && cimagl (root[k]) > 0.0L))
          continue;
        if (is_real)
          root[k] = creall (root[k]);
        if (!eigenvector (s, B, &root[k], vector) || column + (is_real ? 1 : 2) > s)
          return false;
        for (int i = 0; i < s; i++)
          {
            T[i][column] = creall (vector[i]);
            if (!is_real)
              T[i][column + 1] = cimagl (vector[i]);
          }
        if (is_real)
          scheme->eigenvalues[scheme->n_real++] = (double) creall (root[k]);
        else
          {
            scheme->eigenvalues[scheme->n_real + 2 * scheme->n_pairs] = (double) creall (root[k]);
            scheme->eigenvalues[scheme->n_real + 2 * scheme->n_pairs + 1] = (double) -cimagl (root[k]);
            scheme->n_pairs++;
          }
        column += is_real ? 1 : 2;
      }
  if (column != s)
    return false;
  memcpy (copy, T, sizeof copy);
  for (int i = 0; i < s; i++)
    identity[i][i] = 1.0L;
  if (!solve_real (s, copy, s, identity))
    return false;

  Real largest = 0.0L;

  for (int i = 0; i < s; i++)
    for (int j = 0; j < s; j++)
      {
        scheme->T[i * s + j] = (double) T[i][j];
        scheme->T_inverse[i * s + j] = (double) identity[i][j];
        largest = fmaxl (largest, fabsl (identity[i][j]));
      }
  /* Entries of T⁻¹ measure how nearly parallel the eigenvectors are: an entry of
   * 1e7 costs seven of sixteen digits in each transformation, so that Newton's method
   * could not reach tight tolerances. For Radau IIA with seven stages all entries are
   * below 300. */
  return largest < 1e7L;
}

/* If entries of d differ from 0 or 1 by less than 1e-14, or d_first and e_first from 0 by less than 1e-15, they are rounded
 * to these values: x1 = x0 + Z_s is then computed without a sum, and algebraic equations that hold
 * at the last stage hold at x1 exactly. */
bool
ode_irk_scheme_init (OdeIrkScheme *scheme, const OdeTableau *tableau, const OdeIrkSpectrum *spectrum, OdeTranslate translate,
                     char *error, size_t error_size)
{
  const int all = tableau->n_stages;
  bool zero_row = true;
  int first, s;

  memset (scheme, 0, sizeof *scheme);
  for (int j = 0; j < all; j++)
    zero_row = zero_row && tableau->A[j] == 0.0;
  scheme->explicit_first = zero_row;
  first = zero_row ? 1 : 0;
  s = scheme->n_stages = all - first;
  scheme->c = tableau->c + first;
  if (s < 1 || s > MAX)
    return ode_message_refuse (translate, error, error_size,
                             "an implicit tableau may have 1 to %d coupled stages, this one has %d", MAX, s);

  for (int i = 0; i < s; i++)
    {
      double product = scheme->c[i];

      for (int j = 0; j < s; j++)
        product *= j != i ? scheme->c[i] - scheme->c[j] : 1.0;
      scheme->lagrange[i] = 1.0 / product;
    }

  Real A[MAX][MAX], B[MAX][MAX] = { 0 }, transposed[MAX][MAX], d[MAX][MAX];

  for (int i = 0; i < s; i++)
    for (int j = 0; j < s; j++)
      A[i][j] = transposed[j][i] = tableau->A[(i + first) * all + j + first];
  for (int i = 0; i < s; i++)
    {
      B[i][i] = 1.0L;
      d[i][0] = tableau->b[i + first];
      d[i][1] = tableau->b_hat != NULL ? tableau->b[i + first] - (Real) tableau->b_hat[i + first] : 0.0L;
    }
  if (!solve_real (s, A, s, B) || !solve_real (s, transposed, 2, d))
    return ode_message_refuse (translate, error, error_size, "the coefficient matrix of the implicit stages is singular");

  Real d_first = first ? tableau->b[0] : 0.0L;
  Real e_first = first && tableau->b_hat != NULL ? tableau->b[0] - (Real) tableau->b_hat[0] : 0.0L;

  scheme->stiffly_accurate = true;
  for (int i = 0; i < s; i++)
    {
      /* For a stiffly accurate method d is the last unit vector. */
      const Real exact = i == s - 1 ? 1.0L : 0.0L;

      if (fabsl (d[i][0] - exact) < 1e-14L)
        d[i][0] = exact;
      else
        scheme->stiffly_accurate = false;
      scheme->d[i] = (double) d[i][0];
      scheme->e[i] = (double) d[i][1];
      if (first)
        {
          d_first -= d[i][0] * tableau->A[(i + 1) * all];
          e_first -= d[i][1] * tableau->A[(i + 1) * all];
        }
    }
  scheme->embedded = tableau->b_hat != NULL;
  scheme->e_first = fabsl (e_first) < 1e-15L ? 0.0 : (double) e_first;
  scheme->d_first = fabsl (d_first) < 1e-15L ? 0.0 : (double) d_first;
  scheme->stiffly_accurate = scheme->stiffly_accurate && scheme->d_first == 0.0;

  for (int i = 0; i < s; i++)
    for (int j = 0; j < s; j++)
      scheme->A_inverse[i * s + j] = (double) B[i][j];
  if (spectrum != NULL)
    {
      scheme->n_real = spectrum->n_real;
      scheme->n_pairs = spectrum->n_pairs;
      memcpy (scheme->eigenvalues, spectrum->eigenvalues, sizeof (double) * (size_t) s);
      memcpy (scheme->T, spectrum->T, sizeof (double) * (size_t) (s * s));
      memcpy (scheme->T_inverse, spectrum->T_inverse, sizeof (double) * (size_t) (s * s));
    }
  else if (!find_spectrum (scheme, B))
    return ode_message_refuse (translate, error, error_size,
                             "the coefficient matrix of the implicit stages has no full set of eigenvectors");
  if (first)
    for (int i = 0; i < s; i++)
      {
        Real sum = 0.0L;

        for (int j = 0; j < s; j++)
          for (int k = 0; k < s; k++)
            sum += (Real) scheme->T_inverse[i * s + j] * B[j][k] * tableau->A[(k + 1) * all];
        scheme->forcing[i] = (double) sum;
      }
  return true;
}
