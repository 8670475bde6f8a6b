/* Fully implicit tableaus whose A is singular or has no full set of eigenvectors: the stage slopes of all stages at once, with one dense
 * matrix of order stages × states and a new Jacobian at every step. Slow and general, for tableaus read at run time. */
#pragma once

#include "ode-newton.h"

typedef struct
{
  OdeStepper *stepper;
  const OdeTableau *tableau;
  OdeMatrix *matrix;   /* shared */
  OdeNewton *newton;   /* shared */
  int n, s;
  double *K, *update;  /* s·n: M K_i = f (X_i) */
  double *stage, *product;
  double *LU;          /* (s·n)² */
  double *dense_J, *dense_M;
  int *pivot;
  double *memory;
} OdeIrkCoupled;

/* false with a reason where it would be too large. */
bool ode_irk_coupled_init (OdeIrkCoupled *coupled, OdeStepper *stepper, OdeMatrix *matrix, OdeNewton *newton, char *error,
                           size_t error_size);
void ode_irk_coupled_clear (OdeIrkCoupled *coupled);
/* One step: K, x1 and, where step->error is wanted, the embedded difference. */
OdeStatus ode_irk_coupled_step (OdeIrkCoupled *coupled, OdeTry *step);
