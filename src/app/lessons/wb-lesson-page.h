/* The sidebar of an open lesson: title, progress, text, question, and the buttons for the next and the previous
 * page. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSON_PAGE (wb_lesson_page_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonPage, wb_lesson_page, WB, LESSON_PAGE, GtkWidget)

/* Makes the sidebar. It updates when the open lesson or its page changes. */
GtkWidget *wb_lesson_page_new (WbLessons *lessons);

G_END_DECLS
