/* Studies of several integration methods on one problem: comparison, convergence and work-precision. The functions may be called from any
 * thread. */
#pragma once

#include "lab-reference.h"

G_BEGIN_DECLS

/* The times at which the largest error of a run is searched. */
typedef enum
{
  LAB_LARGEST_NONE,  /* it is not computed */
  LAB_LARGEST_STEPS, /* the ends of the steps */
  LAB_LARGEST_DENSE, /* these, and on dense output at a quarter, a half and three quarters of each step */
} LabLargest;

/* The result of one run. */
typedef struct
{
  const OdeMethod *method;
  double setting;      /* step size in lab_converge, otherwise accuracy */
  double error;        /* error at the end, computed by lab_reference_error; NaN: the run failed */
  double largest;      /* largest error over the run, computed likewise; NaN: the run failed, or LAB_LARGEST_NONE */
  double order;        /* lab_converge: observed order, from this row and the one before; NaN in the first row of a method */
  LabRun run;
} LabRow;

typedef struct
{
  LabReference reference;
  double t_end;        /* time at which costs and errors are measured: the end of the problem, or of its reference if that is earlier */
  GArray *rows;        /* LabRow, ordered by method, then by setting */
} LabStudy;
/* Frees a study; NULL is allowed. */
void lab_study_free (LabStudy *study);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabStudy, lab_study_free)

/* Finds the reference of a problem. If may_shorten is TRUE, a reference that is valid only for the first part of the span is accepted,
 * and *t_end is set to its end; otherwise *t_end is unchanged. Returns FALSE with an error if there is no reference, or the study is
 * cancelled. */
gboolean lab_study_find_reference (const LabProblem *problem, gboolean may_shorten, LabReference *reference, double *t_end,
                                   const LabProgress *progress, GError **error);

/* Measures cost and error of each method with the settings of the problem. If the
 * problem is chaotic, both are measured at the time at which the reference runs
 * begin to disagree (t_end of the study). Returns NULL with an error if there is
 * no reference solution, a method or setting is refused, or the study is
 * cancelled. */
LabStudy *lab_compare (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const LabProgress *progress,
                       GError **error);
/* Measures error and order of each method with fixed steps of the sizes steps[n_steps]. If steps is NULL,
 * the sizes are span/16, span/32, … span/2048. The largest errors are those of second runs, so that the costs do not contain them. An end of a step
 * at which an event was located has no error, because the event of the reference is at another time. Returns NULL with an error in the same cases as
 * lab_compare. */
LabStudy *lab_converge (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *steps, int n_steps,
                        LabLargest largest, const LabProgress *progress, GError **error);
/* Measures cost and error of each method with the given accuracies. If they are NULL, they are 1e-3, 1e-4, … 1e-11. Returns NULL with an
 * error in the same cases as lab_compare. */
LabStudy *lab_work_precision (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const double *accuracies,
                              int n_accuracies, LabLargest largest, const LabProgress *progress, GError **error);

G_END_DECLS
