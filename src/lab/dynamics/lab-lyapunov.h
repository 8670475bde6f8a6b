/* Lyapunov exponents of a flow. One thread. */
#pragma once

#include "lab-flow.h"

G_BEGIN_DECLS

typedef struct
{
  int n;
  double *exponents;   /* n, from the largest */
  double sum;
  double mean_trace;   /* mean of trace (∂f/∂x) along the orbit, from a separate integral; equal to the sum */
  double time;
  GArray *history;     /* double: time and n exponents, 200 times, for their convergence */
} LabLyapunov;

/* Computes the exponents over `time` after a transient from the initial state.
 * Returns NULL with an error where the orbit leaves the domain of f or the study
 * is cancelled. */
LabLyapunov *lab_lyapunov (LabFlow *flow, double transient, double time, const LabProgress *progress, GError **error);
/* Frees the exponents; NULL is allowed. */
void lab_lyapunov_free (LabLyapunov *lyapunov);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLyapunov, lab_lyapunov_free)

G_END_DECLS
