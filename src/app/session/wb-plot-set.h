/* The plots of a session: what each plot shows (PlotSpec), the time axis that the plots
 * share, the plot that is shown alone, and the pinned readouts. Main thread.
 *
 * Every change of plots and pinned readouts can be undone. Plots are identified by
 * indices, which are valid until "plots-changed".
 *
 * Signals:
 *   plots-changed ()               plots were added, removed or arranged, or the time axis was replaced
 *   plot-changed (index, aspect)   one aspect (WbPlotAspect) of a plot changed
 *   focus-changed ()               another plot is shown alone, or all plots are shown
 *   zoom-changed ()                the user zoomed, panned, or went back to earlier ranges
 *   measured-changed ()            other measured data, or none, are shown in the plots
 *   measure (index, x, y)          requests the axis ranges of a plot; the view that draws the plot writes them (PlotRange *)
 */
#pragma once

#include "lab-measured.h"
#include "plot-spec.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_PLOT_SET (wb_plot_set_get_type ())
G_DECLARE_FINAL_TYPE (WbPlotSet, wb_plot_set, WB, PLOT_SET, GObject)

/* The properties of a plot that can change while it remains the same plot. */
typedef enum
{
  WB_PLOT_LOG_X, WB_PLOT_LOG_Y, WB_PLOT_FIELD, WB_PLOT_NULLCLINES, WB_PLOT_EXPOSURES, WB_PLOT_SENSITIVITY, /* the aspects up to this line can be switched on and off */
  WB_PLOT_PIN, WB_PLOT_SHOWN, WB_PLOT_RUNS, WB_PLOT_MEASURED
} WbPlotAspect;

/* Returns the plots of a session. The first call creates the object; the session owns it. */
WbPlotSet *wb_plot_set_of (WbSession *session);

/* ---- queries ---- */

/* Returns the number of plots. */
int wb_plot_set_n (WbPlotSet *self);
/* Returns what a plot shows; borrowed until the next change. */
const PlotSpec *wb_plot_set_spec (WbPlotSet *self, int index);
/* Returns the time axis that all plots over time share; borrowed. Returns NULL before a model is opened. "plots-changed" may replace
 * it. */
PlotTimeAxis *wb_plot_set_axis (WbPlotSet *self);
/* Returns the index of the plot that is shown alone, or −1 if all are shown. */
int wb_plot_set_focused (WbPlotSet *self);
/* Returns whether a readout of a visible run is pinned in one of the plots. */
gboolean wb_plot_set_has_pins (WbPlotSet *self);
/* Returns whether a cursor is set on the time axis. */
gboolean wb_plot_set_has_cursors (WbPlotSet *self);

/* ---- changes of the arrangement ---- */

/* Replaces all plots by copies of an array of PlotSpec. specs NULL means the default plots of the
 * model. */
void wb_plot_set_replace (WbPlotSet *self, GPtrArray *specs);
/* Forgets that the user has arranged the plots. The next model then shows its default plots, even if it has the same
 * file. */
void wb_plot_set_forget_arrangement (WbPlotSet *self);
/* Appends a copy of a plot. Returns FALSE if a plot already shows the same. */
gboolean wb_plot_set_add (WbPlotSet *self, const PlotSpec *spec);
/* Removes a plot. The last plot cannot be removed. */
void wb_plot_set_remove (WbPlotSet *self, int index);
/* Moves a plot within its column by one place, up (by = −1) or down (+1). At the end of the column it moves to the other
 * column. */
void wb_plot_set_move (WbPlotSet *self, int index, int by);
/* Shows one plot alone; −1 shows all plots. */
void wb_plot_set_focus (WbPlotSet *self, int index);

/* ---- switches, pins and ranges of a plot ---- */

/* Turns a switch of a plot on or off. For a plot over time, WB_PLOT_LOG_X changes the shared time
 * axis. */
void wb_plot_set_switch (WbPlotSet *self, int index, WbPlotAspect aspect, gboolean on);
/* Makes a plot show the difference of two other runs: numbers as in PlotSpec. */
void wb_plot_set_set_runs (WbPlotSet *self, int index, int of, int to);
/* Pins a readout in a plot. hit NULL removes the pinned readout. */
void wb_plot_set_pin (WbPlotSet *self, int index, const PlotHit *hit);
/* Gets the ranges of the axes of a plot as last drawn. The range of time is not included, because the shared time axis stores
 * it. */
void wb_plot_set_get_shown (WbPlotSet *self, int index, PlotRange *x, PlotRange *y);
/* Sets the ranges of the axes of a plot. This cannot be undone. */
void wb_plot_set_set_shown (WbPlotSet *self, int index, const PlotRange *x, const PlotRange *y);
/* ---- measured data ---- */

/* Returns the measured data that the plots show, borrowed until the next change; NULL: none. */
LabMeasured *wb_plot_set_measured (WbPlotSet *self);
/* Shows measured data in the plots; NULL: none. Takes a reference. Another model removes them. */
void wb_plot_set_set_measured (WbPlotSet *self, LabMeasured *measured);
/* Returns whether a column of a table measures a column of the model. */
gboolean wb_plot_set_is_measured (WbPlotSet *self, const LabMeasured *table, int column);

/* ---- zoom history ---- */

/* Stores the present ranges of all plots, before the user changes them. A gesture makes
 * many calls. Calls within a second of the last one store nothing, unless `separate` is
 * TRUE. */
void wb_plot_set_keep_zoom (WbPlotSet *self, gboolean separate);
/* Restores the ranges from before the user's last change. Returns FALSE if there are
 * none. */
gboolean wb_plot_set_zoom_back (WbPlotSet *self);
/* Returns whether there are earlier ranges to restore. */
gboolean wb_plot_set_can_zoom_back (WbPlotSet *self);
/* Returns whether the user has zoomed: whether the range of time differs from the whole span, or the user has set a range of a
 * plot. */
gboolean wb_plot_set_is_zoomed (WbPlotSet *self);

/* Stores the axis ranges with which a plot was drawn. Emits no signal. */
void wb_plot_set_store_shown (WbPlotSet *self, int index, const PlotRange *x, const PlotRange *y);

G_END_DECLS
