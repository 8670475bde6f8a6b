/* The options and the files of the commands that compute a study. */
#pragma once

#include "cli-command.h"
#include "lab-registry.h"

/* Returns the options of the command of a study: those of the study in the registry, and --format. The array is made at the first call and
 * never freed. */
const CliOption *cli_study_command_options (const LabStudyKind *kind);

/* ---- grids ---- */
/* Checks that the value of --output ends in .csv, .png, .svg or .pdf. Returns FALSE after printing an error. */
gboolean cli_study_check_output (const CliArguments *arguments);
/* Writes the grids of a result to the file of --output, if it was given. Returns an exit
 * status. */
int cli_study_write_output (const CliArguments *arguments, const LabResult *result);

/* ---- pictures ---- */
/* Checks that the value of --plot ends in .png, .svg or .pdf and that the study can be drawn. Returns FALSE after printing an error. */
gboolean cli_study_check_plot (const CliArguments *arguments, const LabStudyKind *kind);
/* Draws a result to the file of --plot, if it was given: the view of a study of methods, a phase plane, or a region of attraction on the
 * phase portrait of the problem. Returns an exit status. */
int cli_study_write_plot (const CliArguments *arguments, const LabStudyKind *kind, const LabProblem *problem, const LabResult *result);
