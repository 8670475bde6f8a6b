/* Chooses the two runs of a difference and lists what differs between them. */
#include "wb-difference-panel.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-difference.h"
#include "wb-plot-view.h"
#include "wb-remove.h"
#include "wb-run-differs.h"
#include "wb-widgets.h"

/* Shortest time in ms between two refreshes while the playhead moves. */
#define REFRESH_MS 50

struct _WbDifferencePanel
{
  GtkWidget parent_instance;
  WbSession *session; /* weak; a panel that left the window may outlive it */
  WbPlotSet *plots;   /* weak */
  GtkWidget *box, *choices[2], *state, *place;
  GArray *numbers;  /* numbers of the runs in both lists (int) */
  char *text;       /* table that is shown */
  guint source;
  gboolean setting; /* the lists are being filled */
};

G_DEFINE_FINAL_TYPE (WbDifferencePanel, wb_difference_panel, GTK_TYPE_WIDGET)

GtkWidget *wb_difference_panel_choice (WbDifferencePanel *self, gboolean second) { return self->choices[second ? 1 : 0]; }

int
wb_difference_panel_plot (WbPlotSet *plots)
{
  for (int i = 0; i < wb_plot_set_n (plots); i++)
    if ((wb_plot_set_spec (plots, i)->kind->needs & PLOT_NEEDS_DIFFERENCE) && wb_plot_set_spec (plots, i)->to != 0)
      return i;
  return -1;
}

/* ---- the lists of runs ---- */

/* Returns the letter of a branch, or the name of another run. Free it with g_free. */
static char *
name_of (WbRunItem *run)
{
  return wb_run_item_letter (run) != 0 ? g_strdup_printf ("%c", wb_run_item_letter (run)) : g_strdup (wb_run_item_name (run));
}

/* Fills both lists with the runs of the model of `run`, and selects the two runs of the plot. */
static void
fill_choices (WbDifferencePanel *self, WbRunItem *run, WbRunItem *other)
{
  WbRunItem *const selected[2] = { run, other };
  GListModel *runs = wb_session_runs (self->session);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (int));
  guint at[2] = { 0, 0 };

  for (guint i = 0; i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (WbRunItem) one = g_list_model_get_item (runs, i);
      int number = wb_run_item_number (one);

      if (wb_run_item_model (one) != wb_run_item_model (run) || wb_run_item_ghost (one))
        continue;
      for (int side = 0; side < 2; side++)
        if (one == selected[side])
          at[side] = numbers->len;
      g_array_append_val (numbers, number);
      g_ptr_array_add (names, name_of (one));
    }
  g_ptr_array_add (names, NULL);
  self->setting = TRUE;
  for (int side = 0; side < 2; side++)
    {
      GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (self->choices[side])));
      guint n = g_list_model_get_n_items (G_LIST_MODEL (list)), same = 0;

      while (same < n && names->pdata[same] != NULL && strcmp (gtk_string_list_get_string (list, same), names->pdata[same]) == 0)
        same++;
      if (same < n || names->pdata[same] != NULL)
        gtk_string_list_splice (list, 0, n, (const char *const *) names->pdata);
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->choices[side]), at[side]);
    }
  self->setting = FALSE;
  g_array_set_size (self->numbers, 0);
  g_array_append_vals (self->numbers, numbers->data, numbers->len);
}

/* The user chose a run. If it is the run of the other list, the two change places. */
static void
on_chosen (GtkDropDown *drop, GParamSpec *spec, WbDifferencePanel *self)
{
  int index = wb_difference_panel_plot (self->plots), side = GTK_WIDGET (drop) == self->choices[1];
  guint now = gtk_drop_down_get_selected (drop), other = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->choices[1 - side]));
  WbRunItem *of, *to;
  int numbers[2];

  if (self->setting || index < 0 || now >= self->numbers->len || other >= self->numbers->len
      || !wb_plot_view_find_runs (wb_plot_set_spec (self->plots, index), wb_session_current (self->session), wb_session_runs (self->session), &of,
                                  &to))
    return;
  numbers[side] = g_array_index (self->numbers, int, now);
  numbers[1 - side] = now == other ? wb_run_item_number (side == 0 ? of : to) : g_array_index (self->numbers, int, other);
  wb_plot_set_set_runs (self->plots, index, numbers[0], numbers[1]);
}

/* ---- the table ---- */

/* Appends the cells of a line with tabs between them to a row of the grid. */
static void
add_row (GtkGrid *grid, int row, const char *line)
{
  g_auto (GStrv) cells = g_strsplit (line, "\t", 4);
  /* The name and the value of something that both runs have together take two columns each. */
  int n = (int) g_strv_length (cells);
  gboolean joint = n == 4 && cells[1][0] == '\0' && cells[2][0] == '\0';

  for (int column = 0; column < n; column += joint ? 3 : 1)
    {
      GtkWidget *cell = wb_styled (gtk_label_new (cells[column]), row == 0 || column == 3 ? "row-remark" : "numeric");

      gtk_label_set_xalign (GTK_LABEL (cell), column == 0 ? 0 : 1);
      gtk_widget_set_hexpand (cell, column == 0);
      gtk_grid_attach (grid, cell, joint && column == 3 ? 2 : column, row, joint ? 2 : 1, 1);
    }
}

