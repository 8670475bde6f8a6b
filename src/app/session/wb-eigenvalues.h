/* The eigenvalues λ of the Jacobian of the model, for the points h·λ in plots of stability regions. Main thread. */
#pragma once

#include "ode-stability.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* The eigenvalues of the model at one state. */
typedef struct
{
  int n;
  double t;
  double *values;          /* 2n numbers: real and imaginary part of each eigenvalue */
  double *x;               /* values of the n states */
  char *why_not;           /* a sentence with the reason if there are no eigenvalues, otherwise NULL */
} WbEigenvalues;
/* Computes the eigenvalues at the playhead of the session's run, or at its
 * initial state. */
WbEigenvalues *wb_eigenvalues_new (WbSession *session);
/* Frees eigenvalues; NULL is allowed. */
void wb_eigenvalues_free (WbEigenvalues *eigenvalues);
/* Returns the size of the accepted step that starts at the time of the eigenvalues, or of the last accepted step. Returns NaN if there is
 * no run. */
double wb_eigenvalues_step (const WbEigenvalues *eigenvalues, WbSession *session);

/* Returns how many of the n points z = h·λ are outside a stability region, as a text such as "1 of 2 eigenvalues outside". Points whose component
 * grows in the model are not among them, nor among the others; the text has their number. Sets *outside to the number of points outside. Free it with g_free. */
char *wb_eigenvalues_count_text (OdeStability *stability, const double *z, int n, int *outside);

G_END_DECLS
