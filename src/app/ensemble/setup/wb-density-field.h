/* A plot of the density of a distribution, with handles that change its arguments: the mean and the standard deviation of a normal
 * distribution, the two ends of a uniform one, the median and the ratio of a log-normal one, the mean of an exponential one. The user drags
 * a handle with the pointer. When the field has the focus, Up and Down select a handle, and Left and Right move it. A choice between values
 * is drawn as bars and has no handles. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_DENSITY_FIELD (wb_density_field_get_type ())
G_DECLARE_FINAL_TYPE (WbDensityField, wb_density_field, WB, DENSITY_FIELD, GtkWidget)

/* Makes a field of the given width and height in px. */
GtkWidget *wb_density_field_new (int width, int height);
/* Shows the distribution that a text describes, without a signal. If the text is not a distribution with numbers as arguments, the field
 * stays empty. */
void wb_density_field_set_text (WbDensityField *self, const char *text);
/* Draws ticks at n values on the axis, until the next wb_density_field_set_text. Values beyond the ends of the axis have no tick. */
void wb_density_field_set_marks (WbDensityField *self, const double *values, int n);
/* Returns the number of ticks, also of those beyond the ends of the axis. */
int wb_density_field_n_marks (WbDensityField *self);
/* Returns the number of handles of the shown distribution. */
int wb_density_field_n_handles (WbDensityField *self);
/* Returns whether the field shows a density or the bars of a choice. */
gboolean wb_density_field_has_picture (WbDensityField *self);
/* Returns the place of a handle in px. */
void wb_density_field_handle (WbDensityField *self, int handle, double *x, double *y);

/* Signals: "moving" is emitted while a handle is dragged, "committed" at the end of a drag and at each key. The argument of both is the
 * text of the changed distribution. */

G_END_DECLS
