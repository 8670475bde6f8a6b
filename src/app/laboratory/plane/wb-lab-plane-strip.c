/* Builds the line of buttons for the found objects. */
#include "wb-lab-plane-strip.h"

#include <glib/gi18n.h>

#include "lab-equilibria.h"
#include "wb-lab-plane-glyph.h"
#include "wb-lab-plane-rows.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

typedef struct
{
  WbLabPlaneStripFunc clicked;
  gpointer user;
  GtkWidget *buttons, *row; /* row: holds the row of the selected object */
} Strip;

static Strip *
strip_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "wb-lab-plane-strip");
}

static void
on_clicked (GtkButton *button, gpointer user)
{
  Strip *strip = user;

  strip->clicked (strip->user, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "index")));
}

static void
add_button (Strip *strip, GtkWidget *glyph, const char *title, int index)
{
  GtkWidget *button = wb_styled (gtk_button_new (), "lab-strip-button");

  gtk_button_set_child (GTK_BUTTON (button), glyph);
  wb_tooltip_set (button, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data (G_OBJECT (button), "index", GINT_TO_POINTER (index));
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), strip);
  gtk_box_append (GTK_BOX (strip->buttons), button);
}

GtkWidget *
wb_lab_plane_strip_new (WbLabPlaneStripFunc clicked, gpointer user)
{
  GtkWidget *widget = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *scroll = gtk_scrolled_window_new ();
  Strip *strip = g_new0 (Strip, 1);

  *strip = (Strip) { clicked, user, gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0) };
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroll), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), strip->buttons);
  gtk_widget_set_valign (scroll, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (strip->row, TRUE);
  wb_box_add (widget, scroll, strip->row, NULL);
  gtk_widget_add_css_class (widget, "lab-strip");
  g_object_set_data_full (G_OBJECT (widget), "wb-lab-plane-strip", strip, g_free);
  return widget;
}

void
wb_lab_plane_strip_fill (GtkWidget *widget, const WbLabFound *found)
{
  Strip *strip = strip_of (widget);
  const GPtrArray *points = found != NULL ? found->objects.equilibria->points : NULL, *cycles = found != NULL ? found->objects.cycles->cycles : NULL;

  for (GtkWidget *child; (child = gtk_widget_get_first_child (strip->buttons)) != NULL;)
    gtk_box_remove (GTK_BOX (strip->buttons), child);
  for (guint k = 0; points != NULL && k < points->len; k++)
    {
      LabPointType type = ((const LabEquilibrium *) points->pdata[k])->type;

      add_button (strip, wb_lab_plane_glyph_new_point (type), _(lab_point_type_label (type)), (int) k);
    }
  for (guint k = 0; cycles != NULL && k < cycles->len; k++)
    {
      gboolean stable = ((const LabCycle *) cycles->pdata[k])->stable;

      add_button (strip, wb_lab_plane_glyph_new_cycle (stable), stable ? _("Stable cycle") : _("Unstable cycle"), (int) (points->len + k));
    }
  wb_lab_plane_strip_select (widget, found, -1);
}

void
wb_lab_plane_strip_select (GtkWidget *widget, const WbLabFound *found, int index)
{
  Strip *strip = strip_of (widget);
  int n_points = found != NULL ? (int) found->objects.equilibria->points->len : 0, k = 0;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (strip->row)) != NULL)
    gtk_box_remove (GTK_BOX (strip->row), child);
  for (child = gtk_widget_get_first_child (strip->buttons); child != NULL; child = gtk_widget_get_next_sibling (child), k++)
    if (k == index)
      gtk_widget_add_css_class (child, "selected");
    else
      gtk_widget_remove_css_class (child, "selected");
  if (found == NULL)
    return;
  if (index >= 0)
    child = index < n_points ? wb_lab_plane_row_new_point (found, index) : wb_lab_plane_row_new_cycle (found, index - n_points);
  else
    {
      g_autofree char *count = wb_lab_plane_count_text (found);

      child = wb_styled (gtk_label_new (count), "dim-label");
    }
  gtk_widget_set_hexpand (child, index >= 0);
  gtk_box_append (GTK_BOX (strip->row), child);
}
