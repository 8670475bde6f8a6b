/* The command line of stepwise-cli that repeats a study of the window. */
#pragma once

#include "lab-registry.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns `stepwise-cli study ID MODEL …` with the values and changed settings of the session and the options of the study (table from key
 * to text). The knob of the study is left out. The session must have a model. Free the text with g_free. */
char *wb_lab_command_new (WbSession *session, const LabStudyKind *kind, GHashTable *options);

G_END_DECLS
