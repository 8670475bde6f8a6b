/* The field and the result of a question whose answer is a number; several kinds use them. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

/* Makes a number field for the guess, which follows it. */
GtkWidget *wb_ask_field_new (WbLessons *lessons);
/* Makes a row that holds a label, the field and, unless it is NULL, an icon. */
GtkWidget *wb_ask_field_row_new (WbLessons *lessons, const char *label, const char *icon);
/* Adds the rows of the result: the guess, the measured number and the expected number. */
void wb_ask_add_numbers (WbLessons *lessons, GtkWidget *box);
/* Returns the result as a sentence, or NULL; see WbAskKind. */
char *wb_ask_number_sentence (WbLessons *lessons);
/* Returns a number with a unit as rich text. Free it with g_free. */
char *wb_ask_with_unit (double value, int digits, const char *unit);
/* Returns a text that compares a guess with the measured number, such as "23 times too small" or "within 10 %", or "no guess" if guess is
 * NaN. Free it with g_free. */
char *wb_lesson_compare_guess (double guess, double measured);

G_END_DECLS
