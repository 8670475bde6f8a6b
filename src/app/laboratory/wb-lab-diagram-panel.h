/* The side of the card of the bifurcation diagram: the parameter and its range, the state on the vertical axis, the special points, and the
 * selected point, from which a run can start. */
#pragma once

#include "plot-view.h"
#include "wb-lab-studies.h"
#include "wb-plot-area.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_DIAGRAM_PANEL (wb_lab_diagram_panel_get_type ())
G_DECLARE_FINAL_TYPE (WbLabDiagramPanel, wb_lab_diagram_panel, WB, LAB_DIAGRAM_PANEL, GtkWidget)

/* Makes the panel for the study with this index and for the plot that shows its diagram. */
GtkWidget *wb_lab_diagram_panel_new (WbSession *session, int index, WbPlotArea *area);
/* Makes the view of the result with a ring around the selected point. */
PlotView *wb_lab_diagram_panel_view (WbLabDiagramPanel *self, const LabResult *result);
/* Returns the index of the state on the vertical axis. */
int wb_lab_diagram_panel_state (WbLabDiagramPanel *self);
/* Returns the list of special points. */
GtkWidget *wb_lab_diagram_panel_list (WbLabDiagramPanel *self);
/* Returns the shown text about the selected point, or "" if no point is selected. Borrowed. */
const char *wb_lab_diagram_panel_text (WbLabDiagramPanel *self);

/* Signal: "view-changed", when the state on the vertical axis or the selected point has changed. */

G_END_DECLS
