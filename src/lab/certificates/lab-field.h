/* A polynomial or rational vector field about a point of rest, for certificates. Immutable; any thread. */
#pragma once

#include "lab-polynomial.h"
#include "lab-problem.h"

G_BEGIN_DECLS

/* The deviation z = x − x0 obeys common(z) · z' = flow(z), and residual(z, z') = 0 without division. Coefficients are those of the model
 * after the shift to x0, in exact arithmetic if the program has GMP; the slope at x0, which is 0 up to rounding, is left out. */
typedef struct
{
  int n;
  char **names;              /* names of the states */
  double *x0;                /* the point of rest */
  double *A;                 /* n × n, row-major: ∂z'/∂z at 0 */
  LabPolynomial **flow;      /* n polynomials in z */
  LabPolynomial *common;     /* in z, positive at 0; the constant 1 if the field is polynomial */
  LabPolynomial **residual;  /* n polynomials in z and z'; NULL if n > LAB_MOST_VARIABLES / 2 */
  LabPolynomial *candidate;  /* the typed Lyapunov function in z, or NULL */
} LabField;

/* Makes the field of a problem. point is a text such as "x=1,y=0", from which Newton's method finds the point of rest; NULL: the initial
 * state. candidate is an expression in the states, or NULL; it must be 0 with gradient 0 at the point. Returns NULL with an error if the
 * model is not polynomial or rational, its events change states, or no point of rest is found. */
LabField *lab_field_new (const LabProblem *problem, const char *point, const char *candidate, GError **error);
/* Frees a field; NULL is allowed. */
void lab_field_free (LabField *field);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabField, lab_field_free)

/* Returns ½ zᵀ P z with Aᵀ P + P A + 2 I = 0, scaled as zᵀ P z with Aᵀ P + P A + I = 0, its coefficients rounded to 12 digits. Returns NULL
 * with an error if the linear part does not attract. */
LabPolynomial *lab_field_quadratic (const LabField *field, GError **error);
/* Returns common · dV/dt, a polynomial in z. */
LabPolynomial *lab_field_rate (const LabField *field, const LabPolynomial *V);

G_END_DECLS
