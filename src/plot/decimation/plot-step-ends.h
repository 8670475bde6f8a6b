/* A copy of one column of a trajectory that has only the rows at the ends of steps. Rows between them come from dense output, which has an
 * additional error; a plot of the drift of an invariant would show that error instead of the method's. */
#pragma once

#include "sim-trajectory.h"

G_BEGIN_DECLS

typedef struct PlotStepEnds PlotStepEnds;

/* Returns an empty copy. Takes a reference on the source. */
PlotStepEnds *plot_step_ends_new (SimTrajectory *source, int column);
/* Frees the copy; NULL is allowed. */
void plot_step_ends_free (PlotStepEnds *steps);
/* Copies rows that the source has published since the last call, for at most about 1.5 ms. Returns FALSE if rows remain; call it again
 * then. */
gboolean plot_step_ends_update (PlotStepEnds *steps);
/* Returns a number that grows when the source grows or changes. */
gsize plot_step_ends_serial (const PlotStepEnds *steps);
/* Returns the copy: a trajectory with one column and the events of the source; owned by steps. If the source is truncated, the copy is
 * truncated too. */
SimTrajectory *plot_step_ends_trajectory (const PlotStepEnds *steps);
/* Returns the largest absolute value of all columns in the first row of the source; 0 if there are no
 * rows. */
double plot_step_ends_first_size (const PlotStepEnds *steps);

G_END_DECLS
