/* Branches: runs that begin from the state of another run at the playhead. All runs that begin from one run form its tree. The first run has the letter
 * A, branches B, C, … by age. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* The largest number of lanes that the tree shows. */
#define WB_MOST_LANES 5

/* Returns the time at which a change of a setting, parameter or state would begin a branch: that of the playhead, if it is between the start of
 * the current run and the time that the run has reached, and was moved there. NaN: a change has its usual effect. */
double wb_session_branch_time (WbSession *self);
/* Begins a branch of the current run at the playhead, and runs it if something was changed; otherwise it is paused at its root. Emits a
 * message and returns FALSE if this is impossible. */
gboolean wb_session_branch (WbSession *self);
/* Returns whether the current run belongs to a tree of at least two runs. */
gboolean wb_session_has_branches (WbSession *self);
/* Returns the runs of the tree of the current run, a new array with references: each branch follows the run that it begins from. At most
 * `most` runs: the current one with those that it comes from, then the newest. Free it with g_ptr_array_unref. */
GPtrArray *wb_session_tree (WbSession *self, guint most);
/* Returns the run with this number, borrowed; NULL if there is none. */
WbRunItem *wb_branches_find (GListModel *runs, int number);
/* Returns the tree of `current` among runs (WbRunItem), like wb_session_tree. */
GPtrArray *wb_branches_tree (GListModel *runs, WbRunItem *current, guint most);
/* Returns the time until which two runs among runs (WbRunItem) are one run; NaN: they have no common beginning that is known. */
double wb_branches_common (GListModel *runs, WbRunItem *a, WbRunItem *b);
/* Makes the run with this number the current one like wb_session_select_branch, and moves the playhead to t unless it is NaN. */
void wb_session_select_run (WbSession *self, int number, double t);
/* Makes a run of the tree the current one, with its settings and values; the playhead stays where it is, if the run reaches it. */
void wb_session_select_branch (WbSession *self, WbRunItem *item);
/* Makes the next run of the tree the current one. */
void wb_session_next_branch (WbSession *self);
/* Moves the playhead to the next time (direction > 0) or the one before at which a branch of the tree begins. Returns FALSE if there is
 * none. */
gboolean wb_session_branch_point (WbSession *self, int direction);
/* Returns the run from which the current run branches or, if it is the first one, its newest branch: the run with which it is compared. Borrowed;
 * NULL: there is none. */
WbRunItem *wb_session_counterpart (WbSession *self);
/* Returns the text of the place of a run in its tree, such as "from A at 12 s" or "first run"; NULL: it is in no tree. Free it with g_free. */
char *wb_session_branch_text (WbSession *self, WbRunItem *item);

G_END_DECLS
