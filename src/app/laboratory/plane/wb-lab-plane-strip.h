/* The found objects of a phase plane in one line, for windows that have no room for their list: a button with the shape of each object, and the
 * row of the selected one. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-plane-search.h"

G_BEGIN_DECLS

/* Is called with the index of the object whose button was clicked: equilibria first, then closed orbits. */
typedef void (*WbLabPlaneStripFunc) (gpointer user, int index);

/* Makes an empty strip. */
GtkWidget *wb_lab_plane_strip_new (WbLabPlaneStripFunc clicked, gpointer user);
/* Makes the buttons of a result; NULL: none. No object is selected. */
void wb_lab_plane_strip_fill (GtkWidget *strip, const WbLabFound *found);
/* Shows the row of an object of the result; −1: how many objects were found. */
void wb_lab_plane_strip_select (GtkWidget *strip, const WbLabFound *found, int index);

G_END_DECLS
