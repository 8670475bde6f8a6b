/* The Ensemble view. It shows studies of many runs of a model. Main thread. */
#pragma once

#include "wb-ensemble-plots.h"
#include "wb-plot-area.h"
#include "wb-studies.h"

G_BEGIN_DECLS

#define WB_TYPE_ENSEMBLE_VIEW (wb_ensemble_view_get_type ())
G_DECLARE_FINAL_TYPE (WbEnsembleView, wb_ensemble_view, WB, ENSEMBLE_VIEW, GtkWidget)

/* Makes the view for the studies of a session. */
GtkWidget *wb_ensemble_view_new (WbSession *session);
/* Returns the studies that the view shows; borrowed. */
WbStudies *wb_ensemble_view_studies (WbEnsembleView *self);
/* Returns the plot area of a card (WbEnsembleCard). */
WbPlotArea *wb_ensemble_view_area (WbEnsembleView *self, int card);
/* Returns whether a card (WbEnsembleCard) has content. */
gboolean wb_ensemble_view_has (WbEnsembleView *self, int card);
/* Shows one card of the selected study alone; −1 shows all cards. */
void wb_ensemble_view_focus (WbEnsembleView *self, int card);
/* Returns the card that is shown alone, or −1. */
int wb_ensemble_view_focused (WbEnsembleView *self);
/* Returns the title of the card that is shown alone and its number, such as "Fan, 1 of 3", for the header of a narrow window. Free it with
 * g_free. */
char *wb_ensemble_view_focus_text (WbEnsembleView *self);
/* Stores the visible cards and their axis ranges where wb_ensemble_shown returns them for export. */
void wb_ensemble_view_store_shown (WbEnsembleView *self);

/* Signal: "focus-changed", after another card or all cards are shown. */

G_END_DECLS
