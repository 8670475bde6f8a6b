/* The sensitivity band of a run: how much a change of 1 % of all parameters changes its states. It is computed on a thread of the pool and
 * stored with the run. Main thread.
 *
 * Signal: "changed" when the band is available, the computation was refused or it was cancelled. */
#pragma once

#include "lab-sensitivity-band.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

#define WB_TYPE_SENSITIVITY (wb_sensitivity_get_type ())
G_DECLARE_FINAL_TYPE (WbSensitivity, wb_sensitivity, WB, SENSITIVITY, GObject)

/* Returns the sensitivity of a run. The object is borrowed and exists as long as the run. Starts the computation if the run has ended or is
 * paused and has rows for which there is no band. */
WbSensitivity *wb_sensitivity_of (WbRunItem *run);
/* Cancels the computation for this run, if there is one. The next call of wb_sensitivity_of starts it again. */
void wb_sensitivity_cancel (WbRunItem *run);
/* Returns the band, borrowed, or NULL if it is not complete or was refused. */
const LabSensitivityBand *wb_sensitivity_band (WbSensitivity *self);
/* Returns whether the band is being computed. */
gboolean wb_sensitivity_is_busy (WbSensitivity *self);
/* Returns the message if the computation was refused, borrowed, or NULL. */
const char *wb_sensitivity_error (WbSensitivity *self);

G_END_DECLS
