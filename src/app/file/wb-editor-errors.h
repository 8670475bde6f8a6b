/* The list of errors below the text of the editor. A click on an error moves the cursor to its place. Main thread. */
#pragma once

#include "model-diagnostic.h"
#include "wb-source-view.h"

G_BEGIN_DECLS

/* Makes an empty list for the errors of a text. It is hidden while it is empty. */
GtkWidget *wb_editor_errors_new (WbSourceView *text);
/* Shows errors (ModelDiagnostic) of the file `path` and marks their lines in the text. Errors of other files, such as tables, are listed without
 * a mark. path NULL: all errors are of the text. */
void wb_editor_errors_show (GtkWidget *errors, const GPtrArray *diagnostics, const char *path);
/* Moves the cursor to the first error of the text and focuses the text. Returns FALSE if there is none. */
gboolean wb_editor_errors_go_first (GtkWidget *errors);

G_END_DECLS
