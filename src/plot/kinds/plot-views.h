/* The standard views of a run, ready-made from layers. All return a new view; columns are indices of the trajectory. */
#pragma once

#include "plot-layers.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* y(t) of columns, events, playhead, direct labels. Makes the axis logarithmic where the model's first time plot asks for it. */
PlotView *plot_views_time (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns);
/* Step size: attempts on a log scale, h_max. */
PlotView *plot_views_step (const PlotRun *run, PlotTimeAxis *axis);
/* Stability limit h(t) in a step view; n 0 removes it. */
void plot_views_step_set_limit (PlotView *view, const double *t, const double *h, gsize n);
/* Error over tolerance with the limit line and the reject zone. */
PlotView *plot_views_error (const PlotRun *run, PlotTimeAxis *axis);
/* Drift of invariants from their first value, relative to its size; from 0, or what is 0 but for rounding, the drift itself,
 * marked "absolute". log: of |drift|. */
PlotView *plot_views_invariant (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns, gboolean log);
/* Differences of states over time: values holds n rows of the system's n_states; columns are of states. log: their size on a logarithmic
 * axis. */
PlotView *plot_views_difference (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark, const double *t, const double *values,
                                 gsize n, const int *columns, int n_columns, gboolean log);
/* Time between events. */
PlotView *plot_views_events (const PlotRun *run, PlotTimeAxis *axis, int event);
/* Column against column with start ring, current point at the axis' playhead, faded history; axis may be NULL. field: with direction
 * field and nullclines, drawn where the plane is the whole continuous state (two states); of more states they are the slice through the
 * state at the playhead, and drawn on request. */
PlotView *plot_views_phase (const PlotRun *run, PlotTimeAxis *axis, int x_column, int y_column, gboolean field);
/* Draws or hides them; the remark says what a slice is. Without effect where the plane has no field (of an output, of t). */
void plot_views_phase_show_field (PlotView *view, gboolean arrows, gboolean nullclines);
/* Whether a view has a field to show, and whether it is shown. */
gboolean plot_views_phase_get_field (PlotView *view, gboolean *arrows, gboolean *nullclines);
/* Makes a phase portrait's orbit the first of two: letters A and B, and their distance. */
void plot_views_phase_pair (PlotView *view, const PlotRun *run, SimTrajectory *other, int x_column, int y_column, int series, const char *name);
PlotView *plot_views_section (const PlotRun *run, int x_column, int y_column, int at_column, int event);
/* Motion of the model's scene at the axis' playhead; NULL where it has none. */
PlotView *plot_views_motion (const PlotRun *run, PlotTimeAxis *axis);
/* One axis across for a phase portrait of these columns and the motion drawn under it, where the scene's view says that it shares this
 * column; FALSE, and nothing done, elsewhere. */
gboolean plot_views_share_motion (const PlotRun *run, PlotView *phase, PlotView *motion, int x_column, int y_column);
/* Stroboscopic: earlier places at equal times, fainter the older; 0: none. The remark says the interval. */
void plot_views_motion_set_exposures (PlotView *view, double interval, const char *unit);
/* An interval on 1-2-5 with about a hundred exposures in the run. */
double plot_views_motion_interval (const PlotRun *run);
/* Columns that a first time plot shows: the model's `show`, else the first states; returns their number (≤ n). */
int plot_views_default_columns (const PlotRun *run, int *columns, int n);

/* Pins the rejected attempt nearest in time in a view of steps or errors. FALSE: there is none. */
gboolean plot_views_pin_rejected (PlotView *view, double t);

G_END_DECLS
