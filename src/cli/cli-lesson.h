/* The lessons of the library, for `list lessons`. */
#pragma once

#include "cli-table.h"

/* Prints the lessons of the library. Returns the exit status. */
int cli_list_lessons (CliFormat format);
