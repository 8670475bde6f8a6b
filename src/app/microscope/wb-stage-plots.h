/* The plots of the stages of an attempt. Each function returns a new view, or NULL if the attempt has nothing to show in it. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Returns the stages of a state over the fraction of the step, with the solution through the start, the iterates, and both results at the end. */
PlotView *wb_stages_plot (const WbAttemptScene *scene, int state);
/* Returns the stages in the plane of two states. */
PlotView *wb_stages_plane_plot (const WbAttemptScene *scene, int x, int y);
/* Returns the local coordinates of the stages of a Munthe-Kaas method. */
PlotView *wb_stages_local_plot (const WbAttemptScene *scene);
/* Returns the table of an extrapolation method: how far each entry is from the result. */
PlotView *wb_stages_table_plot (const WbAttemptScene *scene);

G_END_DECLS
