/* The export window: preview with measures, format, plots, size, style; tables
 * with their points and separators. */
#pragma once

#include "wb-export-csv.h"
#include "wb-export-motion-side.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EXPORT_WINDOW (wb_export_window_get_type ())
G_DECLARE_FINAL_TYPE (WbExportWindow, wb_export_window, WB, EXPORT_WINDOW, GtkWindow)

typedef enum { WB_EXPORT_PNG, WB_EXPORT_SVG, WB_EXPORT_PDF, WB_EXPORT_CSV, WB_EXPORT_MOTION, WB_N_EXPORT_FORMATS } WbExportFormat;

/* Makes a window over parent that exports the session's plots and run; it is
 * not shown yet. */
WbExportWindow *wb_export_window_new (GtkWindow *parent, WbSession *session);
/* Makes an export window over parent and shows it. */
void wb_export_window_present (GtkWindow *parent, WbSession *session);
/* Chooses a format. */
void wb_export_window_set_format (WbExportWindow *self, WbExportFormat format);
/* Chooses one plot alone. */
void wb_export_window_choose_plot (WbExportWindow *self, int index);
/* Returns the page as chosen; borrowed. */
const WbExportPage *wb_export_window_page (WbExportWindow *self);
/* Returns the options of tables as chosen. */
WbExportTable wb_export_window_table (WbExportWindow *self);
/* Returns the rows with the options of movies. */
WbExportMotionSide *wb_export_window_motion (WbExportWindow *self);
/* Returns whether preview and estimate belong to the present choices. */
gboolean wb_export_window_is_settled (WbExportWindow *self);
/* Writes what is chosen. Closes the window when the file is written; shows a
 * message otherwise. */
void wb_export_window_save (WbExportWindow *self, const char *path);

/* Signal "saved" (path). */

G_END_DECLS
