/* The intermediate results of one attempt of a run. The attempt is repeated from the snapshot before it, with
 * all changes made since, which gives the same bits as the run. This may be done on any one thread, also while
 * the run continues. For CVODE, whose history is not part of a snapshot, the results agree up to rounding
 * errors. */
#pragma once

#include "lab-run-record.h"
#include "ode-control.h"

G_BEGIN_DECLS

/* An attempt with its intermediate results. Vectors have n_states numbers unless stated otherwise. */
typedef struct
{
  gsize index;                 /* index of the attempt on the tape, from 0 */
  double t_snapshot;           /* time from which the run was repeated */
  OdeAttempt record;           /* the row of the tape that belongs to the attempt */
  const OdeMethod *run_method; /* the method of the run */
  const OdeMethod *method;     /* the method that made the attempt; it differs from run_method if that switches between methods */
  int n_states;
  double *x0;                  /* states at the start */
  double *x1;                  /* states at the end; NULL: the attempt failed before they were computed */
  double *error;               /* signed estimate of the local error, x1 − x1_hat; NULL: none */
  double *x1_hat;              /* second result of an embedded pair; NULL: none */
  double *scaled_error;        /* |error| divided by the tolerance, for each state; NULL: none */
  double *tolerance;           /* largest accepted error of each state; NULL: the run has no error control */
  OdeTraceEvent *events;       /* intermediate results in the order of computation; `base` must be added to their x */
  int n_events;
  gboolean truncated;          /* TRUE if there were more events than are kept */
  OdeTraceEvent *beyond;       /* iterates that follow if the iteration that was given up continues, without vectors; NULL: not computed */
  int n_beyond;
  OdeControl control;          /* state of the step-size controller before it received the error of the attempt */
  gboolean controlled;         /* TRUE if the controller of the integrator chose the next step size */
  double error_order;          /* exponent p of the rule h (1/error)^(1/p) for the next step size */
  double smallest_step;        /* smallest step size that the settings allow */
  double accuracy;             /* the setting `accuracy` in use */
  OdeNorm norm;
  double *jacobian;            /* n_states², column-major, at (t, x0); NULL: not finite, or more than 300 states */
  double *eigenvalues;         /* n_states complex numbers (re, im); NULL if the Jacobian is NULL */
  int n_flow;
  double *flow;                /* n_flow rows of t and states: the solution through (t, x0), with accuracy 1e-11; NULL: not available */
  OdeAttempt *around;          /* attempts before and after this one, in order */
  gsize first_around;          /* tape number of the first neighbouring attempt */
  int n_around;
  double *numbers;             /* memory to which the vectors of the events point */
  GBytes *start;               /* snapshot of the simulator at the start of the attempt; NULL for a trial */
  /* The simulator that repeated the attempt. It has the parameters of the attempt and can be used for evaluations. */
  SimSimulator *simulator;
  gboolean is_trial;           /* made by a LabTrial, perhaps with another step size than in the run; `simulator` is borrowed */
  OdeAttempt record_of_run;    /* for a trial, the row of the attempt in the run */
} LabAttempt;

/* Repeats attempt number `index` of the run's tape, which must exist. The members t, n
 * and x_end of run are not read. Returns NULL with an error if there is no such
 * attempt, its numbers cannot be reproduced, or it is cancelled. Free it with
 * lab_attempt_free. */
LabAttempt *lab_attempt_new (const LabRunRecord *run, gsize index, const LabProgress *progress, GError **error);
/* Repeats the attempt a second time and continues the last iteration of Newton's method if it was given up; stores the further iterates in
 * attempt->beyond, at most some tens. They are not part of the run. Stores none if the attempt failed for another reason or its method's iteration
 * cannot be continued. run: that of lab_attempt_new. Returns FALSE with an error if it is cancelled. Any thread. */
gboolean lab_attempt_continue_newton (LabAttempt *attempt, const LabRunRecord *run, const LabProgress *progress, GError **error);
/* Frees an attempt; NULL is allowed. */
void lab_attempt_free (LabAttempt *attempt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabAttempt, lab_attempt_free)
/* Returns the number of events of a kind in all parts of the attempt. */
int lab_attempt_count (const LabAttempt *attempt, OdeTraceKind kind);

G_END_DECLS
