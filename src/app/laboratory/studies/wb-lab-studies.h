/* The studies of the Laboratory of a session (WbStudy), which follow its model and settings. One study runs at a time; the others wait. Main
 * thread.
 *
 * Signal: "study-changed", after a study has changed. */
#pragma once

#include "lab-result.h"
#include "model-yaml-writer.h"
#include "wb-study.h"

G_BEGIN_DECLS

#define WB_TYPE_LAB_STUDIES (wb_lab_studies_get_type ())
G_DECLARE_FINAL_TYPE (WbLabStudies, wb_lab_studies, WB, LAB_STUDIES, GObject)

/* Returns the studies of a session. The first call creates the object; the session owns it. */
WbLabStudies *wb_lab_studies_of (WbSession *session);
/* Returns the number of studies in the Laboratory. */
int wb_lab_studies_n (void);
/* Returns the kind of a study by its number. The numbers have the order of the window. */
const LabStudyKind *wb_lab_studies_kind (int index);
/* Returns whether the study is about the dynamics of a model; other studies are about a method. */
gboolean wb_lab_studies_is_of_model (int index);
/* Returns the number of the study with this id, or −1. */
int wb_lab_studies_find (const char *id);
/* Returns a study by its number; borrowed. */
WbStudy *wb_lab_studies_study (WbLabStudies *self, int index);

/* Sets the options of the study with this number to those of a mapping with texts, which may be NULL. Options that it lacks get the text that the
 * study proposes for the model, or the standard one. This makes no undo step. */
void wb_lab_studies_set_options (WbLabStudies *self, int index, const ModelYaml *options);
/* Starts a study on the session's model, or queues it if another study is running. */
void wb_lab_studies_run (WbLabStudies *self, WbStudy *study);
/* Cancels all studies that run or wait. Results that are already computed stay. */
void wb_lab_studies_cancel (WbLabStudies *self);
/* Returns whether any study runs or waits. */
gboolean wb_lab_studies_is_busy (WbLabStudies *self);
/* Returns whether the study has not run yet, or had a result when the session was saved but has not run since the session was opened. */
gboolean wb_lab_studies_is_due (WbLabStudies *self, int index);
/* Returns whether the study had a result when the session was saved but has not run since the session was opened. */
gboolean wb_lab_studies_is_wanted (WbLabStudies *self, int index);

/* Writes the list `studies` of a session file. It has each study with changed options or with a result: the key `options`, and the key
 * `ran` if the result belongs to the present model and settings of the session. */
void wb_lab_studies_write (WbLabStudies *self, ModelYamlWriter *out);
/* Sets the options of all studies to those of a list `studies` that was read from a session file; NULL sets the standard options. Unknown
 * studies and options are ignored. */
void wb_lab_studies_resume (WbLabStudies *self, const ModelYaml *list);


G_END_DECLS
