/* Where a scalar function of time changes sign within a step. */
#pragma once

#include <stdbool.h>

/* g at t; NaN gives the search up. */
typedef double (*OdeLocateFunc) (void *user, double t);

typedef enum { ODE_LOCATE_ILLINOIS, ODE_LOCATE_BISECTION, ODE_LOCATE_BRENT, ODE_LOCATE_CHANDRUPATLA } OdeLocateMethod;
typedef enum { ODE_CROSS_FALLING = 1, ODE_CROSS_RISING = 2, ODE_CROSS_BOTH = 3 } OdeCrossing;

/* (t_low, t_high]: g_low has the sign before the crossing, g_high is zero or of
 * the other sign. */
typedef struct
{
  double t_low, t_high;
  double g_low, g_high;
  int iterations; /* evaluations of g spent */
} OdeBracket;

/* Most guard points of a scan. */
#define ODE_LOCATE_MAX_GUARD 64

/* Finds the first crossing of direction on (t0, t1] seen at n_guard equidistant
 * interior points and t1. The reference sign is that of g0; where g0 is 0, or
 * reference_unknown (the crossing at t0 was just handled), it is the sign of
 * the first later value with |g| > 10 ε·max |g| over the step. A value of 0
 * counts as crossed, as does the other sign. Returns whether there is one. */
bool ode_locate_scan (OdeLocateFunc g, void *user, double t0, double g0, bool reference_unknown, double t1, double g1,
                      int n_guard, OdeCrossing direction, OdeBracket *bracket);

/* Shrinks the bracket until t_high − t_low ≤ window or no double lies between.
 * false: g was not finite. */
bool ode_locate (OdeLocateMethod method, OdeLocateFunc g, void *user, double window, OdeBracket *bracket);
