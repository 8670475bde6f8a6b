/* Finds an accumulation of recorded events. Events accumulate if their intervals form a geometric series, d_{i+1} = r d_i with r < 1. All
 * further events then happen before
 *
 *   t_limit = t_n + d_n r/(1 − r), r = (d_n/d_1)^(1/(n − 1)), where n is the number of intervals.
 *
 * The result is the longest series whose ratios agree with the first ratio within AGREEMENT. This file searches the record of a finished
 * or running run; sim-zeno.c detects accumulation during a run and ends the run. */
#include "sim-accumulation.h"

#include <math.h>

/* The smallest number of intervals of a series. Eight intervals have seven
 * ratios; an agreement of seven ratios within 2 % is not a coincidence. */
#define LEAST_INTERVALS 8
/* The tolerated relative difference of two ratios. The uncertainty of event
 * times is a small fraction of the intervals, except for the last intervals. */
#define AGREEMENT 0.02
/* The first interval must be larger than the last one by at least this factor:
 * a series that shrinks by only a few per cent may be a slow change of a period. */
#define LEAST_SHRINKING 4
/* The number of last events that are searched. A series with r = 0.99 reaches
 * the resolution of doubles after 3600 events. */
#define MOST_EVENTS 4096

/* Finds the longest series with agreeing ratios in times[n]; among series
 * of equal length, the last one. Returns the number of its times and sets
 * *first to the index of its first time. */
static gsize
longest_series (const double *times, gsize n, gsize *first)
{
  gsize best = 0;

  for (gsize start = 0, i = 3; i <= n; i++)
    {
      double ratio = (times[i - 1] - times[i - 2]) / (times[i - 2] - times[i - 3]), reference;

      if (!(ratio < 1 - AGREEMENT))
        {
          start = i - 2;
          continue;
        }
      reference = (times[start + 2] - times[start + 1]) / (times[start + 1] - times[start]);
      if (fabs (ratio - reference) > AGREEMENT * reference)
        start = i - 3;
      if (i - start >= best)
        {
          best = i - start;
          *first = start;
        }
    }
  return best;
}

static gboolean
find_one (const SimTrajectory *trajectory, gsize n_events, int event, SimAccumulation *found)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  const double *t;
  gsize n, first = 0;
  double shrinking;

  for (gsize i = n_events > MOST_EVENTS ? n_events - MOST_EVENTS : 0; i < n_events; i++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, i);

      if ((event == SIM_ACCUMULATION_ALL ? record.event >= 0 : record.event == event) && !record.pending
          && (times->len == 0 || record.t > g_array_index (times, double, times->len - 1)))
        g_array_append_val (times, record.t);
    }
  t = (const double *) (gpointer) times->data;
  n = longest_series (t, times->len, &first);
  if (n < LEAST_INTERVALS + 1)
    return FALSE;
  shrinking = (t[first + n - 1] - t[first + n - 2]) / (t[first + 1] - t[first]);
  if (!(shrinking * LEAST_SHRINKING < 1))
    return FALSE;
  *found = (SimAccumulation){ .event = event, .n_events = n, .n_seen = times->len, .t_first = t[first], .t_last = t[first + n - 1] };
  found->ratio = pow (shrinking, 1.0 / ((double) n - 2.0));
  found->t_limit = found->t_last + (found->t_last - t[first + n - 2]) * found->ratio / (1 - found->ratio);
  return TRUE;
}

gboolean
sim_accumulation_find (const SimTrajectory *trajectory, int event, SimAccumulation *found)
{
  gsize n = sim_trajectory_n_events (trajectory);
  int last = -1;

  if (event != SIM_ACCUMULATION_EACH)
    return find_one (trajectory, n, event, found);
  for (gsize i = n > MOST_EVENTS ? n - MOST_EVENTS : 0; i < n; i++)
    last = MAX (last, sim_trajectory_event (trajectory, i).event);
  for (int candidate = 0; candidate <= last; candidate++)
    if (find_one (trajectory, n, candidate, found))
      return TRUE;
  return FALSE;
}
