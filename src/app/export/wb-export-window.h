/* The export window: a preview with dimensions, and choices of format, plots,
 * size and style. For tables, it has choices of rows and separators. */
#pragma once

#include "wb-export-csv.h"
#include "wb-export-motion-side.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EXPORT_WINDOW (wb_export_window_get_type ())
G_DECLARE_FINAL_TYPE (WbExportWindow, wb_export_window, WB, EXPORT_WINDOW, GtkWindow)

typedef enum { WB_EXPORT_PNG, WB_EXPORT_SVG, WB_EXPORT_PDF, WB_EXPORT_CSV, WB_EXPORT_MOTION, WB_N_EXPORT_FORMATS } WbExportFormat;

/* Makes a window over parent that exports the session's plots and run, or its
 * comparison if the Compare view is shown; the window is not shown yet. */
WbExportWindow *wb_export_window_new (GtkWindow *parent, WbSession *session);
/* Makes an export window over parent and shows it. */
void wb_export_window_present (GtkWindow *parent, WbSession *session);
/* Chooses a format. */
void wb_export_window_set_format (WbExportWindow *self, WbExportFormat format);
/* Selects a single plot. */
void wb_export_window_choose_plot (WbExportWindow *self, int index);
/* Returns the current page. Borrowed. */
const WbExportPage *wb_export_window_page (WbExportWindow *self);
/* Returns the current options of tables. */
WbExportTable wb_export_window_table (WbExportWindow *self);
/* Returns the widget with the options of movies. */
WbExportMotionSide *wb_export_window_motion (WbExportWindow *self);
/* Returns whether the preview and the estimated size agree with the current
 * choices. */
gboolean wb_export_window_is_settled (WbExportWindow *self);
/* Writes the selected figure, table or movie to path. On success closes the
 * window, on failure shows a message. */
void wb_export_window_save (WbExportWindow *self, const char *path);

/* Signals: "saved" (path). */

G_END_DECLS
