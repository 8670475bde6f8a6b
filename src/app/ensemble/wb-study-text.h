/* Changes one value in the text of a study file. All other keys keep their values; comments are lost. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the text with the scalar at a path of keys ("vary", "theta") set to
 * value; value NULL removes the key, and a mapping that becomes empty with it.
 * path ends with NULL. Returns NULL if text is not YAML; free with g_free. */
char *wb_study_text_set (const char *text, const char *const *path, const char *value);
/* Returns the scalar at a path of keys, or NULL; free with g_free. */
char *wb_study_text_get (const char *text, const char *const *path);

/* Returns the model that the text of a study names, or NULL; free with g_free. */
char *wb_study_model_of (const char *text);

G_END_DECLS
