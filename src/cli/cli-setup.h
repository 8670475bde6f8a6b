/* Makes a model, its settings and a system that is ready to simulate from the
 * arguments of a command, and handles interrupts. Functions print their own
 * errors. A function with a parameter `status` sets *status to the exit status
 * when it fails. */
#pragma once

#include "cli-command.h"
#include "model-system.h"
#include "lab-problem.h"
#include "sim-run.h"

/* Opens the model that the first positional argument names. Returns NULL after
 * printing the errors. */
Model *cli_open_model (const CliArguments *arguments);
/* Returns the settings from profile, model, --config and the command line, in
 * increasing priority; NULL with *status on failure. skip_integrator: does not
 * apply --integrator, because the command accepts several. */
SimConfig *cli_make_config (const CliArguments *arguments, const Model *model, gboolean skip_integrator, int *status);
/* Returns an instance with --set, --initial, --constant, --random and the seed of config (NULL: default settings) applied; NULL with
 * *status on failure. */
ModelSystem *cli_make_instance (const CliArguments *arguments, Model *model, const SimConfig *config, int *status);
/* Applies --set and --initial to an instance. Returns FALSE after an error. */
gboolean cli_apply_assignments (const CliArguments *arguments, ModelSystem *system);
/* Returns the values of --constant by name, in the form of
 * ModelInstance.constants; NULL after an error. */
GHashTable *cli_constants (const CliArguments *arguments);
/* Sets the time span from the model, --start and --end. Returns FALSE with *status. */
gboolean cli_time_span (const CliArguments *arguments, const ModelSystem *system, double *t_start, double *t_end, int *status);
/* Prints an array of ModelDiagnostic to standard error. quiet: nothing if it
 * has notes but no errors. */
void cli_print_diagnostics (const GPtrArray *diagnostics, gboolean quiet);
/* Returns whether a printed error was a lack of memory. The exit status is then
 * CLI_FILE, since the input may be free of errors. */
gboolean cli_memory_ran_out (void);
/* Returns whether SIGINT, SIGTERM, SIGHUP or SIGXCPU has arrived; the first
 * call installs the handler. A second signal of the same kind ends the program
 * at once. */
gboolean cli_interrupted (void);
/* Sets a function that the signal handler calls with data; calls it at once if
 * a signal has arrived already. func must be async-signal-safe; NULL: none. */
void cli_on_interrupt (void (*func) (gpointer data), gpointer data);
/* Fills in the problem of a study from the arguments, except for its time span. arguments, model and config are borrowed. */
void cli_problem_init (LabProblem *problem, const CliArguments *arguments, Model *model, const SimConfig *config);
/* Frees what cli_problem_init made. */
void cli_problem_clear (LabProblem *problem);

/* A change during a run, from the options --branch-at and --branch-set. The run then has the same bits as a branch that the window starts at this
 * time. */
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
