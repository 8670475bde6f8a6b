/* A knob on the horizontal axis of a plot, with which the user selects one of several values. The widget covers the plot area, but takes
 * pointer events only near the knob. The arrow keys Right and Up select the
 * value to the right, Left and Down that to the left; Page Up, Page Down, Home and End move farther. */
#pragma once

#include "wb-plot-area.h"

G_BEGIN_DECLS

/* Radius of a knob at the usual text size, px. */
#define WB_AXIS_KNOB_RADIUS 9.0

#define WB_TYPE_AXIS_KNOB (wb_axis_knob_get_type ())
G_DECLARE_FINAL_TYPE (WbAxisKnob, wb_axis_knob, WB, AXIS_KNOB, GtkWidget)

/* Makes a knob for a plot area, of which it follows the axes. The caller places the widget over the area, with the same size, and keeps
 * the area as long as the knob. label is the accessible name. */
GtkWidget *wb_axis_knob_new (WbPlotArea *area, const char *label);
/* Sets the values that the knob can have, in their order on the axis from left to right, and the selected value. Emits no signal. n is at
 * least 2; the values are copied. */
void wb_axis_knob_set (WbAxisKnob *self, const double *values, int n, double value);
/* Returns the selected value. */
double wb_axis_knob_value (WbAxisKnob *self);
/* Stores the position of the middle of the knob, px in the widget. Outside the visible range of the axis, the position is that of an arrow
 * at the end of the axis. Returns FALSE if the plot was not drawn yet. */
gboolean wb_axis_knob_place (WbAxisKnob *self, double *x, double *y);

/* Signal: "moved" (value: double), after the user has dragged the knob to a position on the axis or has selected a value with the keys. The
 * position may lie between two values. */

G_END_DECLS
