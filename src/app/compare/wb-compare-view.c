/* Assembles the Compare view, divides its space between plots and table, and draws the plots again when entries or
 * results change. */
#include "wb-compare-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-text.h"
#include "wb-compare-chips.h"
#include "wb-compare-plots.h"
#include "wb-compare-cells.h"
#include "wb-compare-table.h"
#include "wb-compare-title.h"
#include "wb-empty-page.h"
#include "wb-fraction-box.h"
#include "wb-style.h"
#include "wb-widgets.h"

/* Sizes of the cards in px in a window of 1440 × 900 px. The view uses only their ratios. */
#define ORBIT_SHARE 640
#define ERRORS_SHARE 765
#define INVARIANT_SHARE 216
#define POSITION_SHARE 236
#define CARDS_SHARE 452
#define TABLE_SHARE 219
#define GAP 12

struct _WbCompareView
{
  GtkWidget parent_instance;
  WbSession *session;
  WbComparison *comparison;
  GtkWidget *box, *title, *chips, *message, *waiting, *empty, *errors, *transport;
  GtkWidget *areas[WB_N_COMPARE_VIEWS], *overlays[WB_N_COMPARE_VIEWS];
  WbComparePlots *plots;
  guint axis_handle, progress_source, rebuild_source;
  GtkWidget *rows, *cards, *orbit, *table; /* rows contains the cards and the table; cards contains the orbit and the error plots */
  int focused;
  gboolean moving;
};

G_DEFINE_FINAL_TYPE (WbCompareView, wb_compare_view, GTK_TYPE_WIDGET)

static guint focus_signal;

WbComparison *wb_compare_view_comparison (WbCompareView *self) { return self->comparison; }
WbCompareTransport *wb_compare_view_transport (WbCompareView *self) { return WB_COMPARE_TRANSPORT (self->transport); }
WbPlotArea *wb_compare_view_area (WbCompareView *self, int index) { return WB_PLOT_AREA (self->areas[index]); }

/* ---- plots ---- */

static void
show_time (WbCompareView *self)
{
  if (self->plots == NULL)
    return;
  self->moving = TRUE;
  wb_comparison_set_time (self->comparison, wb_compare_transport_time (WB_COMPARE_TRANSPORT (self->transport)));
  wb_compare_plots_set_time (self->plots, wb_comparison_time (self->comparison));
  self->moving = FALSE;
  wb_plot_area_change (WB_PLOT_AREA (self->areas[WB_COMPARE_ORBIT]), wb_compare_plots_move_orbit, self->plots, NULL);
  for (int i = WB_COMPARE_INVARIANT; i < WB_N_COMPARE_VIEWS; i++)
    wb_plot_area_queue (WB_PLOT_AREA (self->areas[i]));
}

/* Moves the playhead of the comparison to the time to which the user has dragged it in a plot. */
static void
on_axis (gpointer user, PlotTimeAxis *axis)
{
  WbCompareView *self = user;
  const LabComparison *comparison = wb_comparison_result (self->comparison);
  double at = plot_time_axis_playhead (axis), turn = wb_compare_plots_turn (self->plots);

  if (!self->moving && !isnan (at) && comparison != NULL)
    wb_compare_transport_set_time (WB_COMPARE_TRANSPORT (self->transport), turn == 1 ? at : comparison->t_start + at * turn);
  for (int i = WB_COMPARE_INVARIANT; i < WB_N_COMPARE_VIEWS; i++)
    wb_plot_area_queue (WB_PLOT_AREA (self->areas[i]));
}

static void
drop_plots (WbCompareView *self)
{
  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    if (self->areas[i] != NULL)
      wb_plot_area_set_view (WB_PLOT_AREA (self->areas[i]), NULL);
  if (self->plots != NULL && self->axis_handle != 0)
    plot_time_axis_disconnect (wb_compare_plots_axis (self->plots), self->axis_handle);
  self->axis_handle = 0;
  g_clear_pointer (&self->plots, wb_compare_plots_free);
}

static void
say_why_empty (WbCompareView *self)
{
  const LabComparison *comparison = wb_comparison_result (self->comparison);
  const char *error = wb_comparison_error (self->comparison);
  g_autofree char *text = NULL;

  if (error != NULL)
    text = g_strdup (error);
  else if (comparison != NULL && !comparison->reference_known)
    text = g_strdup_printf (_("Errors are not shown: %s"), comparison->reference_source);
  else if (comparison != NULL && comparison->reference_end < comparison->t_end)
    {
      g_autofree char *time = wb_compare_time_text (comparison, comparison->reference_end);

      text = g_strdup_printf (comparison->reference_diverges ? _("The reference is known until %s. After that two high-accuracy runs "
                                                                 "differ, or one has no value.")
                                                : _("The reference is known until %s, when the high-accuracy runs end."), time);
    }
  gtk_label_set_text (GTK_LABEL (self->message), text != NULL ? text : "");
  gtk_widget_set_visible (self->message, text != NULL);
  gtk_widget_set_visible (self->waiting, comparison == NULL && wb_comparison_is_running (self->comparison));
}

