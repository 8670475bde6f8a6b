/* The variable-order NDF method. */
#pragma once

#include "ode-stepper.h"

#define ODE_NDF_MAX_ORDER 5

extern const OdeStepperClass ode_ndf_class;

/* Returns κ of the formula Σ_{m≤k} ∇^m x_{n+1}/m − κ Σ_{m≤k} 1/m ∇^{k+1} x_{n+1} = h f_{n+1} of order k, which is 0 for BDF. */
double ode_ndf_kappa (int order);
