/* A card of the Laboratory: one plot with a menu, or a message if the plot cannot be
 * made. */
#pragma once

#include "wb-plot-area.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_CARD (wb_lab_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabCard, wb_lab_card, WB, LAB_CARD, GtkWidget)

/* Makes a card. The menu is wb_lab_menu_new (WB_LAB_MENU_PLOT, NULL), whose actions emit
 * signals. */
GtkWidget *wb_lab_card_new (void);
/* Replaces the plot and takes ownership of view. keep_ranges: keep the axis ranges that the user has zoomed to. view NULL: shows no
 * plot. */
void wb_lab_card_set_view (WbLabCard *self, PlotView *view, gboolean keep_ranges);
/* Shows a message over the plot. text NULL: removes the message. */
void wb_lab_card_set_message (WbLabCard *self, const char *text);
/* Sets whether the numbers of the card are those of an incomplete computation. The menu then has the item "Copy command of the complete study" in place of
 * "Copy command", because the command prints more numbers. */
void wb_lab_card_set_partial (WbLabCard *self, gboolean partial);
/* Appends a widget below the plot. */
void wb_lab_card_append (WbLabCard *self, GtkWidget *widget);
/* Replaces the menu. The card or one of its parents must have the actions of the menu. */
void wb_lab_card_set_menu (WbLabCard *self, GMenuModel *menu);
/* Appends a widget below the plot that is as wide as the plot, without the widget at its side. */
void wb_lab_card_append_below (WbLabCard *self, GtkWidget *widget);
/* Shows a widget to the right of the plot. May be called only once. */
void wb_lab_card_set_side (WbLabCard *self, GtkWidget *side);
/* Moves an appended widget to the right of the plot, or below it again. */
void wb_lab_card_set_beside (WbLabCard *self, GtkWidget *widget, gboolean beside);
/* Shows a button in the middle of the plot; call it once. */
void wb_lab_card_set_button (WbLabCard *self, GtkWidget *button);
/* Places a widget over the whole plot, below the menu button and other overlays; call it once. */
void wb_lab_card_set_knob (WbLabCard *self, GtkWidget *knob);
/* Returns the plot area of the card. */
WbPlotArea *wb_lab_card_area (WbLabCard *self);

/* Signals: "copy-table", "copy-command", "export" (format: svg, pdf, png, csv or json), "table". */
/* Lets a widget outside the card use the actions of its menu (`card.table`, …). */
void wb_lab_card_lend_actions (WbLabCard *self, GtkWidget *to);

G_END_DECLS
