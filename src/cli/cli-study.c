/* The command study and the commands of single studies: they collect the options, run the study, and print its result
 * as text, CSV or JSON. An interrupted study prints the part that was computed. */
#include "cli-commands.h"

#include <gio/gio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-progress.h"
#include "cli-setup.h"
#include "cli-study-forms.h"
#include "cli-study-setup.h"
#include "cli-table.h"
#include "lab-registry.h"
#include "lab-result.h"

typedef struct
{
  CliProgress bar;
  LabResult *partial; /* the beginning of the last result that the study has shown, or NULL */
  char *left_out;     /* what is missing in it of that result; NULL: nothing */
  gint64 copied;      /* time of that copy in µs */
} Watch;

/* Time between two copies of the partial result in µs. */
#define COPY_INTERVAL 200000
/* Number of cells of tables that are kept of a partial result. To copy and to print them takes a few tens of milliseconds, so that an interrupted
 * study ends at once. */
#define PARTIAL_CELLS 40000

static gboolean
show_progress (gpointer user, double fraction)
{
  Watch *watch = user;

  cli_progress_update (&watch->bar, fraction);
  return !cli_interrupted ();
}

/* Keeps a copy of the part of the result that is computed, which is printed if the study is interrupted. */
static void
keep_partial (gpointer user, const LabResult *result)
{
  Watch *watch = user;
  gint64 now = g_get_monotonic_time ();

  if (watch->partial != NULL && now - watch->copied < COPY_INTERVAL && !cli_interrupted ())
    return;
  lab_result_free (watch->partial);
  watch->partial = lab_result_copy_begin (result, PARTIAL_CELLS, &watch->left_out);
  watch->copied = now;
}

static int
status_of (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return CLI_INTERRUPTED;
  if (g_error_matches (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION) || g_error_matches (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME))
    return CLI_USAGE;
  if (g_error_matches (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_CHECK))
    return CLI_CHECK_FAILED;
  return CLI_MODEL;
}

/* ---- options ---- */

/* Returns the text of an option. It comes from --KEY VALUE, from --option KEY=VALUE or from the study file, in this order of priority. */
static const char *
option_value (const CliArguments *arguments, const LabStudyFile *file, const LabOptionRow *row, gboolean own)
{
  int n;
  const char *const *values = cli_arguments_values (arguments, "option", &n);
  const char *found = own ? cli_arguments_value (arguments, row->key) : NULL;

  for (int k = 0; k < n; k++)
    if (g_str_has_prefix (values[k], row->key) && values[k][strlen (row->key)] == '=')
      found = values[k] + strlen (row->key) + 1;
  if (found == NULL && file != NULL)
    found = model_yaml_get_text (file->options, row->key, NULL);
  return found != NULL ? found : row->standard;
}

/* Prints an error about an option. If the option is from a study file, the message has its position. Returns the exit
 * status. */
static int
report_option (const LabStudyFile *file, const char *message)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  if (file == NULL)
    {
      cli_error ("%s", message);
      return CLI_USAGE;
    }
  lab_study_file_report_option (file, message, diagnostics);
  cli_print_diagnostics (diagnostics, FALSE);
  return CLI_MODEL;
}

/* Checks that all options are known and that required ones are given. Returns CLI_OK, or an exit status after printing an error. */
static int
check_options (const CliArguments *arguments, const LabStudyFile *file, const LabStudyKind *kind, const char *const *values)
{
  int n;
  const char *const *given = cli_arguments_values (arguments, "option", &n);

  for (int k = 0; k < n; k++)
    {
      const char *equals = strchr (given[k], '=');
      g_autofree char *key = equals != NULL ? g_strndup (given[k], (gsize)(equals - given[k])) : NULL;

      if (key == NULL || lab_study_kind_option (kind, key) < 0)
        {
          cli_error ("'--option %s': the study '%s' has no such option; 'stepwise-cli list studies' names them", given[k], kind->id);
          return CLI_USAGE;
        }
    }
  for (int i = 0; i < kind->n_options; i++)
    if (kind->options[i].required && values[i] == NULL)
      {
        g_autofree char *message =
            g_strdup_printf ("the study '%s' needs the option '%s' (%s)", kind->id, kind->options[i].key, kind->options[i].about);

        return report_option (file, message);
      }
  return CLI_OK;
}

/* ---- output ---- */

/* Prints a result as JSON. values: the options, for the form of the command of the study; NULL for the form of `study`. Returns an exit status. */
static int
print_json (const LabStudyKind *kind, const Model *model, const LabResult *result, const char *const *values)
{
  LabJson *json = lab_json_new ();

  if (values != NULL && kind->json != NULL)
    kind->json (json, result, values);
  else
    lab_json_result (json, kind->id, model_id (model), result, TRUE);
  return cli_json_print (json);
}

