/* The question of a page: its text, the controls for the guess, the hint, and
 * after the reveal the guess beside the measured and the expected number. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

#define WB_TYPE_LESSON_QUESTION (wb_lesson_question_get_type ())
G_DECLARE_FINAL_TYPE (WbLessonQuestion, wb_lesson_question, WB, LESSON_QUESTION, GtkWidget)

/* Makes the question of the page that is open now; empty if the page has none.
 * It must be made again for another page. */
GtkWidget *wb_lesson_question_new (WbLessons *lessons);
/* Describes a guess beside the measured number, such as "23 times too small" or
 * "within 10 %"; "no guess" if guess is NaN. Free it with g_free. */
char *wb_lesson_compare_guess (double guess, double measured);

G_END_DECLS
