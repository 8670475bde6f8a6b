/* The panels of the Simulate view: one plot each with its menu, what they share, and what a click into one sets. */
#include "wb-difference.h"
#include "wb-plot-menu.h"
#include "wb-simulate-view-private.h"

#define MENU_ROOM 38 /* kept free for the menu button in a title band */

static void
on_plane_clicked (WbPlotArea *area, double x, double y, gboolean add, WbSimulateView *self)
{
  int index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (area), "index"));
  const PlotSpec *spec = g_ptr_array_index (self->specs, index);
  ModelSystem *system = wb_session_system (self->session);
  g_autofree char *first = NULL, *second = NULL;
  const char *names[2];
  double values[2] = { x, y };

  if (!(spec->kind->menu & PLOT_MENU_START) || system == NULL)
    return;
  /* Copies: the instance is renewed by the first change. */
  names[0] = first = g_strdup (spec->x != NULL ? spec->x : model_system_column (system, 0)->name);
  names[1] = second = g_strdup (spec->y != NULL ? spec->y : model_system_column (system, 1)->name);
  if (add && wb_session_current (self->session) != NULL)
    wb_run_item_set_pinned (wb_session_current (self->session), TRUE);
  for (int i = 0; i < 2; i++)
    {
      int column = model_system_find_column (system, names[i]);
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      if (column < 0 || model_system_column (system, column)->type != MODEL_COLUMN_STATE)
        return;
      if (!wb_session_set (self->session, WB_INITIAL, names[i], g_ascii_formatd (text, sizeof text, "%.4g", values[i]), NULL))
        return;
      system = wb_session_system (self->session);
      if (system == NULL)
        return;
    }
  if (wb_session_state (self->session) != SIM_RUN_READY)
    wb_session_reset (self->session);
  wb_session_run (self->session);
}

static void
on_pin_changed (WbPlotArea *area, const PlotHit *hit, WbSimulateView *self)
{
  wb_simulate_view_set_pin (self, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (area), "index")), hit);
}

GtkWidget *
wb_simulate_view_panel (WbSimulateView *self, int index)
{
  GtkWidget *overlay = gtk_overlay_new (), *area = wb_plot_area_new (self->session), *button = wb_plot_menu_new (self, index, overlay);

  g_object_set_data (G_OBJECT (area), "index", GINT_TO_POINTER (index));
  g_signal_connect (area, "plane-clicked", G_CALLBACK (on_plane_clicked), self);
  g_signal_connect (area, "pin-changed", G_CALLBACK (on_pin_changed), self);
  gtk_widget_set_vexpand (area, TRUE);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), area);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), button);
  g_object_set_data (G_OBJECT (area), "overlay", overlay);
  g_ptr_array_add (self->areas, area);
  return overlay;
}

static int
last_time_panel (WbSimulateView *self, int column)
{
  int last = -1;

  for (guint i = 0; i < self->specs->len; i++)
    {
      const PlotSpec *spec = g_ptr_array_index (self->specs, i);

      if (spec->column == column && spec->kind->across == PLOT_OVER_TIME && (self->focused < 0 || self->focused == (int) i))
        last = (int) i;
    }
  return last;
}

static int
first_time_panel (WbSimulateView *self, int column)
{
  for (guint i = 0; i < self->specs->len; i++)
    {
      const PlotSpec *spec = g_ptr_array_index (self->specs, i);

      if (spec->column == column && spec->kind->across == PLOT_OVER_TIME && (self->focused < 0 || self->focused == (int) i))
        return (int) i;
    }
  return -1;
}

/* A motion below a phase portrait of its coordinate takes over the portrait's axis. */
void
wb_simulate_view_share_axes (WbSimulateView *self)
{
  WbRunItem *run = wb_session_current (self->session);
  int above[2] = { -1, -1 };

  for (guint i = 0; run != NULL && self->focused < 0 && i < self->specs->len; i++)
    {
      const PlotSpec *spec = g_ptr_array_index (self->specs, i);
      PlotView *view = wb_plot_area_view (g_ptr_array_index (self->areas, i));

      if (view == NULL)
        continue;
      if (above[spec->column] >= 0)
        wb_plot_view_join (g_ptr_array_index (self->specs, above[spec->column]),
                           wb_plot_area_view (g_ptr_array_index (self->areas, above[spec->column])), spec, view, run);
      above[spec->column] = (int) i;
    }
}

