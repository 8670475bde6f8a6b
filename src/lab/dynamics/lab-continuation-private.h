/* The extended system in scaled coordinates, and the points of its branches. */
#pragma once

#include "lab-continuation.h"
#include "lab-implicit.h"

/* The extended system F (y) = f (x; p) = 0 with y = (x/scale, (p − from)/(to −
 * from)) of m = n + 1 unknowns. */
typedef struct
{
  LabFlow *flow;
  int n, m, parameter;
  double *scale;         /* m numbers: scales of x, then of p */
  double from, to;
  double *parameters;    /* all parameter values of the instance */
  double *x, *f, *J;     /* buffers */
} LabExtended;

/* A point of a branch with all quantities that are tested along it. */
typedef struct
{
  double *y, *tangent;   /* m numbers each */
  double *values;        /* 2n numbers: real and imaginary parts of the eigenvalues */
  double det;            /* determinant of [F_y; tangentᵀ], up to a positive factor */
  double hopf;           /* sign of the product Π (λ_i + λ_j), which changes at a Hopf point */
} LabContPoint;

/* Sets up the extended system. Returns FALSE with an error if the parameter is unknown. */
gboolean lab_extended_init (LabExtended *e, LabFlow *flow, const LabBox *box, const char *parameter, double from, double to, GError **error);
/* Frees the extended system and restores the parameter. */
void lab_extended_clear (LabExtended *e);
/* Sets the parameter of the flow to that of y, and computes x. */
void lab_extended_set (LabExtended *e, const double *y);
/* Sets the parameter of the flow to p. */
void lab_extended_set_parameter (LabExtended *e, double p);
/* Writes the values x and p that belong to y. */
void lab_extended_unscale (const LabExtended *e, const double *y, double *x, double *p);
/* Returns the curve F (y) = 0, which borrows the extended system. */
LabImplicit lab_extended_curve (LabExtended *e);
/* Returns whether x[n] is farther outside of the box than branches are followed. */
gboolean lab_extended_is_outside (const LabExtended *e, const LabBox *box, const double *x);
/* Makes a point with its tangent, whose sign is chosen so that its product with `along` is positive. Returns NULL if derivatives are
 * undefined. */
LabContPoint *lab_cont_point_new (LabExtended *e, const double *y, const double *along);
/* Frees a point; NULL is allowed. */
void lab_cont_point_free (LabContPoint *point);
/* Computes a direction in the kernel of F_y, or nearest to it, that is
 * perpendicular to the tangent. */
gboolean lab_extended_other_direction (LabExtended *e, const LabContPoint *point, double *direction);
