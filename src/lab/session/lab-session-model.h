/* The model of a session file. */
#pragma once

#include "lab-lesson.h"
#include "lab-session-text.h"

G_BEGIN_DECLS

/* Reads the mapping `model` of a session. If the file of the model still has the text in the session, opens that file, so that it can be watched and its
 * tables of data are found; otherwise the text in the session, and sets *differs to TRUE if the file has another one. name is that of the session,
 * for messages. Returns NULL with an error. */
Model *lab_session_read_model (const ModelYaml *node, const char *name, gboolean *differs, GError **error);
/* Reads the lesson of a session, NULL: none, and sets *model to the model of its page, which has the outputs of the lesson. language: that of its texts,
 * NULL: that of the file. Returns NULL if there is no lesson, or if its file is missing or has errors. */
LabLesson *lab_session_read_lesson (const ModelYaml *node, const char *language, Model **model);

G_END_DECLS
