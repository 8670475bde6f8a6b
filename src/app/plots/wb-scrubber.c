/* Draws the time line with its events and branches, and moves the playhead. */
#include "wb-scrubber.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-ticks.h"
#include "plot-style.h"
#include "wb-plot-set.h"
#include "wb-session-branch.h"
#include "wb-style.h"

#define SIDE 12         /* px, space beyond each end of the line for the handle */
#define LINE 6
#define HANDLE 9.5
#define SNAP 6
#define LABEL_GAP 80    /* px, smallest distance between labels */
#define MOST_TICKS 2000 /* largest number of ticks; more would overlap */

struct _WbScrubber
{
  GtkWidget parent_instance;
  WbSession *session;
  WbPlotSet *plots;
  double drag_from;
  GArray *changes;           /* times of the changes of parameters (double) */
  WbRunItem *seen;           /* run of these changes; weak pointer, because a new run may get the same address */
  gsize n_seen;              /* number of the run's events that were read */
};

G_DEFINE_FINAL_TYPE (WbScrubber, wb_scrubber, GTK_TYPE_WIDGET)

/* Returns the first time of a logarithmic scale, or NaN if the scale is linear. The time axis of the plots determines which of them is
 * used. The left end always means the start of the run. */
static double
log_start (WbScrubber *self)
{
  PlotTimeAxis *axis = wb_plot_set_axis (self->plots);
  double low = axis != NULL && plot_time_axis_get_log (axis) ? plot_time_axis_log_start (axis) : NAN;

  return low < wb_session_t_end (self->session) ? low : NAN;
}

static double
x_of (WbScrubber *self, double t)
{
  double low = wb_session_t_start (self->session), high = wb_session_t_end (self->session), first = log_start (self);
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  if (!isnan (first))
    return SIDE + (width - 2 * SIDE) * (t > first ? log (t / first) / log (high / first) : 0);
  return high > low ? SIDE + (width - 2 * SIDE) * (t - low) / (high - low) : SIDE;
}

static double
t_of (WbScrubber *self, double x)
{
  double low = wb_session_t_start (self->session), high = wb_session_t_end (self->session), first = log_start (self);
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  double fraction = CLAMP ((x - SIDE) / MAX (1, width - 2 * SIDE), 0, 1);

  if (!isnan (first))
    return fraction <= 0 ? low : fraction >= 1 ? high : first * pow (high / first, fraction);
  return low + (high - low) * fraction;
}

static void
set_color (cairo_t *cr, PlotColor color)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
}

static void
bar (cairo_t *cr, double x0, double x1, double y, double thick)
{
  double r = thick / 2;

  if (x1 - x0 < thick)
    x1 = x0 + thick;
  cairo_new_sub_path (cr);
  cairo_arc (cr, x0 + r, y, r, G_PI / 2, 3 * G_PI / 2);
  cairo_arc (cr, x1 - r, y, r, -G_PI / 2, G_PI / 2);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Events closer than CROWD_ROOM px form a cluster. A cluster wider than CROWD_WIDTH px is drawn as a bar, because single ticks would hide
 * the line. */
#define CROWD_ROOM 6
#define CROWD_WIDTH 64

static void
draw_tick (cairo_t *cr, double x, double y, double s)
{
  cairo_move_to (cr, x - 3.6 * s, y - 14 * s);
  cairo_line_to (cr, x + 3.6 * s, y - 14 * s);
  cairo_line_to (cr, x, y - 7.5 * s);
  cairo_close_path (cr);
  cairo_fill (cr);
  cairo_rectangle (cr, x - 0.5 * s, y - 5.5 * s, s, 10.5 * s);
  cairo_fill (cr);
}

/* Reads the new event records and stores the times of those that are changes of parameters. */
static void
update_changes (WbScrubber *self, WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  gsize n = sim_trajectory_n_events (trajectory);

  if (self->n_seen > n || self->seen != run)
    {
      g_array_set_size (self->changes, 0);
      self->n_seen = 0;
      g_set_weak_pointer (&self->seen, run);
    }
  for (; self->n_seen < n; self->n_seen++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, self->n_seen);

      if (record.event < 0)
        g_array_append_val (self->changes, record.t);
    }
}

