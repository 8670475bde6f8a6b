/* A widget that shows one plot of the plotting library. It turns events of
 * pointer and keys into zoom, pan, hover and pins. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-painter.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Space at the right of the title of a view for the menu button over an area (plot_view_set_band_reserve), px. */
#define WB_PLOT_AREA_MENU_ROOM 38

#define WB_TYPE_PLOT_AREA (wb_plot_area_get_type ())
G_DECLARE_FINAL_TYPE (WbPlotArea, wb_plot_area, WB, PLOT_AREA, GtkWidget)

/* Makes an area without a view. */
GtkWidget *wb_plot_area_new (WbSession *session);
/* Takes ownership of a view; NULL: draws nothing. The theme follows the style
 * of the window. */
void wb_plot_area_set_view (WbPlotArea *self, PlotView *view);
/* Returns the view after waiting until no thread draws it, which takes as long
 * as one drawing. */
PlotView *wb_plot_area_view (WbPlotArea *self);
/* Calls func to change the view as soon as no thread draws it, and then draws a
 * new picture. Does not wait; see wb_plot_painter_change. */
void wb_plot_area_change (WbPlotArea *self, WbViewFunc func, gpointer data, GDestroyNotify destroy);
/* Fits the axes to the data. */
void wb_plot_area_fit (WbPlotArea *self);
/* Pins the readout at a hit; NULL: none. */
void wb_plot_area_set_pin (WbPlotArea *self, const PlotHit *hit);
/* Requests a new picture because the contents of the view changed.
 * (gtk_widget_queue_draw would show the old picture again.) */
void wb_plot_area_queue (WbPlotArea *self);
/* Requests a new picture if the data or the axis of the view changed; called
 * once per frame. */
void wb_plot_area_refresh (WbPlotArea *self);
/* Returns whether the last drawing stopped before it showed all rows. */
gboolean wb_plot_area_is_behind (WbPlotArea *self);
/* Returns how many times the area was drawn. */
guint wb_plot_area_n_drawn (WbPlotArea *self);

/* Pins an attempt of the plot, with a ring and its readout; moves the time axis
 * if the attempt is outside its range. Returns FALSE if the plot shows no
 * attempts. */
gboolean wb_plot_area_show_attempt (WbPlotArea *self, gsize index);

/* Shows a curve that the reader draws over a plot over time: n points (t, y);
 * points with y NaN are left out. editable: a drag with the first button draws
 * instead of its usual function. n 0 and not editable: no curve. */
void wb_plot_area_set_sketch (WbPlotArea *self, const double *t, const double *y, int n, gboolean editable);

/* Signals: "sketched" (x, y: double, first: gboolean; first: a new stroke begins)
 * and "sketch-cleared" () by the user; "attempt-activated" (index: guint64), "plane-clicked" (x, y: double,
 * add: gboolean), "event-activated" (index: guint64), "run-activated" (run: int,
 * of a curve in a plot without a session), "pin-changed" (hit: PlotHit *, NULL:
 * none), "start-dragged" (x, y: double, WbStartDrag), by the user. */

/* The parts of a drag of the start of an orbit. */
typedef enum { WB_START_TAKEN, WB_START_MOVED, WB_START_RELEASED } WbStartDrag;

G_END_DECLS
