/* Export of the Microscope: its cards as a figure and the numbers of the cards as text. Main
 * thread. */
#pragma once

#include "wb-export-csv.h"
#include "wb-export-figure.h"
#include "wb-microscope-output.h"

G_BEGIN_DECLS

/* Returns the microscope, borrowed, if the session shows the Microscope view; otherwise NULL. */
WbMicroscope *wb_export_microscope (WbSession *session);
/* Makes a figure of the cards whose bits are set in page->plots. Returns NULL with an error if no attempt or event is open or no card is
 * chosen. */
WbExportFigure *wb_export_microscope_figure (WbMicroscope *microscope, const WbExportPage *page, GError **error);
/* Returns the tables of all cards as one text. Free it with g_free. Returns NULL with an error if no attempt or event is
 * open. */
char *wb_export_microscope_text (WbMicroscope *microscope, const WbExportTable *table, GError **error);

G_END_DECLS
