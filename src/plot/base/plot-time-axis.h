/* A time axis that several views share, pixel for pixel: range, playhead, hover and what has been reached.
 *
 * Views on it may be drawn on another thread: reading, and reporting the smallest time, is for any thread, and so are references; all else is for
 * the thread that owns it, and listeners are called there. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct PlotTimeAxis PlotTimeAxis;
typedef void (*PlotTimeAxisFunc) (gpointer user, PlotTimeAxis *axis);

PlotTimeAxis *plot_time_axis_new (double t_start, double t_end, const char *unit);
PlotTimeAxis *plot_time_axis_ref (PlotTimeAxis *axis);
void plot_time_axis_unref (PlotTimeAxis *axis);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotTimeAxis, plot_time_axis_unref)

/* The whole span; also fits the view. */
void plot_time_axis_set_span (PlotTimeAxis *axis, double t_start, double t_end);
void plot_time_axis_get_span (const PlotTimeAxis *axis, double *t_start, double *t_end);
/* What is in view. A manual change ends following. */
void plot_time_axis_set_view (PlotTimeAxis *axis, double low, double high);
void plot_time_axis_get_view (const PlotTimeAxis *axis, double *low, double *high);
void plot_time_axis_fit (PlotTimeAxis *axis);
void plot_time_axis_set_follow (PlotTimeAxis *axis, gboolean follow);
gboolean plot_time_axis_get_follow (const PlotTimeAxis *axis);
/* Logarithmic time: the same for all views on the axis. Where the view begins at or before 0 it shows from the smallest time > 0 that any
 * view has reported (no listener hears of it), and a band for what lies before. */
void plot_time_axis_set_log (PlotTimeAxis *axis, gboolean log);
gboolean plot_time_axis_get_log (const PlotTimeAxis *axis);
void plot_time_axis_set_smallest_time (PlotTimeAxis *axis, double t);
/* Where a logarithmic view begins. */
double plot_time_axis_log_low (const PlotTimeAxis *axis);
const char *plot_time_axis_unit (const PlotTimeAxis *axis);

/* How far the run has come; moves the view where following. NaN: nothing yet. */
void plot_time_axis_set_reached (PlotTimeAxis *axis, double t);
double plot_time_axis_reached (const PlotTimeAxis *axis);
/* NaN: none. */
void plot_time_axis_set_playhead (PlotTimeAxis *axis, double t);
double plot_time_axis_playhead (const PlotTimeAxis *axis);
void plot_time_axis_set_hover (PlotTimeAxis *axis, double t);
double plot_time_axis_hover (const PlotTimeAxis *axis);
/* Two cursors whose differences are read out; NaN: none. which: 0 or 1. */
void plot_time_axis_set_cursor (PlotTimeAxis *axis, int which, double t);
double plot_time_axis_cursor (const PlotTimeAxis *axis, int which);

/* Grows with every change; views redraw where it differs. */
guint plot_time_axis_serial (const PlotTimeAxis *axis);
/* Called after each change; returns a handle. */
guint plot_time_axis_connect (PlotTimeAxis *axis, PlotTimeAxisFunc func, gpointer user);
void plot_time_axis_disconnect (PlotTimeAxis *axis, guint handle);

G_END_DECLS
