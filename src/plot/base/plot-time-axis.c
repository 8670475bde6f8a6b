/* Stores the range, playhead, pointer and options of a shared time axis under a lock, and notifies its owner of
 * changes. */
#include "plot-time-axis.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>

typedef struct { guint handle; PlotTimeAxisFunc func; gpointer user; } Listener;

struct PlotTimeAxis
{
  atomic_int references; /* number of references; changed atomically, by any thread */
  GMutex lock;       /* protects the numbers below: worker threads read them while they draw views */
  double t_start, t_end;
  double low, high;
  double reached, playhead, hover, cursors[2];
  double branches; /* 1: a change begins a branch at the playhead; 0: it does not */
  gboolean follow, log;
  double smallest;   /* smallest positive time in the data; +inf: unknown */
  char *unit;
  guint serial, last_handle;
  GArray *listeners;
};

PlotTimeAxis *
plot_time_axis_new (double t_start, double t_end, const char *unit)
{
  PlotTimeAxis *axis = g_new0 (PlotTimeAxis, 1);

  atomic_init (&axis->references, 1);
  g_mutex_init (&axis->lock);
  axis->t_start = axis->low = t_start;
  axis->t_end = axis->high = t_end > t_start ? t_end : t_start + 1;
  axis->reached = axis->playhead = axis->hover = axis->cursors[0] = axis->cursors[1] = NAN;
  axis->smallest = INFINITY;
  axis->unit = g_strdup (unit != NULL ? unit : "");
  axis->serial = 1;
  axis->listeners = g_array_new (FALSE, FALSE, sizeof (Listener));
  return axis;
}

PlotTimeAxis *
plot_time_axis_ref (PlotTimeAxis *axis)
{
  atomic_fetch_add_explicit (&axis->references, 1, memory_order_relaxed);
  return axis;
}

void
plot_time_axis_unref (PlotTimeAxis *axis)
{
  /* Each thread that drops a reference uses release order. The last one also uses acquire order, because it frees memory that the others
   * wrote. */
  if (atomic_fetch_sub_explicit (&axis->references, 1, memory_order_acq_rel) != 1)
    return;
  g_mutex_clear (&axis->lock);
  g_array_unref (axis->listeners);
  g_free (axis->unit);
  g_free (axis);
}

static void
changed (PlotTimeAxis *axis)
{
  plot_time_axis_ref (axis);
  /* Iterate a copy of the list, because a listener may disconnect itself. */
  g_autoptr (GArray) listeners = g_array_copy (axis->listeners);
  for (guint i = 0; i < listeners->len; i++)
    {
      Listener *listener = &g_array_index (listeners, Listener, i);

      listener->func (listener->user, axis);
    }
  plot_time_axis_unref (axis);
}

/* Releases the lock after a change, and then calls the listeners. */
static void
unlock (PlotTimeAxis *axis, gboolean has_changed)
{
  axis->serial += has_changed ? 1 : 0;
  g_mutex_unlock (&axis->lock);
  if (has_changed)
    changed (axis);
}

static double
get_number (const PlotTimeAxis *axis, const double *number)
{
  GMutex *lock = (GMutex *) &axis->lock;
  double value;

  g_mutex_lock (lock);
  value = *number;
  g_mutex_unlock (lock);
  return value;
}

static void
set_number (PlotTimeAxis *axis, double *number, double value)
{
  gboolean differs;

  g_mutex_lock (&axis->lock);
  differs = *number != value && !(isnan (*number) && isnan (value));
  *number = value;
  unlock (axis, differs);
}

static gboolean
set_view (PlotTimeAxis *axis, double low, double high)
{
  /* A range below 4096 ulp contains fewer distinct doubles than a plot has pixels. */
  if (!(high - low > 4096 * DBL_EPSILON * fmax (fabs (low), fabs (high))) || !isfinite (low) || !isfinite (high))
    return FALSE;
  if (axis->low == low && axis->high == high)
    return FALSE;
  axis->low = low;
  axis->high = high;
  return TRUE;
}

static void
get_pair (const PlotTimeAxis *axis, const double *a, const double *b, double *low, double *high)
{
  GMutex *lock = (GMutex *) &axis->lock;

  g_mutex_lock (lock);
  *low = *a;
  *high = *b;
  g_mutex_unlock (lock);
}

void
plot_time_axis_set_span (PlotTimeAxis *axis, double t_start, double t_end)
{
  g_mutex_lock (&axis->lock);
  axis->t_start = t_start;
  axis->t_end = t_end > t_start ? t_end : t_start + 1;
  set_view (axis, axis->t_start, axis->t_end);
  unlock (axis, TRUE);
}

void
plot_time_axis_get_span (const PlotTimeAxis *axis, double *t_start, double *t_end)
{
  get_pair (axis, &axis->t_start, &axis->t_end, t_start, t_end);
}

