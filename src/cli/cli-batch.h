/* The command batch-eval. */
#pragma once

#include "cli-command.h"

/* Executes `batch-eval`: evaluates the right-hand side at the points of a CSV
 * file. */
int cli_batch_eval (const CliArguments *arguments);
