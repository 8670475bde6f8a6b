/* The commands that run several methods on one or more models: compare, converge and work-precision. They print one
 * row for each run or method. */
#include "cli-commands.h"

#include <math.h>
#include <stdio.h>

#include "cli-progress.h"
#include "cli-setup.h"
#include "cli-table.h"
#include "lab-further.h"
#include "lab-registry.h"

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

/* Prints which options --method a method does not have. Another method of the study has them. */
static void
report_unused (const CliArguments *arguments, const SimConfig *each)
{
  int n_options;
  const char *const *options = cli_arguments_values (arguments, "method", &n_options);

  for (int k = 0; k < n_options && !cli_arguments_has (arguments, "quiet"); k++)
    {
      g_autofree char *key = g_strdup_printf ("method.%.*s", (int) strcspn (options[k], "="), options[k]);
      g_autofree char *reason = sim_config_unusable (each, key);

      if (reason != NULL)
        cli_error ("%s", reason);
    }
}

/* Fills in a study from the arguments. Returns CLI_OK, or an exit status after printing an error. */
static int
study_init (Study *study, const CliArguments *arguments)
{
  const char *const *names;
  g_autoptr (ModelSystem) system = NULL;
  int n_names, status;

  *study = (Study) { .arguments = arguments, .methods = g_ptr_array_new () };
  if (!cli_format_read (arguments, &study->format))
    return CLI_USAGE;
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
      report_unused (arguments, each);
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
  study->progress = (LabProgress) { cli_progress_report, &study->bar };
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

/* Prints the reason why a study failed, if it was not interrupted. Returns the exit status. */
static int
report (Study *study, const GError *error)
{
  cli_progress_clear (&study->bar);
  if (cli_interrupted ())
    return CLI_INTERRUPTED;
  cli_error ("%s", error->message);
  return g_error_matches (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION) ? CLI_USAGE : error_status (error);
}

/* The columns of the printed table. */
typedef struct
{
  const char *setting;     /* title of the column with the setting that varies */
  gboolean orders;         /* whether the column `order` has numbers */
  const GPtrArray *models; /* LabFurther: the first column has the ids of these models; NULL: there is no such column */
  LabLargest largest;
} Columns;

/* Appends a number with 4 digits to a table for readers, and with all digits to one for programs. */
static void
add_number (CliTable *table, CliFormat format, double value)
{
  if (format == CLI_FORMAT_TABLE)
    cli_table_add_rounded (table, value, 4);
  else
    cli_table_add_number (table, value);
}

/* Prints the rows of the studies of all models. Returns an exit status: CLI_RUN_FAILED only if all runs failed. */
static int
print_studies (Study *study, LabStudy *const *results, guint n_results, const Columns *shown)
{
  static const char *const last[] = { "#order", "#steps", "#rejected", "#rhs", "#jacobians", "#wall_seconds", "outcome" };
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  g_autoptr (CliTable) table = NULL;
  gboolean quiet = cli_arguments_has (study->arguments, "quiet");
  int n_failed = 0, n_rows = 0;

  cli_progress_clear (&study->bar);
  if (shown->models != NULL)
    g_ptr_array_add (columns, (gpointer) "model");
  g_ptr_array_add (columns, (gpointer) "integrator");
  g_ptr_array_add (columns, (gpointer) shown->setting);
  g_ptr_array_add (columns, (gpointer) "#error");
  if (shown->largest != LAB_LARGEST_NONE)
    g_ptr_array_add (columns, (gpointer) "#largest_error");
  for (guint k = 0; k < G_N_ELEMENTS (last); k++)
    g_ptr_array_add (columns, (gpointer) last[k]);
  table = cli_table_new ((const char *const *) columns->pdata, (int) columns->len);
  for (guint m = 0; m < n_results; m++)
    for (guint i = 0; i < results[m]->rows->len; i++)
      {
        const LabRow *row = &g_array_index (results[m]->rows, LabRow, i);
        const OdeStatistics *s = &row->run.statistics.ode;

        if (shown->models != NULL)
          cli_table_add (table, model_id (((const LabFurther *) shown->models->pdata[m])->problem.model));
        cli_table_add (table, row->method->id);
        cli_table_add_number (table, row->setting);
        add_number (table, study->format, row->error);
        if (shown->largest != LAB_LARGEST_NONE)
          add_number (table, study->format, row->largest);
        add_number (table, study->format, shown->orders ? row->order : NAN);
        cli_table_add_count (table, s->steps_taken);
        cli_table_add_count (table, s->steps_attempted - s->steps_taken);
        cli_table_add_count (table, s->rhs_evaluations);
        cli_table_add_count (table, s->jacobian_evaluations);
        add_number (table, study->format, row->run.statistics.wall_seconds);
        cli_table_add (table, outcome (row));
        if (row->run.message != NULL && !quiet)
          cli_error ("%s: %s", row->method->id, row->run.message);
        n_failed += row->run.reason == SIM_FAILED_RUN;
        n_rows++;
      }
  for (guint m = 0; m < n_results && !quiet; m++)
    {
      if (shown->models != NULL)
        fprintf (stderr, "%s: ", model_id (((const LabFurther *) shown->models->pdata[m])->problem.model));
      fprintf (stderr, "Reference solution: %s\n", results[m]->reference.source);
    }
  if (!quiet)
    fputs ("The error is the largest |x - r|/s of the states at the end, where r is the reference and s the largest |r| from start to end.\n", stderr);
  if (!quiet && results[0]->t_end < study->problem.t_end)
    fprintf (stderr, "Costs and errors are those until t = %.4g. After that two high-accuracy runs differ, or one has no value.\n",
             results[0]->t_end);
  if (!cli_table_print (table, study->format, stdout))
    return CLI_FILE;
  return n_failed == n_rows ? CLI_RUN_FAILED : CLI_OK;
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
  return result != NULL ? print_studies (&study, &result, 1, &(Columns) { .setting = "#accuracy" }) : report (&study, error);
}

/* Runs lab_converge or lab_work_precision. option: the name of the option that lists step sizes or accuracies. */
static int
vary (const CliArguments *arguments, const char *option, LabStudyFunc func, Columns *shown)
{
  g_auto (Study) study = { 0 };
  g_autoptr (GArray) settings = NULL;
  g_autoptr (GPtrArray) models = NULL, results = NULL;
  g_autoptr (GString) remark = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const char *names = cli_arguments_value (arguments, "models");
  int status;

  if (cli_arguments_has (arguments, option) && (settings = number_list (arguments, option)) == NULL)
    return CLI_USAGE;
  if (!lab_largest_parse (cli_arguments_value (arguments, "largest"), &shown->largest, &error))
    {
      cli_error ("%s", error->message);
      return CLI_USAGE;
    }
  status = study_init (&study, arguments);
  if (status != CLI_OK)
    return status;
  models = lab_further_models (&study.problem, study.methods, names, remark, NULL, &error);
  if (models != NULL)
    results = lab_further_run (models, func, settings != NULL ? (const double *) settings->data : NULL, settings != NULL ? (int) settings->len : 0,
                               shown->largest, &study.progress, &error);
  if (results == NULL)
    return report (&study, error);
  shown->models = names != NULL ? models : NULL;
  status = print_studies (&study, (LabStudy *const *) results->pdata, results->len, shown);
  if (remark->len > 0 && !cli_arguments_has (arguments, "quiet"))
    cli_error ("%s", remark->str);
  return status;
}

int
cli_converge (const CliArguments *arguments)
{
  return vary (arguments, "steps", lab_converge, &(Columns) { .setting = "#h", .orders = TRUE });
}

int
cli_work_precision (const CliArguments *arguments)
{
  return vary (arguments, "accuracies", lab_work_precision, &(Columns) { .setting = "#accuracy" });
}
