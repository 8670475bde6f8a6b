/* Draws the slider of the accuracy, and converts drags and keys to accuracies. */
#include "wb-accuracy-scale.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-number-field.h"
#include "wb-style.h"

/* Exponents of ten at the two ends of the scale. */
#define LOOSE -1.0
#define TIGHT -12.0
#define SIDE 10
#define LINE 8
#define HANDLE 9.5

struct _WbAccuracyScale
{
  GtkWidget parent_instance;
  double value, loosest, tightest;
  double drag_from;
};

G_DEFINE_FINAL_TYPE (WbAccuracyScale, wb_accuracy_scale, GTK_TYPE_WIDGET)

static guint changed_signal;

static double
x_of (WbAccuracyScale *self, double accuracy)
{
  double part = (log10 (accuracy) - LOOSE) / (TIGHT - LOOSE);

  return SIDE + CLAMP (part, 0, 1) * (gtk_widget_get_width (GTK_WIDGET (self)) - 2 * SIDE);
}

static void
rounded (cairo_t *cr, double x0, double x1, double y, double thick)
{
  double r = thick / 2;

  cairo_new_path (cr);
  cairo_arc (cr, x0 + r, y, r, G_PI / 2, 3 * G_PI / 2);
  cairo_arc (cr, MAX (x1 - r, x0 + r), y, r, -G_PI / 2, G_PI / 2);
  cairo_close_path (cr);
}

static void
set_color (cairo_t *cr, PlotColor color)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
}

