/* Where events pile up: a recorded row of one event whose intervals shrink by
 * the same factor each time. Any thread. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* In place of an event: each by itself, the first that piles up; or all of them
 * as one row. */
#define SIM_ACCUMULATION_EACH (-1)
#define SIM_ACCUMULATION_ALL (-2)

typedef struct
{
  int event;          /* index in the system; SIM_ACCUMULATION_ALL where that was asked for */
  gsize n_events;     /* of it in the row */
  gsize n_seen;       /* of it in the whole run */
  double ratio;       /* of each interval to the one before, below 1 */
  double t_first, t_last;
  double t_limit;     /* where infinitely many of them would end */
} SimAccumulation;

/* Finds an accumulation of events: a series of one event, or of several as
 * above, whose intervals shrink by a constant ratio. Returns FALSE and leaves
 * *found unchanged where there is none; chattering does not shrink, and a
 * series that is too short proves nothing. */
gboolean sim_accumulation_find (const SimTrajectory *trajectory, int event, SimAccumulation *found);

G_END_DECLS
