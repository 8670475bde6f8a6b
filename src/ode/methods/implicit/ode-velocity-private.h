/* The stepper of velocity-implicit Euler, which is implemented in two files: steps and Newton
 * iteration in ode-velocity-implicit.c, ℓ and its Jacobian in ode-velocity-jacobian.c. */
#pragma once

#include "ode-newton-retry.h"

typedef struct
{
  OdeStepper base;
  OdeMatrix *matrix;    /* the Jacobian of the system, used if it is symbolic */
  OdeNewton newton;     /* convergence test; its array inverse_scale is not used */
  int n, n_q, n_y;
  int *q_index, *y_index, *driver; /* indices of the positions and of the other states; driver[k]:
                                    * index of the velocity whose integral is the position q_index[k] */
  bool paired;          /* every position is the integral of a velocity */
  double *memory;
  double *J, *LU;       /* n_y² numbers each, column-major */
  int *pivot;
  double *full, *middle, *f, *point, *l, *l_moved, *dx, *guess, *residual; /* n numbers each: results of the
                                                                            * full and of the first half step;
                                                                            * the other arrays are scratch */
  bool fresh, valid;
  double h_factored;
  double t_at, h_at;    /* t and h for which the Jacobian was evaluated */
  double *x_at;
  int jacobian_age, iterations;
  double worst_theta;
  OdePurpose purpose;
} OdeVelocityImplicit;

/* Computes ℓ(y) into l[n_y] from the state x0 at the start of the step and from
 * x = (q_k, y). Counts the evaluations for `purpose`. */
OdeStatus ode_velocity_evaluate_l (OdeVelocityImplicit *self, OdePurpose purpose, double t1, double h, const double *x0, const double *x, double *l);
/* Computes ∂ℓ/∂y at (t1, x) for the step size h into self->J. */
OdeStatus ode_velocity_take_jacobian (OdeVelocityImplicit *self, double t1, const double *x, double h);
