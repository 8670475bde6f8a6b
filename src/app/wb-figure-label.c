#include "wb-figure-label.h"

/* What a label keeps: its markup, the room it has asked for (px), and the font that this was for. */
typedef struct
{
  char *markup;
  int width;
  guint font;
  gboolean running;
} Figure;

static void
figure_free (gpointer data)
{
  Figure *figure = data;

  g_free (figure->markup);
  g_free (figure);
}

static Figure *
figure_of (GtkWidget *label)
{
  return g_object_get_data (G_OBJECT (label), "wb-figure");
}

GtkWidget *
wb_figure_label_new (const char *class, float xalign)
{
  GtkWidget *label = gtk_inscription_new (NULL);
  Figure *figure = g_new0 (Figure, 1);

  figure->markup = g_strdup ("");
  g_object_set_data_full (G_OBJECT (label), "wb-figure", figure, figure_free);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (label), 0);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (label), 0);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (label), xalign);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (label), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  return label;
}

const char *
wb_figure_label_get (GtkWidget *label)
{
  return figure_of (label)->markup;
}

/* The window's tabular figures, which a layout of one's own does not have from the style sheet. */
static void
take_features (PangoLayout *layout)
{
  PangoAttrList *attributes = pango_layout_get_attributes (layout);

  attributes = attributes != NULL ? pango_attr_list_copy (attributes) : pango_attr_list_new ();
  pango_attr_list_insert_before (attributes, pango_attr_font_features_new ("tnum"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
}

/* gtk_inscription_set_markup of GTK 4.8 loses its list of attributes. */
static void
show (GtkInscription *label, const char *markup)
{
  g_autofree char *text = NULL;
  g_autoptr (PangoAttrList) attributes = NULL;

  if (!pango_parse_markup (markup, -1, 0, &attributes, &text, NULL, NULL))
    g_return_if_reached ();
  gtk_inscription_set_text (label, text);
  gtk_inscription_set_attributes (label, attributes);
}

void
wb_figure_label_set (GtkWidget *label, const char *markup, gboolean running)
{
  Figure *figure = figure_of (label);
  g_autoptr (PangoLayout) layout = NULL;
  guint font = pango_font_description_hash (pango_context_get_font_description (gtk_widget_get_pango_context (label)));
  int width;

  if (strcmp (figure->markup, markup) != 0)
    {
      g_free (figure->markup);
      figure->markup = g_strdup (markup);
      show (GTK_INSCRIPTION (label), markup);
    }
  else if (font == figure->font && running == figure->running)
    return;
  figure->running = running;
  layout = gtk_widget_create_pango_layout (label, NULL);
  pango_layout_set_markup (layout, markup, -1);
  take_features (layout);
  pango_layout_get_pixel_size (layout, &width, NULL);
  if (running && font == figure->font && width <= figure->width)
    return;
  figure->font = font;
  figure->width = width;
  gtk_widget_set_size_request (label, width, -1);
}
