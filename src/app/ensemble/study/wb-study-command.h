/* The command line that computes a study. Main thread. */
#pragma once

#include "wb-study.h"

G_BEGIN_DECLS

/* Returns the command line ("stepwise-cli sweep …") that computes a study. If the set-up is that of the study file, the command names the
 * file; otherwise it has all values of the set-up as options. Free it with g_free. Returns NULL if the set-up has an error. */
char *wb_study_command (WbStudy *study);

G_END_DECLS
