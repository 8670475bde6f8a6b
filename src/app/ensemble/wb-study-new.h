/* Texts of new studies of the session's model, with its settings and values, and the text of a basin whose range is changed. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-job.h"
#include "wb-session.h"
#include "wb-study.h"

G_BEGIN_DECLS

/* Returns the text of a new study of a kind ("ensemble", "basin", "roa"); free with g_free. In an ensemble nothing is random yet. */
char *wb_study_new_text (WbSession *session, const char *kind);
/* Looks for a reason why the session's model cannot have such a study, a kind with a check. The result for `done` is the reason as a text, "" if there is none;
 * done frees it. */
WbJob *wb_study_new_check (gpointer owner, WbSession *session, const char *kind, WbJobDone done);

/* Returns the text of a basin study for the shown ranges: as many of its starts as possible are also starts of the present set-up, so that
 * they need not be computed again. Free with g_free. Returns NULL for another study, without a result, or if a range is not finite. */
char *wb_study_new_part_text (WbStudy *study, const PlotRange *x, const PlotRange *y);

G_END_DECLS
