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
/* Takes a step from a solution along its unit tangent into y[m], and corrects y at a right angle to the tangent. Returns FALSE if Newton's
 * method does not converge. */
gboolean lab_implicit_step (const LabImplicit *curve, const double *from, const double *tangent, double step, double *y);
/* Computes the solution y[m] at the fraction theta of the way from solution a[m] to solution b[m] with the unit tangents ta[m] and tb[m]. It
 * begins at the cubic curve that has both points and tangents. Near a branch point this curve is nearer to the branch than to the other one,
 * which a step along a tangent may reach. Returns FALSE if Newton's method does not converge. */
gboolean lab_implicit_between (const LabImplicit *curve, const double *a, const double *ta, const double *b, const double *tb, double theta,
                               double *y);
/* Computes the solution y[m] at a limit of the range 0…1 of the last unknown. Solution `from` is inside of the range, `to` is outside, and
 * y is between them. Returns FALSE if Newton's method does not converge. */
gboolean lab_implicit_clip (const LabImplicit *curve, const double *from, const double *to, double *y);
/* Scales v[m] to length 1, and turns it so that its scalar product with `along` is positive. */
void lab_implicit_normalize (int m, double *v, const double *along);
/* Computes the unit tangent of the curve from the derivatives matrix[(m − 1) · m] of its equations: the vector that the matrix maps to zero.
 * Its scalar product with `along` is positive. Returns FALSE if the matrix maps more than one direction to zero. */
gboolean lab_implicit_tangent (int m, const double *matrix, const double *along, double *tangent);
/* Returns the determinant of [matrix; row], with m rows of m numbers, up to a positive factor; 0 if it is singular. */
double lab_implicit_determinant (int m, const double *matrix, const double *row);

/* Returns the scalar product of a[m] and b[m]. */
double lab_implicit_product (int m, const double *a, const double *b);
/* Returns the distance between a[m] and b[m]. */
double lab_implicit_distance (int m, const double *a, const double *b);
/* Returns the distance of p[m] from the straight line between a[m] and b[m]. */
double lab_implicit_line_distance (int m, const double *p, const double *a, const double *b);

G_END_DECLS
