/* Handles the pointer and the keys of a plot: hover, clicks, drags, wheel and pinch. */
#include <math.h>

#include "plot-run.h"
#include "plot-layers.h"
#include "plot-view-hit.h"
#include "plot-views.h"
#include "wb-plot-area-private.h"
#include "wb-plot-set.h"
#include "wb-session-branch.h"

#define HOVER_REACH 8  /* largest distance in px from the pointer to a point that it picks */
#define CLICK_REACH 3  /* a press that moves by at most this many px counts as a click */
#define SNAP_REACH 6   /* distance in px from an event within which the playhead snaps to the event */
#define SCROLL_ZOOM 1.15

/* Returns the time of the stored row nearest to t if it is at most HOVER_REACH px from the pixel px, so that the crosshair shows
 * stored values. Otherwise returns t. */
static double
snap_to_step (WbPlotArea *self, double t, double px)
{
  WbRunItem *run = wb_plot_area_run (self);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  double stored, x;

  if (trajectory == NULL || sim_trajectory_n_rows (trajectory) == 0)
    return t;
  stored = sim_trajectory_row (trajectory, plot_run_nearest (trajectory, t))[0];
  x = plot_scale_map (&self->x, stored);
  return fabs (x - px) <= HOVER_REACH ? stored : t;
}

static void
hover_at (WbPlotArea *self, double px, double py)
{
  PlotTimeAxis *axis = wb_plot_area_axis (self);

  self->pointer_x = px;
  self->pointer_y = py;
  if (self->view == NULL)
    return;
  if (axis != NULL)
    {
      double x = NAN, low, high;

      if (!isnan (px) && self->picture != NULL)
        {
          x = plot_scale_unmap (&self->x, px);
          plot_time_axis_get_view (axis, &low, &high);
          x = x < low || x > high ? NAN : snap_to_step (self, x, px);
        }
      plot_time_axis_set_hover (axis, x);
    }
  wb_plot_area_queue (self);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, WbPlotArea *self)
{
  PlotHit hit;

  /* Show the pointer as a hand over the start, which the user can drag. Do not change the pointer while the painter uses the
   * view. */
  if (self->view != NULL && !self->asked && self->drag == DRAG_NONE && !self->sketching && wb_plot_area_axis (self) == NULL)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), plot_view_hit (wb_plot_area_view (self), x, y, HOVER_REACH, &hit) == PLOT_HIT_START
                                                          ? "grab" : NULL);
  hover_at (self, x, y);
}

static void
on_leave (GtkEventControllerMotion *controller, WbPlotArea *self)
{
  hover_at (self, NAN, NAN);
}

static double
snap_to_event (WbPlotArea *self, double t, double px)
{
  WbRunItem *run = wb_plot_area_run (self);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  gsize n = trajectory != NULL ? sim_trajectory_n_events (trajectory) : 0, next = n > 0 ? sim_trajectory_find_event (trajectory, t) : 0;
  double best = SNAP_REACH, snapped = t;

  for (gsize i = next > 0 ? next - 1 : 0; i < n && i <= next; i++)
    {
      double when = sim_trajectory_event (trajectory, i).t, x = plot_scale_map (&self->x, when);

      if (fabs (x - px) < best)
        {
          best = fabs (x - px);
          snapped = when;
        }
    }
  return snapped;
}

static void
drag_playhead (WbPlotArea *self, double px, gboolean snap)
{
  double t = plot_scale_unmap (&self->x, px);

  if (self->session != NULL)
    wb_session_set_playhead (self->session, snap ? snap_to_event (self, t, px) : t);
  else if (wb_plot_area_axis (self) != NULL)
    plot_time_axis_set_playhead (wb_plot_area_axis (self), t);
}

/* ---- changes of the view, made while no thread draws the view ---- */

typedef struct { double x, y, to_x, to_y, factor; } Gesture;

static void
change (WbPlotArea *self, WbViewFunc func, Gesture gesture)
{
  wb_plot_area_change (self, func, g_memdup2 (&gesture, sizeof gesture), g_free);
}

/* Pans the view by the vector from (x, y) to (to_x, to_y), in px. */
static void
pan (PlotView *view, gpointer data)
{
  const Gesture *gesture = data;

  plot_view_pan (view, gesture->to_x - gesture->x, gesture->to_y - gesture->y);
}

