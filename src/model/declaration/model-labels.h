/* Labels of discrete states, for plots. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

/* Returns the text that the model file gives to the time in which a discrete state is 1 (holds) or not; owned by the model. NULL: the file gives none. */
const char *model_label (const Model *model, const char *state, gboolean holds);

G_END_DECLS
