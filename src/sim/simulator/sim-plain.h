/* Plain steps of a run: steps at whose start no event is due and after which none is. The caller may take them outside the simulator, with
 * the same bits, for example together with other runs in SIMD lanes. It must return each step in which more may happen.
 *
 * The simulator does not see steps that were taken outside: its counters do not include them, and nothing is recorded. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

/* The conditions under which the next steps are plain. */
typedef struct
{
  double t_stop;       /* the time of the next scheduled event, or the end of the run; sim_plain_land must follow a step that ends there */
  /* If the size that the controller proposes is above `largest` and t ≤ t_last + span, the simulator must make the step, because it limits
   * the size after events that follow each other closely. `largest` may be +inf. */
  double largest, t_last, span;
  gboolean bounds;     /* a step is plain only if sim_plain_excludes returns TRUE for a box of its dense output */
  const double *g;     /* values of the witnesses at the current state, for all events; those of other events have no meaning */
} SimPlain;

/* Returns whether the next step of an initialized run towards `boundary` may be plain, and sets *plain, which is valid until the next
 * call of the simulator. It is if no update is due and each witness has a nonzero value and no unfinished event. A step that is taken
 * outside is plain if each witness is neither zero nor NaN at the guard points inside the step (setting `guard`) and at its end, and does not
 * change its sign between two of these points in a direction in which its event happens. With plain->bounds it must also be excluded that a
 * witness changes its sign and back between two of these points. */
gboolean sim_plain_begin (SimSimulator *simulator, double boundary, SimPlain *plain);
/* Returns whether it is excluded that the search of a step finds more changes of signs than its points show, for each step whose times are
 * between t0 and t1 and whose dense output is in the box lo, hi: each witness has one sign over the box, or is
 * monotone there. The parameters and discrete states are those of the simulator. */
gboolean sim_plain_excludes (SimSimulator *simulator, double t0, double t1, const double *lo, const double *hi);
/* Applies the updates that are due now, before `boundary`, so that the next step may be plain. Returns the status; SIM_READY means that the run
 * goes on. */
SimStatus sim_plain_update (SimSimulator *simulator, double boundary);
/* Continues the run after plain steps of which the last one began at t0 and ended at t_stop: marks the events that are due there, and runs
 * publishes and monitors. Arguments and state are as in sim_plain_end. Returns the status; SIM_READY means that the updates are pending. */
SimStatus sim_plain_land (SimSimulator *simulator, double t0, double boundary, const double *g);
/* Continues the run after plain steps. The integrator of the simulator has their last state; g[n_events] are the values of the witnesses
 * there. */
void sim_plain_end (SimSimulator *simulator, const double *g);

G_END_DECLS
