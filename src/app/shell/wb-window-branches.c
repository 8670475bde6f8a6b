/* The action that shows the differences between two runs. */
#include <glib/gi18n.h>

#include "wb-run-differs.h"
#include "wb-session-branch.h"
#include "wb-table-window.h"
#include "wb-view.h"
#include "wb-window-private.h"

/* Shows the difference of run b from run a in a plot, beside which the Simulate view lists what differs. A plot of the difference of two runs that
 * exists already shows these runs. number is that of b in the plot, 0: always the current run. */
static void
show_plot (WbWindow *self, WbRunItem *a, int number)
{
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (self));
  g_autofree char *text = g_strdup_printf ("%s:%d:%d", plot_kind_difference.id, number, wb_run_item_number (a));
  g_autoptr (PlotSpec) spec = plot_spec_parse (text);
  int index = -1;

  for (int i = 0; i < wb_plot_set_n (plots) && index < 0; i++)
    if (wb_plot_set_spec (plots, i)->kind == spec->kind && wb_plot_set_spec (plots, i)->to != 0)
      index = i;
  if (index >= 0)
    wb_plot_set_set_runs (plots, index, spec->of, spec->to);
  else
    wb_plot_set_add (plots, spec);
  wb_window_show_view (self, wb_view_simulate.id);
}

/* Shows the differences of the second run from the first one. The action has the numbers of both runs. Number 0 means the current run and
 * the run with which it is compared. Runs of different models have no difference over time; a window lists their settings. */
static void
what_differs (GSimpleAction *action, GVariant *value, gpointer w)
{
  WbSession *session = wb_window_session (w);
  GListModel *runs = wb_session_runs (session);
  WbRunItem *a, *b;
  int first, second;

  g_variant_get (value, "(ii)", &first, &second);
  a = first != 0 ? wb_branches_find (runs, first) : wb_session_counterpart (session);
  b = second != 0 ? wb_branches_find (runs, second) : wb_session_current (session);
  if (a == NULL || b == NULL || a == b)
    wb_session_message (session, _("There is no other run to compare with"));
  else if (wb_run_item_model (a) == wb_run_item_model (b))
    show_plot (w, a, second);
  else
    {
      g_autofree char *text = wb_run_differs_table (runs, a, b, wb_session_playhead (session));

      wb_table_window_present (w, _("Differences"), text);
    }
}

static const GActionEntry entries[] = { { "what-differs", what_differs, "(ii)" } };

void
wb_window_install_branches (WbWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
