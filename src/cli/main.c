/* The table of commands, and the main function, which finds the command and executes
 * it. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli-commands.h"
#include "cli-files.h"
#include "cli-help.h"
#include "cli-setup.h"
#include "cli-stream.h"
#include "cli-study-forms.h"
#include "config.h"
#include "expr-error.h"
#include "expr-program.h"
#include "lab-registry.h"
#include "model-inputs.h"
#include "model-search.h"
#include "ode-methods.h"
#include "sim-output-names.h"

/* ---- the table of commands ---- */

#define TABLE_FORMAT { "format", "table|csv|json", "output format; table by default" }, { NULL, NULL, NULL }

/* The options of commands whose only option is the format of their table. */
static const CliOption table_options[] = { TABLE_FORMAT };

/* The kinds of plots that a single run can show. */
#define MODEL_PLOT_KIND(NAME, name, keys) #name "|"
#define MODEL_PLOT_KIND_OF_RUNS(NAME, name)
static const char views[] =
#include "model-plot-kinds.def"
  "all";

static const CliOption run_options[] = {
  { "output", "FILE.csv|-", "write the trajectory as CSV during the run: a header row, t in the first column; '-' is standard output" },
  { "samples", "N", "write N ≥ 2 equally spaced samples from dense output, both ends included; at exactly the time of an event two rows, before "
    "and after its updates" },
  { "sample-every", "DT", "write samples at start + k·DT and at the end; without --samples and --sample-every, every accepted step; at "
    "events as with --samples" },
  { "times", "TIMES", "write dense output of the finished run at these times, in this order, in place of its steps: t1,t2,… or FILE.csv; at "
    "exactly the time of an event or a noise draw the values before it, as with --final" },
  { "columns", "a,b,c", "columns to write, in this order; all by default" },
  { "events", "FILE.csv", "write a CSV row for each event: time, event, kind, iterations, states before and after" },
  { "tape", "FILE.csv", "write a CSV row for each attempted step during the run" },
  { "plot", "FILE.svg|pdf|png", "draw the run into a file" },
  { "view", views, "plot to draw; all by default" },
  { "theme", "light|dark|print", "colour theme of the plot; light by default" },
  { "data", "FILE", "with --plot: a table of times and measured values, shown as points with error bars over the curves of the same names; repeat for several tables, up to six of "
    "which have different marks" },
  { "measured", "COLUMN=NAME,…", "with --data: the columns of the model that columns of the table measure, if their names differ; COLUMN=t: its times" },
  { "final", NULL, "print t and every column except outputs at the end of the run, before updates that are pending there" },
  { "stats", "table|json|json:FILE", "print or write the statistics" },
  { "branch-at", "T", "make the changes of --branch-set during the run, at the end of the last step that ends at or before T" },
  { "branch-set", "NAME=VALUE", "with --branch-at: set a parameter, a state or a setting, such as 'accuracy', from there on, or with next_step the size of the next step; repeat for each. "
    "If the model has a parameter or state with the name of a setting, write setting.NAME, parameter.NAME or state.NAME, and step.next_step for the step" },
  { NULL, NULL, NULL },
};

static const CliOption converge_options[] = {
  { "steps", "h1,h2,…", "step sizes; by default eight, from 1/16 of the time span, each half of the previous one" },
  { "largest", "steps|dense", "also print the largest error over the run: at the ends of the steps, or also on dense output between them" },
  { "models", "a,b", "further models, each with its own values and time span" },
  TABLE_FORMAT,
};

static const CliOption work_precision_options[] = {
  { "accuracies", "a1,a2,…", "accuracies; 1e-3, 1e-4, …, 1e-11 by default" },
  { "largest", "steps|dense", "also print the largest error over the run: at the ends of the steps, or also on dense output between them" },
  { "models", "a,b", "further models, each with its own values and time span" },
  TABLE_FORMAT,
};

