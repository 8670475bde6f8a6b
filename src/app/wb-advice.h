/* What the explanations advise, as one click. */
#pragma once

#include "sim-explain.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* "Use an implicit method"; NULL where the advice has no action of its own. */
const char *wb_advice_label (SimAdvice advice);
/* Changes the setting (one change that can be undone) and says what was done; a new run shows the effect. */
void wb_advice_apply (WbSession *session, SimAdvice advice);

G_END_DECLS
