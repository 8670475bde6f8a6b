/* Location of a sign change of a scalar function g(t) within a step. */
#pragma once

#include <stdbool.h>

/* Returns g at t. NaN means that g is undefined there, and ends the search. */
typedef double (*OdeLocateFunc) (void *user, double t);

typedef enum { ODE_LOCATE_ILLINOIS, ODE_LOCATE_BISECTION, ODE_LOCATE_BRENT, ODE_LOCATE_CHANDRUPATLA } OdeLocateMethod;

/* The interval (t_low, t_high] contains the sign change. g_low has the sign of g before the change; g_high is zero or has the other
 * sign. */
typedef struct
{
  double t_low, t_high;
  double g_low, g_high;
  int iterations; /* number of evaluations of g */
} OdeBracket;

/* Shrinks the bracket until t_high − t_low ≤ window or no double lies between both ends.
 * Returns false if g was NaN at a point. */
bool ode_locate (OdeLocateMethod method, OdeLocateFunc g, void *user, double window, OdeBracket *bracket);
