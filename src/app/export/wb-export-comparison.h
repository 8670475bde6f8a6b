/* Export of the Compare view: its plots as a figure, and its table and its errors over time as text. Main
 * thread. */
#pragma once

#include "wb-compare-plots.h"
#include "wb-export-csv.h"
#include "wb-export-figure.h"

G_BEGIN_DECLS

/* Returns the comparison, borrowed, if the session shows the Compare view; otherwise NULL. */
WbComparison *wb_export_comparison (WbSession *session);
/* Returns the title of a plot as plain text, or NULL if the comparison does not have this plot. Free it with
 * g_free. */
char *wb_export_comparison_title (WbComparison *comparison, WbComparePanel panel);
/* Makes a figure of the plots whose bits are set in page->plots, with the axis ranges and the
 * playhead of the view. Returns NULL with an error if there is no result or no plot is
 * chosen. */
WbExportFigure *wb_export_comparison_figure (WbComparison *comparison, const WbExportPage *page, GError **error);

typedef enum
{
  WB_EXPORT_METHODS, /* a row for each integrator: cost, errors and behaviour */
  WB_EXPORT_ERRORS,  /* a row for each integrator and each time: error of the invariant and of the position */
} WbExportComparisonRows;

/* Returns a table of the visible integrators with all digits. Free it with g_free. Returns NULL with an error if there is no
 * result. */
char *wb_export_comparison_text (WbComparison *comparison, const WbExportTable *table, WbExportComparisonRows rows, GError **error);

G_END_DECLS
