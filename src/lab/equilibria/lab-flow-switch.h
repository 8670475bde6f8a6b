/* The jumps of a right-hand side along an orbit, for the variational equations of a flow. One thread at a time may use an object. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef struct LabFlowSwitch LabFlowSwitch;

/* Makes an object for the right-hand side of an instance of the problem, which it borrows. Sets *switches to NULL if the right-hand side
 * has no operations that jump. Returns FALSE with an error if they cannot be differentiated. */
gboolean lab_flow_switch_new (const LabProblem *problem, const ModelSystem *system, LabFlowSwitch **switches, GError **error);
/* Frees an object; NULL is allowed. */
void lab_flow_switch_free (LabFlowSwitch *self);

/* Begins an orbit at (t, x). */
void lab_flow_switch_start (LabFlowSwitch *self, double t, const double *x);
/* Computes the states x[n] at the time s of an integration, in its last step. */
typedef void (*LabFlowAt) (gpointer user, double s, double *x);
/* Looks for the first jump in the last step, which ends at the states x; the model time is t + sign·s. Returns whether there is one, and
 * sets *s to its time. Operations that changed without a jump of the right-hand side are not reported. */
gboolean lab_flow_switch_find (
    LabFlowSwitch *self, double t, double sign, double s0, double s1, const double *x, LabFlowAt at, gpointer user, double *s);
/* Changes the n_vectors columns V[n · n_vectors] at the jump that was found, at model time t and states x, and *log_volume by the logarithm
 * of the factor by which it changes volumes. Returns FALSE if the motion touches the switch or stays on it. */
gboolean lab_flow_switch_jump (LabFlowSwitch *self, double t, const double *x, int n_vectors, double *V, double *log_volume);
/* Returns the place of the last jump, such as "the derivative of 'x'". */
const char *lab_flow_switch_place (const LabFlowSwitch *self);

G_END_DECLS
