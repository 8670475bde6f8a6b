/* The table of commands, and the program that looks up one of them and runs it.
 */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli-batch.h"
#include "cli-compare.h"
#include "cli-help.h"
#include "cli-list.h"
#include "cli-model-page.h"
#include "cli-run.h"
#include "config.h"
#include "expr-error.h"

/* ---- the table of commands ---- */

static const CliOption list_options[] = {
  { "format", "table|csv|json", "output format; table by default" },
  { NULL, NULL, NULL },
};

/* The kinds of plots that one run can show. */
#define MODEL_PLOT_KIND(NAME, name, keys) #name "|"
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name)
static const char views[] =
#include "model-plot-kinds.def"
  "all";

static const CliOption run_options[] = {
  { "output", "FILE.csv|-", "write the trajectory as CSV during the run: a header row, t in the first column; '-' is standard output" },
  { "samples", "N", "write N ≥ 2 equally spaced samples from dense output, both ends included" },
  { "sample-every", "DT", "write samples at start + k·DT and at the end; without --samples and --sample-every, every accepted step" },
  { "columns", "a,b,c", "columns to write, in this order; all by default" },
  { "events", "FILE.csv", "write a CSV row for each event: time, event, kind, iterations, states before and after" },
  { "tape", "FILE.csv", "write a CSV row for each attempted step during the run" },
  { "plot", "FILE.svg|pdf|png", "draw the run into a file" },
  { "view", views, "plot to draw; all by default" },
  { "theme", "light|dark|print", "colour theme of the plot; light by default" },
  { "final", NULL, "print t and every column except outputs at the end of the run, before updates that are pending there" },
  { "stats", "table|json|json:FILE", "print or write the statistics" },
  { NULL, NULL, NULL },
};

static const CliOption compare_options[] = {
  { "format", "table|csv|json", "output format; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption converge_options[] = {
  { "steps", "h1,h2,…", "step sizes; by default eight, from 1/16 of the time span, each half of the previous one" },
  { "format", "table|csv|json", "output format; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption work_precision_options[] = {
  { "accuracies", "a1,a2,…", "accuracies; 1e-3, 1e-4, …, 1e-11 by default" },
  { "format", "table|csv|json", "output format; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption batch_eval_options[] = {
  { "points", "FILE.csv", "points: a header row with t and the names of the states, then one row per point; a missing t is 0; '-' is standard input" },
  { "output", "FILE.csv|-", "file for the derivatives; standard output by default" },
  { NULL, NULL, NULL },
};

static const CliCommand commands[] = {
  { "list", "models|integrators|tableaus", 1, 1, "list models, integrators or tableaus",
    "Lists the models of the library with category and traits, the integrators with order, traits and source, or the tableaus that "
    "files define. Errors in model files are printed to standard error.",
    list_options, 0, cli_list },
  { "show", "MODEL", 1, 1, "print equations, parameters, states and events as parsed", NULL, NULL, 0, cli_show },
  { "check", "FILE…", 1, -1, "print all errors of all files; the exit status is 3 if there is one", NULL, NULL, 0, cli_check },
  { "run", "MODEL", 1, 1, "simulate a model",
    "Simulates a model and writes the requested files. Only one of --final, --stats and --output - may write to standard output.",
    run_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_run },
  { "compare", "MODEL", 1, 1, "compare cost and error of several integrators",
    "Repeat --integrator for each method. The reference solution is the closed form of the model if it has one, otherwise its reference "
    "values, otherwise two high-accuracy runs by unrelated methods that must agree. A note on standard error names which one is used.",
    compare_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_compare },
  { "converge", "MODEL", 1, 1, "measure the error against the step size, and the order", NULL, converge_options,
    CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_converge },
  { "work-precision", "MODEL", 1, 1, "measure the cost against the error over a range of accuracies",
    "Repeat --integrator for each method.", work_precision_options,
    CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_work_precision },
  { "batch-eval", "MODEL", 1, 1, "evaluate right-hand sides at many points",
    "Reads points from a CSV file, evaluates the right-hand side at all of them, and writes t and the derivatives as CSV.",
    batch_eval_options, CLI_TAKES_MODEL, cli_batch_eval },
  { NULL, NULL, 0, 0, NULL, NULL, NULL, 0, NULL },
};

/* ---- main ---- */

/* Prints a text and frees it. */
static int
print_text (char *text)
{
  int status = fputs (text, stdout) < 0 || fflush (stdout) != 0 ? CLI_FILE : CLI_OK;

  g_free (text);
  return status;
}

static int
report_unknown_command (const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *suggestion;

  for (const CliCommand *command = commands; command->name != NULL; command++)
    g_ptr_array_add (names, (char *) command->name);
  suggestion = expr_suggest (name, (const char *const *) names->pdata, names->len);
  if (suggestion != NULL)
    cli_error ("unknown command '%s'; did you mean '%s'?", name, suggestion);
  else
    cli_error ("unknown command '%s'; 'stepwise-cli --help' lists them", name);
  return CLI_USAGE;
}

int
main (int argc, char **argv)
{
  const CliCommand *command;
  g_autoptr (CliArguments) arguments = NULL;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  setlocale (LC_MESSAGES, "C"); /* programs parse its messages */
  signal (SIGXFSZ, SIG_IGN);    /* a file at its size limit is reported as a write error */

  if (argc < 2)
    {
      g_autofree char *help = cli_help_program (commands);
      fputs (help, stderr);
      return CLI_USAGE;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "help") == 0)
    {
      if (argc == 2)
        return print_text (cli_help_program (commands));
      command = cli_command_find (commands, argv[2]);
      return command != NULL ? print_text (cli_help_command (command)) : report_unknown_command (argv[2]);
    }
  if (strcmp (argv[1], "--version") == 0)
    return print_text (g_strdup ("stepwise-cli " STEPWISE_VERSION "\n"));
  /* The build generates the documentation with these. */
  if (strcmp (argv[1], "--print-man-page") == 0)
    return print_text (cli_help_man_page (commands));
  if (strcmp (argv[1], "--print-model-page") == 0)
    return print_text (cli_model_page ());
  if (strcmp (argv[1], "--print-bash-completion") == 0)
    return print_text (cli_help_bash_completion (commands));

  command = cli_command_find (commands, argv[1]);
  if (command == NULL)
    return report_unknown_command (argv[1]);
  for (int i = 2; i < argc; i++)
    if (strcmp (argv[i], "--help") == 0)
      return print_text (cli_help_command (command));

  arguments = cli_arguments_parse (command, argc - 2, argv + 2);
  if (arguments == NULL)
    return CLI_USAGE;
  return command->run (arguments);
}
