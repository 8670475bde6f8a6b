/* A row of cards with the kinds of studies. One kind is chosen. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the row. A click or Space on a card changes the kind of the study. This change can be undone. */
GtkWidget *wb_kind_row_new (WbStudies *studies);
/* Shows the kind of a study. If a kind cannot be used for the model of the study, its card is insensitive and shows the reason. */
void wb_kind_row_show (GtkWidget *row, WbStudy *study);
/* Hides the sketches on the cards, for a narrow window. */
void wb_kind_row_set_narrow (GtkWidget *row, gboolean narrow);

G_END_DECLS
