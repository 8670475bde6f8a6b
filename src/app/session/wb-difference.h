/* The difference between a kept run and another run or the reference solution. It
 * is computed on a thread of the pool and stored with the run. Main thread.
 *
 * Signal: "changed" when the result is available or the computation was
 * refused. */
#pragma once

#include "lab-difference.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

#define WB_TYPE_DIFFERENCE (wb_difference_get_type ())
G_DECLARE_FINAL_TYPE (WbDifference, wb_difference, WB, DIFFERENCE, GObject)

/* Returns the difference of run from another run or, if `to` is NULL, from the reference solution. The object is borrowed and exists as
 * long as run. Starts the computation if rows were added since the last one and neither run is running. */
WbDifference *wb_difference_of (WbRunItem *run, WbRunItem *to);
/* Returns the result of the computation, borrowed. Returns NULL if it is not complete or was
 * refused. */
const LabDifference *wb_difference_result (WbDifference *self);
/* Returns whether the difference is being computed. */
gboolean wb_difference_is_busy (WbDifference *self);
/* Returns the message if the computation was refused, borrowed, or NULL. */
const char *wb_difference_error (WbDifference *self);

G_END_DECLS
