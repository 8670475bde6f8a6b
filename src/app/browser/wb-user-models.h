/* The user's own model files: which files may be edited in place, new ones, and
 * copies of others. Main thread. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Returns whether the file may be edited in place: it is writable and not part
 * of the shared library of models. */
gboolean wb_user_models_is_own (const char *path);
/* Writes a small complete model into the user's folder. Returns the file's
 * path, free with g_free; NULL with an error. */
char *wb_user_models_new (GError **error);
/* Copies the session's file that has errors, else its model, into the user's
 * folder. Returns the copy's path, free with g_free; NULL with an error, and
 * NULL without one where the session has neither. */
char *wb_user_models_copy (WbSession *session, GError **error);
/* Returns the path of the session's file that has errors, else of its model;
 * NULL: there is none. */
const char *wb_user_models_path (WbSession *session);

G_END_DECLS
