/* The user's own model files: which files the user may edit, and functions that create files and copy them. Main
 * thread. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Returns whether the user may edit this file: it is writable and not part of the shared library of
 * models. */
gboolean wb_user_models_is_own (const char *path);
/* Writes a small complete model into the user's folder of models. Returns the path of the file, which the caller frees with g_free, or NULL
 * with an error. */
char *wb_user_models_new (GError **error);
/* Copies the session's model file into the user's folder of models. If the file requested last has errors, copies that file instead.
 * Returns the path of the copy, which the caller frees with g_free. Returns NULL with an error on failure, and NULL without an error if the
 * session has no model. */
char *wb_user_models_copy (WbSession *session, GError **error);
/* Writes a text into the user's folder of models and adds "(copy)" to the name of the model in it. The file name is the
 * first unused one made from `name`, a file name. Returns the path, which the caller frees with g_free, or NULL with an
 * error. */
char *wb_user_models_copy_text (const char *name, const char *text, GError **error);
/* Writes a text into the user's folder of models. The file name is the first unused one of stem + ending, stem + "-2" + ending, … Returns
 * the path, which the caller frees with g_free, or NULL with an error. */
char *wb_user_models_write (const char *stem, const char *ending, const char *text, GError **error);
/* Returns the path of the session's model file or, if the file requested last has errors, the path of that file; borrowed. Returns NULL if
 * there is none. */
const char *wb_user_models_path (WbSession *session);

G_END_DECLS
