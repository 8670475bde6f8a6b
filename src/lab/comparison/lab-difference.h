/* The difference of two runs over time, or of a run and the reference solution.
 * Runs are repeated bit for bit and evaluated by their dense output, so that no
 * error of interpolation between stored rows is added. Any one thread. */
#pragma once

#include "lab-growth.h"
#include "lab-run-record.h"

G_BEGIN_DECLS

typedef struct
{
  int n_states;
  gsize n;
  double *t;        /* times of both runs up to the end of the shorter one; at most LAB_DIFFERENCE_TIMES of each run, evenly chosen */
  double *values;   /* n × n_states: a − b; NaN if a or b is unknown */
  double *distance; /* n: Euclidean norm of the rows of values, NaN if one is */
  LabGrowth growth; /* of the distance of two runs; rate NaN with a reference solution, whose distance is the error of one run */
  double t_known;   /* last time with a known value; NaN: there is none */
  char *reference_source; /* as LabReference.source; NULL for the difference of two runs */
} LabDifference;

/* The largest number of times of each run: more than a plot has pixels, and few enough for a fast computation. */
#define LAB_DIFFERENCE_TIMES 10000

/* Computes a − b; b NULL: a minus the reference solution. Both runs need the
 * same states. Returns NULL with an error if it is cancelled, if there is no
 * reference solution, or if a run cannot be repeated. */
LabDifference *lab_difference_new (const LabRunRecord *a, const LabRunRecord *b, const LabProgress *progress, GError **error);
/* Frees a difference; NULL is allowed. */
void lab_difference_free (LabDifference *difference);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabDifference, lab_difference_free)

G_END_DECLS
