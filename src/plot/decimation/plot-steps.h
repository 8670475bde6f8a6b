/* One column of a trajectory at the ends of steps alone: what dense output says in between has an error of its own, which an invariant shows. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

typedef struct PlotSteps PlotSteps;

PlotSteps *plot_steps_new (SimTrajectory *source, int column);
void plot_steps_free (PlotSteps *steps);
/* Brings it up to the source, a slice at a time; FALSE: rows are left, call again. */
gboolean plot_steps_update (PlotSteps *steps);
/* Grows with the source. */
gsize plot_steps_serial (const PlotSteps *steps);
/* Of one column, with the events of the source; owned by steps. Rows that the source took back are taken back here. */
SimTrajectory *plot_steps_trajectory (const PlotSteps *steps);
/* The size of the largest number in the source's first row, all columns; 0: there is none. */
double plot_steps_first_size (const PlotSteps *steps);

G_END_DECLS
