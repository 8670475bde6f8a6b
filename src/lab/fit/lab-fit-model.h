/* The values that a model predicts for measured points, as functions of parameters and initial values, with their derivatives. One thread at a time may
 * use an object. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* One measured value. */
typedef struct
{
  int series;   /* index of the expression that predicts it */
  double t, value;
  double error; /* standard deviation; NaN: not given */
  int line;     /* line of the file */
} LabFitPoint;

typedef struct LabFitModel LabFitModel;

/* Makes the predictions of n_points points, ascending in t, by expressions[n_expressions] of the model's names. parameters and initial are the fitted
 * parameters and states, NULL-terminated; together they are the columns. Everything but the problem is copied. Returns NULL with an error if a
 * name is unknown or an expression is wrong. */
LabFitModel *lab_fit_model_new (const LabProblem *problem, const char *const *parameters, const char *const *initial, const char *const *expressions,
                                const LabFitPoint *points, int n_points, GError **error);
/* Frees the object; NULL is allowed. */
void lab_fit_model_free (LabFitModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabFitModel, lab_fit_model_free)
/* Returns the number of fitted quantities. */
int lab_fit_model_n_columns (const LabFitModel *model);
/* Returns their values in the model, one for each column; owned by the object. */
const double *lab_fit_model_start (const LabFitModel *model);
/* Computes the predictions y[n_points] for theta[n_columns], and their derivatives J[n_points · n_columns], row-major, unless J is NULL. tight: with
 * tolerances ten times tighter. A run that fails or ends before the last point sets *failure to the reason, which the caller frees. Returns FALSE with
 * an error only if the study is cancelled or no run can start. */
gboolean lab_fit_model_evaluate (LabFitModel *model, const double *theta, gboolean tight, double *y, double *J, char **failure, const LabProgress *progress,
                                 GError **error);
/* Returns the reason why derivatives are differences of runs: of all columns, or of some in the last evaluation. NULL: they are not. Owned by the object. */
const char *lab_fit_model_differences (const LabFitModel *model);

G_END_DECLS
