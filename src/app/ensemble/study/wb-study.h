/* One study of a session: its set-up as the text of a study file, its results, and its computation on a thread of the pool. Main thread.
 *
 * The results are in the file beside the study file if that has results of this set-up. Otherwise they are in a file of the user's cache
 * whose name is a hash of the set-up. Therefore a stopped computation can continue, and the results are found again when a change is
 * undone.
 *
 * Signals: "setup-changed", "picture-changed", "state-changed" (also when progress is reported). */
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
  WB_STUDY_STOPPED,  /* some results are known; wb_study_run computes the rest or, for studies without a file, all results */
  WB_STUDY_DONE,
  WB_STUDY_FAILED,   /* wb_study_error returns the reason */
} WbStudyState;

/* Makes a study from the text of a study file and searches for its results. path: the file, or NULL. model: the model, or NULL to open the
 * model that the text names. */
WbStudy *wb_study_new (const char *text, const char *path, Model *model);

/* Returns the text of the study file; borrowed until the next change. */
const char *wb_study_text (WbStudy *self);
/* Replaces the text and searches for results of the new text. This cannot be undone. */
void wb_study_set_text (WbStudy *self, const char *text);
/* Returns the first error that the study would have with another text, without file name and line, or NULL without an error. Free it with
 * g_free. */
char *wb_study_why_wrong (WbStudy *self, const char *text);
/* Returns the file that the study was read from, or NULL. */
const char *wb_study_path (WbStudy *self);
/* Returns whether the text differs from that with which the study was made. */
gboolean wb_study_is_changed (WbStudy *self);
/* Returns the parsed study with its model, borrowed until the next change. Returns NULL if the text has
 * errors. */
const WbStudyProblem *wb_study_problem (WbStudy *self);
/* Returns the title of the study; borrowed. */
const char *wb_study_title (WbStudy *self);
/* Returns the kind with the size and the progress, such as "Monte Carlo, 1 000 runs". Free it with
 * g_free. */
char *wb_study_subtitle (WbStudy *self);
/* Returns the id of the kind in the registry of studies, or NULL if the text has errors. */
const char *wb_study_kind (WbStudy *self);

/* Returns the number of threads that wb_study_run uses. */
int wb_study_threads (WbStudy *self);
/* Sets the number of threads. The number does not change the results. */
void wb_study_set_threads (WbStudy *self, int threads);
/* Starts the computation, or continues a stopped one. */
void wb_study_run (WbStudy *self);
/* Stops the computation. Completed members stay in the file of results. */
void wb_study_cancel (WbStudy *self);
/* Returns whether the study is new, running, stopped, done or failed. */
WbStudyState wb_study_state (WbStudy *self);
/* Returns the completed fraction, 0 to 1. */
double wb_study_progress (WbStudy *self);
/* Returns the number of members per second of the running computation, or NaN. */
double wb_study_rate (WbStudy *self);
/* Returns the error of the text or of the computation, or NULL; borrowed. */
const char *wb_study_error (WbStudy *self);
/* Returns the newest picture, borrowed, or NULL if there is none. */
WbEnsemblePicture *wb_study_picture (WbStudy *self);
/* Returns the result of a study that is not an ensemble, borrowed, or NULL if there is none. */
const LabResult *wb_study_result (WbStudy *self);
/* Returns whether the picture or result is of an earlier set-up. */
gboolean wb_study_is_stale (WbStudy *self);
/* Returns the path of the file of results, or NULL if there is none; borrowed. */
const char *wb_study_results (WbStudy *self);
/* Sets the path of a file that may have the results of this set-up. It is searched first. path may be NULL. */
void wb_study_expect_results (WbStudy *self, const char *path);

G_END_DECLS
