/* What the explanations advise, as one click. */
#pragma once

#include "sim-explain.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns the translated label of the advice's action ("Use an implicit
 * method"), or NULL where it has none or is followed already. */
const char *wb_advice_label (WbSession *session, SimAdvice advice);
/* Changes the settings as the advice says, as one step of undo. */
void wb_advice_apply (WbSession *session, SimAdvice advice);

G_END_DECLS
