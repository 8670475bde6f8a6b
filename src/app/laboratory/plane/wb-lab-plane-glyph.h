/* The shapes of equilibria and closed orbits and the lines of manifolds, as they are in the plot of the phase plane. */
#pragma once

#include <gtk/gtk.h>

#include "lab-plane.h"

G_BEGIN_DECLS

/* Makes a picture of the shape of an equilibrium. */
GtkWidget *wb_lab_plane_glyph_new_point (LabPointType type);
/* Makes a picture of the shape of a closed orbit. */
GtkWidget *wb_lab_plane_glyph_new_cycle (gboolean stable);
/* Makes a picture of the mark of a closed orbit in a return map. */
GtkWidget *wb_lab_plane_glyph_new_fixed (gboolean stable);
/* Makes a picture of the marks of stroboscopic points. */
GtkWidget *wb_lab_plane_glyph_new_strobe (void);
/* Makes a picture of the line that the plot draws for the stable or unstable manifold of a saddle. */
GtkWidget *wb_lab_plane_glyph_new_manifold (gboolean stable);

G_END_DECLS
