/* Builds the page Events: the switches and the log with its search. */
#include "wb-event-page.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model-system-names.h"
#include "plot-format.h"
#include "plot-phases.h"
#include "plot-text.h"
#include "wb-event-switches.h"
#include "wb-event-text.h"
#include "wb-rich.h"
#include "wb-setting-rows.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* Largest number of rows in the log. An exported file has all events. */
#define MOST_ROWS 20000

/* The columns of the log. If no value changes, the log shows the name of each event instead of the values before and after
 * it. */
typedef enum { CELL_NUMBER, CELL_TIME, CELL_BEFORE, CELL_AFTER, CELL_NAME, N_CELLS } Cell;

/* ---- one row of the log ---- */

#define WB_TYPE_LOG_ITEM (wb_log_item_get_type ())
G_DECLARE_FINAL_TYPE (WbLogItem, wb_log_item, WB, LOG_ITEM, GObject)
struct _WbLogItem { GObject parent_instance; guint number; SimEventRecord record; double before, after; char *name, *phase; gboolean is_case, slides; };
G_DEFINE_FINAL_TYPE (WbLogItem, wb_log_item, G_TYPE_OBJECT)
static void
wb_log_item_finalize (GObject *object)
{
  g_free (WB_LOG_ITEM (object)->name);
  g_free (WB_LOG_ITEM (object)->phase);
  G_OBJECT_CLASS (wb_log_item_parent_class)->finalize (object);
}
static void wb_log_item_class_init (WbLogItemClass *klass) { G_OBJECT_CLASS (klass)->finalize = wb_log_item_finalize; }
static void wb_log_item_init (WbLogItem *self) {}

struct _WbEventPage
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *hint, *hint_text, *log_title, *frame, *view, *search;
  GListStore *store;
  GtkFilter *filter;
  GtkSingleSelection *selection;
  GtkColumnViewColumn *columns[N_CELLS];
  WbRunItem *shown; /* run whose events the log shows; weak pointer, because a new run may get the same address */
  gsize seen;
  PlotPhases *phases; /* rests and slidings of that run; NULL: its model has none */
  int column;       /* index of the column of the model whose values before and after the event are shown; −1 if no column changes */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (WbEventPage, wb_event_page, GTK_TYPE_WIDGET)

/* ---- the cells of the log ---- */

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer cell)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), GPOINTER_TO_INT (cell) == CELL_NUMBER ? 0 : 1);
  gtk_list_item_set_child (item, label);
}

/* Formats a number with this many decimals. If the largest number of the column, `size`, is below 0.01, formats it with a power of ten
 * instead. */
static void
format_cell (double value, double size, int decimals, char *text, gsize n)
{
  if (value != 0 && size < 0.01)
    plot_format_number (value, MAX (decimals, 3), text, n);
  else
    plot_format_fixed (value, decimals, text, n);
}

/* Sets the background of a cell of the event log to the colour of the phase that follows the event. */
static void
tint_cell (GtkWidget *label, const WbLogItem *log)
{
  GtkWidget *cell = gtk_widget_get_parent (label) != NULL ? gtk_widget_get_parent (label) : label;

  gtk_widget_remove_css_class (cell, "rests");
  gtk_widget_remove_css_class (cell, "slides");
  if (log->phase != NULL)
    gtk_widget_add_css_class (cell, log->slides ? "slides" : "rests");
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer cell)
{
  WbLogItem *log = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  char text[64] = "";
  double size = fmax (fabs (log->before), fabs (log->after));

  tint_cell (label, log);
  switch ((Cell) GPOINTER_TO_INT (cell))
    {
    case CELL_NUMBER:
      {
        GdkRGBA color = { 0.54f, 0.23f, 0.69f, 1 };
        g_autofree char *markup = NULL, *tip = NULL;

        gtk_style_context_lookup_color (gtk_widget_get_style_context (label), "wb_event", &color);
        markup = g_markup_printf_escaped ("<span foreground='#%02x%02x%02x'>%s</span>\u2009%u", (int) lrint (color.red * 255),
                                          (int) lrint (color.green * 255), (int) lrint (color.blue * 255),
                                          log->record.event < 0 ? "▪" : log->is_case ? "□" : "▲", log->number);
        gtk_label_set_markup (GTK_LABEL (label), markup);
        /* Translators: tooltip of an event: its name, and the phase of the run after it, such as the rest of a ball. */
        tip = log->phase != NULL ? g_strdup_printf (_("%s; from here on: %s"), log->name, log->phase) : g_strdup (log->name);
        wb_tooltip_set (label, tip);
        return;
      }
    case CELL_TIME: format_cell (log->record.t, fabs (log->record.t), 4, text, sizeof text); break;
    case CELL_BEFORE: if (!isnan (log->before)) format_cell (log->before, size, 3, text, sizeof text); break;
    case CELL_AFTER: if (!isnan (log->after)) format_cell (log->after, size, 3, text, sizeof text); break;
    case CELL_NAME: g_strlcpy (text, log->name, sizeof text); break;
    case N_CELLS: break;
    }
  gtk_label_set_text (GTK_LABEL (label), text);
}

