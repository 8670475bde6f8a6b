/* The knob of the marker in a bifurcation diagram. A drag or the arrow keys change the parameter of the session: by 0.1 % of the range, with Shift by 1 %, with
 * Ctrl to the next special point. The widget also moves the line and the points of the marker in the plot. */
#pragma once

#include "wb-axis-knob.h"
#include "wb-lab-marker.h"

G_BEGIN_DECLS

/* Makes the knob for the plot area of the diagram. The caller places it over the area, and keeps both as long as the knob. It is invisible while there is no
 * complete diagram. */
GtkWidget *wb_lab_marker_knob_new (WbSession *session, WbLabMarker *marker, WbPlotArea *area);
/* Sets the state on the vertical axis of the diagram, and moves the marker in the plot. */
void wb_lab_marker_knob_set_state (GtkWidget *knob, int state);

G_END_DECLS
