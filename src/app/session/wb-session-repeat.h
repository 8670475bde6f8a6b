/* The repetition of a finished run after a change of a value, and gestures that
 * are one step of undo. Changes of parameters, initial values and constants
 * after the end of a run repeat it by themselves. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Begins a gesture of the pointer: all changes of values until
 * wb_session_end_gesture are one step of undo. `words` names it if it changes
 * several values; NULL: the name of the changed value. */
void wb_session_begin_gesture (WbSession *self, const char *words);
/* Ends a gesture; without a gesture does nothing. */
void wb_session_end_gesture (WbSession *self);
/* Repeats the current run with the current values from its start, as fast as
 * possible; the run before becomes a ghost. A run that has not begun stays as
 * it is. */
void wb_session_repeat (WbSession *self);
/* Returns whether a repetition is due or is not shown yet. */
gboolean wb_session_is_repeating (WbSession *self);

G_END_DECLS
