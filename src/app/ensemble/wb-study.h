/* One study of a session: its set-up as the text of a study file, its results,
 * and the computation on a thread of the pool. Main thread.
 *
 * Results are in a file: the one beside the study file if it has results of this
 * set-up, else one in the user's cache whose name follows from the set-up. So a
 * computation that was stopped continues, and an undone change finds its results
 * again.
 *
 * Signals: "setup-changed", "picture-changed", "state-changed" (also on
 * progress). */
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
  WB_STUDY_NEW,      /* no results of this set-up */
  WB_STUDY_RUNNING,
  WB_STUDY_STOPPED,  /* some results: Run goes on */
  WB_STUDY_DONE,
  WB_STUDY_FAILED,   /* wb_study_error says why */
} WbStudyState;

/* Makes a study of the text of a study file. path: its file, or NULL. model: the
 * model, or NULL to open the one that the text names. Looks for results. */
WbStudy *wb_study_new (const char *text, const char *path, Model *model);

/* Returns the text of the study file; borrowed until the next change. */
const char *wb_study_text (WbStudy *self);
/* Replaces the text, without undo, and looks for its results. */
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
/* Stops it; what is done stays. */
void wb_study_cancel (WbStudy *self);
/* Returns the state. */
WbStudyState wb_study_state (WbStudy *self);
/* Returns the completed fraction, 0 to 1. */
double wb_study_progress (WbStudy *self);
/* Returns members per second of the present computation, or NaN. */
double wb_study_rate (WbStudy *self);
/* Returns why the text is wrong or the computation failed, or NULL. */
const char *wb_study_error (WbStudy *self);
/* Returns the newest picture, borrowed; NULL: none. */
WbEnsemblePicture *wb_study_picture (WbStudy *self);
/* Returns the result of a study that is no ensemble, borrowed; NULL: none. */
const LabResult *wb_study_result (WbStudy *self);
/* Returns whether the picture or result is of an earlier set-up. */
gboolean wb_study_is_stale (WbStudy *self);
/* Returns the file of results, or NULL. */
const char *wb_study_results (WbStudy *self);
/* Sets a file that may have the results of this set-up and looks there first;
 * path NULL: none. */
void wb_study_expect_results (WbStudy *self, const char *path);

G_END_DECLS
