/* The closed form e (t) of a model (key `exact`), its derivative e', and the sizes of the terms of e, e' and f, by which rounding errors
 * are judged. One thread at a time may use an object. */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

typedef struct ModelClosedForm ModelClosedForm;

/* Compiles the closed form for instances of a model with the constants of `instance`. Returns NULL with an error if there is no plan with
 * these constants or the thread asks to end. */
ModelClosedForm *model_closed_form_new (Model *model, const ModelInstance *instance, GError **error);
/* Frees a closed form; NULL is allowed. */
void model_closed_form_free (ModelClosedForm *form);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelClosedForm, model_closed_form_free)

/* Returns whether the model has a closed form of this state. */
gboolean model_closed_form_has_state (const ModelClosedForm *form, int state);
/* Returns whether the sizes of the terms of f are known. They are not if the accelerations come from a linear solve. */
gboolean model_closed_form_knows_terms (const ModelClosedForm *form);
/* Evaluates e' at t, of a run that starts at t_start in the state x_start[n_states], with the parameters of `system`, into dxdt[n_states].
 * States without a closed form are set to NaN. */
void
model_closed_form_rate (ModelClosedForm *form, const ModelSystem *system, double t, double t_start, const double *x_start, double *dxdt);
/* Returns bounds of rounding errors (expr-magnitude.h) of e, e' and f (t, x) at t and x[n_states]: 3 n_states numbers owned by the form,
 * valid until the next call. The rounding errors of e are contained in those of f. */
const double *model_closed_form_sizes (
    ModelClosedForm *form, const ModelSystem *system, double t, const double *x, double t_start, const double *x_start);

G_END_DECLS
