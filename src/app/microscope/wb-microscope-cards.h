/* The cards of the Microscope that are not plots: the verdict, the error of each state, and the table of stages. A card is empty while the
 * attempt of the scene is NULL. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Makes the card with the verdict and the rule for the next size. */
GtkWidget *wb_verdict_card_new (void);
/* Shows an attempt in this card, or clears the card if the attempt is NULL. */
void wb_verdict_card_show (GtkWidget *card, const WbAttemptScene *scene);
/* Makes the card with the error of each state over its tolerance. */
GtkWidget *wb_error_card_new (void);
/* Shows an attempt in this card, or clears the card if the attempt is NULL. */
void wb_error_card_show (GtkWidget *card, const WbAttemptScene *scene);
/* Makes the table of stages. */
GtkWidget *wb_stage_table_new (void);
/* Shows an attempt in this table, or nothing if it is NULL. */
void wb_stage_table_show (GtkWidget *table, const WbAttemptScene *scene);

G_END_DECLS
