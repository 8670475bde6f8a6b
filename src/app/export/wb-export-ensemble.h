/* Export of the Ensemble view: its plots as a figure, and its quantiles, distributions and runs as text. Main
 * thread. */
#pragma once

#include "wb-ensemble-plots.h"
#include "wb-export-csv.h"
#include "wb-export-figure.h"
#include "wb-studies.h"

G_BEGIN_DECLS

/* Returns the studies of the session, borrowed, if it shows the Ensemble view; otherwise NULL. */
WbStudies *wb_export_studies (WbSession *session);
/* Returns the title of a card (WbEnsembleCard) of the selected study as plain text. Returns NULL if the card has no content. Free it with g_free. */
char *wb_export_ensemble_title (WbStudies *studies, int index);
/* Makes a figure of the cards of the selected study whose bits (WbEnsembleCard) are set in page->plots, with the axis ranges of the view. The file
 * contains the text and the settings of the study. Returns NULL with an error if there is no result or no card is chosen. */
WbExportFigure *wb_export_ensemble_figure (WbStudies *studies, const WbExportPage *page, GError **error);

typedef enum
{
  WB_EXPORT_QUANTILES,    /* a row for each time: the quantiles over all runs */
  WB_EXPORT_DISTRIBUTION, /* a row for each bar of the histogram */
  WB_EXPORT_MEMBERS,      /* a row for each run: its outcome, its random values and its recorded numbers */
} WbExportEnsembleRows;

/* Returns the table of the selected study with all digits. Free the text with g_free. Returns NULL with an error if there is no result, the study has no
 * such numbers, or the table is so large that only the command line can write it. */
char *wb_export_ensemble_text (WbStudies *studies, const WbExportTable *table, WbExportEnsembleRows rows, GError **error);

G_END_DECLS
