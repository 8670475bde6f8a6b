/* Comparison, convergence and work-precision of integrators on one problem. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef struct
{
  const OdeMethod *method;
  double setting;      /* accuracy or step size of this row */
  double error;        /* against the reference solution; NaN where the run failed */
  double order;        /* observed, from the row before of the same method; NaN for its first */
  LabRun run;
} LabRow;

typedef struct
{
  LabReference reference;
  GArray *rows;        /* LabRow, by method, then setting */
} LabStudy;
void lab_study_free (LabStudy *study);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabStudy, lab_study_free)

/* Each method once with the problem's settings. NULL with an error. */
LabStudy *lab_compare (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const LabProgress *progress,
                       GError **error);
/* Each method at fixed steps; steps NULL: eight, span/16 halved each time. */
LabStudy *lab_converge (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *steps, int n_steps,
                        const LabProgress *progress, GError **error);
/* Each method at accuracies; NULL: 1e-3, 1e-4 … 1e-11. */
LabStudy *lab_work_precision (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *accuracies,
                              int n_accuracies, const LabProgress *progress, GError **error);

G_END_DECLS
