/* The preview of the export window: the page with its measures, or the first rows of a table. */
#pragma once

#include <gtk/gtk.h>

#include "wb-export-figure.h"

G_BEGIN_DECLS

#define WB_TYPE_EXPORT_PREVIEW (wb_export_preview_get_type ())
G_DECLARE_FINAL_TYPE (WbExportPreview, wb_export_preview, WB, EXPORT_PREVIEW, GtkWidget)

GtkWidget *wb_export_preview_new (void);
/* NULL: an empty page. The figure is drawn on another thread; until then the picture before stays. */
void wb_export_preview_set_figure (WbExportPreview *self, WbExportFigure *figure, const WbExportPage *page);
/* Text in place of a page; until the next figure. */
void wb_export_preview_set_text (WbExportPreview *self, const char *text);
gboolean wb_export_preview_is_drawing (WbExportPreview *self);
/* At the size it will have, else as large as there is room. */
void wb_export_preview_set_actual (WbExportPreview *self, gboolean actual);

G_END_DECLS
