/* Pointer and keys as the display's server sends them: the way of a hand, through the toolkit's own events. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* FALSE where the display is no X server with the extension XTEST; the others then do nothing. */
gboolean wb_input_open (void);
void wb_input_close (void);
/* To a place within a mapped widget, px from its corner; of the widget that has the surface there, whatever lies above. */
void wb_input_move (GtkWidget *widget, double x, double y);
void wb_input_button (guint button, gboolean down);
/* Presses and lets go, with the keys of the modifiers (Control, Shift, Alt) around it. */
void wb_input_key (guint key, GdkModifierType held);

G_END_DECLS
