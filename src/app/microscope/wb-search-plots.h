/* The cards of the page of an event as plots and as tables. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-run-item.h"
#include "wb-search-picture.h"

G_BEGIN_DECLS

typedef enum { WB_SEARCH_WITNESS, WB_SEARCH_PATH, WB_SEARCH_LOOKS, WB_SEARCH_BRACKETS, WB_SEARCH_WIDTHS, WB_SEARCH_STATES, WB_N_SEARCH_CARDS } WbSearchCard;

/* Returns a new plot of a card, or NULL if the card has nothing to show. The plot
 * keeps copies of its numbers. */
PlotView *wb_search_plot_new (const WbSearchPicture *picture, WbRunItem *run, WbSearchCard card);
/* Returns the numbers of a card with tabs between columns, or NULL; free with
 * g_free. */
char *wb_search_table_text (const WbSearchPicture *picture, WbRunItem *run, WbSearchCard card);
/* Returns the name of the witness's event and the settings of its search for a
 * caption, rich text; free with g_free. */
char *wb_search_caption (const WbSearchPicture *picture, WbRunItem *run);
/* Returns a sentence that tells with which numbers of looks the event is found;
 * free with g_free. */
char *wb_search_looks_text (const WbSearchPicture *picture);

G_END_DECLS
