/* From the arguments of a command to a model, its settings and a system ready to simulate. Each prints its own errors. */
#pragma once

#include "cli-command.h"
#include "model-system.h"
#include "sim-config.h"

/* The model named by the first positional argument; NULL after printing all of its errors. */
Model *cli_open_model (const CliArguments *arguments);
/* Settings from profile, model, --config and the command line. NULL with an exit status in *status. skip_integrator leaves --integrator
 * to a command that takes several. */
SimConfig *cli_make_config (const CliArguments *arguments, const Model *model, gboolean skip_integrator, int *status);
/* An instance with --set, --initial, --constant, --random and the seed of config applied. NULL with an exit status. */
ModelSystem *cli_make_instance (const CliArguments *arguments, Model *model, const SimConfig *config, int *status);
/* Applies --set and --initial to an instance; FALSE after an error. */
gboolean cli_apply_assignments (const CliArguments *arguments, ModelSystem *system);
/* --constant as ModelInstance wants it; NULL after an error. */
GHashTable *cli_constants (const CliArguments *arguments);
/* The time span after --start and --end; FALSE with an exit status. */
gboolean cli_time_span (const CliArguments *arguments, const ModelSystem *system, double *t_start, double *t_end, int *status);
/* Prints notes and errors of an array to standard error; errors alone when quiet. */
void cli_print_diagnostics (const GPtrArray *diagnostics, gboolean quiet);
/* True from the first Ctrl-C on; installs the handler at its first call. A second Ctrl-C ends the program at once. */
gboolean cli_interrupted (void);
/* Calls func (data) from the signal handler's first Ctrl-C; func must be async-signal-safe. NULL clears. */
void cli_on_interrupt (void (*func) (gpointer data), gpointer data);
