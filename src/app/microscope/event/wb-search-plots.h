/* Makes plots, tables and captions for the cards of the Microscope page that shows the search of a step for an event. Only the main thread
 * may call these functions. */
#pragma once

#include "plot-view.h"
#include "wb-run-item.h"
#include "wb-search-picture.h"

G_BEGIN_DECLS

typedef enum { WB_SEARCH_WITNESS, WB_SEARCH_PATH, WB_SEARCH_LOOKS, WB_SEARCH_BRACKETS, WB_SEARCH_WIDTHS, WB_SEARCH_STATES, WB_SEARCH_TRIAL, WB_N_SEARCH_CARDS } WbSearchCard;

/* Returns a new plot of a card with copies of its numbers, or NULL if the card has nothing to
 * show. WB_SEARCH_TRIAL is not drawn from a picture; see wb-event-curve-plot.h. */
PlotView *wb_search_plot_new (const WbSearchPicture *picture, WbRunItem *run, WbSearchCard card);
/* Returns a plot that says that a card has nothing to show for a repeated step, or NULL if the card is never empty for that reason. */
PlotView *wb_search_empty_plot (WbSearchCard card);
/* Returns the numbers of a card as a table with tabs between columns, or NULL if there are none. Free it with
 * g_free. */
char *wb_search_table_text (const WbSearchPicture *picture, WbRunItem *run, WbSearchCard card);
/* Returns a caption for figures: the name of the event and the settings of the search, as rich text. Free it with
 * g_free. */
char *wb_search_caption (const WbSearchPicture *picture, WbRunItem *run);
/* Returns a sentence that states with which numbers of guard points (points inside the step at which the witness is evaluated) the event
 * is found. Free it with g_free. */
char *wb_search_looks_text (const WbSearchPicture *picture);

G_END_DECLS
