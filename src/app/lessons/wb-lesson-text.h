/* Widgets that show a text of a lesson: paragraphs with emphasis and formulas. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a box with the paragraphs of a text of a lesson file. *…* marks emphasis and $…$ a formula. text NULL gives an empty, hidden
 * box. */
GtkWidget *wb_lesson_text_new (const char *text);

G_END_DECLS