static gboolean
matches (gpointer object, gpointer user)
{
  WbEventPage *self = user;
  const char *query = self->search != NULL ? gtk_editable_get_text (GTK_EDITABLE (self->search)) : "";

  return query[0] == '\0' || strstr (WB_LOG_ITEM (object)->name, query) != NULL;
}

static void
on_selected (WbEventPage *self)
{
  WbLogItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (item != NULL && !self->updating)
    wb_session_set_playhead (self->session, item->record.t);
}

/* Opens the search for the event of a row in the Microscope. */
static void
on_activated (WbEventPage *self, guint position)
{
  g_autoptr (WbLogItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (item != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.microscope-event", "t", (guint64) item->number - 1);
}

static void
on_search (WbEventPage *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static void
toggle_search (WbEventPage *self)
{
  gboolean shown = !gtk_widget_get_visible (self->search);

  gtk_widget_set_visible (self->search, shown);
  if (shown)
    gtk_widget_grab_focus (self->search);
  else
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

static GtkWidget *
icon_button (const char *icon, const char *label)
{
  GtkWidget *button = wb_styled (gtk_button_new_from_icon_name (icon), "plot-menu");

  wb_widget_set_label (button, label);
  return button;
}

/* Aligns the titles of columns with numbers to the right. */
static void
align_titles (GtkWidget *view)
{
  GtkWidget *header = gtk_widget_get_first_child (view);

  for (GtkWidget *title = gtk_widget_get_first_child (header); title != NULL; title = gtk_widget_get_next_sibling (title))
    if (gtk_widget_get_first_child (title) != NULL)
      gtk_widget_set_halign (gtk_widget_get_first_child (title), GTK_ALIGN_END);
}

/* Replaces the plain title of a column by rich text, in which variables are in italics. */
static void
mark_up_title (GtkWidget *widget, const char *plain, const char *markup)
{
  if (GTK_IS_LABEL (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), plain) == 0)
    gtk_label_set_markup (GTK_LABEL (widget), markup);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    mark_up_title (child, plain, markup);
}

/* Sets the title of a column as rich text. */
static void
set_title (WbEventPage *self, int column, const char *rich)
{
  g_autofree char *plain = plot_text_plain (rich), *markup = wb_rich_markup (rich);

  gtk_column_view_column_set_title (self->columns[column], plain);
  mark_up_title (gtk_widget_get_first_child (self->view), plain, markup);
}

static void
build_hint (WbEventPage *self)
{
  GtkWidget *icon = gtk_image_new_from_icon_name ("wb-hint-symbolic");

  self->hint = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), "hint event");
  gtk_widget_set_margin_top (self->hint, 12);
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (self->hint), icon);
  self->hint_text = wb_label_new (NULL, NULL);
  gtk_label_set_wrap (GTK_LABEL (self->hint_text), TRUE);
  gtk_widget_set_hexpand (self->hint_text, TRUE);
  gtk_box_append (GTK_BOX (self->hint), self->hint_text);
  gtk_widget_set_visible (self->hint, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->hint);
}

static void
refresh_hint (WbEventPage *self, WbRunItem *run)
{
  g_autofree char *words = run != NULL ? wb_event_accumulation_text (run) : NULL, *markup = words != NULL ? wb_rich_markup (words) : NULL;

  gtk_widget_set_visible (self->hint, markup != NULL);
  if (markup != NULL)
    gtk_label_set_markup (GTK_LABEL (self->hint_text), markup);
}

