/* The command microscope: one attempt of a run, inside. */
#pragma once

#include "cli-command.h"

/* Prints the inside of the attempt that the arguments name. Returns an exit
 * status, after printing any error. */
int cli_microscope (const CliArguments *arguments);