/* What a difference is of may have gone on, or what it takes has been computed. */
void
wb_simulate_view_renew_differences (WbSimulateView *self)
{
  for (guint i = 0; i < self->specs->len; i++)
    if (((const PlotSpec *) g_ptr_array_index (self->specs, i))->kind->needs & PLOT_NEEDS_DIFFERENCE)
      wb_simulate_view_renew (self, (int) i);
}

static void
on_difference (WbDifference *difference, WbSimulateView *self)
{
  if (wb_difference_error (difference) != NULL && !wb_difference_is_busy (difference))
    wb_session_say (self->session, wb_difference_error (difference));
  wb_simulate_view_renew_differences (self);
}

static void
watch_difference (WbSimulateView *self, const PlotSpec *spec, WbRunItem *current)
{
  WbRunItem *of, *to;
  WbDifference *difference;

  if (!wb_plot_view_find_runs (spec, current, wb_session_runs (self->session), &of, &to))
    return;
  difference = wb_difference_of (of, to);
  g_signal_handlers_disconnect_by_func (difference, on_difference, self);
  g_signal_connect_object (difference, "changed", G_CALLBACK (on_difference), self, 0);
}

/* A plot that is made anew stays where the user zoomed to. */
static void
keep_zoom (PlotSpec *spec, PlotView *view)
{
  if (view == NULL)
    return;
  plot_view_get_shown (view, &spec->x_shown, &spec->y_shown);
  if (!spec->x_shown.by_hand)
    spec->x_shown = (PlotRange) { 0, 0, FALSE };
  if (!spec->y_shown.by_hand)
    spec->y_shown = (PlotRange) { 0, 0, FALSE };
}

void
wb_simulate_view_renew (WbSimulateView *self, int i)
{
  WbRunItem *run = wb_session_current (self->session);
  PlotSpec *spec = g_ptr_array_index (self->specs, i);
  PlotView *view;

  wb_plot_painter_hold (); /* a new view asks the run's system, which those being drawn borrow */
  view = run != NULL ? wb_plot_view_new (spec, run, self->axis, wb_session_runs (self->session)) : NULL;
  if (view != NULL && (spec->kind->menu & PLOT_MENU_EXPOSURES) && wb_simulate_view_has_exposures (self, i))
    {
      PlotRun span = { .t_start = wb_run_item_t_start (run), .t_end = wb_run_item_t_end (run) };

      plot_views_motion_set_exposures (view, plot_views_motion_interval (&span), plot_time_axis_unit (self->axis));
    }
  if (run != NULL && (spec->kind->needs & PLOT_NEEDS_DIFFERENCE))
    watch_difference (self, spec, run);
  keep_zoom (spec, wb_plot_area_view (g_ptr_array_index (self->areas, i)));
  if (view != NULL)
    {
      plot_view_set_shown (view, &spec->x_shown, &spec->y_shown);
      plot_view_set_pin (view, spec->pinned ? &spec->pin : NULL);
      plot_view_set_band_reserve (view, MENU_ROOM);
      plot_view_set_title_shown (view, self->focused < 0);
      if (spec->kind->across == PLOT_OVER_TIME)
        {
          plot_view_set_x_labels_shown (view, last_time_panel (self, spec->column) == i);
          plot_view_set_playhead_handle (view, first_time_panel (self, spec->column) == i);
        }
    }
  wb_plot_area_set_view (g_ptr_array_index (self->areas, i), view);
  gtk_widget_set_visible (g_object_get_data (g_ptr_array_index (self->areas, i), "overlay"),
                          view != NULL && (self->focused < 0 || self->focused == i));
  if (spec->kind->across != PLOT_OVER_TIME)
    wb_simulate_view_share_axes (self);
}