void
wb_compare_view_store_shown (WbCompareView *self)
{
  WbCompareShown shown = { 0 };

  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    {
      PlotView *view = wb_plot_area_view (WB_PLOT_AREA (self->areas[i]));

      if (view == NULL)
        continue;
      if (self->focused < 0 || self->focused == i)
        shown.plots |= (guint64) 1 << i;
      plot_view_get_shown (view, &shown.x[i], &shown.y[i]);
    }
  if (self->plots != NULL)
    plot_time_axis_get_view (wb_compare_plots_axis (self->plots), &shown.low, &shown.high);
  wb_compare_plots_set_shown (self->comparison, &shown);
}

/* ---- one card alone ---- */

gboolean
wb_compare_view_has (WbCompareView *self, int index)
{
  return index == WB_N_COMPARE_VIEWS || (index >= 0 && index < WB_N_COMPARE_VIEWS
                                         && wb_plot_area_view (WB_PLOT_AREA (self->areas[index])) != NULL);
}

/* Shows the card that is selected to be alone, or all cards, and sets their sizes. */
static void
share_out (WbCompareView *self)
{
  static const double shares[WB_N_COMPARE_VIEWS] = { 0, INVARIANT_SHARE, POSITION_SHARE };
  gboolean all = self->focused < 0, errors = FALSE;

  for (int i = WB_COMPARE_INVARIANT; i < WB_N_COMPARE_VIEWS; i++)
    {
      gboolean shown = wb_compare_view_has (self, i) && (all || self->focused == i);

      errors |= shown;
      gtk_widget_set_visible (self->overlays[i], shown);
      wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->errors), self->overlays[i], shown ? shares[i] : 0);
    }
  gtk_widget_set_visible (self->orbit, all || self->focused == WB_COMPARE_ORBIT);
  /* Without a result, or if the result has no errors, the orbit takes the space of the error
   * plots. */
  gtk_widget_set_visible (self->errors, errors);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->cards), self->orbit, all || self->focused == WB_COMPARE_ORBIT ? ORBIT_SHARE : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->cards), self->errors, errors ? ERRORS_SHARE : 0);
  gtk_widget_set_visible (self->cards, all || self->focused < WB_N_COMPARE_VIEWS);
  gtk_widget_set_visible (self->table, all || self->focused == WB_N_COMPARE_VIEWS);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->rows), self->cards, all || self->focused < WB_N_COMPARE_VIEWS ? CARDS_SHARE : 0);
  wb_fraction_box_set_fraction (WB_FRACTION_BOX (self->rows), self->table, all || self->focused == WB_N_COMPARE_VIEWS ? TABLE_SHARE : 0);
  wb_compare_title_set_narrow (WB_COMPARE_TITLE (self->title), !all);
}

void
wb_compare_view_focus (WbCompareView *self, int index)
{
  self->focused = CLAMP (index, -1, WB_N_COMPARE_VIEWS);
  wb_compare_transport_set_narrow (WB_COMPARE_TRANSPORT (self->transport), self->focused >= 0);
  share_out (self);
  g_signal_emit (self, focus_signal, 0);
}

int
wb_compare_view_focused (WbCompareView *self)
{
  return self->focused;
}

char *
wb_compare_view_focus_text (WbCompareView *self)
{
  int n = 0, at = 0;
  g_autofree char *title = NULL;

  for (int i = 0; i < WB_N_COMPARE_CARDS; i++)
    {
      n += wb_compare_view_has (self, i);
      if (i == self->focused)
        at = n;
    }
  if (self->focused < 0 || at == 0)
    return g_strdup (_("Compare"));
  title = self->focused < WB_N_COMPARE_VIEWS && wb_compare_view_has (self, self->focused)
          ? plot_text_plain (plot_view_title (wb_plot_area_view (WB_PLOT_AREA (self->areas[self->focused])))) : g_strdup (_("Table"));
  return g_strdup_printf (_("%s, %d of %d"), title, at, n);
}

