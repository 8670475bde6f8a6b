/* Export of the Ensemble view: its plots as a figure, its quantiles,
 * distributions and runs as text. Main thread. */
#pragma once

#include "wb-ensemble-plots.h"
#include "wb-export-csv.h"
#include "wb-export-figure.h"
#include "wb-studies.h"

G_BEGIN_DECLS

/* Returns the studies if the session shows the Ensemble view, else NULL. */
WbStudies *wb_export_studies (WbSession *session);
/* Returns the title of a card as plain text, or NULL if it has no content; free
 * with g_free. */
char *wb_export_ensemble_title (WbStudies *studies, WbEnsembleCard card);
/* Makes a figure of the cards whose bits are set in page->plots, with the ranges
 * of the view. Returns NULL with an error if there is no result or no card is
 * chosen. */
WbExportFigure *wb_export_ensemble_figure (WbStudies *studies, const WbExportPage *page, GError **error);

typedef enum
{
  WB_EXPORT_QUANTILES,    /* a row for each time: quantiles over the runs */
  WB_EXPORT_DISTRIBUTION, /* a row for each bar of the histogram */
  WB_EXPORT_MEMBERS,      /* a row for each run: outcome, random values, numbers that are kept */
} WbExportEnsembleRows;

/* Returns a table with all digits; free with g_free. Returns NULL with an error
 * if there is no result, or if it is so large that the command line must write
 * it. */
char *wb_export_ensemble_text (WbStudies *studies, const WbExportTable *table, WbExportEnsembleRows rows, GError **error);

G_END_DECLS
