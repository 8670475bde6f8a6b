/* The command line that repeats a study of the window. */
#pragma once

#include "lab-registry.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns `stepwise-cli study ID MODEL …` with the session's values and changed settings, and the options (key → text) except the knob. The
 * session must have a model. Free it with g_free. */
char *wb_lab_command_new (WbSession *session, const LabStudyKind *kind, GHashTable *options);

G_END_DECLS
