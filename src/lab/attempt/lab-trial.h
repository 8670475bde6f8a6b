/* An attempt of a run, made again from the same point with other step sizes. A trial changes nothing in the run: it has its own simulator, whose
 * model and integrator return to the start of the attempt before each step. Events are not looked for. One thread at a time may use a trial. */
#pragma once

#include "lab-attempt.h"

G_BEGIN_DECLS

typedef struct LabTrial LabTrial;

/* Makes a trial of an attempt of a run. Neither is needed afterwards. Returns NULL with an error if the method chooses the size of its steps itself, the
 * attempt was stopped, or a trial with the size of the run does not give the numbers of the run. */
LabTrial *lab_trial_new (const LabRunRecord *run, const LabAttempt *attempt, GError **error);
/* Frees a trial; NULL is allowed. */
void lab_trial_free (LabTrial *trial);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabTrial, lab_trial_free)
/* Makes an attempt of size h > 0. If h is the size of the attempt in the run, the result has its numbers. The result is marked as a trial, and its
 * neighbours and eigenvalues are those of the run's attempt. Its simulator is that of the trial; the caller may set another one of the same
 * model. Returns NULL with an error if t + h is t, or it is cancelled. Free it with lab_attempt_free. */
LabAttempt *lab_trial_attempt (LabTrial *trial, double h, const LabProgress *progress, GError **error);

/* The errors of attempts of many sizes from the same point. */
typedef struct
{
  int n, n_states;
  double *h;             /* n sizes, ascending with constant ratio */
  double *error;         /* n rows of n_states: |error| over tolerance or, without error control, the distance from the accurate solution over
                            the size of the state; NaN if it is not known */
  double *norm;          /* n norms of the error, as in OdeAttempt, or the largest value of the row if there is no error control */
  OdeOutcome *outcome;   /* n outcomes */
  gboolean controlled;   /* the run has error control */
  double order;          /* exponent p of the rule error ~ h^p, for step-size control or, without it, for the local error */
  double limit;          /* size up to which attempts are accepted: the smallest rejected size, by bisection between the first two neighbours in h of
                            which only the first is accepted; NaN: the smallest size is rejected; INFINITY: none is */
  OdeOutcome beyond;     /* outcome of the attempt just above the limit */
} LabTrialCurve;

/* Makes attempts of the sizes from a fifth to four times the size of the run's attempt, both rounded to 1, 2 or 5 times a power of ten, and finds the
 * limit. Returns NULL with an error if it is cancelled. Free it with lab_trial_curve_free. */
LabTrialCurve *lab_trial_curve (LabTrial *trial, const LabProgress *progress, GError **error);
/* Frees a curve; NULL is allowed. */
void lab_trial_curve_free (LabTrialCurve *curve);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabTrialCurve, lab_trial_curve_free)

G_END_DECLS
