/* C as a language of models, for the programs whose parts are written in it. */
#pragma once

#include "model-code-private.h"

G_BEGIN_DECLS

/* Operations and functions in C. */
extern const ExprSourceLanguage model_code_c_language;
/* Words that cannot be names, NULL-terminated. */
extern const char *const model_code_c_reserved[];
/* Functions for operations that C does not have. */
extern const char model_code_c_helpers[];

/* Appends the model: its numbers, the functions rhs and outputs, those of events if `events`, and the step code. Returns FALSE with an error. */
gboolean model_code_c_model (ModelCode *code, GString *out, gboolean events, GError **error);
/* Returns whether the step code is implicit: the model is stiff and not too large. */
gboolean model_code_c_is_implicit (const ModelCode *code);
/* Appends what the events need: N_CROSSINGS, N_EVENTS and the functions of data/code/events.c. Returns FALSE with an error. */
gboolean model_code_c_events (ModelCode *code, GString *out, GError **error);

G_END_DECLS
