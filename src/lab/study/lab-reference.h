/* The reference solution of a problem, against which errors are measured: the
 * model's closed form, its reference values, or two high-accuracy runs by
 * unrelated methods that agree. Any one thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_REFERENCE_CLOSED_FORM, /* the key `exact` of the model */
  LAB_REFERENCE_STORED,      /* the key `reference` of the model, at the end time */
  LAB_REFERENCE_TWO_RUNS,
} LabReferenceKind;

/* The states at the end of the problem. */
typedef struct
{
  LabReferenceKind kind;
  char *source;        /* description for users: "verner98 and dop853 at accuracy 1e-12, which agree to 2.0e-12"; translated; owned */
  double agreement;    /* difference of the two runs, computed by lab_reference_error; 0 for the other kinds */
  int n_states;
  double *x;           /* n_states numbers; NaN: unknown; owned */
} LabReference;

/* Largest difference at which two runs, or a run and a known value, are
 * accepted as the reference. A method whose own error is below this bound is
 * not ranked by its error, because the error of the reference may be as large. */
#define LAB_REFERENCE_AGREEMENT 1e-6

/* Finds the reference at problem->t_end. Returns FALSE with an error if there
 * is none (the message begins with "no reference solution"), or if it is
 * cancelled. */
gboolean lab_reference_find (const LabProblem *problem, const LabProgress *progress, LabReference *reference, GError **error);
/* Frees the contents of a reference. */
void lab_reference_clear (LabReference *reference);
/* Returns max |x − r| / max (1, |r|) over the known states r of the reference;
 * NaN if none is known or x has a NaN. */
double lab_reference_error (const LabReference *reference, const double *x);
/* Returns the error like lab_reference_error with scale[n_states] instead of 1
 * in the denominator: the size with which each state is compared; 0: |r|
 * itself. */
double lab_reference_scaled_error (const LabReference *reference, const double *x, const double *scale);

/* Computes the reference at ascending times t[n] into x[n × n_states]: from the
 * closed form or, without one, by a high-accuracy run; NaN if unknown. Call it
 * after lab_reference_find has succeeded. Returns FALSE with an error on
 * failure. */
gboolean lab_reference_at (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, const LabProgress *progress,
                           GError **error);
/* Computes two high-accuracy runs at t[n], for a problem without a reference at
 * its end. *n_known is set to the number of times from the first on at which
 * they agree, or to 0 if that is less than a tenth of the span, and *source as
 * in LabReference (owned by the caller). x[n × n_states] gets the states of the
 * first run. Returns FALSE with an error if it is cancelled or a run cannot
 * start. */
gboolean lab_reference_agreeing_part (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, gsize *n_known,
                                      char **source, const LabProgress *progress, GError **error);

G_END_DECLS