static void
show_box (PlotView *view, gpointer data)
{
  const Gesture *gesture = data;

  plot_view_set_box (view, gesture->x, gesture->y, gesture->to_x, gesture->to_y);
}

static void
zoom_to_box (PlotView *view, gpointer data)
{
  const Gesture *gesture = data;

  plot_view_zoom_box (view, gesture->x, gesture->y, gesture->to_x, gesture->to_y);
}

static void
zoom (PlotView *view, gpointer data)
{
  const Gesture *gesture = data;

  plot_view_zoom (view, PLOT_DIRECTION_BOTH, gesture->x, gesture->y, gesture->factor);
}

/* Zooms the axis under the pointer. If the pointer is inside the plot, zooms both
 * axes. */
static void
zoom_there (PlotView *view, gpointer data)
{
  const Gesture *gesture = data;
  double x, y, width, height;

  plot_view_get_area (view, &x, &y, &width, &height);
  plot_view_zoom (view, gesture->y > y + height ? PLOT_DIRECTION_X : gesture->x < x ? PLOT_DIRECTION_Y : PLOT_DIRECTION_BOTH, gesture->x, gesture->y,
                  gesture->factor);
}

static void
zoom_about_middle (PlotView *view, gpointer data)
{
  const Gesture *gesture = data;
  double x, y, width, height;

  plot_view_get_area (view, &x, &y, &width, &height);
  plot_view_zoom (view, PLOT_DIRECTION_BOTH, x + width / 2, y + height / 2, gesture->factor);
}

/* Changes axis ranges. First stores the present ranges, so that the user can go back. */
static void
change_range (WbPlotArea *self, WbViewFunc func, Gesture gesture)
{
  if (self->session != NULL)
    wb_plot_set_keep_zoom (wb_plot_set_of (self->session), func == zoom_to_box);
  change (self, func, gesture);
}

static void
fit_all (WbPlotArea *self)
{
  if (self->session != NULL)
    wb_plot_set_keep_zoom (wb_plot_set_of (self->session), TRUE);
  wb_plot_area_fit (self);
}

/* Pins a readout. hit NULL removes the pinned readout. */
static void
pin (WbPlotArea *self, const PlotHit *hit)
{
  wb_plot_area_set_pin (self, hit);
  g_signal_emit_by_name (self, "pin-changed", hit);
}

/* Pins a readout. If the same readout is pinned already, removes it. */
static void
pin_or_let_go (WbPlotArea *self, const PlotHit *hit)
{
  const PlotHit *now = plot_view_pin (wb_plot_area_view (self));
  gboolean again = now != NULL && now->kind == hit->kind && now->index == hit->index && now->column == hit->column && now->run == hit->run;

  pin (self, again ? NULL : hit);
}

/* Extends the curve that the user draws to a position in px. */
static void
sketch_to (WbPlotArea *self, double px, double py, gboolean first)
{
  g_signal_emit_by_name (self, "sketched", plot_scale_unmap (&self->x, px), plot_scale_unmap (&self->y, py), first);
}

/* ---- drags, clicks, the wheel ---- */

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, WbPlotArea *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  PlotHit hit;

  self->drag = DRAG_NONE;
  if (self->view == NULL)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_x = x;
  self->drag_y = y;
  self->last_dx = self->last_dy = 0;
  if (button == GDK_BUTTON_MIDDLE)
    self->drag = DRAG_PAN;
  else if (button != GDK_BUTTON_PRIMARY)
    return;
  else if (state & GDK_SHIFT_MASK)
    self->drag = DRAG_BOX;
  else if (self->sketching)
    {
      self->drag = DRAG_SKETCH;
      sketch_to (self, x, y, TRUE);
    }
  else if (plot_view_hit (wb_plot_area_view (self), x, y, HOVER_REACH, &hit) == PLOT_HIT_PLAYHEAD)
    self->drag = DRAG_PLAYHEAD;
  else if (hit.kind == PLOT_HIT_START)
    {
      self->drag = DRAG_START;
      self->start_x = self->x;
      self->start_y = self->y;
      self->start_moved = FALSE;
    }
  else
    self->drag = DRAG_PRESS;
}

