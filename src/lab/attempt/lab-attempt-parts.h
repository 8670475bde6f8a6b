/* The contribution of each stage of an attempt to its error estimate, and the last change of each stage by Newton's method. */
#pragma once

#include "lab-attempt.h"

G_BEGIN_DECLS

/* Stage i is the event of kind ODE_TRACE_STAGE with index i among the events of that kind, from 0. Matrices have one row of n_states numbers for each
 * stage. */
typedef struct
{
  int n_stages;
  int n_states;
  double *change; /* last change of each stage by Newton's method, in the unit of the state; NaN: the stage has no iteration. NULL: the attempt has no
                   * iterations */
  double *weight; /* weights e of the stages in the error estimate; NULL: the estimate is not a weighted sum of the stages */
  double *part;   /* contribution of each stage to the estimate before a filter, in the unit of the state; NULL if weight is NULL */
  double *start;  /* contribution h f(t, x0) of the slope at the start, n_states numbers; NULL: the estimate does not use it */
  double *sum;    /* n_states numbers: the sum of all contributions; NULL if weight is NULL */
} LabStageParts;

/* Computes the parts of an attempt from its events and the weights of its method (ode-error-weights.h): h e_i k_i or e_i (X_i − x0). There are no
 * weights if the sum does not agree with the estimate that the method reports before its filter. May evaluate the right-hand side with
 * attempt->simulator. Free it with lab_stage_parts_free. */
LabStageParts *lab_stage_parts_new (const LabAttempt *attempt);
/* Frees the parts; NULL is allowed. */
void lab_stage_parts_free (LabStageParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabStageParts, lab_stage_parts_free)
/* Returns the state of which the largest last change of a stage is largest relative to its tolerance, or relative to 1 without error control. Returns −1
 * if there are no iterations. */
int lab_stage_parts_slowest (const LabStageParts *parts, const LabAttempt *attempt);

G_END_DECLS
