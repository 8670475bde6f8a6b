/* The panels of the Simulate view. Each panel has a plot and its menu. This file also shares axes between plots and handles
 * clicks. */
#include <glib/gi18n.h>

#include "plot-view-hit.h"
#include "wb-difference.h"
#include "wb-plot-menu.h"
#include "wb-plot-view.h"
#include "wb-run-result.h"
#include "wb-session-history.h"
#include "wb-session-repeat.h"
#include "wb-simulate-view-private.h"
#include "wb-style.h"

/* Sets the initial values of the two states of a phase portrait. Returns FALSE if an axis is not a state or the session refuses a
 * value. */
static gboolean
set_start (WbSimulateView *self, const PlotSpec *spec, double x, double y)
{
  ModelSystem *system = wb_session_system (self->session);
  g_autofree char *first = NULL, *second = NULL;
  const char *names[2];
  double values[2] = { x, y };

  if (!(spec->kind->menu & PLOT_MENU_START) || system == NULL)
    return FALSE;
  /* Copy the names, because the first change makes a new instance of the
   * model. */
  names[0] = first = g_strdup (spec->x != NULL ? spec->x : model_system_column (system, 0)->name);
  names[1] = second = g_strdup (spec->y != NULL ? spec->y : model_system_column (system, 1)->name);
  for (int i = 0; i < 2; i++)
    {
      int column = model_system_find_column (system, names[i]);

      if (column < 0 || model_system_column (system, column)->type != MODEL_COLUMN_STATE)
        return FALSE;
    }
  for (int i = 0; i < 2; i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      if (!wb_session_set (self->session, WB_INITIAL, names[i], g_ascii_formatd (text, sizeof text, "%.10g", values[i]), NULL))
        return FALSE;
    }
  return TRUE;
}

/* Returns a number rounded to four digits. */
static double
rounded (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_ascii_strtod (g_ascii_formatd (text, sizeof text, "%.4g", value), NULL);
}

static void
on_plane_clicked (WbPlotArea *area, double x, double y, gboolean add, WbSimulateView *self)
{
  const PlotSpec *spec = wb_plot_set_spec (self->plots, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (area), "index")));

  if (!(spec->kind->menu & PLOT_MENU_START))
    return;
  wb_session_begin_group (self->session);
  if (add && wb_session_current (self->session) != NULL)
    wb_session_pin_run (self->session, wb_session_current (self->session), TRUE);
  wb_session_begin_gesture (self->session, NULL);
  if (set_start (self, spec, rounded (x), rounded (y)))
    {
      if (wb_session_state (self->session) != SIM_RUN_READY)
        wb_session_reset (self->session);
      wb_session_run (self->session);
    }
  wb_session_end_gesture (self->session);
  wb_session_end_group (self->session, _ ("Initial state"));
}

/* While the user drags the start, keeps the axes fixed, so that the start stays under the pointer. Afterwards lets the axes follow the data
 * again. */
static void
freeze (WbSimulateView *self, int index, gboolean frozen)
{
  WbPlotArea *area = g_ptr_array_index (self->areas, index);
  PlotView *view = wb_plot_area_view (area);
  PlotRange x, y;

  if (view == NULL)
    return;
  plot_view_get_shown (view, &x, &y);
  if (frozen)
    {
      self->frozen[0] = !x.by_hand;
      self->frozen[1] = !y.by_hand;
      x.by_hand = y.by_hand = TRUE;
      plot_view_set_shown (view, &x, &y);
      return;
    }
  if (self->frozen[0])
    plot_view_fit (view, PLOT_DIRECTION_X);
  if (self->frozen[1])
    plot_view_fit (view, PLOT_DIRECTION_Y);
  self->frozen[0] = self->frozen[1] = FALSE;
  wb_plot_area_queue (area);
}

/* Handles a drag of the start of the orbit. It repeats the run with each new initial state. The whole drag is one undo
 * step. */
