/* Finds the reference solution of a problem, against which errors are measured: the model's closed form, its stored
 * reference values, or two high-accuracy runs by unrelated methods that agree. The functions may be called from any
 * thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_REFERENCE_CLOSED_FORM, /* from the key `exact` of the model */
  LAB_REFERENCE_STORED,      /* from the key `reference` of the model, which has a point at the end time */
  LAB_REFERENCE_TWO_RUNS,
} LabReferenceKind;

/* The reference states at the end of the problem. */
typedef struct
{
  LabReferenceKind kind;
  char *source;        /* description for users, translated: "verner98 and dop853 at accuracy 1e-12, which agree to 2.0e-12"; owned */
  double agreement;    /* difference of the two runs, computed by lab_reference_error; 0 for other kinds */
  int n_states;
  double *x;           /* n_states numbers, NaN: unknown; owned */
  double *size;        /* n_states numbers: the size of each state, its largest absolute value over the span (lab-size.h); owned */
} LabReference;

/* Largest difference between two runs, or between a run and a known value, with which the reference is
 * accepted. Methods with smaller errors are not ranked, because the error of the reference may be as large as
 * theirs. */
#define LAB_REFERENCE_AGREEMENT 1e-6

/* Finds the reference at problem->t_end. Returns FALSE with an error if there
 * is none (the message begins with "no reference solution"), or if it is
 * cancelled. */
gboolean lab_reference_find (const LabProblem *problem, const LabProgress *progress, LabReference *reference, GError **error);
/* Frees the members of a reference. */
void lab_reference_clear (LabReference *reference);
/* Returns max |x − r| / max (s, |r|) over the states whose reference r is known, where s is the size of the state. Returns NaN if none is known
 * or x contains NaN. */
double lab_reference_error (const LabReference *reference, const double *x);
/* Returns the error like lab_reference_error, with scale[n_states] instead of the sizes of the reference. If scale is 0, the error is relative to
 * |r|. */
double lab_reference_scaled_error (const LabReference *reference, const double *x, const double *scale);

/* Computes the reference at ascending times t[n] into x[n × n_states], from the
 * closed form or, if there is none, by a high-accuracy run. Unknown states are NaN.
 * Call it after lab_reference_find has succeeded. Returns FALSE with an error on
 * failure. */
gboolean lab_reference_at (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, const LabProgress *progress,
                           GError **error);
/* The reference at ascending times that become known one after the other, such as the ends of the steps of a run. */
typedef struct LabReferencePath LabReferencePath;
/* Makes a path from the closed form or, if there is none, from a high-accuracy run. `end` is the reference at the end, which lab_reference_find
 * has found; its sizes are copied. The problem must outlive the path. The run reports to `progress`, which must outlive the path. Returns NULL
 * with an error. */
LabReferencePath *lab_reference_path_new (const LabProblem *problem, const LabReference *end, const LabProgress *progress, GError **error);
/* Frees a path; NULL is allowed. */
void lab_reference_path_free (LabReferencePath *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabReferencePath, lab_reference_path_free)
/* Returns lab_reference_error of the states x at time t, which must not be less than at the call before. Returns NaN if the reference is unknown
 * at t, as after an event that ended its run. */
double lab_reference_path_error (LabReferencePath *path, double t, const double *x);
/* Returns TRUE if the study was cancelled during the high-accuracy run. The errors after that are NaN. */
gboolean lab_reference_path_is_cancelled (const LabReferencePath *path);
/* Returns the reason why the high-accuracy run failed, or NULL; owned by the path. */
const char *lab_reference_path_failure (const LabReferencePath *path);
/* Computes two high-accuracy runs at times t[n], for a problem without a reference
 * at its end. Sets *n_known to the number of times, counted from the first, at which
 * the runs agree; to 0 if these are less than a tenth of the span. Sets *source as
 * in LabReference (owned by the caller), and writes the states of the first run to
 * x[n × n_states]. Returns FALSE with an error if it is cancelled or a run cannot
 * start. */
gboolean lab_reference_agreeing_part (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, gsize *n_known,
                                      char **source, const LabProgress *progress, GError **error);

G_END_DECLS
