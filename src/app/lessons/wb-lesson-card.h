/* The cards of lessons. A card has a picture, a title, and the progress of the user. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lesson-library.h"

G_BEGIN_DECLS

/* Makes the card of a lesson for the list. */
GtkWidget *wb_lesson_card_new (const WbLessonEntry *entry);
/* Makes the large card of the lesson to begin or to continue. Its button activates the action
 * win.lesson-open. done: the lesson that was finished last, or NULL. */
GtkWidget *wb_lesson_first_card_new (const WbLessonEntry *entry, const WbLessonEntry *done);

G_END_DECLS
