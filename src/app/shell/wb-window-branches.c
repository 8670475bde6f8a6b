/* The action that shows the differences between two runs. */
#include <glib/gi18n.h>

#include "wb-difference.h"
#include "wb-run-differs.h"
#include "wb-session-branch.h"
#include "wb-table-window.h"
#include "wb-window-private.h"

/* Keys of the numbers of the two runs whose differences are shown as soon as they are computed. */
#define FIRST "wb-differs-first"
#define SECOND "wb-differs-second"

static void
present (WbWindow *self, WbRunItem *a, WbRunItem *b)
{
  WbSession *session = wb_window_session (self);
  g_autofree char *text = wb_run_differs_table (wb_session_runs (session), a, b, wb_session_playhead (session));

  wb_table_window_present (GTK_WINDOW (self), _("Differences"), text);
}

static void
on_computed (WbDifference *difference, GObject *w)
{
  GListModel *runs = wb_session_runs (wb_window_session (WB_WINDOW (w)));
  WbRunItem *a = wb_branches_find (runs, GPOINTER_TO_INT (g_object_get_data (w, FIRST)));
  WbRunItem *b = wb_branches_find (runs, GPOINTER_TO_INT (g_object_get_data (w, SECOND)));

  if (wb_difference_is_busy (difference))
    return;
  g_signal_handlers_disconnect_by_func (difference, on_computed, w);
  if (a != NULL && b != NULL && difference == wb_difference_of (b, a))
    present (WB_WINDOW (w), a, b);
}

/* Shows the differences of the second run from the first one. The action has the numbers of both runs. Number 0 means the current run and
 * the run with which it is compared. */
static void
what_differs (GSimpleAction *action, GVariant *value, gpointer w)
{
  WbSession *session = wb_window_session (w);
  GListModel *runs = wb_session_runs (session);
  WbRunItem *a, *b;
  WbDifference *difference;
  int first, second;

  g_variant_get (value, "(ii)", &first, &second);
  a = first != 0 ? wb_branches_find (runs, first) : wb_session_counterpart (session);
  b = second != 0 ? wb_branches_find (runs, second) : wb_session_current (session);
  if (a == NULL || b == NULL || a == b)
    {
      wb_session_message (session, _("There is no other run to compare with"));
      return;
    }
  difference = wb_run_item_model (a) == wb_run_item_model (b) ? wb_difference_of (b, a) : NULL;
  if (difference == NULL || !wb_difference_is_busy (difference))
    {
      present (w, a, b);
      return;
    }
  wb_session_message (session, _("The difference of the two runs is being computed"));
  g_object_set_data (w, FIRST, GINT_TO_POINTER (wb_run_item_number (a)));
  g_object_set_data (w, SECOND, GINT_TO_POINTER (wb_run_item_number (b)));
  g_signal_handlers_disconnect_by_func (difference, on_computed, w);
  g_signal_connect_object (difference, "changed", G_CALLBACK (on_computed), w, 0);
}

static const GActionEntry entries[] = { { "what-differs", what_differs, "(ii)" } };

void
wb_window_install_branches (WbWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
