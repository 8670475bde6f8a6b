/* The side panel of the study "controller": the step-size controller to try, its gains, the predicted and measured numbers of steps, and
 * the button Measure. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-studies.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_CONTROLLER_PANEL (wb_lab_controller_panel_get_type ())
G_DECLARE_FINAL_TYPE (WbLabControllerPanel, wb_lab_controller_panel, WB, LAB_CONTROLLER_PANEL, GtkWidget)

/* Makes the panel. index: the number of the study in wb-lab-studies.h. */
GtkWidget *wb_lab_controller_panel_new (WbSession *session, int index);

/* The sliders, from top to bottom. */
enum { WB_LAB_SAFETY, WB_LAB_K_I, WB_LAB_K_P, WB_LAB_K_D, WB_N_LAB_GAINS };
/* Returns a slider of the panel, such as WB_LAB_SAFETY. */
GtkWidget *wb_lab_controller_panel_slider (WbLabControllerPanel *self, int slider);
/* Returns the button "Measure". After the measurement it is labelled "Use in the run". */
GtkWidget *wb_lab_controller_panel_button (WbLabControllerPanel *self);

G_END_DECLS
