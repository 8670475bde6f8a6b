/* The Simulate view: title strip with equations, message of a failure, two columns of cards with plots that share axes. */
#pragma once

#include <gtk/gtk.h>

#include "wb-plot-area.h"
#include "wb-plot-view.h"
#include "wb-session.h"
#include "wb-stability.h"

G_BEGIN_DECLS

#define WB_TYPE_SIMULATE_VIEW (wb_simulate_view_get_type ())
G_DECLARE_FINAL_TYPE (WbSimulateView, wb_simulate_view, WB, SIMULATE_VIEW, GtkWidget)

GtkWidget *wb_simulate_view_new (WbSession *session);
/* Once a frame, after the session was polled. */
void wb_simulate_view_refresh (WbSimulateView *self);
/* TRUE while a curve that is computed in portions has not caught up with the run: refresh again. */
gboolean wb_simulate_view_is_behind (WbSimulateView *self);
/* Of the current run, as far as it was looked at; borrowed. */
const WbStability *wb_simulate_view_stability (WbSimulateView *self);
/* One plot alone (narrow windows, lecture): index among the plots, −1: all. */
void wb_simulate_view_focus (WbSimulateView *self, int index);
int wb_simulate_view_focused (WbSimulateView *self);
int wb_simulate_view_n_plots (WbSimulateView *self);
WbPlotArea *wb_simulate_view_area (WbSimulateView *self, int index);
const PlotSpec *wb_simulate_view_spec (WbSimulateView *self, int index);
PlotTimeAxis *wb_simulate_view_axis (WbSimulateView *self);

/* Array of PlotSpec; copied. NULL: the model's first plots. */
void wb_simulate_view_set_specs (WbSimulateView *self, GPtrArray *specs);
void wb_simulate_view_add_plot (WbSimulateView *self, const PlotSpec *spec);
void wb_simulate_view_remove_plot (WbSimulateView *self, int index);
void wb_simulate_view_move_plot (WbSimulateView *self, int index, int by);
/* Of the plot with this index: its axes; the direction field and nullclines of a phase portrait. */
void wb_simulate_view_set_log (WbSimulateView *self, int index, gboolean across, gboolean log);
void wb_simulate_view_set_field (WbSimulateView *self, int index, gboolean arrows, gboolean nullclines);
/* Of a motion: earlier places at equal times. Whether it has them. */
void wb_simulate_view_set_exposures (WbSimulateView *self, int index, gboolean exposures);
gboolean wb_simulate_view_has_exposures (WbSimulateView *self, int index);
/* What the axes of a plot show, and again in another window; not of time, which has an axis of its own. */
void wb_simulate_view_get_shown (WbSimulateView *self, int index, PlotRange *x, PlotRange *y);
void wb_simulate_view_set_shown (WbSimulateView *self, int index, const PlotRange *x, const PlotRange *y);
/* The readout that stays in a plot; NULL: none. Can be undone. */
void wb_simulate_view_set_pin (WbSimulateView *self, int index, const PlotHit *hit);
/* Whether a readout of a run that is shown stays in one of the plots; whether a cursor stands in those over time. */
gboolean wb_simulate_view_has_pins (WbSimulateView *self);
gboolean wb_simulate_view_has_cursors (WbSimulateView *self);
/* The menu behind the button Plots. */
void wb_simulate_view_set_plots_menu (WbSimulateView *self, GMenuModel *menu);
void wb_simulate_view_fit (WbSimulateView *self);

/* Signals: "focus-changed", "specs-changed". */

G_END_DECLS
