/* The actions that apply the advice given in an explanation of a failed or slow run. */
#pragma once

#include "sim-explain.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns the translated label of the button that applies an advice, such as "Use an implicit
 * method". Returns NULL if no button can apply the advice or the settings already agree with
 * it. */
const char *wb_advice_label (WbSession *session, SimAdvice advice);
/* Changes the settings as the advice says, in one undo step. */
void wb_advice_apply (WbSession *session, SimAdvice advice);

G_END_DECLS
