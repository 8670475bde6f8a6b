/* Measures of which order the error estimate of a method is, compared with the error of a step. */
#pragma once

#include <glib.h>

#include "ode-method.h"
#include "ode-system.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_ESTIMATE_UNKNOWN, /* the method has no estimate, chooses its steps itself, or does not make the test steps */
  LAB_ESTIMATE_ABOVE,   /* the estimate is of lower order than the error of a step, which is far smaller with small steps */
  LAB_ESTIMATE_ERROR, /* the estimate is of the order of the error of a step, so that the errors of many steps may add up to many tolerances
                       */
  LAB_ESTIMATE_ZERO,  /* the estimate is zero up to rounding, but the error is not */
} LabEstimate;

/* Compares the error estimate of a method with the error of a step on a pendulum or, if linear is TRUE, on an undamped oscillator, a linear
 * equation with constant coefficients. */
LabEstimate lab_estimate_find (const OdeMethod *method, gboolean linear);
/* Returns whether f (t, x) = A x + b with constant A and b as far as two states tell: f does not depend on t, and the Jacobian is the same
 * at both. */
gboolean lab_estimate_is_linear (const OdeSystem *system, double t, const double *x, const double *y);

G_END_DECLS