/* Returns the value of an axis at a pixel, rounded to the decimals that neighbouring pixels can
 * distinguish. */
static double
value_at (const PlotScale *scale, double px)
{
  double value = plot_scale_unmap (scale, px), width = fabs (plot_scale_unmap (scale, px + 1) - value);
  double unit = width > 0 && isfinite (width) ? pow (10, floor (log10 (width))) : 0;

  return unit > 0 ? rint (value / unit) * unit : value;
}

/* Moves the start of the orbit to the pointer. Uses the scales from the beginning of the drag, because the axes may follow the new
 * run. */
static void
drag_start (WbPlotArea *self, double px, double py)
{
  double x = value_at (&self->start_x, px), y = value_at (&self->start_y, py);

  if (!self->start_moved)
    g_signal_emit_by_name (self, "start-dragged", x, y, WB_START_TAKEN);
  self->start_moved = TRUE;
  g_signal_emit_by_name (self, "start-dragged", x, y, WB_START_MOVED);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, WbPlotArea *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (self->view == NULL)
    return;
  switch (self->drag)
    {
    case DRAG_PLAYHEAD:
      drag_playhead (self, self->drag_x + dx, !(state & GDK_ALT_MASK));
      break;
    case DRAG_SKETCH:
      sketch_to (self, self->drag_x + dx, self->drag_y + dy, FALSE);
      break;
    case DRAG_BOX:
      change (self, show_box, (Gesture) { self->drag_x, self->drag_y, self->drag_x + dx, self->drag_y + dy, 1 });
      break;
    case DRAG_START:
      if (self->start_moved || hypot (dx, dy) > CLICK_REACH)
        drag_start (self, self->drag_x + dx, self->drag_y + dy);
      break;
    case DRAG_PAN:
      change_range (self, pan, (Gesture) { self->last_dx, self->last_dy, dx, dy, 1 });
      break;
    default:
      break;
    }
  self->last_dx = dx;
  self->last_dy = dy;
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, WbPlotArea *self)
{
  if (self->view != NULL && self->drag == DRAG_BOX)
    {
      change (self, show_box, (Gesture) { NAN, NAN, NAN, NAN, 1 });
      if (fabs (dx) > 4 && fabs (dy) > 4)
        change_range (self, zoom_to_box, (Gesture) { self->drag_x, self->drag_y, self->drag_x + dx, self->drag_y + dy, 1 });
    }
  if (self->drag == DRAG_START && self->start_moved)
    {
      drag_start (self, self->drag_x + dx, self->drag_y + dy); /* the last motion may be reported only together with the release of the button */
      g_signal_emit_by_name (self, "start-dragged", 0.0, 0.0, WB_START_RELEASED);
    }
  self->drag = DRAG_NONE;
}

