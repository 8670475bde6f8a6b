/* Estimates the largest |λ| of the Jacobian from the stages of a step of an explicit
 * Runge–Kutta method, without further evaluations. The function may be called from
 * any thread. */
#pragma once

#include "ode-method.h"

/* Estimates the largest |λ| of the Jacobian from the slopes[n_stages ×
 * n_states] of a step of size h. Returns 0 if the method has no two stages at
 * the same time, or if their slopes cannot be compared. */
double sim_stiffness_radius (const OdeTableau *tableau, const double *slopes, int n_stages, int n_states, double h);
