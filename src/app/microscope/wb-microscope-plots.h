/* The plots of an attempt. Each function returns a new view, or NULL if the
 * attempt has nothing to show in it. Main thread. */
#pragma once

#include "lab-attempt.h"
#include "model-system.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* Returns the stages of a state over the fraction of the step, with the solution
 * through the start and both results at the end. */
PlotView *wb_microscope_stages_plot (const LabAttempt *attempt, ModelSystem *system, int state);
/* Returns a plot of the end of the step in one state: both results and the tolerance around the result. */
PlotView *wb_microscope_end_plot (const LabAttempt *attempt, ModelSystem *system, int state);
/* Returns the stages in the plane of two states. */
PlotView *wb_microscope_plane_plot (const LabAttempt *attempt, ModelSystem *system, int x, int y);
/* Returns a plot of the remaining error after each iteration of Newton's method. */
PlotView *wb_microscope_newton_plot (const LabAttempt *attempt);
/* Returns a plot of the step sizes of the neighbouring attempts. */
PlotView *wb_microscope_history_plot (const LabAttempt *attempt, ModelSystem *system);
/* The plots of the page of an attempt. */
enum { WB_ATTEMPT_FIRST, WB_ATTEMPT_SECOND, WB_ATTEMPT_END, WB_ATTEMPT_PLANE, WB_ATTEMPT_HISTORY, WB_N_ATTEMPT_PLOTS };
/* Makes all plots of an attempt. views: WB_N_ATTEMPT_PLOTS places; NULL where
 * there is nothing to show. */
void wb_microscope_attempt_plots (const LabAttempt *attempt, ModelSystem *system, PlotView **views);
/* Writes the indices of up to n states to show, those with the largest error first, and returns their number. */
int wb_microscope_states (const LabAttempt *attempt, int n, int *states);

G_END_DECLS
