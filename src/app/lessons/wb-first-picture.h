/* The picture of the first screen: a run of the Van der Pol equation with each of its steps. It is computed when the picture is made, not stored. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the picture. It is empty until the run has ended on a thread, and stays empty if the library lacks the model. */
GtkWidget *wb_first_picture_new (void);

G_END_DECLS
