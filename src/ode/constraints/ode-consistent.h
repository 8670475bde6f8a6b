/* Index-1 differential-algebraic systems M·x' = f(t, x) with singular M: values that satisfy the algebraic equations, and the system as an
 * ordinary one for methods that cannot take M. One thread, no allocation after new. */
#pragma once

#include "ode-system.h"
#include "ode-words.h"

typedef struct OdeConsistent OdeConsistent;

/* NULL: no memory. The system is kept by reference and must have a mass matrix. */
OdeConsistent *ode_consistent_new (const OdeSystem *system);
void ode_consistent_free (OdeConsistent *consistent);
/* Number of algebraic equations: n_states − rank M. */
int ode_consistent_n_algebraic (const OdeConsistent *consistent);

/* Moves the algebraic part of x until the algebraic equations hold at t; the differential part stays. x holds the guess. ODE_RETRY_NEWTON
 * where that does not converge or the index is higher than one. */
OdeStatus ode_consistent_solve (OdeConsistent *consistent, double t, double *x);
/* The residuals of the algebraic equations at (t, x) as a table in words. */
void ode_consistent_table (OdeConsistent *consistent, OdeTranslate translate, double t, const double *x, char *text, size_t size);

/* The same states as x' = F(t, x) without a mass matrix: F solves the algebraic equations before it evaluates f, and moves the algebraic
 * part as the solution does. Owned by consistent. */
const OdeSystem *ode_consistent_system (OdeConsistent *consistent);
