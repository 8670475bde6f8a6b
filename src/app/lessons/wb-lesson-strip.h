/* The open lesson as a strip under the plot, for lecture mode and narrow windows: the question, the guess or the result, and the main button. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSON_STRIP (wb_lesson_strip_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonStrip, wb_lesson_strip, WB, LESSON_STRIP, GtkWidget)

/* Makes the strip; it follows the open lesson. */
GtkWidget *wb_lesson_strip_new (WbLessons *lessons);

G_END_DECLS
