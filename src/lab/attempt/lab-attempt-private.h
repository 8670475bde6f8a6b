/* Functions that the source files of LabAttempt share. */
#pragma once

#include "lab-attempt.h"

G_BEGIN_DECLS

/* Computes the Jacobian at the start of the attempt and its eigenvalues, if the system is small enough. */
void lab_attempt_linearize (LabAttempt *attempt);
/* Computes the solution through the start of the attempt over the time 1.1 h, if the system is small enough. Returns FALSE with an error if it is cancelled. */
gboolean lab_attempt_follow_flow (LabAttempt *attempt, const LabProgress *progress, GError **error);

/* Computes the accurate solution through (t0, x0) at ascending times from t0 on: n_times rows of t and states, which the caller frees with
 * g_free. Returns NULL if the system is too large or the solution needs too many steps, or, with an error, if it is cancelled. */
double *lab_attempt_solution (const OdeSystem *ode, double t0, const double *x0, const double *times, int n_times, const LabProgress *progress,
                              GError **error);

G_END_DECLS
