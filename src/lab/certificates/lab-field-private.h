/* Quotients of polynomials, from which a field is made. */
#pragma once

#include "lab-field.h"
#include "lab-flow.h"

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
/* Finds an equilibrium of an autonomous flow and writes it to x[n]. If start[n] is given, Newton's method starts there; if it is NULL, the equilibrium is the
 * stable one that is nearest to the end of the run, or, if none was found, the one that Newton's method finds from the initial state. Coordinates
 * are rounded to the shortest decimal number within their errors. Returns FALSE with an error if no equilibrium is found or the study is cancelled. */
gboolean lab_rest_find (LabFlow *flow, const double *start, double *x, const LabProgress *progress, GError **error);

G_END_DECLS