/* Acts on a click. direct: the pointer is on the item itself, not only at its time. */
static void
click_hit (WbPlotArea *self, const PlotHit *hit, gboolean direct, gboolean add)
{
  int number;
  double root;

  switch (hit->kind)
    {
    case PLOT_HIT_EVENT:
      {
        WbRunItem *run = wb_plot_area_run (self);

        if (run != NULL && hit->index < sim_trajectory_n_events (wb_run_item_trajectory (run)))
          wb_session_set_playhead (self->session, sim_trajectory_event (wb_run_item_trajectory (run), hit->index).t);
        /* A second click on the same event opens the search for this event. */
        if (g_object_get_data (G_OBJECT (self), "wb-clicked-event") == GSIZE_TO_POINTER (hit->index + 1))
          gtk_widget_activate_action (GTK_WIDGET (self), "win.microscope-event", "t", (guint64) hit->index);
        g_object_set_data (G_OBJECT (self), "wb-clicked-event", GSIZE_TO_POINTER (hit->index + 1));
        pin (self, hit);
        g_signal_emit_by_name (self, "event-activated", (guint64) hit->index);
        break;
      }
    case PLOT_HIT_ATTEMPT:
      /* The readout stays, so that it is there when the user comes back from the Microscope. */
      pin (self, hit);
      plot_view_set_selected (wb_plot_area_view (self), hit);
      g_signal_emit_by_name (self, "attempt-activated", (guint64) hit->index);
      if (direct)
        gtk_widget_activate_action (GTK_WIDGET (self), "win.microscope", "t", (guint64) hit->index);
      break;
    case PLOT_HIT_ROW:
      if (wb_plot_area_axis (self) != NULL)
        pin_or_let_go (self, hit);
      else if (self->session == NULL)
        g_signal_emit_by_name (self, "run-activated", hit->run);
      else
        g_signal_emit_by_name (self, "plane-clicked", hit->x, hit->y, add);
      break;
    case PLOT_HIT_LINE:
      if (self->session != NULL && plot_views_phase_begin (hit->layer, hit, &root))
        wb_session_set_playhead (self->session, root);
      else if (self->session != NULL && plot_layer_lanes_get (hit->layer, hit, &number, &root))
        wb_session_select_run (self->session, number, root);
      else if (wb_plot_area_axis (self) != NULL)
        pin_or_let_go (self, hit);
      else if (self->session == NULL)
        {
          g_signal_emit_by_name (self, "run-activated", hit->run);
          g_signal_emit_by_name (self, "plane-clicked", hit->x, hit->y, add); /* the user may have clicked a cell of a map */
        }
      break;
    case PLOT_HIT_START:
      if (self->session == NULL)
        g_signal_emit_by_name (self, "plane-clicked", hit->x, hit->y, add);
      break;
    case PLOT_HIT_NOTHING:
    case PLOT_HIT_PLANE:
      pin (self, NULL);
      if (hit->kind == PLOT_HIT_PLANE)
        g_signal_emit_by_name (self, "plane-clicked", hit->x, hit->y, add);
      break;
    default:
      break;
    }
}

/* Finds the item under the pointer. The mark of a rejected attempt wins over curves, even if these are nearer. If a plot over time has no
 * item there, finds the point of the crosshair and returns FALSE. */
static gboolean
find_hit (WbPlotArea *self, double x, double y, PlotHit *hit)
{
  PlotView *view = wb_plot_area_view (self);
  PlotHit step;

  if (plot_view_hit_rejected (view, x, y, HOVER_REACH, hit))
    return TRUE;
  if (plot_view_hit (view, x, y, HOVER_REACH, hit) != PLOT_HIT_PLANE || !plot_view_hit_step (view, x, y, HOVER_REACH, &step))
    return TRUE;
  *hit = step;
  return FALSE;
}

/* Fits the axes to the data after a double click. The first click has pinned a readout, so restores the previous one. */
static void
fit_instead (WbPlotArea *self)
{
  pin (self, self->was_pinned ? &self->pin_before : NULL);
  fit_all (self);
}

static void
on_click (GtkGestureClick *gesture, int n_press, double x, double y, WbPlotArea *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  const PlotHit *before;
  PlotHit hit = { 0 };
  gboolean direct;

  if (self->view == NULL || self->sketching || fabs (self->last_dx) > CLICK_REACH || fabs (self->last_dy) > CLICK_REACH)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press == 2)
    fit_instead (self);
  else if (n_press == 1)
    {
      direct = find_hit (self, x, y, &hit);
      before = plot_view_pin (wb_plot_area_view (self));
      self->was_pinned = before != NULL;
      if (before != NULL)
        self->pin_before = *before;
      click_hit (self, &hit, direct, (state & GDK_CONTROL_MASK) != 0);
    }
  wb_plot_area_queue (self);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, WbPlotArea *self)
{
  if (self->view == NULL || isnan (self->pointer_x))
    return FALSE;
  if (fabs (dx) > fabs (dy))
    change_range (self, pan, (Gesture) { 0, 0, -30 * dx, 0, 1 });
  else
    change_range (self, zoom_there, (Gesture) { self->pointer_x, self->pointer_y, 0, 0, pow (SCROLL_ZOOM, dy) });
  return TRUE;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, WbPlotArea *self)
{
  self->pinch = 1;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, WbPlotArea *self)
{
  double x, y;

  if (self->view == NULL || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y) || scale <= 0)
    return;
  change_range (self, zoom, (Gesture) { x, y, 0, 0, self->pinch / scale });
  self->pinch = scale;
}

