/* The option --times of `run`: dense output of the complete run at given times. */
#pragma once

#include "cli-command.h"
#include "lab-run-record.h"
#include "sim-output-file.h"

/* Reads --times. Sets *times to NULL if it is not given. Returns an exit status, after printing any error. */
int cli_times_read (const CliArguments *arguments, GArray **times);
/* Writes the columns of a complete run at the times, in the given order, to a file, which the caller commits. The run is repeated from its
 * tape. Returns an exit status, after printing any error. */
int cli_times_write (const CliArguments *arguments, SimOutputFile *file, const GArray *times, const LabRunRecord *run, const ModelSystem *system);
