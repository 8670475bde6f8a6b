/* New studies of the session's model, with its settings and values. Main thread. */
#pragma once

#include "wb-job.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns the text of a new study of a kind ("ensemble", "basin", "roa"); free with g_free. In an ensemble nothing is random yet. */
char *wb_study_new_text (WbSession *session, const char *kind);
/* Looks for a reason why the session's model cannot have such a study, a kind with a check. The result for `done` is the reason as a text, "" if there is none;
 * done frees it. */
WbJob *wb_study_new_check (gpointer owner, WbSession *session, const char *kind, WbJobDone done);

G_END_DECLS
