/* The export window. It has a preview with dimensions and options for the format, plots, size and style. For tables it has options for rows
 * and separators, for handouts the lesson, for models the language. */
#pragma once

#include "wb-export-code-side.h"
#include "wb-export-csv.h"
#include "wb-export-handout-side.h"
#include "wb-export-motion-side.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EXPORT_WINDOW (wb_export_window_get_type ())
G_DECLARE_FINAL_TYPE (WbExportWindow, wb_export_window, WB, EXPORT_WINDOW, GtkWindow)

typedef enum { WB_EXPORT_PNG, WB_EXPORT_SVG, WB_EXPORT_PDF, WB_EXPORT_CSV, WB_EXPORT_MOTION, WB_EXPORT_HANDOUT, WB_EXPORT_CODE,
               WB_N_EXPORT_FORMATS } WbExportFormat;

/* Makes a window over parent. It exports the session's plots and run, or the content of the Compare, Ensemble or Microscope view if the
 * session shows one of them. The window is not shown yet. */
WbExportWindow *wb_export_window_new (GtkWindow *parent, WbSession *session);
/* Makes an export window over parent and shows it. */
void wb_export_window_present (GtkWindow *parent, WbSession *session);
/* Chooses a format. */
void wb_export_window_set_format (WbExportWindow *self, WbExportFormat format);
/* Selects a single plot for export. */
void wb_export_window_choose_plot (WbExportWindow *self, int index);
/* Returns the present options of the figure; borrowed. */
const WbExportPage *wb_export_window_page (WbExportWindow *self);
/* Returns the present options of tables. */
WbExportTable wb_export_window_table (WbExportWindow *self);
/* Returns the widget with the options of movies. */
WbExportMotionSide *wb_export_window_motion (WbExportWindow *self);
/* Returns the widget with the options of handouts. */
WbExportHandoutSide *wb_export_window_handout (WbExportWindow *self);
/* Returns the widget with the languages of models. */
WbExportCodeSide *wb_export_window_code (WbExportWindow *self);
/* Returns whether the preview and the estimated size agree with the present
 * options. */
gboolean wb_export_window_is_settled (WbExportWindow *self);
/* Writes the selected figure, table, movie, handout or model to path. Closes the window on success; shows a message on
 * failure. */
void wb_export_window_save (WbExportWindow *self, const char *path);

/* Signal: "saved" (path), after a file was written. */

G_END_DECLS
