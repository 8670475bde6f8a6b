/* A switch of the right-hand side: a place in derivatives, residuals, forces and masses where a condition changes its branch, such as a <
 * b, step, sign, abs, min, max, floor or mod. */
#pragma once

#include "expr-switches.h"

G_BEGIN_DECLS

typedef struct
{
  ExprSwitchKind kind; /* how the branch depends on the switch function g: on its sign, or on an integer */
  gboolean
      uses_states;   /* g depends on states; otherwise it depends only on t, parameters, discrete states and the sides of other switches */
  gboolean is_timed; /* the times at which the branch changes are computed from the expression; this needs uses_states to be false */
} ModelSwitch;

G_END_DECLS