static void
on_start_dragged (WbPlotArea *area, double x, double y, WbStartDrag part, WbSimulateView *self)
{
  int index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (area), "index"));

  if (index >= (int) self->areas->len || g_ptr_array_index (self->areas, index) != area) /* the plots may have been replaced during the drag */
    {
      wb_session_end_gesture (self->session);
      return;
    }
  switch (part)
    {
    case WB_START_TAKEN:
      freeze (self, index, TRUE);
      wb_session_begin_gesture (self->session, _ ("Initial state"));
      break;
    case WB_START_MOVED:
      if (set_start (self, wb_plot_set_spec (self->plots, index), x, y))
        wb_session_repeat (self->session);
      break;
    case WB_START_RELEASED:
      wb_session_end_gesture (self->session);
      freeze (self, index, FALSE);
      break;
    }
}

static void
on_pin_changed (WbPlotArea *area, const PlotHit *hit, WbSimulateView *self)
{
  wb_plot_set_pin (self->plots, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (area), "index")), hit);
}

GtkWidget *
wb_simulate_view_panel (WbSimulateView *self, int index)
{
  GtkWidget *overlay = gtk_overlay_new (), *area = wb_plot_area_new (self->session), *button = wb_plot_menu_new (self->session, index, WB_PLOT_AREA (area), overlay);

  g_object_set_data (G_OBJECT (area), "index", GINT_TO_POINTER (index));
  g_signal_connect (area, "plane-clicked", G_CALLBACK (on_plane_clicked), self);
  g_signal_connect (area, "start-dragged", G_CALLBACK (on_start_dragged), self);
  g_signal_connect (area, "pin-changed", G_CALLBACK (on_pin_changed), self);
  gtk_widget_set_vexpand (area, TRUE);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), area);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), button);
  g_object_set_data (G_OBJECT (area), "overlay", overlay);
  g_ptr_array_add (self->areas, area);
  return overlay;
}

/* Finds the first and the last plot over time in a column. Sets −1 if there is none. */
static void
find_time_panels (WbSimulateView *self, int column, int *first, int *last)
{
  int focused = wb_plot_set_focused (self->plots);

  *first = *last = -1;
  for (int i = 0; i < wb_plot_set_n (self->plots); i++)
    {
      const PlotSpec *spec = wb_plot_set_spec (self->plots, i);

      if (spec->column != column || spec->kind->across != PLOT_OVER_TIME || (focused >= 0 && focused != i))
        continue;
      *first = *first < 0 ? i : *first;
      *last = i;
    }
}

/* Returns whether a plot is the first one of its kind in its column, which alone shows the phases of the run as rows of blocks. */
static gboolean
is_first_of_kind (WbSimulateView *self, int index)
{
  const PlotSpec *spec = wb_plot_set_spec (self->plots, index);

  for (int i = 0; i < index && wb_plot_set_focused (self->plots) < 0; i++)
    if (wb_plot_set_spec (self->plots, i)->column == spec->column && wb_plot_set_spec (self->plots, i)->kind == spec->kind)
      return FALSE;
  return TRUE;
}

/* If the phase portrait above a motion has the coordinate of the motion as its horizontal axis, makes the motion use that
 * axis. */
void
wb_simulate_view_share_axes (WbSimulateView *self)
{
  WbRunItem *run = wb_session_current (self->session);
  int above[2] = { -1, -1 };

  for (guint i = 0; run != NULL && wb_plot_set_focused (self->plots) < 0 && i < self->areas->len; i++)
    {
      const PlotSpec *spec = wb_plot_set_spec (self->plots, (int)i);
      PlotView *view = wb_plot_area_view (g_ptr_array_index (self->areas, i));

      if (view == NULL)
        continue;
      if (above[spec->column] >= 0)
        wb_plot_view_join (wb_plot_set_spec (self->plots, above[spec->column]),
                           wb_plot_area_view (g_ptr_array_index (self->areas, above[spec->column])), spec, view, run);
      above[spec->column] = (int)i;
    }
}

