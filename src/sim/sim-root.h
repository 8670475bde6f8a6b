/* The right end of a crossing: a sign change of a function of time, shrunk to a window. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { SIM_ROOT_ILLINOIS, SIM_ROOT_BISECTION, SIM_ROOT_BRENT } SimRootMethod;

/* A bracket: g (left) has the sign before the crossing, g (right) is 0 or has the other one. */
typedef struct
{
  double left, right;
  double g_left, g_right;
  int iterations;
} SimBracket;

typedef double (*SimRootFunc) (gpointer user, double t);

/* Shrinks the bracket until right − left ≤ window. A value that is not finite counts as not yet crossed. At most 200 evaluations:
 * bisection of the whole range of doubles takes 64, and the other methods fall back to it. */
void sim_root_shrink (SimBracket *bracket, SimRootMethod method, double window, SimRootFunc g, gpointer user);

G_END_DECLS
