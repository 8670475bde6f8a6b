/* One column of a trajectory at the ends of steps alone: what dense output says in between has an error of its own, which an invariant shows. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

typedef struct PlotStepEnds PlotStepEnds;

PlotStepEnds *plot_step_ends_new (SimTrajectory *source, int column);
void plot_step_ends_free (PlotStepEnds *steps);
/* Brings it up to the source, a slice at a time; FALSE: rows are left, call again. */
gboolean plot_step_ends_update (PlotStepEnds *steps);
/* Grows with the source. */
gsize plot_step_ends_serial (const PlotStepEnds *steps);
/* Of one column, with the events of the source; owned by steps. Rows that the source took back are taken back here. */
SimTrajectory *plot_step_ends_trajectory (const PlotStepEnds *steps);
/* The size of the largest number in the source's first row, all columns; 0: there is none. */
double plot_step_ends_first_size (const PlotStepEnds *steps);

G_END_DECLS
