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
  double *dt; /* n_columns derivatives of the event's time */
  double *dx; /* n_states × n_columns derivatives of the state after the event, taken at the event's time */
} LabSensitivityEvent;

typedef struct
{
  SimReason reason;
  char *message; /* reason why the run failed; NULL: it did not */
  double t;      /* time at which the run ended */
  int n_states;
  double *x;      /* n_states states at t */
  char **columns; /* n_columns names: the parameters, followed by the states whose initial values are varied */
  int n_columns, n_parameters;
  double *values; /* n_columns values of these parameters and initial values */
  double *dx; /* derivatives ∂x/∂column of the last state, n_states × n_columns, row-major; NaN in refused columns. If the time at which the
               * run ends depends on a column, its change is included */
  double *dt;          /* n_columns derivatives of the time at which the run ends; NaN in refused columns */
  double *size;        /* n_states largest |x| of the run */
  double *error;       /* estimated errors of dx, n_states × n_columns */
  char **refused;      /* n_columns reasons why a derivative does not exist or cannot be computed; NULL: it was computed */
  GArray *events;      /* LabSensitivityEvent */
  SimTrajectory *rows; /* rows of the run: t, n_states states, then the n_columns columns of derivatives, each with n_states values, 0 from
                        * the time at which a column is refused; may be NULL */
} LabSensitivity;

/* Integrates the problem together with its variational equations, three times with tighter tolerances, and compares the derivatives with
 * differences of runs. parameters and initial are the names of varied parameters and states, NULL-terminated; both may be NULL. Only the
 * model, its values, the time span, events_off and the settings max_step, guard and suppress_initialization of the problem matter: the
 * derivatives are those of the exact solution, not of a run with some method. A run that fails before the end gives a valid result. Returns
 * NULL with an error if the model has no symbolic derivatives, an event acts at each step, a name is unknown, or the study is cancelled. */
LabSensitivity *lab_sensitivity_new (
    const LabProblem *problem, const char *const *parameters, const char *const *initial, const LabProgress *progress, GError **error);
/* Integrates the problem together with its variational equations once, with relative tolerance 1e-7, and stores the rows of the run with
 * its derivatives in the member `rows`. The members `error` are 0, and there is no comparison with differences. Errors are those of
 * lab_sensitivity_new. */
LabSensitivity *lab_sensitivity_new_with_rows (
    const LabProblem *problem, const char *const *parameters, const char *const *initial, const LabProgress *progress, GError **error);
/* A point of a run at a requested time. Everything is valid during the call only. */
typedef struct
{
  int index;          /* index of the time */
  double t;
  ModelSystem *model; /* an instance with the parameters and the discrete states of the point */
  const double *x, *z;
  const double *S, *Z; /* derivatives ∂x/∂column and ∂z/∂column: column c of the n_states states begins at S + c n_states, of the n_discrete at Z + c n_discrete */
} LabSensitivityPoint;
/* Receives the points of a run in the order of the times. */
typedef void (*LabSensitivityPointFunc) (gpointer user, const LabSensitivityPoint *point);
/* The requested times of a run and how it is integrated. */
typedef struct
{
  const double *times; /* ascending, not before the start of the problem */
  int n_times;
  gboolean tight;      /* TRUE: tolerances ten times tighter */
  const OdeMethod *method; /* the method, which the first run chooses if this is NULL */
  LabSensitivityPointFunc func;
  gpointer user;
} LabSensitivityTimes;
/* Integrates the problem together with its variational equations once, with a relative tolerance of 1e-10 (1e-9 with an implicit method), to the last of the times, and
 * passes the points to the function. Steps end at these times. At the time of an event the point is that before it. The result, without rows, is that
 * of lab_sensitivity_new without estimated errors and comparison with differences; a run that fails, or ends before the last time, has the points up to there.
 * Errors are those of lab_sensitivity_new. */
LabSensitivity *lab_sensitivity_at_times (const LabProblem *problem, const char *const *parameters, const char *const *initial, LabSensitivityTimes *times,
                                          const LabProgress *progress, GError **error);
/* Returns the reasons for which columns are refused, with their names, as one text; NULL if there are none. Free it with g_free. */
char *lab_sensitivity_refusals (const LabSensitivity *sensitivity);
/* Returns the names of all scalar parameters of a model. Free the list with g_strfreev. */
char **lab_sensitivity_parameters (const Model *model);
/* Frees the result; NULL is allowed. */
void lab_sensitivity_free (LabSensitivity *sensitivity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSensitivity, lab_sensitivity_free)

G_END_DECLS
