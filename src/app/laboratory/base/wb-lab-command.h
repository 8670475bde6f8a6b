/* The command line of stepwise-cli that repeats a study of the window. */
#pragma once

#include "lab-registry.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* Returns `stepwise-cli study ID MODEL …` with the values and changed settings of the session and the options of the study (table from key
 * to text). The option kind->knob, which only selects a point of the result, is left out. The session must have a model. Free the text
 * with g_free. */
char *wb_lab_command_new (WbSession *session, const LabStudyKind *kind, GHashTable *options);
/* Returns the command for a run that starts at time t with the values x of all continuous states. Free it with g_free. */
char *wb_lab_command_new_at (WbSession *session, const LabStudyKind *kind, GHashTable *options, double t, const double *x);

G_END_DECLS
