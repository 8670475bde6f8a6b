/* The step of an event, made again from the same start as if the step-size control had proposed another size, and held for searches. A trial changes
 * nothing in the run: it has its own simulator. What a run does with a proposed size happens here too: a rejected attempt is repeated with a
 * smaller size, and no step passes a scheduled event, a switch or the end. One thread at a time may use a trial. */
#pragma once

#include "lab-event-crossings.h"

G_BEGIN_DECLS

typedef struct LabEventTrial LabEventTrial;

/* Makes a trial of the step of an event. Neither is needed afterwards. Returns NULL with an error if the method chooses the size of its steps itself,
 * or a trial with the size of the run does not give the numbers of the run. */
LabEventTrial *lab_event_trial_new (const LabRunRecord *run, const LabEvent *event, GError **error);
/* Frees a trial; NULL is allowed. */
void lab_event_trial_free (LabEventTrial *trial);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEventTrial, lab_event_trial_free)
/* Makes the step with the proposed size h > 0. The result uses the simulator of the trial and is valid until the next step. Returns NULL with an
 * error if no step can be made. Free it with lab_event_free. */
LabEvent *lab_event_trial_step (LabEventTrial *trial, double h, GError **error);

/* What happens at many sizes. */
typedef struct
{
  int n;
  double *h;              /* n proposed sizes, ascending with constant ratio */
  double *taken;          /* n sizes of the steps that follow from h, after rejections and cuts; NaN: no step succeeds */
  LabCrossings *crossings;/* n sets of crossings in these steps */
  int looks;              /* number of guard points of the search */
  double limit;           /* size from which a crossing is missed: the largest size before it, by bisection between the first two neighbours in h of
                             which only the second misses one; NaN: the smallest size misses one; INFINITY: none does */
} LabEventCurve;

/* Makes steps of the sizes from a fifth to four times the size in the run, both rounded to 1, 2 or 5 times a power of ten, searches each with the root
 * finder of the run, and finds the limit. Returns NULL with an error if it is cancelled. Free it with lab_event_curve_free. */
LabEventCurve *lab_event_curve (LabEventTrial *trial, int witness, double window, int looks, gboolean ranges, const LabProgress *progress, GError **error);
/* Frees a curve; NULL is allowed. */
void lab_event_curve_free (LabEventCurve *curve);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabEventCurve, lab_event_curve_free)

G_END_DECLS
