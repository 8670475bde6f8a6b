/* The card of a study: its plot, one sentence, a knob if the study has one, and a menu. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-studies.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_STUDY_CARD (wb_lab_study_card_get_type ())
G_DECLARE_FINAL_TYPE (WbLabStudyCard, wb_lab_study_card, WB, LAB_STUDY_CARD, GtkWidget)

/* Makes the card of a study of a session. */
GtkWidget *wb_lab_study_card_new (WbSession *session, int index);
/* Shows the card alone on the page, or among the others. */
void wb_lab_study_card_set_large (WbLabStudyCard *self, gboolean large);
/* Returns the sentence without markup. */
const char *wb_lab_study_card_sentence (WbLabStudyCard *self);
/* Returns the plot. */
GtkWidget *wb_lab_study_card_area (WbLabStudyCard *self);
/* Returns the slider of the knob, or NULL. */
GtkWidget *wb_lab_study_card_knob (WbLabStudyCard *self);

/* Signals: "open" (the card is to be shown large, or among the others again). */

G_END_DECLS
