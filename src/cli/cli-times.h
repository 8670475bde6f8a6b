/* The option --times of `run`: dense output of the finished run at given times. */
#pragma once

#include "cli-command.h"
#include "lab-run-record.h"
#include "sim-output-file.h"

/* Reads --times. *times is NULL where it was not given. Returns an exit status,
 * after printing any error. */
int cli_times_read (const CliArguments *arguments, GArray **times);
/* Writes the columns of a finished run at the times, in their order, to a file,
 * which the caller commits. The run is repeated from its tape. Returns an exit
 * status, after printing any error. */
int cli_times_write (const CliArguments *arguments, SimOutputFile *file, const GArray *times, const LabRunRecord *run, const ModelSystem *system);
