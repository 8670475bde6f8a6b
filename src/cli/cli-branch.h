/* A change during a run: --branch-at and --branch-set. The run then has the same bits as a branch that the window starts at this time. */
#pragma once

#include "cli-command.h"
#include "model-system.h"
#include "sim-run.h"

typedef struct
{
  double t;             /* as given */
  GPtrArray *changes;   /* SimRunChange; NULL: the options were not given */
} CliBranch;

/* Reads the options. Returns FALSE after an error. */
gboolean cli_branch_read (const CliArguments *arguments, const ModelSystem *system, const SimConfig *config, double t_start, double t_end,
                          CliBranch *branch);
/* Frees what cli_branch_read made. */
void cli_branch_clear (CliBranch *branch);
/* Takes the steps of an initialized run up to the branch, and makes the changes, which are given their number of steps. *run is the status of the
 * last step. Returns an exit status, not CLI_OK after printing an error. */
int cli_branch_make (const CliArguments *arguments, Model *model, const SimConfig *config, const CliBranch *branch, double t_start, double t_end,
                     SimSimulator *simulator, SimStatus *run);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliBranch, cli_branch_clear)
