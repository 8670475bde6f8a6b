/* An editor for the text of the session's model or of a lesson. It checks the text while the user types, marks errors and lists them, and
 * has undo, save and "save a copy". An edited lesson is shown in the window while the user types. The editor is a view of the window
 * without a button in the view switcher. Main thread. */
#pragma once

#include "wb-session.h"
#include "wb-source-view.h"

G_BEGIN_DECLS

#define WB_TYPE_MODEL_EDITOR (wb_model_editor_get_type ())
G_DECLARE_FINAL_TYPE (WbModelEditor, wb_model_editor, WB, MODEL_EDITOR, GtkWidget)

/* Makes the editor of a session's model. */
GtkWidget *wb_model_editor_new (WbSession *session);
/* Shows the text of a lesson file until the lesson is closed. Does nothing if there are unsaved changes. */
void wb_model_editor_edit_lesson (WbModelEditor *self, const char *path);
/* Returns the text view of the editor; borrowed. */
WbSourceView *wb_model_editor_source (WbModelEditor *self);
/* Moves the focus to the text. If the text was not edited and has errors, the cursor is at the first error. */
void wb_model_editor_enter (WbModelEditor *self);
/* Returns whether the text differs from the saved one. */
gboolean wb_model_editor_is_modified (WbModelEditor *self);
/* Returns the path of the edited file, borrowed, or NULL if the model has no file. */
const char *wb_model_editor_path (WbModelEditor *self);
/* Returns the name of the edited file. Free it with g_free. */
char *wb_model_editor_file_name (WbModelEditor *self);
/* Saves the text to the model's file and reads the model again. A model of the library is saved as a copy in the user's folder; then sets
 * *copy to its path (free with g_free), and the caller opens the copy. Otherwise sets *copy to NULL. Returns FALSE if the text could not be
 * saved; the session has then emitted "message". */
gboolean wb_model_editor_save (WbModelEditor *self, char **copy);
/* Discards the changes that are not saved. */
void wb_model_editor_discard (WbModelEditor *self);
/* Handles a key while the text has the focus, before the window handles it: undo, redo, save, save a copy, run, and leaving the editor.
 * Returns whether the key was handled. */
gboolean wb_model_editor_key (WbModelEditor *self, guint key, GdkModifierType held);
/* Returns whether the check of the current text is complete. */
gboolean wb_model_editor_is_checked (WbModelEditor *self);

G_END_DECLS
