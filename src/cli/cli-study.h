/* The command 'study' and the commands of single studies. */
#pragma once

#include "cli-command.h"

/* Executes `study`: computes the study with the id of the first argument for the model of the second one. Returns an exit status. */
int cli_study (const CliArguments *arguments);
/* Executes the command of a single study, such as `linearize`, and prints its result in the form of that command. Returns an exit status. */
int cli_study_command (const CliArguments *arguments);
