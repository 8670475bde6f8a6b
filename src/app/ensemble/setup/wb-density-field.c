/* Draws the density of a distribution with its handles, and converts drags and keys to arguments of the distribution. */
#include "wb-density-field.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ode-format.h"
#include "wb-density.h"
#include "wb-style.h"
#include "wb-widgets.h"

/* Radius of a handle in px. A handle is also grabbed within this distance. */
#define RADIUS 4.5
#define REACH 12.0
#define PAD 8.0
/* One press of an arrow key moves a handle by this fraction of the range. */
#define KEY_PARTS 40

struct _WbDensityField
{
  GtkWidget parent_instance;
  WbDistribution distribution;
  double low, high;     /* range of the horizontal axis; it does not change while a handle is dragged */
  gboolean drawn;       /* the field shows a density or the bars of a choice */
  int width, height, selected, dragged;
  double dragged_from;
  GArray *marks;        /* values (double) that have a tick */
};

G_DEFINE_FINAL_TYPE (WbDensityField, wb_density_field, GTK_TYPE_WIDGET)

enum { MOVING, COMMITTED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- handles ---- */

int
wb_density_field_n_handles (WbDensityField *self)
{
  switch (self->drawn ? self->distribution.draw : MODEL_DRAW_NONE)
    {
    case MODEL_DRAW_NORMAL:
    case MODEL_DRAW_UNIFORM:
    case MODEL_DRAW_LOGNORMAL: return 2;
    case MODEL_DRAW_EXPONENTIAL: return 1;
    default: return 0;
    }
}

gboolean
wb_density_field_has_picture (WbDensityField *self)
{
  return self->drawn && self->distribution.draw != MODEL_DRAW_NONE;
}

static double
value_of (const WbDistribution *d, int handle)
{
  switch (d->draw)
    {
    case MODEL_DRAW_NORMAL: return handle == 0 ? d->a[0] : d->a[0] + d->a[1];
    case MODEL_DRAW_UNIFORM: return d->a[handle];
    case MODEL_DRAW_LOGNORMAL: return handle == 0 ? exp (d->a[0]) : exp (d->a[0] + d->a[1]);
    default: return 1 / d->a[0];
    }
}

/* Rounds to a step of about 1/200 of the range, so that the arguments have few digits. */
static double
rounded (const WbDensityField *self, double value)
{
  double step = pow (10, floor (log10 ((self->high - self->low) / 200)));

  return round (value / step) * step;
}

/* Rounds a number to four significant digits. */
static double
four_digits (double value)
{
  char text[32];

  g_snprintf (text, sizeof text, "%.4g", value);
  return g_ascii_strtod (text, NULL);
}

/* Changes the arguments of the distribution so that a handle is at x. The standard deviation and the width of a uniform distribution stay
 * positive. */
static void
move_to (WbDensityField *self, int handle, double x)
{
  WbDistribution *d = &self->distribution;
  double least = (self->high - self->low) / 1000;

  switch (d->draw)
    {
    case MODEL_DRAW_NORMAL:
      d->a[handle] = handle == 0 ? rounded (self, x) : fmax (fabs (rounded (self, x - d->a[0])), least);
      break;
    case MODEL_DRAW_UNIFORM:
      d->a[handle] = rounded (self, handle == 0 ? fmin (x, d->a[1] - least) : fmax (x, d->a[0] + least));
      break;
    case MODEL_DRAW_LOGNORMAL:
      d->a[handle] = four_digits (handle == 0 ? log (fmax (x, least)) : fmax (log (fmax (x, least)) - d->a[0], 1e-3));
      break;
    case MODEL_DRAW_EXPONENTIAL:
      d->a[0] = four_digits (1 / fmax (x, least));
      break;
    default:
      break;
    }
}

static char *
text_of (const WbDistribution *d)
{
  static const struct { ModelDraw draw; const char *id; } ids[] = {
    { MODEL_DRAW_NORMAL, "normal" }, { MODEL_DRAW_UNIFORM, "uniform" }, { MODEL_DRAW_LOGNORMAL, "lognormal" }, { MODEL_DRAW_EXPONENTIAL, "exponential" },
  };
  char a[ODE_FORMAT_SIZE], b[ODE_FORMAT_SIZE];

  /* Printing 12 digits removes the rounding error of a multiple of the step. */
  g_snprintf (a, sizeof a, "%.12g", d->a[0]);
  g_snprintf (b, sizeof b, "%.12g", d->a[1]);
  a[ode_format_double (a, g_ascii_strtod (a, NULL))] = '\0';
  b[ode_format_double (b, g_ascii_strtod (b, NULL))] = '\0';
  for (guint k = 0; k < G_N_ELEMENTS (ids); k++)
    if (ids[k].draw == d->draw)
      return d->n > 1 ? g_strdup_printf ("%s(%s, %s)", ids[k].id, a, b) : g_strdup_printf ("%s(%s)", ids[k].id, a);
  return g_strdup ("");
}

static void
emit (WbDensityField *self, int signal)
{
  g_autofree char *text = text_of (&self->distribution);

  g_signal_emit (self, signals[signal], 0, text);
}

/* ---- places ---- */

static double
x_of (WbDensityField *self, double value)
{
  return PAD + (value - self->low) / (self->high - self->low) * (gtk_widget_get_width (GTK_WIDGET (self)) - 2 * PAD);
}

static double
largest_density (WbDensityField *self)
{
  double most = 0;

  for (int k = 0; k <= 400; k++)
    most = fmax (most, wb_distribution_density (&self->distribution, self->low + (self->high - self->low) * k / 400));
  return most;
}

static double
y_of (WbDensityField *self, double density, double most)
{
  double bottom = gtk_widget_get_height (GTK_WIDGET (self)) - PAD;

  return most > 0 ? bottom - (bottom - PAD) * density / most : bottom;
}

void
wb_density_field_handle (WbDensityField *self, int handle, double *x, double *y)
{
  double value = value_of (&self->distribution, handle);

  *x = x_of (self, value);
  *y = self->distribution.draw == MODEL_DRAW_UNIFORM ? y_of (self, 0, 1)
                                                     : y_of (self, wb_distribution_density (&self->distribution, value), largest_density (self));
}

/* ---- drawing ---- */

static void
draw_curve (WbDensityField *self, cairo_t *cr, const PlotColor *color)
{
  double most = largest_density (self), width = gtk_widget_get_width (GTK_WIDGET (self)), bottom = y_of (self, 0, 1);

  cairo_move_to (cr, PAD, bottom);
  for (double x = PAD; x <= width - PAD; x += 0.5)
    {
      double value = self->low + (x - PAD) / (width - 2 * PAD) * (self->high - self->low);

      cairo_line_to (cr, x, y_of (self, wb_distribution_density (&self->distribution, value), most));
    }
  cairo_line_to (cr, width - PAD, bottom);
  cairo_set_source_rgba (cr, color->r, color->g, color->b, 0.2);
  cairo_fill_preserve (cr);
  cairo_set_source_rgb (cr, color->r, color->g, color->b);
  cairo_set_line_width (cr, 1.6);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
}

static void
draw_handles (WbDensityField *self, cairo_t *cr, const PlotTheme *theme, const PlotColor *color)
{
  gboolean focused = gtk_widget_has_focus (GTK_WIDGET (self));

  for (int k = 0; k < wb_density_field_n_handles (self); k++)
    {
      gboolean marked = focused && k == self->selected;
      double x, y;

      wb_density_field_handle (self, k, &x, &y);
      cairo_arc (cr, x, y, RADIUS, 0, 2 * G_PI);
      cairo_set_source_rgb (cr, marked ? color->r : theme->background.r, marked ? color->g : theme->background.g, marked ? color->b : theme->background.b);
      cairo_fill_preserve (cr);
      cairo_set_source_rgb (cr, color->r, color->g, color->b);
      cairo_set_line_width (cr, 1.8);
      cairo_stroke (cr);
    }
}

/* Draws a tick across the axis at each marked value. */
static void
draw_marks (WbDensityField *self, cairo_t *cr, const PlotTheme *theme)
{
  double bottom = y_of (self, 0, 1);

  for (guint k = 0; k < self->marks->len; k++)
    {
      double value = g_array_index (self->marks, double, k);

      if (!(value >= self->low && value <= self->high))
        continue;
      cairo_move_to (cr, x_of (self, value), bottom - PAD / 2);
      cairo_line_to (cr, x_of (self, value), bottom + PAD / 2);
    }
  cairo_set_source_rgb (cr, theme->text.r, theme->text.g, theme->text.b);
  cairo_set_line_width (cr, 1.2);
  cairo_stroke (cr);
}

static void
wb_density_field_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbDensityField *self = WB_DENSITY_FIELD (widget);
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor color = theme->series[0];
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (!wb_density_field_has_picture (self) || width < 4 * PAD || height < 3 * PAD)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  if (self->distribution.draw == MODEL_DRAW_CHOICE)
    {
      cairo_set_source_rgb (cr, color.r, color.g, color.b);
      wb_distribution_draw_bars (&self->distribution, cr, PAD, width - PAD, PAD, height - PAD);
    }
  else
    draw_curve (self, cr, &color);
  draw_marks (self, cr, theme);
  draw_handles (self, cr, theme, &color);
  cairo_destroy (cr);
}

