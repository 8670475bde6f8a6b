/* The repetition of a finished run after a change of a value: a change of parameters, initial values or constants after the end of a run
 * starts it again. A gesture of the pointer is a single undo step. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Begins a gesture of the pointer: all changes of values until wb_session_end_gesture are one undo step. `words` is its name if it changes
 * several values; if words is NULL, the name is that of the changed value. */
void wb_session_begin_gesture (WbSession *self, const char *words);
/* Ends a gesture. If there is none, does nothing. */
void wb_session_end_gesture (WbSession *self);
/* Repeats the current run with the current values from its start, as fast as possible. The previous run becomes a ghost, which plots draw
 * faint. A run that has not started is not changed. */
void wb_session_repeat (WbSession *self);
/* Returns whether a repetition is due or is running and not shown yet. */
gboolean wb_session_is_repeating (WbSession *self);

G_END_DECLS
