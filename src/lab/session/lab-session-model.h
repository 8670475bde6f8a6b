/* The model of a session file. */
#pragma once

#include "lab-lesson.h"
#include "lab-session-text.h"

G_BEGIN_DECLS

/* Reads the mapping `model` of a session. If the file of the model still has the text in the session, and its files of data the same points, opens that file, so
 * that it can be watched; otherwise the text and the points in the session, and sets *differs to TRUE if the files have others. name is that of the session,
 * for messages. Returns NULL with an error. */
Model *lab_session_read_model (const ModelYaml *node, const char *name, gboolean *differs, GError **error);
/* The models of the runs of a session. Runs that were made with an earlier text of the model have that text in the list `earlier_models`. */
typedef struct LabSessionModels LabSessionModels;
/* Makes the models of a session. model: that of the session, of which a reference is taken. name is that of the session, for messages. The root must stay valid. */
LabSessionModels *lab_session_models_new (const ModelYaml *root, const char *name, Model *model);
/* Frees the models; NULL is allowed. */
void lab_session_models_free (LabSessionModels *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSessionModels, lab_session_models_free)
/* Returns the model of a run, borrowed; all runs with the same text have the same model. Returns NULL with an error. */
Model *lab_session_models_of_run (LabSessionModels *self, const ModelYaml *run, GError **error);
/* Returns the mapping of the text with which a run was made: one of `earlier_models`, or `model`. Returns NULL if it is missing. */
const ModelYaml *lab_session_model_node (const ModelYaml *root, const ModelYaml *run);
/* Reads the lesson of a session, NULL: none, and sets *model to the model of its page, which has the outputs of the lesson. language: that of its texts,
 * NULL: that of the file. Returns NULL if there is no lesson, or if its file is missing or has errors. */
LabLesson *lab_session_read_lesson (const ModelYaml *node, const char *language, Model **model);

G_END_DECLS