static void
build_log (WbEventPage *self)
{
  static const char *const titles[N_CELLS] = { "", "t", N_("before"), N_("after"), N_("event") };
  GtkWidget *find, *save, *scrolled = gtk_scrolled_window_new ();

  self->log_title = wb_rows_title_new (_("Event log"), NULL);
  gtk_widget_set_margin_top (self->log_title, 15);
  find = icon_button ("wb-search-symbolic", _("Search the log"));
  g_signal_connect_swapped (find, "clicked", G_CALLBACK (toggle_search), self);
  gtk_box_append (GTK_BOX (self->log_title), find);
  save = icon_button ("wb-export-symbolic", _("Save the log…"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (save), "win.save-events");
  gtk_box_append (GTK_BOX (self->log_title), save);
  gtk_box_append (GTK_BOX (self->box), self->log_title);
  self->search = gtk_search_entry_new ();
  gtk_widget_set_visible (self->search, FALSE);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search), self);
  gtk_box_append (GTK_BOX (self->box), self->search);

  self->store = g_list_store_new (WB_TYPE_LOG_ITEM);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  self->selection = gtk_single_selection_new (
      G_LIST_MODEL (gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->store)), g_object_ref (self->filter))));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (on_selected), self);
  self->view = wb_styled (gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection))), "log");
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (on_activated), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Event log"), -1);
  for (int i = 0; i < N_CELLS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), GINT_TO_POINTER (i));
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), GINT_TO_POINTER (i));
      self->columns[i] = gtk_column_view_column_new (titles[i][0] != '\0' ? _(titles[i]) : "", factory);
      gtk_column_view_column_set_expand (self->columns[i], i > 0);
      if (i == 0)
        gtk_column_view_column_set_fixed_width (self->columns[i], 56);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), self->columns[i]);
      g_object_unref (self->columns[i]);
    }
  align_titles (self->view);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_size_request (scrolled, -1, 260);
  self->frame = wb_rows_box_new ();
  gtk_widget_set_margin_top (self->frame, 6);
  gtk_widget_set_vexpand (self->frame, TRUE);
  gtk_box_append (GTK_BOX (self->frame), scrolled);
  gtk_box_append (GTK_BOX (self->box), self->frame);
}

/* Returns the column of the state that changes most at the first event that has rows before and after
 * it. */
static int
changed_column (WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  int n_columns = model_system_n_states (wb_run_item_system (run)), best = -1;
  double largest = 0;

  for (gsize i = 0; i < sim_trajectory_n_events (trajectory) && i < 8; i++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, i);
      const double *before, *after;

      if (record.event < 0 || record.row_after <= record.row_before || record.row_after >= sim_trajectory_n_rows (trajectory))
        continue;
      before = sim_trajectory_row (trajectory, record.row_before);
      after = sim_trajectory_row (trajectory, record.row_after);
      for (int column = 0; column < n_columns; column++)
        if (fabs (after[1 + column] - before[1 + column]) > largest)
          {
            largest = fabs (after[1 + column] - before[1 + column]);
            best = column;
          }
    }
  return best;
}

static void
append_record (WbEventPage *self, WbRunItem *run, gsize index)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  WbLogItem *item = g_object_new (WB_TYPE_LOG_ITEM, NULL);
  gsize n_rows = sim_trajectory_n_rows (trajectory);

  item->number = (guint) index + 1;
  item->record = sim_trajectory_event (trajectory, index);
  item->before = item->after = NAN;
  if (self->phases != NULL && plot_phases_after (self->phases, item->record.t) >= 0)
    {
      const PlotPhase *phase = plot_phases_get (self->phases, plot_phases_after (self->phases, item->record.t));

      item->phase = g_strdup (phase->label != NULL ? phase->label : phase->name);
      item->slides = phase->slides;
    }
  if (self->column >= 0 && item->record.row_before < n_rows && item->record.row_after < n_rows)
    {
      item->before = sim_trajectory_row (trajectory, item->record.row_before)[1 + self->column];
      item->after = sim_trajectory_row (trajectory, item->record.row_after)[1 + self->column];
    }
  if (item->record.event >= 0 && item->record.event < model_system_n_events (wb_run_item_system (run)))
    {
      item->name = g_strdup (model_system_event (wb_run_item_system (run), item->record.event)->name);
      item->is_case = model_system_event_is_case (wb_run_item_system (run), item->record.event);
    }
  else
    {
      const char *name = model_system_parameter_name (wb_run_item_system (run), item->record.parameter);
      char value[64];

      plot_format_number (item->record.value, 4, value, sizeof value);
      item->name = name != NULL ? g_strdup_printf ("%s = %s", name, value) : g_strdup (_("Parameter change"));
    }
  g_list_store_append (self->store, item);
  g_object_unref (item);
}

