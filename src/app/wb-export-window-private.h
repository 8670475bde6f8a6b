/* The export window's fields, for the files it is made of: the window with its preview, the side with the choices, the writing. */
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

/* Words below the preview; NULL: none. */
void wb_export_window_say (WbExportWindow *self, const char *text);
/* After any choice: the preview, the size, what can be chosen. */
void wb_export_window_changed (WbExportWindow *self);
/* The page's numbers and style into the side's widgets. */
void wb_export_window_show_page (WbExportWindow *self);
/* The choices, with the model's plots; before anything is connected to the formats. */
GtkWidget *wb_export_window_side_new (WbExportWindow *self);
/* The first preset. */
WbExportPage wb_export_window_first_page (void);
/* Of what is chosen, which is none of the others. */
PlotFormat wb_export_window_figure_format (WbExportWindow *self);
/* The table as chosen; NULL with an error. */
WbExportCsv *wb_export_window_csv (WbExportWindow *self, GError **error);
/* Asks for a file, then writes it. */
void wb_export_window_ask_place (WbExportWindow *self);
void wb_export_window_copy (WbExportWindow *self);

G_END_DECLS
