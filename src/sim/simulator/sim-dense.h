/* Dense output of a simulation, which is recorded during the run or computed afterwards from the tape. It corresponds to Drake's dense
 * integration; Stepwise itself does not use it. The functions must be called from the simulator's thread. */
#pragma once

#include "ode-dense-output.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

/* Starts to append each step of the simulator to a dense output. The caller owns the dense output, which must exist until the next call of
 * this function; NULL stops appending (Drake's StartDenseIntegration and StopDenseIntegration). Returns FALSE if the system has no
 * continuous states, or if the dense output has a different number of states. */
gboolean sim_dense_record (SimSimulator *simulator, OdeDenseOutput *dense);
/* Returns whether all steps since the call of sim_dense_record were appended. Returns FALSE if memory ran out. */
gboolean sim_dense_is_complete (const SimSimulator *simulator);

/* Recomputes the dense output of a completed run over all steps that overlap [t0, t1]; free it with ode_dense_output_free. The steps are
 * repeated bit for bit from the last snapshot of the tape before t0. simulator must have the same system and settings as the run, and no
 * sinks, because the repeated steps would write rows again. On return its state is that at the end of the repeated steps. Returns NULL
 * with an error if the tape has no snapshot before t0, or if parameters or settings were changed during the run. */
OdeDenseOutput *sim_dense_from_tape (SimSimulator *simulator, const SimTape *tape, double t0, double t1, GError **error);

G_END_DECLS
