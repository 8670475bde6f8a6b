/* The plot of the error of an attempt over its step size. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Returns a new plot of the error of each shown state over the step size, with the tolerance, the rule of the controller through the attempt of
 * the run, and the range of sizes that are not accepted. Returns NULL if the errors are not known. */
PlotView *wb_trial_plot (const WbAttemptScene *scene);

G_END_DECLS