/* Updates the plots of differences and the plots with sensitivity bands. Their runs may have continued, or their computation may be
 * complete. */
void
wb_simulate_view_renew_differences (WbSimulateView *self)
{
  for (int i = 0; i < (int)self->areas->len; i++)
    if (wb_plot_set_spec (self->plots, i)->kind->needs & (PLOT_NEEDS_DIFFERENCE | PLOT_NEEDS_BRANCHES)
        || wb_plot_set_spec (self->plots, i)->sensitivity)
      wb_simulate_view_renew (self, i);
}

static void
on_difference (WbDifference *difference, WbSimulateView *self)
{
  if (wb_difference_error (difference) != NULL && !wb_difference_is_busy (difference))
    wb_session_message (self->session, wb_difference_error (difference));
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

static void
on_sensitivity (WbRunResult *sensitivity, WbSimulateView *self)
{
  const LabSensitivityBand *band = wb_run_result_get (sensitivity);

  if (wb_run_result_error (sensitivity) != NULL && !wb_run_result_is_busy (sensitivity))
    wb_session_message (self->session, wb_run_result_error (sensitivity));
  else if (band != NULL && band->refused != NULL && !wb_run_result_is_busy (sensitivity))
    {
      g_autofree char *message = g_strdup_printf (_("not in the sensitivity band: %s"), band->refused);

      wb_session_message (self->session, message);
    }
  wb_simulate_view_renew_differences (self);
}

/* Waits for the sensitivity bands of the current run if a plot shows them, and cancels their computation if none does. */
static void
watch_sensitivity (WbSimulateView *self, WbRunItem *current)
{
  gboolean wanted = FALSE;
  WbRunResult *sensitivity;

  for (int i = 0; i < wb_plot_set_n (self->plots); i++)
    wanted |= wb_plot_set_spec (self->plots, i)->sensitivity;
  if (!wanted)
    {
      wb_run_result_cancel (current, &wb_run_result_sensitivity);
      return;
    }
  sensitivity = wb_run_result_of (current, &wb_run_result_sensitivity);
  g_signal_handlers_disconnect_by_func (sensitivity, on_sensitivity, self);
  g_signal_connect_object (sensitivity, "changed", G_CALLBACK (on_sensitivity), self, 0);
}

/* Keep the zoom that the user has set in the previous view of this plot. */
static void
keep_zoom (WbSimulateView *self, int index)
{
  PlotView *view = wb_plot_area_view (g_ptr_array_index (self->areas, index));
  PlotRange x, y, none = { 0, 0, FALSE };

  if (view == NULL)
    return;
  plot_view_get_shown (view, &x, &y);
  wb_plot_set_store_shown (self->plots, index, x.by_hand ? &x : &none, y.by_hand ? &y : &none);
}

void
wb_simulate_view_renew (WbSimulateView *self, int i)
{
  WbRunItem *run = wb_session_current (self->session);
  const PlotSpec *spec = wb_plot_set_spec (self->plots, i);
  int focused = wb_plot_set_focused (self->plots), first, last;
  PlotView *view;

  wb_plot_painter_hold (); /* the painter may be using the run's ModelSystem for another view, and the new view uses it too */
  view = run != NULL ? wb_plot_view_new (spec, run, self->axis, wb_session_runs (self->session), wb_plot_set_measured (self->plots)) : NULL;
  if (view != NULL && (spec->kind->menu & PLOT_MENU_EXPOSURES) && wb_plot_view_has_exposures (spec, wb_session_system (self->session)))
    {
      PlotRun span = { .t_start = wb_run_item_t_start (run), .t_end = wb_run_item_t_end (run) };

      plot_views_motion_set_exposures (view, plot_views_motion_interval (&span), plot_time_axis_unit (self->axis));
    }
  if (run != NULL && (spec->kind->needs & PLOT_NEEDS_DIFFERENCE))
    watch_difference (self, spec, run);
  if (run != NULL && (spec->kind->menu & PLOT_MENU_SENSITIVITY))
    watch_sensitivity (self, run);
  keep_zoom (self, i);
  if (view != NULL)
    {
      plot_view_set_shown (view, &spec->x_shown, &spec->y_shown);
      plot_view_set_pin (view, spec->pinned ? &spec->pin : NULL);
      plot_view_set_band_reserve (view, WB_PLOT_AREA_MENU_ROOM);
      plot_view_set_title_shown (view, focused < 0);
      plot_view_set_keys_shown (view, focused >= 0);
      if (spec->kind->across == PLOT_OVER_TIME)
        {
          find_time_panels (self, spec->column, &first, &last);
          plot_view_set_x_labels_shown (view, last == i);
          plot_view_set_playhead_handle (view, first == i);
          if (!is_first_of_kind (self, i))
            plot_view_set_lanes (view, 0);
        }
    }
  wb_plot_area_set_view (g_ptr_array_index (self->areas, i), view);
  gtk_widget_set_visible (g_object_get_data (g_ptr_array_index (self->areas, i), "overlay"), view != NULL && (focused < 0 || focused == i));
  if (spec->kind->across != PLOT_OVER_TIME)
    wb_simulate_view_share_axes (self);
}

/* ---- changes of one plot ---- */

static void
change_log (WbSimulateView *self, int index, WbPlotAspect aspect, PlotView *view)
{
  const PlotSpec *spec = wb_plot_set_spec (self->plots, index);
  PlotTimeAxis *axis = plot_view_time_axis (view);
  gboolean x, y;

  if (aspect == WB_PLOT_LOG_Y && (spec->kind->flags & PLOT_KIND_LOG_RESHAPES))
    {
      /* A logarithmic axis shows absolute values, so the range from before is not valid. */
      plot_view_fit (view, PLOT_DIRECTION_Y);
      wb_simulate_view_renew (self, index);
      return;
    }
  plot_view_get_log (view, &x, &y);
  if (aspect == WB_PLOT_LOG_Y)
    y = spec->log_y > 0;
  else
    x = axis != NULL ? plot_time_axis_get_log (axis) : spec->log_x;
  plot_view_set_log (view, x, y);
}

void
wb_simulate_view_change (WbSimulateView *self, int index, WbPlotAspect aspect)
{
  const PlotSpec *spec = wb_plot_set_spec (self->plots, index);
  WbPlotArea *area = g_ptr_array_index (self->areas, index);
  PlotView *view;

  if (aspect == WB_PLOT_PIN)
    {
      wb_plot_area_set_pin (area, spec->pinned ? &spec->pin : NULL);
      return;
    }
  view = wb_plot_area_view (area);
  if (view == NULL)
    return;
  switch (aspect)
    {
    case WB_PLOT_LOG_X:
    case WB_PLOT_LOG_Y:
      change_log (self, index, aspect, view);
      break;
    case WB_PLOT_FIELD:
    case WB_PLOT_NULLCLINES:
      plot_views_phase_apply (spec, view);
      break;
    case WB_PLOT_SHOWN:
      plot_view_set_shown (view, &spec->x_shown, &spec->y_shown);
      break;
    case WB_PLOT_EXPOSURES:
    case WB_PLOT_SENSITIVITY:
    case WB_PLOT_RUNS:
    case WB_PLOT_MEASURED:
    default:
      wb_simulate_view_renew (self, index);
      break;
    }
  wb_plot_area_queue (area);
}

void
wb_simulate_view_measure (WbSimulateView *self, int index, PlotRange *x, PlotRange *y)
{
  PlotView *view = wb_plot_area_view (g_ptr_array_index (self->areas, index));

  if (view != NULL)
    plot_view_get_shown (view, x, y);
}
