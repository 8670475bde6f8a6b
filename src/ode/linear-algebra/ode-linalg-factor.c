/* Computes factorizations of γM − J and solves with them. A factor is stored in the same format as its matrix.
 *
 * Implicit methods solve (M/(γ₀h) − J) δ = r with γ = 1/(γ₀ h), which is real, or complex
 * for a complex eigenvalue of a Runge–Kutta matrix (Hairer and Wanner, Solving ODEs
 * II, 2nd ed. 1996, IV.8, equations 8.8 and 8.9). In this form, unlike in I − γ₀hJ, J has no factor,
 * so that a new step size changes only the entries of
 * M, and a singular M (a DAE) needs no separate code.
 *
 * A factor holds only values. The positions of the entries of J and M in the factor were
 * found once, when the matrix was made (jacobian_slot and mass_slot), so that
 * assembling is one pass over J and one over M without searches.
 *
 * A method may keep a factor for several steps while h and
 * J change little. Newton's method then converges to the same solution at a
 * lower rate. The methods decide when to factor again; this file factors (re +
 * i im) M − J with the current J of the matrix. */
#include "ode-linalg-matrix.h"
#include "ode-watched.h"

#include <stdlib.h>
#include <string.h>

/* A complex sparse factor holds interleaved pairs in one array, as KLU
 * requires. Other complex factors use two arrays. The scratch of 2n
 * numbers is for permuted and interleaved right-hand sides. */
OdeFactor *
ode_factor_new (OdeMatrix *matrix, bool is_complex)
{
  OdeFactor *factor = calloc (1, sizeof *factor);
  const bool sparse = matrix->storage == ODE_STORAGE_SPARSE;
  const size_t n = (size_t) matrix->n;

  if (factor == NULL)
    return NULL;
  factor->matrix = matrix;
  factor->is_complex = is_complex;
  factor->re = malloc (sizeof (double) * ((sparse && is_complex ? 2 : 1) * matrix->n_factor + 1));
  factor->im = is_complex && !sparse ? malloc (sizeof (double) * (matrix->n_factor + 1)) : NULL;
  factor->work = malloc (sizeof (double) * (2 * n + 1));
  factor->pivot = malloc (sizeof (int) * (n + 1));
  if (sparse)
    factor->klu = ode_klu_new (&matrix->entries, is_complex);
  if (factor->re == NULL || (is_complex && !sparse && factor->im == NULL) || factor->work == NULL || factor->pivot == NULL
      || (sparse && factor->klu == NULL))
    {
      ode_factor_free (factor);
      return NULL;
    }
  return factor;
}

/* Frees a factor that is complete or whose construction failed: all its pointers begin as NULL. */
void
ode_factor_free (OdeFactor *factor)
{
  if (factor == NULL)
    return;
  ode_klu_free (factor->klu);
  free (factor->re);
  free (factor->im);
  free (factor->work);
  free (factor->pivot);
  free (factor);
}

/* Writes (re + i im) M − J into the factor's storage. KLU requires interleaved
 * complex numbers; dense and banded factors use separate arrays. First −J is written, then γM
 * is added, so that an entry that occurs in both matrices is the sum. */
static void
assemble (OdeFactor *factor, double re, double im)
{
  const OdeMatrix *matrix = factor->matrix;
  const bool interleaved = factor->is_complex && matrix->storage == ODE_STORAGE_SPARSE;
  double *a = factor->re;

  if (interleaved)
    {
      memset (a, 0, sizeof (double) * 2 * matrix->n_factor);
      for (int k = 0; k < matrix->n_jacobian; k++)
        a[2 * matrix->jacobian_slot[k]] = -matrix->jacobian[k];
      for (int k = 0; k < matrix->n_mass; k++)
        {
          a[2 * matrix->mass_slot[k]] += re * matrix->mass[k];
          a[2 * matrix->mass_slot[k] + 1] += im * matrix->mass[k];
        }
      return;
    }
  /* A dense J has the same layout as the factor, so that its values are copied with the opposite sign. */
  if (matrix->jacobian_slot == NULL)
    for (int k = 0; k < matrix->n_jacobian; k++)
      a[k] = -matrix->jacobian[k];
  else
    {
      memset (a, 0, sizeof (double) * matrix->n_factor);
      for (int k = 0; k < matrix->n_jacobian; k++)
        a[matrix->jacobian_slot[k]] = -matrix->jacobian[k];
    }
  for (int k = 0; k < matrix->n_mass; k++)
    a[matrix->mass_slot[k]] += re * matrix->mass[k];
  if (factor->is_complex)
    {
      memset (factor->im, 0, sizeof (double) * matrix->n_factor);
      for (int k = 0; k < matrix->n_mass; k++)
        factor->im[matrix->mass_slot[k]] += im * matrix->mass[k];
    }
}

/* The three kinds of storage differ only in the function that factors. The
 * values are already at the positions that each function expects. Returns false if the matrix is
 * singular or the caller of the stepper asked to stop. */
