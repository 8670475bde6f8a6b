/* Finds oscillations and decays of a model that a fixed step lets grow. */
#pragma once

#include <glib.h>

#include "ode-method.h"
#include "ode-system.h"

G_BEGIN_DECLS

/* Returns a sentence if n_steps steps of size h with this method multiply a component of the model's linear part at (t, x) by more than 2,
 * although the model does not let it grow. Returns NULL if there is no such component, or if that is not known; then sets *known to FALSE:
 * the method is implicit, has several steps or chooses its steps itself, the system has a mass matrix or more than 60 states, or the
 * Jacobian is not finite. Free the sentence with g_free. */
char *lab_unstable_step_sentence (
    const OdeSystem *system, const OdeMethod *method, double t, const double *x, double h, int64_t n_steps, gboolean *known);

G_END_DECLS
