/* One study of a window: its set-up as text, its computation on a thread of the pool, and its result, which knows what it was computed from.
 * The Laboratory and the Ensemble view show such studies. Main thread.
 *
 * The text is that of a study file, or it has only the kind and the options, and the model, the settings and the values are those of the
 * session (wb_study_new_of_session).
 *
 * The results of a study file are in the file beside the study file if that has results of this set-up. Otherwise they are in a file of the user's cache
 * whose name is a hash of the set-up. Therefore a stopped computation can continue, and the results are found again when a change is
 * undone.
 *
 * Signals: "setup-changed", "picture-changed", "state-changed" (also when progress is reported), "changed" after each of these, and "restored"
 * after undo or redo. */
#pragma once

#include <gio/gio.h>

#include "wb-ensemble-picture.h"
#include "wb-session.h"
#include "wb-study-problem.h"

G_BEGIN_DECLS

#define WB_TYPE_STUDY (wb_study_get_type ())
G_DECLARE_FINAL_TYPE (WbStudy, wb_study, WB, STUDY, GObject)

typedef enum
{
  WB_STUDY_NEW,      /* there are no results of this set-up */
  WB_STUDY_WAITING,  /* see wb_study_set_waiting */
  WB_STUDY_RUNNING,
  WB_STUDY_STOPPED,  /* some results are known; wb_study_run computes the rest or, for studies without a file, all results */
  WB_STUDY_DONE,
  WB_STUDY_FAILED,   /* wb_study_error returns the reason */
  WB_STUDY_UNSUITED, /* the model or the method is not of the kind that the study is about; wb_study_error returns the reason */
} WbStudyState;

/* Makes a study from the text of a study file and searches for its results. path: the file, or NULL. model: the model, or NULL to open the
 * model that the text names. */
WbStudy *wb_study_new (const char *text, const char *path, Model *model);
/* Makes a study of a kind that follows the model, the settings and the values of a session, which owns it. */
WbStudy *wb_study_new_of_session (WbSession *session, const LabStudyKind *kind);
/* Sets the step limit of the runs of a study that follows a session. It is used if the settings of the session have none. */
void wb_study_set_step_limit (WbStudy *self, double limit);
/* Sets the session whose history has the changes of the study. */
void wb_study_set_session (WbStudy *self, WbSession *session);

/* Returns the text of the study file; borrowed until the next change. */
const char *wb_study_text (WbStudy *self);
/* Replaces the text and searches for results of the new text. This cannot be undone. */
void wb_study_set_text (WbStudy *self, const char *text);
/* Replaces the text. The change can be undone; words is the name of the change in the undo menu. */
void wb_study_change (WbStudy *self, const char *text, const char *words);
/* Sets the scalar at a path of keys in the text (see wb_study_text_set), as wb_study_change does. */
void wb_study_put (WbStudy *self, const char *const *path, const char *value, const char *words);
/* Returns the text of an option as it is in use, borrowed until the next change, or NULL. */
const char *wb_study_option (WbStudy *self, const char *key);
/* Returns whether the set-up has a text of this option, so that its standard value is not in use. */
gboolean wb_study_has_option (WbStudy *self, const char *key);
/* Sets an option to a text; NULL sets the standard value. The change can be undone. All changes of options of a study that follows a session
 * within a short time are one undo step. */
void wb_study_set_option (WbStudy *self, const char *key, const char *text);
/* Sets an option without an undo step. */
void wb_study_adapt_option (WbStudy *self, const char *key, const char *text);
/* Moves the knob of the study (LabStudyKind.knob) and of the shown result. All moves within a short time are one undo step. */
void wb_study_turn (WbStudy *self, double value);
/* Ends the time in which changes of options belong to one undo step. */
void wb_study_end_gesture (WbStudy *self);
/* Returns the first error that the study would have with another text, without file name and line, or NULL without an error. Free it with
 * g_free. */
char *wb_study_why_wrong (WbStudy *self, const char *text);
/* Returns the reason why an option of the study cannot have this text, or NULL if none is known. Free it with g_free. */
char *wb_study_why_wrong_option (WbStudy *self, const LabOptionRow *row, const char *text);
/* Returns the text of the option with starts (LabStudyKind.starts) of a study that follows a session, with one more orbit at a place of the picture, as
 * LabStudyKind.start does. */
char *wb_study_started_text (WbStudy *self, const LabStudyPlace *place, char **words, GError **error);
/* Returns the key of the option that the error of the last computation is about, borrowed, or NULL. */
const char *wb_study_wrong_option (WbStudy *self);
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
/* Returns the kind of the study, or NULL if the text has errors. */
const LabStudyKind *wb_study_kind (WbStudy *self);
/* Returns the command line of stepwise-cli that prints the numbers of the result or, if there is no result, those of the next computation. If
 * the set-up is that of the study file, the command names the file. Free it with g_free. Returns NULL if the set-up has an error. */
char *wb_study_command (WbStudy *self);

/* Returns the number of threads that wb_study_run uses. */
int wb_study_threads (WbStudy *self);
/* Sets the number of threads. The number does not change the results. */
void wb_study_set_threads (WbStudy *self, int threads);
/* Starts the computation, or continues a stopped one. */
void wb_study_run (WbStudy *self);
/* Stops the computation and keeps the part of the result that is known. Completed members stay in the file of results. */
void wb_study_cancel (WbStudy *self);
/* Sets whether the study will run after another one of its list. */
void wb_study_set_waiting (WbStudy *self, gboolean waiting);
/* Forgets that the study failed or does not suit the model. */
void wb_study_forget_failure (WbStudy *self);
/* Returns whether the study is new, waiting, running, stopped, done, failed, or not suited for the model or method. */
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
/* Returns a number that changes whenever the result changes. */
guint wb_study_serial (WbStudy *self);
/* Returns whether the picture or result is of an earlier set-up. */
gboolean wb_study_is_stale (WbStudy *self);
/* Returns whether the result, or that of the running computation, is of the present set-up and complete. */
gboolean wb_study_is_current (WbStudy *self);
/* Returns whether there is a result of an incomplete computation. */
gboolean wb_study_is_partial (WbStudy *self);
/* Returns what distinguishes the visible result from one of the present set-up, in words such as "of the settings before"; NULL if nothing does or there
 * is no result. */
const char *wb_study_age_text (WbStudy *self);
/* Compares the set-up with that of the result, after the session has changed. If all is TRUE, the result is stale in any case. */
void wb_study_compare (WbStudy *self, gboolean all);
/* Returns the names of the model and the method of the result as rich text, borrowed; NULL without a result or for a study file. */
const char *wb_study_remark (WbStudy *self);
/* Returns the id of the model with which the result was computed, borrowed, or NULL. */
const char *wb_study_result_model (WbStudy *self);
/* Returns the path of the file of results, or NULL if there is none; borrowed. */
const char *wb_study_results (WbStudy *self);
/* Sets the path of a file that may have the results of this set-up. It is searched first. path may be NULL. */
void wb_study_expect_results (WbStudy *self, const char *path);

G_END_DECLS
