/* The commands stability and tableau. */
#pragma once

#include "cli-command.h"

/* Executes `stability`: prints intervals and angles of a method's stability
 * region and, with a model, the eigenvalues at its initial state. */
int cli_stability (const CliArguments *arguments);
/* Executes `tableau`: prints the properties and order conditions of a tableau.
 */
int cli_tableau (const CliArguments *arguments);
