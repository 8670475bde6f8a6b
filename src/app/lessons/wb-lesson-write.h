/* Writes a new lesson from the state of a session. Main thread. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Returns the text of a lesson file in a folder that shows the session. The lesson has a page with all plots, and a page for each plot with a pinned
 * readout. The visible runs become runs of the lesson, and pinned readouts become expected numbers. Appends to notes (char *) a sentence
 * for each part of the session that a lesson cannot contain. Returns NULL if the session has no model. Free the text with g_free. */
char *wb_lesson_text_of_session (WbSession *session, const char *folder, GPtrArray *notes);
/* Writes the lesson of wb_lesson_text_of_session into the user's folder of models, under a file name that is not used yet. Returns the path
 * of the file, which the caller frees with g_free, or NULL with an error. */
char *wb_lesson_new_from_session (WbSession *session, GPtrArray *notes, GError **error);

G_END_DECLS
