/* The side panel of the bifurcation diagram: the parameter and its range, the state on the vertical axis, the special points, and the
 * selected point, from which the user can start a run. */
#pragma once

#include "plot-view.h"
#include "wb-lab-studies.h"
#include "wb-plot-area.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_DIAGRAM_PANEL (wb_lab_diagram_panel_get_type ())
G_DECLARE_FINAL_TYPE (WbLabDiagramPanel, wb_lab_diagram_panel, WB, LAB_DIAGRAM_PANEL, GtkWidget)

/* Makes the panel. index: the number of the study in wb-lab-studies.h. area: the plot of the diagram. */
GtkWidget *wb_lab_diagram_panel_new (WbSession *session, int index, WbPlotArea *area);
/* Makes the plot of the result with a ring around the selected point. The caller owns it. */
PlotView *wb_lab_diagram_panel_view (WbLabDiagramPanel *self, const LabResult *result);
/* Returns the index of the state that the user chose for the vertical axis. */
int wb_lab_diagram_panel_state (WbLabDiagramPanel *self);
/* Returns whether the model has a parameter over which a diagram can be made. */
gboolean wb_lab_diagram_panel_has_parameter (WbLabDiagramPanel *self);
/* Adapts the panel to a diagram in full size, or hides it. In full size the user opens and closes it. */
void wb_lab_diagram_panel_set_large (WbLabDiagramPanel *self, gboolean large);
/* Returns the list of the parameters and the buttons "Whole range", "Points" and "Compute" in a box, for the title of the view. */
GtkWidget *wb_lab_diagram_panel_tools (WbLabDiagramPanel *self);
/* Returns the button that opens and closes the panel. */
GtkWidget *wb_lab_diagram_panel_button (WbLabDiagramPanel *self);
/* Sets whether the buttons have the room of a narrow window, so that some are left out. */
void wb_lab_diagram_panel_set_compact (WbLabDiagramPanel *self, gboolean compact);
/* Returns the drop-down list of the states. */
GtkWidget *wb_lab_diagram_panel_state_control (WbLabDiagramPanel *self);
/* Returns the list widget with the special points. */
GtkWidget *wb_lab_diagram_panel_list (WbLabDiagramPanel *self);
/* Returns the text about the selected point, borrowed, or "" if no point is selected. */
const char *wb_lab_diagram_panel_text (WbLabDiagramPanel *self);

/* Signal: "view-changed", emitted when the user chooses another state for the vertical axis or selects another point. */

G_END_DECLS
