/* Functions that make the standard views of a run. Each returns a new view. Column arguments are indices of columns of the
 * trajectory. */
#pragma once

#include "plot-layers.h"
#include "plot-spec.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* Creates a view of columns over time, with events, the playhead, and a label at the end of
 * each curve. The vertical axis is logarithmic if that of the first time plot in the model's
 * file is. */
PlotView *plot_views_time (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns);
/* Creates a view of the step sizes of all attempts over time, on a logarithmic axis, with a line at the largest permitted step
 * size. */
PlotView *plot_views_step (const PlotRun *run, PlotTimeAxis *axis);
/* Sets the curve of the stability limit h(t) in a view of step sizes: n points, which are copied. n = 0 removes the
 * curve. */
void plot_views_step_set_limit (PlotView *view, const double *t, const double *h, gsize n);
/* Sets the measurement that tells accuracy and stability apart in the strip of a view of step sizes; its arrays are copied. */
void plot_views_step_set_response (PlotView *view, const SimResponse *response);
/* Notifies a view of step sizes that the run continues with another method from time t on. Its strip of limiting conditions needs the
 * method. */
void plot_views_step_add_method (PlotView *view, double t, const OdeMethod *method);
/* Computes, for each condition (index: SimLimit), the fraction of the visible time in which it limited the steps, as of the last drawing.
 * Returns FALSE if the view has no strip of these conditions. */
gboolean plot_views_step_get_limits (PlotView *view, double *fractions);
/* Creates a view of the error of each attempt, divided by its tolerance. The range above 1, where attempts are rejected, is
 * shaded. */
PlotView *plot_views_error (const PlotRun *run, PlotTimeAxis *axis);
/* Creates a view of the drift of invariants, (value − first value) / |first value|. If
 * the first value is 0 up to rounding errors, the view shows the difference itself and
 * is marked "absolute". If log is TRUE, it shows the absolute drift on a logarithmic
 * axis. */
PlotView *plot_views_invariant (const PlotRun *run, PlotTimeAxis *axis, const int *columns, int n_columns, gboolean log);
/* Creates a view of the times between successive occurrences of an event. */
PlotView *plot_views_events (const PlotRun *run, PlotTimeAxis *axis, int event);
/* Creates a view of one column against another. A ring marks the start, a point marks the time of
 * the playhead of `axis` (may be NULL), and older parts are fainter. If field is TRUE, the
 * direction field and nullclines are added. They are visible for models with two states. For
 * others they show the slice through the state at the playhead, and are hidden until the user
 * shows them. */
PlotView *plot_views_phase (const PlotRun *run, PlotTimeAxis *axis, int x_column, int y_column, gboolean field);
/* Shows or hides the direction field and the nullclines. Does nothing if the view has no field, for example because an axis shows an output
 * or t. */
void plot_views_phase_show_field (PlotView *view, gboolean arrows, gboolean nullclines);
/* Returns whether a view has a direction field. Sets *arrows and *nullclines to whether each is
 * shown. */
gboolean plot_views_phase_get_field (PlotView *view, gboolean *arrows, gboolean *nullclines);
/* Shows or hides the direction field and the nullclines of a phase portrait, as the specification requires. */
void plot_views_phase_apply (const PlotSpec *spec, PlotView *view);
/* Creates a view of a Poincaré section: the points (x, y) at which the column `at` crosses zero upwards or, if event ≥ 0, at which this
 * event occurs. */
PlotView *plot_views_section (const PlotRun *run, int x_column, int y_column, int at_column, int event);
/* Creates a view of the model's scene at the playhead of `axis`. Returns NULL if the model has no
 * scene. */
PlotView *plot_views_motion (const PlotRun *run, PlotTimeAxis *axis);
/* Makes a phase portrait and the motion below it share their horizontal axis. Returns
 * FALSE and changes nothing if the horizontal coordinate of the scene is not
 * x_column. */
gboolean plot_views_share_motion (const PlotRun *run, PlotView *phase, PlotView *motion, int x_column, int y_column);
/* Makes a motion view show earlier positions at this interval of time, older ones fainter; 0: none. unit is the unit of time, for the
 * remark. */
void plot_views_motion_set_exposures (PlotView *view, double interval, const char *unit);
/* Returns an interval of the form 1, 2 or 5 times a power of ten for which the run shows about a hundred
 * positions. */
double plot_views_motion_interval (const PlotRun *run);
/* Writes up to n columns for a plot over time: those that the model's key `show` names or, if it is missing, the first states. Returns
 * their number. */
int plot_views_default_columns (const PlotRun *run, int *columns, int n);

/* Sets *t to the time at which the phase of a hit begins. Returns FALSE if the layer does not show phases. */
gboolean plot_views_phase_begin (PlotLayer *layer, const PlotHit *hit, double *t);

/* Pins the rejected attempt nearest to t in a view of steps or errors. Returns
 * FALSE if there is none. */
gboolean plot_views_pin_rejected (PlotView *view, double t);
/* Finds the attempt with this index on the tape and sets *hit to it. Returns FALSE if the view does not show the attempt. */
gboolean plot_views_find_attempt (PlotView *view, gsize index, PlotHit *hit);

G_END_DECLS
