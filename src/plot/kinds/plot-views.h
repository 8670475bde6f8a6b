/* Functions that make the standard views of a run from layers. Each returns a
 * new view; column arguments are indices of columns of the trajectory. */
#pragma once

#include "plot-layers.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* Creates a view of columns over time, with events, the playhead and a label at
 * each curve. The vertical axis is logarithmic if the first time plot in the
 * model's file is. */
PlotView *plot_views_time (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns);
/* Creates a view of the step sizes of all attempts over time, on a logarithmic
 * axis, with a line at max_step. */
PlotView *plot_views_step (const PlotRun *run, PlotTimeAxis *axis);
/* Sets the stability limit h(t) that a view of step sizes shows: n points,
 * which are copied; n = 0 removes it. */
void plot_views_step_set_limit (PlotView *view, const double *t, const double *h, gsize n);
/* Tells a view of step sizes that the run continues with another method from t
 * on, for its strip of what limited the steps. */
void plot_views_step_add_method (PlotView *view, double t, const OdeMethod *method);
/* Returns the fractions of the visible time in which each condition limited the
 * steps (index: SimLimit), as of the last drawing. FALSE: the view has no strip. */
gboolean plot_views_step_get_limits (PlotView *view, double *fractions);
/* Creates a view of each attempt's error divided by its tolerance. The range
 * above the limit 1, where steps are rejected, is shaded. */
PlotView *plot_views_error (const PlotRun *run, PlotTimeAxis *axis);
/* Creates a view of the drift of invariants: value minus first value, divided
 * by the absolute first value. If the first value is 0 up to rounding, the view
 * shows the difference itself and is marked "absolute". log: |drift| on a
 * logarithmic axis. */
PlotView *plot_views_invariant (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns, gboolean log);
/* Creates a view of the times between successive occurrences of an event. */
PlotView *plot_views_events (const PlotRun *run, PlotTimeAxis *axis, int event);
/* Creates a view of one column against another: a ring marks the start, a point
 * the time of the playhead of `axis` (may be NULL), and older parts are
 * fainter. field: adds the direction field and nullclines. With two states they
 * are visible. With more states they show the slice through the current state
 * at the playhead, and are hidden until the user shows them. */
PlotView *plot_views_phase (const PlotRun *run, PlotTimeAxis *axis, int x_column, int y_column, gboolean field);
/* Shows or hides the direction field and the nullclines. Does nothing if the
 * view has no field, for example when an axis shows an output or t. */
void plot_views_phase_show_field (PlotView *view, gboolean arrows, gboolean nullclines);
/* Returns whether a view has a direction field; *arrows and *nullclines tell
 * whether each is shown. */
gboolean plot_views_phase_get_field (PlotView *view, gboolean *arrows, gboolean *nullclines);
/* Creates a view of a Poincaré section: the points (x, y) where the column `at`
 * crosses zero upwards or, with event ≥ 0, where this event occurs. */
PlotView *plot_views_section (const PlotRun *run, int x_column, int y_column, int at_column, int event);
/* Creates a view of the model's scene at the playhead of `axis`; returns NULL
 * if the model has no scene. */
PlotView *plot_views_motion (const PlotRun *run, PlotTimeAxis *axis);
/* Makes a phase portrait and the motion below it use the same horizontal axis,
 * if the scene's horizontal coordinate is x_column. Otherwise returns FALSE and
 * changes nothing. */
gboolean plot_views_share_motion (const PlotRun *run, PlotView *phase, PlotView *motion, int x_column, int y_column);
/* Makes a motion show earlier positions at this interval of time, older ones
 * fainter; 0: none. unit: unit of time, for the remark. */
void plot_views_motion_set_exposures (PlotView *view, double interval, const char *unit);
/* Returns an interval of 1, 2 or 5 times a power of ten, such that the run
 * shows about a hundred positions. */
double plot_views_motion_interval (const PlotRun *run);
/* Writes up to n columns for a plot over time: those that the model's key
 * `show` names or, without it, the first states. Returns their number. */
int plot_views_default_columns (const PlotRun *run, int *columns, int n);

/* Pins the rejected attempt nearest to t in a view of steps or errors. Returns
 * FALSE if there is none. */
gboolean plot_views_pin_rejected (PlotView *view, double t);
/* Sets *hit to the attempt with an index on the tape. Returns FALSE if the view does not show this attempt. */
gboolean plot_views_find_attempt (PlotView *view, gsize index, PlotHit *hit);

G_END_DECLS
