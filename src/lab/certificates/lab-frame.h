/* Coordinates z = T y in which the certificate is computed. T is rounded to short dyadic numbers, so that polynomials in y are exact. */
#pragma once

#include "lab-field.h"

G_BEGIN_DECLS

typedef struct
{
  int n;
  double T[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES]; /* row-major */
  LabPolynomial *V, *rate, *common;  /* V, common · dV/dt and common, as polynomials in y */
  gboolean is_definite;              /* whether the quadratic part of −rate is positive definite */
} LabFrame;

/* Makes coordinates in which V has similar sizes in all directions. */
LabFrame *lab_frame_new (const LabField *field, const LabPolynomial *V);
/* Frees a frame; NULL is allowed. */
void lab_frame_free (LabFrame *frame);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFrame, lab_frame_free)
/* Makes coordinates in which {V ≤ level} has about the size 1, and V and −rate are balanced; both are multiplied by powers of two so that the
 * level is between ½ and 1. *unit is the value of V for which the new V is 1. */
LabFrame *lab_frame_balance (const LabField *field, const LabPolynomial *V, const LabFrame *frame, double level, double *unit);
/* Returns a polynomial in z, or in z and z', in the coordinates y, or y and T⁻¹ z'. */
LabPolynomial *lab_frame_apply (const LabFrame *frame, const LabPolynomial *polynomial);

/* Computes eigenvalues[n] and orthonormal eigenvectors, the columns of vectors[n·n], of a symmetric matrix, row-major. */
void lab_symmetric_eigen (int n, const double *matrix, double *values, double *vectors);

G_END_DECLS
