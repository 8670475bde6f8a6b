/* Builds the toggle buttons of the layers and stores their states in the session. */
#include "wb-lab-plane-layers.h"

#include <glib/gi18n.h>

#include "wb-style.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

static const struct { guint layer; const char *label; } layers[] = {
  { PLOT_STUDY_NULLCLINES, N_("Nullclines") }, { PLOT_STUDY_EQUILIBRIA, N_("Equilibria") }, { PLOT_STUDY_MANIFOLDS, N_("Manifolds") },
  { PLOT_STUDY_CYCLES, N_("Closed orbits") }, { PLOT_STUDY_SECTION, N_("Section") },
  { PLOT_STUDY_FIELD, N_("Field") }, { PLOT_STUDY_TRAJECTORIES, N_("Trajectories") },
};

/* Draws a sample of a layer in the button, in the colour that the plot uses. */
static void
draw_sample (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  guint layer = GPOINTER_TO_UINT (user);
  const PlotTheme *theme = wb_style_plot_theme ();
  PlotColor color = layer == PLOT_STUDY_NULLCLINES ? theme->series[2] : layer == PLOT_STUDY_MANIFOLDS ? theme->series[3]
                    : layer == PLOT_STUDY_CYCLES ? theme->series[0] : layer == PLOT_STUDY_EQUILIBRIA ? theme->text : layer == PLOT_STUDY_FIELD ? theme->field
                    : layer == PLOT_STUDY_SECTION ? theme->event : theme->secondary;
  static const double dashes[] = { 4, 2.5 };
  double y = height / 2.0;

  cairo_set_source_rgba (cr, color.r, color.g, color.b, 1);
  cairo_set_line_width (cr, layer == PLOT_STUDY_CYCLES ? 3 : 1.8);
  if (layer == PLOT_STUDY_EQUILIBRIA)
    {
      cairo_arc (cr, width / 2.0 - 6, y, 4, 0, 2 * G_PI);
      cairo_fill (cr);
      cairo_arc (cr, width / 2.0 + 6, y, 3.6, 0, 2 * G_PI);
    }
  else
    {
      if (layer == PLOT_STUDY_NULLCLINES)
        cairo_set_dash (cr, dashes, 2, 0);
      cairo_move_to (cr, 1, y);
      cairo_line_to (cr, width - 1, y);
      if (layer == PLOT_STUDY_FIELD)
        {
          cairo_move_to (cr, width - 6, y - 4);
          cairo_line_to (cr, width - 1, y);
          cairo_line_to (cr, width - 6, y + 4);
        }
    }
  cairo_stroke (cr);
}

static void
on_toggled (GtkToggleButton *button, WbLaboratory *laboratory)
{
  guint layer = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "layer"));

  wb_laboratory_show_layer (laboratory, layer, gtk_toggle_button_get_active (button));
}

/* Shows the eye of a button. A compact button has only the crossed eye of a hidden layer. */
static void
show_eye (GtkWidget *button)
{
  GtkWidget *eye = g_object_get_data (G_OBJECT (button), "eye"), *name = g_object_get_data (G_OBJECT (button), "name");
  gboolean shown = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button));

  gtk_image_set_from_icon_name (GTK_IMAGE (eye), shown ? "wb-visible-symbolic" : "wb-hidden-symbolic");
  gtk_widget_set_visible (eye, !shown || gtk_widget_get_visible (name));
}

/* Sets the buttons to the visible layers. */
static void
on_laboratory (WbLaboratory *laboratory, GtkWidget *row)
{
  for (guint k = 0; k < G_N_ELEMENTS (layers); k++)
    {
      GtkWidget *button = wb_lab_plane_layers_button (row, layers[k].layer);

      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), (wb_laboratory_layers (laboratory) & layers[k].layer) != 0);
      show_eye (button);
    }
}

static GtkWidget *
button_new (WbLaboratory *laboratory, guint k)
{
  GtkWidget *button = gtk_toggle_button_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *sample = gtk_drawing_area_new ();
  GtkWidget *name = gtk_label_new (_(layers[k].label)), *eye = gtk_image_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (sample), 24);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (sample), 16);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (sample), draw_sample, GUINT_TO_POINTER (layers[k].layer), NULL);
  gtk_widget_set_valign (sample, GTK_ALIGN_CENTER);
  wb_box_add (line, sample, name, eye, NULL);
  gtk_button_set_child (GTK_BUTTON (button), line);
  gtk_widget_add_css_class (button, "lab-layer");
  g_object_set_data (G_OBJECT (button), "layer", GUINT_TO_POINTER (layers[k].layer));
  g_object_set_data (G_OBJECT (button), "name", name);
  g_object_set_data (G_OBJECT (button), "eye", eye);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _(layers[k].label), -1);
  g_signal_connect_object (button, "toggled", G_CALLBACK (on_toggled), laboratory, 0);
  return button;
}

GtkWidget *
wb_lab_plane_layers_button (GtkWidget *row, guint layer)
{
  for (GtkWidget *button = gtk_widget_get_first_child (row); button != NULL; button = gtk_widget_get_next_sibling (button))
    if (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "layer")) == layer)
      return button;
  return NULL;
}

void
wb_lab_plane_layers_set_compact (GtkWidget *row, gboolean compact)
{
  for (GtkWidget *button = gtk_widget_get_first_child (row); button != NULL; button = gtk_widget_get_next_sibling (button))
    {
      GtkWidget *name = g_object_get_data (G_OBJECT (button), "name");

      gtk_widget_set_visible (name, !compact);
      wb_tooltip_set (button, compact ? gtk_label_get_text (GTK_LABEL (name)) : NULL);
      show_eye (button);
    }
  if (compact)
    gtk_widget_add_css_class (row, "compact");
  else
    gtk_widget_remove_css_class (row, "compact");
}

GtkWidget *
wb_lab_plane_layers_new (WbLaboratory *laboratory)
{
  GtkWidget *row = wb_wrap_new (10);

  for (guint k = 0; k < G_N_ELEMENTS (layers); k++)
    wb_wrap_append (WB_WRAP (row), button_new (laboratory, k));
  gtk_widget_add_css_class (row, "lab-layers");
  g_signal_connect_object (laboratory, "changed", G_CALLBACK (on_laboratory), row, 0);
  on_laboratory (laboratory, row);
  return row;
}
