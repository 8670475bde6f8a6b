/* A certified region of attraction of a point of rest. */
#pragma once

#include "lab-level.h"

G_BEGIN_DECLS

typedef struct
{
  const char *point;      /* start of the search for the point of rest, as in lab_field_new; NULL: the initial state */
  const char *candidate;  /* Lyapunov function in the states; NULL: from the linear part, or of a higher degree */
  gboolean implicit;      /* use the model as an equation of z and z' */
  int degree;             /* of the Lyapunov function, even, 2 to 8; above 2 it is found from sampled runs. If no larger certified set
                           of this degree is found, the next smaller degree is tried. A typed candidate has its own degree. */
  const char *keep;       /* file for the semidefinite program; NULL: none */
} LabRoaSetup;

typedef struct
{
  LabField *field;
  LabPolynomial *V;       /* in z = x − field->x0 */
  LabLevel level;
  LabPolynomial *smaller; /* the function of degree 2, if V is one of a higher degree that was found from sampled runs; else NULL */
  double smaller_level;   /* its certified level */
  char *why_degree;       /* why V has not the degree of the setup, as part of a sentence; NULL if it has */
  double area;            /* length, area or volume of {V ≤ rho}; NaN: not known */
} LabRoa;

/* Computes a region of attraction. Returns NULL with an error if the study does not support the model, an option is wrong, or the study is
 * cancelled. A region without a certificate is a valid result. */
LabRoa *lab_roa_new (const LabProblem *problem, const LabRoaSetup *setup, const LabProgress *progress, GError **error);
/* Frees a region; NULL is allowed. */
void lab_roa_free (LabRoa *roa);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabRoa, lab_roa_free)

/* Returns the smallest r > 0 with V (r·u) = level, or infinity. */
double lab_roa_radius (const LabPolynomial *V, double level, const double *u);

G_END_DECLS
