/* What the result of a run may miss, in sentences. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* Returns sentences (char *) about a run that has ended: that errors of steps may add up, that the method used another accuracy, that steps passed over a
 * change of the right-hand side, that fixed steps are unstable, and that events lost values. x_start[n_states] is the state at t_start. trajectory is the
 * log of events, or NULL. Some of them evaluate the right-hand side of `system`, the instance of the simulator. Free the result with g_ptr_array_unref. */
GPtrArray *lab_run_notes (SimSimulator *simulator, const ModelSystem *system, const SimStatus *run, double t_start, const double *x_start,
                          const SimTrajectory *trajectory);

G_END_DECLS
