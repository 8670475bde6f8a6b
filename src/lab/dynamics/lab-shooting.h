/* Cycles as zeros of the equations of multiple shooting, with the parameter as an unknown (Kuznetsov, Elements of Applied Bifurcation
 * Theory, 3rd ed. 2004, section 10.2.2). One thread. */
#pragma once

#include "lab-continuation-private.h"
#include "lab-implicit.h"

G_BEGIN_DECLS

/* The number of points of a cycle; even, so that every second one is a point of the cycle with the double period. */
#define LAB_SHOOTING_NODES 16

/* The unknowns are
 *
 *   y = (x_0 … x_{N−1} scaled by scale·√N,  ln (T / time_scale),  (p − from) / (to − from))
 *
 * and the equations are φ_{T/N} (x_j) = x_{j+1} with x_N = x_0, and Σ f_j·(x_j − r_j) = 0, which fixes the phase relative to the cycle r. */
typedef struct
{
  LabImplicit curve;
  LabExtended *e;          /* borrowed */
  LabFlowRun *run, *plain; /* with the variational equations; without them */
  int n;
  double time_scale;
  double *reference;       /* curve.m numbers: the cycle r */
  double *slopes;          /* N · n numbers: f_j, scaled */
  double *segments;        /* N matrices of n · n, row-major: ∂φ/∂x_j at the last evaluation */
  double trace;            /* ∫ trace (∂f/∂x) over the last evaluation */
  double *state, *other;   /* buffers of a run */
  const LabProgress *progress;
  GError **error;          /* set if the study is cancelled */
} LabShooting;

/* Sets up the equations. Returns FALSE with an error if the model cannot be integrated. */
gboolean lab_shooting_init (LabShooting *s, LabExtended *e, double time_scale, const LabProgress *progress, GError **error);
/* Frees the equations. */
void lab_shooting_clear (LabShooting *s);
/* Makes y the cycle that fixes the phase. Returns FALSE if f is undefined on it. */
gboolean lab_shooting_set_reference (LabShooting *s, const double *y);
/* Writes node j of y into x[n]. */
void lab_shooting_node (const LabShooting *s, const double *y, int j, double *x);
/* Writes x[n] into node j of y. */
void lab_shooting_set_node (const LabShooting *s, double *y, int j, const double *x);
/* Returns the period of the cycle y. */
double lab_shooting_period (const LabShooting *s, const double *y);
/* Returns the parameter that belongs to y. */
double lab_shooting_parameter (const LabShooting *s, const double *y);

/* A cycle of a branch with the quantities that are tested along it. */
typedef struct
{
  double *y, *tangent;   /* curve.m numbers each */
  double *multipliers;   /* 2 (n − 1) numbers without the trivial multiplier 1, the largest first */
  double *flip;          /* n numbers: eigenvector of the multiplier nearest to −1, at node 0 */
  double det;            /* determinant of [F_y; tangentᵀ], up to a positive factor */
  double doubling;       /* Π (μ + 1), scaled; its sign changes at a period doubling; NaN if rounding hides it */
} LabCyclePoint;

/* Makes the point of a branch at a solution y: computes its tangent and its multipliers. The scalar product of the tangent with `along` is
 * positive. Returns NULL if the cycle cannot be integrated. */
LabCyclePoint *lab_cycle_point_new (LabShooting *s, const double *y, const double *along);
/* Frees a point; NULL is allowed. */
void lab_cycle_point_free (LabCyclePoint *point);
/* Writes the cycle y with two turns as one: 2T in place of T; direction[m] is the unit vector from it to the cycle of double period, along
 * the eigenvector flip[n]. Evaluates the segments at y. Returns FALSE if the cycle cannot be integrated. */
gboolean lab_shooting_double (LabShooting *s, const double *y, const double *flip, double *doubled, double *direction);
/* Computes the least and the greatest value of each state on the cycle, and the point x[n] with the greatest first state. Returns FALSE if
 * it cannot be integrated. */
gboolean lab_shooting_extent (LabShooting *s, const double *y, double *low, double *high, double *x);

G_END_DECLS
