/* Loading a model. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

/* Reads a file. Every problem of the file goes to diagnostics (must not be NULL); NULL if any is an error. */
Model *model_load_file (const char *path, GPtrArray *diagnostics);
/* Reads text; name stands for the file in messages and finds files beside the model (may be NULL). */
Model *model_load_text (const char *text, gssize length, const char *name, GPtrArray *diagnostics);

G_END_DECLS
