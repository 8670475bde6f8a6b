/* Velocity-implicit Euler, one object in two files: steps and Newton iteration
 * (ode-velocity-implicit.c), ℓ and its Jacobian (ode-velocity-jacobian.c). */
#pragma once

#include "ode-newton-retry.h"

typedef struct
{
  OdeStepper base;
  OdeMatrix *matrix;    /* Jacobian of the system, if it is symbolic */
  OdeNewton newton;     /* contraction and counters; its scale is not used */
  int n, n_q, n_y;
  int *q_index, *y_index, *driver; /* driver[k]: velocity whose integral is the position q_index[k] */
  bool paired;          /* every position has a driver */
  double *memory;
  double *J, *LU;       /* n_y² numbers each, column-major */
  int *pivot;
  double *full, *middle, *f, *point, *l, *l_moved, *dx, *guess, *residual; /* n numbers each */
  bool fresh, valid;
  double h_factored;
  double t_at, h_at;    /* t and h of the Jacobian */
  double *x_at;
  int jacobian_age, iterations;
  double worst_theta;
  OdePurpose purpose;
} OdeVelocityImplicit;

/* Computes ℓ(y) into l[n_y] from the state x0 at the start of the step and x =
 * (q_k, y), and counts the evaluations for a purpose. */
OdeStatus ode_velocity_evaluate_l (OdeVelocityImplicit *self, OdePurpose purpose, double t1, double h, const double *x0, const double *x, double *l);
/* Computes ∂ℓ/∂y at (t1, x) for h into J. */
OdeStatus ode_velocity_take_jacobian (OdeVelocityImplicit *self, double t1, const double *x, double h);
