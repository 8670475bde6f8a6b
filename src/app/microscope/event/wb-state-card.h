/* The card that lists the states before and after an event. */
#pragma once

#include <gtk/gtk.h>

#include "wb-search-picture.h"

G_BEGIN_DECLS

/* Makes an empty card. */
GtkWidget *wb_state_card_new (void);
/* Fills the card. Values that the event changes come first and have the colour of
 * events. */
void wb_state_card_show (GtkWidget *card, const WbSearchPicture *picture, ModelSystem *system);

G_END_DECLS
