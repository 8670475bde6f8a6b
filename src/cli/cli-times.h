/* The option --times of `run`: values of the dense output of the complete run at given times. */
#pragma once

#include "cli-command.h"
#include "lab-run-record.h"
#include "sim-output-file.h"

/* Reads the option --times. Sets *times to NULL if it was not given. Returns an exit status, after printing any error. */
int cli_times_read (const CliArguments *arguments, GArray **times);
/* Writes the columns of a complete run at the given times, in their order, to a file, which the caller commits. Repeats the run from its
 * tape. Returns an exit status, after printing any error. */
int cli_times_write (const CliArguments *arguments, SimOutputFile *file, const GArray *times, const LabRunRecord *run, const ModelSystem *system);