static const CliOption microscope_options[] = {
  { "attempt", "N", "attempt N of the run, from 1: row N of the run's tape" },
  { "rejection", "K", "the K-th rejected attempt, from 1" },
  { "event", "K", "the K-th event that is located as a crossing, from 1" },
  { "trial", "H|range", "make the attempt again with the step size H; 'range': with 81 sizes from a fifth to four times that of the run, of which the errors and the size up to which all are accepted are printed. With --event: make the step of the event again, and print which crossings the search finds and misses, and for 'range' the size from which it misses one" },
  { "format", "table|json", "output format; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption stability_options[] = {
  { "integrator", "NAME", "the integrator" },
  { "tableau", "FILE", "a tableau, given by its file or id, instead of an integrator" },
  TABLE_FORMAT,
};

static const CliOption tableau_options[] = {
  { "format", "table|csv|json|yaml|latex|c|julia|python", "output format; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption batch_eval_options[] = {
  { "points", "FILE.csv", "points: a header row with t and the names of states, discrete states and parameters, then one row per point; a missing t is 0, other missing values are those of the model; '-' is standard input" },
  { "update", "EVENT", "apply the updates of this periodic event in place of evaluating the right-hand side" },
  { "steps", "K", "apply them K times, one period apart; 1 by default" },
  { "output", "FILE.csv|-", "file for the results; standard output by default" },
  { NULL, NULL, NULL },
};

#define RECORD_OPTION \
  { "record", "NAME=REDUCER:EXPRESSION", \
    "record a number of each run: final, minimum, maximum or mean of an expression; for a condition, the time at which it first " \
    "became or last was true (first, last), whether it was ever true, as 1 or 0 (ever), or how often it became true (count); " \
    "lyapunov:T is the largest Lyapunov exponent, measured over the time T from the end of the run; by default the final states" }
#define RANDOM_OPTIONS \
  { "members", "N", "number of members; by default that of the study file, or 100" }, \
  { "vary", "NAME=DISTRIBUTION", \
    "draw a parameter or initial value for each member: normal, uniform, lognormal, exponential or choice, as in models; " \
    "or an expression in 'member', from 0, and 'members'; repeat for each quantity" }, \
  RECORD_OPTION, \
  { "fan", "EXPRESSION=N", "record an expression at N equally spaced times, both ends included" }

static const CliOption ensemble_options[] = {
  RANDOM_OPTIONS,
  { "jobs", "J", "threads; one for each processor by default" },
  { "shard", "I/K", "compute the I-th of K parts, I from 1, for 'ensemble merge'" },
  { "output", "FILE", "file for the results, or for the output of 'merge' and 'export'; by default the name of the study file with .results; without a "
    "study file the results are not kept" },
  TABLE_FORMAT,
};

static const CliOption sweep_options[] = {
  { "vary", "NAME=A:B:N", "an axis: N values of a parameter or initial value from A to B; give one or two" },
  RECORD_OPTION,
  { "jobs", "J", "threads; one for each processor by default" },
  { "output", "FILE", "file of results, which keeps every point; by default the name of the study file with .results; without a study file the "
    "results are not kept" },
  { "plot", "FILE.png|svg|pdf", "a picture: curves over one axis, or a map over two axes, for each recorded number" },
  TABLE_FORMAT,
};

static const CliOption study_options[] = {
  { "output", "FILE.csv|png|svg|pdf", "file for the cells of the grid of a study, or for their picture" },
  { "plot", "FILE.png|svg|pdf", "a picture of the result, if the study has one" },
  { "option", "KEY=VALUE", "an option of the study; 'list studies' prints all options; repeat for each" },
  TABLE_FORMAT,
};

static const CliOption lesson_options[] = {
  { "output", "FILE.pdf|html", "the document that 'export' writes" },
  { "language", "en|de", "language of the document; en by default" },
  { "format", "table|json", "output format; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption page_options[] = {
  { "output", "FILE.html", "the page; also -o FILE.html" },
  { "language", "en|de", "language of the page; that of the browser by default, and English for lessons" },
  { "core", "ADDRESS", "leave out the numerical core, and load the script at this address, relative to the page, which sets 'stepwiseCore' to the text in base 64 of "
    "stepwise-page-core.gz: for a site whose pages share it" },
  { "lesson", NULL, "take the name as that of a lesson; a name that a model and a lesson have is otherwise that of the model" },
  { NULL, NULL, NULL },
};

static const CliOption verify_options[] = {
  { "format", "table|csv|json", "output format; table by default" },
  { NULL, NULL, NULL },
};

/* The languages, each after a bar. */
static const char languages[] =
#define MODEL_CODE_TARGET(name, about) "|" #name
#include "model-code-targets.def"
#undef MODEL_CODE_TARGET
    ;

static const CliOption export_options[] = {
  { "to", languages + 1, "language; by default the first one with the ending of --output" },
  { "output", "FILE", "file to write; by default standard output" },
  { "accuracy", "NUMBER", "tolerance of the program's integrator; by default that of the model" },
  { NULL, NULL, NULL },
};

static const CliOption import_options[] = {
  { "from", "xppaut|sbml|equations", "language; by default that of the ending of the file" },
  { "output", "FILE.yaml", "model file to write; by default standard output" },
  { "quiet", NULL, "print no notes" },
  { NULL, NULL, NULL },
};

static const CliOption replay_options[] = {
  RANDOM_OPTIONS,
  { "member", "I", "number of the member, counted from 0; 0 by default" },
  { "check", "FILE.results", "compare with the member in a file of results, bit for bit; the exit status is 5 if they differ" },
  { "format", "table|json", "output format; table by default" },
  { NULL, NULL, NULL },
};

/* The commands that are not those of single studies. */
static const CliCommand own_commands[] = {
  { "list", "models|integrators|lessons|tableaus|studies", 1, 1, "list models, integrators, lessons, tableaus or studies",
    "Lists the models of the library with category and traits, the integrators with order, traits and source, the lessons, the tableaus "
    "that files define, or the studies with their options. Errors in model files are printed to standard error.",
    table_options, 0, cli_list },
  { "show", "MODEL", 1, 1, "print equations, parameters, states and events as parsed", NULL, NULL, 0, cli_show },
  { "check", "FILE…", 1, -1, "print all errors of all files, and compare the equations of models with their units; the exit status is 3 if there is an error", NULL, NULL, 0, cli_check },
  { "run", "MODEL", 1, 1, "simulate a model",
    "Simulates a model and writes the requested files. A file appears or changes when it is complete. After an interruption a file that "
    "existed is kept, and the rows so far are written beside it, such as run-partial.csv. Only one of --final, --stats and --output - may "
    "write to standard output.",
    run_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_run },
  { "compare", "MODEL", 1, 1, "compare cost and error of several integrators",
    "Repeat --integrator for each method. The reference solution is the closed form of the model if it has one, otherwise its reference "
    "values, otherwise two high-accuracy runs by unrelated methods that must agree. A note on standard error names which one is used. The error "
    "is the largest |x - r|/s of the states at the end, where r is the reference and s the size of the state: its largest absolute value from "
    "start to end, or that of all states if it is 0. It does not depend on units.",
    table_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_compare },
  { "converge", "MODEL", 1, 1, "measure the error against the step size, and the order", NULL, converge_options,
    CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_converge },
  { "work-precision", "MODEL", 1, 1, "measure the cost against the error over a range of accuracies",
    "Repeat --integrator for each method.", work_precision_options,
    CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_work_precision },
  { "microscope", "MODEL", 1, 1, "print the inside of one attempted step, or of the search for an event",
    "Runs the model with the given settings up to the attempt and prints its states, both results, the signed error, the controller's factor, "
    "and what the method computed: stages, iterations of Newton's method, past points, kicks and drifts, or the extrapolation table. The error "
    "is x1 - x1_hat in units of x; the factor is the controller's, before limits. With --event it prints each evaluation "
    "of the witness in the search for the event, with the end of the bracket that it replaced, the evaluations that other root finders need, and "
    "the states before and after the event.",
    microscope_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL, cli_microscope },
  { "stability", "MODEL", 0, 1, "print intervals and angles of a stability region",
    "Prints the order, the real and imaginary stability interval, A- and L-stability, the angle alpha in degrees, and |R| at infinity. With a "
    "model also the eigenvalues of its Jacobian at the start, and the largest step for which all of them are in the region.",
    stability_options, CLI_TAKES_MODEL, cli_stability },
  { "tableau", "FILE|ID", 1, 1, "print the properties and order conditions of a tableau",
    "Prints what 'stability' prints, and the residuals of all order conditions up to order 8; or the coefficients as a tableau file, as LaTeX, or "
    "as a function in C, Julia or Python that takes one step.", tableau_options, 0, cli_tableau },
  { "ensemble", "MODEL|STUDY.yaml|merge|export FILE…", 1, -1, "run a model many times with random parameters and initial values",
    "Runs all members of an ensemble and prints statistics of the recorded numbers. Distributions of the model itself are drawn too. "
    "A file of results keeps every member; the same command with the same file continues after its last complete block, and a file of "
    "another study is refused with exit status 3. 'ensemble merge FILE… --output FILE' joins the files of all shards, 'ensemble export "
    "FILE --output FILE.csv' writes all members as CSV. The values of a member do not depend on threads, shards or interruptions.",
    ensemble_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_ensemble },
  { "sweep", "MODEL|STUDY.yaml", 1, 1, "run a model for all values of one or two quantities",
    "Runs the model at each point of a grid of parameters or initial values, and prints the recorded numbers of each point, the last axis "
    "fastest. A point has the values of 'run' with the same parameters. The same command with the same --output continues after an "
    "interruption.",
    sweep_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_sweep },
  { "replay", "MODEL|STUDY.yaml", 1, 1, "compute one member of an ensemble again, bit for bit",
    "Prints the values of one member. They have the bits of the ensemble, and of 'run' with the same values.",
    replay_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_replay },
  { "study", "ID MODEL|STUDY.yaml", 2, 2, "run a study of the registry",
    "Runs the study with this ID and prints its numbers and tables. 'list studies' prints the IDs.",
    study_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_study },
  { "lesson", "check [ID|FILE…]|export ID|FILE", 1, -1, "compare the runs of lessons with the numbers that the lessons state",
    "'lesson check' computes the runs and studies of the lessons, of all lessons of the library by default, and compares them with their "
    "expectations. The exit status is 5 if an expectation does not hold, 3 if a lesson is wrong. 'lesson export' writes a lesson with the "
    "pictures of its runs as a handout for printing (PDF) or as one HTML page that needs no network.",
    lesson_options, 0, cli_lesson },
  { "page", "MODEL|LESSON|SESSION.stepwise", 1, 1, "write a live page: one HTML file that computes in a browser",
    "Writes one HTML file with the model and the numerical core, which needs no network and no installation. In a browser its reader changes parameters, the "
    "start, the method, the accuracy and the equations, and each run is computed anew, with the numbers of this program. A lesson asks, reveals and "
    "compares its runs with its numbers. Where a browser runs no scripts or no WebAssembly, the page shows the picture of a stored run.",
    page_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_page },
  { "export", "MODEL", 1, 1, "write a model in another language",
    "Writes the model, with its parameters, initial values and times, in one of these languages."
#define MODEL_CODE_TARGET(name, about) " " #name ": " about "."
#include "model-code-targets.def"
#undef MODEL_CODE_TARGET
    " Unless another thing is said, discrete states are states whose derivatives are 0. Events at crossings and at times set states as the model does; the programs look for "
    "crossings at the ends of steps. The programs in C control their steps, which are explicit (Dormand and Prince, order 5) or, if the model is declared stiff and has at most 500 "
    "states, implicit (RODAS, order 4). So does Co-Simulation with an FMU. In an FMU the parameters can be changed between steps, and the initial values before the start, but for those "
    "that follow from parameters; these are computed anew. An FMU provides directional derivatives by states, parameters and time, unless the model has more than 20000 of them. Events that "
    "happen at one time act in the order of the file; XPPAUT and SBML cannot say an order, so a model is refused there if two such events set or read the same quantity. What a language or this command does not have, such as tables, noise, mass matrices, algebraic unknowns and events that end in rest, is "
    "refused by name.",
    export_options, CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_export },
  { "import", "FILE", 1, 1, "write a model of another program as a model file",
    "Reads a model of XPPAUT (.ode) or SBML (.xml, .sbml), or a text with equations and reactions (.txt, .eq, .tex), and writes it as a model file. A note names "
    "everything that the model does not say, and an error what it cannot say, each with its line. All commands read such files, too.",
    import_options, 0, cli_import },
  { "verify", "SESSION.stepwise", 1, 1, "compute the runs of a session again and compare them with its seals",
    "A session that the window saves has a seal for each run: hashes of the text of the model, of the settings and of the results, and the version and the "
    "arithmetic that made them. 'verify' checks that the file was not changed after the sealing, computes every run again, and says for each one: identical "
    "(all rows and events have the same bits), identical to N digits (relative to the largest value of each column, in the rows that the seal keeps as numbers), "
    "or different, with the first steps that differ, time and values. A run that was stopped, paused, running or had failed, or that needs a "
    "library whose version is not sealed, is named and not called identical, and so is a run without a seal. The exit status is 0 if every run is identical, "
    "5 if a run differs or a part was changed, and 7 if nothing differs but some run could not be verified.",
    verify_options, CLI_TAKES_PROGRESS, cli_verify },
  { "batch-eval", "MODEL", 1, 1, "evaluate right-hand sides or updates at many points",
    "Reads points from a CSV file, evaluates the right-hand side at all of them on several threads, and writes t and the derivatives as "
    "CSV; with --update t and the states after the updates of an event.",
    batch_eval_options, CLI_TAKES_MODEL, cli_batch_eval },
  { "serve", "", 0, 0, "answer the requests of a script",
    "Reads requests, one object of JSON in each line, from standard input, and writes answers to standard output until the input ends: models, runs with a "
    "word after each step, values at given times, attempts, events, plots, studies and ensembles. stepwise-serve(5) describes the lines. The Python "
    "package 'stepwise' uses them.",
    NULL, 0, cli_serve },
  { NULL, NULL, 0, 0, NULL, NULL, NULL, 0, NULL },
};

/* Returns all commands: those above and, after `study`, those of studies with a command of their own. The array ends with a command without a name. Free
 * it with g_free. */
static CliCommand *
commands_new (void)
{
  GArray *all = g_array_new (TRUE, TRUE, sizeof (CliCommand));

  for (const CliCommand *command = own_commands; command->name != NULL; command++)
    {
      g_array_append_val (all, *command);
      if (command->run != cli_study)
        continue;
      for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
        if ((*kind)->summary != NULL)
          {
            CliCommand own = { (*kind)->id, (*kind)->argument, 1, 1, (*kind)->summary, (*kind)->description, cli_study_command_options (*kind),
                               CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_study_command };

            g_array_append_val (all, own);
          }
    }
  return (CliCommand *) (gpointer) g_array_free (all, FALSE);
}

/* ---- main ---- */

/* Prints a text, frees it, and returns an exit status. */
static int
print_text (char *text)
{
  int status = fputs (text, stdout) < 0 || fflush (stdout) != 0 ? CLI_FILE : CLI_OK;

  g_free (text);
  return status;
}

static int
report_unknown_command (const CliCommand *commands, const char *name)
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

static int
run_program (int argc, char **argv)
{
  g_autofree CliCommand *commands = commands_new ();
  const CliCommand *command;
  g_autoptr (GError) error = NULL;
  const OdeMethod *const *methods;
  int n_methods;
  g_autoptr (CliArguments) arguments = NULL;
  int status;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  setlocale (LC_MESSAGES, "C"); /* other programs may parse the messages of this one */
  signal (SIGXFSZ, SIG_IGN);    /* exceeding the limit of the file size is then an ordinary write error */

  methods = ode_methods (&n_methods);
  if (!model_method_check (methods, n_methods, &error))
    {
      cli_error ("%s", error->message);
      return CLI_CHECK_FAILED;
    }
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
      return command != NULL ? print_text (cli_help_command (command)) : report_unknown_command (commands, argv[2]);
    }
  if (strcmp (argv[1], "--version") == 0)
    return print_text (g_strdup_printf ("stepwise-cli " STEPWISE_VERSION "\narithmetic: %s\n", expr_arithmetic (EXPR_PROGRAM_FUSED)));
  /* The build uses these arguments to generate the documentation. */
  if (strcmp (argv[1], "--print-man-page") == 0)
    return print_text (cli_help_man_page (commands));
  if (strcmp (argv[1], "--print-model-page") == 0)
    return print_text (cli_model_page ());
  if (strcmp (argv[1], "--print-bash-completion") == 0)
    return print_text (cli_help_bash_completion (commands));

  command = cli_command_find (commands, argv[1]);
  if (command == NULL)
    return report_unknown_command (commands, argv[1]);
  for (int i = 2; i < argc; i++)
    if (strcmp (argv[i], "--help") == 0)
      return print_text (cli_help_command (command));

  arguments = cli_arguments_parse (command, argc - 2, argv + 2);
  if (arguments == NULL)
    return CLI_USAGE;
  model_inputs_watch ();
  sim_output_names_watch ();
  if (!cli_files_check_names (arguments))
    return CLI_USAGE;
  status = command->run (arguments);
  return status == CLI_MODEL && cli_memory_ran_out () ? CLI_FILE : status;
}

int
main (int argc, char **argv)
{
  cli_stream_install_fatal ();
  cli_stream_install ();
  return cli_stream_finish (run_program (argc, argv));
}
