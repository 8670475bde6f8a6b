/* Finds the smallest value of a Lyapunov function V on the set where another polynomial, such as dV/dt, is 0. No level of V can be
 * certified above this value. The search needs no solver for semidefinite programs. */
#pragma once

#include "lab-polynomial.h"
#include "lab-problem.h"

G_BEGIN_DECLS

/* Up to this number of variables the directions are so dense that the result is the minimum. For more variables the result is an upper
 * bound of it. */
#define LAB_SCAN_COMPLETE 3

/* Finds the smallest V > 0 at a point other than 0 at which one of zeros[n_zeros] is 0. Roots along many directions are improved by
 * Newton's method for the conditions of a minimum. V and the zeros have the same variables, and should have comparable scales in all
 * directions. Writes the point to at[n]. Returns infinity if there is no such point, and NaN with an error if the study is cancelled. */
double lab_scan_level (const LabPolynomial *V, LabPolynomial *const *zeros, int n_zeros, double *at, const LabProgress *progress,
                       GError **error);
/* Fills directions[n · count] with unit vectors that cover the sphere evenly, and returns count. If count is 0, returns the number of
 * directions that a scan uses and writes nothing. */
int lab_scan_directions (int n, int count, double *directions);

G_END_DECLS