static void
build_plots (WbCompareView *self)
{
  drop_plots (self);
  self->plots = wb_compare_plots_new (self->comparison);
  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    {
      PlotView *view = self->plots != NULL ? wb_compare_plots_take (self->plots, (WbComparePanel) i) : NULL;

      if (view != NULL)
        plot_view_set_band_reserve (view, WB_PLOT_AREA_MENU_ROOM);
      wb_plot_area_set_view (WB_PLOT_AREA (self->areas[i]), view);
    }
  share_out (self);
  g_signal_emit (self, focus_signal, 0);
  if (self->plots != NULL)
    {
      self->axis_handle = plot_time_axis_connect (wb_compare_plots_axis (self->plots), on_axis, self);
      show_time (self);
    }
  say_why_empty (self);
}

/* ---- signals ---- */

static gboolean
show_progress (gpointer user)
{
  WbCompareView *self = user;

  wb_compare_transport_set_progress (WB_COMPARE_TRANSPORT (self->transport), wb_comparison_progress (self->comparison));
  return G_SOURCE_CONTINUE;
}

static void
on_running (WbCompareView *self)
{
  gboolean running = wb_comparison_is_running (self->comparison);

  wb_compare_title_refresh_running (WB_COMPARE_TITLE (self->title));
  if (running && self->progress_source == 0)
    self->progress_source = g_timeout_add (100, show_progress, self);
  if (!running)
    {
      g_clear_handle_id (&self->progress_source, g_source_remove);
      wb_compare_transport_set_progress (WB_COMPARE_TRANSPORT (self->transport), NAN);
    }
  if (wb_comparison_result (self->comparison) != NULL && wb_comparison_is_stale (self->comparison))
    gtk_widget_add_css_class (GTK_WIDGET (self), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "stale");
  say_why_empty (self);
}

static void
on_comparison (WbCompareView *self)
{
  const LabComparison *comparison = wb_comparison_result (self->comparison);
  Model *model = wb_session_model (self->session);
  double wanted = wb_comparison_time (self->comparison);

  g_clear_handle_id (&self->rebuild_source, g_source_remove);
  build_plots (self);
  if (comparison == NULL)
    wb_compare_transport_clear (WB_COMPARE_TRANSPORT (self->transport));
  else
    wb_compare_transport_set_span (WB_COMPARE_TRANSPORT (self->transport), comparison->t_start, comparison->t_end,
                                   isnan (comparison->period) ? 1 : comparison->period,
                                   model != NULL ? model_time_unit (model) : "");
  if (comparison != NULL && !isnan (wanted))
    wb_compare_transport_set_time (WB_COMPARE_TRANSPORT (self->transport), wanted);
  wb_compare_title_refresh (WB_COMPARE_TITLE (self->title));
}

static gboolean
rebuild (gpointer user)
{
  WbCompareView *self = user;

  self->rebuild_source = 0;
  build_plots (self);
  return G_SOURCE_REMOVE;
}

static void
on_entries (WbCompareView *self)
{
  if (self->rebuild_source == 0)
    self->rebuild_source = g_idle_add (rebuild, self);
}

static void
run_if_needed (WbCompareView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && wb_session_model (self->session) != NULL && !wb_comparison_is_running (self->comparison)
      && wb_comparison_result (self->comparison) == NULL && wb_comparison_error (self->comparison) == NULL)
    wb_comparison_run (self->comparison);
}

static void
on_model (WbCompareView *self)
{
  gboolean any = wb_session_model (self->session) != NULL;

  gtk_widget_set_visible (self->empty, !any);
  gtk_widget_set_visible (self->rows, any);
  gtk_widget_set_visible (self->chips, any);
  gtk_widget_set_sensitive (self->title, any);
  gtk_widget_set_sensitive (self->transport, any);
  wb_compare_title_refresh (WB_COMPARE_TITLE (self->title));
  run_if_needed (self);
}

static void
on_restored (WbCompareView *self)
{
  wb_compare_title_refresh (WB_COMPARE_TITLE (self->title));
  run_if_needed (self);
}

static void
wb_compare_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (wb_compare_view_parent_class)->map (widget);
  run_if_needed (WB_COMPARE_VIEW (widget));
}

/* ---- menu of a plot ---- */

static void
copy_table (GSimpleAction *action, GVariant *value, gpointer user)
{
  WbCompareView *self = user;
  g_autofree char *text = wb_compare_cells_text (self->comparison);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
fit (GSimpleAction *action, GVariant *value, gpointer user)
{
  build_plots (user);
}

static GtkWidget *
panel_new (WbCompareView *self, int index)
{
  GtkWidget *overlay = gtk_overlay_new (), *button = wb_styled (gtk_menu_button_new (), "plot-menu");
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *action = NULL, *export = NULL;

  self->areas[index] = wb_plot_area_new (NULL);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->areas[index]);
  g_menu_append (menu, _("Fit"), "compare.fit");
  action = g_strdup_printf ("win.compare-copy(%d)", index);
  g_menu_append (menu, _("Copy figure"), action);
  g_menu_append (menu, _("Copy the table"), "compare.copy-table");
  export = g_strdup_printf ("win.compare-export(%d)", index);
  g_menu_append (menu, _("Export…"), export);
  g_menu_append (menu, _("Print…"), "win.print");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "wb-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_top (button, 4);
  gtk_widget_set_margin_end (button, 9);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Plot menu"), -1);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), button);
  self->overlays[index] = overlay;
  return overlay;
}

