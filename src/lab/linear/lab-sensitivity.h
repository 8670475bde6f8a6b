/* Forward sensitivities of a run with respect to parameters and initial values, also through events. One thread at a time may use an
 * object. */
#pragma once

#include "lab-problem.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* The sensitivity of an event whose time depends on the state. */
typedef struct
{
  int event;
  double t;
  double *dt;     /* n_columns derivatives of the event's time */
  double *dx;     /* n_states × n_columns derivatives of the state after the event, taken at the event's time */
} LabSensitivityEvent;

typedef struct
{
  SimReason reason;
  char *message;      /* reason why the run failed; NULL: it did not */
  double t;           /* time at which the run ended */
  int n_states;
  double *x;          /* n_states states at t */
  char **columns;     /* n_columns names: the parameters, followed by the states whose initial values are varied */
  int n_columns, n_parameters;
  double *values;     /* n_columns values of these parameters and initial values */
  double *dx;         /* derivatives ∂x/∂column at t, n_states × n_columns, row-major */
  GArray *events;     /* LabSensitivityEvent */
  SimTrajectory *rows; /* rows of the run: t, n_states states, then the n_columns columns of derivatives, each with n_states values; may be NULL */
} LabSensitivity;

/* Integrates the problem together with its variational equations. parameters and initial are the names of varied parameters and states,
 * NULL-terminated; both may be NULL. A run that fails before the end gives a valid result. Returns NULL with an error if the model has no
 * symbolic derivatives, a name is unknown, or the study is cancelled. */
LabSensitivity *lab_sensitivity_new (const LabProblem *problem, const char *const *parameters, const char *const *initial,
                                     const LabProgress *progress, GError **error);
/* Computes the same as lab_sensitivity_new, and also stores the rows of the run with its derivatives in the member `rows`. */
LabSensitivity *lab_sensitivity_new_with_rows (const LabProblem *problem, const char *const *parameters, const char *const *initial,
                                               const LabProgress *progress, GError **error);
/* Returns the names of all scalar parameters of a model. Free the list with g_strfreev. */
char **lab_sensitivity_parameters (const Model *model);
/* Frees the result; NULL is allowed. */
void lab_sensitivity_free (LabSensitivity *sensitivity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSensitivity, lab_sensitivity_free)

G_END_DECLS