static void
hatch (cairo_t *cr, const PlotTheme *theme, double x0, double x1, double y, double thick)
{
  if (x1 <= x0 + thick / 2)
    return;
  cairo_save (cr);
  rounded (cr, x0, x1, y, thick);
  cairo_clip (cr);
  set_color (cr, plot_color_fade (theme->text, 0.27));
  cairo_set_line_width (cr, 2.2);
  for (double x = x0 - thick; x < x1 + thick; x += 6.5)
    {
      cairo_move_to (cr, x, y + thick / 2 + 1);
      cairo_line_to (cr, x + thick, y - thick / 2 - 1);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_ticks (WbAccuracyScale *self, cairo_t *cr, const PlotTheme *theme, double y)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  PangoFontDescription *font = pango_font_description_copy (pango_context_get_font_description (pango_layout_get_context (layout)));

  pango_font_description_set_absolute_size (font, wb_style_px (12) * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  for (int exponent = (int) LOOSE; exponent >= (int) TIGHT; exponent--)
    {
      gboolean labelled = exponent == -1 || exponent % 3 == 0;
      double x = x_of (self, pow (10, exponent));
      char text[64];
      int width, height;

      set_color (cr, plot_color_fade (theme->text, 0.35));
      cairo_rectangle (cr, round (x) - 0.5, y + 9, 1, labelled ? 5 : 4);
      cairo_fill (cr);
      if (!labelled)
        continue;
      g_snprintf (text, sizeof text, "10<span baseline_shift='superscript' size='75%%'>−%d</span>", -exponent);
      pango_layout_set_markup (layout, text, -1);
      pango_layout_get_pixel_size (layout, &width, &height);
      set_color (cr, theme->secondary);
      cairo_move_to (cr, CLAMP (round (x - width / 2.0), -4, gtk_widget_get_width (GTK_WIDGET (self)) - width + 4), round (y + 14));
      pango_cairo_show_layout (cr, layout);
    }
}

static void
wb_accuracy_scale_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbAccuracyScale *self = WB_ACCURACY_SCALE (widget);
  const PlotTheme *theme = wb_style_plot_theme ();
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (-4, -4, width + 8, height + 8));
  double y = 12, x = x_of (self, self->value), loose = x_of (self, self->loosest), tight = x_of (self, self->tightest);
  gboolean sensitive = gtk_widget_is_sensitive (widget);

  set_color (cr, plot_color_fade (theme->text, 0.14));
  rounded (cr, SIDE - 2, width - SIDE + 2, y, LINE);
  cairo_fill (cr);
  hatch (cr, theme, SIDE - 2, loose, y, LINE);
  hatch (cr, theme, tight, width - SIDE + 2, y, LINE);
  if (sensitive && x > loose)
    {
      set_color (cr, theme->accent);
      cairo_rectangle (cr, loose, y - LINE / 2.0, x - loose, LINE);
      cairo_fill (cr);
    }
  draw_ticks (self, cr, theme, y);
  if (sensitive)
    {
      cairo_new_path (cr);
      cairo_arc (cr, x, y, HANDLE, 0, 2 * G_PI);
      cairo_set_source_rgb (cr, 1, 1, 1);
      cairo_fill_preserve (cr);
      cairo_set_source_rgba (cr, 0, 0, 0, 0.28);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  if (gtk_widget_has_visible_focus (widget))
    {
      cairo_arc (cr, x, y, HANDLE + 2, 0, 2 * G_PI);
      set_color (cr, theme->accent);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
  cairo_destroy (cr);
}

static void
wb_accuracy_scale_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 28 + (int) wb_style_px (14);
}

static void
user_sets (WbAccuracyScale *self, double accuracy)
{
  accuracy = wb_number_ladder (CLAMP (accuracy, pow (10, TIGHT), pow (10, LOOSE)), 0);
  if (fabs (accuracy / self->value - 1) < 1e-9)
    return;
  wb_accuracy_scale_set_value (self, accuracy);
  g_signal_emit (self, changed_signal, 0);
}

static void
user_drags_to (WbAccuracyScale *self, double x)
{
  double part = (x - SIDE) / MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - 2 * SIDE);

  user_sets (self, pow (10, LOOSE + CLAMP (part, 0, 1) * (TIGHT - LOOSE)));
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, WbAccuracyScale *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_from = x;
  user_drags_to (self, x);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, WbAccuracyScale *self)
{
  user_drags_to (self, self->drag_from + dx);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbAccuracyScale *self)
{
  switch (key)
    {
    case GDK_KEY_Right: case GDK_KEY_Up: user_sets (self, wb_number_ladder (self->value, -1)); return TRUE;
    case GDK_KEY_Left: case GDK_KEY_Down: user_sets (self, wb_number_ladder (self->value, +1)); return TRUE;
    case GDK_KEY_Page_Up: user_sets (self, self->value / 10); return TRUE;
    case GDK_KEY_Page_Down: user_sets (self, self->value * 10); return TRUE;
    default: return FALSE;
    }
}

static void
wb_accuracy_scale_class_init (WbAccuracyScaleClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = wb_accuracy_scale_snapshot;
  widget_class->measure = wb_accuracy_scale_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
  changed_signal = g_signal_new ("value-changed", WB_TYPE_ACCURACY_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_accuracy_scale_init (WbAccuracyScale *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->value = 1e-4;
  self->loosest = 0.1;
  self->tightest = 1e-12;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Accuracy"), -1);
}

GtkWidget *
wb_accuracy_scale_new (void)
{
  return g_object_new (WB_TYPE_ACCURACY_SCALE, NULL);
}

void
wb_accuracy_scale_set_value (WbAccuracyScale *self, double accuracy)
{
  char text[64];

  if (!(accuracy > 0))
    return;
  self->value = accuracy;
  plot_format_number (accuracy, 2, text, sizeof text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, -LOOSE, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  -TIGHT, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, -log10 (accuracy), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1); /* GTK passes accessible values only for its own sliders */
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

double
wb_accuracy_scale_value (WbAccuracyScale *self)
{
  return self->value;
}

void
wb_accuracy_scale_set_supported (WbAccuracyScale *self, double loosest, double tightest)
{
  self->loosest = loosest > 0 ? MIN (loosest, pow (10, LOOSE)) : pow (10, LOOSE);
  self->tightest = tightest > 0 ? MAX (tightest, pow (10, TIGHT)) : pow (10, TIGHT);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
