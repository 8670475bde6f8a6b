/* Predicts the steps that another step-size controller would choose along the solution of a run. The function may be called from any
 * thread. */
#pragma once

#include "lab-problem.h"
#include "ode-attempt.h"
#include "ode-control.h"

G_BEGIN_DECLS

typedef struct
{
  double t, h;
  double error;        /* norm of the error estimate, relative to the tolerance; NaN: no estimate */
  OdeOutcome outcome;
} LabControlledStep;

/* Predicts the attempts of a controller from the start of the problem to t_end. config contains the settings of the run, and attempts[n] are its
 * attempts; the first gives the first step size. control contains the rule of the controller; the function changes it. Returns an array of at
 * most `most` LabControlledStep. Returns NULL with an error if the run cannot start or the study is cancelled, and NULL without an error if
 * the attempts have no error estimate. */
GArray *lab_controller_predict (const LabProblem *problem, const SimConfig *config, const OdeAttempt *attempts, gsize n, OdeControl *control,
                                double t_end, guint most, const LabProgress *progress, GError **error);

G_END_DECLS
