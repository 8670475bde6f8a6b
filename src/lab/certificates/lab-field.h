/* A polynomial or rational vector field around an equilibrium, for certificates of its region of attraction. A field does not change and
 * may be used by any thread. */
#pragma once

#include "lab-polynomial.h"
#include "lab-problem.h"

G_BEGIN_DECLS

/* The vector field in the deviation z = x − x0 from the equilibrium x0: common(z) · z' = flow(z), and the same without division,
 * residual(z, z') = 0. The coefficients are those of the model after the shift to x0, in exact arithmetic if the program is built with GMP.
 * The slope at x0, which is 0 up to rounding errors, is set to 0. */
typedef struct
{
  int n;
  char **names;              /* names of the n states */
  double *x0;                /* the equilibrium, n numbers */
  double *A;                 /* the Jacobian matrix ∂z'/∂z at z = 0, n × n, row-major */
  LabPolynomial **flow;      /* n polynomials in z */
  LabPolynomial *common;     /* common denominator, a polynomial in z, positive at 0; the constant 1 if the field is polynomial */
  LabPolynomial **residual;  /* n polynomials in z and z'; NULL if n > LAB_MOST_VARIABLES / 2 */
  LabPolynomial *candidate;  /* Lyapunov function given by the user, a polynomial in z; NULL: none */
} LabField;

/* Makes the field of a problem. point is a text such as "x=1,y=0", where Newton's method for the equilibrium starts; NULL: the stable
 * equilibrium nearest to the end of the run is used (lab_rest_find). candidate is an expression in the states or NULL; its value and gradient at the equilibrium must be 0. Returns NULL with
 * an error if the model is not polynomial or rational, its events change states, no equilibrium is found, or the
 * study is cancelled. */
LabField *lab_field_new (const LabProblem *problem, const char *point, const char *candidate, const LabProgress *progress, GError **error);
/* Frees a field; NULL is allowed. */
void lab_field_free (LabField *field);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabField, lab_field_free)

/* Returns the Lyapunov function zᵀ P z of the linear part, where Aᵀ P + P A + I = 0. Its coefficients are rounded to 12 digits. Returns
 * NULL with an error if the linear part is not asymptotically stable. */
LabPolynomial *lab_field_quadratic (const LabField *field, GError **error);
/* Returns common · dV/dt as a polynomial in z, where dV/dt is the derivative along the field. */
LabPolynomial *lab_field_rate (const LabField *field, const LabPolynomial *V);

G_END_DECLS
