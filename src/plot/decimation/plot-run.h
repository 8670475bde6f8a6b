/* The data of one run that views show, and values of its trajectory at a time. */
#pragma once

#include "model-system.h"
#include "sim-tape.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Special values of a column index. */
enum
{
  PLOT_COLUMN_TIME = -1,  /* t, which is before the columns in each row */
  PLOT_COLUMN_NONE = -2,
};

/* Data of a run. Functions that take it borrow it, and take references on the
 * trajectory and the tape. */
typedef struct
{
  SimTrajectory *trajectory;
  SimTape *tape;           /* may be NULL */
  ModelSystem *system;     /* used only by the drawing thread; must outlive the views (plot_view_keep); may be NULL */
  double t_start, t_end;
  double max_step;         /* largest permitted step, 0: none */
  const char *name;        /* may be NULL */
  int number;              /* number of the run in its session; 0: a single run */
  int series;              /* series colour, if the run is drawn together with another */
  const OdeMethod *method; /* at the start of the run; or NULL */
  int letter;              /* letter in a tree of branches, 'A' and so on, if other runs of the tree are shown too; 0: none */
  double t_branch;         /* if letter is not 0: time before which the run equals another run that is shown; NaN: none */
  gboolean ghost;          /* the run before the last change of a value, which is drawn faint behind the other run */
} PlotRun;

/* Estimates the last period of a column before t: the time between its last two
 * upward crossings of the middle of its range. Returns NaN if there are fewer
 * than two. */
double plot_run_period (SimTrajectory *trajectory, int column, double t);
/* Returns the value of a column at t, by linear interpolation between rows (x⁺ at a jump); PLOT_COLUMN_TIME is t. NaN before the first row, the
 * last value after the last row. */
double plot_run_value (SimTrajectory *trajectory, int column, double t);
/* Returns whether a crossing event of the system sets states (a ball that bounces). system may be NULL. */
gboolean plot_run_jumps (ModelSystem *system);
/* Returns the row nearest in time to t. */
gsize plot_run_nearest (SimTrajectory *trajectory, double t);

G_END_DECLS
