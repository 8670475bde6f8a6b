/* JSON output of the commands for single studies, as documented in the man page. */
#pragma once

#include "cli-command.h"
#include "lab-registry.h"

/* Returns the JSON text of a study's own command, made from its result and the texts of its options, or NULL for studies that have none.
 * Free with g_free. */
char *cli_study_form (const LabStudyKind *kind, const LabResult *result, const char *const *values);

/* Returns the options of the command of a study: those of its row in the registry, and --format. The array is made once and never freed. */
const CliOption *cli_study_command_options (const LabStudyKind *kind);

/* ---- grids ---- */
/* Appends the key "grids" of the form `study`, with a comma before it; nothing
 * where the result has no grid. */
void cli_study_append_grids (GString *text, const LabResult *result);
/* Checks --output FILE.csv|png|svg|pdf. Returns FALSE after printing an error. */
gboolean cli_study_check_output (const CliArguments *arguments);
/* Writes the grids of a result to --output, if that is given. Returns an exit
 * status. */
int cli_study_write_output (const CliArguments *arguments, const LabResult *result);

/* ---- pictures, in cli-study-plot.c ---- */
/* Checks --plot FILE.png|svg|pdf for a study. Returns FALSE after printing an error. */
gboolean cli_study_check_plot (const CliArguments *arguments, const LabStudyKind *kind);
/* Draws a result to --plot, if that is given: the standard view of a study of methods, or a region of attraction on the phase portrait of the
 * problem. Returns an exit status. */
int cli_study_write_plot (const CliArguments *arguments, const LabStudyKind *kind, const LabProblem *problem, const LabResult *result);
