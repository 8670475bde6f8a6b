/* What the page of an attempt and the page of an event share: a message with a button to cancel, and cards in two columns, or below each other in a
 * narrow window. Both arrangements scroll if the window is too low. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Distance between cards in px. */
#define WB_CARD_GAP 12

/* The widgets of the two arrangements, which belong to the box they were added to. left, right and top (the first row of the right column) are
 * WbFractionBoxes, to which the page appends its cards; column is the GtkBox of a narrow window. */
typedef struct
{
  GtkWidget *left, *right, *top, *columns, *wide, *column, *scroller;
} WbCardColumns;

/* Makes the widgets, appends them to a box and shows the wide arrangement. top_share: height of the first row of the right column in px in a window of
 * 1440 × 900 px. */
void wb_card_columns_init (WbCardColumns *self, GtkWidget *box, double top_share);
/* Shows one of the arrangements. The caller has moved the cards. */
void wb_card_columns_set_narrow (WbCardColumns *self, gboolean narrow);
/* Sets the smallest height of the columns, which depends on the size of text. */
void wb_card_columns_set_height (WbCardColumns *self);
/* Returns a hidden message with a button Cancel, which calls cancel (owner). Stores its label and the button, which belong to it. */
GtkWidget *wb_card_message_new (GtkWidget **text, GtkWidget **cancel, GCallback cancelled, gpointer owner);

G_END_DECLS
