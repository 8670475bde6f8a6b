#include "wb-plot-area.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-run.h"
#include "plot-text.h"
#include "wb-plot-painter.h"
#include "wb-style.h"

#define HOVER_REACH 8  /* px within which the pointer takes hold of a point */
#define SNAP_REACH 6   /* px within which the playhead snaps to an event */
#define SCROLL_ZOOM 1.15

typedef enum { DRAG_NONE, DRAG_PLAYHEAD, DRAG_BOX, DRAG_PAN, DRAG_PRESS } Drag;

struct _WbPlotArea
{
  GtkWidget parent_instance;

  WbSession *session; /* not owned; outlives the window's widgets; NULL: a view that stands for itself */
  PlotView *view;
  double weight;
  guint axis_serial;
  gsize rows_seen, attempts_seen, events_seen;
  double playhead_seen;
  cairo_surface_t *picture;  /* the newest finished one */
  cairo_surface_t *before;   /* the one before: GTK lets go of it with the next frame */
  gboolean fresh;            /* picture has not been on the screen */
  gboolean asked;            /* the painter has the view */
  gboolean again;            /* something changed while the painter had it */
  gboolean more;
  PlotScale x, y;            /* of picture */
  double draw_ms;
  guint n_drawn;
  gint64 summarized;
  double pinch;
  double pointer_x, pointer_y;
  double drag_x, drag_y, last_dx, last_dy;
  Drag drag;
};

G_DEFINE_FINAL_TYPE (WbPlotArea, wb_plot_area, GTK_TYPE_WIDGET)

enum { ATTEMPT_ACTIVATED, PLANE_CLICKED, EVENT_ACTIVATED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- pictures ---- */

static void refresh_summary (WbPlotArea *self, gboolean now);
static void painted (WbPainting *painting, gpointer user);

/* The view, taken back from the painter. */
static PlotView *
view_of (WbPlotArea *self)
{
  if (self->asked)
    wb_plot_painter_hold ();
  return self->view;
}

static gboolean
can_draw (WbPlotArea *self)
{
  return self->view != NULL && gtk_widget_get_width (GTK_WIDGET (self)) >= 8 && gtk_widget_get_height (GTK_WIDGET (self)) >= 8;
}

static void
ask (WbPlotArea *self)
{
  if (!can_draw (self))
    return;
  if (self->asked)
    {
      self->again = TRUE;
      return;
    }
  self->asked = TRUE;
  self->again = FALSE;
  plot_view_set_hover (self->view, self->pointer_x, self->pointer_y);
  wb_plot_painter_ask (self->view, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)),
                       gtk_widget_get_scale_factor (GTK_WIDGET (self)), painted, self);
}

static void
painted (WbPainting *painting, gpointer user)
{
  WbPlotArea *self = user;

  self->asked = FALSE;
  g_clear_pointer (&self->before, cairo_surface_destroy);
  self->before = self->picture;
  self->picture = g_steal_pointer (&painting->picture);
  self->fresh = TRUE;
  self->more = painting->more;
  self->draw_ms = painting->ms;
  self->n_drawn++;
  plot_view_get_scales (self->view, &self->x, &self->y);
  refresh_summary (self, FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  /* While a run goes on, the next frame asks for what remains. */
  if (self->again || (self->more && (self->session == NULL || wb_session_state (self->session) != SIM_RUN_RUNNING)))
    ask (self);
}

static gboolean
fits (WbPlotArea *self)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return self->picture != NULL && cairo_image_surface_get_width (self->picture) == gtk_widget_get_width (GTK_WIDGET (self)) * scale
         && cairo_image_surface_get_height (self->picture) == gtk_widget_get_height (GTK_WIDGET (self)) * scale;
}

static void
wb_plot_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbPlotArea *self = WB_PLOT_AREA (widget);
  cairo_t *cr;

  if (!can_draw (self))
    return;
  /* Whoever queues a drawing without a new picture wants one. */
  if (!self->fresh || !fits (self))
    ask (self);
  /* One of another size was asked for before the last change of size. */
  for (int i = 0; i < 2 && !fits (self); i++)
    {
      ask (self);
      wb_plot_painter_finish (self->view);
    }
  self->fresh = FALSE;
  if (self->picture == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget)));
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, self->picture, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

