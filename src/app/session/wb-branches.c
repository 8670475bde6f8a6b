/* Finds the runs of a tree and orders them: each run before its branches, and branches by the times at which they begin. */
#include "wb-branches.h"

#include <math.h>

WbRunItem *
wb_branches_find (GListModel *runs, int number)
{
  guint n = g_list_model_get_n_items (runs);

  for (guint i = 0; number != 0 && i < n; i++)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, i);

      if (wb_run_item_number (run) == number)
        return run; /* the list still owns a reference */
    }
  return NULL;
}

GPtrArray *
wb_branches_of_tree (GListModel *list, int tree)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (list);

  for (guint i = 0; tree != 0 && i < n; i++)
    {
      WbRunItem *run = g_list_model_get_item (list, i);

      if (wb_run_item_tree (run) == tree)
        g_ptr_array_add (runs, run);
      else
        g_object_unref (run);
    }
  return runs;
}

static int
by_root (gconstpointer a, gconstpointer b)
{
  WbRunItem *p = *(WbRunItem *const *) a, *q = *(WbRunItem *const *) b;
  double s = wb_run_item_branch_t (p), t = wb_run_item_branch_t (q);

  if (isnan (s) || isnan (t) || s == t)
    return isnan (s) != isnan (t) ? (isnan (s) ? -1 : 1) : wb_run_item_number (p) - wb_run_item_number (q);
  return s < t ? -1 : 1;
}

static gboolean
contains (const GPtrArray *runs, int number)
{
  for (guint i = 0; i < runs->len; i++)
    if (wb_run_item_number (g_ptr_array_index (runs, i)) == number)
      return TRUE;
  return FALSE;
}

/* Appends a run and then its branches, each with its own branches, in order of the times at which they begin. */
static void
append_with_branches (GPtrArray *tree, const GPtrArray *runs, WbRunItem *run)
{
  g_ptr_array_add (tree, g_object_ref (run));
  for (guint i = 0; i < runs->len; i++)
    if (wb_run_item_parent (g_ptr_array_index (runs, i)) == wb_run_item_number (run))
      append_with_branches (tree, runs, g_ptr_array_index (runs, i));
}

/* Returns whether `run` is the current run or one of its ancestors. */
static gboolean
is_on_path (GListModel *list, WbRunItem *current, WbRunItem *run)
{
  for (WbRunItem *at = current; at != NULL; at = wb_branches_find (list, wb_run_item_parent (at)))
    if (at == run)
      return TRUE;
  return FALSE;
}

/* Removes the oldest runs that are not ancestors of the current run, until `most` runs remain. */
static void
limit (GListModel *list, WbRunItem *current, GPtrArray *runs, guint most)
{
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < runs->len && runs->len > most;)
      {
        WbRunItem *run = g_ptr_array_index (runs, i);

        if (run == current || (pass == 0 && is_on_path (list, current, run)))
          i++;
        else
          g_ptr_array_remove_index (runs, i);
      }
}

GPtrArray *
wb_branches_tree (GListModel *list, WbRunItem *current, guint most)
{
  g_autoptr (GPtrArray) runs = wb_branches_of_tree (list, current != NULL ? wb_run_item_tree (current) : 0);
  GPtrArray *tree = g_ptr_array_new_with_free_func (g_object_unref);

  limit (list, current, runs, most);
  g_ptr_array_sort (runs, by_root);
  /* If the parent of a run was removed or is not shown, place the run like a first run. */
  for (guint i = 0; i < runs->len; i++)
    if (!contains (runs, wb_run_item_parent (g_ptr_array_index (runs, i))))
      append_with_branches (tree, runs, g_ptr_array_index (runs, i));
  return tree;
}

double
wb_branches_common (GListModel *list, WbRunItem *a, WbRunItem *b)
{
  double until_a = INFINITY; /* before this time, the run at index x is identical to run a */

  for (WbRunItem *x = a; x != NULL; x = wb_branches_find (list, wb_run_item_parent (x)))
    {
      double until_b = INFINITY;

      for (WbRunItem *y = b; y != NULL; y = wb_branches_find (list, wb_run_item_parent (y)))
        {
          if (x == y)
            return a == b ? NAN : fmin (until_a, until_b);
          until_b = fmin (until_b, wb_run_item_branch_t (y));
        }
      until_a = fmin (until_a, wb_run_item_branch_t (x));
    }
  return NAN;
}
