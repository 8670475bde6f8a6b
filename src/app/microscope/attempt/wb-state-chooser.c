/* Lists the states with check boxes, and can go back to the states that the page chooses itself. */
#include "wb-state-chooser.h"

#include <glib/gi18n.h>

#include "wb-tooltip.h"
#include "wb-widgets.h"

/* Largest number of states in the list. A longer list would be useless. */
#define MOST_LISTED 500

typedef struct
{
  WbMicroscope *microscope;
  GtkWidget *list;
  gboolean filling;
  GQueue chosen;      /* check buttons that are active, in the order in which they were pressed */
} Chooser;

static void
chooser_free (gpointer data)
{
  Chooser *self = data;

  g_queue_clear (&self->chosen);
  g_free (self);
}

static int
state_of (gpointer button)
{
  return GPOINTER_TO_INT (g_object_get_data (button, "state"));
}

static void
apply (Chooser *self)
{
  int states[WB_MOST_CHOSEN], n = 0;

  for (GList *link = self->chosen.head; link != NULL && n < WB_MOST_CHOSEN; link = link->next)
    states[n++] = state_of (link->data);
  wb_microscope_choose_states (self->microscope, states, n);
}

/* If the user activates more states than the page can show, deactivates the one that was activated first. */
static void
on_toggled (GtkCheckButton *button, Chooser *self)
{
  if (self->filling)
    return;
  if (!gtk_check_button_get_active (button))
    g_queue_remove (&self->chosen, button);
  else
    {
      g_queue_push_tail (&self->chosen, button);
      if (g_queue_get_length (&self->chosen) > WB_MOST_CHOSEN)
        {
          self->filling = TRUE;
          gtk_check_button_set_active (g_queue_pop_head (&self->chosen), FALSE);
          self->filling = FALSE;
        }
    }
  apply (self);
}

static void
show_worst (Chooser *self)
{
  self->filling = TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (self->list); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (child), FALSE);
  g_queue_clear (&self->chosen);
  self->filling = FALSE;
  apply (self);
}

/* Lists the states and activates the chosen ones. */
static void
fill (Chooser *self)
{
  const WbAttemptScene scene = wb_microscope_scene (self->microscope);

  wb_widget_empty_box (self->list);
  g_queue_clear (&self->chosen);
  if (scene.attempt == NULL)
    return;
  for (int i = 0; i < MIN (scene.attempt->n_states, MOST_LISTED); i++)
    {
      const ModelColumn *column = model_system_column (scene.system, i);
      GtkWidget *check = gtk_check_button_new_with_label (column->name);

      g_object_set_data (G_OBJECT (check), "state", GINT_TO_POINTER (i));
      for (int k = 0; k < scene.n_chosen; k++)
        if (scene.chosen[k] == i)
          {
            gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
            g_queue_push_tail (&self->chosen, check);
          }
      g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), self);
      gtk_box_append (GTK_BOX (self->list), check);
    }
}

GtkWidget *
wb_state_chooser_new (WbMicroscope *microscope)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new (), *worst = gtk_button_new_with_label (_("States with the largest errors"));
  Chooser *self = g_new0 (Chooser, 1);

  self->microscope = microscope;
  g_queue_init (&self->chosen);
  g_object_set_data_full (G_OBJECT (button), "chooser", self, chooser_free);
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 360);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_box_append (GTK_BOX (box), worst);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("States"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  wb_tooltip_set (button, _("Choose up to three states to show"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (worst, "clicked", G_CALLBACK (show_worst), self);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (fill), self);
  return button;
}

void
wb_state_chooser_refresh (GtkWidget *chooser)
{
  const Chooser *self = g_object_get_data (G_OBJECT (chooser), "chooser");
  WbRunItem *run = wb_microscope_run (self->microscope);

  gtk_widget_set_visible (chooser, run != NULL && model_system_n_states (wb_run_item_system (run)) > WB_MANY_STATES);
}
