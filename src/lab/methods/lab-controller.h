/* Predicts, from the attempts of a run, the steps that another step-size controller would choose. The function may be called from any
 * thread. */
#pragma once

#include "lab-problem.h"
#include "ode-attempt.h"
#include "ode-control.h"

G_BEGIN_DECLS

typedef struct
{
  double t, h;
  double error;        /* norm of the error estimate, relative to the tolerance */
  gboolean accepted;
} LabControlledStep;

/* Predicts the attempts of a controller from t_start to t_end. `attempts` are n attempts of a run with the same method and tolerances; the first
 * gives the first step size. control contains the rule of the controller and no history; the function changes it. p is the exponent of the step size
 * that the controller assumes, and `power` that of the error estimate. Returns an array of at most `most` LabControlledStep. Returns NULL without an
 * error if no attempt has an error estimate, and NULL with an error if the study is cancelled. */
GArray *lab_controller_predict (const OdeAttempt *attempts, gsize n, OdeControl *control, double p, double power, double t_start, double t_end, guint most,
                                const LabProgress *progress, GError **error);

G_END_DECLS
