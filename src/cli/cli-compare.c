#include "cli-commands.h"

#include <math.h>
#include <stdio.h>

#include "cli-progress.h"
#include "cli-setup.h"
#include "cli-table.h"
#include "lab-study.h"

typedef struct
{
  LabProblem problem;
  Model *model;
  SimConfig *config;
  GPtrArray *methods; /* methods to compare (const OdeMethod *) */
  CliProgress bar;
  LabProgress progress;
  CliFormat format;
  const CliArguments *arguments;
} Study;

static void
study_clear (Study *study)
{
  g_clear_pointer (&study->model, model_unref);
  g_clear_pointer (&study->config, sim_config_free);
  g_clear_pointer (&study->methods, g_ptr_array_unref);
  cli_problem_clear (&study->problem);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Study, study_clear)

static gboolean
show_progress (gpointer user, double fraction)
{
  cli_progress_update (user, fraction);
  return !cli_interrupted ();
}

/* Parses a list of positive numbers separated by commas. Returns NULL after printing an error. */
static GArray *
number_list (const CliArguments *arguments, const char *option)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  const char *text = cli_arguments_value (arguments, option);
  /* g_strsplit returns no words for an empty text. Use "," instead: it gives empty words, which are reported as errors. */
  g_auto (GStrv) words = g_strsplit (*text != '\0' ? text : ",", ",", -1);

  for (char **word = words; *word != NULL; word++)
    {
      double number;

      if (!cli_parse_number (g_strstrip (*word), &number) || !(number > 0) || !isfinite (number))
        {
          cli_error ("'--%s' takes positive numbers separated by commas, not '%s'", option, *word);
          return NULL;
        }
      g_array_append_val (numbers, number);
    }
  return g_steal_pointer (&numbers);
}

/* Checks that each method accepts the model and the settings, so that a study fails before it computes
 * anything. Prints the errors of all methods. Returns CLI_OK, or the exit status that `run` would
 * return. */
static int
check_methods (const Study *study)
{
  int status = CLI_OK;

  for (guint i = 0; i < study->methods->len; i++)
    {
      const OdeMethod *method = g_ptr_array_index (study->methods, i);
      g_autoptr (SimConfig) config = sim_config_copy (study->config);
      g_autoptr (SimSimulator) simulator = NULL;
      g_autoptr (GError) error = NULL;

      sim_config_set (config, "integrator", method->id, SIM_ORIGIN_COMMAND_LINE, NULL);
      simulator = lab_problem_simulator (&study->problem, config, &error);
      if (simulator != NULL)
        continue;
      cli_error ("%s: %s", method->id, error->message);
      status = g_error_matches (error, SIM_ERROR, SIM_ERROR_MEMORY) ? CLI_FILE : CLI_MODEL;
    }
  return status;
}

/* Fills in a study from the arguments. Returns CLI_OK, or an exit status after printing an error. */
static int
study_init (Study *study, const CliArguments *arguments)
{
  const char *format = cli_arguments_value (arguments, "format");
  const char *const *names;
  g_autoptr (ModelSystem) system = NULL;
  int n_names, status;

  *study = (Study) { .arguments = arguments, .methods = g_ptr_array_new () };
  if (format != NULL && !cli_format_parse (format, &study->format))
    {
      cli_error ("'--format' is table, csv or json, not '%s'", format);
      return CLI_USAGE;
    }
  study->model = cli_open_model (arguments);
  if (study->model == NULL)
    return CLI_MODEL;
  study->config = cli_make_config (arguments, study->model, TRUE, &status);
  if (study->config == NULL)
    return status;
  names = cli_arguments_values (arguments, "integrator", &n_names);
  for (int i = 0; i < n_names; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SimConfig) each = sim_config_copy (study->config);

      if (!sim_config_set (each, "integrator", names[i], SIM_ORIGIN_COMMAND_LINE, &error))
        {
          cli_error ("%s", error->message);
          return CLI_USAGE;
        }
      g_ptr_array_add (study->methods, (gpointer) sim_config_method (each));
    }
  if (n_names == 0)
    g_ptr_array_add (study->methods, (gpointer) sim_config_method (study->config));
  system = cli_make_instance (arguments, study->model, study->config, &status);
  if (system == NULL)
    return status;
  cli_problem_init (&study->problem, arguments, study->model, study->config);
  if (!cli_time_span (arguments, system, &study->problem.t_start, &study->problem.t_end, &status))
    return status;
  status = check_methods (study);
  if (status != CLI_OK)
    return status;
  cli_progress_init (&study->bar, arguments->command->name, cli_arguments_has (arguments, "quiet"));
  study->progress = (LabProgress) { show_progress, &study->bar };
  return CLI_OK;
}

/* The values in the column `outcome`. They must not change, because scripts read them. */
static const char *
outcome (const LabRow *row)
{
  switch (row->run.reason)
    {
    case SIM_REACHED_END: return "reached end";
    case SIM_TERMINATED: return "terminated";
    case SIM_INTERRUPTED: return "interrupted";
    default: return "failed";
    }
}

