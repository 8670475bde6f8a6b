/* The plots of an attempt. Each function returns a new view that the caller owns, or NULL if the attempt has nothing to show in that plot.
 * Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Returns a plot of one state at the end of the step: the result, the result of the embedded method, and the tolerance around the
 * result. */
PlotView *wb_microscope_end_plot (const LabAttempt *attempt, int state);
/* Returns a plot of the step sizes of the neighbouring attempts. Below it are rows of the Newton iterations, the age of the Jacobian and
 * the order, if these numbers vary. */
PlotView *wb_microscope_history_plot (const WbAttemptScene *scene);
/* Returns whether the plot of wb_microscope_history_plot has such rows. */
gboolean wb_microscope_history_has_rows (const LabAttempt *attempt);
/* The cards of the page of an attempt. wb_microscope_attempt_plots makes the first of them, which are plots; the table is not a plot. */
enum
{
  WB_ATTEMPT_FIRST, WB_ATTEMPT_SECOND, WB_ATTEMPT_END, WB_ATTEMPT_PLANE, WB_ATTEMPT_HISTORY, WB_ATTEMPT_TRIAL, WB_N_ATTEMPT_PLOTS,
  WB_ATTEMPT_VERDICT = WB_N_ATTEMPT_PLOTS, WB_ATTEMPT_ERRORS, WB_ATTEMPT_TABLE, WB_N_ATTEMPT_CARDS
};
/* Makes all plots of a scene and stores them in views, an array of WB_N_ATTEMPT_PLOTS pointers. A pointer is NULL if there is nothing to
 * show. The caller owns the plots. */
void wb_microscope_attempt_plots (const WbAttemptScene *scene, PlotView **views);
/* Returns a new plot of a card, or NULL if the card is empty or is not a plot. */
PlotView *wb_microscope_attempt_plot (const WbAttemptScene *scene, int card);

G_END_DECLS
