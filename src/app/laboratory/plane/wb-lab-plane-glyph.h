/* The shapes of equilibria and closed orbits, as they are in the plot of the phase plane. */
#pragma once

#include <gtk/gtk.h>

#include "lab-plane.h"

G_BEGIN_DECLS

/* Makes a picture of the shape of an equilibrium. */
GtkWidget *wb_lab_plane_glyph_new_point (LabPointType type);
/* Makes a picture of the shape of a closed orbit. */
GtkWidget *wb_lab_plane_glyph_new_cycle (gboolean stable);

G_END_DECLS
