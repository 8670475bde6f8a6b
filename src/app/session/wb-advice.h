/* Actions that follow the advice of an explanation. */
#pragma once

#include "sim-explain.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns the translated label of the action that follows an advice ("Use an
 * implicit method"). Returns NULL if there is no action or the settings already
 * follow the advice. */
const char *wb_advice_label (WbSession *session, SimAdvice advice);
/* Changes the settings to follow the advice, as one step of undo. */
void wb_advice_apply (WbSession *session, SimAdvice advice);

G_END_DECLS
