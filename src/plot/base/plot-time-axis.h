/* A time axis that several views share, pixel for pixel: range, playhead,
 * pointer position, and the time that the run has reached.
 *
 * Views are also drawn on worker threads: any thread may read the axis, report
 * the smallest time, and take and drop references. All other functions belong
 * to the thread that owns the axis, and listeners are called on that thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct PlotTimeAxis PlotTimeAxis;
/* A listener; it may disconnect itself. */
typedef void (*PlotTimeAxisFunc) (gpointer user, PlotTimeAxis *axis);

/* Returns an axis that spans and shows [t_start, t_end]; unit may be NULL. */
PlotTimeAxis *plot_time_axis_new (double t_start, double t_end, const char *unit);
/* Takes a reference. Any thread. */
PlotTimeAxis *plot_time_axis_ref (PlotTimeAxis *axis);
/* Drops a reference; the last one frees the axis. Any thread. */
void plot_time_axis_unref (PlotTimeAxis *axis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotTimeAxis, plot_time_axis_unref)

/* Sets the whole span and shows all of it. */
void plot_time_axis_set_span (PlotTimeAxis *axis, double t_start, double t_end);
/* Returns the whole span. */
void plot_time_axis_get_span (const PlotTimeAxis *axis, double *t_start, double *t_end);
/* Sets the visible range. If it changes, the axis no longer follows the run. A range too small for doubles is ignored. */
void plot_time_axis_set_view (PlotTimeAxis *axis, double low, double high);
/* Returns the visible range. */
void plot_time_axis_get_view (const PlotTimeAxis *axis, double *low, double *high);
/* Shows the whole span. */
void plot_time_axis_fit (PlotTimeAxis *axis);
/* Sets whether the visible range follows the time that the run has reached. */
void plot_time_axis_set_follow (PlotTimeAxis *axis, gboolean follow);
/* Returns whether the visible range follows the run. */
gboolean plot_time_axis_get_follow (const PlotTimeAxis *axis);
/* Makes time logarithmic for all views on the axis. If the visible range began at 0 or below, it then begins at plot_time_axis_log_low;
 * earlier times are drawn in an underflow band. */
void plot_time_axis_set_log (PlotTimeAxis *axis, gboolean log);
/* Returns the first time of the whole span on a logarithmic axis: its start, or,
 * if that is not positive, the decade of the smallest positive time in the
 * data. */
double plot_time_axis_log_start (const PlotTimeAxis *axis);
/* Returns whether time is logarithmic. */
gboolean plot_time_axis_get_log (const PlotTimeAxis *axis);
/* Reports a time in the data; the axis stores the smallest positive one.
 * Listeners are not called. Any thread. */
void plot_time_axis_set_smallest_time (PlotTimeAxis *axis, double t);
/* Returns the start of the visible range on a logarithmic axis, > 0. */
double plot_time_axis_log_low (const PlotTimeAxis *axis);
/* Returns the unit of time, "" if there is none. Owned by the axis. */
const char *plot_time_axis_unit (const PlotTimeAxis *axis);

/* Sets the time that the run has reached (NaN: none), and moves the visible range if it follows. */
void plot_time_axis_set_reached (PlotTimeAxis *axis, double t);
/* Returns the time that the run has reached, or NaN. */
double plot_time_axis_reached (const PlotTimeAxis *axis);
/* Sets the playhead; NaN: none. */
void plot_time_axis_set_playhead (PlotTimeAxis *axis, double t);
/* Returns the time of the playhead, or NaN. */
double plot_time_axis_playhead (const PlotTimeAxis *axis);
/* Sets the time under the pointer, for the crosshair; NaN: none. */
void plot_time_axis_set_hover (PlotTimeAxis *axis, double t);
/* Returns the time under the pointer, or NaN. */
double plot_time_axis_hover (const PlotTimeAxis *axis);
/* Sets one of two cursors (which: 0 or 1); NaN: none. Views show the
 * differences of values between the two. */
void plot_time_axis_set_cursor (PlotTimeAxis *axis, int which, double t);
/* Returns the time of a cursor, or NaN. */
double plot_time_axis_cursor (const PlotTimeAxis *axis, int which);

/* Returns a number that grows with every change. Views compare it to detect
 * changes. */
guint plot_time_axis_serial (const PlotTimeAxis *axis);
/* Connects a listener, called after each change. Returns its handle, > 0. */
guint plot_time_axis_connect (PlotTimeAxis *axis, PlotTimeAxisFunc func, gpointer user);
/* Disconnects a listener. */
void plot_time_axis_disconnect (PlotTimeAxis *axis, guint handle);

G_END_DECLS
