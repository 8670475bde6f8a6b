/* The user's own model files: which files may be edited in place, creating new
 * files, and copying others. Main thread. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Returns whether the file may be edited in place: it is writable and not part
 * of the shared library of models. */
gboolean wb_user_models_is_own (const char *path);
/* Writes a small complete model into the user's folder. Returns the path of the
 * file, or NULL with an error. Free it with g_free. */
char *wb_user_models_new (GError **error);
/* Copies the session's model file into the user's folder; if the file requested last has errors, copies that file. Returns the path of the
 * copy (free it with g_free), NULL with an error on failure, or NULL without an error if the session has no model. */
char *wb_user_models_copy (WbSession *session, GError **error);
/* Writes a text into the user's folder under the first unused name made from
 * `name`, the name of a file, and marks the model's name as a copy. Returns the
 * path of the file, or NULL with an error. Free it with g_free. */
char *wb_user_models_copy_text (const char *name, const char *text, GError **error);
/* Writes a text into the user's folder under the first unused name of stem + ending, stem + "-2" + ending, … Returns the path of the file,
 * or NULL with an error. Free it with g_free. */
char *wb_user_models_write (const char *stem, const char *ending, const char *text, GError **error);
/* Returns the path of the session's model file; if the file requested last has
 * errors, its path. NULL: there is none. */
const char *wb_user_models_path (WbSession *session);

G_END_DECLS
