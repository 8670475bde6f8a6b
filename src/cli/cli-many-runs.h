/* The part that the commands ensemble and sweep share: the runs of a study and their file of results. */
#pragma once

#include "cli-study-setup.h"
#include "lab-ensemble-run.h"

/* Makes the study of a command and computes the runs that its file does not have yet. id: that of the study, "ensemble" or "sweep". Returns the
 * file, or NULL with *status after printing an error; also NULL, with status CLI_OK, on the ranks of an MPI job that have no file. The caller frees
 * both. */
LabResults *cli_many_runs (const CliArguments *arguments, const char *id, CliStudy *study, LabEnsemble **ensemble, int *status);
/* Prints an error, unless it reports an interruption, and returns its exit status. */
int cli_many_fail (const GError *error);
