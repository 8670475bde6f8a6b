/* Curves F (y) = 0 of m unknowns and m − 1 equations, as continuation follows them: Newton's method and the tangent. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Equations F (y) = 0. */
typedef struct
{
  int m;               /* number of unknowns */
  double converged;    /* size of a correction of y at which Newton's method ends */
  gpointer self;
  /* Evaluates f[m − 1] and its derivatives into matrix[(m − 1) · m], row-major. Returns FALSE if a value is undefined. */
  gboolean (*evaluate) (gpointer self, const double *y, double *f, double *matrix);
} LabImplicit;

/* Solves F (y) = 0, direction·(y − guess) = 0 by Newton's method from y = guess, in place. Returns the number of iterations, or 0 if it
 * does not converge. */
int lab_implicit_correct (const LabImplicit *curve, const double *direction, double *y);
/* Scales v[m] to length 1 with the sign at which its product with `along` is positive. */
void lab_implicit_normalize (int m, double *v, const double *along);
/* Computes the unit tangent from matrix[(m − 1) · m]. Its product with `along` is positive. Returns FALSE if there is none. */
gboolean lab_implicit_tangent (int m, const double *matrix, const double *along, double *tangent);
/* Returns the determinant of [matrix; row], with m rows of m numbers, up to a positive factor; 0 if it is singular. */
double lab_implicit_determinant (int m, const double *matrix, const double *row);

G_END_DECLS
