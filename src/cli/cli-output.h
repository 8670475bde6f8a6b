/* The outputs of `run`: trajectory, events and tape as CSV, plot, final values,
 * statistics. Functions print their own errors. */
#pragma once

#include "cli-command.h"
#include "cli-files.h"
#include "sim-simulator.h"

/* Checks --plot, --view and --theme. Returns FALSE after an error. */
gboolean cli_output_check_plot (const CliArguments *arguments);
/* Checks that the model provides what the plot of --view needs. Returns FALSE
 * after printing an error. */
gboolean cli_output_check_view (const CliArguments *arguments, ModelSystem *system);
/* Returns the column indices that --columns selects, without t, which is always the first column of a file; free with g_array_unref.
 * Returns NULL after printing an error. */
GArray *cli_output_columns (const CliArguments *arguments, const ModelSystem *system);
/* Adds a sink that writes --output with the columns of --columns. Returns FALSE after an error in --columns. */
gboolean cli_output_add_csv (const CliArguments *arguments, const CliFiles *files, SimSimulator *simulator, ModelSystem *system,
                             const SimSamplingRule *rule);
/* Gives the simulator a tape, and streams it to --tape. Returns a reference to
 * it, or NULL if none of --tape, --plot and --times was given. */
SimTape *cli_output_add_tape (const CliArguments *arguments, const CliFiles *files, SimSimulator *simulator);
/* Writes the outputs that need the complete run, and commits all files. Returns an exit status. */
int cli_output_write (const CliArguments *arguments, CliFiles *files, SimSimulator *simulator, ModelSystem *system,
                      const SimConfig *config, const SimStatus *run, SimTrajectory *trajectory, SimTape *tape);
