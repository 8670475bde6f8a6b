/* C as a language of models, for the programs whose parts are written in it. */
#pragma once

#include "model-code-private.h"

G_BEGIN_DECLS

/* Appends what the events need: N_CROSSINGS, N_EVENTS and the functions crossings, sides, crossed, next_time and happen. Returns FALSE with an error. */
gboolean model_code_c_events (ModelCode *code, GString *out, GError **error);

G_END_DECLS
