/* Requests and shows the picture of a view, and converts pointer and key events to changes of the view. */
#include "wb-plot-area.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-text.h"
#include "plot-view-hit.h"
#include "plot-views.h"
#include "wb-plot-area-private.h"
#include "wb-style.h"
#include "wb-widgets.h"

G_DEFINE_FINAL_TYPE (WbPlotArea, wb_plot_area, GTK_TYPE_WIDGET)

/* ---- pictures of the view ---- */

static void refresh_summary (WbPlotArea *self, gboolean now);
static void painted (WbPainting *painting, gpointer user);

/* Waits until the painter does not use the view, and returns the view. Prevents new pictures until the caller has made all its changes.
 * Otherwise a change could request a picture of an intermediate state. */
static PlotView *
view_of (WbPlotArea *self)
{
  if (self->asked)
    wb_plot_painter_hold ();
  else if (self->view != NULL)
    wb_plot_painter_stay ();
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
  self->stale = !can_draw (self);
  if (self->stale)
    return;
  if (self->asked)
    {
      self->again = TRUE;
      return;
    }
  self->asked = TRUE;
  self->again = FALSE;
  self->asked_width = gtk_widget_get_width (GTK_WIDGET (self));
  self->asked_height = gtk_widget_get_height (GTK_WIDGET (self));
  self->asked_scale = wb_widget_scale (GTK_WIDGET (self));
  plot_view_set_hover (self->view, self->pointer_x, self->pointer_y);
  wb_plot_painter_ask (self->view, self->asked_width, self->asked_height, self->asked_scale, painted, self);
}

/* Requests a picture of the present size, unless such a picture is already requested. */
static void
ask_for_size (WbPlotArea *self)
{
  if (!self->asked || self->asked_width != gtk_widget_get_width (GTK_WIDGET (self))
      || self->asked_height != gtk_widget_get_height (GTK_WIDGET (self)) || self->asked_scale != wb_widget_scale (GTK_WIDGET (self)))
    ask (self);
}

static void
painted (WbPainting *painting, gpointer user)
{
  WbPlotArea *self = user;
  PlotScale before_x, before_y;
  double left, top, width, height;

  self->asked = FALSE;
  g_clear_pointer (&self->before, cairo_surface_destroy);
  self->before = self->picture;
  self->picture = g_steal_pointer (&painting->picture);
  self->more = painting->more;
  self->n_drawn++;
  before_x = self->x;
  before_y = self->y;
  plot_view_get_scales (self->view, &self->x, &self->y);
  plot_view_get_area (self->view, &left, &top, &width, &height);
  self->bottom = top + height;
  refresh_summary (self, FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  /* If the picture is incomplete, request the rest now. During a run, the next frame does this. */
  if (self->again || (self->more && (self->session == NULL || wb_session_state (self->session) != SIM_RUN_RUNNING)))
    ask (self);
  if (before_x.low != self->x.low || before_x.high != self->x.high || before_y.low != self->y.low || before_y.high != self->y.high)
    g_signal_emit_by_name (self, "range-shown");
  g_signal_emit_by_name (self, "painted");
}

static gboolean
fits (WbPlotArea *self)
{
  int scale = wb_widget_scale (GTK_WIDGET (self));

  return self->picture != NULL && cairo_image_surface_get_width (self->picture) == gtk_widget_get_width (GTK_WIDGET (self)) * scale
         && cairo_image_surface_get_height (self->picture) == gtk_widget_get_height (GTK_WIDGET (self)) * scale;
}

/* ---- the curve that the reader draws ---- */

#define SKETCH_WIDTH 3  /* px, width of the line */
#define SKETCH_SERIES 3 /* index of the colour */

void
wb_plot_area_set_sketch (WbPlotArea *self, const double *t, const double *y, int n, gboolean editable)
{
  g_clear_pointer (&self->sketch_t, g_free);
  g_clear_pointer (&self->sketch_y, g_free);
  self->sketch_t = g_memdup2 (t, (gsize) n * sizeof *t);
  self->sketch_y = g_memdup2 (y, (gsize) n * sizeof *y);
  self->n_sketch = n;
  self->sketching = editable;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), editable ? "crosshair" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Draws the reader's curve inside the axes, with the scales of the newest picture. */
static void
draw_sketch (WbPlotArea *self, cairo_t *cr)
{
  PlotColor color = wb_style_plot_theme ()->series[SKETCH_SERIES];
  gboolean open = FALSE;
  int last = -1;

  cairo_save (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  cairo_rectangle (cr, self->x.pixel_low, self->y.pixel_high, self->x.pixel_high - self->x.pixel_low, self->y.pixel_low - self->y.pixel_high);
  cairo_clip (cr);
  cairo_set_source_rgb (cr, color.r, color.g, color.b);
  cairo_set_line_width (cr, wb_style_px (SKETCH_WIDTH));
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (int k = 0; k < self->n_sketch; k++)
    {
      double x, y;

      if (isnan (self->sketch_y[k]))
        {
          open = FALSE;
          continue;
        }
      x = plot_scale_map (&self->x, self->sketch_t[k]);
      y = plot_scale_map (&self->y, self->sketch_y[k]);
      if (open)
        cairo_line_to (cr, x, y);
      else
        cairo_move_to (cr, x, y);
      open = TRUE;
      last = k;
    }
  cairo_stroke (cr);
  cairo_reset_clip (cr);
  if (last == self->n_sketch - 1)
    {
      cairo_arc (cr, plot_scale_map (&self->x, self->sketch_t[last]), plot_scale_map (&self->y, self->sketch_y[last]), wb_style_px (4.5), 0, 2 * G_PI);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

/* Shows a hint in an empty plot that the reader can draw there. */
static void
invite (WbPlotArea *self, GtkSnapshot *snapshot)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), _("drag to draw; Backspace clears"));
  PlotColor color = wb_style_plot_theme ()->secondary;
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (self->x.pixel_low + self->x.pixel_high - width) / 2,
                                                          (float) (self->y.pixel_low + self->y.pixel_high - height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &(GdkRGBA) { (float) color.r, (float) color.g, (float) color.b, 1 });
  gtk_snapshot_restore (snapshot);
}

static void
wb_plot_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbPlotArea *self = WB_PLOT_AREA (widget);
  cairo_t *cr;

  if (!can_draw (self))
    return;
  if (self->stale)
    ask (self);
  /* The newest picture may have the size from before a resize. Then wait for the next picture. */
  for (int i = 0; i < 2 && !fits (self); i++)
    {
      ask_for_size (self);
      wb_plot_painter_finish (self->view);
    }
  if (self->picture == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget)));
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, self->picture, 0, 0);
  cairo_paint (cr);
  if (self->n_sketch > 0)
    draw_sketch (self, cr);
  cairo_destroy (cr);
  if (self->sketching && self->n_sketch == 0)
    invite (self, snapshot);
}

