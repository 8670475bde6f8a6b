/* Runs of small models with all that views show: states, outputs, events, phases, attempts, scenes. */
#pragma once

#include "plot-views.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

typedef struct
{
  Model *model;
  ModelSystem *system; /* an instance for drawing */
  SimTrajectory *trajectory;
  SimTape *tape;
  PlotTimeAxis *axis;
  PlotRun run;
} DrawnRun;

/* A ball whose impacts accumulate. It has all items of a scene that concern events. */
extern const char drawn_ball[];
/* A pendulum with an invariant, a Poincaré section, and all other items of a scene. Its angle is wrapped. */
extern const char drawn_pendulum[];
/* A stiff oscillator, over logarithmic time. */
extern const char drawn_stiff[];

/* Computes a run of a model with these settings, which may be NULL, up to its end or, if that is finite, to t. The playhead is at a third
 * of the run. */
void drawn_run_init (DrawnRun *run, const char *yaml, const char *settings, double t);
/* Frees the data of a run. */
void drawn_run_clear (DrawnRun *run);

G_END_DECLS
