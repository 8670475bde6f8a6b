/* The commands 'ensemble' and 'replay'. */
#pragma once

#include "cli-command.h"

/* Computes an ensemble, or joins or exports its files; returns an exit status. */
int cli_ensemble (const CliArguments *arguments);
/* Computes one member of an ensemble again; returns an exit status. */
int cli_replay (const CliArguments *arguments);
