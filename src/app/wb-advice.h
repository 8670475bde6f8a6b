/* What the explanations advise, as one click. */
#pragma once

#include "sim-explain.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* "Use an implicit method"; NULL where the advice has no action of its own, or where it is followed already. */
const char *wb_advice_label (WbSession *session, SimAdvice advice);
/* Changes the setting as one change that can be undone. */
void wb_advice_apply (WbSession *session, SimAdvice advice);

G_END_DECLS
