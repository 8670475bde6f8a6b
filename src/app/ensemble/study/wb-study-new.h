/* Texts of new studies for the session's model with its settings and values, and texts of basin studies with another range. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-job.h"
#include "wb-session.h"
#include "wb-study.h"

G_BEGIN_DECLS

/* Returns the kinds of studies that the user can make in the view (LAB_PLACE_ENSEMBLE), NULL-terminated. */
const LabStudyKind *const *wb_study_new_kinds (void);

/* Returns the text of a new study of a kind. A new ensemble has no random quantity yet. A new sweep varies the first parameter about
 * its value. A study with options has those that it proposes for the model. Free the text with g_free. */
char *wb_study_new_text (WbSession *session, const LabStudyKind *kind);
/* Returns the text of a study after a change of its kind. The model, its values and its settings stay; a change between ensemble and sweep
 * also keeps the recorded outputs. All other entries are those of a new study. Returns NULL if the set-up has an error. Free the text with
 * g_free. */
char *wb_study_new_as (WbStudy *study, const LabStudyKind *kind);
/* Checks whether the model of a study can have another kind of study. See wb_study_new_check for the arguments. */
void wb_study_new_check_as (WbJob **newest, gpointer owner, WbStudy *study, const LabStudyKind *kind, WbJobDone done);
/* Checks in a job in place of *newest (wb_job_replace) whether the session's model can have a study of this kind. `done` gets the reason why not as a
 * text, or "" if none is known, and frees it. */
void wb_study_new_check (WbJob **newest, gpointer owner, WbSession *session, const LabStudyKind *kind, WbJobDone done);

/* Returns the text of a basin study for the ranges shown in the plot. The starts lie on the present grid where possible, so that known
 * results are used again. Free it with g_free. Returns NULL if the study is not a basin or has no result, or if a range is not finite. */
char *wb_study_new_part_text (WbStudy *study, const PlotRange *x, const PlotRange *y);

G_END_DECLS
