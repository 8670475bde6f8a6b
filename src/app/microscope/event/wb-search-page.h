/* The page of the Microscope that shows the search of a step for an event. */
#pragma once

#include <gtk/gtk.h>

#include "wb-microscope.h"
#include "wb-search-plots.h"

G_BEGIN_DECLS

#define WB_TYPE_SEARCH_PAGE (wb_search_page_get_type ())
G_DECLARE_FINAL_TYPE (WbSearchPage, wb_search_page, WB, SEARCH_PAGE, GtkWidget)

/* Makes the page for the microscope of a session. */
GtkWidget *wb_search_page_new (WbSession *session);
/* Handles a key of the window: the arrow keys go to the neighbouring events, with Shift to the other witness functions. Returns FALSE if
 * the key has no function on this page. */
gboolean wb_search_page_key (WbSearchPage *self, guint key, GdkModifierType held);
/* Shows the cards in one column that scrolls, for narrow windows, or in several columns. */
void wb_search_page_set_narrow (WbSearchPage *self, gboolean narrow);

G_END_DECLS
