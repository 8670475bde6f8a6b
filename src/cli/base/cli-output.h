/* The outputs of `run`: the trajectory, the events and the tape as CSV, the plot, the final values and the statistics. The functions print
 * their own errors. */
#pragma once

#include "cli-command.h"
#include "cli-files.h"
#include "lab-measured.h"
#include "lab-run-record.h"
#include "sim-simulator.h"

/* Checks the options --plot, --view and --theme. Returns FALSE after printing an error. */
gboolean cli_output_check_plot (const CliArguments *arguments);
/* Checks that the model has what the plot of --view shows. Returns FALSE after printing an
 * error. */
gboolean cli_output_check_view (const CliArguments *arguments, ModelSystem *system);
/* Reads the options --data and --measured. Sets *measured to the data, or NULL without these options. Returns FALSE after printing an error. */
gboolean cli_output_read_measured (const CliArguments *arguments, const ModelSystem *system, LabMeasured **measured);
/* Returns the indices of the columns that --columns selects, without t, which is always the first column of a file. Free the array with
 * g_array_unref. Returns NULL after printing an error. */
GArray *cli_output_columns (const CliArguments *arguments, const ModelSystem *system);
/* Adds a sink to the simulator that writes the columns of --columns to --output. Returns FALSE after printing an error about --columns. */
gboolean cli_output_add_csv (const CliArguments *arguments, const CliFiles *files, SimSimulator *simulator, ModelSystem *system,
                             const SimSamplingRule *rule);
/* Gives the simulator a tape and writes the tape to --tape during the run. Returns a reference to the tape, or NULL if none of --tape,
 * --plot and --times was given. */
SimTape *cli_output_add_tape (const CliArguments *arguments, const CliFiles *files, SimSimulator *simulator);
/* Writes the outputs that need the complete run, and commits all files. measured: data that the plot shows, or NULL. Returns an exit status. */
int cli_output_write (const CliArguments *arguments, CliFiles *files, SimSimulator *simulator, ModelSystem *system,
                      const SimConfig *config, const SimStatus *run, SimTrajectory *trajectory, SimTape *tape, const LabMeasured *measured);

/* ---- the option --times: dense output of the complete run at given times ---- */
/* Reads the option --times. Sets *times to NULL if it was not given. Returns an exit status, after printing any error. */
int cli_times_read (const CliArguments *arguments, GArray **times);
/* Writes the columns of a complete run at the given times, in their order, to a file, which the caller commits. Repeats the run from its
 * tape. Returns an exit status, after printing any error. */
int cli_times_write (const CliArguments *arguments, SimOutputFile *file, const GArray *times, const LabRunRecord *run, const ModelSystem *system);
