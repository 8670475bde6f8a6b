/* Places the parts of the window for its size, and animates panes that slide in or out. */
#include "wb-panes.h"

#include "wb-style.h"

/* Window widths in px below which side panes are folded, and limits of the widths of the
 * panes. */
#define WIDTH_ALL 1280
#define WIDTH_ONE_PANE 1000
#define HEIGHT_LOW 700
#define SIDEBAR_LOW 240
#define SIDEBAR_HIGH 360
#define PANEL_LOW 300
#define PANEL_HIGH 420
#define GRIP 5
/* Duration of the sliding animation of a pane in µs. */
#define SLIDE_US (200 * 1000)

struct _WbPanes
{
  GtkWidget parent_instance;
  GtkWidget *children[WB_N_PANES];
  gboolean shown[WB_N_PANES];
  int widths[WB_N_PANES];
  double out[WB_N_PANES];      /* visible fraction of each pane during the animation */
  gint64 slid[WB_N_PANES];     /* time of the last frame of the animation in µs; 0: no animation */
  guint tick;
  WbWidthClass width_class;
  gboolean low;
  WbPane dragged;
  int drag_from;
};

G_DEFINE_FINAL_TYPE (WbPanes, wb_panes, GTK_TYPE_WIDGET)

static guint folded_signal;

static gboolean
is_docked (WbPanes *self, WbPane pane, int width)
{
  double scale = wb_style_px (1);

  return width >= (pane == WB_PANE_PANEL ? WIDTH_ALL : WIDTH_ONE_PANE) * MAX (1, scale);
}

static int
pane_width (WbPanes *self, WbPane pane)
{
  return MAX (self->widths[pane], (int) (self->widths[pane] * MIN (wb_style_px (1), 1.6)));
}

static void
wb_panes_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                  int *natural_baseline)
{
  WbPanes *self = WB_PANES (widget);
  int low = 0, high = 0;

  for (int i = 0; i < WB_N_PANES; i++)
    {
      int child_low = 0, child_high = 0;

      if (self->children[i] == NULL)
        continue;
      gtk_widget_measure (self->children[i], orientation, -1, &child_low, &child_high, NULL, NULL);
      if (i == WB_PANE_VIEW || i == WB_PANE_TRANSPORT)
        {
          low = orientation == GTK_ORIENTATION_VERTICAL ? low + child_low : MAX (low, child_low);
          high = orientation == GTK_ORIENTATION_VERTICAL ? high + child_high : MAX (high, child_high);
        }
      else if (orientation == GTK_ORIENTATION_VERTICAL)
        low = MAX (low, child_low);
    }
  *minimum = low;
  *natural = MAX (low, high);
}

static void
place (GtkWidget *child, int x, int y, int width, int height)
{
  GtkAllocation box = { x, y, width, height };
  int minimum;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  box.width = MAX (box.width, minimum);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, box.width, &minimum, NULL, NULL, NULL);
  box.height = MAX (box.height, minimum);
  gtk_widget_size_allocate (child, &box, -1);
}

static gboolean
emit_folded (gpointer user)
{
  /* The window may have been closed in the meantime. */
  if (gtk_widget_get_root (user) != NULL)
    g_signal_emit (user, folded_signal, 0);
  return G_SOURCE_REMOVE;
}

static void
classify (WbPanes *self, int width, int height)
{
  WbWidthClass now = is_docked (self, WB_PANE_PANEL, width)     ? WB_WIDTH_ALL
                     : is_docked (self, WB_PANE_SIDEBAR, width) ? WB_WIDTH_NO_PANEL
                                                                : WB_WIDTH_FOCUSED;
  gboolean low = height < HEIGHT_LOW - 47;

  if (now == self->width_class && low == self->low)
    return;
  /* Hide a pane that does not fit until the user opens it. Show it again when it fits. */
  self->shown[WB_PANE_PANEL] = now == WB_WIDTH_ALL;
  self->shown[WB_PANE_SIDEBAR] = now != WB_WIDTH_FOCUSED;
  for (int i = 0; i < WB_N_PANES; i++)
    {
      self->out[i] = self->shown[i] ? 1 : 0;
      self->slid[i] = 0;
    }
  self->width_class = now;
  self->low = low;
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, emit_folded, g_object_ref (self), g_object_unref);
}

static double
eased (WbPanes *self, WbPane pane)
{
  double rest = 1 - self->out[pane];

  return 1 - rest * rest * rest;
}

static void
wb_panes_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbPanes *self = WB_PANES (widget);
  gboolean shown[WB_N_PANES];
  int left = 0, right = 0, foot = 0;

  classify (self, width, height);
  for (int i = 0; i < WB_N_PANES; i++)
    {
      gboolean visible = self->children[i] != NULL && gtk_widget_get_visible (self->children[i]);

      shown[i] = visible && (self->shown[i] || self->out[i] > 0);
      if (self->children[i] != NULL)
        gtk_widget_set_child_visible (self->children[i], shown[i]);
    }
  /* Resize the view only once, when the animation starts or ends. Otherwise the plots would be laid out in each
   * frame. */
  if (shown[WB_PANE_SIDEBAR] && self->shown[WB_PANE_SIDEBAR] && self->out[WB_PANE_SIDEBAR] >= 1 && is_docked (self, WB_PANE_SIDEBAR, width))
    left = pane_width (self, WB_PANE_SIDEBAR);
  if (shown[WB_PANE_PANEL] && self->shown[WB_PANE_PANEL] && self->out[WB_PANE_PANEL] >= 1 && is_docked (self, WB_PANE_PANEL, width))
    right = pane_width (self, WB_PANE_PANEL);
  if (shown[WB_PANE_TRANSPORT])
    {
      gtk_widget_measure (self->children[WB_PANE_TRANSPORT], GTK_ORIENTATION_VERTICAL, width - left, &foot, NULL, NULL, NULL);
      place (self->children[WB_PANE_TRANSPORT], left, height - foot, width - left, foot);
    }
  if (shown[WB_PANE_VIEW])
    place (self->children[WB_PANE_VIEW], left, 0, width - left - right, height - foot);
  if (shown[WB_PANE_PANEL])
    {
      int pane = MIN (pane_width (self, WB_PANE_PANEL), width);

      place (self->children[WB_PANE_PANEL], width - (int) (eased (self, WB_PANE_PANEL) * pane), 0, pane, height - foot);
    }
  if (shown[WB_PANE_SIDEBAR])
    {
      int pane = MIN (pane_width (self, WB_PANE_SIDEBAR), width);

      place (self->children[WB_PANE_SIDEBAR], (int) ((eased (self, WB_PANE_SIDEBAR) - 1) * pane), 0, pane, height);
    }
}