static void
name_columns (WbEventPage *self, WbRunItem *run)
{
  const char *unit = model_time_unit (wb_run_item_model (run));
  g_autofree char *time = plot_text_quantity ("t", unit);

  set_title (self, CELL_TIME, time);
  for (int cell = CELL_BEFORE; cell <= CELL_AFTER; cell++)
    gtk_column_view_column_set_visible (self->columns[cell], self->column >= 0);
  gtk_column_view_column_set_visible (self->columns[CELL_NAME], self->column < 0);
  if (self->column >= 0)
    {
      g_autofree char *name = plot_text_variable (model_system_column (wb_run_item_system (run), self->column)->name);
      /* Translators: heading of a table column; %s is a state. */
      g_autofree char *before = g_strdup_printf (_("%s⁻, before the event"), name), *after = g_strdup_printf (_("%s⁺, after the event"), name);

      set_title (self, CELL_BEFORE, before);
      set_title (self, CELL_AFTER, after);
    }
}

static double
time_of (WbEventPage *self, guint line)
{
  g_autoptr (WbLogItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), line);

  return item->record.t;
}

static void
select_at_playhead (WbEventPage *self)
{
  double t = wb_session_playhead (self->session);
  guint low = 0, n = g_list_model_get_n_items (G_LIST_MODEL (self->selection)), high = n; /* range of rows that the binary search has not excluded */

  while (low < high) /* find the last row up to time t */
    {
      guint middle = low + (high - low) / 2;

      if (time_of (self, middle) <= t)
        low = middle + 1;
      else
        high = middle;
    }
  self->updating = TRUE;
  if (low > 0 && time_of (self, low - 1) == t)
    gtk_single_selection_set_selected (self->selection, low - 1);
  self->updating = FALSE;
}

void
wb_event_page_refresh (WbEventPage *self)
{
  WbRunItem *run = wb_session_current (self->session);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  gsize n = trajectory != NULL ? MIN (sim_trajectory_n_events (trajectory), MOST_ROWS) : 0;

  if (run != self->shown || n != self->seen)
    refresh_hint (self, run);
  if (run != self->shown || n < self->seen)
    {
      g_list_store_remove_all (self->store);
      g_set_weak_pointer (&self->shown, run);
      g_clear_pointer (&self->phases, plot_phases_free);
      if (run != NULL)
        self->phases = plot_phases_new (wb_run_item_system (run), trajectory);
      self->seen = 0;
      self->column = -1;
    }
  if (n > self->seen)
    {
      if (self->column < 0)
        self->column = changed_column (run);
      name_columns (self, run);
      if (self->phases != NULL)
        plot_phases_update (self->phases);
      self->updating = TRUE;
      for (; self->seen < n; self->seen++)
        append_record (self, run, self->seen);
      self->updating = FALSE;
      select_at_playhead (self);
    }
  gtk_widget_set_visible (self->log_title, n > 0);
  gtk_widget_set_visible (self->frame, n > 0);
}

static void
wb_event_page_dispose (GObject *object)
{
  WbEventPage *self = WB_EVENT_PAGE (object);

  g_clear_weak_pointer (&self->shown);
  g_clear_pointer (&self->phases, plot_phases_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->store);
  g_clear_object (&self->filter);
  g_clear_object (&self->selection);
  G_OBJECT_CLASS (wb_event_page_parent_class)->dispose (object);
}

static void
wb_event_page_class_init (WbEventPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_event_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_event_page_init (WbEventPage *self)
{
  self->column = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  build_hint (self);
  build_log (self);
}

GtkWidget *
wb_event_page_new (WbSession *session)
{
  WbEventPage *self = g_object_new (WB_TYPE_EVENT_PAGE, NULL);

  self->session = session;
  gtk_box_prepend (GTK_BOX (self->box), wb_event_switches_new (session));
  g_signal_connect_object (session, "playhead-changed", G_CALLBACK (select_at_playhead), self, G_CONNECT_SWAPPED);
  wb_event_page_refresh (self);
  return GTK_WIDGET (self);
}
