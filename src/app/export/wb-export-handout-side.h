/* The rows of the export window with the options of handouts: the lesson, its language, and the kind of file. Signal: "changed", after the user
 * has changed an option. */
#pragma once

#include <gtk/gtk.h>

#include "wb-export-handout.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_EXPORT_HANDOUT_SIDE (wb_export_handout_side_get_type ())
G_DECLARE_FINAL_TYPE (WbExportHandoutSide, wb_export_handout_side, WB, EXPORT_HANDOUT_SIDE, GtkWidget)

/* Makes the rows. The list has the lessons of the library without those that cannot be read, and the open lesson of the session, which is
 * selected. */
GtkWidget *wb_export_handout_side_new (WbSession *session);
/* Returns an export with the chosen options, or NULL with an error if there is no lesson. Free it with wb_export_handout_free. */
WbExportHandout *wb_export_handout_side_get (WbExportHandoutSide *self, GError **error);
/* Returns the id of the chosen lesson, borrowed, or NULL. */
const char *wb_export_handout_side_id (WbExportHandoutSide *self);
/* Returns the ending of the file name without the dot: "html" or "pdf". */
const char *wb_export_handout_side_ending (WbExportHandoutSide *self);
/* Chooses the lesson with this id, a language of handouts, and the kind of file. Returns FALSE if there is no such lesson or language. */
gboolean wb_export_handout_side_set (WbExportHandoutSide *self, const char *id, const char *language, PlotHandoutFormat format);

G_END_DECLS
