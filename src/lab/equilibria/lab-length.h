/* Lengths over which the right-hand side of a model bends. One thread at a time may use a flow. */
#pragma once

#include "lab-flow.h"

G_BEGIN_DECLS

/* Computes the sizes of the states at x[n] into size[n]: |x_i|, or, for a state that is 0, how far it can move until a component of f
 * changes as much as by the other states; 0 if nothing tells. */
void lab_flow_sizes (LabFlow *flow, const double *x, double *size);
/* Gives the flow the sizes of the states at x[n] (lab_flow_set_sizes) if all of them are far below 1, so that errors of integrations are relative to
 * them. */
void lab_flow_take_sizes (LabFlow *flow, const double *x);
/* Replaces the sizes that are 0 by the largest of the others, or by 1 if all are 0. */
void lab_sizes_complete (int n, double *size);
/* Computes into length[n] how far each state can move from x[n] until the nonlinear part of f is as large as its linear part. The lengths
 * scale with the states, and do not depend on the unit of time. The length of a state is infinity if f is linear in it, undefined beside x,
 * or if the model has many states. `hint` has n lengths with which the search begins; 0: unknown. */
void lab_flow_lengths (LabFlow *flow, const double *x, const double *hint, double *length);

G_END_DECLS