static bool
factor_values (OdeFactor *factor, OdeStepper *stepper)
{
  const OdeMatrix *matrix = factor->matrix;
  const OdeLook look = ode_stepper_look_of (matrix->n);

  switch (matrix->storage)
    {
    case ODE_STORAGE_SPARSE:
      return ode_klu_factor (factor->klu, factor->re);
    case ODE_STORAGE_BANDED:
      return factor->is_complex
               ? ode_band_factor_complex (matrix->n, matrix->lower, matrix->upper, factor->re, factor->im, factor->pivot)
               : ode_band_factor (matrix->n, matrix->lower, matrix->upper, factor->re, factor->pivot);
    default:
      return factor->is_complex
               ? ode_lu_factor_complex_watched (matrix->n, factor->re, factor->im, factor->pivot, look, stepper)
               : ode_lu_factor_watched (matrix->n, factor->re, factor->pivot, look, stepper);
    }
}

/* A dense factorization of 1000 states takes half a second. It looks for a request to stop, which
 * makes it fail like a singular matrix; the stepper is then asked for the reason. Banded and sparse
 * factorizations are faster and do not look. */
OdeStatus
ode_factor_compute (OdeFactor *factor, OdeStepper *stepper, double re, double im)
{
  assemble (factor, re, im);
  if (factor_values (factor, stepper))
    return ODE_DONE;
  if (factor->klu != NULL && ode_klu_has_no_memory (factor->klu))
    return ODE_FAIL_MEMORY;
  return ode_stepper_singular (stepper);
}

OdeStatus
ode_factor_compute_two (OdeFactor *real, OdeFactor *pair, OdeStepper *stepper, double gamma, double re, double im)
{
  const OdeMatrix *matrix = real->matrix;
  OdeStatus status;

  if (matrix->storage == ODE_STORAGE_BANDED)
    {
      assemble (real, gamma, 0.0);
      assemble (pair, re, im);
      return ode_band_factor_two (matrix->n, matrix->lower, matrix->upper, real->re, real->pivot, pair->re, pair->im, pair->pivot)
               ? ODE_DONE : ode_stepper_singular (stepper);
    }
  status = ode_factor_compute (real, stepper, gamma, 0.0);
  return status == ODE_DONE ? ode_factor_compute (pair, stepper, re, im) : status;
}

/* KLU requires an interleaved right-hand side, which is built in the factor's scratch. */
static void
solve_sparse (const OdeFactor *factor, double *b_re, double *b_im)
{
  const int n = factor->matrix->n;

  if (!factor->is_complex)
    {
      ode_klu_solve (factor->klu, b_re);
      return;
    }
  for (int i = 0; i < n; i++)
    {
      factor->work[2 * i] = b_re[i];
      factor->work[2 * i + 1] = b_im[i];
    }
  ode_klu_solve (factor->klu, factor->work);
  for (int i = 0; i < n; i++)
    {
      b_re[i] = factor->work[2 * i];
      b_im[i] = factor->work[2 * i + 1];
    }
}

/* If the states are reordered, the factor is that of Q A Qᵀ, so b is permuted before
 * and after the solve. place[i] is the row of state i in the band. */
static void
solve_banded (const OdeFactor *factor, double *b_re, double *b_im)
{
  const OdeMatrix *matrix = factor->matrix;
  const int n = matrix->n;
  const int *place = matrix->place;
  /* Without a reordering the solve works in b itself. */
  double *re = place != NULL ? factor->work : b_re, *im = place != NULL ? factor->work + n : b_im;

  if (place != NULL)
    for (int i = 0; i < n; i++)
      {
        re[place[i]] = b_re[i];
        if (b_im != NULL)
          im[place[i]] = b_im[i];
      }
  if (factor->is_complex)
    ode_band_solve_complex (n, matrix->lower, matrix->upper, factor->re, factor->im, factor->pivot, re, im);
  else
    ode_band_solve (n, matrix->lower, matrix->upper, factor->re, factor->pivot, re);
  if (place != NULL)
    for (int i = 0; i < n; i++)
      {
        b_re[i] = re[place[i]];
        if (b_im != NULL)
          b_im[i] = im[place[i]];
      }
}

/* Replaces b by the solution. b_im is NULL for a real factor. A solve does not change the factor
 * but for its scratch, so that one factor serves all stages and iterations of a step. */
void
ode_factor_solve (const OdeFactor *factor, double *b_re, double *b_im)
{
  const OdeMatrix *matrix = factor->matrix;

  switch (matrix->storage)
    {
    case ODE_STORAGE_SPARSE:
      solve_sparse (factor, b_re, b_im);
      break;
    case ODE_STORAGE_BANDED:
      solve_banded (factor, b_re, b_im);
      break;
    default:
      if (factor->is_complex)
        ode_lu_solve_complex (matrix->n, factor->re, factor->im, factor->pivot, b_re, b_im);
      else
        ode_lu_solve (matrix->n, factor->re, factor->pivot, b_re);
    }
}
