/* The cards of a study: quantile bands and a histogram, or a picture with its key. Main thread. */
#pragma once

#include "wb-ensemble-plots.h"
#include "wb-plot-area.h"
#include "wb-studies.h"

G_BEGIN_DECLS

#define WB_TYPE_STUDY_PANEL (wb_study_panel_get_type ())
G_DECLARE_FINAL_TYPE (WbStudyPanel, wb_study_panel, WB, STUDY_PANEL, GtkWidget)

/* Makes a panel without a study. choice: the reader's choices, which must outlive the panel. */
GtkWidget *wb_study_panel_new (WbStudies *studies, WbEnsembleChoice *choice);
/* Shows a study, or nothing if study is NULL. Makes new plots only if the study or its results have changed. */
void wb_study_panel_show (WbStudyPanel *self, WbStudy *study);
/* Returns the plot area of a card (WbEnsembleCard). */
WbPlotArea *wb_study_panel_area (WbStudyPanel *self, int card);
/* Returns whether a card (WbEnsembleCard) has content. */
gboolean wb_study_panel_has (WbStudyPanel *self, int card);
/* Returns whether a card is visible. */
gboolean wb_study_panel_shows (WbStudyPanel *self, int card);
/* Shows one card alone; −1 shows all cards. */
void wb_study_panel_focus (WbStudyPanel *self, int card);
/* Shows only the first card that has content, and no key, as a small preview of the study. */
void wb_study_panel_set_preview (WbStudyPanel *self, gboolean preview);

/* Signal: "drawn" (), after the plots have changed. */

G_END_DECLS
