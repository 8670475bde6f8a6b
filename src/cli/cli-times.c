/* The option --times of `run`: reads the requested times, and writes the values of the complete run at them. */
#include "cli-output.h"

#include <math.h>
#include <string.h>

#include "cli-table.h"
#include "lab-sampler.h"
#include "model-inputs.h"
#include "ode-format.h"

/* Reads numbers separated by commas, or the first column of a CSV file, whose header is optional. Returns NULL after printing an error. */
static GArray *
parse_times (const char *text)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *contents = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  gboolean file = g_str_has_suffix (text, ".csv");

  if (file)
    model_inputs_note (text);
  if (file && !g_file_get_contents (text, &contents, NULL, &error))
    {
      cli_error ("%s", error->message);
      return NULL;
    }
  /* g_strsplit returns no words for an empty text. Use "," instead: it gives empty words, which are reported as errors. */
  words = g_strsplit (file ? contents : *text != '\0' ? text : ",", file ? "\n" : ",", -1);
  for (int i = 0; words[i] != NULL; i++)
    {
      double t;

      if (file)
        words[i][strcspn (words[i], ",\r")] = '\0';
      g_strstrip (words[i]);
      if (file && (*words[i] == '\0' || (i == 0 && strcmp (words[i], "t") == 0)))
        continue;
      if (!cli_parse_number (words[i], &t) || !isfinite (t))
        {
          if (file)
            cli_error ("%s:%d: '%s' is not a time", text, i + 1, words[i]);
          else
            cli_error ("'--times' takes numbers separated by commas, or FILE.csv, not '%s'", text);
          return NULL;
        }
      g_array_append_val (times, t);
    }
  return g_steal_pointer (&times);
}

int
cli_times_read (const CliArguments *arguments, GArray **times)
{
  const char *text = cli_arguments_value (arguments, "times");

  *times = NULL;
  if (text == NULL)
    return CLI_OK;
  if (cli_arguments_value (arguments, "output") == NULL)
    cli_error ("'--times' needs --output FILE.csv");
  else if (cli_arguments_has (arguments, "samples") || cli_arguments_has (arguments, "sample-every"))
    cli_error ("give one of --times, --samples and --sample-every");
  else
    *times = parse_times (text);
  return *times != NULL ? CLI_OK : CLI_USAGE;
}

static int
compare_times (gconstpointer a, gconstpointer b, gpointer user)
{
  const double *times = user;
  double first = times[*(const guint *) a], second = times[*(const guint *) b];

  return first < second ? -1 : first > second;
}

/* Returns all columns at all times, in the order of the times. Repeats the run only once, in ascending time. Returns NULL after printing an
 * error. */
static double *
sample (const GArray *times, const LabRunRecord *run, gsize n_columns)
{
  g_autofree guint *order = g_new (guint, times->len + 1);
  g_autofree double *rows = g_new (double, times->len * n_columns + 1);
  g_autoptr (LabSampler) sampler = NULL;
  g_autoptr (GError) error = NULL;

  for (guint k = 0; k < times->len; k++)
    order[k] = k;
  g_qsort_with_data (order, (int) times->len, sizeof *order, compare_times, times->data);
  sampler = lab_sampler_new (run, &error);
  for (guint k = 0; sampler != NULL && error == NULL && k < times->len; k++)
    lab_sampler_columns (sampler, g_array_index (times, double, order[k]), rows + order[k] * n_columns, &error);
  if (error == NULL)
    return g_steal_pointer (&rows);
  cli_error ("%s", error->message);
  return NULL;
}

static void
append_row (GString *text, double t, const double *row, const GArray *columns)
{
  char number[32];

  g_string_append_len (text, number, ode_format_double (number, t));
  for (guint c = 0; c < columns->len; c++)
    {
      g_string_append_c (text, ',');
      g_string_append_len (text, number, ode_format_double (number, row[g_array_index (columns, int, c)]));
    }
  g_string_append_c (text, '\n');
}

int
cli_times_write (const CliArguments *arguments, SimOutputFile *file, const GArray *times, const LabRunRecord *run, const ModelSystem *system)
{
  g_autoptr (GArray) columns = cli_output_columns (arguments, system);
  g_autoptr (GString) text = g_string_new ("t");
  g_autofree double *rows = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_columns = (gsize) model_system_n_columns (system);
  double t_start = run->t[0], t_end = run->t[run->n - 1];

  if (columns == NULL)
    return CLI_USAGE;
  for (guint k = 0; k < times->len; k++)
    {
      double t = g_array_index (times, double, k);

      if (t >= t_start && t <= t_end)
        continue;
      cli_error ("the time %g is outside the run, which goes from %g to %g", t, t_start, t_end);
      return CLI_USAGE;
    }
  rows = sample (times, run, n_columns);
  if (rows == NULL)
    return CLI_RUN_FAILED;
  for (guint c = 0; c < columns->len; c++)
    {
      const char *name = model_system_column (system, g_array_index (columns, int, c))->name;

      g_string_append_printf (text, strchr (name, ',') != NULL ? ",\"%s\"" : ",%s", name);
    }
  g_string_append_c (text, '\n');
  for (guint k = 0; k < times->len; k++)
    append_row (text, g_array_index (times, double, k), rows + k * n_columns, columns);
  if (sim_output_file_write (file, text->str, text->len, &error))
    return CLI_OK;
  cli_error ("%s", error->message);
  return CLI_FILE;
}
