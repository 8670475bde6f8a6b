/* Measures what limits the steps of a run. Parts of the run, or all of it, are repeated with a tenth of the tolerance, and the accepted
 * steps are counted:
 *
 *   the number does not change                  stability limits the steps
 *   the number grows as tolerance^(−1/p)        accuracy limits them; p is the order of the error estimate
 *
 * One thread at a time may use a result. */
#pragma once

#include "lab-run-record.h"
#include "sim-explain.h"

G_BEGIN_DECLS

/* A part of the run: numbers of the steps that begin in [t0, t1) and that no event, limit or end has shortened. */
typedef struct
{
  double t0, t1;
  int64_t steps;           /* in the run */
  int64_t probed;          /* in the repetition with another tolerance */
  int64_t all, all_probed; /* the same numbers of all accepted steps, with those that an event, a limit or the end has shortened */
} LabProbePart;

typedef struct
{
  double factor;        /* factor of the tolerance: 0.1, or 10 if a tenth is tighter than the method permits */
  double order;         /* p, the mean over the steps for methods of variable order */
  GArray *parts;        /* LabProbePart, ascending */
  gboolean complete;    /* the parts are the whole run */
  SimResponse response; /* the result as sim_explain uses it; its arrays belong to this struct */
  double *t, *exponent; /* arrays of `response` */
} LabStepProbe;

/* Measures a completed or paused run whose tape is run->tape. Returns NULL with an error: LAB_STUDY_ERROR_UNSUITED if the steps of the run
 * do not follow from an error estimate, G_IO_ERROR_CANCELLED, or the reason why the run cannot be repeated. Free the result with
 * lab_step_probe_free. */
LabStepProbe *lab_step_probe_new (const LabRunRecord *run, const LabProgress *progress, GError **error);
/* Frees a result; NULL is allowed. */
void lab_step_probe_free (LabStepProbe *probe);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabStepProbe, lab_step_probe_free)

G_END_DECLS
