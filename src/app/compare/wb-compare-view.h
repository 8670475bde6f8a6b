/* The Compare view. It shows several integrators on one model, with a title strip, chips, plots, a table and its own
 * playhead. */
#pragma once

#include <gtk/gtk.h>

#include "wb-comparison.h"
#include "wb-compare-transport.h"
#include "wb-plot-area.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_VIEW (wb_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareView, wb_compare_view, WB, COMPARE_VIEW, GtkWidget)

/* Makes the view for the comparison of a session. */
GtkWidget *wb_compare_view_new (WbSession *session);
/* Returns the comparison that the view shows; borrowed. */
WbComparison *wb_compare_view_comparison (WbCompareView *self);
/* Returns the controls of the playhead. */
WbCompareTransport *wb_compare_view_transport (WbCompareView *self);
/* Returns the plot area with this index: 0 is the orbit, 1 the error of the invariant, 2 the error of the position. */
WbPlotArea *wb_compare_view_area (WbCompareView *self, int index);
/* Shows one card alone, in narrow windows and in lectures. 0 to 2 are the plots of
 * wb_compare_view_area, 3 is the table, −1 shows all cards. Skips cards without
 * content. */
void wb_compare_view_focus (WbCompareView *self, int index);
/* Returns the index of the card that is shown alone, or −1. */
int wb_compare_view_focused (WbCompareView *self);
#define WB_N_COMPARE_CARDS 4
/* Returns whether a card has content. */
gboolean wb_compare_view_has (WbCompareView *self, int index);
/* Returns the title and the number of the card that is shown alone, such as "Orbit, 1 of 4". Free it with
 * g_free. */
char *wb_compare_view_focus_text (WbCompareView *self);

/* Stores the visible plots and their ranges with the comparison, for export,
 * print and copies. */
void wb_compare_view_store_shown (WbCompareView *self);

/* Signal: "focus-changed", when another card is shown alone or its title has changed. */

G_END_DECLS
