/* A card of the Laboratory: one plot with a menu, and a message in place of a
 * plot that cannot be made. */
#pragma once

#include "wb-plot-area.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_CARD (wb_lab_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabCard, wb_lab_card, WB, LAB_CARD, GtkWidget)

/* Makes a card. The menu has Fit and the actions card.copy-table and
 * card.copy-command, which emit signals. */
GtkWidget *wb_lab_card_new (void);
/* Takes ownership of a view, and keeps the ranges that the user has zoomed to;
 * NULL: none. */
void wb_lab_card_set_view (WbLabCard *self, PlotView *view, gboolean keep_ranges);
/* Shows a message over the plot; NULL: none. */
void wb_lab_card_set_message (WbLabCard *self, const char *text);
/* Appends a widget below the plot. */
void wb_lab_card_append (WbLabCard *self, GtkWidget *widget);
/* Replaces the menu, whose actions belong to the card or to a parent. */
void wb_lab_card_set_menu (WbLabCard *self, GMenuModel *menu);
/* Shows a widget at the right of the plot; call it once. */
void wb_lab_card_set_side (WbLabCard *self, GtkWidget *side);
/* Shows a button in the middle of the plot; call it once. */
void wb_lab_card_set_button (WbLabCard *self, GtkWidget *button);
/* Returns the plot. */
WbPlotArea *wb_lab_card_area (WbLabCard *self);

/* Signals: "copy-table", "copy-command". */

G_END_DECLS
