/* Properties of methods as results of the studies `tableau` and `stability`. Any thread. */
#pragma once

#include "lab-problem.h"
#include "lab-result.h"

G_BEGIN_DECLS

/* Returns the properties of a method that has a tableau, its coefficients and the residuals of all order conditions up to order 8; NULL when
 * out of memory. Free it with lab_result_free. */
LabResult *lab_tableau_result (const OdeMethod *method);
/* Returns intervals, angle and damping at infinity of each method, n eigenvalues (2n numbers), and the largest step for which all of those
 * with a real part ≤ 0 are in the region of the method. Free it with lab_result_free. Returns NULL with an error when out of memory, or if the
 * study is cancelled. */
LabResult *lab_stability_result (const OdeMethod *const *methods, int n_methods, int n, const double *eigenvalues, const LabProgress *progress,
                                 GError **error);

G_END_DECLS
