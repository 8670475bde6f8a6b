/* The command lines of stepwise-cli that repeat studies of the window. Main thread. */
#pragma once

#include "wb-study-problem.h"

G_BEGIN_DECLS

/* Returns the command line ("stepwise-cli sweep …") that computes a study with a text of its own. path: the study file, if the set-up is that
 * of the file; NULL: the command has all values of the set-up as options. Free it with g_free. */
char *wb_study_command_of_text (const WbStudyProblem *problem, const char *path);
/* Returns `stepwise-cli study ID MODEL …` with the values and changed settings of the session and the options of the study (table from key
 * to text). The option kind->knob, which only selects a point of the result, is left out, and so is the value of
 * a parameter that the study sets itself. The session must have a model. Free the text
 * with g_free. */
char *wb_study_command_new (WbSession *session, const LabStudyKind *kind, GHashTable *options);
/* Returns a command of these functions with one more option, such as "--seed 5", before its comment. Free it with g_free. */
char *wb_study_command_add (const char *command, const char *option);
/* Returns the name of the parameter that a study sets itself (LabStudyKind.sets), or NULL. Free it with g_free. */
char *wb_study_parameter_set (const LabStudyKind *kind, GHashTable *options);
/* Returns the command for a run that starts at time t with the values x of all continuous states. Free it with g_free. */
char *wb_study_command_new_at (WbSession *session, const LabStudyKind *kind, GHashTable *options, double t, const double *x);

G_END_DECLS
