/* The details of the selected object of a phase plane. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-plane-search.h"

G_BEGIN_DECLS

/* Makes a table of the eigenvalues and directions of an equilibrium, or of period, multiplier and ranges of a closed orbit. `selected` is the row of the
 * list of a result: equilibria come before closed orbits. Returns NULL if there is no such row. */
GtkWidget *wb_lab_plane_details_new (const WbLabFound *found, int selected);

G_END_DECLS
