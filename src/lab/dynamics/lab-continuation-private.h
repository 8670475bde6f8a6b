/* The extended system (equations with the parameter as an unknown) in scaled coordinates, and points on its branches. */
#pragma once

#include "lab-continuation.h"
#include "lab-implicit.h"

/* The extended system F (y) = f (x; p) = 0. It has m = n + 1 unknowns y = (x/scale, (p − from)/(to −
 * from)). */
typedef struct
{
  LabFlow *flow;
  int n, m, parameter;
  double *scale;         /* m numbers: the scales of the n states, then that of p */
  double from, to;
  double *parameters;    /* values of all parameters of the model instance */
  double *x, *f, *J;     /* buffers: n states, n slopes, and the n × n Jacobian */
} LabExtended;

/* A point of a branch of equilibria, with all quantities that are tested along the branch. */
typedef struct
{
  double *y, *tangent;   /* the point and its unit tangent, m numbers each */
  double *values;        /* 2n numbers: real and imaginary parts of the n eigenvalues */
  gboolean stable;       /* TRUE if all real parts are negative by more than rounding errors */
  double det;            /* determinant of [F_y; tangentᵀ], up to a positive factor */
  double hopf;           /* sign of Π_{i<j} (λ_i + λ_j), which changes at a Hopf point */
  gboolean neutral;      /* TRUE if a sum λ_i + λ_j is zero except for rounding errors, as on all of a branch of a system without damping */
} LabContPoint;

/* Initializes the extended system for parameter values between from and to. Returns FALSE with an error if the parameter is unknown. */
gboolean lab_extended_init (LabExtended *e, LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, GError **error);
/* Frees the extended system, and restores the value of the parameter in the flow. */
void lab_extended_clear (LabExtended *e);
/* Sets the parameter of the flow to the value p of y, and computes e->x. */
void lab_extended_set (LabExtended *e, const double *y);
/* Sets the parameter of the flow to p. */
void lab_extended_set_parameter (LabExtended *e, double p);
/* Computes the states x[n] and the parameter *p that belong to y. */
void lab_extended_unscale (const LabExtended *e, const double *y, double *x, double *p);
/* Returns the curve F (y) = 0. It borrows the extended system. */
LabImplicit lab_extended_curve (LabExtended *e);
/* Returns whether x[n] is so far outside the box that a branch ends there. */
gboolean lab_extended_is_outside (const LabExtended *e, const LabBox *box, const double *x);
/* Makes a point with its tangent. The scalar product of the tangent with `along` is positive. Returns NULL if derivatives are
 * undefined. */
LabContPoint *lab_cont_point_new (LabExtended *e, const double *y, const double *along);
/* Frees a point; NULL is allowed. */
void lab_cont_point_free (LabContPoint *point);
/* Returns the largest derivative of F at y, scaled like F_y; infinity if a derivative is not defined. */
double lab_extended_size (LabExtended *e, const double *y);
/* Returns det [F_y; tangentᵀ] at a point, with rows in units of their sizes at y, so that it is smooth along the branch. Returns NaN if a
 * derivative is not defined. */
double lab_extended_determinant (LabExtended *e, const LabContPoint *point, const double *y);
/* Computes the unit vector perpendicular to the tangent that is in the kernel of F_y at a branch point, or nearest to it. `near` is another point of the
 * branch. */
gboolean lab_extended_other_direction (LabExtended *e, const LabContPoint *point, const LabContPoint *near, double *direction);
/* Returns whether F_y maps a second direction, besides the tangent, to zero, as at a branch point or where the equilibria form a surface. */
gboolean lab_extended_is_degenerate (LabExtended *e, const LabContPoint *point);
/* Returns the test value of a kind of special points of equilibria: it changes its sign at such a point. m is the number of unknowns. */
double lab_special_value (const LabContPoint *point, LabSpecialKind kind, int m);
/* Returns whether a point whose test value for Hopf points is zero is one: a complex pair of eigenvalues is on the imaginary axis. At a neutral saddle two real
 * eigenvalues have opposite signs. */
gboolean lab_special_is_hopf (const LabContPoint *point, int n);
/* Returns the first Lyapunov coefficient at a Hopf point, or NaN if its sign is not certain. */
double lab_special_hopf_coefficient (LabExtended *e, const LabContPoint *point, double frequency);
/* Improves a branch point that bisection found between two points of a branch. Leaves it as it is if the determinant is not monotonic there. */
void lab_special_interpolate (LabExtended *e, const LabContPoint *from, const LabContPoint *to, LabContPoint *best);
/* Appends the row of a cycle to a branch: its parameter, period, point x[n], extents low[n] and high[n] and the complex multiplier of largest
 * magnitude. `special` is the kind of the special point at which the cycle is, or LAB_SPECIAL_NONE. */
void lab_branch_append (LabBranch *branch, double p, double period, const double *x, const double *low, const double *high, const double *multiplier,
                        LabSpecialKind special);
/* Returns the largest difference between the extents of the cycles in rows a and b of a branch, each in units of scale[n]. */
double lab_branch_change (const LabBranch *branch, const double *scale, int a, int b);
