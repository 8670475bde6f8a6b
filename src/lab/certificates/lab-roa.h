/* Computes a certified region of attraction of an equilibrium. */
#pragma once

#include "lab-level.h"

G_BEGIN_DECLS

typedef struct
{
  const char *point;      /* start of the search for the equilibrium, as in lab_field_new; NULL: the stable equilibrium nearest to the end of the run */
  const char *candidate;  /* Lyapunov function in the states; NULL: compute one */
  gboolean implicit;      /* TRUE: use the model in implicit form, as an equation of z and z' */
  /* Degree of the Lyapunov function: 2, 4, 6 or 8. A function of degree above 2 is found from sampled runs. If no larger certified set of
   * this degree is found, the next smaller degree is tried. Ignored if `candidate` is given. */
  int degree;
  const char *keep;       /* path to which the semidefinite program is written; NULL: none */
} LabRoaSetup;

typedef struct
{
  LabField *field;
  LabPolynomial *V;       /* the Lyapunov function, a polynomial in z = x − field->x0 */
  LabLevel level;
  LabPolynomial *smaller; /* the function of degree 2 if V has a higher degree; otherwise NULL */
  double smaller_level;   /* certified level of `smaller` */
  char *why_degree;       /* reason why the degree of V is not that in the setup, as part of a sentence; NULL if they are equal */
  double area;            /* length, area or volume of {V ≤ level.rho}, for 1, 2 or more states; NaN: unknown */
} LabRoa;

/* Computes a certified region of attraction. A result without a certificate is valid. Returns NULL with an error if the study does not
 * support the model, an option is wrong, or the study is cancelled. */
LabRoa *lab_roa_new (const LabProblem *problem, const LabRoaSetup *setup, const LabProgress *progress, GError **error);
/* Frees the region; NULL is allowed. */
void lab_roa_free (LabRoa *roa);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabRoa, lab_roa_free)

/* Returns the smallest r > 0 with V (r·u) = level; infinity if there is none. */
double lab_roa_radius (const LabPolynomial *V, double level, const double *u);

G_END_DECLS
