/* The button "Axes" of the phase plane: a menu that chooses the two states on the axes and the values of the other states. */
#pragma once

#include <gtk/gtk.h>

#include "wb-laboratory.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_PLANE_AXES (wb_lab_plane_axes_get_type ())
G_DECLARE_FINAL_TYPE (WbLabPlaneAxes, wb_lab_plane_axes, WB, LAB_PLANE_AXES, GtkWidget)

/* Makes the button. It is insensitive if the model has fewer than two states. */
GtkWidget *wb_lab_plane_axes_new (WbSession *session);
/* Returns the list of an axis, 0: horizontal, 1: vertical. */
GtkWidget *wb_lab_plane_axes_list (WbLabPlaneAxes *self, int axis);
/* Returns the field of the value of a state in the slice, or NULL if the state is on an axis. */
GtkWidget *wb_lab_plane_axes_field (WbLabPlaneAxes *self, const char *state);
/* Returns the button that opens the menu. */
GtkWidget *wb_lab_plane_axes_button (WbLabPlaneAxes *self);

G_END_DECLS
