/* One run of a session: its model, settings and values, and its results. */
#pragma once

#include <gio/gio.h>

#include "sim-run.h"
#include "wb-snapshot.h"

G_BEGIN_DECLS

#define WB_TYPE_RUN_ITEM (wb_run_item_get_type ())
G_DECLARE_FINAL_TYPE (WbRunItem, wb_run_item, WB, RUN_ITEM, GObject)

/* Makes a run that has not started. Returns NULL with an error if the model refuses the values or the method does not support the
 * model. */
WbRunItem *wb_run_item_new (Model *model, const SimConfig *config, const LabValues *values, GError **error);

/* Returns the name of the run; borrowed. */
const char *wb_run_item_name (WbRunItem *item);
/* Sets the name of the run. */
void wb_run_item_set_name (WbRunItem *item, const char *name);
/* Returns the number by which plots identify the run in its session, counted from 1. Returns 0 if the run is in no
 * session. */
int wb_run_item_number (WbRunItem *item);
/* Sets the number of the run in its session. */
void wb_run_item_set_number (WbRunItem *item, int number);
/* Returns the index of the run's colour in plots, 1 to 6. */
int wb_run_item_color (WbRunItem *item);
/* Sets the index of the run's colour in plots, 1 to 6. */
void wb_run_item_set_color (WbRunItem *item, int color);
/* Returns whether plots show the run. */
gboolean wb_run_item_visible (WbRunItem *item);
/* Shows or hides the run. */
void wb_run_item_set_visible (WbRunItem *item, gboolean visible);
/* Returns whether the run is pinned, so that it stays in the list when older runs are removed. */
gboolean wb_run_item_pinned (WbRunItem *item);
/* Pins or unpins the run; see wb_run_item_pinned. */
void wb_run_item_set_pinned (WbRunItem *item, gboolean pinned);

/* Returns whether the run is a ghost: the run before the last change of a value, which plots draw faint. */
gboolean wb_run_item_ghost (WbRunItem *item);
/* Sets whether the run is a ghost, which plots draw faint. */
void wb_run_item_set_ghost (WbRunItem *item, gboolean ghost);
/* Returns whether a lesson expects this run to fail, so that the window does not report the failure. */
gboolean wb_run_item_failure_expected (WbRunItem *item);
/* Sets whether a lesson expects this run to fail. */
void wb_run_item_set_failure_expected (WbRunItem *item, gboolean expected);

/* Makes a run that has not started a branch of parent. Both need the same model, settings and start values. The branch begins at the last
 * step boundary at or before t and makes the changes (SimRunChange) there; see sim_run_branch. Returns FALSE if t is before the first
 * step. */
gboolean wb_run_item_branch (WbRunItem *item, WbRunItem *parent, double t, const GPtrArray *changes);
/* Sets the place of a run in a tree of branches. tree: number of the first run of the tree, which may have been removed, or 0 if the run is
 * in no tree. parent: number of the run from which it branches, or 0 for the first run. t: time of the branch, or NaN for the first run.
 * letter: 'A' for the first run, then 'B', 'C', … by age. */
void wb_run_item_set_branch (WbRunItem *item, int tree, int parent, double t, int letter);
/* Returns the number of the first run of the tree, or 0 if the run is in no tree. */
int wb_run_item_tree (WbRunItem *item);
/* Returns the number of the run from which this run branches, or 0 if it is not a branch. */
int wb_run_item_parent (WbRunItem *item);
/* Returns the time at which the run branches from its parent, or NaN if it is not a branch. */
double wb_run_item_branch_t (WbRunItem *item);
/* Returns the letter of the run in its tree, or 0 if it has none. */
int wb_run_item_letter (WbRunItem *item);
/* Sets *config and *values to new copies of the settings and values in force at time t, after all changes up to t. t = INFINITY means the
 * end of the run. States that were set during the run become initial values. */
void wb_run_item_settings_at (WbRunItem *item, double t, SimConfig **config, LabValues **values);

/* Returns the SimRun that computes the run; borrowed. */
SimRun *wb_run_item_run (WbRunItem *item);
/* Returns the trajectory of the run; borrowed. */
SimTrajectory *wb_run_item_trajectory (WbRunItem *item);
/* Returns the tape with all attempts of the run; borrowed. */
SimTape *wb_run_item_tape (WbRunItem *item);
/* Returns the model of the run; borrowed. */
Model *wb_run_item_model (WbRunItem *item);
/* Returns the settings with which the run started; borrowed. */
const SimConfig *wb_run_item_config (WbRunItem *item);
/* Returns the values with which the run started; borrowed. */
const LabValues *wb_run_item_values (WbRunItem *item);
/* Copies what the run began with. t_end: end time of the copy. Free it with wb_snapshot_free. */
WbSnapshot *wb_run_item_snapshot (WbRunItem *item, double t_end);
/* Returns an instance of the model with the values of the run, for columns, scenes and direction fields; borrowed. Only the main thread may
 * use it. */
ModelSystem *wb_run_item_system (WbRunItem *item);
/* A part of a run in which the method and the accuracy are constant. */
typedef struct
{
  double t;                /* time at which the part starts */
  const OdeMethod *method; /* method of the part; valid as long as the run exists */
  double accuracy, max_step;
  gboolean new_method;     /* the method differs from that of the previous part */
} WbStretch;
/* Returns the parts of the run in order as a new array of WbStretch with at least one element. Free it with
 * g_array_unref. */
GArray *wb_run_item_stretches (WbRunItem *item);
/* Returns the start time of the run. */
double wb_run_item_t_start (WbRunItem *item);
/* Returns the end time of the run. */
double wb_run_item_t_end (WbRunItem *item);
/* Changes the end time of the run, also while it is running. */
void wb_run_item_set_t_end (WbRunItem *item, double t_end);
/* Returns the end time with which the run was started, or NaN if that was the end time of the model. */
double wb_run_item_first_t_end (WbRunItem *item);

/* Reads the state of the run from its thread. Returns TRUE if the state has changed since the last call. */
gboolean wb_run_item_poll (WbRunItem *item);
/* Returns the state of the run as of the last poll; borrowed. */
const SimRunPoll *wb_run_item_state (WbRunItem *item);
/* Continues the run until time t or its end, and pauses it there. Blocks until then. Used for screenshots and when a session is
 * reopened. */
void wb_run_item_run_to (WbRunItem *item, double t);
/* Computes a run of a session file again with the same values and settings; see
 * sim_run_recompute. */
void wb_run_item_recompute (WbRunItem *item, const GPtrArray *history, gint64 steps, gboolean stop);
/* Times that were measured while the original run was computed. */
typedef struct { double wall_seconds, waited_seconds, realtime_rate; } WbRunTimes;
/* Sets the wall-clock times of the original run. They are reported while a
 * reopened run is recomputed, until it passes the time `until`. */
void wb_run_item_set_times (WbRunItem *item, const WbRunTimes *times, double until);

G_END_DECLS
