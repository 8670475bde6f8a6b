/* Quantities of the linear approximation of a least-squares problem at its minimum. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The inverse of JᵀJ for the columns that are free. A column that depends linearly on others is not determined by the residuals. */
typedef struct
{
  double *inverse;      /* m × m; NaN in rows and columns that are not free or not determined */
  gboolean *determined; /* m; FALSE: the quantity, together with others that are not determined, can be changed without a change of the residuals */
  int rank;             /* number of linearly independent free columns */
} LabInformation;
/* Computes the inverse of JᵀJ of J[n·m], row-major, for the columns with free[m]. Free it with lab_information_clear. */
void lab_information_compute (const double *J, int n, int m, const gboolean *free, LabInformation *information);
/* Frees the arrays. */
void lab_information_clear (LabInformation *information);
/* Replaces A[n·m], row-major, by R of its QR factorization in the upper triangle, and b[n], unless it is NULL, by Qᵀ b. */
void lab_factor_qr (double *A, double *b, int n, int m);

/* Returns the quantile of Student's distribution with ν > 0 degrees of freedom: P (|T| ≤ t) = probability, 0 < probability < 1. */
double lab_student_two_sided (double probability, int degrees);

G_END_DECLS