void
plot_time_axis_set_view (PlotTimeAxis *axis, double low, double high)
{
  gboolean differs;

  g_mutex_lock (&axis->lock);
  differs = set_view (axis, low, high);
  axis->follow &= !differs;
  unlock (axis, differs);
}

void
plot_time_axis_get_view (const PlotTimeAxis *axis, double *low, double *high)
{
  get_pair (axis, &axis->low, &axis->high, low, high);
}

void
plot_time_axis_fit (PlotTimeAxis *axis)
{
  g_mutex_lock (&axis->lock);
  unlock (axis, set_view (axis, axis->t_start, axis->t_end));
}

static gboolean
get_flag (const PlotTimeAxis *axis, const gboolean *flag)
{
  GMutex *lock = (GMutex *) &axis->lock;
  gboolean value;

  g_mutex_lock (lock);
  value = *flag;
  g_mutex_unlock (lock);
  return value;
}

static void
set_flag (PlotTimeAxis *axis, gboolean *flag, gboolean value)
{
  gboolean differs;

  g_mutex_lock (&axis->lock);
  differs = *flag != value;
  *flag = value;
  unlock (axis, differs);
}

void
plot_time_axis_set_follow (PlotTimeAxis *axis, gboolean follow)
{
  set_flag (axis, &axis->follow, follow);
}

gboolean
plot_time_axis_get_follow (const PlotTimeAxis *axis)
{
  return get_flag (axis, &axis->follow);
}

void
plot_time_axis_set_log (PlotTimeAxis *axis, gboolean log)
{
  set_flag (axis, &axis->log, log);
}

gboolean
plot_time_axis_get_log (const PlotTimeAxis *axis)
{
  return get_flag (axis, &axis->log);
}

void
plot_time_axis_set_smallest_time (PlotTimeAxis *axis, double t)
{
  g_mutex_lock (&axis->lock);
  if (t > 0 && t < axis->smallest)
    {
      axis->smallest = t;
      axis->serial++;
    }
  g_mutex_unlock (&axis->lock);
}

/* Returns the start of a range [low, high] on a logarithmic axis. */
static double
log_low_of (const PlotTimeAxis *axis, double low, double high)
{
  double smallest = get_number (axis, &axis->smallest);

  if (low > 0)
    return low;
  /* Without data, show six decades. */
  if (!isfinite (smallest) || smallest >= high)
    return high > 0 ? high * 1e-6 : 1e-6;
  return pow (10, floor (log10 (smallest)));
}

double
plot_time_axis_log_low (const PlotTimeAxis *axis)
{
  double low, high;

  plot_time_axis_get_view (axis, &low, &high);
  return log_low_of (axis, low, high);
}

double
plot_time_axis_log_start (const PlotTimeAxis *axis)
{
  double low, high;

  plot_time_axis_get_span (axis, &low, &high);
  return log_low_of (axis, low, high);
}

const char *
plot_time_axis_unit (const PlotTimeAxis *axis)
{
  return axis->unit;
}

void
plot_time_axis_set_reached (PlotTimeAxis *axis, double t)
{
  g_mutex_lock (&axis->lock);
  if (axis->follow && isfinite (t) && (t > axis->high || t < axis->low))
    {
      double span = axis->high - axis->low;
      double low = fmax (axis->t_start, t - 0.9 * span);

      /* Move the range so that a tenth of it is ahead of the run. The range then moves in jumps, and the caches of the views stay valid
       * between jumps. */
      set_view (axis, low, low + span);
    }
  g_mutex_unlock (&axis->lock);
  set_number (axis, &axis->reached, t);
}

double
plot_time_axis_reached (const PlotTimeAxis *axis)
{
  return get_number (axis, &axis->reached);
}

void
plot_time_axis_set_playhead (PlotTimeAxis *axis, double t)
{
  set_number (axis, &axis->playhead, t);
}

void
plot_time_axis_set_branches (PlotTimeAxis *axis, gboolean branches)
{
  set_number (axis, &axis->branches, branches);
}

gboolean
plot_time_axis_branches (const PlotTimeAxis *axis)
{
  return get_number (axis, &axis->branches) != 0;
}

double
plot_time_axis_playhead (const PlotTimeAxis *axis)
{
  return get_number (axis, &axis->playhead);
}

void
plot_time_axis_set_hover (PlotTimeAxis *axis, double t)
{
  set_number (axis, &axis->hover, t);
}

double
plot_time_axis_hover (const PlotTimeAxis *axis)
{
  return get_number (axis, &axis->hover);
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
  return get_number (axis, &axis->cursors[which != 0]);
}

guint
plot_time_axis_serial (const PlotTimeAxis *axis)
{
  GMutex *lock = (GMutex *) &axis->lock;
  guint serial;

  g_mutex_lock (lock);
  serial = axis->serial;
  g_mutex_unlock (lock);
  return serial;
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
