/* Draws a changing text and requests a new layout only if the text becomes wider. */
#include "wb-figure-label.h"

struct _WbFigureLabel
{
  GtkWidget parent_instance;

  char *markup, *text;
  PangoLayout *layout;       /* layout of the text; NULL if it must be made again with the present font */
  float xalign;
  int width;                 /* width that the label requests, px */
  gboolean running;
};

G_DEFINE_FINAL_TYPE (WbFigureLabel, wb_figure_label, GTK_TYPE_WIDGET)

static PangoLayout *
layout_of (WbFigureLabel *self)
{
  PangoAttrList *attributes;

  if (self->layout != NULL)
    return self->layout;
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  pango_layout_set_markup (self->layout, self->markup, -1);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
  /* The style sheet gives the window digits of equal width. A separate layout needs this attribute
   * itself. */
  attributes = pango_layout_get_attributes (self->layout);
  attributes = attributes != NULL ? pango_attr_list_copy (attributes) : pango_attr_list_new ();
  pango_attr_list_insert_before (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (self->layout, attributes);
  pango_attr_list_unref (attributes);
  return self->layout;
}

/* Returns the line height of the font in px. Raised digits come from another font and would make the line
 * higher. */
static int
line_height (WbFigureLabel *self, int *ascent)
{
  PangoFontMetrics *metrics = pango_context_get_metrics (pango_layout_get_context (layout_of (self)), NULL, NULL);
  int height = PANGO_PIXELS_CEIL (pango_font_metrics_get_ascent (metrics) + pango_font_metrics_get_descent (metrics));

  *ascent = PANGO_PIXELS (pango_font_metrics_get_ascent (metrics));
  pango_font_metrics_unref (metrics);
  return height;
}

/* Returns the width of the whole text in px. */
static int
text_width (WbFigureLabel *self)
{
  PangoLayout *layout = layout_of (self);
  PangoRectangle all;

  pango_layout_set_width (layout, -1);
  pango_layout_get_extents (layout, NULL, &all);
  return PANGO_PIXELS_CEIL (all.width);
}

static void
wb_figure_label_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  WbFigureLabel *self = WB_FIGURE_LABEL (widget);
  int ascent;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = *natural = self->width;
      return;
    }
  *minimum = *natural = line_height (self, &ascent);
  *minimum_baseline = *natural_baseline = ascent;
}

static void
wb_figure_label_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WbFigureLabel *self = WB_FIGURE_LABEL (widget);
  int width = gtk_widget_get_width (widget), free_room = width - text_width (self), ascent;
  PangoLayout *layout = layout_of (self);
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  GdkRGBA color;

  if (free_room < 0)
    pango_layout_set_width (layout, width * PANGO_SCALE);
  gtk_style_context_get_color (style, &color);
  gtk_snapshot_save (snapshot);
  line_height (self, &ascent);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (int) (MAX (free_room, 0) * self->xalign),
                                                          (float) (ascent - PANGO_PIXELS (pango_layout_get_baseline (layout)))));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
wb_figure_label_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  WbFigureLabel *self = WB_FIGURE_LABEL (widget);
  int width;

  GTK_WIDGET_CLASS (wb_figure_label_parent_class)->css_changed (widget, change);
  g_clear_object (&self->layout);
  width = text_width (self);
  if (width != self->width)
    {
      self->width = width;
      gtk_widget_queue_resize (widget);
    }
  else
    gtk_widget_queue_draw (widget);
}

static void
wb_figure_label_finalize (GObject *object)
{
  WbFigureLabel *self = WB_FIGURE_LABEL (object);

  g_clear_object (&self->layout);
  g_free (self->markup);
  g_free (self->text);
  G_OBJECT_CLASS (wb_figure_label_parent_class)->finalize (object);
}

static void
wb_figure_label_class_init (WbFigureLabelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = wb_figure_label_finalize;
  widget_class->measure = wb_figure_label_measure;
  widget_class->snapshot = wb_figure_label_snapshot;
  widget_class->css_changed = wb_figure_label_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
  gtk_widget_class_set_css_name (widget_class, "label");
}

static void
wb_figure_label_init (WbFigureLabel *self)
{
  self->markup = g_strdup ("");
  self->text = g_strdup ("");
}

GtkWidget *
wb_figure_label_new (const char *class, float xalign)
{
  WbFigureLabel *self = g_object_new (WB_TYPE_FIGURE_LABEL, NULL);

  self->xalign = xalign;
  if (class != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), class);
  return GTK_WIDGET (self);
}

const char *
wb_figure_label_text (WbFigureLabel *self)
{
  return self->text;
}

void
wb_figure_label_set (WbFigureLabel *self, const char *markup, gboolean running)
{
  int width;

  if (strcmp (self->markup, markup) != 0)
    {
      g_free (self->markup);
      self->markup = g_strdup (markup);
      g_clear_object (&self->layout);
      g_free (self->text);
      self->text = g_strdup (pango_layout_get_text (layout_of (self)));
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->text, -1);
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  else if (running == self->running)
    return;
  self->running = running;
  width = text_width (self);
  if (running ? width > self->width : width != self->width)
    {
      self->width = width;
      gtk_widget_queue_resize (GTK_WIDGET (self));
    }
}