static void
toggle_readout (WbPlotArea *self)
{
  double x, y, width, height;
  PlotHit hit;

  plot_view_get_area (wb_plot_area_view (self), &x, &y, &width, &height);
  if (plot_view_hit (wb_plot_area_view (self), isnan (self->pointer_x) ? x + width / 2 : self->pointer_x,
                     isnan (self->pointer_y) ? y + height / 2 : self->pointer_y, width, &hit) != PLOT_HIT_NOTHING)
    pin (self, &hit);
}

/* Places a cursor at the pointer, or at the playhead if the pointer is outside the plot. The second call places the second cursor, and the
 * plot shows the differences between both. A third call starts again with one cursor. */
static gboolean
place_cursor (WbPlotArea *self)
{
  PlotTimeAxis *axis = wb_plot_area_axis (self);
  double t;

  if (axis == NULL)
    return FALSE;
  t = isnan (plot_time_axis_hover (axis)) ? plot_time_axis_playhead (axis) : plot_time_axis_hover (axis);
  if (isnan (t))
    return FALSE;
  if (!isnan (plot_time_axis_cursor (axis, 0)) && !isnan (plot_time_axis_cursor (axis, 1)))
    plot_time_axis_set_cursor (axis, 1, NAN);
  else if (!isnan (plot_time_axis_cursor (axis, 0)))
    {
      plot_time_axis_set_cursor (axis, 1, t);
      return TRUE;
    }
  plot_time_axis_set_cursor (axis, 0, t);
  return TRUE;
}

/* Removes pinned readouts. Returns FALSE if there were none, so that other handlers get the
 * key. */
static gboolean
leave (WbPlotArea *self)
{
  PlotTimeAxis *axis = wb_plot_area_axis (self);
  gboolean any = plot_view_pin (wb_plot_area_view (self)) != NULL;

  for (int i = 0; axis != NULL && i < 2; i++)
    {
      any |= !isnan (plot_time_axis_cursor (axis, i));
      plot_time_axis_set_cursor (axis, i, NAN);
    }
  pin (self, NULL);
  hover_at (self, NAN, NAN);
  return any;
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbPlotArea *self)
{
  gboolean alt = (state & GDK_ALT_MASK) != 0;

  if (self->view == NULL || (state & GDK_CONTROL_MASK))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Left: if (!alt) return FALSE; change_range (self, pan, (Gesture) { 0, 0, 40, 0, 1 }); break;
    case GDK_KEY_Right: if (!alt) return FALSE; change_range (self, pan, (Gesture) { 0, 0, -40, 0, 1 }); break;
    case GDK_KEY_Up: if (!alt) return FALSE; change_range (self, pan, (Gesture) { 0, 0, 0, 40, 1 }); break;
    case GDK_KEY_Down: if (!alt) return FALSE; change_range (self, pan, (Gesture) { 0, 0, 0, -40, 1 }); break;
    case GDK_KEY_plus: case GDK_KEY_equal: case GDK_KEY_KP_Add:
      change_range (self, zoom_about_middle, (Gesture) { .factor = 1 / 1.25 }); break;
    case GDK_KEY_minus: case GDK_KEY_KP_Subtract:
      change_range (self, zoom_about_middle, (Gesture) { .factor = 1.25 }); break;
    case GDK_KEY_0: case GDK_KEY_KP_0:
      fit_all (self); break;
    case GDK_KEY_BackSpace:
      if (self->sketching)
        {
          g_signal_emit_by_name (self, "sketch-cleared");
          break;
        }
      if (self->session == NULL || !wb_plot_set_zoom_back (wb_plot_set_of (self->session)))
        return FALSE;
      break;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      toggle_readout (self); break;
    case GDK_KEY_c: case GDK_KEY_C:
      if (!place_cursor (self))
        return FALSE;
      break;
    case GDK_KEY_Escape:
      if (!leave (self))
        return FALSE;
      break;
    default:
      return FALSE;
    }
  wb_plot_area_queue (self);
  return TRUE;
}

void
wb_plot_area_add_input (WbPlotArea *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (click, "released", G_CALLBACK (on_click), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, keys);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}
