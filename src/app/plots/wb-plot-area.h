/* A widget around one plot of the plotting library: draws it, and turns pointer
 * and keys into zoom, pan, hover, pins. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-painter.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_PLOT_AREA (wb_plot_area_get_type ())
G_DECLARE_FINAL_TYPE (WbPlotArea, wb_plot_area, WB, PLOT_AREA, GtkWidget)

/* Makes an area without a view. */
GtkWidget *wb_plot_area_new (WbSession *session);
/* Takes a view over; NULL: nothing is drawn. The theme follows the window's
 * style. */
void wb_plot_area_set_view (WbPlotArea *self, PlotView *view);
/* Returns the view when no thread draws it; this may wait as long as a drawing
 * takes. */
PlotView *wb_plot_area_view (WbPlotArea *self);
/* Lets func change the view as soon as no thread draws it, without waiting, and
 * draws a new picture; see wb_plot_painter_change. */
void wb_plot_area_change (WbPlotArea *self, WbViewFunc func, gpointer data, GDestroyNotify destroy);
/* Fits the axes to the data. */
void wb_plot_area_fit (WbPlotArea *self);
/* Pins the readout at a hit; NULL: none. */
void wb_plot_area_set_pin (WbPlotArea *self, const PlotHit *hit);
/* Draws a new picture because the view's contents changed;
 * gtk_widget_queue_draw shows the present one again. */
void wb_plot_area_queue (WbPlotArea *self);
/* Draws a new picture where the view's data or axis changed; called once a
 * frame. */
void wb_plot_area_refresh (WbPlotArea *self);
/* Returns how often the area was drawn. */
guint wb_plot_area_n_drawn (WbPlotArea *self);

/* Signals: "attempt-activated" (index: guint64), "plane-clicked" (x, y: double,
 * add: gboolean), "event-activated" (index: guint64), "pin-changed" (hit:
 * PlotHit *, NULL: none), by the user. */

G_END_DECLS
