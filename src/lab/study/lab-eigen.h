/* Eigenvalues, eigenvectors and factors of a real matrix. Any thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* Computes the eigenvalues of a matrix J[n·n], row-major, into values[2n] as real and imaginary parts, in descending order of the real part; of a
 * conjugate pair, the one with the positive imaginary part is first. vectors[2n·n] gets the eigenvector of each eigenvalue, n real and imaginary parts,
 * with length 1 and a largest component that is real and positive; it may be NULL. Returns FALSE if J is not finite. */
gboolean lab_eigen (int n, const double *J, double *values, double *vectors);
/* Computes the same as lab_eigen. Reports `fraction` between parts of the computation, for which a matrix of order 1000 needs a few milliseconds.
 * Returns FALSE with an error if the study is cancelled, and FALSE without an error if J is not finite. */
gboolean lab_eigen_watched (int n, const double *J, double *values, double *vectors, const LabProgress *progress, double fraction, GError **error);
/* Corrects values[2n] and vectors[2n·n] of lab_eigen for multiple eigenvalues. directions[n] gets the number of independent eigenvectors of each
 * eigenvalue: 1 if its vector is the only one, more if the vectors of its eigenvalue are an orthonormal basis, of which every combination is an
 * eigenvector, and 0 if the eigenvalue has no further vector; its components are then NaN. Eigenvalues that are equal within rounding errors get
 * their mean. Reports `fraction` before each multiple eigenvalue. Returns FALSE with an error if the study is cancelled. */
gboolean lab_eigen_spaces (int n, const double *J, double *values, double *vectors, int *directions, const LabProgress *progress, double fraction,
                           GError **error);
/* Computes the eigenvalues like lab_eigen_watched, in the order of ode_eigen_values. */
gboolean lab_eigen_values_watched (int n, const double *J, double *values, const LabProgress *progress, double fraction, GError **error);
/* Computes the eigenvalues of a[n·n], column-major, like lab_eigen_values_watched. */
gboolean lab_eigen_values_of_columns (int n, const double *a, double *values, const LabProgress *progress, double fraction, GError **error);
/* Returns whether all n numbers are finite. The functions above fail for a finite matrix only if the iteration does not converge. */
gboolean lab_eigen_is_finite (int n, const double *numbers);
/* Factors a[n·n], column-major, for ode_lu_solve. Reports `fraction` between blocks of columns if the matrix is large. Returns FALSE with an error if the
 * study is cancelled, and FALSE without an error if the matrix is singular. */
gboolean lab_lu_factor (int n, double *a, int *pivot, const LabProgress *progress, double fraction, GError **error);

G_END_DECLS
