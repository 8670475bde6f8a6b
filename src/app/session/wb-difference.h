/* The difference of a kept run to another, or to the reference solution,
 * computed on a thread of the pool and kept with the run. Main thread.
 *
 * Signal: "changed" when it is there or was refused. */
#pragma once

#include "lab-difference.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

#define WB_TYPE_DIFFERENCE (wb_difference_get_type ())
G_DECLARE_FINAL_TYPE (WbDifference, wb_difference, WB, DIFFERENCE, GObject)

/* Returns the difference of run to another run, or to the reference solution
 * where `to` is NULL. Starts to compute where neither run goes on and rows were
 * added since the last time. Borrowed; it lives as long as run. */
WbDifference *wb_difference_of (WbRunItem *run, WbRunItem *to);
/* Returns the difference, borrowed; NULL where it is not computed yet or was
 * refused. */
const LabDifference *wb_difference_result (WbDifference *self);
/* Returns whether it is being computed. */
gboolean wb_difference_is_busy (WbDifference *self);
/* Returns the message of a refusal, or NULL. */
const char *wb_difference_error (WbDifference *self);

G_END_DECLS