/* Draws each change of a parameter as a hollow square, as plots do. */
static void
draw_changes (WbScrubber *self, cairo_t *cr, const PlotTheme *theme, double y)
{
  WbRunItem *run = wb_session_current (self->session);
  double s = wb_style_px (1), drawn = -INFINITY;

  if (run == NULL)
    return;
  update_changes (self, run);
  for (guint i = 0; i < self->changes->len; i++)
    {
      double x = x_of (self, g_array_index (self->changes, double, i));

      if (x - drawn < 1)
        continue;
      drawn = x;
      cairo_rectangle (cr, x - 2.6 * s, y - 13.6 * s, 5.2 * s, 5.2 * s);
      set_color (cr, theme->background);
      cairo_fill_preserve (cr);
      set_color (cr, theme->secondary);
      cairo_set_line_width (cr, 1.4 * s);
      cairo_stroke (cr);
    }
}

/* Returns the index of the first event from an index on that is not a change of a parameter, or n if there is
 * none. */
static gsize
next_event (const SimTrajectory *trajectory, gsize index, gsize n)
{
  while (index < n && sim_trajectory_event (trajectory, index).event < 0)
    index++;
  return MIN (index, n);
}

static void
draw_events (WbScrubber *self, cairo_t *cr, const PlotTheme *theme, double y)
{
  WbRunItem *run = wb_session_current (self->session);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  gsize n = trajectory != NULL ? sim_trajectory_n_events (trajectory) : 0, every = 1 + n / MOST_TICKS, next;
  double s = wb_style_px (1);

  set_color (cr, theme->event);
  for (gsize first = next_event (trajectory, 0, n); first < n; first = next)
    {
      double x0 = x_of (self, sim_trajectory_event (trajectory, first).t), x1 = x0, drawn = -INFINITY;

      for (next = next_event (trajectory, first + every, n); next < n; next = next_event (trajectory, next + every, n))
        {
          double x = x_of (self, sim_trajectory_event (trajectory, next).t);

          if (x - x1 >= CROWD_ROOM * s)
            break;
          x1 = x;
        }
      if (x1 - x0 > CROWD_WIDTH * s)
        {
          bar (cr, x0, x1, y - 10 * s, 3 * s);
          continue;
        }
      for (gsize i = first; i < next; i = next_event (trajectory, i + every, n))
        {
          double x = x_of (self, sim_trajectory_event (trajectory, i).t);

          if (x - drawn < 1)
            continue;
          drawn = x;
          draw_tick (cr, x, y, s);
        }
    }
}

static PlotColor
color_of (WbRunItem *run, const PlotTheme *theme)
{
  return theme->series[(wb_run_item_color (run) - 1) % PLOT_N_SERIES];
}

/* Draws the line up to the playhead. Each part has the colour of the run that computed it: the current run or an ancestor. */
static void
draw_path (WbScrubber *self, cairo_t *cr, const PlotTheme *theme, double head, double y)
{
  WbRunItem *run = wb_session_current (self->session);
  double end = head, thick = LINE * wb_style_px (1);

  if (run == NULL || !wb_session_has_branches (self->session))
    {
      set_color (cr, theme->accent);
      bar (cr, SIDE, MAX (head, SIDE + 1), y, thick);
      return;
    }
  for (; run != NULL; run = wb_branches_find (wb_session_runs (self->session), wb_run_item_parent (run)))
    {
      double root = isnan (wb_run_item_branch_t (run)) ? SIDE : x_of (self, wb_run_item_branch_t (run));

      set_color (cr, color_of (run, theme));
      if (end > root)
        bar (cr, root, end, y, thick);
      end = fmin (end, root);
    }
}

