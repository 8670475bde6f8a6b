/* The cards of the Microscope as plots and tables, for figures, the clipboard and
 * the window of numbers. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-microscope.h"

G_BEGIN_DECLS

/* The most cards of an attempt or an event; a card is a number below it. */
#define WB_N_MICROSCOPE_CARDS 8

/* Returns a new plot of a card of the open attempt or event, or NULL if the card
 * shows nothing or is no plot. The plot borrows nothing. */
PlotView *wb_microscope_card_plot (WbMicroscope *self, int card);
/* Returns the numbers of a card with tabs between columns, or NULL; free with
 * g_free. */
char *wb_microscope_card_table (WbMicroscope *self, int card);
/* Returns the title of a card as plain text; free with g_free. */
char *wb_microscope_card_title (WbMicroscope *self, int card);
/* Returns the open attempt or event with its settings for a caption, rich text;
 * NULL if none is open. Free with g_free. */
char *wb_microscope_caption (WbMicroscope *self);

G_END_DECLS
