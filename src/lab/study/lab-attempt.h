/* The inside of one attempt of a run. The attempt is repeated from the snapshot
 * before it, with all changes made since, on any one thread and while the run
 * continues; it gives the bits of the run. CVODE's history is not part of a
 * snapshot: its attempts agree up to rounding. */
#pragma once

#include "lab-run-record.h"
#include "ode-control.h"

G_BEGIN_DECLS

/* An attempt with its intermediate results. Vectors have n_states numbers unless stated otherwise. */
typedef struct
{
  gsize index;                 /* number on the tape, from 0 */
  OdeAttempt record;           /* the row of the tape that belongs to the attempt */
  const OdeMethod *run_method; /* the method of the run */
  const OdeMethod *method;     /* the method that made the attempt; it differs from run_method if that chooses between several methods */
  int n_states;
  double *x0;                  /* state at the start */
  double *x1;                  /* state at the end; NULL if the attempt failed before it was computed */
  double *error;               /* signed estimate of the local error, x1 − x1_hat; NULL: none */
  double *x1_hat;              /* the second result of an embedded pair; NULL: none */
  double *scaled_error;        /* |error| over the tolerance of each state; NULL: none */
  double *tolerance;           /* for each state the error that equals its tolerance; NULL without error control */
  OdeTraceEvent *events;       /* intermediate results in the order of computation; base must be added to x */
  int n_events;
  gboolean truncated;          /* there were more events than are kept */
  OdeControl control;          /* the state of the controller before it judged the attempt */
  gboolean controlled;         /* the controller of the integrator chose the next step size */
  double error_order;          /* exponent p of the rule h (1/error)^(1/p) */
  double smallest_step;        /* the smallest step allowed */
  double accuracy;             /* accuracy in use */
  OdeNorm norm;
  double *jacobian;            /* n_states², column-major, at (t, x0); NULL: not finite or more than 300 states */
  double *eigenvalues;         /* n_states × (re, im); NULL like the Jacobian */
  int n_flow;
  double *flow;                /* n_flow rows of t and the solution through (t, x0), computed to 1e-11; NULL: not available */
  OdeAttempt *around;          /* attempts before and after, in order */
  gsize first_around;          /* tape number of the first neighbouring attempt */
  int n_around;
  double *numbers;             /* memory for the vectors of the events */
  SimSimulator *simulator;     /* the simulator that repeated the attempt; it has the parameters of the attempt and is used for
                                * evaluations */
} LabAttempt;

/* Repeats attempt number `index` of the tape of the run, which must have one.
 * run->t, n and x_end are not read. Returns NULL with an error if there is no
 * such attempt, if it cannot be repeated with the same numbers, or if it was
 * cancelled. Free it with lab_attempt_free. */
LabAttempt *lab_attempt_new (const LabRunRecord *run, gsize index, const LabProgress *progress, GError **error);
/* Frees an attempt; NULL is allowed. */
void lab_attempt_free (LabAttempt *attempt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabAttempt, lab_attempt_free)
/* Returns the number of events of a kind, in all parts. */
int lab_attempt_count (const LabAttempt *attempt, OdeTraceKind kind);

G_END_DECLS
