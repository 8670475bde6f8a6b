/* The JSON forms of the commands of single studies, as the man page documents
 * them. */
#pragma once

#include "cli-command.h"
#include "lab-registry.h"

/* Returns the form of a study's own command, made from its result and the texts
 * of its options; NULL for studies without a form here. Free with g_free. */
char *cli_study_form (const LabStudyKind *kind, const LabResult *result, const char *const *values);

/* Returns the options of the command of a study: those of its row, and --format.
 * The array is made once and kept. */
const CliOption *cli_study_command_options (const LabStudyKind *kind);
