/* Arranges cards in one or two columns, and shows messages with a button. */
#include "wb-card-columns.h"

#include <glib/gi18n.h>

#include "wb-fraction-box.h"
#include "wb-style.h"

/* Widths of the columns in px in a window of 1440 × 900 px. */
#define LEFT_SHARE 584
#define RIGHT_SHARE 820
/* Smallest height of the columns in px at the default text size. In lower windows the drawings would drop rows, so the columns scroll. */
#define LEAST_HEIGHT 760

static GtkWidget *
scroller_new (GtkWidget *child)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), child);
  gtk_widget_set_vexpand (scroller, TRUE);
  return scroller;
}

void
wb_card_columns_init (WbCardColumns *self, GtkWidget *box, double top_share)
{
  self->columns = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, WB_CARD_GAP);
  self->left = wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, WB_CARD_GAP);
  self->right = wb_fraction_box_new (GTK_ORIENTATION_VERTICAL, WB_CARD_GAP);
  self->top = wb_fraction_box_new (GTK_ORIENTATION_HORIZONTAL, WB_CARD_GAP);
  wb_fraction_box_append (WB_FRACTION_BOX (self->right), self->top, top_share);
  wb_fraction_box_append (WB_FRACTION_BOX (self->columns), self->left, LEFT_SHARE);
  wb_fraction_box_append (WB_FRACTION_BOX (self->columns), self->right, RIGHT_SHARE);
  gtk_widget_set_vexpand (self->columns, TRUE);
  gtk_widget_set_margin_start (self->columns, WB_CARD_GAP);
  gtk_widget_set_margin_end (self->columns, WB_CARD_GAP);
  gtk_widget_set_margin_top (self->columns, 1);
  gtk_widget_set_margin_bottom (self->columns, 11);
  self->wide = scroller_new (self->columns);
  gtk_box_append (GTK_BOX (box), self->wide);
  self->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, WB_CARD_GAP);
  gtk_widget_set_margin_start (self->column, WB_CARD_GAP);
  gtk_widget_set_margin_end (self->column, WB_CARD_GAP);
  gtk_widget_set_margin_top (self->column, 2);
  gtk_widget_set_margin_bottom (self->column, WB_CARD_GAP);
  self->scroller = scroller_new (self->column);
  gtk_widget_set_visible (self->scroller, FALSE);
  gtk_box_append (GTK_BOX (box), self->scroller);
  wb_card_columns_set_height (self);
}

void
wb_card_columns_set_narrow (WbCardColumns *self, gboolean narrow)
{
  gtk_widget_set_visible (self->wide, !narrow);
  gtk_widget_set_visible (self->scroller, narrow);
}

void
wb_card_columns_set_height (WbCardColumns *self)
{
  gtk_widget_set_size_request (self->columns, -1, (int) wb_style_px (LEAST_HEIGHT));
}

GtkWidget *
wb_card_message_new (GtkWidget **text, GtkWidget **cancel, GCallback cancelled, gpointer owner)
{
  GtkWidget *message = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_widget_add_css_class (message, "compare-message");
  *text = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (*text), TRUE);
  gtk_label_set_natural_wrap_mode (GTK_LABEL (*text), GTK_NATURAL_WRAP_NONE);
  gtk_box_append (GTK_BOX (message), *text);
  *cancel = gtk_button_new_with_label (_("Cancel"));
  g_signal_connect_swapped (*cancel, "clicked", cancelled, owner);
  gtk_box_append (GTK_BOX (message), *cancel);
  gtk_widget_set_visible (message, FALSE);
  return message;
}
