/* A widget that shows one plot. It turns pointer and key events into zoom, pan, hover and pinned
 * readouts. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-painter.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Width in px to the right of the title that is left free for the menu button; see plot_view_set_band_reserve. */
#define WB_PLOT_AREA_MENU_ROOM 38

#define WB_TYPE_PLOT_AREA (wb_plot_area_get_type ())
G_DECLARE_FINAL_TYPE (WbPlotArea, wb_plot_area, WB, PLOT_AREA, GtkWidget)

/* Makes an area without a view. session may be NULL. */
GtkWidget *wb_plot_area_new (WbSession *session);
/* Shows a view and takes ownership of it. view NULL shows nothing. The theme of the view follows the style of the
 * window. */
void wb_plot_area_set_view (WbPlotArea *self, PlotView *view);
/* Returns the view after waiting until no thread draws it. The wait takes as long as one drawing at
 * most. */
PlotView *wb_plot_area_view (WbPlotArea *self);
/* Calls func to change the view as soon as no thread draws it, and then requests a new picture. Does not wait; see
 * wb_plot_painter_change. */
void wb_plot_area_change (WbPlotArea *self, WbViewFunc func, gpointer data, GDestroyNotify destroy);
/* Fits the axes to the data. */
void wb_plot_area_fit (WbPlotArea *self);
/* Pins the readout of a hit. hit NULL removes the pinned readout. */
void wb_plot_area_set_pin (WbPlotArea *self, const PlotHit *hit);
/* Requests a new picture because the content of the view has changed. gtk_widget_queue_draw would only show the old picture
 * again. */
void wb_plot_area_queue (WbPlotArea *self);
/* Requests a new picture if the data or the axis of the view have changed. Called once per
 * frame. */
void wb_plot_area_refresh (WbPlotArea *self);
/* Returns whether the newest picture does not show all rows, because its drawing was stopped. */
gboolean wb_plot_area_is_behind (WbPlotArea *self);
/* Returns how many pictures of the area were drawn. */
guint wb_plot_area_n_drawn (WbPlotArea *self);
/* Stores the horizontal scale of the newest picture, and the position of the lower edge of the data area in px. Does not wait. Returns FALSE
 * if there is no picture of the view. */
gboolean wb_plot_area_get_axis (WbPlotArea *self, PlotScale *x, double *bottom);

/* Pins an attempt in the plot, with a ring and a readout. If the attempt is outside the
 * range of the time axis, moves the range. Returns FALSE if the plot shows no
 * attempts. */
gboolean wb_plot_area_show_attempt (WbPlotArea *self, gsize index);

/* Shows the curve that the reader of a lesson has drawn, on top of a plot over time. The curve has n points (t, y); it is
 * interrupted at points with y = NaN. If editable is TRUE, the reader can draw with the first button of the pointer. The caller
 * removes the curve with n = 0 and editable FALSE. */
void wb_plot_area_set_sketch (WbPlotArea *self, const double *t, const double *y, int n, gboolean editable);

/* Signals, all caused by the user: "sketched" (x, y: double; first: gboolean, a new stroke begins),
 * "sketch-cleared" (), "attempt-activated" (index: guint64), "event-activated" (index: guint64),
 * "plane-clicked" (x, y: double; add: gboolean), "run-activated" (run: int; a click on a curve in a plot
 * without a session), "pin-changed" (hit: PlotHit *; NULL: none), "start-dragged" (x, y: double;
 * WbStartDrag). "range-shown" () is emitted after the picture has another axis range than the picture before, for the same view.
 * "painted" () is emitted when a new picture is ready. */

/* The phases of a drag of the start of an orbit. */
typedef enum { WB_START_TAKEN, WB_START_MOVED, WB_START_RELEASED } WbStartDrag;

G_END_DECLS