/* Drawing begins while the rest of the window is laid out. */
static void
wb_plot_area_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbPlotArea *self = WB_PLOT_AREA (widget);

  if (gtk_widget_get_mapped (widget) && !fits (self))
    ask (self);
}

static void
drop_view (WbPlotArea *self)
{
  if (self->view != NULL)
    wb_plot_painter_forget (self->view);
  g_clear_pointer (&self->view, plot_view_free);
  self->asked = self->again = self->more = FALSE;
}

static void
wb_plot_area_dispose (GObject *object)
{
  WbPlotArea *self = WB_PLOT_AREA (object);

  drop_view (self);
  g_clear_pointer (&self->picture, cairo_surface_destroy);
  g_clear_pointer (&self->before, cairo_surface_destroy);
  G_OBJECT_CLASS (wb_plot_area_parent_class)->dispose (object);
}

static void
wb_plot_area_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 160 : 80;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 300 : 160;
}

static void
wb_plot_area_class_init (WbPlotAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = wb_plot_area_dispose;
  widget_class->snapshot = wb_plot_area_snapshot;
  widget_class->size_allocate = wb_plot_area_size_allocate;
  widget_class->measure = wb_plot_area_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "plot");
  signals[ATTEMPT_ACTIVATED] = g_signal_new ("attempt-activated", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                             G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[PLANE_CLICKED] = g_signal_new ("plane-clicked", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                                         G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_BOOLEAN);
  signals[EVENT_ACTIVATED] = g_signal_new ("event-activated", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                           1, G_TYPE_UINT64);
}

/* ---- for readers of the screen ---- */

/* Said anew at most this often while a run goes on: readers would never get to the end of a sentence. */
#define SUMMARY_EVERY_US (2 * G_USEC_PER_SEC)