/* Returns the exit status of a study that failed to start. It is the one that `run` returns for the same model and settings. */
static int
error_status (const GError *error)
{
  if (g_error_matches (error, SIM_ERROR, SIM_ERROR_MEMORY))
    return CLI_FILE;
  if (error->domain == MODEL_ERROR || g_error_matches (error, SIM_ERROR, SIM_ERROR_SETTING) || g_error_matches (error, SIM_ERROR, SIM_ERROR_VALUE))
    return CLI_MODEL;
  return CLI_RUN_FAILED;
}

/* Prints the rows of a study. setting: the title of the column with the setting that varies. Returns an exit status: CLI_RUN_FAILED only if
 * all runs failed. */
static int
print_study (Study *study, LabStudy *result, GError *error, const char *setting, gboolean orders)
{
  const char *const columns[] = { "integrator", setting, "#error", "#order", "#steps", "#rejected", "#rhs", "#jacobians",
                                  "#wall_seconds", "outcome" };
  g_autoptr (CliTable) table = NULL;
  int n_failed = 0;

  cli_progress_clear (&study->bar);
  if (result == NULL)
    {
      if (cli_interrupted ())
        return CLI_INTERRUPTED;
      cli_error ("%s", error->message);
      return error_status (error);
    }
  table = cli_table_new (columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < result->rows->len; i++)
    {
      const LabRow *row = &g_array_index (result->rows, LabRow, i);
      const OdeStatistics *s = &row->run.statistics.ode;

      cli_table_add (table, row->method->id);
      cli_table_add_number (table, row->setting);
      cli_table_add_rounded (table, row->error, 4);
      cli_table_add_rounded (table, orders ? row->order : NAN, 4);
      cli_table_add_count (table, s->steps_taken);
      cli_table_add_count (table, s->steps_attempted - s->steps_taken);
      cli_table_add_count (table, s->rhs_evaluations);
      cli_table_add_count (table, s->jacobian_evaluations);
      cli_table_add_rounded (table, row->run.statistics.wall_seconds, 4);
      cli_table_add (table, outcome (row));
      if (row->run.message != NULL && !cli_arguments_has (study->arguments, "quiet"))
        cli_error ("%s: %s", row->method->id, row->run.message);
      n_failed += row->run.reason == SIM_FAILED_RUN;
    }
  if (!cli_arguments_has (study->arguments, "quiet"))
    {
      fprintf (stderr, "Reference solution: %s\n", result->reference.source);
      if (result->t_end < study->problem.t_end)
        fprintf (stderr, "Costs and errors are those until t = %.4g. After that two high-accuracy runs disagree: the problem is chaotic.\n",
                 result->t_end);
    }
  if (!cli_table_print (table, study->format, stdout))
    return CLI_FILE;
  return n_failed == (int) result->rows->len ? CLI_RUN_FAILED : CLI_OK;
}

int
cli_compare (const CliArguments *arguments)
{
  g_auto (Study) study = { 0 };
  g_autoptr (LabStudy) result = NULL;
  g_autoptr (GError) error = NULL;
  int status = study_init (&study, arguments);

  if (status != CLI_OK)
    return status;
  result = lab_compare (&study.problem, (const OdeMethod *const *) study.methods->pdata, (int) study.methods->len, &study.progress, &error);
  return print_study (&study, result, error, "#accuracy", FALSE);
}

int
cli_converge (const CliArguments *arguments)
{
  g_auto (Study) study = { 0 };
  g_autoptr (GArray) steps = NULL;
  g_autoptr (LabStudy) result = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (cli_arguments_has (arguments, "steps") && (steps = number_list (arguments, "steps")) == NULL)
    return CLI_USAGE;
  status = study_init (&study, arguments);
  if (status != CLI_OK)
    return status;
  result = lab_converge (&study.problem, (const OdeMethod *const *) study.methods->pdata, (int) study.methods->len,
                         steps != NULL ? (const double *) steps->data : NULL, steps != NULL ? (int) steps->len : 0, &study.progress, &error);
  return print_study (&study, result, error, "#h", TRUE);
}

int
cli_work_precision (const CliArguments *arguments)
{
  g_auto (Study) study = { 0 };
  g_autoptr (GArray) accuracies = NULL;
  g_autoptr (LabStudy) result = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (cli_arguments_has (arguments, "accuracies") && (accuracies = number_list (arguments, "accuracies")) == NULL)
    return CLI_USAGE;
  status = study_init (&study, arguments);
  if (status != CLI_OK)
    return status;
  result = lab_work_precision (&study.problem, (const OdeMethod *const *) study.methods->pdata, (int) study.methods->len,
                               accuracies != NULL ? (const double *) accuracies->data : NULL,
                               accuracies != NULL ? (int) accuracies->len : 0, &study.progress, &error);
  return print_study (&study, result, error, "#accuracy", FALSE);
}
