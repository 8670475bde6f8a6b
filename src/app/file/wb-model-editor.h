/* An editor for the text of the session's model or of a lesson: live check, marks and a list of errors, undo, save, save a copy. The lesson is
 * shown as its text is typed. The editor is a view of the window without a button in the view switcher. Main thread. */
#pragma once

#include "wb-session.h"
#include "wb-source-view.h"

G_BEGIN_DECLS

#define WB_TYPE_MODEL_EDITOR (wb_model_editor_get_type ())
G_DECLARE_FINAL_TYPE (WbModelEditor, wb_model_editor, WB, MODEL_EDITOR, GtkWidget)

/* Makes the editor of a session's model. */
GtkWidget *wb_model_editor_new (WbSession *session);
/* Shows the text of a lesson's file until the lesson is closed. Does nothing if the text has changes that are not saved. */
void wb_model_editor_edit_lesson (WbModelEditor *self, const char *path);
/* Returns the text view, borrowed. */
WbSourceView *wb_model_editor_source (WbModelEditor *self);
/* Moves the focus to the text. The cursor is at the first error if there is one and the text was not edited. */
void wb_model_editor_enter (WbModelEditor *self);
/* Returns whether the text differs from the saved one. */
gboolean wb_model_editor_is_modified (WbModelEditor *self);
/* Returns the path of the file, borrowed; NULL: the model has none. */
const char *wb_model_editor_path (WbModelEditor *self);
/* Returns the name of the file; free it with g_free. */
char *wb_model_editor_file_name (WbModelEditor *self);
/* Saves the text in the model's file and reads the model again. The text of a library model is saved as a copy in the user's folder; *copy
 * is then its path (free with g_free), which the caller opens, and otherwise NULL. Returns FALSE if the text could not be saved; the
 * session has then emitted a message. */
gboolean wb_model_editor_save (WbModelEditor *self, char **copy);
/* Discards the changes. */
void wb_model_editor_discard (WbModelEditor *self);
/* Handles a key while the text has the focus, before the window handles it: undo, redo, save, save a copy, run, leave. Returns whether the
 * key was handled. */
gboolean wb_model_editor_key (WbModelEditor *self, guint key, GdkModifierType held);
/* Returns whether the check of the current text is complete. */
gboolean wb_model_editor_is_checked (WbModelEditor *self);

G_END_DECLS