/* ---- widget ---- */

static GtkWidget *
cards_new (WbCompareView *self)
{
  GtkWidget *rows = wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, GAP), *cards = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL,
      GAP), *orbit, *table;

  self->rows = rows;
  self->cards = cards;

  self->orbit = orbit = panel_new (self, WB_COMPARE_ORBIT);
  self->waiting = wb_styled (gtk_label_new (_("The runs are being computed…")), "dim-label");
  gtk_widget_set_halign (self->waiting, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->waiting, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->waiting, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (orbit), self->waiting);
  gtk_widget_add_css_class (orbit, "card");
  gtk_widget_set_overflow (orbit, GTK_OVERFLOW_HIDDEN);
  self->errors = wb_styled (wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, 0), "card");
  gtk_widget_set_overflow (self->errors, GTK_OVERFLOW_HIDDEN);
  wb_fraction_box_append (WB_FRACTION_BOX (self->errors), panel_new (self, WB_COMPARE_INVARIANT), INVARIANT_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->errors), panel_new (self, WB_COMPARE_POSITION), POSITION_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (cards), orbit, ORBIT_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (cards), self->errors, ERRORS_SHARE);
  self->table = table = wb_styled (wb_compare_table_new (self->comparison), "card");
  gtk_widget_set_overflow (table, GTK_OVERFLOW_HIDDEN);
  wb_fraction_box_append (WB_FRACTION_BOX (rows), cards, CARDS_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (rows), table, TABLE_SHARE);
  gtk_widget_set_vexpand (rows, TRUE);
  gtk_widget_set_margin_start (rows, GAP);
  gtk_widget_set_margin_end (rows, GAP);
  gtk_widget_set_margin_bottom (rows, 11);
  return rows;
}

static void
wb_compare_view_dispose (GObject *object)
{
  WbCompareView *self = WB_COMPARE_VIEW (object);

  if (self->box != NULL)
    drop_plots (self);
  if (self->comparison != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->comparison, self);
      wb_comparison_cancel (self->comparison);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->comparison);
  g_clear_handle_id (&self->progress_source, g_source_remove);
  g_clear_handle_id (&self->rebuild_source, g_source_remove);
  G_OBJECT_CLASS (wb_compare_view_parent_class)->dispose (object);
}

static void
wb_compare_view_class_init (WbCompareViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_compare_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = wb_compare_view_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "compareview");
  focus_signal = g_signal_new ("focus-changed", WB_TYPE_COMPARE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_compare_view_init (WbCompareView *self)
{
  self->focused = -1;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_compare_view_new (WbSession *session)
{
  static const GActionEntry entries[] = { { "fit", fit }, { "copy-table", copy_table } };
  WbCompareView *self = g_object_new (WB_TYPE_COMPARE_VIEW, NULL);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->session = session;
  self->comparison = g_object_ref (wb_comparison_of (session));
  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "compare", G_ACTION_GROUP (group));
  self->title = wb_compare_title_new (self->comparison);
  gtk_box_append (GTK_BOX (self->box), self->title);
  self->chips = wb_compare_chips_new (self->comparison);
  gtk_widget_set_margin_bottom (self->chips, 10);
  gtk_box_append (GTK_BOX (self->box), self->chips);
  self->message = wb_label_new (NULL, "compare-message");
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_widget_set_visible (self->message, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->message);
  self->empty = wb_empty_page_new ();
  gtk_widget_set_vexpand (self->empty, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->empty);
  gtk_box_append (GTK_BOX (self->box), cards_new (self));
  self->transport = wb_compare_transport_new ();
  gtk_box_append (GTK_BOX (self->box), self->transport);
  g_signal_connect_swapped (self->transport, "time-changed", G_CALLBACK (show_time), self);
  g_signal_connect_swapped (self->comparison, "comparison-changed", G_CALLBACK (on_comparison), self);
  g_signal_connect_swapped (self->comparison, "entries-changed", G_CALLBACK (on_entries), self);
  g_signal_connect_swapped (self->comparison, "running-changed", G_CALLBACK (on_running), self);
  g_signal_connect_swapped (self->comparison, "restored", G_CALLBACK (on_restored), self);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  share_out (self);
  on_model (self);
  on_running (self);
  return GTK_WIDGET (self);
}
