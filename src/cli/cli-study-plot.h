/* Pictures of the results of single studies. */
#pragma once

#include "cli-command.h"
#include "lab-registry.h"

/* Checks --plot FILE.png|svg|pdf for a study. Returns FALSE after printing an error. */
gboolean cli_study_check_plot (const CliArguments *arguments, const LabStudyKind *kind);
/* Draws a result to --plot, if that is given: the standard view of a study of methods, or a region of attraction on the phase portrait of the
 * problem. Returns an exit status. */
int cli_study_write_plot (const CliArguments *arguments, const LabStudyKind *kind, const LabProblem *problem, const LabResult *result);
