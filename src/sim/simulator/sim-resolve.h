/* Steps that pass over nothing: bounds over a whole step instead of samples of it. */
#pragma once

#include "sim-simulator.h"

G_BEGIN_DECLS

typedef enum
{
  SIM_RESOLUTION_UNKNOWN,  /* the run was not asked to resolve its steps, or its system has no bounds */
  SIM_RESOLUTION_COMPLETE, /* no step passed over a change of the equations or an event */
  SIM_RESOLUTION_FAILED,   /* a step may have passed over something */
} SimResolution;

/* Makes a run repeat each step that may have passed over a change of the right-hand side that matters at its tolerances, with a smaller
 * size. Call it before the run is initialized. */
void sim_simulator_resolve_steps (SimSimulator *simulator);
/* Returns what is known of the steps so far. If it is SIM_RESOLUTION_FAILED, sets *why to a translated clause that names the place and the
 * state or event; owned by the caller. why may be NULL. */
SimResolution sim_simulator_resolution (const SimSimulator *simulator, char **why);

G_END_DECLS
