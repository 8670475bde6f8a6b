/* Rosenbrock methods, which are linearly implicit: a step needs one factorization and
 * no iteration. */
#pragma once

#include "ode-linalg-matrix.h"
#include "ode-stepper.h"

/* The coefficients of a method: (M/(hγ) − J) U_i = f(t + c_i h, x0 + Σ a_ij U_j) + M Σ C_ij U_j/h + h d_i
 * ∂f/∂t;  x1 = x0 + Σ m_i U_i;  error = Σ e_i U_i; dense output x0 + Σ_i Σ_k
 * dense[i·(degree + 1) + k] θ^k U_i. Matrices are full, row-major. */
typedef struct
{
  int n_stages;
  double gamma;
  const double *a, *C, *m, *e, *c, *d;
  const double *dense;
  int dense_degree;
  bool dense_native; /* true: the dense output is that of the authors; false: it is a formula of order 2, used only with a mass matrix */
} OdeRosenbrockData;

extern const OdeStepperClass ode_rosenbrock_class;
/* The method that ode-switching.c uses for stiff problems. */
extern const OdeMethod ode_method_rodas4;
/* Returns the matrix of a stepper. The choice of storage in the matrix does not change later. The stepper owns the matrix. */
const OdeMatrix *ode_rosenbrock_matrix (const OdeStepper *stepper);
/* Returns ‖J‖₁ of the Jacobian in the last attempt, an upper bound of the spectral radius. */
double ode_rosenbrock_jacobian_norm (const OdeStepper *stepper);
