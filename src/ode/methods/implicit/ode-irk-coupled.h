/* A solver for fully implicit tableaus whose A is singular or has no full
 * set of eigenvectors. It solves for all stage slopes together, with one dense
 * matrix of order stages × states and a new Jacobian in each step. It is slow; only
 * tableaus that are read at run time need it. */
#pragma once

#include "ode-newton.h"

typedef struct
{
  OdeStepper *stepper;
  const OdeTableau *tableau;
  OdeMatrix *matrix;   /* owned by the caller */
  OdeNewton *newton;   /* owned by the caller */
  int n, s;
  double *K, *update;  /* s·n numbers each; K has the stage slopes, M K_i = f (X_i) */
  double *stage, *product;
  double *LU;          /* (s·n)² numbers: the matrix, then its factors */
  double *dense_J, *dense_M;
  int *pivot;
  double *memory;
} OdeIrkCoupled;

/* Prepares the solver; matrix and newton are shared with the caller. Returns
 * false with a message if the matrix would be too large or memory runs out. The caller must
 * call ode_irk_coupled_clear in any case. */
bool ode_irk_coupled_init (OdeIrkCoupled *coupled, OdeStepper *stepper, OdeMatrix *matrix, OdeNewton *newton, char *error,
                           size_t error_size);
/* Frees the memory of the solver; allowed after a failed init. */
void ode_irk_coupled_clear (OdeIrkCoupled *coupled);
/* Attempts a step: computes K, x1 and, if step->error is not NULL, the
 * difference to the embedded solution. */
OdeStatus ode_irk_coupled_step (OdeIrkCoupled *coupled, OdeTry *step);