static void
wb_density_field_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                          int *natural_baseline)
{
  WbDensityField *self = WB_DENSITY_FIELD (widget);

  *minimum = *natural = (int) wb_style_px (orientation == GTK_ORIENTATION_HORIZONTAL ? self->width : self->height);
}

/* ---- pointer and keys ---- */

static int
handle_at (WbDensityField *self, double px, double py)
{
  int found = -1;
  double nearest = REACH;

  for (int k = 0; k < wb_density_field_n_handles (self); k++)
    {
      double x, y;

      wb_density_field_handle (self, k, &x, &y);
      if (hypot (px - x, py - y) < nearest)
        {
          nearest = hypot (px - x, py - y);
          found = k;
        }
    }
  return found;
}

static void
on_drag_begin (GtkGestureDrag *drag, double x, double y, WbDensityField *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->dragged = handle_at (self, x, y);
  if (self->dragged < 0)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->selected = self->dragged;
  self->dragged_from = value_of (&self->distribution, self->dragged);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_drag_update (GtkGestureDrag *drag, double dx, double dy, WbDensityField *self)
{
  double room = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * PAD;

  if (self->dragged < 0 || !(room > 0))
    return;
  move_to (self, self->dragged, self->dragged_from + dx / room * (self->high - self->low));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  emit (self, MOVING);
}

static void
on_drag_end (GtkGestureDrag *drag, double dx, double dy, WbDensityField *self)
{
  if (self->dragged < 0)
    return;
  self->dragged = -1;
  if (fabs (dx) + fabs (dy) > 0)
    emit (self, COMMITTED);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType held, WbDensityField *self)
{
  int n = wb_density_field_n_handles (self);
  int by = key == GDK_KEY_Left || key == GDK_KEY_KP_Left ? -1 : key == GDK_KEY_Right || key == GDK_KEY_KP_Right ? 1 : 0;

  if (n == 0 || (held & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  if (key == GDK_KEY_Up || key == GDK_KEY_Down)
    {
      self->selected = (self->selected + 1) % n;
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return TRUE;
    }
  if (by == 0)
    return FALSE;
  self->selected = MIN (self->selected, n - 1);
  move_to (self, self->selected, value_of (&self->distribution, self->selected) + by * (self->high - self->low) / KEY_PARTS);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  emit (self, COMMITTED);
  return TRUE;
}

/* ---- widget ---- */

static void
wb_density_field_finalize (GObject *object)
{
  g_array_unref (WB_DENSITY_FIELD (object)->marks);
  G_OBJECT_CLASS (wb_density_field_parent_class)->finalize (object);
}

static void
wb_density_field_class_init (WbDensityFieldClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = wb_density_field_finalize;
  widget_class->snapshot = wb_density_field_snapshot;
  widget_class->measure = wb_density_field_measure;
  gtk_widget_class_set_css_name (widget_class, "densityfield");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[MOVING] = g_signal_new ("moving", WB_TYPE_DENSITY_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[COMMITTED] = g_signal_new ("committed", WB_TYPE_DENSITY_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
on_style (gpointer user)
{
  gtk_widget_queue_draw (user);
}

static void
wb_density_field_init (WbDensityField *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->dragged = -1;
  self->marks = g_array_new (FALSE, FALSE, sizeof (double));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  wb_style_watch (on_style, G_OBJECT (self));
}

GtkWidget *
wb_density_field_new (int width, int height)
{
  WbDensityField *self = g_object_new (WB_TYPE_DENSITY_FIELD, NULL);

  self->width = width;
  self->height = height;
  wb_widget_set_label (GTK_WIDGET (self), _("Density; drag a handle, or move it with the arrow keys"));
  return GTK_WIDGET (self);
}

void
wb_density_field_set_text (WbDensityField *self, const char *text)
{
  WbDistribution next = wb_distribution_parse (text);
  double low, high;
  gboolean drawn = wb_distribution_range (&next, &low, &high);

  if (self->dragged >= 0)
    return;
  g_array_set_size (self->marks, 0);
  self->distribution = next;
  self->drawn = drawn;
  if (drawn)
    {
      double margin = 0.12 * (high - low);

      self->low = low - margin;
      self->high = high + margin;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
wb_density_field_set_marks (WbDensityField *self, const double *values, int n)
{
  g_array_set_size (self->marks, 0);
  g_array_append_vals (self->marks, values, (guint) n);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

int
wb_density_field_n_marks (WbDensityField *self)
{
  return (int) self->marks->len;
}
