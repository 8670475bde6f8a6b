/* Export of the Microscope: its cards as a figure and their numbers as text. Main
 * thread. */
#pragma once

#include "wb-export-csv.h"
#include "wb-export-figure.h"
#include "wb-microscope-output.h"

G_BEGIN_DECLS

/* Returns the microscope if the session shows its view, else NULL. */
WbMicroscope *wb_export_microscope (WbSession *session);
/* Makes a figure of the cards whose bits are set in page->plots. Returns NULL with
 * an error if nothing is open or no card is chosen. */
WbExportFigure *wb_export_microscope_figure (WbMicroscope *microscope, const WbExportPage *page, GError **error);
/* Returns the tables of all cards; free with g_free. Returns NULL with an error if
 * nothing is open. */
char *wb_export_microscope_text (WbMicroscope *microscope, const WbExportTable *table, GError **error);

G_END_DECLS
