/* Equilibria of quotients of polynomials, for models with a mass matrix. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-field-private.h"
#include "lab-problem.h"
#include "ode-linalg.h"

/* Returns the sum of the magnitudes of the terms of a polynomial at x, of which its rounding errors are a small part.
 * A sum of n terms has an error of at most about n ε times this (Higham, Accuracy and Stability of Numerical
 * Algorithms, 2nd ed. 2002, section 4.2). */
double
lab_quotient_terms (const LabPolynomial *polynomial, const double *x)
{
  double sum = 0;

  for (int k = 0; k < lab_polynomial_n_terms (polynomial); k++)
    {
      const LabTerm *term = lab_polynomial_term (polynomial, k);
      double value = fabs (term->value);

      for (int i = 0; i < polynomial->n; i++)
        value *= pow (fabs (x[i]), lab_monomial_exponent (term->monomial, i));
      sum += value;
    }
  return sum;
}

/* Returns the largest |over_i/under_i|, or infinity if one is undefined. */
static double
residual_at (const LabQuotient *rows, int n, const double *x)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    {
      double value = lab_polynomial_value (rows[i].over, x) / lab_polynomial_value (rows[i].under, x);

      largest = isfinite (value) ? fmax (largest, fabs (value)) : INFINITY;
    }
  return largest;
}

/* Makes one step of Newton's method for the numerators. The step is halved until the residual falls. Returns FALSE if
 * no step reduces the residual. The zeros of a quotient are those of its numerator where the denominator is not 0.
 * The residual is that of the quotients, so that the method does not converge to a zero of the denominator. */
static gboolean
newton_step (const LabQuotient *rows, int n, double *x)
{
  double matrix[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES], gradient[LAB_MOST_VARIABLES], step[LAB_MOST_VARIABLES], next[LAB_MOST_VARIABLES];
  int pivot[LAB_MOST_VARIABLES];
  double before = residual_at (rows, n, x);

  for (int i = 0; i < n; i++)
    {
      step[i] = -lab_polynomial_gradient (rows[i].over, x, gradient);
      for (int j = 0; j < n; j++)
        matrix[j * n + i] = gradient[j];
    }
  if (!ode_lu_factor (n, matrix, pivot))
    return FALSE;
  ode_lu_solve (n, matrix, pivot, step);
  for (double scale = 1; scale > 1e-6; scale /= 2)
    {
      for (int i = 0; i < n; i++)
        next[i] = x[i] + scale * step[i];
      if (residual_at (rows, n, next) < before)
        {
          memcpy (x, next, (gsize) n * sizeof *x);
          return TRUE;
        }
    }
  return FALSE;
}

/* Largest slope at an equilibrium, relative to the size of the terms that cancel in the slope. */
#define AT_REST 1e-10

/* Finds an equilibrium of a model with a mass matrix. */
gboolean
lab_quotients_rest (const LabQuotient *rows, int n, double *x, GError **error)
{
  for (int k = 0; k < 100 && residual_at (rows, n, x) > 0; k++)
    if (!newton_step (rows, n, x))
      break;
  for (int i = 0; i < n; i++)
    if (!(fabs (lab_polynomial_value (rows[i].over, x)) <= AT_REST * lab_quotient_terms (rows[i].over, x)))
      {
        g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                             _("no point of rest was found near the initial state; 'point' sets another start"));
        return FALSE;
      }
  return TRUE;
}
