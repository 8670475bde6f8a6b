/* The outputs of `run`: trajectory, events and tape as CSV, plot, final values,
 * statistics. Functions print their own errors. */
#pragma once

#include "cli-command.h"
#include "sim-simulator.h"

/* Checks --plot, --view and --theme. FALSE after an error. */
gboolean cli_output_check_plot (const CliArguments *arguments);
/* Checks that the model has what the plot of --view needs. FALSE after an error. */
gboolean cli_output_check_view (const CliArguments *arguments, ModelSystem *system);
/* Adds a sink that writes --output with the columns of --columns. FALSE with an
 * exit status in *status. */
gboolean cli_output_add_csv (const CliArguments *arguments, SimSimulator *simulator, ModelSystem *system,
                             const SimSamplingRule *rule, int *status);
/* Gives the simulator a tape, and streams it to --tape. Returns a reference to
 * it, or NULL: *status is CLI_OK if neither --tape nor --plot was given, else
 * an exit status. */
SimTape *cli_output_add_tape (const CliArguments *arguments, SimSimulator *simulator, int *status);
/* Writes the outputs that are complete only after the run. Returns an exit
 * status. */
int cli_output_write (const CliArguments *arguments, SimSimulator *simulator, ModelSystem *system, const SimConfig *config,
                      const SimStatus *run, SimTrajectory *trajectory, SimTape *tape);
