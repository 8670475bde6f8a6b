/* What `run` writes: CSV files, events, tape, plot, final values, statistics. Functions print their own errors. */
#pragma once

#include "cli-command.h"
#include "sim-simulator.h"

/* FALSE after an error where --plot, --view, --theme do not fit together. */
gboolean cli_output_check_plot (const CliArguments *arguments);
/* Adds the sink of --output with --columns; FALSE with an exit status. */
gboolean cli_output_add_csv (const CliArguments *arguments, SimSimulator *simulator, ModelSystem *system,
                             const SimSamplingRule *rule, int *status);
/* The tape that --tape streams and --plot draws; NULL where neither is asked for or with an exit status. */
SimTape *cli_output_add_tape (const CliArguments *arguments, SimSimulator *simulator, int *status);
/* Everything that is written after the run; an exit status. */
int cli_output_write (const CliArguments *arguments, SimSimulator *simulator, ModelSystem *system, const SimConfig *config,
                      const SimStatus *run, SimTrajectory *trajectory, SimTape *tape);
