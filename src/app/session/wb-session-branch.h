/* Branches: runs that begin from the state of another run at the playhead. All runs that descend from one run form its tree. The first run
 * has the letter A; its branches have the letters B, C, … by age. */
#pragma once

#include "wb-branches.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns the time at which a change of a setting, parameter or state would begin a branch: the time of the playhead, if the user has moved
 * it to a place inside the computed part of the current run. Returns NaN if a change would not begin a branch. */
double wb_session_branch_time (WbSession *self);
/* Begins a branch of the current run at the playhead. If a setting or value has changed, runs the branch; otherwise leaves it paused at its
 * start. Emits "message" and returns FALSE if a branch is impossible. */
gboolean wb_session_branch (WbSession *self);
/* Begins and runs a branch of a run at the step boundary t whose next step has the size h; it has the settings and values of the run at t. The branch is
 * named after the step. Returns FALSE and emits "message" if t is the start of the run. Can be undone. */
gboolean wb_session_branch_with_step (WbSession *self, WbRunItem *run, double t, double h);
/* Returns whether the current run belongs to a tree of at least two runs. */
gboolean wb_session_has_branches (WbSession *self);
/* Returns the runs of the tree of the current run as a new array with references. Each branch follows its parent. If there are more than
 * `most` runs, keeps the current run, its ancestors and then the newest runs. Free it with g_ptr_array_unref. */
GPtrArray *wb_session_tree (WbSession *self, guint most);
/* Makes the run with this number the current one, as wb_session_select_branch does. Moves the playhead to t unless t is NaN. */
void wb_session_select_run (WbSession *self, int number, double t);
/* Makes a run of the tree the current one and restores its settings and values. The playhead keeps its time if the run has reached that
 * time. */
void wb_session_select_branch (WbSession *self, WbRunItem *item);
/* Makes the next run of the tree the current one. */
void wb_session_next_branch (WbSession *self);
/* Moves the playhead to the next time (direction > 0) or previous time at which a branch of the tree begins. Returns FALSE if there is
 * none. */
gboolean wb_session_branch_point (WbSession *self, int direction);
/* Returns the run with which the current run is compared: its parent or, if it has none, its newest branch. Borrowed; NULL if there is no
 * such run. */
WbRunItem *wb_session_counterpart (WbSession *self);
/* Returns a text for the place of a run in its tree, such as "from A at 12 s" or "first run". Returns NULL if the run is in no tree. Free
 * it with g_free. */
char *wb_session_branch_text (WbSession *self, WbRunItem *item);

G_END_DECLS
