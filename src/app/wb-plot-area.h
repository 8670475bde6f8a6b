/* A widget around one plot of the plotting library: draws it, and turns pointer and keys into zoom, pan, hover, pins. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-painter.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_PLOT_AREA (wb_plot_area_get_type ())
G_DECLARE_FINAL_TYPE (WbPlotArea, wb_plot_area, WB, PLOT_AREA, GtkWidget)

GtkWidget *wb_plot_area_new (WbSession *session);
/* Takes view over; NULL: nothing is drawn. The theme follows the window's style. */
void wb_plot_area_set_view (WbPlotArea *self, PlotView *view);
/* The view, once nobody draws it: this may wait as long as a drawing takes. */
PlotView *wb_plot_area_view (WbPlotArea *self);
/* Has func change the view as soon as nobody draws it, without waiting, and a new picture drawn; see wb_plot_painter_change. */
void wb_plot_area_change (WbPlotArea *self, WbViewFunc func, gpointer data, GDestroyNotify destroy);
void wb_plot_area_fit (WbPlotArea *self);
/* Pins the readout at a hit; NULL: none. */
void wb_plot_area_set_pin (WbPlotArea *self, const PlotHit *hit);
/* What the view shows has changed: a new picture, soon. (gtk_widget_queue_draw shows the present one again.) */
void wb_plot_area_queue (WbPlotArea *self);
/* Redraws on the next frame where the view's data or axis changed; called once a frame. */
void wb_plot_area_refresh (WbPlotArea *self);
/* How often it was drawn. */
guint wb_plot_area_n_drawn (WbPlotArea *self);

/* Signals: "attempt-activated" (index: guint64), "plane-clicked" (x, y: double, add: gboolean), "event-activated" (index: guint64),
 * "pin-changed" (hit: PlotHit *, NULL: none), by the user. */

G_END_DECLS
