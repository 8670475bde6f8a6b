/* Forward sensitivities of a run with respect to parameters and initial values, also through events. One thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* An event of the run that depends on the state. */
typedef struct
{
  int event;
  double t;
  double *dt;     /* n_columns: derivatives of its time */
  double *dx;     /* n_states × n_columns: derivatives of the state after it, along with its time */
} LabSensitivityEvent;

typedef struct
{
  SimReason reason;
  char *message;      /* the reason if the run failed, else NULL */
  double t;           /* time at which the run ended */
  int n_states;
  double *x;          /* n_states numbers */
  char **columns;     /* n_columns names: parameters, then states whose initial values are varied */
  int n_columns, n_parameters;
  double *values;     /* n_columns: values of these parameters and initial values */
  double *dx;         /* n_states × n_columns, row-major: ∂x/∂column at t */
  GArray *events;     /* LabSensitivityEvent */
} LabSensitivity;

/* Integrates the problem with its variational equations. parameters and initial are the names of varied parameters and states; each ends
 * with NULL and may be NULL. Returns NULL with an error if the model has no symbolic derivatives, a name is unknown, or the study is
 * cancelled. A run that fails before the end is a valid result. */
LabSensitivity *lab_sensitivity_new (const LabProblem *problem, const char *const *parameters, const char *const *initial,
                                     const LabProgress *progress, GError **error);
/* Frees sensitivities; NULL is allowed. */
void lab_sensitivity_free (LabSensitivity *sensitivity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSensitivity, lab_sensitivity_free)

G_END_DECLS
