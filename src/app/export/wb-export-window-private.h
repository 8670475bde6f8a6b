/* The export window's fields, for the files it is made of: the window with its
 * preview, the side with the choices, the writing. */
#pragma once

#include "wb-export-csv.h"
#include "wb-export-figure.h"
#include "wb-export-window.h"

G_BEGIN_DECLS

struct _WbExportWindow
{
  GtkWindow parent_instance;
  WbSession *session;
  WbExportPage page;
  WbExportFormat format;
  GtkWidget *formats[WB_N_EXPORT_FORMATS], *preview, *remark, *estimate, *export, *side, *figure_side, *table_side, *motion_side, *preset, *width, *height, *text, *styles[4];
  GtkWidget *plots[64];
  GtkWidget *range, *points, *uniform, *separator, *decimal, *comments, *bar, *error, *zoom, *resolution_row;
  gboolean alone, filmed;   /* one plot was asked for; what moves was chosen once */
  WbExportFigure *figure; /* as the page says; NULL: no_figure says why */
  GError *no_figure;
  WbJob *estimating, *saving, *copying;
  WbExportFormat saved_format;
  guint estimate_source, progress_source;
  gboolean setting;
};

/* Shows a remark below the preview; NULL: none. */
void wb_export_window_set_remark (WbExportWindow *self, const char *text);
/* Updates preview, size and the choices that are possible; called after every
 * change. */
void wb_export_window_changed (WbExportWindow *self);
/* Writes the page's numbers and style to the widgets. */
void wb_export_window_show_page (WbExportWindow *self);
/* Makes the side with all choices. Must be called before signals of the formats
 * are connected. */
GtkWidget *wb_export_window_side_new (WbExportWindow *self);
/* Returns the page of the first preset. */
WbExportPage wb_export_window_first_page (void);
/* Returns the chosen figure format. Valid only when the chosen format is a
 * figure (PNG, SVG, PDF). */
PlotFormat wb_export_window_figure_format (WbExportWindow *self);
/* Returns the export of the table as chosen, or NULL with an error. */
WbExportCsv *wb_export_window_csv (WbExportWindow *self, GError **error);
/* Asks for a file name, then writes the file. */
void wb_export_window_ask_place (WbExportWindow *self);
/* Copies what is chosen to the clipboard. */
void wb_export_window_copy (WbExportWindow *self);

G_END_DECLS
