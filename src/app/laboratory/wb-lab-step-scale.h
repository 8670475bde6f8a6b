/* The slider of the step size: logarithmic, hatched beyond the largest stable
 * step. It works like GtkScale for keys and screen readers. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_LAB_STEP_SCALE (wb_lab_step_scale_get_type ())
G_DECLARE_FINAL_TYPE (WbLabStepScale, wb_lab_step_scale, WB, LAB_STEP_SCALE, GtkWidget)

/* Makes a slider. */
GtkWidget *wb_lab_step_scale_new (void);
/* Sets the range of steps, 0 < low < high. */
void wb_lab_step_scale_set_range (WbLabStepScale *self, double low, double high);
/* Sets the step without a signal. */
void wb_lab_step_scale_set_step (WbLabStepScale *self, double h);
/* Returns the step. */
double wb_lab_step_scale_step (WbLabStepScale *self);
/* Sets the largest stable step; +inf: none. */
void wb_lab_step_scale_set_stable (WbLabStepScale *self, double h);

/* Signals: "step-changed", "step-committed" after a drag or a key. */

G_END_DECLS
