/* The Compare view, which shows several integrators on one model: title, chips,
 * plots, table and a separate transport. */
#pragma once

#include <gtk/gtk.h>

#include "wb-comparison.h"
#include "wb-compare-transport.h"
#include "wb-plot-area.h"

G_BEGIN_DECLS

#define WB_TYPE_COMPARE_VIEW (wb_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (WbCompareView, wb_compare_view, WB, COMPARE_VIEW, GtkWidget)

/* Makes the view of a session's comparison. */
GtkWidget *wb_compare_view_new (WbSession *session);
/* Returns the comparison. */
WbComparison *wb_compare_view_comparison (WbCompareView *self);
/* Returns the playback controls of the comparison. */
WbCompareTransport *wb_compare_view_transport (WbCompareView *self);
/* Returns the plot with this index: 0 orbit, 1 invariant, 2 position. */
WbPlotArea *wb_compare_view_area (WbCompareView *self, int index);
/* Shows one card alone, in narrow windows and in lectures: 0 to 2 are the plots
 * of wb_compare_view_area, 3 is the table, −1 shows all cards. Cards without
 * content are skipped. */
void wb_compare_view_focus (WbCompareView *self, int index);
/* Returns the card that is shown alone; −1: all are shown. */
int wb_compare_view_focused (WbCompareView *self);
#define WB_N_COMPARE_CARDS 4
/* Returns whether a card has content. */
gboolean wb_compare_view_has (WbCompareView *self, int index);
/* Returns the title and number of the card shown alone ("Orbit, 1 of 4"); free
 * with g_free. */
char *wb_compare_view_focus_text (WbCompareView *self);

/* Stores the visible plots and their ranges with the comparison, for export,
 * print and copies. */
void wb_compare_view_store_shown (WbCompareView *self);

/* Signal "focus-changed": another card is shown alone, or its title changed. */

G_END_DECLS
