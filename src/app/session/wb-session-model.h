/* What objects that belong to a model ask when "model-changed" is emitted. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Returns whether "model-changed" is being emitted because the errors have changed, and the open model is the same: what belongs to the model
 * stays. */
gboolean wb_session_keeps_model (WbSession *self);

G_END_DECLS
