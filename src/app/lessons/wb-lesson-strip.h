/* A strip below the plot with the open lesson, for lecture mode and narrow windows. It has the question, the guess or the result, and the
 * main button. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSON_STRIP (wb_lesson_strip_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonStrip, wb_lesson_strip, WB, LESSON_STRIP, GtkWidget)

/* Makes the strip. It updates when the open lesson or its page changes. */
GtkWidget *wb_lesson_strip_new (WbLessons *lessons);

G_END_DECLS
