/* A new lesson from the state of a session. Main thread. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Returns the text of a lesson file that shows the session: a page with its plots, and a page for each plot with a pinned readout. The
 * visible runs become runs of the lesson, and pinned values become expected numbers. Appends to notes (char *) a sentence for each part of
 * the session that a lesson cannot contain. Returns NULL if the session has no model. Free it with g_free. */
char *wb_lesson_text_of_session (WbSession *session, GPtrArray *notes);
/* Writes such a lesson into the user's folder of models under the first unused name. Returns the path of the file, or NULL with an error.
 * Free it with g_free. */
char *wb_lesson_new_from_session (WbSession *session, GPtrArray *notes, GError **error);

G_END_DECLS
