/* The command run: makes one run of a model, writes its outputs, and reports why it ended and what its result may
 * miss. */
#include "cli-commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-files.h"
#include "cli-output.h"
#include "cli-progress.h"
#include "cli-setup.h"
#include "lab-run-notes.h"
#include "sim-simulator.h"

/* Number of points of dense output inside each step of a drawn curve. A method of high order takes
 * steps of about one radian of an oscillation. 24 points divide such a step into chords whose
 * distance from the curve is (1/25)²/8 = 2e-4 of the amplitude, which is less than the width of a
 * line. */
#define PLOT_POINTS_PER_STEP 24

typedef struct
{
  CliProgress progress;
  double t_start, t_end;
} Watch;

static SimHandlerStatus
watch_progress (gpointer user, const SimSimulator *simulator)
{
  Watch *watch = user;

  if (watch->progress.shown && watch->t_end > watch->t_start)
    cli_progress_update (&watch->progress, (sim_simulator_t (simulator) - watch->t_start) / (watch->t_end - watch->t_start));
  return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
}

/* Returns FALSE after printing an error if the options for output contradict each other. */
static gboolean
check_outputs (const CliArguments *arguments)
{
  const char *stats = cli_arguments_value (arguments, "stats");
  const char *output = cli_arguments_value (arguments, "output");
  int n_stdout = cli_arguments_has (arguments, "final") + (stats != NULL && !g_str_has_prefix (stats, "json:"))
                 + (output != NULL && strcmp (output, "-") == 0);

  if (n_stdout > 1)
    {
      cli_error ("only one of --final, --stats and --output - may write to standard output");
      return FALSE;
    }
  if (stats != NULL && strcmp (stats, "table") != 0 && strcmp (stats, "json") != 0 && !g_str_has_prefix (stats, "json:"))
    {
      cli_error ("'--stats' is table, json or json:FILE, not '%s'", stats);
      return FALSE;
    }
  return cli_output_check_plot (arguments);
}

static gboolean
sampling_rule (const CliArguments *arguments, const SimConfig *config, SimSamplingRule *rule)
{
  long count = (long) sim_config_get_number (config, "samples");
  double interval = sim_config_get_number (config, "sample_every");

  *rule = (SimSamplingRule) { .sampling = SIM_SAMPLE_STEPS };
  if (cli_arguments_has (arguments, "samples") && cli_arguments_has (arguments, "sample-every"))
    {
      cli_error ("give --samples or --sample-every, not both");
      return FALSE;
    }
  if (cli_arguments_has (arguments, "samples"))
    {
      if (!cli_arguments_count (arguments, "samples", 2, &count))
        return FALSE;
      interval = 0;
    }
  if (cli_arguments_has (arguments, "sample-every"))
    {
      if (!cli_arguments_number (arguments, "sample-every", &interval))
        return FALSE;
      if (!(interval > 0))
        {
          cli_error ("'--sample-every' takes a positive interval");
          return FALSE;
        }
      count = 0;
    }
  if (interval > 0)
    *rule = (SimSamplingRule) { .sampling = SIM_SAMPLE_INTERVAL, .interval = interval };
  else if (count >= 2)
    *rule = (SimSamplingRule) { .sampling = SIM_SAMPLE_COUNT, .count = (int) count };
  return TRUE;
}

/* Largest number of samples of a run. Their file would have hundreds of gigabytes. */
#define MOST_SAMPLES 1e10

/* Returns FALSE after printing an error if the samples of the whole time span are too many. */
static gboolean
check_samples (const SimSamplingRule *rule, double t_start, double t_end)
{
  double n = rule->sampling == SIM_SAMPLE_INTERVAL ? fabs (t_end - t_start) / rule->interval : 0;

  if (n <= MOST_SAMPLES)
    return TRUE;
  cli_error ("samples every %g from t = %g to %g would be %.3g, and at most %g are written", rule->interval, t_start, t_end, n, MOST_SAMPLES);
  return FALSE;
}

static int
exit_status (const SimStatus *status)
{
  switch (status->reason)
    {
    case SIM_FAILED_RUN: return status->ode_status == ODE_FAIL_MEMORY ? CLI_FILE : CLI_RUN_FAILED;
    case SIM_INTERRUPTED: return CLI_INTERRUPTED;
    default: return CLI_OK;
    }
}

/* Prints how the run ended, unless it reached its end time. */
static void
report_status (const SimStatus *status, gboolean quiet)
{
  if (status->reason == SIM_FAILED_RUN)
    {
      cli_error ("%s", status->message);
      if (*status->advice != '\0')
        cli_error ("%s", status->advice);
    }
  else if (status->reason != SIM_REACHED_END && !quiet)
    cli_error ("%s", status->message);
  else if (status->reason == SIM_REACHED_END && strcmp (status->cause, status->message) != 0 && !quiet)
    {
      cli_error ("%s", status->cause);
      if (*status->advice != '\0')
        cli_error ("%s", status->advice);
    }
}

/* Prints what the result of a completed run may miss. */
static void
report_notes (SimSimulator *simulator, const ModelSystem *system, const SimStatus *run, double t_start, const double *x_start, const SimTrajectory *trajectory)
{
  g_autoptr (GPtrArray) notes = lab_run_notes (simulator, system, run, t_start, x_start, trajectory);

  for (guint k = 0; k < notes->len; k++)
    cli_error ("%s", (const char *) notes->pdata[k]);
}

