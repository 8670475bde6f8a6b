/* Quotients of polynomials, from which a field is made. */
#pragma once

#include "lab-field.h"

G_BEGIN_DECLS

/* A quotient over/under of polynomials in the states of the model. */
typedef struct
{
  LabPolynomial *over, *under;
} LabQuotient;

/* Returns the sum of the magnitudes of the terms of a polynomial at x, of which its rounding errors are a small part. */
double lab_quotient_terms (const LabPolynomial *polynomial, const double *x);
/* Finds a common zero of n quotients by Newton's method. x[n] is the start and becomes the result. Returns FALSE with an error if there is none near the
 * start. */
gboolean lab_quotients_rest (const LabQuotient *rows, int n, double *x, GError **error);

G_END_DECLS
