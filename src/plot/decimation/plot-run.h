/* The data of one run that views show, and functions that evaluate its trajectory at a time. */
#pragma once

#include "model-system.h"
#include "sim-tape.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Special values of a column index. */
enum
{
  PLOT_COLUMN_TIME = -1,  /* the time t, which is stored before the columns of each row */
  PLOT_COLUMN_NONE = -2,
};

typedef struct LabMeasured LabMeasured; /* lab-measured.h */

/* The data of a run. Functions with such an argument borrow it, and take references on the trajectory and the
 * tape. */
typedef struct
{
  SimTrajectory *trajectory;
  SimTape *tape;           /* may be NULL */
  /* instance of the model, used only by the drawing thread; must outlive the views (plot_view_keep); may be NULL */
  ModelSystem *system;
  double t_start, t_end;
  double max_step;         /* largest permitted step size; 0: not limited */
  const char *name;        /* name of the run; may be NULL */
  int number;              /* number of the run in its session; 0: there is only one run */
  int series;              /* index of the series colour, used if the run is drawn together with another */
  const OdeMethod *method; /* integration method at the start of the run; may be NULL */
  /* letter of the branch ('A' and so on) in a tree of branched runs, if other runs of the tree are shown too; 0: none */
  int letter;
  double t_branch;         /* if letter is not 0: time until which the run equals another run that is shown; NaN: none */
  gboolean ghost;          /* TRUE: the run as it was before the last change of a value, which is drawn faintly behind the current run */
  const LabMeasured *measured; /* measured data that plots show over the curves of this run; NULL: none */
} PlotRun;

/* Estimates the last period of a column before time t: the time between its last two
 * upward crossings of the middle of its range. Returns NaN if there are fewer than two
 * crossings. */
double plot_run_period (SimTrajectory *trajectory, int column, double t);
/* Returns the value of a column at time t, by linear interpolation between rows (x⁺ at a jump); PLOT_COLUMN_TIME stands for t. Returns NaN
 * before the first row, and the last value after the last row. */
double plot_run_value (SimTrajectory *trajectory, int column, double t);
/* Returns whether an event with a zero crossing sets states of the system, such as the bounce of a ball. system may be NULL. */
gboolean plot_run_jumps (ModelSystem *system);
/* Returns the index of the row nearest to time t. */
gsize plot_run_nearest (SimTrajectory *trajectory, double t);

G_END_DECLS
