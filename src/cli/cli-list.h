/* The commands list, show and check. */
#pragma once

#include "cli-command.h"

/* Executes `list`: prints the models, integrators or tableaus. */
int cli_list (const CliArguments *arguments);
/* Executes `show`: prints a model as parsed. */
int cli_show (const CliArguments *arguments);
/* Executes `check`: prints the errors of all files, and returns CLI_MODEL if
 * there is one. */
int cli_check (const CliArguments *arguments);
