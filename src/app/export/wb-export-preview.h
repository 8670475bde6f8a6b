/* The preview of the export window. It shows the page with its dimensions, the first rows of a table, or the pages of a document. Signal: "turned", after another page
 * is visible. */
#pragma once

#include <gtk/gtk.h>

#include "wb-export-figure.h"

G_BEGIN_DECLS

#define WB_TYPE_EXPORT_PREVIEW (wb_export_preview_get_type ())
G_DECLARE_FINAL_TYPE (WbExportPreview, wb_export_preview, WB, EXPORT_PREVIEW, GtkWidget)

/* Makes an empty preview. */
GtkWidget *wb_export_preview_new (void);
/* Shows a figure, which another thread draws. The old picture stays until the new one is complete. figure NULL shows an empty
 * page. */
void wb_export_preview_set_figure (WbExportPreview *self, WbExportFigure *figure, const WbExportPage *page);
/* Shows the text of a table instead of a page, until the next figure is set. */
void wb_export_preview_set_text (WbExportPreview *self, const char *text);
/* Shows pages (cairo_surface_t) of a document, of which one is visible, until the next figure or text is set. keep: the same page stays visible. NULL: no page. */
void wb_export_preview_set_pages (WbExportPreview *self, GPtrArray *pages, gboolean keep);
/* Shows the page that many pages further. */
void wb_export_preview_turn (WbExportPreview *self, int by);
/* Returns the number of pages, 0 if no document is shown; sets *page to the number of the visible one, from 0. */
int wb_export_preview_n_pages (WbExportPreview *self, int *page);
/* Returns whether a picture is being drawn. */
gboolean wb_export_preview_is_drawing (WbExportPreview *self);
/* Shows the page at its real size, or as large as the widget allows. */
void wb_export_preview_set_actual (WbExportPreview *self, gboolean actual);

G_END_DECLS
