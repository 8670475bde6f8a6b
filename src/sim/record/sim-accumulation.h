/* Accumulation of recorded events: a series of times whose intervals shrink by a constant factor. Any thread. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Special values instead of an event index: search each event separately and
 * return the first that accumulates, or search all events as one series. */
#define SIM_ACCUMULATION_EACH (-1)
#define SIM_ACCUMULATION_ALL (-2)

typedef struct
{
  int event;          /* index in the system, or SIM_ACCUMULATION_ALL */
  gsize n_events;     /* number of occurrences in the series */
  gsize n_seen;       /* number of occurrences in the whole record */
  double ratio;       /* ratio of an interval to the previous one, below 1 */
  double t_first, t_last;
  double t_limit;     /* time at which the infinite series ends */
} SimAccumulation;

/* Finds an accumulation of events: a series whose intervals shrink by a constant
 * ratio. event is the index of an event, SIM_ACCUMULATION_EACH or
 * SIM_ACCUMULATION_ALL. Returns FALSE and leaves *found unchanged if there is
 * none. The intervals of chattering do not
 * shrink, and a series that is too short is not sufficient evidence. */
gboolean sim_accumulation_find (const SimTrajectory *trajectory, int event, SimAccumulation *found);

G_END_DECLS
