/* Rows and texts about the objects of a phase plane. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-plane-search.h"

G_BEGIN_DECLS

/* Largest number of states whose values and eigenvalues are listed. */
#define WB_LAB_PLANE_MOST_LISTED 6
/* Opacity of the objects of an earlier search. */
#define WB_LAB_PLANE_EARLIER_OPACITY 0.4

/* Appends a number with four digits to a text. */
void wb_lab_plane_append_number (GString *text, double value);
/* Returns the name of a state of the model without markup. Free it with g_free. */
char *wb_lab_plane_state_name (const WbLabFound *found, int state);
/* Makes the row of the list for an equilibrium of a result, index from 0. */
GtkWidget *wb_lab_plane_row_new_point (const WbLabFound *found, int index);
/* Makes the row of the list for a closed orbit of a result, index from 0. */
GtkWidget *wb_lab_plane_row_new_cycle (const WbLabFound *found, int index);
/* Makes the row of the list for the stroboscopic points of a result. */
GtkWidget *wb_lab_plane_row_new_strobe (const WbLabFound *found);
/* Makes the row for a fixed point of the return map of a result, index from 0: its position and what it is. The tooltip has the multiplier. */
GtkWidget *wb_lab_plane_row_new_fixed (const WbLabFound *found, int index);
/* Returns how many objects a result has, such as "3 equilibria, 1 closed orbit". Free it with g_free. */
char *wb_lab_plane_count_text (const WbLabFound *found);
/* Returns sentences about the picture: for a model with more than two states the slice, and that trajectories are projected; for a model that
 * depends on t the time of the field; and why there are no nullclines if a state is at rest in the whole window. Returns "" if there is nothing
 * to say. Free it with g_free. */
char *wb_lab_plane_words (const WbLabFound *found, gboolean own_slice);

G_END_DECLS
