/* Forward sensitivities of a run to parameters and initial values, also through
 * events. One thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* An event of the run that a state triggered. */
typedef struct
{
  int event;
  double t;
  double *dt;     /* n_columns: derivative of its time */
  double *dx;     /* n_states × n_columns: of the state after it, along with its time */
} LabSensitivityEvent;

typedef struct
{
  SimReason reason;
  char *message;      /* why the run failed, else NULL */
  double t;           /* where the run ended */
  int n_states;
  double *x;          /* n_states */
  char **columns;     /* n_columns names: parameters, then states whose initial values are meant */
  int n_columns, n_parameters;
  double *values;     /* n_columns: of the parameters and initial values */
  double *dx;         /* n_states × n_columns, row-major: ∂x/∂column at t */
  GArray *events;     /* LabSensitivityEvent */
} LabSensitivity;

/* Integrates the problem with its variational equations. parameters and initial
 * name what is varied and may be NULL; both end in NULL. Returns NULL with an
 * error where the model has no symbolic derivatives, a name is unknown, or the
 * study was cancelled. A run that fails on the way is a result. */
LabSensitivity *lab_sensitivity_new (const LabProblem *problem, const char *const *parameters, const char *const *initial,
                                     const LabProgress *progress, GError **error);
/* Frees sensitivities; NULL is allowed. */
void lab_sensitivity_free (LabSensitivity *sensitivity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSensitivity, lab_sensitivity_free)

G_END_DECLS
