/* Texts of lessons: paragraphs with emphasis and formulas. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a box with the paragraphs of a text, in the notation of lesson files. text may be NULL. */
GtkWidget *wb_lesson_text_new (const char *text);

G_END_DECLS
