/* The difference of two runs over time, or of a run and the reference solution. Runs are repeated bit for bit and
 * evaluated by their dense output, which avoids interpolation errors between stored rows. One thread at a time may use an
 * object. */
#pragma once

#include "lab-run-record.h"

G_BEGIN_DECLS

/* The exponential growth of the distance of two runs. */
typedef struct
{
  double rate;          /* growth rate per unit of time: distance ≈ e^(log_at_first + rate·(t − t_first)); NaN: no exponential growth */
  double log_at_first;  /* natural logarithm of the fitted distance at t_first */
  double t_first, t_last; /* first and last time of the points used in the fit */
  double r_squared;     /* coefficient of determination r² of the fitted line */
} LabGrowth;

typedef struct
{
  int n_states;
  gsize n;
  double *t;        /* n times: those of both runs up to the end of the shorter one, at most LAB_DIFFERENCE_TIMES of each, evenly chosen */
  double *values;   /* differences a − b of the states, n × n_states; NaN if a or b is unknown */
  double *distance; /* Euclidean norm of each row of `values`, n numbers; NaN if a value is NaN */
  LabGrowth growth; /* exponential growth of the distance of two runs; with a reference solution its rate is NaN */
  double t_known;   /* last time at which the difference is known; NaN: none */
  char *reference_source; /* how the reference was computed (LabReference.source); NULL for the difference of two runs */
} LabDifference;

/* Largest number of times taken from each run. It exceeds the width of a plot in pixels, and is small enough for a fast computation. */
#define LAB_DIFFERENCE_TIMES 10000

/* Computes a − b. If b is NULL, computes a minus the reference solution. Both runs must have the same states.
 * Returns NULL with an error if it is cancelled, if there is no reference solution, or if a run cannot be
 * repeated. */
LabDifference *lab_difference_new (const LabRunRecord *a, const LabRunRecord *b, const LabProgress *progress, GError **error);
/* Frees a difference; NULL is allowed. */
void lab_difference_free (LabDifference *difference);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabDifference, lab_difference_free)
/* Fits exponential growth to n distances ≥ 0 (NaN: unknown) at ascending times. The rate is NaN unless the growth is certainly exponential
 * by the rules of lab-difference.c. */
LabGrowth lab_growth_fit (const double *t, const double *distance, gsize n);

G_END_DECLS
