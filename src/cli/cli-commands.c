#include "cli-command.h"

const CliOption cli_model_options[] = {
  { "start", "T", "start time, in place of the model's" },
  { "end", "T", "end time, in place of the model's" },
  { "set", "PARAMETER=VALUE", "set a parameter; may be repeated; elements as 'a[2]=1'" },
  { "initial", "STATE=VALUE", "set an initial value; may be repeated; elements as 'u[3]=1'" },
  { "constant", "NAME=VALUE", "set a constant that fixes the structure; may be repeated" },
  { "random", NULL, "draw the distributions of parameters and initial values, keyed by --seed" },
  { NULL, NULL, NULL },
};

const CliOption cli_profile_options[] = {
  { "config", "FILE.yaml", "read settings from a file; the command line wins over it" },
  { "fixed-step", "H", "fixed steps of size H: --error-control false --max-step H" },
  { "method", "KEY=VALUE", "an option of the integrator's own; may be repeated" },
  { NULL, NULL, NULL },
};

const CliOption cli_progress_options[] = {
  { "quiet", NULL, "no progress, no notes; errors only" },
  { NULL, NULL, NULL },
};

static const CliOption list_options[] = {
  { "format", "table|csv|json", "how to print; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption run_options[] = {
  { "output", "FILE.csv|-", "write the trajectory: header row, t first; streamed" },
  { "samples", "N", "N ≥ 2 uniform samples from dense output, both ends included" },
  { "sample-every", "DT", "samples at start + k·DT and at the end; without either option, every accepted step" },
  { "columns", "a,b,c", "which columns to write, in this order; all by default" },
  { "events", "FILE.csv", "write time, event, kind, iterations, and the states before and after" },
  { "tape", "FILE.csv", "write one row per attempted step; streamed" },
  { "plot", "FILE.svg|pdf|png", "draw the run" },
  { "view", "time|phase|step|error|invariant|motion|all", "what to draw; all by default" },
  { "theme", "light|dark|print", "how to draw; light by default" },
  { "final", NULL, "print t and every column but the outputs, before updates that are pending at the end" },
  { "stats", "table|json|json:FILE", "print or write the statistics" },
  { NULL, NULL, NULL },
};

static const CliOption check_options[] = {
  { NULL, NULL, NULL },
};

static const CliOption show_options[] = {
  { NULL, NULL, NULL },
};

static const CliOption compare_options[] = {
  { "format", "table|csv|json", "how to print; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption converge_options[] = {
  { "steps", "h1,h2,…", "step sizes; by default eight, each half the one before" },
  { "format", "table|csv|json", "how to print; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption work_precision_options[] = {
  { "accuracies", "a1,a2,…", "accuracies; 1e-3 to 1e-11 by default" },
  { "format", "table|csv|json", "how to print; table by default" },
  { NULL, NULL, NULL },
};

static const CliOption batch_eval_options[] = {
  { "points", "FILE.csv", "header row with t and state names, one point a row; t may be missing (0), '-' is standard input" },
  { "output", "FILE.csv|-", "where to write the derivatives; standard output by default" },
  { NULL, NULL, NULL },
};


const CliCommand cli_commands[] = {
  { "list", "models|integrators|tableaus", 1, 1, "list what there is",
    "Lists the library's models with their category and badges, the integrators with order, traits and source, or the tableaus that "
    "files define. Broken model files are listed with their errors.",
    list_options, 0, cli_list },
  { "show", "MODEL", 1, 1, "equations, parameters, states, events, as parsed", NULL, show_options, 0, cli_show },
  { "check", "FILE…", 1, -1, "all errors of all files; exit 3 if any", NULL, check_options, 0, cli_check },
  { "run", "MODEL", 1, 1, "simulate",
    "Simulates a model and writes what is asked for. One of --final, --stats and --output - may write to standard output in one run.",
    run_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_run },
  { "compare", "MODEL", 1, 1, "cost and error of several integrators side by side",
    "Give --integrator once for each method. The reference solution is the model's closed form, else its reference, else two tight runs by "
    "unrelated methods that must agree; the output says which.",
    compare_options, CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_compare },
  { "converge", "MODEL", 1, 1, "error against step size, observed order", NULL, converge_options,
    CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_converge },
  { "work-precision", "MODEL", 1, 1, "cost against error over a range of accuracies",
    "Give --integrator once for each method.", work_precision_options,
    CLI_TAKES_SETTINGS | CLI_TAKES_MODEL | CLI_TAKES_PROGRESS, cli_work_precision },
  { "batch-eval", "MODEL", 1, 1, "right-hand sides at many points",
    "Reads points, evaluates the right-hand side at all of them in batches, and writes t and the derivatives as CSV.",
    batch_eval_options, CLI_TAKES_MODEL, cli_batch_eval },
  { NULL, NULL, 0, 0, NULL, NULL, NULL, 0, NULL },
};
