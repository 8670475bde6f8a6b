/* The rows of the export window with the options of movies. Signal: "changed", after the user has changed an option. */
#pragma once

#include <gtk/gtk.h>

#include "wb-export-motion.h"

G_BEGIN_DECLS

#define WB_TYPE_EXPORT_MOTION_SIDE (wb_export_motion_side_get_type ())
G_DECLARE_FINAL_TYPE (WbExportMotionSide, wb_export_motion_side, WB, EXPORT_MOTION_SIDE, GtkWidget)

/* Makes the rows with the defaults for the current run of the session. */
GtkWidget *wb_export_motion_side_new (WbSession *session);
/* Returns the chosen options. */
WbExportMotion wb_export_motion_side_get (WbExportMotionSide *self);
/* Shows these options without emitting "changed". */
void wb_export_motion_side_set (WbExportMotionSide *self, const WbExportMotion *motion);
/* Returns the ending of the file name: ".gif", ".webp", or "" for a folder of pictures. */
const char *wb_export_motion_side_ending (WbExportMotionSide *self);
/* Returns the number of pictures and the duration, such as "241 pictures, 9.6 s". Free it with
 * g_free. */
char *wb_export_motion_side_text (WbExportMotionSide *self);

G_END_DECLS
