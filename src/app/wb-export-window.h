/* The export window: preview with measures, format, plots, size, style; tables with their points and separators. */
#pragma once

#include "wb-export-csv.h"
#include "wb-export-motion-side.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EXPORT_WINDOW (wb_export_window_get_type ())
G_DECLARE_FINAL_TYPE (WbExportWindow, wb_export_window, WB, EXPORT_WINDOW, GtkWindow)

typedef enum { WB_EXPORT_PNG, WB_EXPORT_SVG, WB_EXPORT_PDF, WB_EXPORT_CSV, WB_EXPORT_MOTION, WB_N_EXPORT_FORMATS } WbExportFormat;

/* Makes a window over parent that exports the session's plots and run; it is not shown yet. */
WbExportWindow *wb_export_window_new (GtkWindow *parent, WbSession *session);
/* Makes such a window and shows it. */
void wb_export_window_present (GtkWindow *parent, WbSession *session);
void wb_export_window_set_format (WbExportWindow *self, WbExportFormat format);
/* This plot alone. */
void wb_export_window_choose_plot (WbExportWindow *self, int index);
const WbExportPage *wb_export_window_page (WbExportWindow *self);
WbExportTable wb_export_window_table (WbExportWindow *self);
/* How a motion is filmed: its rows. */
WbExportMotionSide *wb_export_window_motion (WbExportWindow *self);
/* Whether preview and size are those of what is chosen. */
gboolean wb_export_window_is_settled (WbExportWindow *self);
/* Writes what is chosen; the window closes when the file is there, and says why where it is not. */
void wb_export_window_save (WbExportWindow *self, const char *path);

/* Signal "saved" (path). */

G_END_DECLS
