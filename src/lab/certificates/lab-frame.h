/* Coordinates y with z = T y in which a certificate is computed. T is rounded to short dyadic numbers, so that polynomials in y are
 * computed exactly. */
#pragma once

#include "lab-field.h"

G_BEGIN_DECLS

typedef struct
{
  int n;
  double T[LAB_MOST_VARIABLES * LAB_MOST_VARIABLES]; /* matrix of the change of coordinates, n × n, row-major */
  LabPolynomial *V, *rate, *common;  /* V, common · dV/dt and common as polynomials in y */
  gboolean is_definite;              /* TRUE if the quadratic part of −rate is positive definite */
} LabFrame;

/* Makes coordinates in which V grows about equally fast in all directions. */
LabFrame *lab_frame_new (const LabField *field, const LabPolynomial *V);
/* Frees a frame; NULL is allowed. */
void lab_frame_free (LabFrame *frame);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFrame, lab_frame_free)
/* Makes coordinates in which {V ≤ level} has a size of about 1, and V and −rate are balanced. V and rate are multiplied by powers of two,
 * so that the level is between ½ and 1. *unit is the value of the original V at which the scaled V is 1. */
LabFrame *lab_frame_balance (const LabField *field, const LabPolynomial *V, const LabFrame *frame, double level, double *unit);
/* Returns a polynomial in z as a polynomial in y, or a polynomial in z and z' as one in y and T⁻¹ z'. */
LabPolynomial *lab_frame_apply (const LabFrame *frame, const LabPolynomial *polynomial);

/* Computes the eigenvalues values[n] of a symmetric matrix (n × n, row-major), and orthonormal eigenvectors, which are the columns of
 * vectors[n·n]. */
void lab_symmetric_eigen (int n, const double *matrix, double *values, double *vectors);

G_END_DECLS
