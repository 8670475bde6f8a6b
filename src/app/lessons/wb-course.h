/* The course of the first screen: five numbered chapters with their first lessons, beside each other or as rows. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lesson-library.h"

G_BEGIN_DECLS

#define WB_TYPE_COURSE (wb_course_get_type ())
G_DECLARE_FINAL_TYPE (WbCourse, wb_course, WB, COURSE, GtkWidget)

/* Makes the course with the present progress of the reader. go_on: the lesson to read next, or NULL. A lesson activates the action win.lesson-open (s), a
 * chapter the action win.lesson-chapter (i). */
GtkWidget *wb_course_new (const WbLessonEntry *go_on);
/* Moves the focus into the course: to the lesson to read next, or to its chapter. */
void wb_course_enter (WbCourse *self);
/* Moves the focus from the lesson or chapter that has it by one lesson (rows) and by one chapter (columns). Returns FALSE if there is none. */
gboolean wb_course_move (WbCourse *self, int columns, int rows);

G_END_DECLS
