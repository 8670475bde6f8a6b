#include "wb-run-list.h"

#include <glib/gi18n.h>

#include "wb-style.h"

typedef struct { WbSession *session; WbRunItem *run; } Chip;

static void
chip_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  const PlotTheme *theme = wb_style_plot_theme ();
  int series = GPOINTER_TO_INT (user) - 1;
  double dashes[6];
  int n = plot_theme_dashes (series, 1, dashes);
  PlotColor color = theme->series[series];

  cairo_set_source_rgb (cr, color.r, color.g, color.b);
  cairo_set_dash (cr, dashes, n, 0);
  cairo_set_line_width (cr, 2.4);
  cairo_move_to (cr, 0, height / 2.0);
  cairo_line_to (cr, width, height / 2.0);
  cairo_stroke (cr);
}

static void
on_visible (GtkButton *button, Chip *chip)
{
  wb_run_item_set_visible (chip->run, !wb_run_item_visible (chip->run));
  wb_session_touch_runs (chip->session);
}

static void
on_pin (GtkButton *button, Chip *chip)
{
  wb_run_item_set_pinned (chip->run, !wb_run_item_pinned (chip->run));
  if (wb_run_item_pinned (chip->run))
    wb_run_item_set_visible (chip->run, TRUE);
  wb_session_touch_runs (chip->session);
}

static void
on_delete (GtkButton *button, Chip *chip)
{
  wb_session_remove_run (chip->session, chip->run);
}

static void
on_current (GtkButton *button, Chip *chip)
{
  wb_session_set_current (chip->session, chip->run);
}

static void
on_renamed (GtkEditableLabel *label, GParamSpec *spec, Chip *chip)
{
  if (gtk_editable_label_get_editing (label))
    return;
  wb_run_item_set_name (chip->run, gtk_editable_get_text (GTK_EDITABLE (label)));
  wb_session_touch_runs (chip->session);
}

static void
connect_chip (GtkWidget *widget, const char *signal, GCallback func, WbSession *session, WbRunItem *run)
{
  Chip *chip = g_new0 (Chip, 1);

  chip->session = session;
  chip->run = run;
  g_signal_connect_data (widget, signal, func, chip, chip_free, 0);
}

static void
add_button (GtkWidget *row, const char *icon, const char *label, GCallback func, WbSession *session, WbRunItem *run)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  connect_chip (button, "clicked", func, session, run);
  gtk_box_append (GTK_BOX (row), button);
}

static GtkWidget *
chip_new (WbSession *session, WbRunItem *run)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *swatch = gtk_drawing_area_new ();
  GtkWidget *name = gtk_editable_label_new (wb_run_item_name (run));

  gtk_widget_add_css_class (row, "run-chip");
  if (!wb_run_item_visible (run) && run != wb_session_current (session))
    gtk_widget_add_css_class (row, "hidden");
  if (run == wb_session_current (session))
    gtk_widget_add_css_class (row, "current");
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), 24);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch, GINT_TO_POINTER (wb_run_item_color (run)), NULL);
  gtk_box_append (GTK_BOX (row), swatch);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (name, "name");
  gtk_widget_set_tooltip_text (name, _("Double click to rename"));
  connect_chip (name, "notify::editing", G_CALLBACK (on_renamed), session, run);
  gtk_box_append (GTK_BOX (row), name);
  add_button (row, "wb-play-symbolic", _("Make this the current run"), G_CALLBACK (on_current), session, run);
  add_button (row, wb_run_item_visible (run) ? "wb-visible-symbolic" : "wb-hidden-symbolic", _("Show or hide"), G_CALLBACK (on_visible),
              session, run);
  add_button (row, "wb-pin-symbolic", wb_run_item_pinned (run) ? _("Let go") : _("Keep in view"), G_CALLBACK (on_pin), session, run);
  add_button (row, "wb-close-symbolic", _("Delete this run"), G_CALLBACK (on_delete), session, run);
  return row;
}

static void
rebuild (GtkWidget *popover)
{
  WbSession *session = g_object_get_data (G_OBJECT (popover), "session");
  GtkWidget *scrolled = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GListModel *runs = wb_session_runs (session);
  guint n = g_list_model_get_n_items (runs);

  for (guint i = n; i-- > 0;)
    {
      g_autoptr (WbRunItem) run = g_list_model_get_item (runs, i);

      gtk_box_append (GTK_BOX (box), chip_new (session, run));
    }
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 360);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_size_request (scrolled, 320, -1);
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
}

static void
on_runs_changed (WbSession *session, GtkWidget *popover)
{
  if (gtk_widget_get_visible (popover))
    rebuild (popover);
}

GtkWidget *
wb_run_list_new (WbSession *session)
{
  GtkWidget *popover = gtk_popover_new ();

  g_object_set_data (G_OBJECT (popover), "session", session);
  g_signal_connect (popover, "show", G_CALLBACK (rebuild), NULL);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (on_runs_changed), popover, 0);
  return popover;
}
