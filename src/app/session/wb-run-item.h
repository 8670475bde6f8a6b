/* One run of a session: its model, settings and values, and its results. */
#pragma once

#include <gio/gio.h>

#include "sim-run.h"
#include "wb-values.h"

G_BEGIN_DECLS

#define WB_TYPE_RUN_ITEM (wb_run_item_get_type ())
G_DECLARE_FINAL_TYPE (WbRunItem, wb_run_item, WB, RUN_ITEM, GObject)

/* Prepares a run without simulating. Returns NULL with an error if the model
 * refuses the values, or if the method does not support the model. */
WbRunItem *wb_run_item_new (Model *model, const SimConfig *config, const WbValues *values, GError **error);

/* Returns the name; borrowed. */
const char *wb_run_item_name (WbRunItem *item);
/* Sets the name. */
void wb_run_item_set_name (WbRunItem *item, const char *name);
/* Returns the number of the run in its session, from 1, by which plots identify
 * it; 0: not in a session. */
int wb_run_item_number (WbRunItem *item);
/* Sets the number. */
void wb_run_item_set_number (WbRunItem *item, int number);
/* Returns the series colour, 1 to 6. */
int wb_run_item_color (WbRunItem *item);
/* Sets the series colour, 1 to 6. */
void wb_run_item_set_color (WbRunItem *item, int color);
/* Returns whether plots show the run. */
gboolean wb_run_item_visible (WbRunItem *item);
/* Shows or hides the run. */
void wb_run_item_set_visible (WbRunItem *item, gboolean visible);
/* Returns whether the run is kept when others are removed. */
gboolean wb_run_item_pinned (WbRunItem *item);
/* Sets whether the run is kept when others are removed. */
void wb_run_item_set_pinned (WbRunItem *item, gboolean pinned);

/* Returns whether plots draw the run faint, because it is the run before the last change of a value (a ghost). */
gboolean wb_run_item_ghost (WbRunItem *item);
/* Sets whether plots draw the run faint as a ghost. */
void wb_run_item_set_ghost (WbRunItem *item, gboolean ghost);
/* Returns whether a failure of the run is what a lesson shows, so that the window does not report it. */
gboolean wb_run_item_failure_expected (WbRunItem *item);
/* Sets whether a failure of the run is expected. */
void wb_run_item_set_failure_expected (WbRunItem *item, gboolean expected);

/* Makes a run that has not begun a branch of another run with the same model, settings and values at its start, at the last step boundary at or
 * before t; see sim_run_branch. changes: SimRunChange. Returns FALSE if t is before the first step. */
gboolean wb_run_item_branch (WbRunItem *item, WbRunItem *parent, double t, const GPtrArray *changes);
/* Sets the place of a run in a tree of branches. tree: number of the first run of the tree, which may have been removed; 0: the run is in
 * no tree. parent: number of the run that it branches from, and t: the time; 0 and NaN: it is the first run. letter: 'A' and so on by age. */
void wb_run_item_set_branch (WbRunItem *item, int tree, int parent, double t, int letter);
/* Returns the number of the first run of its tree; 0: the run is in no tree. */
int wb_run_item_tree (WbRunItem *item);
/* Returns the number of the run that it branches from; 0: none. */
int wb_run_item_parent (WbRunItem *item);
/* Returns the time at which it branches; NaN: it is no branch. */
double wb_run_item_branch_t (WbRunItem *item);
/* Returns its letter in the tree; 0: none. */
int wb_run_item_letter (WbRunItem *item);
/* Sets *config and *values to new copies of the settings and values that are in force at t, after all changes up to t; INFINITY: at the
 * end. A state that was set during the run counts as an initial value. */
void wb_run_item_settings_at (WbRunItem *item, double t, SimConfig **config, WbValues **values);

/* Returns the SimRun that simulates it. Borrowed. */
SimRun *wb_run_item_run (WbRunItem *item);
/* Returns the trajectory; borrowed. */
SimTrajectory *wb_run_item_trajectory (WbRunItem *item);
/* Returns the tape; borrowed. */
SimTape *wb_run_item_tape (WbRunItem *item);
/* Returns the model; borrowed. */
Model *wb_run_item_model (WbRunItem *item);
/* Returns the settings; borrowed. */
const SimConfig *wb_run_item_config (WbRunItem *item);
/* Returns the values; borrowed. */
const WbValues *wb_run_item_values (WbRunItem *item);
/* Returns an instance of the model with the run's values that only the main thread uses, for columns, scenes and direction fields. */
ModelSystem *wb_run_item_system (WbRunItem *item);
/* A part of a run with one method and accuracy. */
typedef struct
{
  double t;                /* start time of the attempt */
  const OdeMethod *method; /* valid as long as the run exists */
  double accuracy, max_step;
  gboolean new_method;     /* the method differs from that of the previous part */
} WbStretch;
/* Returns the parts of the run in order, at least one: a new array of WbStretch.
 * Free it with g_array_unref. */
GArray *wb_run_item_stretches (WbRunItem *item);
/* Returns the start time. */
double wb_run_item_t_start (WbRunItem *item);
/* Returns the end time. */
double wb_run_item_t_end (WbRunItem *item);
/* Changes the end time. */
void wb_run_item_set_t_end (WbRunItem *item, double t_end);
/* Returns the end time with which the run was started; NaN: that of the model. */
double wb_run_item_first_t_end (WbRunItem *item);

/* Reads the state from the run's thread. Returns TRUE if it has changed since the last call. */
gboolean wb_run_item_poll (WbRunItem *item);
/* Returns the state as of the last poll; borrowed. */
const SimRunPoll *wb_run_item_state (WbRunItem *item);
/* Continues the run until t or its end, and pauses it there. Blocks until then.
 * For screenshots and for reopening sessions. */
void wb_run_item_run_to (WbRunItem *item, double t);
/* Recomputes a run of a session file with the same values and settings; see
 * sim_run_recompute. */
void wb_run_item_recompute (WbRunItem *item, const GPtrArray *history, long steps, gboolean stop);
/* Times measured by the clock when the run was first made. */
typedef struct { double wall_seconds, waited_seconds, realtime_rate; } WbRunTimes;
/* Sets the wall-clock times of the original run. They are reported while a
 * reopened run is recomputed, until it passes the time `until`. */
void wb_run_item_set_times (WbRunItem *item, const WbRunTimes *times, double until);

G_END_DECLS