/* Shows a table with tabs between its columns. The first row is the heading. */
static void
show_table (WbDifferencePanel *self, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GtkWidget *grid;

  if (g_strcmp0 (text, self->text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  wb_remove_children_when_idle (self->place);
  grid = wb_styled (gtk_grid_new (), "differences");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 10);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  for (int row = 0; lines[row] != NULL && lines[row][0] != '\0'; row++)
    add_row (GTK_GRID (grid), row, lines[row]);
  gtk_box_append (GTK_BOX (self->place), grid);
}

/* Returns what the table lacks, or NULL. */
static const char *
state_of (WbRunItem *of, WbRunItem *to)
{
  WbDifference *difference = wb_difference_of (of, to);

  if (wb_difference_is_busy (difference))
    return _("the difference is being computed");
  if (wb_difference_error (difference) != NULL)
    return wb_difference_error (difference);
  return wb_difference_result (difference) == NULL ? _("the difference is shown after the run") : NULL;
}

static void queue_refresh (WbDifferencePanel *self);

static gboolean
refresh (gpointer user)
{
  WbDifferencePanel *self = user;
  int index = self->session != NULL && self->plots != NULL ? wb_difference_panel_plot (self->plots) : -1;
  WbRunItem *of = NULL, *to = NULL;
  WbDifference *difference;
  g_autofree char *table = NULL;
  const char *state;

  self->source = 0;
  if (self->session == NULL || self->plots == NULL)
    return G_SOURCE_REMOVE;
  if (index < 0 || wb_session_current (self->session) == NULL
      || !wb_plot_view_find_runs (wb_plot_set_spec (self->plots, index), wb_session_current (self->session), wb_session_runs (self->session), &of,
                                  &to)
      || of == to)
    {
      if (of != NULL)
        fill_choices (self, of, to);
      gtk_label_set_text (GTK_LABEL (self->state), of != NULL && of == to ? _("Choose two different runs.") : _("One of the two runs is no longer there."));
      gtk_widget_set_visible (self->state, TRUE);
      show_table (self, "");
      return G_SOURCE_REMOVE;
    }
  fill_choices (self, of, to);
  difference = wb_difference_of (of, to);
  g_signal_handlers_disconnect_by_func (difference, queue_refresh, self);
  g_signal_connect_object (difference, "changed", G_CALLBACK (queue_refresh), self, G_CONNECT_SWAPPED);
  state = state_of (of, to);
  gtk_label_set_text (GTK_LABEL (self->state), state != NULL ? state : "");
  gtk_widget_set_visible (self->state, state != NULL);
  table = wb_run_differs_table (wb_session_runs (self->session), to, of, wb_session_playhead (self->session));
  show_table (self, table);
  return G_SOURCE_REMOVE;
}

/* Refreshes the panel soon; further changes until then are taken with it. A panel that is being disposed is not refreshed: its lists change, and its
 * session may be gone. */
static void
queue_refresh (WbDifferencePanel *self)
{
  if (self->source == 0 && self->box != NULL)
    self->source = g_timeout_add (REFRESH_MS, refresh, self);
}

/* ---- widget ---- */

static void
wb_difference_panel_dispose (GObject *object)
{
  WbDifferencePanel *self = WB_DIFFERENCE_PANEL (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_weak_pointer (&self->session);
  g_clear_weak_pointer (&self->plots);
  g_clear_pointer (&self->numbers, g_array_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_handle_id (&self->source, g_source_remove);
  G_OBJECT_CLASS (wb_difference_panel_parent_class)->dispose (object);
}

static void
wb_difference_panel_class_init (WbDifferencePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_difference_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_difference_panel_init (WbDifferencePanel *self)
{
  self->numbers = g_array_new (FALSE, FALSE, sizeof (int));
  wb_styled (GTK_WIDGET (self), "difference-panel");
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

static GtkWidget *
choice_new (WbDifferencePanel *self, const char *name)
{
  static const char *const none[] = { NULL };
  GtkWidget *drop = gtk_drop_down_new_from_strings (none);

  wb_widget_set_name (drop, name);
  gtk_widget_set_valign (drop, GTK_ALIGN_CENTER);
  g_signal_connect (drop, "notify::selected", G_CALLBACK (on_chosen), self);
  return drop;
}

GtkWidget *
wb_difference_panel_new (WbSession *session)
{
  static const char *const signals[] = { "runs-changed", "state-changed", "playhead-changed" };
  WbDifferencePanel *self = g_object_new (WB_TYPE_DIFFERENCE_PANEL, NULL);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *scrolled = gtk_scrolled_window_new ();

  g_set_weak_pointer (&self->session, session);
  g_set_weak_pointer (&self->plots, wb_plot_set_of (session));
  self->choices[0] = choice_new (self, _("Run"));
  self->choices[1] = choice_new (self, _("Run from which it differs"));
  self->state = wb_label_new_wrapped ("", "row-remark");
  self->place = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_visible (self->state, FALSE);
  /* Translators: between the names of two runs, in "Difference B from A". */
  wb_box_add (head, wb_styled (gtk_label_new (_("Difference")), "group-title"), self->choices[0], gtk_label_new (C_("difference", "from")),
              self->choices[1], NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->place);
  gtk_widget_set_vexpand (scrolled, TRUE);
  wb_box_add (self->box, head, self->state, scrolled, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (session, signals[i], G_CALLBACK (queue_refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->plots, "plot-changed", G_CALLBACK (queue_refresh), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
