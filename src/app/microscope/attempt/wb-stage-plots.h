/* The plots of the stages of an attempt. Each function returns a new view that the caller owns, or NULL if the attempt has nothing to show
 * in that plot. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Returns the left margin in px of the plot of the stages of a state. The longest tick label fits into it. */
double wb_stages_margin (const WbAttemptScene *scene, int state);
/* Returns a plot of one state over the time in the step: its value and slope at each stage, the accurate solution from the start of the
 * step, the Newton iterates, and both results at the end. */
PlotView *wb_stages_plot (const WbAttemptScene *scene, int state);
/* Returns a plot of the stages in the plane of the states x and y. */
PlotView *wb_stages_plane_plot (const WbAttemptScene *scene, int x, int y);
/* Returns a plot of the stages of a Munthe-Kaas method in local coordinates of the Lie algebra. */
PlotView *wb_stages_local_plot (const WbAttemptScene *scene);
/* Returns the table of an extrapolation method with the distance of each entry from the result. */
PlotView *wb_stages_table_plot (const WbAttemptScene *scene);

G_END_DECLS
