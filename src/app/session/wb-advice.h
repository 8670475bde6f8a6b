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
/* Returns the model of a run with the key `key` (rest or slide) at the events that ended it by accumulation or chattering. Returns NULL if the run did
 * not end so, or if the model would have errors. Free it with model_unref. */
Model *wb_advice_contact_model (WbRunItem *run, const char *key);
/* Replaces the model of the session by one with the same quantities, in one undo step with a name. Settings, values and runs stay. */
void wb_advice_use_model (WbSession *self, Model *model, const char *words);

G_END_DECLS
