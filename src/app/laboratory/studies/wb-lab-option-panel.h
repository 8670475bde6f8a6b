/* The options of a study in the Laboratory as rows: an entry or a list of words for each, with the reason below an option that is wrong. The
 * study `poincare` has two more lists: the axes of its picture. */
#pragma once

#include <gtk/gtk.h>

#include "wb-field.h"
#include "wb-lab-studies.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_OPTION_PANEL (wb_lab_option_panel_get_type ())
G_DECLARE_FINAL_TYPE (WbLabOptionPanel, wb_lab_option_panel, WB, LAB_OPTION_PANEL, GtkWidget)

/* Makes the panel of a study. Signal "view-changed": the user has chosen other axes. */
GtkWidget *wb_lab_option_panel_new (WbSession *session, int index);
/* Returns the field of an option, or NULL. */
WbField *wb_lab_option_panel_field (WbLabOptionPanel *self, const char *key);
/* Returns the GtkDropDown of the horizontal axis (0) or the vertical axis (1), or NULL if the study has no choice of axes. */
GtkWidget *wb_lab_option_panel_axis (WbLabOptionPanel *self, int axis);
/* Sets *across and *up to the chosen axes as in plot_study_section_new. */
void wb_lab_option_panel_axes (WbLabOptionPanel *self, int *across, int *up);

G_END_DECLS
