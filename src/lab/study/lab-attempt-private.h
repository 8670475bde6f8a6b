/* Functions that the source files of LabAttempt share. */
#pragma once

#include "lab-attempt.h"

G_BEGIN_DECLS

/* Computes the Jacobian at the start of the attempt and its eigenvalues, if the system is small enough. */
void lab_attempt_linearize (LabAttempt *attempt);
/* Computes the solution through the start of the attempt over the time 1.1 h, if the system is small enough. Returns FALSE with an error if it is cancelled. */
gboolean lab_attempt_follow_flow (LabAttempt *attempt, const LabProgress *progress, GError **error);

G_END_DECLS