/* Requests a picture early, so that it is drawn while GTK lays out the rest of the window. */
static void
wb_plot_area_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WbPlotArea *self = WB_PLOT_AREA (widget);

  if (gtk_widget_get_mapped (widget) && !fits (self))
    ask_for_size (self);
}

static void
drop_view (WbPlotArea *self)
{
  if (self->view != NULL)
    wb_plot_painter_forget (self->view);
  g_clear_pointer (&self->view, plot_view_free);
  g_clear_handle_id (&self->summary_source, g_source_remove);
  self->asked = self->again = self->more = FALSE;
}

static void
wb_plot_area_dispose (GObject *object)
{
  WbPlotArea *self = WB_PLOT_AREA (object);

  drop_view (self);
  g_clear_pointer (&self->picture, cairo_surface_destroy);
  g_clear_pointer (&self->before, cairo_surface_destroy);
  g_clear_pointer (&self->sketch_t, g_free);
  g_clear_pointer (&self->sketch_y, g_free);
  self->n_sketch = 0;
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
  g_signal_new ("sketched", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_BOOLEAN);
  g_signal_new ("sketch-cleared", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("attempt-activated", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  g_signal_new ("plane-clicked", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_DOUBLE,
                G_TYPE_DOUBLE, G_TYPE_BOOLEAN);
  g_signal_new ("run-activated", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  g_signal_new ("start-dragged", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_DOUBLE, G_TYPE_DOUBLE,
                G_TYPE_INT);
  g_signal_new ("range-shown", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("painted", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("pin-changed", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  g_signal_new ("event-activated", WB_TYPE_PLOT_AREA, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
}

/* ---- accessible description ---- */

/* Shortest time in µs between two changes of the accessible description during a run. With more changes a screen reader would never finish
 * a sentence. */
#define SUMMARY_EVERY_US (2 * G_USEC_PER_SEC)

static gboolean
summarize (gpointer user)
{
  WbPlotArea *self = user;

  self->summary_source = 0;
  view_of (self);
  refresh_summary (self, TRUE);
  return G_SOURCE_REMOVE;
}

/* Sets the accessible description to the content of the newest picture, now or after
 * SUMMARY_EVERY_US. */
static void
refresh_summary (WbPlotArea *self, gboolean now)
{
  gint64 when = g_get_monotonic_time ();
  g_autofree char *summary = NULL;

  if (self->view == NULL)
    return;
  if (!now && when - self->summarized < SUMMARY_EVERY_US)
    {
      if (self->summary_source == 0)
        self->summary_source = g_timeout_add (SUMMARY_EVERY_US / 1000, summarize, self);
      return;
    }
  self->summarized = when;
  summary = plot_view_summary (self->view);
  if (summary != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
}

PlotTimeAxis *
wb_plot_area_axis (WbPlotArea *self)
{
  return self->view != NULL ? plot_view_time_axis (self->view) : NULL;
}

WbRunItem *
wb_plot_area_run (WbPlotArea *self)
{
  return self->session != NULL ? wb_session_current (self->session) : NULL;
}

static void
on_style (gpointer user)
{
  WbPlotArea *self = user;

  if (self->view != NULL)
    plot_view_set_theme (view_of (self), wb_style_plot_theme ());
  wb_plot_area_queue (self);
}

static void
wb_plot_area_init (WbPlotArea *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->pointer_x = self->pointer_y = self->bottom = NAN;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_add_css_class (widget, "plot");
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  wb_plot_area_add_input (self);
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
      self->summarized = 0;
    }
  wb_plot_area_queue (self);
}

PlotView *
wb_plot_area_view (WbPlotArea *self)
{
  return view_of (self);
}

void
wb_plot_area_queue (WbPlotArea *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    ask (self);
  else
    {
      self->stale = TRUE;
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
}

void
wb_plot_area_change (WbPlotArea *self, WbViewFunc func, gpointer data, GDestroyNotify destroy)
{
  if (self->view != NULL)
    {
      wb_plot_painter_change (self->view, func, data, destroy);
      wb_plot_area_queue (self);
    }
  else if (destroy != NULL)
    destroy (data);
}

static void
fit (PlotView *view, gpointer data)
{
  plot_view_fit (view, PLOT_DIRECTION_BOTH);
}

void
wb_plot_area_fit (WbPlotArea *self)
{
  wb_plot_area_change (self, fit, NULL, NULL);
}

static void
set_pin (PlotView *view, gpointer data)
{
  plot_view_set_pin (view, data);
  plot_view_set_selected (view, NULL);
}

/* The hit may refer to a layer that was replaced. The view finds the layer again when it is drawn. */
void
wb_plot_area_set_pin (WbPlotArea *self, const PlotHit *hit)
{
  PlotHit *kept = hit != NULL ? g_memdup2 (hit, sizeof *hit) : NULL;

  if (kept != NULL)
    kept->layer = NULL;
  wb_plot_area_change (self, set_pin, kept, g_free);
}

gboolean
wb_plot_area_show_attempt (WbPlotArea *self, gsize index)
{
  PlotTimeAxis *axis = wb_plot_area_axis (self);
  double low, high;
  PlotHit hit;

  if (self->view == NULL || axis == NULL || !plot_views_find_attempt (wb_plot_area_view (self), index, &hit))
    return FALSE;
  plot_time_axis_get_view (axis, &low, &high);
  if (hit.x < low || hit.x > high)
    plot_time_axis_set_view (axis, hit.x - (high - low) / 2, hit.x + (high - low) / 2);
  wb_plot_area_set_pin (self, &hit);
  g_signal_emit_by_name (self, "pin-changed", &hit);
  wb_plot_area_queue (self);
  return TRUE;
}

void
wb_plot_area_refresh (WbPlotArea *self)
{
  WbRunItem *run = wb_plot_area_run (self);
  PlotTimeAxis *axis = wb_plot_area_axis (self);
  guint serial = axis != NULL ? plot_time_axis_serial (axis) : 0;
  gsize rows = 0, attempts = 0, events = 0;
  double playhead = self->session != NULL ? wb_session_playhead (self->session) : 0;

  if (self->view == NULL)
    return;
  /* During a run, if the painter is using the view, draw new rows in a later frame. Otherwise the painter would never be
   * idle. */
  if (self->asked && self->session != NULL && wb_session_state (self->session) == SIM_RUN_RUNNING)
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
      wb_plot_area_queue (self);
    }
  self->axis_serial = serial;
  self->rows_seen = rows;
  self->attempts_seen = attempts;
  self->events_seen = events;
  self->playhead_seen = playhead;
}

gboolean
wb_plot_area_is_behind (WbPlotArea *self)
{
  return self->more;
}

guint
wb_plot_area_n_drawn (WbPlotArea *self)
{
  return self->n_drawn;
}

gboolean
wb_plot_area_get_axis (WbPlotArea *self, PlotScale *x, double *bottom)
{
  *x = self->x;
  *bottom = self->bottom;
  return self->view != NULL && isfinite (self->bottom);
}
