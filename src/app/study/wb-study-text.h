/* Changes one value in the text of a study file. All other keys keep their values; comments are lost. */
#pragma once

#include "model-yaml.h"

G_BEGIN_DECLS

/* Returns the text with the scalar at a path of keys, such as {"vary", "theta", NULL}, set to value. value NULL
 * removes the key and each mapping that becomes empty. Returns NULL if text is not YAML. Free it with
 * g_free. */
char *wb_study_text_set (const char *text, const char *const *path, const char *value);
/* Returns the text with the last key of a path renamed to name. The key keeps its position and its value. Returns NULL if text is not YAML.
 * Free it with g_free. */
char *wb_study_text_rename (const char *text, const char *const *path, const char *name);
/* Returns the scalar at a path of keys, or NULL if there is none. path ends with NULL. Free it with g_free. */
char *wb_study_text_get (const char *text, const char *const *path);

/* Returns the parsed text, or NULL if it is not a mapping. Free it with model_yaml_document_free. */
ModelYamlDocument *wb_study_text_parse (const char *text);
/* Returns the model that the text of a study names, or NULL if it names none. Free it with g_free. */
char *wb_study_model_of (const char *text);

G_END_DECLS
