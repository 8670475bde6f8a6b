/* Makes a model, its settings and an instance that is ready to simulate from the arguments of a command. Also handles interrupts. The
 * functions print their own errors. If a function with a parameter `status` fails, it sets *status to the exit status. */
#pragma once

#include "cli-command.h"
#include "model-system.h"
#include "lab-problem.h"
#include "sim-run.h"

/* Opens the model that the first positional argument names. Returns NULL after printing the errors. Drop it with
 * model_unref. */
Model *cli_open_model (const CliArguments *arguments);
/* Returns the settings from the profile, the model, --config and the command line, each of which overrides those before. Returns NULL
 * with *status on failure. skip_integrator: ignores --integrator, because the command accepts several. Free the result with
 * sim_config_free. */
SimConfig *cli_make_config (const CliArguments *arguments, const Model *model, gboolean skip_integrator, int *status);
/* Returns an instance of the model to which --set, --initial, --constant, --random and the seed of config are applied. config NULL means
 * default settings. Returns NULL with *status on failure. */
ModelSystem *cli_make_instance (const CliArguments *arguments, Model *model, const SimConfig *config, int *status);
/* Applies --set and --initial to an instance. Returns FALSE after printing an error. */
gboolean cli_apply_assignments (const CliArguments *arguments, ModelSystem *system);
/* Returns the values of --constant by name, as in ModelInstance.constants. Returns NULL after printing an
 * error. */
GHashTable *cli_constants (const CliArguments *arguments);
/* Sets the time span from the model, --start and --end. Returns FALSE with *status after printing an error. */
gboolean cli_time_span (const CliArguments *arguments, const ModelSystem *system, double *t_start, double *t_end, int *status);
/* Prints an array of ModelDiagnostic to standard error. quiet: prints nothing if the array has only
 * notes. */
void cli_print_diagnostics (const GPtrArray *diagnostics, gboolean quiet);
/* Returns whether one of the printed errors was a lack of memory. The exit status is then CLI_FILE, because the input may be
 * correct. */
gboolean cli_memory_ran_out (void);
/* Returns whether SIGINT, SIGTERM, SIGHUP or SIGXCPU has arrived. The first call
 * installs the signal handler. A second signal of the same kind ends the program at
 * once. */
gboolean cli_interrupted (void);
/* Lets a signal end the program at once with the exit status CLI_INTERRUPTED from now on. A command calls it before parts after which an interruption leaves
 * nothing that is worth keeping: when only a picture or the text on standard output is left to make, or at its start if it writes no file. After an
 * interruption that came before, the next signal ends the program. */
void cli_end_at_signal (void);
/* Sets the simulator that the signal handler interrupts. If a signal has arrived already, interrupts it at once. NULL: none. */
void cli_on_interrupt (SimSimulator *simulator);
/* Fills in the problem of a study from the arguments, except its time span. Borrows arguments, model and config. Clear it with
 * cli_problem_clear. */
void cli_problem_init (LabProblem *problem, const CliArguments *arguments, Model *model, const SimConfig *config);
/* Frees what cli_problem_init made. */
void cli_problem_clear (LabProblem *problem);

/* A branch of a run, from the options --branch-at and --branch-set: changes at a time during the run. The rows after this time have the
 * same bits as those of a branch that the window begins at this time. */
typedef struct
{
  double t;             /* time as given on the command line */
  GPtrArray *changes;   /* changes (SimRunChange); NULL if the options were not given */
} CliBranch;

/* Reads --branch-at and --branch-set. Returns FALSE after printing an error. */
gboolean cli_branch_read (const CliArguments *arguments, const ModelSystem *system, const SimConfig *config, double t_start, double t_end,
                          CliBranch *branch);
/* Frees the contents of a branch. */
void cli_branch_clear (CliBranch *branch);
/* Takes the steps of an initialized run up to the branch and makes its changes. Sets the step numbers of the changes. Sets *run to the
 * status of the last step. Returns CLI_OK, or an exit status after printing an error. */
int cli_branch_make (const CliArguments *arguments, Model *model, const SimConfig *config, const CliBranch *branch, double t_start, double t_end,
                     SimSimulator *simulator, SimStatus *run);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliBranch, cli_branch_clear)