static void
wb_panes_dispose (GObject *object)
{
  WbPanes *self = WB_PANES (object);

  for (int i = 0; i < WB_N_PANES; i++)
    g_clear_pointer (&self->children[i], gtk_widget_unparent);
  G_OBJECT_CLASS (wb_panes_parent_class)->dispose (object);
}

/* ---- dragging the borders of panes ---- */

static gboolean
border_at (WbPanes *self, double x, WbPane *pane)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  if (self->shown[WB_PANE_SIDEBAR] && ABS (x - pane_width (self, WB_PANE_SIDEBAR)) <= GRIP)
    *pane = WB_PANE_SIDEBAR;
  else if (self->shown[WB_PANE_PANEL] && ABS (width - x - pane_width (self, WB_PANE_PANEL)) <= GRIP)
    *pane = WB_PANE_PANEL;
  else
    return FALSE;
  return self->children[*pane] != NULL && gtk_widget_get_visible (self->children[*pane]);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, WbPanes *self)
{
  WbPane pane;

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), border_at (self, x, &pane) ? "col-resize" : NULL);
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, WbPanes *self)
{
  if (!border_at (self, x, &self->dragged))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_from = self->widths[self->dragged];
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, WbPanes *self)
{
  wb_panes_set_width (self, self->dragged, self->drag_from + (int) (self->dragged == WB_PANE_SIDEBAR ? dx : -dx));
}

static void
wb_panes_class_init (WbPanesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = wb_panes_dispose;
  widget_class->measure = wb_panes_measure;
  widget_class->size_allocate = wb_panes_size_allocate;
  folded_signal = g_signal_new ("folded", WB_TYPE_PANES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_panes_init (WbPanes *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->widths[WB_PANE_SIDEBAR] = 280;
  self->widths[WB_PANE_PANEL] = 328;
  for (int i = 0; i < WB_N_PANES; i++)
    {
      self->shown[i] = TRUE;
      self->out[i] = 1;
    }
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

GtkWidget *
wb_panes_new (void)
{
  return g_object_new (WB_TYPE_PANES, NULL);
}

void
wb_panes_set_child (WbPanes *self, WbPane pane, GtkWidget *child)
{
  g_clear_pointer (&self->children[pane], gtk_widget_unparent);
  self->children[pane] = child;
  /* GTK draws children in the order in which they were added. The window adds the view before the side panes, so a folded pane that is
   * open is drawn above the view. */
  gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
}

static gboolean
slide (GtkWidget *widget, GdkFrameClock *clock, gpointer user)
{
  WbPanes *self = WB_PANES (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  gboolean more = FALSE;

  for (int i = 0; i < WB_N_PANES; i++)
    {
      double by = self->slid[i] != 0 ? (double) (now - self->slid[i]) / SLIDE_US : 0;

      if (self->slid[i] == 0)
        continue;
      self->out[i] = CLAMP (self->out[i] + (self->shown[i] ? by : -by), 0, 1);
      self->slid[i] = self->out[i] == (self->shown[i] ? 1 : 0) ? 0 : now;
      more |= self->slid[i] != 0;
    }
  gtk_widget_queue_allocate (widget);
  if (!more)
    self->tick = 0;
  return more ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

void
wb_panes_set_shown (WbPanes *self, WbPane pane, gboolean shown)
{
  GdkFrameClock *clock = gtk_widget_get_mapped (GTK_WIDGET (self)) ? gtk_widget_get_frame_clock (GTK_WIDGET (self)) : NULL;
  gboolean animates = TRUE;

  if (self->shown[pane] == shown)
    return;
  self->shown[pane] = shown;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animates, NULL);
  if (clock != NULL && animates)
    {
      self->slid[pane] = gdk_frame_clock_get_frame_time (clock);
      if (self->tick == 0)
        self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), slide, NULL, NULL);
    }
  else
    {
      self->out[pane] = shown ? 1 : 0;
      self->slid[pane] = 0;
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

gboolean
wb_panes_get_shown (WbPanes *self, WbPane pane)
{
  return self->shown[pane];
}

void
wb_panes_set_width (WbPanes *self, WbPane pane, int width)
{
  self->widths[pane] = pane == WB_PANE_SIDEBAR ? CLAMP (width, SIDEBAR_LOW, SIDEBAR_HIGH) : CLAMP (width, PANEL_LOW, PANEL_HIGH);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

int
wb_panes_get_width (WbPanes *self, WbPane pane)
{
  return self->widths[pane];
}

WbWidthClass
wb_panes_width_class (WbPanes *self)
{
  return self->width_class;
}

gboolean
wb_panes_is_low (WbPanes *self)
{
  return self->low;
}
