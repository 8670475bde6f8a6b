/* Counts the closed orbits that reach outside of the window, and shows the window that contains them. */
#include "wb-lab-plane-outside.h"

#include <glib/gi18n.h>

#include "wb-lab-plane-figure.h"
#include "wb-widgets.h"

#define KEY "wb-lab-plane-outside"

typedef struct
{
  WbLaboratory *laboratory;
  GtkWidget *text;
  char *region;         /* window that contains all closed orbits, as the option `box`; NULL: all are inside */
} Line;

static void
line_free (gpointer data)
{
  g_free (((Line *) data)->region);
  g_free (data);
}

static void
zoom_out (Line *line)
{
  if (line->region != NULL)
    wb_laboratory_set_plane (line->laboratory, WB_LAB_OPTION_BOX, line->region);
}

void
wb_lab_plane_outside_show (GtkWidget *widget, const WbLabFound *found)
{
  Line *line = g_object_get_data (G_OBJECT (widget), KEY);
  double low[2], high[2];
  int n = found != NULL ? wb_lab_found_n_outside (found, low, high) : 0;
  g_autofree char *text = g_strdup_printf (ngettext ("%d closed orbit reaches outside of the window.", "%d closed orbits reach outside of the window.", (gulong) n), n);

  g_free (line->region);
  line->region = n > 0 ? wb_lab_found_region (found, low, high) : NULL;
  gtk_label_set_text (GTK_LABEL (line->text), text);
  gtk_widget_set_visible (widget, n > 0);
}

GtkWidget *
wb_lab_plane_outside_new (WbLaboratory *laboratory)
{
  GtkWidget *widget = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), "lab-foot"), *button = gtk_button_new_with_label (_("Zoom out"));
  Line *line = g_new0 (Line, 1);

  line->laboratory = laboratory;
  line->text = wb_label_new_wrapped ("", "dim");
  g_object_set_data_full (G_OBJECT (widget), KEY, line, line_free);
  gtk_widget_set_hexpand (line->text, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (zoom_out), line);
  wb_box_add (widget, line->text, button, NULL);
  gtk_widget_set_visible (widget, FALSE);
  return widget;
}
