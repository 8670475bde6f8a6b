/* Trees of runs in a list of runs (WbRunItem). All runs that descend from one run form its tree. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

/* The largest number of lanes that the tree shows. */
#define WB_MOST_LANES 5

/* Returns the run with this number in a list of runs (WbRunItem), borrowed, or NULL. */
WbRunItem *wb_branches_find (GListModel *runs, int number);
/* Returns the runs of the tree with this number in the order of the list, oldest first, as a new array with references. Free it with
 * g_ptr_array_unref. */
GPtrArray *wb_branches_of_tree (GListModel *runs, int tree);
/* Returns the tree of `current` as a new array with references. Each branch follows its parent. If there are more than `most` runs, keeps
 * `current`, its ancestors and then the newest runs. Free it with g_ptr_array_unref. */
GPtrArray *wb_branches_tree (GListModel *runs, WbRunItem *current, guint most);
/* Returns the time until which two runs of a list (WbRunItem) are identical, because they have a common ancestor. Returns NaN if no common
 * ancestor is known. */
double wb_branches_common (GListModel *runs, WbRunItem *a, WbRunItem *b);

G_END_DECLS
