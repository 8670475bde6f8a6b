/* Builds the table of the states before and after an event. */
#include "wb-state-card.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-rich.h"
#include "wb-widgets.h"

/* Largest number of rows. If a system has more states, those that the event changes come first. */
#define MOST_ROWS 60

GtkWidget *
wb_state_card_new (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *title = gtk_label_new (_("State"));
  GtkWidget *remark = gtk_label_new (_("at the event")), *scroller = gtk_scrolled_window_new (), *grid = gtk_grid_new ();

  gtk_widget_add_css_class (head, "card-head");
  gtk_widget_add_css_class (title, "card-title");
  gtk_widget_add_css_class (remark, "card-remark");
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), remark);
  gtk_box_append (GTK_BOX (box), head);
  gtk_widget_add_css_class (grid, "stage-table");
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), grid);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  g_object_set_data (G_OBJECT (box), "grid", grid);
  g_object_set_data (G_OBJECT (box), "remark", remark);
  return box;
}

static GtkWidget *
cell (GtkGrid *grid, int column, int row, const char *rich, double xalign, const char *class)
{
  g_autofree char *markup = wb_rich_markup (rich);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_widget_set_hexpand (label, column > 0);
  gtk_widget_add_css_class (label, class);
  gtk_grid_attach (grid, label, column, row, 1, 1);
  return label;
}

/* Writes a value with five digits, or with three and a power of ten. */
static void
format_value (double value, char *text, gsize size)
{
  plot_format_number (value, 5, text, size);
  if (strstr (text, "×") != NULL)
    plot_format_number (value, 3, text, size);
}

static void
add_row (GtkGrid *grid, int row, const ModelColumn *column, double before, const double *after)
{
  const gboolean changed = after != NULL && *after != before;
  g_autofree char *name = plot_text_variable (column->name), *unit = column->unit != NULL ? plot_text_unit (column->unit) : NULL;
  g_autofree char *full = unit != NULL && *unit != '\0' ? g_strdup_printf ("%s  %s", name, unit) : g_strdup (name);
  char number[64];

  cell (grid, 0, row, full, 0, "stage-cell");
  format_value (before, number, sizeof number);
  cell (grid, 1, row, number, 1, "stage-cell");
  cell (grid, 2, row, changed ? "→" : "", 0.5, "state-changed");
  format_value (after != NULL ? *after : NAN, number, sizeof number);
  cell (grid, 3, row, after != NULL ? number : "", 1, changed ? "state-changed" : "stage-cell");
}

void
wb_state_card_show (GtkWidget *card, const WbSearchPicture *picture, ModelSystem *system)
{
  GtkGrid *grid = g_object_get_data (G_OBJECT (card), "grid");
  const LabEvent *event = picture->event;
  int row = 0;

  gtk_label_set_text (g_object_get_data (G_OBJECT (card), "remark"), event->is_trial ? _("at the event in the run") : _("at the event"));
  while (gtk_widget_get_first_child (GTK_WIDGET (grid)) != NULL)
    gtk_grid_remove (grid, gtk_widget_get_first_child (GTK_WIDGET (grid)));
  if (event->before == NULL)
    {
      cell (grid, 0, 0, _("There is no event in this step."), 0, "stage-cell");
      return;
    }
  cell (grid, 0, row, "", 0, "stage-head");
  cell (grid, 1, row, _("Before"), 1, "stage-head");
  cell (grid, 3, row++, event->after != NULL ? _("After") : _("pending"), 1, "stage-head");
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < event->n_states + event->n_discrete && row <= MOST_ROWS; i++)
      {
        const gboolean changed = event->after != NULL && event->after[i] != event->before[i];
        const gboolean few = event->n_states + event->n_discrete <= 8;

        /* If there are at most 8 states, keep their order. Otherwise list the changed states first. */
        if (few ? pass == 0 : changed == (pass == 0))
          add_row (grid, row++, lab_event_column (system, i), event->before[i], event->after != NULL ? &event->after[i] : NULL);
      }
}
