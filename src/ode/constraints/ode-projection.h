/* Coordinate projection: states are moved back onto the constraints c(t, x) = 0 by the smallest weighted change, positions first, then
 * velocities; quaternions onto the unit sphere. One thread, no allocation after new. */
#pragma once

#include "ode-settings.h"
#include "ode-statistics.h"
#include "ode-system.h"

typedef struct OdeProjection OdeProjection;

/* Whether there is anything to project. */
bool ode_projection_needed (const OdeSystem *system);
/* NULL: no memory. The system is kept by reference. */
OdeProjection *ode_projection_new (const OdeSystem *system);
void ode_projection_free (OdeProjection *projection);
/* Takes over settings; weights are copied. accuracy is the one in use, from which the constraint tolerance follows. */
void ode_projection_configure (OdeProjection *projection, const OdeSettings *settings, double accuracy);
double ode_projection_tolerance (const OdeProjection *projection);

/* After a step to (t, x): projects x and takes the parts normal to the constraints out of error (NULL: none). *moved tells whether x
 * changed. ODE_RETRY_PROJECTION where x is further off than max (2 tol, √tol) or Newton does not converge. */
OdeStatus ode_projection_step (OdeProjection *projection, double t, double *x, double *error, OdeStatistics *statistics, bool *moved);
/* An interpolated state. Failure leaves x as it was. */
void ode_projection_interpolated (OdeProjection *projection, double t, double *x);
/* The start: as far as it takes. Failure: ODE_FAIL_INCONSISTENT. */
OdeStatus ode_projection_start (OdeProjection *projection, double t, double *x);
/* The residuals at (t, x) as a table in words into text[size]. */
void ode_projection_table (OdeProjection *projection, OdeTranslate translate, double t, const double *x, char *text, size_t size);
