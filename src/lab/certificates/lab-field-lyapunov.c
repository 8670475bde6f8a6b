/* Computes the quadratic Lyapunov function of the linear part, and the derivative of a function along the vector field. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-field.h"
#include "lab-problem.h"
#include "ode-eigen.h"
#include "ode-linalg.h"

/* A real part above this fraction of the largest eigenvalue is positive. A smaller one may be that of a centre, which has a double eigenvalue at worst. */
#define POSITIVE 1e-7

/* Solves Aᵀ P + P A = −I as a linear system of n² equations for the entries of P. P_ij is at j·n + i. For a stable A
 * the solution is P = ∫₀^∞ exp (Aᵀ t) exp (A t) dt, which is positive definite, and d/dt (zᵀ P z) = −|z|² along z' =
 * A z (Khalil, Nonlinear Systems, 3rd ed. 2002, theorem 4.6). The dense system has at most 100 equations
 * (LAB_MOST_VARIABLES). */
static gboolean
solve_lyapunov (int n, const double *A, double *P)
{
  int size = n * n;
  g_autofree double *matrix = g_new0 (double, size *size);
  g_autofree int *pivot = g_new (int, size);

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        int row = j * n + i;

        P[row] = i == j ? -1 : 0;
        for (int k = 0; k < n; k++)
          {
            matrix[(j * n + k) * size + row] += A[k * n + i];
            matrix[(k * n + i) * size + row] += A[k * n + j];
          }
      }
  if (!ode_lu_factor (size, matrix, pivot))
    return FALSE;
  ode_lu_solve (size, matrix, pivot, P);
  return TRUE;
}

/* Rounds the coefficients to 12 digits, so that the V that is printed is short and is exactly the one that is
 * certified. */
LabPolynomial *
lab_field_quadratic (const LabField *field, GError **error)
{
  int n = field->n;
  g_autofree double *P = g_new (double, n *n), *values = g_new (double, 2 * n), *work = g_new (double, ode_eigen_work_size (n));
  g_autofree double *columns = g_new (double, n *n);
  g_autoptr (LabPolynomial) sum = lab_polynomial_new (n, 0, 0);
  double largest = -INFINITY, size = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      columns[j * n + i] = field->A[i * n + j];
  if (ode_eigen_values (n, columns, values, work))
    for (int i = 0; i < n; i++)
      {
        largest = fmax (largest, values[2 * i]);
        size = fmax (size, hypot (values[2 * i], values[2 * i + 1]));
      }
  if (largest > POSITIVE * size)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                   _("the linear part at the point of rest is not stable (largest real part of an eigenvalue: %g); 'point' sets another start"),
                   largest);
      return NULL;
    }
  if (!(largest < 0) || !solve_lyapunov (n, field->A, P))
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                   _("the linear part at the point of rest is not stable (largest real part of an eigenvalue: %g); give a Lyapunov function with the option 'candidate'"), largest);
      return NULL;
    }
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      {
        double coefficient = i == j ? P[j * n + i] : P[j * n + i] + P[i * n + j];
        g_autoptr (LabPolynomial) term = lab_polynomial_new (n, lab_monomial (i, 1) + lab_monomial (j, 1), coefficient);
        LabPolynomial *next = lab_polynomial_add (sum, term, 1);

        lab_polynomial_free (sum);
        sum = next;
      }
  return lab_polynomial_round (sum, 12);
}

/* dV/dt = Σ ∂V/∂z_i z'_i, and common · z'_i = flow_i; so the sum is common · dV/dt. */
LabPolynomial *
lab_field_rate (const LabField *field, const LabPolynomial *V)
{
  LabPolynomial *sum = lab_polynomial_new (field->n, 0, 0);

  for (int i = 0; i < field->n; i++)
    {
      g_autoptr (LabPolynomial) slope = lab_polynomial_derivative (V, i);
      g_autoptr (LabPolynomial) product = lab_polynomial_multiply (slope, field->flow[i]);
      LabPolynomial *next = lab_polynomial_add (sum, product, 1);

      lab_polynomial_free (sum);
      sum = next;
    }
  return sum;
}
