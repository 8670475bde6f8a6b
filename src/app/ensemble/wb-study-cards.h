/* The page that the Ensemble view shows while a session has no study: a card for each kind of study, and the study files that can be
 * opened. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the page. */
GtkWidget *wb_study_cards_new (WbStudies *studies);

G_END_DECLS
