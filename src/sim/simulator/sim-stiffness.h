/* How stiff the system is where an explicit Runge–Kutta method stands: from its
 * own stages, without a further evaluation. Any thread. */
#pragma once

#include "ode-method.h"

/* Estimates the largest |λ| of the Jacobian from the slopes[n_stages ×
 * n_states] of a step of size h. Returns 0 where the method has no two stages
 * at one time, or they coincide. */
double sim_stiffness_radius (const OdeTableau *tableau, const double *slopes, int n_stages, int n_states, double h);
