/* The Simulate view: a title strip with the equations, a bar for error messages, and two columns of plots that share
 * axes. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-area.h"
#include "wb-plot-set.h"
#include "wb-session.h"
#include "wb-stability.h"

G_BEGIN_DECLS

#define WB_TYPE_SIMULATE_VIEW (wb_simulate_view_get_type ())
G_DECLARE_FINAL_TYPE (WbSimulateView, wb_simulate_view, WB, SIMULATE_VIEW, GtkWidget)

/* Makes the Simulate view of a session. */
GtkWidget *wb_simulate_view_new (WbSession *session);
/* Updates the view. Called once per frame, after wb_session_poll. */
void wb_simulate_view_refresh (WbSimulateView *self);
/* Returns whether a curve is computed in portions and is not complete yet, so that another refresh is needed. */
gboolean wb_simulate_view_is_behind (WbSimulateView *self);
/* Returns the largest stable step along the current run, as far as it is computed;
 * borrowed. */
const WbStability *wb_simulate_view_stability (WbSimulateView *self);
/* Returns the plots of the session; borrowed. */
WbPlotSet *wb_simulate_view_plots (WbSimulateView *self);
/* Returns the plot area with this index, borrowed, or NULL if there is none. */
WbPlotArea *wb_simulate_view_area (WbSimulateView *self, int index);
/* Fits the axes of all plots to their data. */
void wb_simulate_view_fit (WbSimulateView *self);
/* Opens the list of columns of the measured data, so that the user can say what they measure. */
void wb_simulate_view_ask_measured (WbSimulateView *self);

G_END_DECLS
