/* Adds the keys `rest` and `slide` to the text of a model. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the text of a model in which the events with these names (NULL-terminated) have the key `key` (rest or slide). The key names a
 * discrete state that is added, "rests" or "slides" with a number if the text has this word already. The rest of the text is unchanged.
 * Returns NULL if the text has no such event or is not YAML. Whether the model is valid is not checked. Free it with g_free. */
char *model_edit_phase (const char *text, const char *const *events, const char *key);

G_END_DECLS
