/* Eigenvalues of the Jacobian of the model, for the values h·λ. Main thread. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Eigenvalues of the model at one state. */
typedef struct
{
  int n;
  double t;
  double *values;          /* 2n */
  char *why_not;           /* a sentence where there are none; NULL else */
} WbEigenvalues;
/* Computes the eigenvalues at the playhead of the session's run, or at its
 * initial state. */
WbEigenvalues *wb_eigenvalues_new (WbSession *session);
/* Frees eigenvalues; NULL is allowed. */
void wb_eigenvalues_free (WbEigenvalues *eigenvalues);
/* Returns the accepted step of the session's run that starts at the time of the eigenvalues, or the last one; NaN without a run. */
double wb_eigenvalues_step (const WbEigenvalues *eigenvalues, WbSession *session);

G_END_DECLS
