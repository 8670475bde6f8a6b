/* The switches of the right-hand side of an instance.
 *
 * A switch has a switch function g and a side. While the instance uses sides, the right-hand side has the branches of the sides instead of
 * those that the conditions select, so that it is a smooth function of t and x; the caller changes the sides at the times of the switches.
 * Without sides, which is the default, the conditions are evaluated as they are in the file. Events, outputs and monitors never use sides.
 *
 * Other code may use the functions to examine conditions: model_system_n_switches, model_system_switch and model_system_switch_values list
 * the switch functions and evaluate them; model_system_switch_rates differentiates them along the solution; model_system_begin_switches
 * gives the next time of a condition on t. In the plan, `sided` has the switch functions and the right-hand side as values of a graph, with
 * the sides as inputs, until the Jacobian is compiled. */
#pragma once

#include "model-switch.h"
#include "model-system.h"

G_BEGIN_DECLS

/* Returns the number of switches. A switch function uses only the sides of switches with smaller indices. */
int model_system_n_switches (const ModelSystem *system);
/* Returns a switch; owned by the system. */
const ModelSwitch *model_system_switch (const ModelSystem *system, int index);
/* Returns whether the times of a switch are computed from its expression, with the present parameters. Other switches must be located by
 * the sign or the integer part of the switch function. */
gboolean model_system_switch_is_timed (const ModelSystem *system, int index);
/* Begins or ends the use of sides. */
void model_system_use_sides (ModelSystem *system, gboolean use);
/* Returns the sides, one for each switch; owned by the system. */
const double *model_system_sides (const ModelSystem *system);
/* Sets the side of one switch. */
void model_system_set_side (ModelSystem *system, int index, double side);
/* Evaluates all switch functions with the present sides into g[model_system_n_switches]. Values are NaN if they are undefined. */
void model_system_switch_values (ModelSystem *system, double t, const double *x, double *g);
/* Evaluates dg/dt of all switch functions along the solution with the present sides. Returns FALSE if they are not known: the model has a
 * mass matrix or algebraic unknowns, or a condition uses accelerations. */
gboolean model_system_switch_rates (ModelSystem *system, double t, const double *x, double *rates);
/* Sets the sides of the timed switches to those just after t. Returns the next time after t at which one of them may change, +inf if there
 * is none. The result is valid as long as parameters, discrete states, noise and the sides of other switches do not change. */
double model_system_begin_switches (ModelSystem *system, double t);
/* Sets all sides. */
void model_system_set_sides (ModelSystem *system, const double *sides);
/* Begins the motion along the surface on which the function of switch `at` has one of its levels, or ends it if at is −1. x' is then the
 * convex combination of the right-hand sides with the sides before[model_system_n_switches] and after[…], which hold below and above the
 * surface, for which the switch function does not change (Filippov). The arrays are copied. Needs model_system_switch_rates. */
void model_system_set_slide (ModelSystem *system, int at, const double *before, const double *after);

G_END_DECLS
