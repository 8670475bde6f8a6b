/* Computes the Lyapunov exponents of a flow. One thread at a time may use an object. */
#pragma once

#include "lab-flow.h"

G_BEGIN_DECLS

typedef struct
{
  int n;
  double *exponents;   /* n exponents per unit of time, in descending order */
  double sum;
  double mean_trace;   /* mean of trace (∂f/∂x) along the orbit, from a separate integral; it must equal the sum of the exponents */
  double time;
  GArray *history;     /* double: 200 rows with the time and the n exponents up to that time, which show the convergence */
} LabLyapunov;

/* Receives the history so far, after each of its rows. The members exponents, sum and mean_trace have no values yet. */
typedef void (*LabLyapunovNoted) (gpointer user, const LabLyapunov *partial);
/* Computes the exponents over the duration `time`, after a transient that starts at the initial state. `noted` may be NULL. Returns NULL
 * with an error if f becomes undefined on the orbit or the study is cancelled. */
LabLyapunov *lab_lyapunov (LabFlow *flow, double transient, double time, const LabProgress *progress, LabLyapunovNoted noted, gpointer user,
                           GError **error);
/* Computes the largest exponent over the duration `time` from (t, x[n]) with one vector, for maps of many orbits. Sets *exponent to NaN if
 * the orbit cannot be integrated. Returns FALSE if the study is cancelled. */
gboolean lab_lyapunov_largest (LabFlow *flow, double t, const double *x, double time, const LabProgress *progress, double *exponent);
/* Frees the result; NULL is allowed. */
void lab_lyapunov_free (LabLyapunov *lyapunov);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLyapunov, lab_lyapunov_free)

G_END_DECLS
