/* Coordinate projection: changes states by the smallest weighted amount such that
 * the constraints c(t, x) = 0 hold, first the positions, then the velocities. It also
 * normalizes quaternions. Only one thread at a time may use an OdeProjection. Only
 * ode_projection_new allocates memory. */
#pragma once

#include "ode-settings.h"
#include "ode-statistics.h"
#include "ode-system.h"

typedef struct OdeProjection OdeProjection;

/* Returns whether the system has constraints or quaternions. */
bool ode_projection_needed (const OdeSystem *system);
/* Makes the projection of a system. The system must outlive it. Returns
 * NULL when out of memory. */
OdeProjection *ode_projection_new (const OdeSystem *system);
/* Frees a projection; NULL is allowed. */
void ode_projection_free (OdeProjection *projection);
/* Applies the settings and copies the weights. If the settings have no
 * constraint tolerance, it is derived from the accuracy. */
void ode_projection_configure (OdeProjection *projection, const OdeSettings *settings, double accuracy);
/* Returns the current constraint tolerance. */
double ode_projection_tolerance (const OdeProjection *projection);

/* Projects x[n_states] at the end of a step and removes from error[n_states]
 * the part that is normal to the constraints; error may be NULL. Sets *moved
 * if x changed. Returns ODE_RETRY_PROJECTION if the constraint error exceeds
 * max (2 tol, √tol) or Newton's method does not converge. */
OdeStatus ode_projection_step (OdeProjection *projection, double t, double *x, double *error, OdeStatistics *statistics, bool *moved);
/* Projects an interpolated state x[n_states]; on failure x is unchanged. */
void ode_projection_interpolated (OdeProjection *projection, double t, double *x);
/* Projects the initial state x[n_states], however far it is from the
 * constraints. Returns ODE_FAIL_INCONSISTENT on failure. */
OdeStatus ode_projection_start (OdeProjection *projection, double t, double *x);
/* Writes the constraint residuals at (t, x) as a translated table to
 * text[size]. */
void ode_projection_table (OdeProjection *projection, OdeTranslate translate, double t, const double *x, char *text, size_t size);
