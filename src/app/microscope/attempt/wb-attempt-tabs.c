/* Builds the tabs for attempts with the same start, and opens one attempt or two together. */
#include "wb-attempt-tabs.h"

#include <glib/gi18n.h>

#include "wb-widgets.h"

/* The largest number of tabs. */
#define MOST_TABS 4

static void
open_tab (GtkButton *button, WbMicroscope *microscope)
{
  wb_microscope_set_both (microscope, FALSE);
  wb_microscope_open (microscope, GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (button), "attempt")));
}

static char *
tab_name (int number)
{
  switch (number)
    {
    case 0: return g_strdup (_("First try"));
    case 1: return g_strdup (_("Second try"));
    case 2: return g_strdup (_("Third try"));
    default: return g_strdup_printf (_("Try %d"), number + 1);
    }
}

static void
open_both (WbMicroscope *microscope)
{
  wb_microscope_set_both (microscope, TRUE);
}

void
wb_attempt_tabs_refresh (GtkWidget *tabs)
{
  WbMicroscope *microscope = g_object_get_data (G_OBJECT (tabs), "microscope");
  gsize first;
  const int n = wb_microscope_siblings (microscope, &first);
  const gsize open = wb_microscope_index (microscope);
  const int skip = n > MOST_TABS ? CLAMP ((int) (open - first) - MOST_TABS / 2, 0, n - MOST_TABS) : 0;

  wb_widget_empty_box (tabs);
  gtk_widget_set_visible (tabs, n > 1);
  for (int i = skip; n > 1 && i < MIN (n, skip + MOST_TABS); i++)
    {
      GtkWidget *button = gtk_toggle_button_new ();
      g_autofree char *name = tab_name (i), *label = NULL;
      OdeAttempt row;
      gboolean accepted = FALSE;

      if (sim_tape_get (wb_run_item_tape (wb_microscope_run (microscope)), first + (gsize) i, &row))
        accepted = row.outcome == ODE_ATTEMPT_ACCEPTED || row.outcome == ODE_ATTEMPT_CUT_BY_EVENT;
      label = g_strdup_printf ("%s %s", accepted ? "●" : "✕", name);
      gtk_button_set_label (GTK_BUTTON (button), label);
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), first + (gsize) i == open && !wb_microscope_both (microscope));
      gtk_widget_add_css_class (button, "try");
      g_object_set_data (G_OBJECT (button), "attempt", GSIZE_TO_POINTER (first + (gsize) i));
      g_signal_connect (button, "clicked", G_CALLBACK (open_tab), microscope);
      gtk_box_append (GTK_BOX (tabs), button);
    }
  if (n > 1)
    {
      /* Translators: a tab that shows two attempts of one step together. */
      GtkWidget *both = gtk_toggle_button_new_with_label (_("Both"));

      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (both), wb_microscope_both (microscope));
      gtk_widget_add_css_class (both, "try");
      g_signal_connect_swapped (both, "clicked", G_CALLBACK (open_both), microscope);
      gtk_box_append (GTK_BOX (tabs), both);
    }
}

GtkWidget *
wb_attempt_tabs_new (WbMicroscope *microscope)
{
  GtkWidget *tabs = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  g_object_set_data (G_OBJECT (tabs), "microscope", microscope);
  gtk_widget_add_css_class (tabs, "linked");
  gtk_widget_set_valign (tabs, GTK_ALIGN_CENTER);
  return tabs;
}
