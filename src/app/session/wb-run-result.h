/* A result that is computed from a run: its sensitivity bands, or the measurement of what limits its steps. It is computed on a thread of
 * the pool when the run has ended or is paused, and stored with the run. Main thread.
 *
 * Signal: "changed" when the result is available, the computation was refused or it was cancelled. */
#pragma once

#include "lab-sensitivity-band.h"
#include "lab-step-probe.h"
#include "wb-job.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

/* A kind of results. */
typedef struct
{
  const char *key;
  guint delay; /* time in ms between the end of a run and the computation; the runs of a drag replace each other within it */
  gpointer (*compute) (const LabRunRecord *run, const LabProgress *progress, GError **error);
  GDestroyNotify free;
} WbRunResultKind;
/* The bands LabSensitivityBand: how much a change of 1 % of all parameters changes the states. */
extern const WbRunResultKind wb_run_result_sensitivity;
/* The measurement LabStepProbe. */
extern const WbRunResultKind wb_run_result_probe;

#define WB_TYPE_RUN_RESULT (wb_run_result_get_type ())
G_DECLARE_FINAL_TYPE (WbRunResult, wb_run_result, WB, RUN_RESULT, GObject)

/* Returns the result of a kind of a run. The object is borrowed and exists as long as the run. Starts the computation if the run has ended
 * or is paused and has rows for which there is no result. */
WbRunResult *wb_run_result_of (WbRunItem *run, const WbRunResultKind *kind);
/* Cancels the computation for this run, if there is one. The next call of wb_run_result_of starts it again. */
void wb_run_result_cancel (WbRunItem *run, const WbRunResultKind *kind);
/* Returns the data, of the type that the kind names, borrowed; NULL if they are not complete or were refused. */
gconstpointer wb_run_result_get (WbRunResult *self);
/* Returns whether the result is being computed or will be soon. */
gboolean wb_run_result_is_busy (WbRunResult *self);
/* Returns the message if the computation was refused, borrowed, or NULL. */
const char *wb_run_result_error (WbRunResult *self);

G_END_DECLS
