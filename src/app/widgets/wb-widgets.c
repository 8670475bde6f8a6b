/* Small functions for names, labels, swatches and menus of widgets. */
#include "wb-widgets.h"

#include "wb-remove.h"
#include "wb-style.h"
#include "wb-tooltip.h"

void
wb_widget_set_name (GtkWidget *widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
wb_widget_set_label (GtkWidget *widget, const char *label)
{
  wb_tooltip_set (widget, label);
  wb_widget_set_name (widget, label);
}

void
wb_widget_empty_box (GtkWidget *box)
{
  wb_remove_children_when_idle (box);
}

/* ---- samples of lines ---- */

typedef struct { int series; double width, y; } Swatch;

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  const Swatch *swatch = user;
  const PlotTheme *theme = wb_style_plot_theme ();
  double dashes[6], y = height / 2.0 + swatch->y;
  int n = plot_theme_dashes (swatch->series - 1, 1, dashes);
  PlotColor color = swatch->series > 0 ? theme->series[(swatch->series - 1) % PLOT_N_SERIES] : theme->secondary;

  cairo_set_source_rgb (cr, color.r, color.g, color.b);
  cairo_set_dash (cr, dashes, n, 0);
  cairo_set_line_width (cr, swatch->width);
  cairo_move_to (cr, 0, y);
  cairo_line_to (cr, width, y);
  cairo_stroke (cr);
}

GtkWidget *
wb_widget_swatch_new (int series, int length, double width, double y)
{
  GtkWidget *area = gtk_drawing_area_new ();
  Swatch *swatch = g_new (Swatch, 1);

  *swatch = (Swatch) { series, width, y };
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), length);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), 16);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_swatch, swatch, g_free);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  return area;
}

char *
wb_widget_menu_label (const char *text)
{
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, "_", -1) : NULL;

  return parts != NULL ? g_strjoinv ("__", parts) : NULL;
}

GtkWidget *
wb_label_new (const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  return label;
}

GtkWidget *
wb_label_new_wrapped (const char *text, const char *class)
{
  GtkWidget *label = wb_label_new (text, class);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  return label;
}

GtkWidget *
wb_styled (GtkWidget *widget, const char *classes)
{
  g_auto (GStrv) words = g_strsplit (classes, " ", -1);

  for (char **word = words; *word != NULL; word++)
    gtk_widget_add_css_class (widget, *word);
  return widget;
}

void
wb_box_add (GtkWidget *box, ...)
{
  va_list children;

  va_start (children, box);
  for (GtkWidget *child = va_arg (children, GtkWidget *); child != NULL; child = va_arg (children, GtkWidget *))
    gtk_box_append (GTK_BOX (box), child);
  va_end (children);
}

GtkWidget *
wb_scrolled_new (GtkWidget *child)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), child);
  return scrolled;
}

static int screenshot_scale = 1;

int
wb_widget_scale (GtkWidget *widget)
{
  return MAX (gtk_widget_get_scale_factor (widget), screenshot_scale);
}

void
wb_widget_set_screenshot_scale (int scale)
{
  screenshot_scale = scale;
}

#define HELP "wb-help"

void
wb_widget_set_help (GtkWidget *widget, const char *id)
{
  g_object_set_data_full (G_OBJECT (widget), HELP, g_strdup (id), g_free);
}

const char *
wb_widget_help (GtkWidget *widget)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    if (g_object_get_data (G_OBJECT (widget), HELP) != NULL)
      return g_object_get_data (G_OBJECT (widget), HELP);
  return NULL;
}

void
wb_widget_close_on_escape (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                                                          gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
}
