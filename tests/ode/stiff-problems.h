/* Stiff problems from the literature with reference states at several times,
 * which were computed with more than twenty digits. */
#pragma once

#include "ode-system.h"

#define STIFF_MAX_STATES 20
#define STIFF_MAX_POINTS 11

typedef struct
{
  const char *name;
  OdeSystem system;
  double x0[STIFF_MAX_STATES];
  double atol[STIFF_MAX_STATES]; /* absolute tolerances that suit a relative tolerance of 1e-8 */
  int n_points;
  struct { double t, x[STIFF_MAX_STATES]; } points[STIFF_MAX_POINTS];
} StiffProblem;

extern const StiffProblem stiff_problems[];
extern const int n_stiff_problems;
