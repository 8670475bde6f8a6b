/* Cards of lessons: picture, title, and how far the user got. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lesson-library.h"

G_BEGIN_DECLS

/* Makes the card of a lesson in the list. */
GtkWidget *wb_lesson_card_new (const WbLessonEntry *entry);
/* Makes the large card of the lesson to begin or to continue, with a button for
 * the action win.lesson-open. */
GtkWidget *wb_lesson_first_card_new (const WbLessonEntry *entry);

G_END_DECLS
