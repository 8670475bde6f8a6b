/* Texts of lessons: paragraphs with emphasis and formulas. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a box with the paragraphs of a text of a lesson file, in which *…* is emphasis and $…$ a formula. text NULL: an empty, hidden box. */
GtkWidget *wb_lesson_text_new (const char *text);

G_END_DECLS
