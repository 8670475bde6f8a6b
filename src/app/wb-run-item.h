/* One kept run: what was simulated, with which values, and what came out. */
#pragma once

#include <gio/gio.h>

#include "sim-run.h"
#include "wb-values.h"

G_BEGIN_DECLS

#define WB_TYPE_RUN_ITEM (wb_run_item_get_type ())
G_DECLARE_FINAL_TYPE (WbRunItem, wb_run_item, WB, RUN_ITEM, GObject)

/* Prepares a run; nothing is simulated yet. NULL with an error where the model refuses the values or the method the model. */
WbRunItem *wb_run_item_new (Model *model, const SimConfig *config, const WbValues *values, GError **error);

const char *wb_run_item_name (WbRunItem *item);
void wb_run_item_set_name (WbRunItem *item, const char *name);
/* Counts the runs of a session from 1: what plots name a run by. 0: not in a session yet. */
int wb_run_item_number (WbRunItem *item);
void wb_run_item_set_number (WbRunItem *item, int number);
/* Series colour, 1 to 6. */
int wb_run_item_color (WbRunItem *item);
void wb_run_item_set_color (WbRunItem *item, int color);
gboolean wb_run_item_visible (WbRunItem *item);
void wb_run_item_set_visible (WbRunItem *item, gboolean visible);
gboolean wb_run_item_pinned (WbRunItem *item);
void wb_run_item_set_pinned (WbRunItem *item, gboolean pinned);

SimRun *wb_run_item_run (WbRunItem *item);
SimTrajectory *wb_run_item_trajectory (WbRunItem *item);
SimTape *wb_run_item_tape (WbRunItem *item);
Model *wb_run_item_model (WbRunItem *item);
const SimConfig *wb_run_item_config (WbRunItem *item);
const WbValues *wb_run_item_values (WbRunItem *item);
/* The main thread's own instance with the run's values, for columns, scenes and direction fields. */
ModelSystem *wb_run_item_system (WbRunItem *item);
double wb_run_item_t_start (WbRunItem *item);
double wb_run_item_t_end (WbRunItem *item);
void wb_run_item_set_t_end (WbRunItem *item, double t_end);
/* The end that was asked for when it began; NaN: the model's own. */
double wb_run_item_first_t_end (WbRunItem *item);

/* Asks the run's thread how far it is; TRUE where something changed since the last call. */
gboolean wb_run_item_poll (WbRunItem *item);
const SimRunPoll *wb_run_item_state (WbRunItem *item);
/* Runs until t (or to the end) and leaves the run paused there; blocks. For pictures and for reopening. */
void wb_run_item_run_to (WbRunItem *item, double t);
/* Makes a run again that was made with the same values and settings: sim_run_retrace. */
void wb_run_item_retrace (WbRunItem *item, const GPtrArray *history, long steps, gboolean stop);
/* What the clock said when it was first made, told instead of the clock's time of making it again until it goes on past t. */
typedef struct { double wall_seconds, waited_seconds, realtime_rate; } WbRunTimes;
void wb_run_item_set_times (WbRunItem *item, const WbRunTimes *times, double until);

G_END_DECLS
