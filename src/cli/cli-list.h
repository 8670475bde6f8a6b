/* The commands list, show and check. */
#pragma once

#include "cli-command.h"

/* Runs `list`: prints the models, integrators or tableaus. */
int cli_list (const CliArguments *arguments);
/* Runs `show`: prints a model as parsed. */
int cli_show (const CliArguments *arguments);
/* Runs `check`: prints the errors of all files; CLI_MODEL if there is one. */
int cli_check (const CliArguments *arguments);
