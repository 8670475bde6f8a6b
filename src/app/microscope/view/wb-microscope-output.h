/* The cards of the Microscope as plots and as tables, for export, for the clipboard and for the window that lists the numbers. Main
 * thread. */
#pragma once

#include "plot-view.h"
#include "wb-microscope.h"

G_BEGIN_DECLS

/* The largest number of cards on a page. Cards are numbered from 0. */
#define WB_N_MICROSCOPE_CARDS 9

/* Returns a new plot of a card of the open attempt or event. Returns NULL if the card is empty or is not a plot. The plot keeps copies of
 * all data. */
PlotView *wb_microscope_card_plot (WbMicroscope *self, int card);
/* Returns the numbers of a card as a table with tabs between columns, or NULL if there are none. Free it with
 * g_free. */
char *wb_microscope_card_table (WbMicroscope *self, int card);
/* Returns the title of a card as plain text; free with g_free. */
char *wb_microscope_card_title (WbMicroscope *self, int card);
/* Returns a caption for figures: the open attempt or event and the settings of its run, as rich text. Returns NULL if nothing is open. Free
 * it with g_free. */
char *wb_microscope_caption (WbMicroscope *self);

G_END_DECLS
