/* What views show: one run's trajectory, tape and the model's columns. */
#pragma once

#include "model-system.h"
#include "sim-tape.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Borrowed by the functions that take it; they take references of their own. */
typedef struct
{
  SimTrajectory *trajectory;
  SimTape *tape;           /* or NULL */
  ModelSystem *system;     /* an instance for this thread alone (names, scene, right-hand side); outlives the views, see plot_view_keep; or NULL */
  double t_start, t_end;
  double max_step;         /* 0: none */
  const char *name;        /* or NULL */
  int number;              /* in its session; 0: one run alone */
  int series;              /* its colour where it is drawn beside another run */
} PlotRun;

/* Estimate of the last period of a column before t: time between its last two upward passages of the middle; NaN: none found. */
double plot_run_period (SimTrajectory *trajectory, int column, double t);
/* Value of a column at t, linear between rows (x⁺ at a jump); NaN before the first row. */
double plot_run_value (SimTrajectory *trajectory, int column, double t);
/* Whether states jump at a crossing (a ball that bounces). system may be NULL. */
gboolean plot_run_jumps (ModelSystem *system);
/* Row nearest in time to t. */
gsize plot_run_nearest (SimTrajectory *trajectory, double t);

G_END_DECLS
