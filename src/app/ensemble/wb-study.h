/* One study of a session: its set-up as the text of a study file, its results, and the computation on a thread of the pool. Main thread.
 *
 * Results are in a file: in the file beside the study file if that has results of this set-up, otherwise in a file of the user's cache
 * whose name is computed from the set-up. Therefore a stopped computation can continue, and results are found again when a change is
 * undone.
 *
 * Signals: "setup-changed", "picture-changed", "state-changed" (also at progress). */
#pragma once

#include <gio/gio.h>

#include "lab-registry.h"
#include "wb-ensemble-picture.h"
#include "wb-study-problem.h"

G_BEGIN_DECLS

#define WB_TYPE_STUDY (wb_study_get_type ())
G_DECLARE_FINAL_TYPE (WbStudy, wb_study, WB, STUDY, GObject)

typedef enum
{
  WB_STUDY_NEW,      /* there are no results of this set-up */
  WB_STUDY_RUNNING,
  WB_STUDY_STOPPED,  /* there are some results, and Run continues */
  WB_STUDY_DONE,
  WB_STUDY_FAILED,   /* wb_study_error returns the reason */
} WbStudyState;

/* Makes a study from the text of a study file and searches for its results. path is the file, or NULL. model is the model, or NULL to open
 * the one that the text names. */
WbStudy *wb_study_new (const char *text, const char *path, Model *model);

/* Returns the text of the study file; borrowed until the next change. */
const char *wb_study_text (WbStudy *self);
/* Replaces the text and searches for its results. This cannot be undone. */
void wb_study_set_text (WbStudy *self, const char *text);
/* Returns the file that the study was read from, or NULL. */
const char *wb_study_path (WbStudy *self);
/* Returns whether the set-up differs from the text with which it was made. */
gboolean wb_study_is_changed (WbStudy *self);
/* Returns the study with its model, or NULL if the text has errors; borrowed
 * until the next change. */
const WbStudyProblem *wb_study_problem (WbStudy *self);
/* Returns the title; borrowed. */
const char *wb_study_title (WbStudy *self);
/* Returns the kind with size and state ("Monte Carlo, 1 000 runs"); free with
 * g_free. */
char *wb_study_subtitle (WbStudy *self);
/* Returns the kind as the registry names it, or NULL if the text has errors. */
const char *wb_study_kind (WbStudy *self);

/* Returns the number of threads that Run uses. */
int wb_study_threads (WbStudy *self);
/* Sets the number of threads; it does not change results. */
void wb_study_set_threads (WbStudy *self, int threads);
/* Starts or continues the computation. */
void wb_study_run (WbStudy *self);
/* Stops the computation. Completed members stay in the results. */
void wb_study_cancel (WbStudy *self);
/* Returns the state. */
WbStudyState wb_study_state (WbStudy *self);
/* Returns the completed fraction, 0 to 1. */
double wb_study_progress (WbStudy *self);
/* Returns the number of members per second of the running computation, or NaN. */
double wb_study_rate (WbStudy *self);
/* Returns the reason why the text is wrong or the computation failed, or NULL. */
const char *wb_study_error (WbStudy *self);
/* Returns the newest picture, borrowed, or NULL if there is none. */
WbEnsemblePicture *wb_study_picture (WbStudy *self);
/* Returns the result of a study that is no ensemble, borrowed; NULL: none. */
const LabResult *wb_study_result (WbStudy *self);
/* Returns whether the picture or result is of an earlier set-up. */
gboolean wb_study_is_stale (WbStudy *self);
/* Returns the file of results, or NULL. */
const char *wb_study_results (WbStudy *self);
/* Sets a file that may have the results of this set-up and is searched first; path may be NULL. */
void wb_study_expect_results (WbStudy *self, const char *path);

G_END_DECLS