static int
write_times (const CliArguments *arguments, SimOutputFile *file, const GArray *times, Model *model, const SimConfig *config, SimSimulator *simulator,
             const ModelSystem *system, const Watch *watch, SimTape *tape, const CliBranch *branch)
{
  const double span[] = { watch->t_start, sim_simulator_t (simulator) };
  LabRunRecord record = { .t = span, .n = span[1] > span[0] ? 2 : 1, .x_end = sim_simulator_x (simulator), .tape = tape,
                          .history = branch->changes };
  int status;

  cli_problem_init (&record.problem, arguments, model, config);
  record.problem.t_start = watch->t_start;
  record.problem.t_end = watch->t_end;
  status = cli_times_write (arguments, file, times, &record, system);
  cli_problem_clear (&record.problem);
  return status;
}

int
cli_run (const CliArguments *arguments)
{
  gboolean quiet = cli_arguments_has (arguments, "quiet");
  g_autoptr (Model) model = NULL;
  g_autoptr (SimConfig) config = NULL;
  g_auto (CliFiles) files = { 0 };
  g_autoptr (ModelSystem) instance = NULL;
  g_autoptr (SimSimulator) simulator = NULL;
  g_autoptr (SimTrajectory) trajectory = NULL;
  g_autoptr (SimTape) tape = NULL;
  g_autoptr (LabMeasured) measured = NULL;
  g_autoptr (GArray) times = NULL;
  g_autofree double *x_start = NULL;
  g_autoptr (GError) error = NULL;
  SimSamplingRule rule;
  g_auto (CliBranch) branch = { 0 };
  Watch watch;
  SimStatus run;
  ModelSystem *system;
  int status, written;

  if (!check_outputs (arguments))
    return CLI_USAGE;
  status = cli_times_read (arguments, &times);
  if (status != CLI_OK)
    return status;
  model = cli_open_model (arguments);
  if (model == NULL)
    return CLI_MODEL;
  config = cli_make_config (arguments, model, FALSE, &status);
  if (config == NULL)
    return status;
  if (!cli_files_check_read (arguments))
    return CLI_USAGE;
  if (!sampling_rule (arguments, config, &rule))
    return CLI_USAGE;
  instance = cli_make_instance (arguments, model, config, &status);
  if (instance == NULL || !cli_time_span (arguments, instance, &watch.t_start, &watch.t_end, &status))
    return status;
  if (!check_samples (&rule, watch.t_start, watch.t_end))
    return CLI_USAGE;

  system = instance;
  if (!cli_output_check_view (arguments, system) || !cli_output_read_measured (arguments, system, &measured))
    return CLI_USAGE;
  if (!cli_branch_read (arguments, system, config, watch.t_start, watch.t_end, &branch))
    return CLI_USAGE;
  simulator = sim_simulator_new (sim_system_from_model (g_steal_pointer (&instance)), config, &error);
  if (simulator == NULL)
    {
      cli_error ("%s", error->message);
      return g_error_matches (error, SIM_ERROR, SIM_ERROR_MEMORY) ? CLI_FILE : CLI_MODEL;
    }

  /* Open the files before the run, so that a file that cannot be written is reported now. */
  if (!cli_files_open (arguments, &files))
    return CLI_FILE;
  if (!cli_output_add_csv (arguments, &files, simulator, system, &rule))
    return CLI_USAGE;
  tape = cli_output_add_tape (arguments, &files, simulator);
  if (cli_arguments_has (arguments, "plot") || cli_arguments_has (arguments, "events"))
    {
      SimSamplingRule dense = { .sampling = SIM_SAMPLE_DENSE, .count = cli_arguments_has (arguments, "plot") ? PLOT_POINTS_PER_STEP : 0 };
      trajectory = sim_trajectory_new (model_system_n_columns (system), (gsize) sim_config_get_number (config, "memory_limit"));
      sim_simulator_add_sink (simulator, sim_sink_trajectory (trajectory), &dense);
      sim_simulator_set_event_log (simulator, trajectory);
    }

  cli_progress_init (&watch.progress, model_name (model), quiet);
  sim_simulator_set_monitor (simulator, watch_progress, &watch);
  cli_on_interrupt (simulator);
  run = sim_simulator_initialize (simulator, watch.t_start, NULL, NULL, watch.t_end, FALSE);
  x_start = g_memdup2 (sim_simulator_x (simulator), sizeof (double) * (gsize)model_system_n_states (system));
  if (branch.changes != NULL && run.reason == SIM_READY)
    {
      status = cli_branch_make (arguments, model, config, &branch, watch.t_start, watch.t_end, simulator, &run);
      if (status != CLI_OK)
        return status;
    }
  if (run.reason == SIM_READY || run.reason == SIM_REACHED_END)
    run = sim_simulator_advance_to (simulator, watch.t_end);
  cli_on_interrupt (NULL);
  cli_progress_clear (&watch.progress);

  report_status (&run, quiet);
  if (!quiet)
    report_notes (simulator, system, &run, watch.t_start, x_start, trajectory);
  status = exit_status (&run);
  if (!sim_simulator_finish (simulator, &error))
    {
      cli_error ("%s", error->message);
      return CLI_FILE;
    }
  if (times != NULL)
    {
      written = write_times (arguments, files.file[CLI_FILE_OUTPUT], times, model, config, simulator, system, &watch, tape, &branch);
      if (written != CLI_OK)
        return written;
    }
  written = cli_output_write (arguments, &files, simulator, system, config, &run, trajectory, tape, measured);
  return written != CLI_OK ? written : status;
}
