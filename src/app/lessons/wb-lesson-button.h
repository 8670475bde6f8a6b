/* The button that does the next step of the lesson: Reveal, Stop, Next or Finish. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

/* Makes the button; it follows the open lesson. */
GtkWidget *wb_lesson_button_new (WbLessons *lessons);

G_END_DECLS
