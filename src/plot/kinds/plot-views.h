/* The standard views of a run, ready-made from layers. All return a new view; columns are indices of the trajectory. */
#pragma once

#include "plot-layers.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* Creates a view of columns over time with events, playhead and labels at the
 * curves. Makes the axis logarithmic where the model's first time plot asks for
 * it. */
PlotView *plot_views_time (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns);
/* Creates a view of the step sizes of all attempts over time, on a logarithmic
 * axis, with the line of max_step. */
PlotView *plot_views_step (const PlotRun *run, PlotTimeAxis *axis);
/* Sets the stability limit h(t) of a view of step sizes, n points that are
 * copied; n 0 removes it. */
void plot_views_step_set_limit (PlotView *view, const double *t, const double *h, gsize n);
/* Creates a view of the error over the tolerance of all attempts, with the
 * limit 1 and the zone of rejected steps above it. */
PlotView *plot_views_error (const PlotRun *run, PlotTimeAxis *axis);
/* Creates a view of the drift of invariants from their first value, relative to
 * its size. Where the first value is 0 up to rounding it shows the drift
 * itself, marked "absolute". log: |drift| on a logarithmic axis. */
PlotView *plot_views_invariant (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns, gboolean log);
/* Creates a view of differences of states over time. values holds n rows of the
 * system's n_states; columns are indices of states. log: their absolute values
 * on a logarithmic axis. */
PlotView *plot_views_difference (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark, const double *t, const double *values,
                                 gsize n, const int *columns, int n_columns, gboolean log);
/* Creates a view of the times between successive occurrences of an event. */
PlotView *plot_views_events (const PlotRun *run, PlotTimeAxis *axis, int event);
/* Creates a view of one column against another, with a ring at the start, the
 * point at the axis' playhead and older parts fainter; axis may be NULL. field:
 * with direction field and nullclines. They are shown where the plane is the
 * whole continuous state (two states); with more states they belong to the
 * slice through the state at the playhead and are shown on request. */
PlotView *plot_views_phase (const PlotRun *run, PlotTimeAxis *axis, int x_column, int y_column, gboolean field);
/* Shows or hides direction field and nullclines. Has no effect where the plane
 * has no field, as with an output or t on an axis. */
void plot_views_phase_show_field (PlotView *view, gboolean arrows, gboolean nullclines);
/* Returns whether a view has a direction field, and in arrows and nullclines
 * what of it is shown. */
gboolean plot_views_phase_get_field (PlotView *view, gboolean *arrows, gboolean *nullclines);
/* Makes a phase portrait's orbit the first of two: letters A and B, and their distance. */
void plot_views_phase_pair (PlotView *view, const PlotRun *run, SimTrajectory *other, int x_column, int y_column, int series, const char *name);
/* Creates a view of a Poincaré section: points (x, y) where the column `at`
 * passes through zero upwards, or at the occurrences of an event where event is
 * not −1. */
PlotView *plot_views_section (const PlotRun *run, int x_column, int y_column, int at_column, int event);
/* Creates a view of the model's scene at the axis' playhead; returns NULL where
 * the model has no scene. */
PlotView *plot_views_motion (const PlotRun *run, PlotTimeAxis *axis);
/* Makes a phase portrait and the motion drawn under it use one horizontal axis,
 * where the scene says that it shares this column. Returns FALSE and changes
 * nothing elsewhere. */
gboolean plot_views_share_motion (const PlotRun *run, PlotView *phase, PlotView *motion, int x_column, int y_column);
/* Sets the interval of the earlier positions that a motion shows, older ones
 * fainter; 0: none. unit is that of time, for the remark. */
void plot_views_motion_set_exposures (PlotView *view, double interval, const char *unit);
/* Returns an interval of the series 1, 2, 5 that gives about a hundred
 * positions in the run. */
double plot_views_motion_interval (const PlotRun *run);
/* Writes the columns that a first time plot shows, at most n: those of the
 * model's `show`, else the first states. Returns their number. */
int plot_views_default_columns (const PlotRun *run, int *columns, int n);

/* Pins the rejected attempt nearest in time in a view of steps or errors. FALSE: there is none. */
gboolean plot_views_pin_rejected (PlotView *view, double t);

G_END_DECLS
