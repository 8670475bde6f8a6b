/* Sketches of the kinds of studies, for cards from which the user chooses a kind. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "lab-study-kind.h"

G_BEGIN_DECLS

/* Makes a widget with a sketch of a kind of study. width and height: natural size in px. */
GtkWidget *wb_kind_picture_new (const LabStudyKind *kind, int width, int height);

G_END_DECLS
