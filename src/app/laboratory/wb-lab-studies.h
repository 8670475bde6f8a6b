/* The studies of methods of a session: their options, results and jobs. A study keeps the model and settings with which it was last run. One
 * study runs at a time, the others wait. Main thread.
 *
 * Signal: "study-changed" (index: int), -1 for all. */
#pragma once

#include "lab-result.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_STUDIES (wb_lab_studies_get_type ())
G_DECLARE_FINAL_TYPE (WbLabStudies, wb_lab_studies, WB, LAB_STUDIES, GObject)

typedef enum { WB_LAB_IDLE, WB_LAB_WAITING, WB_LAB_RUNNING, WB_LAB_DONE, WB_LAB_CANCELLED, WB_LAB_FAILED } WbLabState;

/* Returns the studies of a session, which owns them. The first call makes them. */
WbLabStudies *wb_lab_studies_of (WbSession *session);
/* Returns the number of studies. */
int wb_lab_studies_n (void);
/* Returns a study, in the order in which the window shows them. */
const LabStudyKind *wb_lab_studies_kind (int index);
/* Returns the index of the study with this id, or -1. */
int wb_lab_studies_find (const char *id);

/* Starts a study of the session's model, or lets it wait until others have ended. */
void wb_lab_studies_run (WbLabStudies *self, int index);
/* Cancels all studies that run or wait. Results that are computed stay. */
void wb_lab_studies_cancel (WbLabStudies *self);
/* Returns whether a study runs or waits. */
gboolean wb_lab_studies_is_busy (WbLabStudies *self);
/* Returns the state of a study. */
WbLabState wb_lab_studies_state (WbLabStudies *self, int index);
/* Returns the completed fraction of the running study. */
double wb_lab_studies_progress (WbLabStudies *self);
/* Returns the result of a study, which may be incomplete; borrowed until the next signal. NULL: none. */
const LabResult *wb_lab_studies_result (WbLabStudies *self, int index);
/* Returns a number that changes with the result. */
guint wb_lab_studies_serial (WbLabStudies *self, int index);
/* Returns why the study failed, or NULL. */
const char *wb_lab_studies_message (WbLabStudies *self, int index);
/* Returns the model and method of the result as rich text, or NULL. */
const char *wb_lab_studies_remark (WbLabStudies *self, int index);
/* Returns the id of the model of the result, or NULL. */
const char *wb_lab_studies_model (WbLabStudies *self, int index);
/* Returns whether model, settings or options have changed since the result was computed. */
gboolean wb_lab_studies_is_older (WbLabStudies *self, int index);

/* Returns the text of an option in use, or NULL. */
const char *wb_lab_studies_option (WbLabStudies *self, int index, const char *key);
/* Sets an option; text NULL: the standard value. */
void wb_lab_studies_set_option (WbLabStudies *self, int index, const char *key, const char *text);
/* Moves the knob of a study and of its result. */
void wb_lab_studies_turn (WbLabStudies *self, int index, double value);
/* Returns the command line that prints the numbers of the result, or those of the next run without a result. Free it with g_free. */
char *wb_lab_studies_command (WbLabStudies *self, int index);

G_END_DECLS
