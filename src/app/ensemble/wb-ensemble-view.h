/* The Ensemble view, which shows studies of many runs of a model. Main thread. */
#pragma once

#include "wb-ensemble-plots.h"
#include "wb-plot-area.h"
#include "wb-studies.h"

G_BEGIN_DECLS

#define WB_TYPE_ENSEMBLE_VIEW (wb_ensemble_view_get_type ())
G_DECLARE_FINAL_TYPE (WbEnsembleView, wb_ensemble_view, WB, ENSEMBLE_VIEW, GtkWidget)

/* Makes the view of a session's studies. */
GtkWidget *wb_ensemble_view_new (WbSession *session);
/* Returns the studies that the view shows. */
WbStudies *wb_ensemble_view_studies (WbEnsembleView *self);
/* Returns the plot area of a card. */
WbPlotArea *wb_ensemble_view_area (WbEnsembleView *self, int card);
/* Returns whether a card has content. */
gboolean wb_ensemble_view_has (WbEnsembleView *self, int card);
/* Shows a single card, or all cards if the index is −1. */
void wb_ensemble_view_focus (WbEnsembleView *self, int card);
/* Returns the card that is shown alone, or −1. */
int wb_ensemble_view_focused (WbEnsembleView *self);
/* Returns the name and the number of the card that is shown alone, for the title of a narrow window; free with g_free. */
char *wb_ensemble_view_focus_text (WbEnsembleView *self);
/* Stores the visible cards and their ranges for export. */
void wb_ensemble_view_store_shown (WbEnsembleView *self);

/* Signals: "focus-changed". */

G_END_DECLS
