/* The difference of a kept run to another, or to the reference solution, computed on a thread of the pool and kept with the run. Main thread.
 *
 * Signal: "changed" when it is there or was refused. */
#pragma once

#include "lab-difference.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

#define WB_TYPE_DIFFERENCE (wb_difference_get_type ())
G_DECLARE_FINAL_TYPE (WbDifference, wb_difference, WB, DIFFERENCE, GObject)

/* run − to; to NULL: run − reference. Begins to compute where neither run is under way and rows were added since the last time. Borrowed: lives as
 * long as run. */
WbDifference *wb_difference_of (WbRunItem *run, WbRunItem *to);
/* NULL: not yet, or refused. */
const LabDifference *wb_difference_result (WbDifference *self);
gboolean wb_difference_is_busy (WbDifference *self);
/* Why it was refused; NULL: it was not. */
const char *wb_difference_error (WbDifference *self);

G_END_DECLS
