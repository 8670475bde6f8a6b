/* The density of a distribution with handles that change its arguments: mean and deviation of a normal distribution, the ends of a uniform one,
 * the median and its ratio to the next handle of a log-normal one, the mean of an exponential one. A handle is dragged with the pointer; with
 * the focus, Up and Down select a handle, and Left and Right move it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_DENSITY_FIELD (wb_density_field_get_type ())
G_DECLARE_FINAL_TYPE (WbDensityField, wb_density_field, WB, DENSITY_FIELD, GtkWidget)

/* Makes a field of this size in px. */
GtkWidget *wb_density_field_new (int width, int height);
/* Shows the distribution that a text describes; emits no signal. A text that is no distribution with numbers has no picture. */
void wb_density_field_set_text (WbDensityField *self, const char *text);
/* Returns the number of handles. */
int wb_density_field_n_handles (WbDensityField *self);
/* Returns the place of a handle in px. */
void wb_density_field_handle (WbDensityField *self, int handle, double *x, double *y);

/* Signals: "moving" (text) while a handle is dragged; "committed" (text) at the end of a drag and at each key. The text is that of the changed
 * distribution. */

G_END_DECLS
