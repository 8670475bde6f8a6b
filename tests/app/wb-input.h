/* Pointer and keyboard events that are sent through the X server, so that the program gets them like those of a
 * user. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns whether the display is an X server with the XTEST extension. If it is not, the other functions do
 * nothing. */
gboolean wb_input_open (void);
void wb_input_close (void);
/* Moves the pointer to a position in a visible widget, in px from its upper left corner. If another widget on the same surface is above it,
 * that one gets the events. */
void wb_input_move (GtkWidget *widget, double x, double y);
void wb_input_button (guint button, gboolean down);
/* Presses a key (down) or releases it. */
void wb_input_hold (guint key, gboolean down);
/* Presses and releases a key while the modifiers (Control, Shift, Alt) are
 * held. */
void wb_input_key (guint key, GdkModifierType held);

G_END_DECLS
