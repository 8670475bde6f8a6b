/* The row of toggle buttons above the phase plane, which show and hide the layers of the plot. */
#pragma once

#include <gtk/gtk.h>

#include "wb-laboratory.h"

G_BEGIN_DECLS

/* Makes the row of buttons for a Laboratory. */
GtkWidget *wb_lab_plane_layers_new (WbLaboratory *laboratory);
/* Returns the button of a layer (PLOT_STUDY_NULLCLINES, …) in such a row. */
GtkWidget *wb_lab_plane_layers_button (GtkWidget *row, guint layer);
/* Sets whether the buttons have no names, to need less space. Tooltips then have the names. */
void wb_lab_plane_layers_set_compact (GtkWidget *row, gboolean compact);

G_END_DECLS
