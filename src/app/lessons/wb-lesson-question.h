/* The question of a page: its text, the controls for the guess, and the hint. After the reveal it shows the guess beside the measured and
 * the expected number. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSON_QUESTION (wb_lesson_question_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonQuestion, wb_lesson_question, WB, LESSON_QUESTION, GtkWidget)

/* Makes the widget for the question of the current page. It is empty if the page has no question. It shows only this page; make a new one
 * for another page. */
GtkWidget *wb_lesson_question_new (WbLessons *lessons);
G_END_DECLS
