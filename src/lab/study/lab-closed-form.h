/* The closed form of a model (key `exact`), for the parameters, the start values and the start time of a problem. It is used only after a
 * check against the equations, because a file may contain a closed form that holds only for its own values. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef struct LabClosedForm LabClosedForm;

/* Makes the closed form of a problem and checks it against the equations up to problem->t_end. If the model has none, returns NULL without
 * error and without *why. If it does not hold for this problem, returns NULL and sets *why to a phrase that says so, which the caller owns.
 * Returns NULL with an error if it is cancelled or the model cannot be instantiated. */
LabClosedForm *lab_closed_form_new (const LabProblem *problem, const LabProgress *progress, char **why, GError **error);
/* Frees a closed form; NULL is allowed. */
void lab_closed_form_free (LabClosedForm *form);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabClosedForm, lab_closed_form_free)
/* Evaluates the closed form at t, from the start to the end of the problem, into x[n_states]. States without a closed form are set to
 * NaN. */
void lab_closed_form_at (LabClosedForm *form, double t, double *x);

G_END_DECLS