/* Draws a ring at the start of each branch, with the letter of the branch above the ring. */
static void
draw_letters (WbScrubber *self, cairo_t *cr, const PlotTheme *theme, double y)
{
  g_autoptr (GPtrArray) tree = wb_session_tree (self->session, WB_MOST_LANES);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  PangoFontDescription *font = pango_font_description_copy (pango_context_get_font_description (pango_layout_get_context (layout)));
  double s = wb_style_px (1);

  pango_font_description_set_absolute_size (font, 9.5 * s * PANGO_SCALE);
  pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  for (guint i = 0; tree->len > 1 && i < tree->len; i++)
    {
      WbRunItem *run = g_ptr_array_index (tree, i);
      char letter[2] = { (char) wb_run_item_letter (run), '\0' };
      double x = x_of (self, wb_run_item_branch_t (run));
      int width, height;

      if (isnan (x))
        continue;
      cairo_new_path (cr);
      cairo_arc (cr, x, y, 4 * s, 0, 2 * G_PI);
      set_color (cr, theme->background);
      cairo_fill_preserve (cr);
      set_color (cr, color_of (run, theme));
      cairo_set_line_width (cr, 2 * s);
      cairo_stroke (cr);
      cairo_arc (cr, x, y - 14.5 * s, 7 * s, 0, 2 * G_PI);
      cairo_fill (cr);
      pango_layout_set_text (layout, letter, -1);
      pango_layout_get_pixel_size (layout, &width, &height);
      set_color (cr, theme->background);
      cairo_move_to (cr, x - width / 2.0, y - 14.5 * s - height / 2.0);
      pango_cairo_show_layout (cr, layout);
    }
}

/* Draws a tick with its label, shifted if the label would leave the widget. */
static void
draw_label (WbScrubber *self, cairo_t *cr, PangoLayout *layout, const PlotTheme *theme, double t, const char *text, double y)
{
  double x = x_of (self, t);
  int width, height;

  pango_layout_set_text (layout, text, -1);
  pango_layout_get_pixel_size (layout, &width, &height);
  set_color (cr, plot_color_fade (theme->text, 0.35));
  cairo_rectangle (cr, x - 0.5, y + 5.5, 1, 3.5);
  cairo_fill (cr);
  set_color (cr, theme->secondary);
  x = CLAMP (x - width / 2.0, 0, fmax (0, gtk_widget_get_width (GTK_WIDGET (self)) - width));
  cairo_move_to (cr, round (x), round (y + 8 * wb_style_px (1)));
  pango_cairo_show_layout (cr, layout);
}

/* Draws labels at powers of ten for a logarithmic scale, at least LABEL_GAP px
 * apart. */
static void
draw_decades (WbScrubber *self, cairo_t *cr, PangoLayout *layout, const PlotTheme *theme, double first, double y)
{
  double high = wb_session_t_end (self->session), length = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * SIDE;
  int low_exponent = (int) ceil (log10 (first) - 1e-9), high_exponent = (int) floor (log10 (high) + 1e-9);
  int step = MAX (1, (int) ceil (LABEL_GAP * wb_style_px (1) * log10 (high / first) / length));

  for (int exponent = high_exponent; exponent >= low_exponent; exponent -= step)
    {
      char text[32];

      plot_format_power (exponent, text, sizeof text);
      draw_label (self, cr, layout, theme, pow (10, exponent), text, y);
    }
}

