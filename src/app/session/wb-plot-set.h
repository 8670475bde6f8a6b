/* The plots of a session: what each shows (PlotSpec), the time axis that they
 * share, the plot that is shown alone, and pinned readouts. Main thread.
 *
 * Every change of plots and pins can be undone. Plots have indices, which
 * "plots-changed" makes invalid.
 *
 * Signals:
 *   plots-changed ()               plots were added, removed or arranged, or the time axis was replaced
 *   plot-changed (index, aspect)   one aspect (WbPlotAspect) of a plot changed
 *   focus-changed ()
 *   zoom-changed ()                the user zoomed or panned, or went back
 *   measure (index, x, y)          a handler that draws the plot writes the current ranges of its axes (PlotRange *)
 */
#pragma once

#include "plot-spec.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_PLOT_SET (wb_plot_set_get_type ())
G_DECLARE_FINAL_TYPE (WbPlotSet, wb_plot_set, WB, PLOT_SET, GObject)

/* The properties of a plot that can change while it remains the same plot. */
typedef enum
{
  WB_PLOT_LOG_X, WB_PLOT_LOG_Y, WB_PLOT_FIELD, WB_PLOT_NULLCLINES, WB_PLOT_EXPOSURES, /* the aspects up to here are switches */
  WB_PLOT_PIN, WB_PLOT_SHOWN
} WbPlotAspect;

/* Returns the plots of a session, which owns them. The first call makes them. */
WbPlotSet *wb_plot_set_of (WbSession *session);

/* ---- queries ---- */

/* Returns the number of plots. */
int wb_plot_set_n (WbPlotSet *self);
/* Returns a plot's spec; valid until the next change. */
const PlotSpec *wb_plot_set_spec (WbPlotSet *self, int index);
/* Returns the time axis of all plots over time; NULL before the first model. It
 * may be a different one after "plots-changed". */
PlotTimeAxis *wb_plot_set_axis (WbPlotSet *self);
/* Returns the index of the plot that is shown alone; −1: all are shown. */
int wb_plot_set_focused (WbPlotSet *self);
/* Returns whether a readout of a visible run is pinned in one of the plots. */
gboolean wb_plot_set_has_pins (WbPlotSet *self);
/* Returns whether a cursor is set on the time axis. */
gboolean wb_plot_set_has_cursors (WbPlotSet *self);

/* ---- changes of the arrangement ---- */

/* Replaces all plots by copies of an array of PlotSpec; NULL: by the plots that
 * the model shows first. */
void wb_plot_set_replace (WbPlotSet *self, GPtrArray *specs);
/* Discards the user's arrangement of plots, so that the next model shows its own
 * plots even if it has the same file. */
void wb_plot_set_forget_arrangement (WbPlotSet *self);
/* Appends a copy of a plot. Returns FALSE if there is one that shows the same. */
gboolean wb_plot_set_add (WbPlotSet *self, const PlotSpec *spec);
/* Removes a plot; the last plot is not removed. */
void wb_plot_set_remove (WbPlotSet *self, int index);
/* Moves a plot within its column, by −1 or +1; at the column's end it goes to
 * the other column. */
void wb_plot_set_move (WbPlotSet *self, int index, int by);
/* Shows one plot alone; −1: shows all plots. */
void wb_plot_set_focus (WbPlotSet *self, int index);

/* ---- switches, pins and ranges of a plot ---- */

/* Turns one of a plot's switches on or off. WB_PLOT_LOG_X of a plot over time
 * makes the shared axis logarithmic. */
void wb_plot_set_switch (WbPlotSet *self, int index, WbPlotAspect aspect, gboolean on);
/* Pins a readout in a plot; hit NULL removes the pin. */
void wb_plot_set_pin (WbPlotSet *self, int index, const PlotHit *hit);
/* Returns the ranges of a plot's axes, as last drawn if the plot is drawn. The
 * range of time is not included: the time axis stores it. */
void wb_plot_set_get_shown (WbPlotSet *self, int index, PlotRange *x, PlotRange *y);
/* Sets the ranges of a plot's axes. This is not recorded for undo. */
void wb_plot_set_set_shown (WbPlotSet *self, int index, const PlotRange *x, const PlotRange *y);
/* ---- zoom history ---- */

/* Keeps the present ranges of all plots, before the user changes them by hand.
 * A gesture makes many calls: those within a second of the one before keep
 * nothing more, unless `separate` is set. */
void wb_plot_set_keep_zoom (WbPlotSet *self, gboolean separate);
/* Goes back to the ranges before the last change by hand. Returns FALSE if there
 * are none. */
gboolean wb_plot_set_zoom_back (WbPlotSet *self);
/* Returns whether there are earlier ranges. */
gboolean wb_plot_set_can_zoom_back (WbPlotSet *self);
/* Returns whether the user has zoomed: the range of time differs from the whole
 * span, or a plot has a range set by hand. */
gboolean wb_plot_set_is_zoomed (WbPlotSet *self);

/* Stores the ranges with which a plot was drawn. Emits no signal. */
void wb_plot_set_store_shown (WbPlotSet *self, int index, const PlotRange *x, const PlotRange *y);

G_END_DECLS
