/* Where a scalar function of time changes sign within a step. */
#pragma once

#include <stdbool.h>

/* g at t; NaN gives the search up. */
typedef double (*OdeLocateFunc) (void *user, double t);

typedef enum { ODE_LOCATE_ILLINOIS, ODE_LOCATE_BISECTION, ODE_LOCATE_BRENT, ODE_LOCATE_CHANDRUPATLA } OdeLocateMethod;

/* (t_low, t_high]: g_low has the sign before the crossing, g_high is zero or of
 * the other sign. */
typedef struct
{
  double t_low, t_high;
  double g_low, g_high;
  int iterations; /* evaluations of g spent */
} OdeBracket;

/* Shrinks the bracket until t_high − t_low ≤ window or no double lies between.
 * false: g was not finite. */
bool ode_locate (OdeLocateMethod method, OdeLocateFunc g, void *user, double window, OdeBracket *bracket);
