/* The command `lesson`, and `list lessons`. */
#pragma once

#include "cli-command.h"
#include "cli-table.h"

/* Checks the lessons that the arguments name, or exports one. Returns the exit
 * status. */
int cli_lesson (const CliArguments *arguments);
/* Prints the lessons of the library. Returns the exit status. */
int cli_list_lessons (CliFormat format);
