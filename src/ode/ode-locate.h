/* Location of a change of sign of a scalar function of time within a step. */
#pragma once

#include <stdbool.h>

/* Returns g at t; NaN ends the search. */
typedef double (*OdeLocateFunc) (void *user, double t);

typedef enum { ODE_LOCATE_ILLINOIS, ODE_LOCATE_BISECTION, ODE_LOCATE_BRENT, ODE_LOCATE_CHANDRUPATLA } OdeLocateMethod;

/* Interval (t_low, t_high] that contains the crossing: g_low has the sign
 * before it, g_high is zero or has the other sign. */
typedef struct
{
  double t_low, t_high;
  double g_low, g_high;
  int iterations; /* number of evaluations of g */
} OdeBracket;

/* Shrinks the bracket until t_high − t_low ≤ window or no double lies between.
 * Returns false if g was not finite. */
bool ode_locate (OdeLocateMethod method, OdeLocateFunc g, void *user, double window, OdeBracket *bracket);
