/* The commands run and microscope. */
#pragma once

#include "cli-command.h"

/* Executes `run`: simulates a model and writes the requested files. */
int cli_run (const CliArguments *arguments);
/* Executes `microscope`, which is in cli-microscope.c: prints the inside of one
 * attempt of a run. */
int cli_microscope (const CliArguments *arguments);
