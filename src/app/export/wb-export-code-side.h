/* The rows with the languages in which a model can be written. */
#pragma once

#include <gtk/gtk.h>

#include "model-code.h"

G_BEGIN_DECLS

#define WB_TYPE_EXPORT_CODE_SIDE (wb_export_code_side_get_type ())
G_DECLARE_FINAL_TYPE (WbExportCodeSide, wb_export_code_side, WB, EXPORT_CODE_SIDE, GtkWidget)

/* Makes a row for each language; the first one is chosen. */
GtkWidget *wb_export_code_side_new (void);
/* Returns the chosen language. */
const ModelCodeTarget *wb_export_code_side_get (WbExportCodeSide *self);

/* Signal: "changed", after another language was chosen. */

G_END_DECLS
