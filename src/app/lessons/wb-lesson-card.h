/* The cards of lessons. A card has a picture, a title, and the progress of the user. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lesson-library.h"

G_BEGIN_DECLS

/* Makes the card of a lesson for the list. */
GtkWidget *wb_lesson_card_new (const WbLessonEntry *entry);

G_END_DECLS
