/* The head of the first screen: one sentence that says what the program is, the way into the course, and a picture of a run. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lesson-library.h"

G_BEGIN_DECLS

#define WB_TYPE_FIRST_SCREEN (wb_first_screen_get_type ())
G_DECLARE_FINAL_TYPE (WbFirstScreen, wb_first_screen, WB, FIRST_SCREEN, GtkWidget)

/* Makes the head without its words; call wb_first_screen_refresh. A row that is too narrow for the picture has only the words. */
GtkWidget *wb_first_screen_new (void);
/* Writes the words anew. go_on: the lesson with which the reader goes on, NULL if all are done; done: the lesson that was finished just before it, or
 * NULL. Both are those of wb_lesson_library_go_on. */
void wb_first_screen_refresh (WbFirstScreen *self, const WbLessonEntry *go_on, const WbLessonEntry *done);
/* Moves the focus to the raised button. */
void wb_first_screen_enter (WbFirstScreen *self);
/* Moves the focus from the button that has it to the next (by = 1) or previous one. Returns FALSE if no button has it. */
gboolean wb_first_screen_move (WbFirstScreen *self, int by);

G_END_DECLS
