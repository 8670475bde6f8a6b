/* Cycles as solutions of the equations of multiple shooting, with the parameter as an unknown (Kuznetsov, Elements of Applied Bifurcation
 * Theory, 3rd ed. 2004, section 10.2.2). One thread at a time may use an object. */
#pragma once

#include "lab-continuation-private.h"
#include "lab-implicit.h"

G_BEGIN_DECLS

/* Number N of nodes of a cycle. It is even, so that every second node is a node of the cycle with double period. */
#define LAB_SHOOTING_NODES 16

/* The unknowns are
 *
 *   y = (x_0 … x_{N−1} scaled by scale·√N,  ln (T / time_scale),  (p − from) / (to − from))
 *
 * and the equations are φ_{T/N} (x_j) = x_{j+1} with x_N = x_0, and Σ f_j·(x_j − r_j) = 0, which fixes the phase relative to the
 * reference cycle r. */
typedef struct
{
  LabImplicit curve;
  LabExtended *e;          /* equilibrium equations with the parameter; borrowed */
  LabFlowRun *run, *plain; /* integrations with and without the variational equations, which include the derivative by the parameter */
  int n;
  double time_scale;
  double *reference;       /* the reference cycle r, curve.m numbers */
  double *slopes;          /* slopes f_j of the reference cycle, scaled, N · n numbers */
  double *segments;        /* ∂φ/∂x_j at the last evaluation: N matrices of n · n numbers, row-major */
  double trace;            /* ∫ trace (∂f/∂x) along the cycle at the last evaluation */
  double *matrix, *at;     /* derivatives of the equations, (curve.m − 1) · curve.m numbers, and the cycle of the last evaluation */
  gboolean has_matrix;     /* TRUE if matrix has the derivatives of an evaluation */
  double *state, *other;   /* scratch for states of the augmented system */
  const LabProgress *progress;
  GError **error;          /* set if the study is cancelled; owned by the caller */
} LabShooting;

/* Initializes the equations. Returns FALSE with an error if the model cannot be integrated. */
gboolean lab_shooting_init (LabShooting *s, LabExtended *e, double time_scale, const LabProgress *progress, GError **error);
/* Frees the memory of the equations. */
void lab_shooting_clear (LabShooting *s);
/* Makes y the reference cycle, which fixes the phase. Returns FALSE if f is undefined at one of its nodes. */
gboolean lab_shooting_set_reference (LabShooting *s, const double *y);
/* Writes the states of node j of y into x[n]. */
void lab_shooting_node (const LabShooting *s, const double *y, int j, double *x);
/* Writes the states x[n] into node j of y. */
void lab_shooting_set_node (const LabShooting *s, double *y, int j, const double *x);
/* Returns the period of the cycle y. */
double lab_shooting_period (const LabShooting *s, const double *y);
/* Returns the value of the parameter that belongs to y. */
double lab_shooting_parameter (const LabShooting *s, const double *y);

/* A point of a branch of cycles, with the quantities that are tested along the branch. */
typedef struct
{
  double *y, *tangent;   /* the cycle and its unit tangent, curve.m numbers each */
  double *bend;          /* change of the tangent per unit of length, curve.m numbers; zero if it is not known */
  /* n − 1 complex Floquet multipliers, 2 (n − 1) numbers in descending order of magnitude, without the trivial multiplier 1 */
  double *multipliers;
  double *flip;          /* n numbers: eigenvector at node 0 of the multiplier nearest to −1 */
  double det;            /* determinant of [F_y; tangentᵀ], up to a positive factor */
  double doubling;       /* Π (μ + 1), scaled; its sign changes at a period doubling; NaN if rounding errors hide it */
  double torus;          /* Π_{i<j} (μ_i μ_j − 1), scaled; its sign changes at a torus point and at a neutral saddle; NaN as `doubling` */
} LabCyclePoint;

/* Makes the point of a branch at a solution y: computes its tangent and Floquet multipliers. The scalar product of the tangent with `along`
 * is positive. Returns NULL if the cycle cannot be integrated. */
LabCyclePoint *lab_cycle_point_new (LabShooting *s, const double *y, const double *along);
/* Frees a point; NULL is allowed. */
void lab_cycle_point_free (LabCyclePoint *point);
/* Writes two revolutions of the cycle y as one cycle with the period 2T to doubled[m]. Writes the unit vector from it towards the cycles of
 * double period, along the eigenvector flip[n], to direction[m]. Evaluates the segments at y. Returns FALSE if the cycle cannot be
 * integrated. */
gboolean lab_shooting_double (LabShooting *s, const double *y, const double *flip, double *doubled, double *direction);
/* Computes the least and the greatest value of each state on the cycle into low[n] and high[n], and the point with the greatest first state
 * into x[n]. Returns FALSE if the cycle cannot be integrated. */
gboolean lab_shooting_extent (LabShooting *s, const double *y, double *low, double *high, double *x);

G_END_DECLS
