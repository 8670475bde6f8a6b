/* Index-1 differential-algebraic systems M x' = f(t, x) with singular M:
 * consistent values of the algebraic unknowns, and the reduction to an ordinary
 * system for methods that do not support M. Only one thread at a time may use an OdeConsistent.
 * Only ode_consistent_new allocates memory. */
#pragma once

#include "ode-system.h"
#include "ode-message.h"

typedef struct OdeConsistent OdeConsistent;

/* Makes an OdeConsistent for a system with a mass matrix, whose values may change between two calls. The system must outlive the result.
 * Returns NULL when out of memory. */
OdeConsistent *ode_consistent_new (const OdeSystem *system);
/* Frees an OdeConsistent; NULL is allowed. */
void ode_consistent_free (OdeConsistent *consistent);

/* Solves the algebraic equations at t for the algebraic part of x[n_states]. On entry x contains the initial guess; the differential part
 * of x is not changed. Returns ODE_RETRY_NEWTON if Newton's method does not converge or the index is above one. */
OdeStatus ode_consistent_solve (OdeConsistent *consistent, double t, double *x);
/* Writes the residuals of the algebraic equations at (t, x) as a translated
 * table to text[size]. */
void ode_consistent_table (OdeConsistent *consistent, OdeTranslate translate, double t, const double *x, char *text, size_t size);

/* Returns the reduced system x' = F(t, x) with the same states and no mass
 * matrix: F solves the algebraic equations, then evaluates the derivatives of all states.
 * The result is owned by `consistent`. */
const OdeSystem *ode_consistent_system (OdeConsistent *consistent);
