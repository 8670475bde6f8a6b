/* A strip at the foot of a view with the open lesson, at most 96 px high. It has the question, the guess or the result, the main button, and a
 * button that opens the whole text of the page. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSON_STRIP (wb_lesson_strip_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonStrip, wb_lesson_strip, WB, LESSON_STRIP, GtkWidget)

/* Makes the strip. It updates when the open lesson or its page changes. */
GtkWidget *wb_lesson_strip_new (WbLessons *lessons);
/* Sets whether the title and the segments are a column beside the text, or the title is a line above it. */
void wb_lesson_strip_set_wide (WbLessonStrip *self, gboolean wide);
/* Returns whether the widget with the focus is in the strip. */
gboolean wb_lesson_strip_has_focus (WbLessonStrip *self, GtkWidget *focus);

G_END_DECLS
