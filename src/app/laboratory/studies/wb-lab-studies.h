/* The studies of methods of a session: their options, results and jobs. A study remembers the model and the settings of its last run. One
 * study runs at a time; the others wait. Main thread.
 *
 * Signal: "study-changed" (index: int); −1 means all studies. */
#pragma once

#include "lab-result.h"
#include "lab-study-kind.h"
#include "model-yaml.h"
#include "model-yaml-writer.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_STUDIES (wb_lab_studies_get_type ())
G_DECLARE_FINAL_TYPE (WbLabStudies, wb_lab_studies, WB, LAB_STUDIES, GObject)

typedef enum { WB_LAB_IDLE, WB_LAB_WAITING, WB_LAB_RUNNING, WB_LAB_DONE, WB_LAB_CANCELLED, WB_LAB_FAILED, WB_LAB_UNSUITED } WbLabState;

/* Returns the studies of a session. The first call creates the object; the session owns it. */
WbLabStudies *wb_lab_studies_of (WbSession *session);
/* Returns the number of studies in the Laboratory. */
int wb_lab_studies_n (void);
/* Returns a study by its number. The numbers have the order of the window. */
const LabStudyKind *wb_lab_studies_kind (int index);
/* Returns whether the study is about the dynamics of a model; other studies are about a method. */
gboolean wb_lab_studies_is_of_model (int index);
/* Returns the number of the study with this id, or −1. */
int wb_lab_studies_find (const char *id);

/* Starts a study on the session's model, or queues it if another study is running. */
void wb_lab_studies_run (WbLabStudies *self, int index);
/* Cancels all studies that run or wait. Results that are already computed stay. */
void wb_lab_studies_cancel (WbLabStudies *self);
/* Returns whether any study runs or waits. */
gboolean wb_lab_studies_is_busy (WbLabStudies *self);
/* Returns whether a study is idle, waiting, running, done, cancelled, failed, or not suited for the model or method. */
WbLabState wb_lab_studies_state (WbLabStudies *self, int index);
/* Returns the completed fraction of the running study, 0 to 1. */
double wb_lab_studies_progress (WbLabStudies *self);
/* Returns the result of a study, borrowed until the next signal. It may be incomplete. Returns NULL if there is none. */
const LabResult *wb_lab_studies_result (WbLabStudies *self, int index);
/* Returns a number that changes whenever the result of the study changes. */
guint wb_lab_studies_serial (WbLabStudies *self, int index);
/* Returns the error message of a study that failed, borrowed, or NULL. */
const char *wb_lab_studies_message (WbLabStudies *self, int index);
/* Returns the names of the model and the method of the result as rich text, borrowed, or NULL. */
const char *wb_lab_studies_remark (WbLabStudies *self, int index);
/* Returns the id of the model with which the result was computed, borrowed, or NULL. */
const char *wb_lab_studies_model (WbLabStudies *self, int index);
/* Returns whether model, settings or options have changed since the result was computed. */
gboolean wb_lab_studies_is_older (WbLabStudies *self, int index);
/* Returns whether the result of a study is that of an incomplete computation. */
gboolean wb_lab_studies_is_partial (WbLabStudies *self, int index);

/* Returns the text of an option as it is in use, borrowed, or NULL. */
const char *wb_lab_studies_option (WbLabStudies *self, int index, const char *key);
/* Sets an option to a text; NULL sets the standard value. All changes of a study within a short time are one undo step. Undo restores the
 * options, and runs the study again if it had run. */
void wb_lab_studies_set_option (WbLabStudies *self, int index, const char *key, const char *text);
/* Sets an option when another model was loaded. This change cannot be undone. */
void wb_lab_studies_adapt_option (WbLabStudies *self, int index, const char *key, const char *text);
/* Moves the knob of a study and of the shown result. All moves within a short time are one undo step. */
void wb_lab_studies_turn (WbLabStudies *self, int index, double value);
/* Returns the command line that prints the numbers of the result, or of the next run if there is no result. Free it with g_free. */
char *wb_lab_studies_command (WbLabStudies *self, int index);

/* Returns whether the study had a result when the session was saved but has not run since the session was opened. */
gboolean wb_lab_studies_is_wanted (WbLabStudies *self, int index);
/* Writes the list `studies` of a session file. It has each study with changed options or with a result: the key `options`, and the key
 * `ran` if the result belongs to the present model and settings of the session. */
void wb_lab_studies_write (WbLabStudies *self, ModelYamlWriter *out);
/* Sets the options of all studies to those of a list `studies` that was read from a session file; NULL sets the standard options. Unknown
 * studies and options are ignored. */
void wb_lab_studies_resume (WbLabStudies *self, const ModelYaml *list);

G_END_DECLS