static void
draw_labels (WbScrubber *self, GtkSnapshot *snapshot, cairo_t *cr, const PlotTheme *theme, double y)
{
  double first = log_start (self), low = wb_session_t_start (self->session), high = wb_session_t_end (self->session);
  double length = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * SIDE;
  double raw = (high - low) * LABEL_GAP * wb_style_px (1) / MAX (1, length), power, step;
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  PangoFontDescription *font;

  /* Draw no labels in lecture mode: the time is in large type beside the line, and labels of that size do not
   * fit. */
  if (!(high > low) || length < 40 || wb_style_is_lecture ())
    return;
  power = pow (10, floor (log10 (raw)));
  step = raw / power <= 1 ? power : raw / power <= 2 ? 2 * power : raw / power <= 5 ? 5 * power : 10 * power;
  /* A step that is longer than the range gives at most one label, which does not define a scale. Use a shorter step. */
  if (step > high - low)
    step = step > 4 * power ? 2 * power : step / 2;
  font = pango_font_description_copy (pango_context_get_font_description (pango_layout_get_context (layout)));
  pango_font_description_set_absolute_size (font, wb_style_px (12) * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  if (!isnan (first))
    {
      draw_decades (self, cr, layout, theme, first, y);
      return;
    }
  for (double k = ceil (low / step - 1e-9); k * step <= high + 1e-9 * step; k++)
    {
      char text[64];

      plot_format_axis_tick (k * step, step, floor (high / step + 1e-9) * step, text, sizeof text);
      draw_label (self, cr, layout, theme, k * step, text, y);
    }
}

static void
wb_scrubber_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbScrubber *self = WB_SCRUBBER (widget);
  const PlotTheme *theme = wb_style_plot_theme ();
  WbRunItem *run = wb_session_current (self->session);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, -4, width, height + 8));
  double y = round (height / 2.0), head = x_of (self, wb_session_playhead (self->session)), scale = wb_style_px (1);

  set_color (cr, plot_color_fade (theme->text, 0.16));
  bar (cr, SIDE, width - SIDE, y, LINE * scale);
  if (run != NULL)
    {
      double reached = x_of (self, wb_run_item_state (run)->t);

      if (reached > head + 1)
        {
          set_color (cr, plot_color_fade (theme->text, 0.16));
          bar (cr, SIDE, reached, y, LINE * scale);
        }
    }
  draw_path (self, cr, theme, head, y);
  draw_events (self, cr, theme, y);
  draw_changes (self, cr, theme, y);
  draw_letters (self, cr, theme, y);
  draw_labels (self, snapshot, cr, theme, y);
  cairo_new_path (cr);
  cairo_arc (cr, head, y, HANDLE * scale, 0, 2 * G_PI);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_fill_preserve (cr);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.28);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  if (gtk_widget_has_visible_focus (widget))
    {
      cairo_arc (cr, head, y, HANDLE * scale + 2, 0, 2 * G_PI);
      set_color (cr, theme->accent);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
wb_scrubber_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : wb_style_is_lecture () ? (int) wb_style_px (40) : (int) wb_style_px (50);
}

static double
snapped (WbScrubber *self, double x, gboolean snap)
{
  WbRunItem *run = wb_session_current (self->session);
  SimTrajectory *trajectory = run != NULL && snap ? wb_run_item_trajectory (run) : NULL;
  gsize n = trajectory != NULL ? sim_trajectory_n_events (trajectory) : 0;
  double best = SNAP, t = t_of (self, x);
  gsize after = n > 0 ? sim_trajectory_find_event (trajectory, t) : 0;

  for (gsize i = after > 0 ? after - 1 : 0; i < n && i <= after; i++)
    {
      double when = sim_trajectory_event (trajectory, i).t;

      if (fabs (x_of (self, when) - x) < best)
        {
          best = fabs (x_of (self, when) - x);
          t = when;
        }
    }
  return t;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, WbScrubber *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_from = x;
  wb_session_set_playhead (self->session, snapped (self, x, !(state & GDK_ALT_MASK)));
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, WbScrubber *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  wb_session_set_playhead (self->session, snapped (self, self->drag_from + dx, !(state & GDK_ALT_MASK)));
}

static void
wb_scrubber_finalize (GObject *object)
{
  g_clear_weak_pointer (&WB_SCRUBBER (object)->seen);
  g_array_unref (WB_SCRUBBER (object)->changes);
  G_OBJECT_CLASS (wb_scrubber_parent_class)->finalize (object);
}

static void
wb_scrubber_class_init (WbScrubberClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = wb_scrubber_finalize;
  widget_class->snapshot = wb_scrubber_snapshot;
  widget_class->measure = wb_scrubber_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_widget_class_set_css_name (widget_class, "scrubber");
}

static void
wb_scrubber_init (WbScrubber *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->changes = g_array_new (FALSE, FALSE, sizeof (double));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Playhead"), -1);
}

GtkWidget *
wb_scrubber_new (WbSession *session)
{
  WbScrubber *self = g_object_new (WB_TYPE_SCRUBBER, NULL);

  self->session = session;
  self->plots = wb_plot_set_of (session);
  /* Use the scale of the time axis of the plots. */
  g_signal_connect_object (self->plots, "plot-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->plots, "plots-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

void
wb_scrubber_refresh (WbScrubber *self)
{
  double t = wb_session_playhead (self->session);
  char number[64];
  g_autofree char *text = NULL;

  plot_format_number (t, 4, number, sizeof number);
  text = g_strdup_printf ("%s %s", number, wb_session_model (self->session) != NULL ? model_time_unit (wb_session_model (self->session)) : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, wb_session_t_start (self->session),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, wb_session_t_end (self->session), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  t, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
