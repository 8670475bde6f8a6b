/* The repetition of a finished run. A change of a parameter, initial value or constant after the end of a run starts the run again. A
 * gesture of the pointer is a single undo step. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Begins a gesture of the pointer. All changes of values until wb_session_end_gesture become one undo step. words: its name if several
 * values change; NULL means the name of the changed value. */
void wb_session_begin_gesture (WbSession *self, const char *words);
/* Ends a gesture. Does nothing if no gesture has begun. */
void wb_session_end_gesture (WbSession *self);
/* Repeats the current run from its start with the current values, as fast as possible. The previous run becomes a ghost, which plots draw
 * faint. Does nothing if the run has not started. */
void wb_session_repeat (WbSession *self);
/* Returns whether a repetition is going to be started, or is running and not shown yet. */
gboolean wb_session_is_repeating (WbSession *self);

G_END_DECLS
