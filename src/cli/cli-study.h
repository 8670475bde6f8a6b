/* The command 'study' and the commands of single studies. */
#pragma once

#include "cli-command.h"

/* Computes any study of the registry: arguments ID MODEL; returns an exit status. */
int cli_study (const CliArguments *arguments);
/* Computes the study that has the name of the command, and prints its own form;
 * returns an exit status. */
int cli_study_command (const CliArguments *arguments);
