/* A logarithmic slider for the accuracy from 10⁻¹ to 10⁻¹². The part of the scale that the method does not support is
 * hatched. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_ACCURACY_SCALE (wb_accuracy_scale_get_type ())
G_DECLARE_FINAL_TYPE (WbAccuracyScale, wb_accuracy_scale, WB, ACCURACY_SCALE, GtkWidget)

/* Makes a scale from 10⁻¹ to 10⁻¹². */
GtkWidget *wb_accuracy_scale_new (void);
/* Shows an accuracy without emitting a signal. */
void wb_accuracy_scale_set_value (WbAccuracyScale *self, double accuracy);
/* Returns the accuracy that the slider shows. */
double wb_accuracy_scale_value (WbAccuracyScale *self);
/* Sets the range that the method supports; the rest of the scale is hatched. */
void wb_accuracy_scale_set_supported (WbAccuracyScale *self, double loosest, double tightest);
/* Signal: "value-changed", after the user has changed the value. The value is then 1, 2 or 5 times a power of
 * ten. */

G_END_DECLS
