/* Curves F (y) = 0 of m − 1 equations in m unknowns, which continuation methods follow: Newton's method and the tangent. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The equations F (y) = 0. */
typedef struct
{
  int m;               /* number of unknowns */
  double converged;    /* largest error of y, estimated from the corrections, that counts as converged */
  gpointer self;
  /* Evaluates F (y) into f[m − 1], and its derivatives into matrix[(m − 1) · m], row-major. Returns FALSE if a value is undefined. */
  gboolean (*evaluate) (gpointer self, const double *y, double *f, double *matrix);
  /* Evaluates F (y) into f[m − 1]. NULL if that takes about as long as `evaluate`. Returns FALSE if a value is undefined. */
  gboolean (*residual) (gpointer self, const double *y, double *f);
  /* Writes derivatives that were computed at a point near y into matrix[(m − 1) · m]. Returns FALSE if there are none. NULL if `residual` is NULL. */
  gboolean (*nearby) (gpointer self, const double *y, double *matrix);
} LabImplicit;

/* Solves F (y) = 0, direction·(y − guess) = 0 in place, starting at y = guess. If the curve has derivatives of a point near y, Broyden's method
 * starts with them. If it has none, or if Broyden's method converges slowly, Newton's method is used. It keeps a matrix while the corrections
 * decrease fast, if the curve has a function `residual`. Returns the number of iterations, or 0 if the method does not converge. */
int lab_implicit_correct (const LabImplicit *curve, const double *direction, double *y);
/* Takes a step from a solution `from` along its unit tangent into y[m], and corrects y perpendicular to the tangent. Returns FALSE if
 * Newton's method does not converge. */
gboolean lab_implicit_step (const LabImplicit *curve, const double *from, const double *tangent, double step, double *y);
/* Computes the solution y[m] at the fraction theta of the way from solution a[m] to solution b[m], which have the unit tangents ta[m] and
 * tb[m]. Newton's method starts at the cubic curve through both points with these tangents. Near a branch point this avoids the other
 * branch, which a step along a tangent may reach. Returns FALSE if Newton's method does not converge. */
gboolean lab_implicit_between (const LabImplicit *curve, const double *a, const double *ta, const double *b, const double *tb, double theta,
                               double *y);
/* Computes the solution y[m] at a limit of the range 0…1 of the last unknown. `from` is a solution inside the range, `to` one outside, and
 * y is between them. Returns FALSE if Newton's method does not converge. */
gboolean lab_implicit_clip (const LabImplicit *curve, const double *from, const double *to, double *y);
/* Scales v[m] to length 1, with the sign for which its scalar product with `along` is positive. */
void lab_implicit_normalize (int m, double *v, const double *along);
/* Computes the unit tangent of the curve, the vector that the derivatives matrix[(m − 1) · m] map to zero. Its scalar product with `along`
 * is positive. Returns FALSE if the matrix maps more than one direction to zero. */
gboolean lab_implicit_tangent (int m, const double *matrix, const double *along, double *tangent);
/* Computes the unit vector direction[m] that is perpendicular to the unit tangent and is mapped to zero by the derivatives
 * matrix[(m − 1) · m], or is nearest to that. sizes[m − 1] are the sizes of the rows near the point; at the point a row can be zero except for rounding
 * errors. NULL: the sizes at the point. Scales the rows of the matrix. Returns FALSE if there is no such vector. */
gboolean lab_implicit_other_direction (int m, double *matrix, const double *sizes, const double *tangent, double *direction);
/* Returns the largest entry of row i of a matrix with m columns, in magnitude. */
double lab_implicit_row_size (int m, const double *matrix, int i);
/* Returns the determinant of the m × m matrix [matrix; row], or 0 if it is singular. Row i of the matrix is divided by sizes[i], which
 * keeps the determinant smooth along a branch; if sizes is NULL, each row is divided by its largest entry. */
double lab_implicit_determinant (int m, const double *matrix, const double *row, const double *sizes);

/* Returns the scalar product of a[m] and b[m]. */
double lab_implicit_product (int m, const double *a, const double *b);
/* Returns the distance between a[m] and b[m]. */
double lab_implicit_distance (int m, const double *a, const double *b);
/* Returns the distance of the point p[m] from the straight line between a[m] and b[m]. */
double lab_implicit_line_distance (int m, const double *p, const double *a, const double *b);

G_END_DECLS
