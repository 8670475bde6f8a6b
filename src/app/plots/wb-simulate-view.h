/* The Simulate view: a title strip with equations, a bar for error messages,
 * and two columns of plots that share axes. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-area.h"
#include "wb-plot-set.h"
#include "wb-session.h"
#include "wb-stability.h"

G_BEGIN_DECLS

#define WB_TYPE_SIMULATE_VIEW (wb_simulate_view_get_type ())
G_DECLARE_FINAL_TYPE (WbSimulateView, wb_simulate_view, WB, SIMULATE_VIEW, GtkWidget)

/* Makes the view of a session. */
GtkWidget *wb_simulate_view_new (WbSession *session);
/* Updates the view; called once per frame, after the session was polled. */
void wb_simulate_view_refresh (WbSimulateView *self);
/* Returns whether a curve that is computed in portions is not complete yet, so that another refresh is needed. */
gboolean wb_simulate_view_is_behind (WbSimulateView *self);
/* Returns the stability limit along the current run, as far as it is computed.
 * Borrowed. */
const WbStability *wb_simulate_view_stability (WbSimulateView *self);
/* Returns the session's set of plots. */
WbPlotSet *wb_simulate_view_plots (WbSimulateView *self);
/* Returns the widget of the plot with this index, or NULL if there is none. */
WbPlotArea *wb_simulate_view_area (WbSimulateView *self, int index);
/* Returns whether a motion also shows earlier positions at equal intervals of
 * time. */
gboolean wb_simulate_view_has_exposures (WbSimulateView *self, int index);
/* Fits the axes of all plots to their data. */
void wb_simulate_view_fit (WbSimulateView *self);

G_END_DECLS
