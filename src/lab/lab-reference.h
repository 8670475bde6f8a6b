/* The reference solution of a problem, against which errors are measured: the
 * model's closed form, its reference values, or two high-accuracy runs by
 * unrelated methods that agree. Any one thread. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_REFERENCE_CLOSED_FORM, /* `exact` of the model */
  LAB_REFERENCE_STORED,      /* `reference` of the model at the end time */
  LAB_REFERENCE_TWO_RUNS,
} LabReferenceKind;

/* The states at the end of the problem. */
typedef struct
{
  LabReferenceKind kind;
  char *source;        /* for people: "verner98 and dop853 at accuracy 1e-12, which agree to 2.0e-12"; translated; owned */
  double agreement;    /* difference of the two runs, as lab_reference_error; 0 for the other kinds */
  int n_states;
  double *x;           /* NaN: not known; owned */
} LabReference;

/* Largest difference at which two runs, or a run and a known value, are
 * accepted as the reference. Half of the digits of a double: a method whose own
 * error is below 1e-6 of the state is then not ranked by the error of the
 * reference. */
#define LAB_REFERENCE_AGREEMENT 1e-6

/* Finds the reference at problem->t_end. FALSE with an error: there is none
 * (the message begins with "no reference solution"), or cancelled. */
gboolean lab_reference_find (const LabProblem *problem, const LabProgress *progress, LabReference *reference, GError **error);
/* Frees the contents of a reference. */
void lab_reference_clear (LabReference *reference);
/* Returns max |x − r| / max (1, |r|) over the known states r of the reference;
 * NaN if none is known or x has a NaN. */
double lab_reference_error (const LabReference *reference, const double *x);
/* Returns the same with scale[n_states], the size that each state is compared
 * with, in place of 1; 0: |r| itself. */
double lab_reference_scaled_error (const LabReference *reference, const double *x, const double *scale);

/* Computes the reference at ascending times t[n] into x[n × n_states]: the
 * closed form, else one high-accuracy run; NaN where it is not known. Call it
 * when lab_reference_find has succeeded. FALSE with an error. */
gboolean lab_reference_at (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, const LabProgress *progress,
                           GError **error);
/* Computes two high-accuracy runs at t[n], for a problem without a reference at
 * its end. Sets *n_known to the number of first times at which they agree, 0 if
 * that is less than a tenth of the span, and *source as in LabReference (owned
 * by the caller). x[n × n_states] has the states of the first run. FALSE with
 * an error if cancelled or a run cannot start. */
gboolean lab_reference_agreeing_part (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, gsize *n_known,
                                      char **source, const LabProgress *progress, GError **error);

G_END_DECLS
