/* A row of segments, one for each page of the open lesson; a click goes to the page. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lessons.h"

G_BEGIN_DECLS

/* Makes the row. It updates when the open lesson or its page changes. */
GtkWidget *wb_lesson_segments_new (WbLessons *lessons);

G_END_DECLS
