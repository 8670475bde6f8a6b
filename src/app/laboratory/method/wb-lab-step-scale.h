/* A logarithmic slider for the step size, hatched beyond the largest stable step. Keys and screen readers can use it like a
 * GtkScale. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_LAB_STEP_SCALE (wb_lab_step_scale_get_type ())
G_DECLARE_FINAL_TYPE (WbLabStepScale, wb_lab_step_scale, WB, LAB_STEP_SCALE, GtkWidget)

/* Makes a slider for a step size. */
GtkWidget *wb_lab_step_scale_new (void);
/* Sets the smallest and the largest step size, 0 < low < high. */
void wb_lab_step_scale_set_range (WbLabStepScale *self, double low, double high);
/* Sets the step size without emitting a signal. */
void wb_lab_step_scale_set_step (WbLabStepScale *self, double h);
/* Returns the step size at the slider. */
double wb_lab_step_scale_step (WbLabStepScale *self);
/* Sets the largest stable step; infinity if every step is stable. */
void wb_lab_step_scale_set_stable (WbLabStepScale *self, double h);

/* Signals: "step-changed" during a change, and "step-committed" after a drag or a key. */

G_END_DECLS
