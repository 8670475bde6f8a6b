/* The list of errors below the text of the editor. A click on an error moves the cursor to the position of the error. Main thread. */
#pragma once

#include "model-diagnostic.h"
#include "wb-source-view.h"

G_BEGIN_DECLS

/* Makes an empty list of errors for a text view. The list is hidden while it is empty. */
GtkWidget *wb_editor_errors_new (WbSourceView *text);
/* Shows errors (ModelDiagnostic) and marks the lines of those in the file `path`. Errors in other files, such as tables, have no mark. path
 * NULL: all errors belong to the text. */
void wb_editor_errors_show (GtkWidget *errors, const GPtrArray *diagnostics, const char *path);
/* Moves the cursor to the first error in the text and focuses the text. Returns FALSE if there is no error. */
gboolean wb_editor_errors_go_first (GtkWidget *errors);

G_END_DECLS
