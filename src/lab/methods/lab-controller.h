/* Predicts the steps that another step-size controller would choose, from the attempts of a run. Any thread. */
#pragma once

#include <glib.h>

#include "ode-attempt.h"
#include "ode-control.h"

G_BEGIN_DECLS

typedef struct
{
  double t, h;
  double error;        /* norm of the estimate over the tolerance */
  gboolean accepted;
} LabControlledStep;

/* Predicts the attempts of a controller from t_start to t_end, given n attempts of a run with the same method and tolerances, of which the
 * first gives the first step size. control has the rule and no history; the function changes it. p is the exponent of the error in the step
 * size. Returns an array of LabControlledStep of at most `most` attempts, or NULL if no attempt has an estimate of its error. */
GArray *lab_controller_predict (const OdeAttempt *attempts, gsize n, OdeControl *control, double p, double t_start, double t_end, guint most);

G_END_DECLS
