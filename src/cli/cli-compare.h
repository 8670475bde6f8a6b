/* The commands compare, converge and work-precision. */
#pragma once

#include "cli-command.h"

/* Executes `compare`: prints one row per integrator with its cost and error. */
int cli_compare (const CliArguments *arguments);
/* Executes `converge`: prints the error and the observed order for each step
 * size. */
int cli_converge (const CliArguments *arguments);
/* Executes `work-precision`: prints the cost and error for each accuracy. */
int cli_work_precision (const CliArguments *arguments);
