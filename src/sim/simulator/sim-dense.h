/* Dense output of a simulation: recorded while it runs, or made afterwards from
 * its tape. Same thread as the simulator. */
#pragma once

#include "ode-dense-output.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

/* Begins to append each step of the simulator to a dense output, which the
 * caller keeps until another call; NULL ends it (Drake's StartDenseIntegration
 * and StopDenseIntegration). Returns FALSE where the system has no continuous
 * states, or the dense output has another number of them. */
gboolean sim_dense_record (SimSimulator *simulator, OdeDenseOutput *dense);
/* Returns whether all steps since the beginning are there; FALSE where memory
 * ran out. */
gboolean sim_dense_is_complete (const SimSimulator *simulator);

/* Returns the dense output of a completed run over all of its steps that touch
 * [t0, t1]; free with ode_dense_output_free. They are repeated bit for bit from
 * the last snapshot of the tape before t0. simulator: one of the same system
 * and settings, without sinks that must not see the rows again; afterwards its
 * state is that at the end of the repetition. NULL with an error where the tape
 * has no snapshot before t0 any more, or parameters or settings were changed
 * during the run. */
OdeDenseOutput *sim_dense_from_tape (SimSimulator *simulator, const SimTape *tape, double t0, double t1, GError **error);

G_END_DECLS
