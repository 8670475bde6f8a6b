/* The command line that computes a study. Main thread. */
#pragma once

#include "wb-study.h"

G_BEGIN_DECLS

/* Returns the command ("stepwise-cli sweep …") that computes a study: that of its file if the set-up is as in the file, else with all values
 * of the set-up as options; free with g_free. Returns NULL if the set-up has an error. */
char *wb_study_command (WbStudy *study);

G_END_DECLS
