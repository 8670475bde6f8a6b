/* Eigenvalues and eigenvectors of a real matrix. Any thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Computes the eigenvalues of a matrix J[n·n], row-major, into values[2n] as real and imaginary parts, in descending order of the real part; of a
 * conjugate pair, the one with the positive imaginary part is first. vectors[2n·n] gets the eigenvector of each eigenvalue, n real and imaginary parts,
 * with length 1 and a largest component that is real and positive; it may be NULL. Returns FALSE if J is not finite. */
gboolean lab_eigen (int n, const double *J, double *values, double *vectors);

G_END_DECLS
