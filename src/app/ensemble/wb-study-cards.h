/* The start page of the Ensemble view, shown while a session has no study: a card for each kind of study, and the study files that the user
 * can open. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the start page for the studies of a session. */
GtkWidget *wb_study_cards_new (WbStudies *studies);

G_END_DECLS
