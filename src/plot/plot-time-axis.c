#include "plot-time-axis.h"

#include <float.h>
#include <math.h>

typedef struct { guint handle; PlotTimeAxisFunc func; gpointer user; } Listener;

struct PlotTimeAxis
{
  int ref_count;
  double t_start, t_end;
  double low, high;
  double reached, playhead, hover, cursors[2];
  gboolean follow, log;
  double least;      /* smallest time > 0 among the data; +inf: not known */
  char *unit;
  guint serial, last_handle;
  GArray *listeners;
};

PlotTimeAxis *
plot_time_axis_new (double t_start, double t_end, const char *unit)
{
  PlotTimeAxis *axis = g_new0 (PlotTimeAxis, 1);

  axis->ref_count = 1;
  axis->t_start = axis->low = t_start;
  axis->t_end = axis->high = t_end > t_start ? t_end : t_start + 1;
  axis->reached = axis->playhead = axis->hover = axis->cursors[0] = axis->cursors[1] = NAN;
  axis->least = INFINITY;
  axis->unit = g_strdup (unit != NULL ? unit : "");
  axis->serial = 1;
  axis->listeners = g_array_new (FALSE, FALSE, sizeof (Listener));
  return axis;
}

PlotTimeAxis *
plot_time_axis_ref (PlotTimeAxis *axis)
{
  axis->ref_count++;
  return axis;
}

void
plot_time_axis_unref (PlotTimeAxis *axis)
{
  if (--axis->ref_count > 0)
    return;
  g_array_unref (axis->listeners);
  g_free (axis->unit);
  g_free (axis);
}

static void
changed (PlotTimeAxis *axis)
{
  axis->serial++;
  plot_time_axis_ref (axis);
  /* A copy: a listener may disconnect. */
  g_autoptr (GArray) listeners = g_array_copy (axis->listeners);
  for (guint i = 0; i < listeners->len; i++)
    {
      Listener *listener = &g_array_index (listeners, Listener, i);

      listener->func (listener->user, axis);
    }
  plot_time_axis_unref (axis);
}

static void
set_number (PlotTimeAxis *axis, double *number, double value)
{
  if (*number == value || (isnan (*number) && isnan (value)))
    return;
  *number = value;
  changed (axis);
}

static gboolean
set_view (PlotTimeAxis *axis, double low, double high)
{
  /* Closer than this and neighbouring pixels are the same double. */
  if (!(high - low > 4096 * DBL_EPSILON * fmax (fabs (low), fabs (high))) || !isfinite (low) || !isfinite (high))
    return FALSE;
  if (axis->low == low && axis->high == high)
    return FALSE;
  axis->low = low;
  axis->high = high;
  return TRUE;
}

void
plot_time_axis_set_span (PlotTimeAxis *axis, double t_start, double t_end)
{
  axis->t_start = t_start;
  axis->t_end = t_end > t_start ? t_end : t_start + 1;
  set_view (axis, axis->t_start, axis->t_end);
  changed (axis);
}

void
plot_time_axis_get_span (const PlotTimeAxis *axis, double *t_start, double *t_end)
{
  *t_start = axis->t_start;
  *t_end = axis->t_end;
}

void
plot_time_axis_set_view (PlotTimeAxis *axis, double low, double high)
{
  if (!set_view (axis, low, high))
    return;
  axis->follow = FALSE;
  changed (axis);
}

void
plot_time_axis_get_view (const PlotTimeAxis *axis, double *low, double *high)
{
  *low = axis->low;
  *high = axis->high;
}

void
plot_time_axis_zoom (PlotTimeAxis *axis, double about, double factor)
{
  plot_time_axis_set_view (axis, about + (axis->low - about) * factor, about + (axis->high - about) * factor);
}

void
plot_time_axis_pan (PlotTimeAxis *axis, double dt)
{
  plot_time_axis_set_view (axis, axis->low + dt, axis->high + dt);
}

void
plot_time_axis_fit (PlotTimeAxis *axis)
{
  if (set_view (axis, axis->t_start, axis->t_end))
    changed (axis);
}

void
plot_time_axis_set_follow (PlotTimeAxis *axis, gboolean follow)
{
  if (axis->follow == follow)
    return;
  axis->follow = follow;
  changed (axis);
}

gboolean
plot_time_axis_get_follow (const PlotTimeAxis *axis)
{
  return axis->follow;
}

void
plot_time_axis_set_log (PlotTimeAxis *axis, gboolean log)
{
  if (axis->log == log)
    return;
  axis->log = log;
  changed (axis);
}

gboolean
plot_time_axis_get_log (const PlotTimeAxis *axis)
{
  return axis->log;
}

void
plot_time_axis_set_least (PlotTimeAxis *axis, double t)
{
  if (t > 0 && t < axis->least)
    set_number (axis, &axis->least, t);
}

double
plot_time_axis_log_low (const PlotTimeAxis *axis)
{
  if (axis->low > 0)
    return axis->low;
  /* Before any data: six decades. */
  if (!isfinite (axis->least) || axis->least >= axis->high)
    return axis->high > 0 ? axis->high * 1e-6 : 1e-6;
  return pow (10, floor (log10 (axis->least)));
}

const char *
plot_time_axis_unit (const PlotTimeAxis *axis)
{
  return axis->unit;
}

void
plot_time_axis_set_reached (PlotTimeAxis *axis, double t)
{
  if (axis->follow && isfinite (t) && (t > axis->high || t < axis->low))
    {
      double span = axis->high - axis->low;
      double low = fmax (axis->t_start, t - 0.9 * span);

      /* A tenth of the window ahead, so that the view moves in jumps and its caches serve many frames. */
      set_view (axis, low, low + span);
    }
  set_number (axis, &axis->reached, t);
}

double
plot_time_axis_reached (const PlotTimeAxis *axis)
{
  return axis->reached;
}

void
plot_time_axis_set_playhead (PlotTimeAxis *axis, double t)
{
  set_number (axis, &axis->playhead, t);
}

double
plot_time_axis_playhead (const PlotTimeAxis *axis)
{
  return axis->playhead;
}

void
plot_time_axis_set_hover (PlotTimeAxis *axis, double t)
{
  set_number (axis, &axis->hover, t);
}

double
plot_time_axis_hover (const PlotTimeAxis *axis)
{
  return axis->hover;
}

void
plot_time_axis_set_cursor (PlotTimeAxis *axis, int which, double t)
{
  g_return_if_fail (which == 0 || which == 1);
  set_number (axis, &axis->cursors[which], t);
}

double
plot_time_axis_cursor (const PlotTimeAxis *axis, int which)
{
  return axis->cursors[which != 0];
}

guint
plot_time_axis_serial (const PlotTimeAxis *axis)
{
  return axis->serial;
}

guint
plot_time_axis_connect (PlotTimeAxis *axis, PlotTimeAxisFunc func, gpointer user)
{
  Listener listener = { ++axis->last_handle, func, user };

  g_array_append_val (axis->listeners, listener);
  return listener.handle;
}

void
plot_time_axis_disconnect (PlotTimeAxis *axis, guint handle)
{
  for (guint i = 0; i < axis->listeners->len; i++)
    if (g_array_index (axis->listeners, Listener, i).handle == handle)
      {
        g_array_remove_index (axis->listeners, i);
        return;
      }
}
