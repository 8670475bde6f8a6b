/* The main button of a lesson. It is labelled Reveal, Stop, Next or Finish. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

/* Makes the button. It updates when the open lesson changes. */
GtkWidget *wb_lesson_button_new (WbLessons *lessons);

G_END_DECLS
