/* The line below the phase plane that says how many closed orbits reach outside of the window, with a button that zooms out. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-plane-search.h"
#include "wb-laboratory.h"

G_BEGIN_DECLS

/* Makes the line. It is invisible until there is something to say. */
GtkWidget *wb_lab_plane_outside_new (WbLaboratory *laboratory);
/* Shows what is outside in a result, which is borrowed until the next call; NULL: nothing. */
void wb_lab_plane_outside_show (GtkWidget *line, const WbLabFound *found);

G_END_DECLS
