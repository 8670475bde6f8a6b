/* The cards of the Microscope that are not plots: the verdict, the error of each state, and the table of stages. A card is empty if the
 * scene has no attempt. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Makes the card that states whether the attempt was accepted, and the rule for the next step size. */
GtkWidget *wb_verdict_card_new (void);
/* Shows the attempt of a scene in this card, or clears the card if scene->attempt is NULL. */
void wb_verdict_card_show (GtkWidget *card, const WbAttemptScene *scene);
/* Makes the card that shows the error of each state divided by its tolerance. */
GtkWidget *wb_error_card_new (void);
/* Shows the attempt of a scene in this card, or clears the card if scene->attempt is NULL. */
void wb_error_card_show (GtkWidget *card, const WbAttemptScene *scene);
/* Makes the table of the stages of an attempt. */
GtkWidget *wb_stage_table_new (void);
/* Shows the attempt of a scene in this table, or clears the table if scene->attempt is NULL. */
void wb_stage_table_show (GtkWidget *table, const WbAttemptScene *scene);

G_END_DECLS
