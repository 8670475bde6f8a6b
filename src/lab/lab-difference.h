/* The difference of two runs over time, or of a run and the reference solution.
 * Runs are repeated bit for bit and evaluated by their dense output, so that no
 * error of interpolation between stored rows is added. Any one thread. */
#pragma once

#include "lab-run-record.h"

G_BEGIN_DECLS

typedef struct
{
  int n_states;
  gsize n;
  double *t;        /* times of both runs until the end of the shorter one; at most LAB_DIFFERENCE_TIMES of each run, evenly chosen */
  double *values;   /* n × n_states: a − b; NaN where one of them is not known */
  double t_known;   /* last time at which a value is known; NaN: none */
  char *reference_source; /* as LabReference.source; NULL for two runs */
} LabDifference;

/* More times than pixels of a plot; fewer than make a difference slow. */
#define LAB_DIFFERENCE_TIMES 10000

/* Returns a − b; b NULL: a − reference solution. Both need the same states.
 * NULL with an error: cancelled, no reference solution, or a run that cannot be
 * repeated. */
LabDifference *lab_difference_new (const LabRunRecord *a, const LabRunRecord *b, const LabProgress *progress, GError **error);
/* Frees a difference; NULL is allowed. */
void lab_difference_free (LabDifference *difference);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabDifference, lab_difference_free)

G_END_DECLS
