/* The difference of a kept run from another run or from the reference solution.
 * It is computed on a thread of the pool and stored with the run. Main thread.
 *
 * Signal: "changed" when the result is available or the computation was
 * refused. */
#pragma once

#include "lab-difference.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

#define WB_TYPE_DIFFERENCE (wb_difference_get_type ())
G_DECLARE_FINAL_TYPE (WbDifference, wb_difference, WB, DIFFERENCE, GObject)

/* Returns the difference of run from another run; if to is NULL, from the reference solution. Starts the computation if neither run is
 * running and rows were added since the last computation. Borrowed; it exists as long as run. */
WbDifference *wb_difference_of (WbRunItem *run, WbRunItem *to);
/* Returns the difference, borrowed; NULL if it is not computed yet or was
 * refused. */
const LabDifference *wb_difference_result (WbDifference *self);
/* Returns whether the computation is running. */
gboolean wb_difference_is_busy (WbDifference *self);
/* Returns the message if the computation was refused, or NULL. */
const char *wb_difference_error (WbDifference *self);

G_END_DECLS
