/* Accumulation of recorded events: a series of times whose intervals shrink by a constant factor. The function may be called from any
 * thread. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Special values in place of an event index. EACH: search each event separately and return
 * the first event that accumulates. ALL: search the times of all events as one series. */
#define SIM_ACCUMULATION_EACH (-1)
#define SIM_ACCUMULATION_ALL (-2)

typedef struct
{
  int event;          /* index of the event in the system, or SIM_ACCUMULATION_ALL */
  gsize n_events;     /* number of occurrences in the series */
  gsize n_seen;       /* number of occurrences in the whole record */
  double ratio;       /* ratio of an interval to the interval before it; below 1 */
  double t_first, t_last;
  double t_limit;     /* limit of the event times, if the series continued without end */
} SimAccumulation;

/* Finds an accumulation of events: a series whose intervals shrink by a constant
 * ratio. event is the index of an event, SIM_ACCUMULATION_EACH or
 * SIM_ACCUMULATION_ALL. Returns FALSE and leaves *found unchanged if there is
 * none. Chattering, whose intervals do
 * not shrink, is not an accumulation, and short series are ignored. */
gboolean sim_accumulation_find (const SimTrajectory *trajectory, int event, SimAccumulation *found);

G_END_DECLS
