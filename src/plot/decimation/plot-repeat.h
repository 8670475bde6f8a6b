/* Decides whether the curves of a run repeat. */
#pragma once

#include <glib.h>

#include "sim-trajectory.h"

G_BEGIN_DECLS

/* A column whose values must repeat; wrap is the period of an angle, or 0. */
typedef struct
{
  int column;
  double wrap;
} PlotRepeatCurve;

/* Number of times of events that suffice for every period that plot_run_find_period finds. */
#define PLOT_PERIOD_TIMES 17

/* Finds the last period of a run among the times t[n] of events of one kind, the last one first. A crossing in both directions occurs twice
 * in a period, an event of a motion with several loops more often. Returns the smallest k for which all curves have, over [t[k], t[0]], the
 * same values as in the interval of equal length before, within 2 % of their ranges; 0 if there is none, if the trajectory does not cover
 * both intervals, or if all curves are constant. */
int plot_run_find_period (SimTrajectory *trajectory, const PlotRepeatCurve *curves, int n_curves, const double *t, int n);

G_END_DECLS
