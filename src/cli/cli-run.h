/* The command run. */
#pragma once

#include "cli-command.h"

/* Executes `run`: simulates a model and writes the requested files. */
int cli_run (const CliArguments *arguments);