static void
refresh_summary (WbPlotArea *self, gboolean now)
{
  gint64 when = g_get_monotonic_time ();
  g_autofree char *summary = NULL;

  if (self->view == NULL || (!now && when - self->summarized < SUMMARY_EVERY_US))
    return;
  self->summarized = when;
  summary = plot_view_summary (self->view);
  if (summary != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
}

/* ---- pointer ---- */

static PlotTimeAxis *
axis_of (WbPlotArea *self)
{
  return self->view != NULL ? plot_view_time_axis (self->view) : NULL;
}

static WbRunItem *
current_run (WbPlotArea *self)
{
  return self->session != NULL ? wb_session_current (self->session) : NULL;
}

/* The nearest stored step where it is in reach: the crosshair stands where there are values. */
static double
snap_to_step (WbPlotArea *self, double t, double px)
{
  WbRunItem *run = current_run (self);
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
  PlotTimeAxis *axis = axis_of (self);

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
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, WbPlotArea *self)
{
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
  WbRunItem *run = current_run (self);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  gsize n = trajectory != NULL ? sim_trajectory_n_events (trajectory) : 0;
  double best = SNAP_REACH, snapped = t;

  for (gsize i = 0; i < n && i < 4096; i++)
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
  else if (axis_of (self) != NULL)
    plot_time_axis_set_playhead (axis_of (self), t);
}

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
  else if (plot_view_hit (view_of (self), x, y, HOVER_REACH, &hit) == PLOT_HIT_PLAYHEAD)
    self->drag = DRAG_PLAYHEAD;
  else
    self->drag = DRAG_PRESS;
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
    case DRAG_BOX:
      plot_view_set_box (view_of (self), self->drag_x, self->drag_y, self->drag_x + dx, self->drag_y + dy);
      break;
    case DRAG_PAN:
      plot_view_pan (view_of (self), dx - self->last_dx, dy - self->last_dy);
      break;
    default:
      break;
    }
  self->last_dx = dx;
  self->last_dy = dy;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, WbPlotArea *self)
{
  if (self->view != NULL && self->drag == DRAG_BOX)
    {
      plot_view_set_box (view_of (self), NAN, NAN, NAN, NAN);
      if (fabs (dx) > 4 && fabs (dy) > 4)
        plot_view_zoom_box (view_of (self), self->drag_x, self->drag_y, self->drag_x + dx, self->drag_y + dy);
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  self->drag = DRAG_NONE;
}

static void
click_hit (WbPlotArea *self, const PlotHit *hit, gboolean add)
{
  switch (hit->kind)
    {
    case PLOT_HIT_EVENT:
      {
        WbRunItem *run = current_run (self);

        if (run != NULL && hit->index < sim_trajectory_n_events (wb_run_item_trajectory (run)))
          wb_session_set_playhead (self->session, sim_trajectory_event (wb_run_item_trajectory (run), hit->index).t);
        plot_view_set_pin (view_of (self), hit);
        g_signal_emit (self, signals[EVENT_ACTIVATED], 0, (guint64) hit->index);
        break;
      }
    case PLOT_HIT_ATTEMPT:
      plot_view_set_selected (view_of (self), hit);
      plot_view_set_pin (view_of (self), hit);
      g_signal_emit (self, signals[ATTEMPT_ACTIVATED], 0, (guint64) hit->index);
      break;
    case PLOT_HIT_ROW:
      if (axis_of (self) != NULL)
        plot_view_set_pin (view_of (self), hit);
      else
        g_signal_emit (self, signals[PLANE_CLICKED], 0, hit->x, hit->y, add);
      break;
    case PLOT_HIT_NOTHING:
    case PLOT_HIT_PLANE:
      plot_view_set_pin (view_of (self), NULL);
      plot_view_set_selected (view_of (self), NULL);
      if (hit->kind == PLOT_HIT_PLANE)
        g_signal_emit (self, signals[PLANE_CLICKED], 0, hit->x, hit->y, add);
      break;
    default:
      break;
    }
}

static void
on_click (GtkGestureClick *gesture, int n_press, double x, double y, WbPlotArea *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  PlotHit hit = { 0 };

  if (self->view == NULL || fabs (self->last_dx) > 3 || fabs (self->last_dy) > 3)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press == 2)
    plot_view_fit (view_of (self), PLOT_DIRECTION_BOTH);
  else if (n_press == 1)
    {
      plot_view_hit (view_of (self), x, y, HOVER_REACH, &hit);
      click_hit (self, &hit, (state & GDK_CONTROL_MASK) != 0);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static PlotDirection
direction_at (WbPlotArea *self, double px, double py)
{
  double x, y, width, height;

  plot_view_get_area (view_of (self), &x, &y, &width, &height);
  if (py > y + height)
    return PLOT_DIRECTION_X;
  if (px < x)
    return PLOT_DIRECTION_Y;
  return PLOT_DIRECTION_BOTH;
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, WbPlotArea *self)
{
  if (self->view == NULL || isnan (self->pointer_x))
    return FALSE;
  if (fabs (dx) > fabs (dy))
    plot_view_pan (view_of (self), -30 * dx, 0);
  else
    plot_view_zoom (view_of (self), direction_at (self, self->pointer_x, self->pointer_y), self->pointer_x, self->pointer_y,
                    pow (SCROLL_ZOOM, dy));
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  plot_view_zoom (view_of (self), PLOT_DIRECTION_BOTH, x, y, self->pinch / scale);
  self->pinch = scale;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
toggle_readout (WbPlotArea *self)
{
  double x, y, width, height;
  PlotHit hit;

  plot_view_get_area (view_of (self), &x, &y, &width, &height);
  if (plot_view_hit (view_of (self), isnan (self->pointer_x) ? x + width / 2 : self->pointer_x,
                     isnan (self->pointer_y) ? y + height / 2 : self->pointer_y, width, &hit) != PLOT_HIT_NOTHING)
    plot_view_set_pin (view_of (self), &hit);
}

/* The first, then the second cursor at the pointer (the playhead without one); a third begins again. Their differences are read out. */
static gboolean
place_cursor (WbPlotArea *self)
{
  PlotTimeAxis *axis = axis_of (self);
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

static void
clear_cursors (WbPlotArea *self)
{
  PlotTimeAxis *axis = axis_of (self);

  for (int i = 0; axis != NULL && i < 2; i++)
    plot_time_axis_set_cursor (axis, i, NAN);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbPlotArea *self)
{
  gboolean alt = (state & GDK_ALT_MASK) != 0;
  double x, y, width, height;

  if (self->view == NULL || (state & GDK_CONTROL_MASK))
    return FALSE;
  plot_view_get_area (view_of (self), &x, &y, &width, &height);
  x += width / 2;
  y += height / 2;
  switch (key)
    {
    case GDK_KEY_Left: if (!alt) return FALSE; plot_view_pan (view_of (self), 40, 0); break;
    case GDK_KEY_Right: if (!alt) return FALSE; plot_view_pan (view_of (self), -40, 0); break;
    case GDK_KEY_Up: if (!alt) return FALSE; plot_view_pan (view_of (self), 0, 40); break;
    case GDK_KEY_Down: if (!alt) return FALSE; plot_view_pan (view_of (self), 0, -40); break;
    case GDK_KEY_plus: case GDK_KEY_equal: case GDK_KEY_KP_Add:
      plot_view_zoom (view_of (self), PLOT_DIRECTION_BOTH, x, y, 1 / 1.25); break;
    case GDK_KEY_minus: case GDK_KEY_KP_Subtract:
      plot_view_zoom (view_of (self), PLOT_DIRECTION_BOTH, x, y, 1.25); break;
    case GDK_KEY_0: case GDK_KEY_KP_0:
      plot_view_fit (view_of (self), PLOT_DIRECTION_BOTH); break;
    case GDK_KEY_Return: case GDK_KEY_KP_Enter:
      toggle_readout (self); break;
    case GDK_KEY_c: case GDK_KEY_C:
      if (!place_cursor (self))
        return FALSE;
      break;
    case GDK_KEY_Escape:
      plot_view_set_pin (view_of (self), NULL);
      plot_view_set_selected (view_of (self), NULL);
      clear_cursors (self);
      hover_at (self, NAN, NAN);
      break;
    default:
      return FALSE;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
}

static void
on_style (gpointer user)
{
  WbPlotArea *self = user;

  if (self->view != NULL)
    plot_view_set_theme (view_of (self), wb_style_plot_theme ());
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
wb_plot_area_init (WbPlotArea *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  self->weight = 1;
  self->pointer_x = self->pointer_y = NAN;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_add_css_class (widget, "plot");
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);

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
  wb_style_watch (on_style, G_OBJECT (self));
}

GtkWidget *
wb_plot_area_new (WbSession *session)
{
  WbPlotArea *self = g_object_new (WB_TYPE_PLOT_AREA, NULL);

  self->session = session;
  return GTK_WIDGET (self);
}

void
wb_plot_area_set_view (WbPlotArea *self, PlotView *view)
{
  drop_view (self);
  self->view = view;
  self->rows_seen = self->attempts_seen = self->events_seen = 0;
  if (view != NULL)
    {
      g_autofree char *title = plot_text_plain (plot_view_title (view) != NULL ? plot_view_title (view) : "");

      plot_view_set_theme (view, wb_style_plot_theme ());
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
      refresh_summary (self, TRUE);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

PlotView *
wb_plot_area_view (WbPlotArea *self)
{
  return view_of (self);
}

void
wb_plot_area_refresh (WbPlotArea *self)
{
  WbRunItem *run = current_run (self);
  PlotTimeAxis *axis = axis_of (self);
  guint serial = axis != NULL ? plot_time_axis_serial (axis) : 0;
  gsize rows = 0, attempts = 0, events = 0;
  double playhead = self->session != NULL ? wb_session_playhead (self->session) : 0;

  if (self->view == NULL)
    return;
  if (run != NULL)
    {
      rows = sim_trajectory_n_rows (wb_run_item_trajectory (run));
      attempts = sim_tape_n_attempts (wb_run_item_tape (run));
      events = sim_trajectory_n_events (wb_run_item_trajectory (run));
    }
  if (self->more || serial != self->axis_serial || rows != self->rows_seen || attempts != self->attempts_seen
      || events != self->events_seen || playhead != self->playhead_seen)
    {
      if (gtk_widget_get_mapped (GTK_WIDGET (self)))
        ask (self);
      else
        gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  self->axis_serial = serial;
  self->rows_seen = rows;
  self->attempts_seen = attempts;
  self->events_seen = events;
  self->playhead_seen = playhead;
}

void
wb_plot_area_set_weight (WbPlotArea *self, double weight)
{
  self->weight = weight;
}

double
wb_plot_area_weight (WbPlotArea *self)
{
  return self->weight;
}

double
wb_plot_area_draw_ms (WbPlotArea *self)
{
  return self->draw_ms;
}

guint
wb_plot_area_n_drawn (WbPlotArea *self)
{
  return self->n_drawn;
}
