/* The tab Lessons of the sidebar. It shows the search, the filters and the chapters of the list, or the open lesson. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lesson-list.h"
#include "wb-lessons.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSON_SIDEBAR (wb_lesson_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonSidebar, wb_lesson_sidebar, WB, LESSON_SIDEBAR, GtkWidget)

/* Makes the sidebar for a list, which must outlive the sidebar. */
GtkWidget *wb_lesson_sidebar_new (WbLessons *lessons, WbLessonList *list);
/* Moves the keyboard focus to the search field. */
void wb_lesson_sidebar_search (WbLessonSidebar *self);
/* Selects the row of a chapter, so that the list shows its lessons. */
void wb_lesson_sidebar_show_chapter (WbLessonSidebar *self, LabChapter chapter);

G_END_DECLS
