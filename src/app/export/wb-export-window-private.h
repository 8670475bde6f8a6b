/* The struct of the export window and the functions that only its files share. The files make the window with its preview, the options at
 * the side, and the output. */
#pragma once

#include "wb-export-code.h"
#include "wb-export-comparison.h"
#include "wb-export-csv.h"
#include "wb-export-ensemble.h"
#include "wb-export-microscope.h"
#include "wb-export-figure.h"
#include "wb-export-window.h"

G_BEGIN_DECLS

struct _WbExportWindow
{
  GtkWindow parent_instance;
  WbSession *session;
  WbComparison *comparison; /* comparison to export, or NULL */
  WbMicroscope *microscope; /* microscope to export, or NULL */
  WbStudies *studies;       /* studies to export, or NULL; if all three are NULL, a run is exported */
  WbExportPage page;
  WbExportFormat format;
  GtkWidget *formats[WB_N_EXPORT_FORMATS], *preview, *remark, *estimate, *export, *side, *figure_side, *table_side, *motion_side, *handout_side, *code_side, *copy, *preset, *width, *height, *text, *styles[4];
  GtkWidget *pager, *page_number; /* buttons that turn the pages of a handout */
  GtkWidget *plots[64];
  GtkWidget *range, *points, *uniform, *separator, *decimal, *comments, *rows, *bar, *error, *zoom, *resolution_row;
  double n_rows;            /* number of rows of a table with equal time intervals */
  gboolean alone, filmed;   /* alone: the window was opened for a single plot; filmed: the best plot for a movie was selected already */
  WbExportFigure *figure; /* figure with the present options; if NULL, no_figure states why */
  GError *no_figure;
  WbJob *estimating, *saving, *copying;
  WbExportFormat saved_format;
  guint estimate_source, progress_source;
  gboolean setting;
};

/* Shows a remark below the preview. text NULL removes it. */
void wb_export_window_set_remark (WbExportWindow *self, const char *text);
/* Updates the preview, the size and the available options. Called after every
 * change. */
void wb_export_window_changed (WbExportWindow *self);
/* Copies the options of the page to the widgets. */
void wb_export_window_show_page (WbExportWindow *self);
/* Makes the side with all options. Call this before the signals of the formats are
 * connected. */
GtkWidget *wb_export_window_side_new (WbExportWindow *self);
/* Returns the options of the first preset. */
WbExportPage wb_export_window_first_page (void);
/* Returns the chosen figure format. Valid only when the chosen format is a
 * figure (PNG, SVG, PDF). */
PlotFormat wb_export_window_figure_format (WbExportWindow *self);
/* Makes the export of the table with the present options. Returns NULL with an error on
 * failure. */
WbExportCsv *wb_export_window_csv (WbExportWindow *self, GError **error);
/* Makes the export of the model in the chosen language. Returns NULL with an error on failure. */
WbExportCode *wb_export_window_make_code (WbExportWindow *self, GError **error);
/* Asks for a file name and then writes the file. */
void wb_export_window_ask_place (WbExportWindow *self);
/* Copies the selected figure or table to the clipboard. */
void wb_export_window_copy (WbExportWindow *self);

G_END_DECLS
