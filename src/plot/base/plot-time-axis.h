/* A time axis that several views share. It has the total span, the visible range, the playhead, the position of the pointer, and the time
 * that the run has reached.
 *
 * Views are also drawn on worker threads: any thread may read the axis, report the smallest time, and take and drop references. All
 * other functions may be called only on the thread that owns the axis, and listeners are called on that thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct PlotTimeAxis PlotTimeAxis;
/* A listener, which is called after each change of the axis. It may disconnect itself. */
typedef void (*PlotTimeAxisFunc) (gpointer user, PlotTimeAxis *axis);

/* Returns an axis with the span [t_start, t_end], which is completely visible; unit may be NULL. */
PlotTimeAxis *plot_time_axis_new (double t_start, double t_end, const char *unit);
/* Takes a reference. May be called from any thread. */
PlotTimeAxis *plot_time_axis_ref (PlotTimeAxis *axis);
/* Drops a reference; the last one frees the axis. May be called from any thread. */
void plot_time_axis_unref (PlotTimeAxis *axis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotTimeAxis, plot_time_axis_unref)

/* Sets the span and shows all of it. */
void plot_time_axis_set_span (PlotTimeAxis *axis, double t_start, double t_end);
/* Returns the span, which does not depend on the visible range. */
void plot_time_axis_get_span (const PlotTimeAxis *axis, double *t_start, double *t_end);
/* Sets the visible range. If it changes, the axis no longer follows the run. A range that is too small for the resolution of doubles is
 * ignored. */
void plot_time_axis_set_view (PlotTimeAxis *axis, double low, double high);
/* Returns the visible range. */
void plot_time_axis_get_view (const PlotTimeAxis *axis, double *low, double *high);
/* Makes the whole span visible. */
void plot_time_axis_fit (PlotTimeAxis *axis);
/* Sets whether the visible range follows the time that the run has reached. */
void plot_time_axis_set_follow (PlotTimeAxis *axis, gboolean follow);
/* Returns whether the visible range follows the run. */
gboolean plot_time_axis_get_follow (const PlotTimeAxis *axis);
/* Sets whether time is logarithmic in all views of the axis. If the visible range began at 0 or below, it then begins at
 * plot_time_axis_log_low; earlier times are drawn in an underflow band. */
void plot_time_axis_set_log (PlotTimeAxis *axis, gboolean log);
/* Returns the first time of the span on a logarithmic axis. This is the start of the
 * span or, if that is not positive, the decade of the smallest positive time in the
 * data. */
double plot_time_axis_log_start (const PlotTimeAxis *axis);
/* Returns whether time is logarithmic. */
gboolean plot_time_axis_get_log (const PlotTimeAxis *axis);
/* Reports a time of the data; the axis stores the smallest positive one. Listeners are not called. May be called from any
 * thread. */
void plot_time_axis_set_smallest_time (PlotTimeAxis *axis, double t);
/* Returns the start of the visible range on a logarithmic axis. It is positive. */
double plot_time_axis_log_low (const PlotTimeAxis *axis);
/* Returns the unit of time, "" if there is none; owned by the axis. */
const char *plot_time_axis_unit (const PlotTimeAxis *axis);

/* Sets the time that the run has reached (NaN: none). Moves the visible range if it follows the run. */
void plot_time_axis_set_reached (PlotTimeAxis *axis, double t);
/* Returns the time that the run has reached, or NaN. */
double plot_time_axis_reached (const PlotTimeAxis *axis);
/* Sets the time of the playhead; NaN: none. */
void plot_time_axis_set_playhead (PlotTimeAxis *axis, double t);
/* Returns the time of the playhead, or NaN. */
double plot_time_axis_playhead (const PlotTimeAxis *axis);
/* Sets whether a change would begin a branch of the run at the playhead, so that it would not change the start of the run. */
void plot_time_axis_set_branches (PlotTimeAxis *axis, gboolean branches);
/* Returns the value of plot_time_axis_set_branches; FALSE if it was not set. */
gboolean plot_time_axis_branches (const PlotTimeAxis *axis);
/* Sets the time under the pointer, for the crosshair; NaN: none. */
void plot_time_axis_set_hover (PlotTimeAxis *axis, double t);
/* Returns the time under the pointer, or NaN. */
double plot_time_axis_hover (const PlotTimeAxis *axis);
/* Sets one of two measuring cursors; `which` is 0 or 1, and t is NaN for none. Views show the differences of values between the two
 * cursors. */
void plot_time_axis_set_cursor (PlotTimeAxis *axis, int which, double t);
/* Returns the time of a measuring cursor, or NaN. */
double plot_time_axis_cursor (const PlotTimeAxis *axis, int which);

/* Returns a number that grows with each change. Views compare it to detect
 * changes. */
guint plot_time_axis_serial (const PlotTimeAxis *axis);
/* Connects a listener. Returns its handle, which is not 0. */
guint plot_time_axis_connect (PlotTimeAxis *axis, PlotTimeAxisFunc func, gpointer user);
/* Disconnects a listener. */
void plot_time_axis_disconnect (PlotTimeAxis *axis, guint handle);

G_END_DECLS