static gboolean
print_tables (const LabStudyKind *kind, const LabResult *result, CliFormat format, gboolean is_partial)
{
  for (guint k = 0; k < result->numbers->len; k++)
    {
      const LabNumber *number = &g_array_index (result->numbers, LabNumber, k);
      g_autofree char *value = format == CLI_FORMAT_TABLE ? cli_number_in_words (number->value) : cli_number (number->value);

      printf ("%s %s%s%s\n", number->name, value, *number->unit != '\0' ? " " : "", number->unit);
    }
  for (guint t = 0; t < result->tables->len; t++)
    {
      const LabTable *table = result->tables->pdata[t];
      g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (CliTable) printed = NULL;

      if (lab_table_n_rows (table) == 0 || table->n_columns < 2)
        continue;
      if (format == CLI_FORMAT_TABLE && lab_study_kind_lists (kind->details, table->name) && !is_partial)
        {
          printf ("\nThe %d rows of the table '%s' are printed with --format csv.\n", lab_table_n_rows (table), table->name);
          continue;
        }
      for (int c = 0; c < table->n_columns; c++)
        g_ptr_array_add (columns, g_strconcat (g_array_index (table->cells, LabCell, c).text != NULL ? "" : "#", table->columns[c], NULL));
      printed = cli_table_new ((const char *const *)columns->pdata, table->n_columns);
      for (guint c = 0; c < table->cells->len; c++)
        {
          const LabCell *cell = &g_array_index (table->cells, LabCell, c);

          if (cell->text != NULL)
            cli_table_add (printed, cell->text);
          else
            cli_table_add_number (printed, cell->value);
        }
      printf ("\n%s\n", table->name);
      if (!cli_table_print (printed, format, stdout))
        return FALSE;
    }
  if (format == CLI_FORMAT_TABLE && kind->explains && result->sentence != NULL)
    printf ("\n%s\n", result->sentence);
  return fflush (stdout) == 0;
}

/* ---- commands ---- */

/* Returns whether a study has an additional output format with this name. */
static gboolean
has_format (const LabStudyKind *kind, const char *name)
{
  g_auto (GStrv) names = kind->formats != NULL ? g_strsplit (kind->formats, "|", -1) : NULL;

  return names != NULL && g_strv_contains ((const char *const *)names, name);
}

/* Prints the beginning of the part of a result that was computed before an interruption. JSON has the form of `study`, because the form of a command
 * needs the whole result. */
static void
print_partial (const LabStudyKind *kind, const Model *model, const Watch *watch, CliFormat format)
{
  if (watch->partial == NULL)
    {
      cli_error ("interrupted before there was a result");
      return;
    }
  if (watch->left_out == NULL)
    cli_error ("interrupted; the result is incomplete");
  else
    cli_error ("interrupted; the result is incomplete, and only its beginning is printed: %s", watch->left_out);
  if (format != CLI_FORMAT_JSON)
    print_tables (kind, watch->partial, format, TRUE);
  else
    print_json (kind, model, watch->partial, NULL);
}

static int
run_study (const CliArguments *arguments, const LabStudyKind *kind, guint argument, gboolean own)
{
  const char *format_text = cli_arguments_value (arguments, "format");
  g_auto (CliStudy) study = { 0 };
  g_autofree const char **values = g_new0 (const char *, kind->n_options + 1);
  g_autoptr (LabResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  CliFormat format = CLI_FORMAT_TABLE;
  Watch watch = { 0 };
  LabProgress progress = { show_progress, &watch, keep_partial };
  int status;

  if (format_text != NULL && !cli_format_parse (format_text, &format) && !has_format (kind, format_text))
    {
      cli_error ("'--format' is one of table|csv|json%s%s, not '%s'", kind->formats != NULL ? "|" : "",
                 kind->formats != NULL ? kind->formats : "", format_text);
      return CLI_USAGE;
    }
  if (!cli_study_check_output (arguments) || !cli_study_check_plot (arguments, kind))
    return CLI_USAGE;
  status = cli_study_init_at (&study, arguments, argument);
  if (status != CLI_OK)
    return status;
  for (int k = 0; k < kind->n_options; k++)
    values[k] = option_value (arguments, study.file, &kind->options[k], own);
  status = check_options (arguments, study.file, kind, values);
  if (status != CLI_OK)
    return status;
  cli_progress_init (&watch.bar, kind->id, cli_arguments_has (arguments, "quiet"));
  result = lab_registry_run (kind, &study.problem, values, &progress, &error);
  cli_progress_clear (&watch.bar);
  if (result == NULL && status_of (error) == CLI_INTERRUPTED)
    print_partial (kind, study.model, &watch, format);
  lab_result_free (watch.partial);
  g_free (watch.left_out);
  if (result == NULL)
    {
      status = status_of (error);
      if (status == CLI_USAGE)
        return report_option (study.file, error->message);
      if (status != CLI_INTERRUPTED)
        cli_error ("%s", error->message);
      return status;
    }
  cli_end_at_signal ();
  status = cli_study_write_output (arguments, result);
  if (status == CLI_OK)
    status = cli_study_write_plot (arguments, kind, &study.problem, result);
  if (status != CLI_OK)
    return status;
  if (format_text != NULL && has_format (kind, format_text))
    {
      text = kind->write (&study.problem, result, format_text, &error);
      if (text == NULL)
        {
          cli_error ("%s", error->message);
          return CLI_MODEL;
        }
      status = fputs (text, stdout) >= 0 && fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
    }
  else if (format != CLI_FORMAT_JSON)
    status = print_tables (kind, result, format, FALSE) ? CLI_OK : CLI_FILE;
  else
    status = print_json (kind, study.model, result, own ? values : NULL);
  if (status == CLI_OK && result->remark != NULL)
    cli_error ("%s", result->remark);
  if (status != CLI_OK || result->failed_check == NULL)
    return status;
  cli_error ("%s", result->failed_check);
  return CLI_CHECK_FAILED;
}

int
cli_study (const CliArguments *arguments)
{
  const char *id = g_ptr_array_index (arguments->positional, 0);
  const LabStudyKind *kind = lab_registry_find (id);

  if (kind == NULL)
    {
      cli_error ("unknown study '%s'; 'stepwise-cli list studies' lists them", id);
      return CLI_USAGE;
    }
  if (kind->members != LAB_MEMBERS_NONE)
    {
      cli_error ("the study '%s' has its own command, 'stepwise-cli %s'", id, id);
      return CLI_USAGE;
    }
  return run_study (arguments, kind, 1, FALSE);
}

int
cli_study_command (const CliArguments *arguments)
{
  return run_study (arguments, lab_registry_find (arguments->command->name), 0, TRUE);
}
