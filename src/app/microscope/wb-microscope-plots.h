/* The plots of an attempt. Each function returns a new view, or NULL if the
 * attempt has nothing to show in it. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Returns a plot of the end of the step in one state: both results and the tolerance around the result. */
PlotView *wb_microscope_end_plot (const LabAttempt *attempt, int state);
/* Returns a plot of the step sizes of the neighbouring attempts, with rows of iterations, ages of the Jacobian and orders where they differ. */
PlotView *wb_microscope_history_plot (const WbAttemptScene *scene);
/* Returns whether that plot has rows. */
gboolean wb_microscope_history_has_rows (const LabAttempt *attempt);
/* The cards of the page of an attempt. The first of them are plots that wb_microscope_attempt_plots makes together; the table is no plot. */
enum
{
  WB_ATTEMPT_FIRST, WB_ATTEMPT_SECOND, WB_ATTEMPT_END, WB_ATTEMPT_PLANE, WB_ATTEMPT_HISTORY, WB_N_ATTEMPT_PLOTS,
  WB_ATTEMPT_VERDICT = WB_N_ATTEMPT_PLOTS, WB_ATTEMPT_ERRORS, WB_ATTEMPT_TABLE, WB_N_ATTEMPT_CARDS
};
/* Makes all plots of a scene. views: WB_N_ATTEMPT_PLOTS places; NULL where there is nothing to show. */
void wb_microscope_attempt_plots (const WbAttemptScene *scene, PlotView **views);
/* Returns the plot of a card, or NULL if it shows nothing or is no plot. */
PlotView *wb_microscope_attempt_plot (const WbAttemptScene *scene, int card);

G_END_DECLS
