/* The content of the current page of a lesson: its text, its question, and after the reveal controls and links. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

/* Empties a vertical box and fills it with the content of the current page. */
void wb_lesson_body_fill (GtkWidget *body, WbLessons *lessons);
/* Makes a button that looks like a link. It activates the named action when clicked; NULL: no action. */
GtkWidget *wb_lesson_link_new (const char *label, const char *action);

G_END_DECLS
