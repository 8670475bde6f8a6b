/* Writes the outputs of `run`: during the run, the tape goes to its file row by row; the other outputs are made after
 * the run, among them the values at given times (--times). */
#include "cli-output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-setup.h"
#include "cli-table.h"
#include "config.h"
#include "expr-error.h"
#include "lab-json.h"
#include "lab-record-words.h"
#include "lab-sampler.h"
#include "lab-statistics.h"
#include "model-inputs.h"
#include "ode-format.h"
#include "plot-export.h"

/* Largest number of columns that a message lists. */
#define MOST_LISTED 20

gboolean
cli_output_check_plot (const CliArguments *arguments)
{
  const char *plot = cli_arguments_value (arguments, "plot");
  const char *view = cli_arguments_value (arguments, "view");
  const char *theme = cli_arguments_value (arguments, "theme");
  g_autoptr (GError) error = NULL;
  PlotFormat format;

  if (plot == NULL && (view != NULL || theme != NULL))
    {
      cli_error ("'--%s' needs --plot FILE", view != NULL ? "view" : "theme");
      return FALSE;
    }
  if (plot != NULL && !plot_format_from_path (plot, &format, &error))
    {
      cli_error ("%s", error->message);
      return FALSE;
    }
  return cli_arguments_choice (arguments, "view") && cli_arguments_choice (arguments, "theme");
}

gboolean
cli_output_check_view (const CliArguments *arguments, ModelSystem *system)
{
  const char *view = cli_arguments_value (arguments, "view");
  const PlotKind *kind = view != NULL ? plot_kind_find (view) : NULL;
  g_autoptr (GError) error = NULL;

  if (kind == NULL || plot_kind_fits_model (kind, system, &error))
    return TRUE;
  cli_error ("%s", error->message);
  return FALSE;
}

/* ---- measured data ---- */

/* Checks that each choice names a column of the model, and that one is measured. Returns FALSE after printing an error. */
static gboolean
check_measured (const LabMeasured *measured, const ModelSystem *system)
{
  const LabData *data = lab_measured_data (measured);
  g_autofree char *names = lab_data_names (data);
  g_autoptr (GString) known = g_string_new (NULL);
  int n_columns = model_system_n_columns (system), n = 0;

  for (int c = 0; c < n_columns; c++)
    {
      const char *name = model_system_column (system, c)->name;

      n += lab_measured_next (measured, name, -1) >= 0;
      if (c < MOST_LISTED)
        g_string_append_printf (known, "%s%s", c > 0 ? ", " : "", name);
    }
  if (n_columns > MOST_LISTED)
    g_string_append (known, ", …");
  for (int k = 0; k < data->n_columns; k++)
    {
      const char *name = lab_measured_choice (measured, k);

      if (name != NULL && *name != '\0' && model_system_find_column (system, name) < 0)
        {
          cli_error ("'--measured': the model has no column '%s'; it has %s", name, known->str);
          return FALSE;
        }
    }
  if (n > 0)
    return TRUE;
  cli_error ("no column of %s (%s) has the name of a column of the model (%s); --measured COLUMN=NAME says which belong together", data->path, names, known->str);
  return FALSE;
}

/* Makes the choices of --measured in those tables that have the columns. Returns NULL after printing an error. */
static LabMeasured *
choose_columns (const LabMeasured *tables, const char *pairs)
{
  g_auto (GStrv) parts = g_strsplit (pairs, ",", -1);
  g_autoptr (LabMeasured) now = lab_measured_replace (tables, 0, tables);

  for (char **part = parts; *part != NULL; part++)
    {
      g_autofree char *column = g_strstrip (g_strndup (*part, strcspn (*part, "=")));
      gboolean found = FALSE;

      for (int table = 0; table < lab_measured_n_tables (now); table++)
        {
          const LabMeasured *one = lab_measured_table (now, table);
          const gboolean is_last = table + 1 == lab_measured_n_tables (now);
          g_autoptr (LabMeasured) chosen = NULL, next = NULL;
          g_autoptr (GError) error = NULL;

          /* The error of the last table, if none has the column. */
          if (lab_data_column (lab_measured_data (one), column) < 0 && (found || !is_last))
            continue;
          found = TRUE;
          if ((chosen = lab_measured_choose_all (one, *part, &error)) == NULL)
            {
              cli_error ("%s", error->message);
              return NULL;
            }
          next = lab_measured_replace (now, table, chosen);
          lab_measured_unref (now);
          now = g_steal_pointer (&next);
        }
    }
  return g_steal_pointer (&now);
}

gboolean
cli_output_read_measured (const CliArguments *arguments, const ModelSystem *system, LabMeasured **measured)
{
  int n_paths;
  const char *const *paths = cli_arguments_values (arguments, "data", &n_paths);
  const char *pairs = cli_arguments_value (arguments, "measured");
  g_autoptr (LabMeasured) tables = NULL, chosen = NULL;

  *measured = NULL;
  if (n_paths == 0 || !cli_arguments_has (arguments, "plot"))
    {
      if (n_paths == 0 && pairs == NULL)
        return TRUE;
      cli_error ("'--%s' needs %s", n_paths == 0 ? "measured" : "data", n_paths == 0 ? "--data FILE" : "--plot FILE");
      return FALSE;
    }
  for (int k = 0; k < n_paths; k++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LabMeasured) read = lab_measured_read (paths[k], &error), all = read != NULL ? lab_measured_add (tables, read) : NULL;

      if (read == NULL)
        {
          cli_error ("%s", error->message);
          return FALSE;
        }
      lab_measured_unref (tables);
      tables = g_steal_pointer (&all);
    }
  chosen = pairs != NULL ? choose_columns (tables, pairs) : lab_measured_ref (tables);
  for (const LabMeasured *table = chosen; table != NULL; table = lab_measured_rest (table))
    if (!check_measured (table, system))
      return FALSE;
  *measured = g_steal_pointer (&chosen);
  return *measured != NULL;
}

/* ---- trajectory ---- */

GArray *
cli_output_columns (const CliArguments *arguments, const ModelSystem *system)
{
  const char *text = cli_arguments_value (arguments, "columns");
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (int));
  int n_columns = model_system_n_columns (system);

  if (text == NULL)
    {
      for (int i = 0; i < n_columns; i++)
        g_array_append_val (chosen, i);
      return g_steal_pointer (&chosen);
    }

  /* g_strsplit returns no words for an empty text. Use "," instead: it gives empty words, which are reported as errors. */
  g_auto (GStrv) names = g_strsplit (*text != '\0' ? text : ",", ",", -1);
  for (char **name = names; *name != NULL; name++)
    {
      int column = model_system_find_column (system, g_strstrip (*name));

      if (strcmp (*name, "t") == 0)
        continue;
      if (**name == '\0')
        {
          cli_error ("'--columns' takes names separated by commas, not '%s'", text);
          return NULL;
        }
      if (column < 0)
        {
          g_autoptr (GPtrArray) all = g_ptr_array_new ();
          for (int i = 0; i < n_columns; i++)
            g_ptr_array_add (all, (char *) model_system_column (system, i)->name);
          const char *suggestion = expr_suggest (*name, (const char *const *) all->pdata, all->len);
          cli_error (suggestion != NULL ? "no column '%s'; did you mean '%s'?" : "no column '%s'", *name, suggestion);
          return NULL;
        }
      g_array_append_val (chosen, column);
    }
  return g_steal_pointer (&chosen);
}

gboolean
cli_output_add_csv (const CliArguments *arguments, const CliFiles *files, SimSimulator *simulator, ModelSystem *system,
                    const SimSamplingRule *rule)
{
  g_autoptr (GArray) columns = cli_output_columns (arguments, system);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  SimOutputFile *file = files->file[CLI_FILE_OUTPUT];
  double keep = sim_config_get_number (sim_simulator_config (simulator), "keep_rows");
  SimSink *sink;

  if (columns == NULL || file == NULL || cli_arguments_has (arguments, "times"))
    return columns != NULL;
  for (guint i = 0; i < columns->len; i++)
    g_ptr_array_add (names, (char *) model_system_column (system, g_array_index (columns, int, i))->name);
  sink = sim_sink_csv (file, (const char *const *) names->pdata, (const int *) columns->data, (int) columns->len);
  if (keep > 0)
    sink = sim_sink_keep (sink, (gsize) keep);
  sim_simulator_add_sink (simulator, sink, rule);
  return TRUE;
}

/* ---- tape ---- */

/* The file of --tape. The listener of the tape writes to it. The variable can be static, because the program makes only one run. */
static struct
{
  FILE *file;
  const OdeSystem *ode;
  GString *row; /* the text of a row */
} tape_file;

static void
put_number (FILE *file, double value, char end)
{
  char text[32];
  int length = ode_format_double (text, value);

  fwrite (text, 1, length, file);
  fputc (end, file);
}

/* Appends a number. It is often the one before: the error and the largest one of a state, the proposed size and the next. */
static void
append_number (GString *row, double value)
{
  static char text[ODE_FORMAT_SIZE];
  static double last;
  static int length;

  if (length == 0 || memcmp (&value, &last, sizeof value) != 0)
    {
      length = ode_format_double (text, value);
      text[length++] = ',';
      last = value;
    }
  g_string_append_len (row, text, length);
}

static void
append_count (GString *row, int value)
{
  char text[16], *at = text + sizeof text;
  guint left = value < 0 ? 0u - (guint) value : (guint) value;

  *--at = ',';
  do
    *--at = (char) ('0' + left % 10);
  while ((left /= 10) > 0);
  if (value < 0)
    *--at = '-';
  g_string_append_len (row, at, text + sizeof text - at);
}

static void
append_state (GString *row, const OdeSystem *ode, int state)
{
  if (state >= 0 && ode->names != NULL)
    {
      cli_csv_append (row, ode->names[state]);
      g_string_append_c (row, ',');
    }
  else if (state >= 0)
    append_count (row, state);
  else
    g_string_append_c (row, ',');
}

/* Writes a row at once: 24 calls of the C library for one row would take most of the time. */
static void
write_attempt (void *user, const OdeAttempt *attempt)
{
  GString *row = tape_file.row;

  g_string_truncate (row, 0);
  append_number (row, attempt->t);
  append_number (row, attempt->h);
  g_string_append (row, lab_outcome_word (attempt));
  g_string_append_c (row, ',');
  append_number (row, attempt->error);
  for (int i = 0; i < ODE_ATTEMPT_WORST; i++)
    {
      append_state (row, tape_file.ode, attempt->worst[i]);
      append_number (row, attempt->worst_error[i]);
    }
  append_number (row, attempt->h_proposed);
  append_number (row, attempt->h_next);
  g_string_append (row, lab_clamp_word (attempt->clamp));
  g_string_append_c (row, ',');
  append_count (row, attempt->order);
  append_count (row, attempt->newton_iterations);
  append_number (row, (double) attempt->contraction);
  append_count (row, attempt->jacobian_age);
  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    append_count (row, attempt->rhs[i]);
  row->str[row->len - 1] = '\n';
  fwrite (row->str, 1, row->len, tape_file.file);
}

SimTape *
cli_output_add_tape (const CliArguments *arguments, const CliFiles *files, SimSimulator *simulator)
{
  g_autoptr (SimTape) tape = NULL;
  FILE *file;

  if (files->file[CLI_FILE_TAPE] == NULL && !cli_arguments_has (arguments, "plot") && !cli_arguments_has (arguments, "times"))
    return NULL;
  tape = sim_tape_new (0);
  sim_simulator_set_tape (simulator, tape);
  if (files->file[CLI_FILE_TAPE] == NULL)
    return g_steal_pointer (&tape);

  file = sim_output_file_stream (files->file[CLI_FILE_TAPE]);
  tape_file.file = file;
  if (tape_file.row == NULL)
    tape_file.row = g_string_new (NULL);
  tape_file.ode = sim_simulator_system (simulator)->ode;
  fputs ("t,h,outcome,error", file);
  for (int i = 1; i <= ODE_ATTEMPT_WORST; i++)
    fprintf (file, ",worst%d,worst%d_error", i, i);
  fputs (",h_proposed,h_next,clamp,order,newton_iterations,contraction,jacobian_age", file);
  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    fprintf (file, ",rhs_%s", lab_purpose_word (i));
  fputc ('\n', file);
  sim_tape_set_listener (tape, write_attempt, NULL);
  return g_steal_pointer (&tape);
}

/* ---- events ---- */

static void
write_events (FILE *file, SimSimulator *simulator, ModelSystem *system, SimTrajectory *trajectory)
{
  const SimSystem *sim = sim_simulator_system (simulator);
  int n_state_columns = 0;

  for (int c = 0; c < model_system_n_columns (system); c++)
    if (model_system_column (system, c)->type <= MODEL_COLUMN_DISCRETE)
      n_state_columns = c + 1;
  fputs ("t,event,kind,iterations", file);
  for (int side = 0; side < 2; side++)
    for (int c = 0; c < n_state_columns; c++)
      {
        g_autofree char *name = g_strdup_printf ("%s %s", model_system_column (system, c)->name, side == 0 ? "before" : "after");
        fputc (',', file);
        cli_csv_put (file, name);
      }
  fputs (",overwritten\n", file);
  for (gsize i = 0; i < sim_trajectory_n_events (trajectory); i++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, i);

      put_number (file, record.t, ',');
      fprintf (file, "%s,%s%s,%d", record.event >= 0 ? sim->events[record.event].name : "", lab_trigger_word (record.kind),
               record.pending ? " pending" : "", record.iterations);
      for (int side = 0; side < 2; side++)
        {
          const double *row = sim_trajectory_row (trajectory, side == 0 ? record.row_before : record.row_after);
          for (int c = 0; c < n_state_columns; c++)
            {
              fputc (',', file);
              char text[32];
              fwrite (text, 1, ode_format_double (text, row[1 + c]), file);
            }
        }
      fputc (',', file);
      if (record.overwritten >= 0) /* states and discrete states are the first columns */
        cli_csv_put (file, model_system_column (system, record.overwritten)->name);
      fputc ('\n', file);
    }
}

/* ---- statistics ---- */

static gboolean
write_statistics (const char *target, FILE *file, SimSimulator *simulator, const SimConfig *config, const SimStatus *run)
{
  SimStatistics statistics = sim_simulator_statistics (simulator);
  g_autoptr (GArray) rows = NULL;

  if (g_str_has_prefix (target, "json"))
    {
      LabJson *json = lab_json_new ();
      g_autofree char *text = NULL;

      lab_statistics_json (json, NULL, simulator, config, run);
      text = lab_json_free (json);
      fputs (text, file);
      return file != stdout || fflush (stdout) == 0;
    }
  rows = lab_statistics (simulator, config, run, &statistics);
  for (guint i = 0; i < rows->len; i++)
    {
      const LabStatistic *row = &g_array_index (rows, LabStatistic, i);
      g_autofree char *value = NULL;

      if (row->type == LAB_STATISTIC_TEXT)
        value = g_strdup (row->text);
      else if (row->type == LAB_STATISTIC_COUNT)
        value = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) row->number);
      else
        value = isnan (row->number) ? g_strdup ("") : cli_number (row->number);
      fprintf (file, "%-32s %s\n", row->label, value);
    }
  return file != stdout || fflush (stdout) == 0;
}

static gboolean
write_final (SimSimulator *simulator, ModelSystem *system)
{
  g_autofree double *values = g_new (double, model_system_n_columns (system) + 1);

  model_system_columns (system, sim_simulator_t (simulator), sim_simulator_x (simulator), sim_simulator_d (simulator), values);
  fputs ("t ", stdout);
  put_number (stdout, sim_simulator_t (simulator), '\n');
  for (int c = 0; c < model_system_n_columns (system); c++)
    {
      const ModelColumn *column = model_system_column (system, c);

      if (column->type == MODEL_COLUMN_OUTPUT)
        continue;
      printf ("%s ", column->name);
      put_number (stdout, values[c], '\n');
    }
  return fflush (stdout) == 0;
}

/* ---- plot ---- */

static gboolean
write_plot (const CliArguments *arguments, SimOutputFile *file, SimSimulator *simulator, ModelSystem *system, const SimConfig *config, const SimStatus *run,
            SimTrajectory *trajectory, SimTape *tape, const LabMeasured *measured)
{
  const char *view = cli_arguments_value (arguments, "view");
  const char *theme = cli_arguments_value (arguments, "theme");
  const Model *model = model_system_model (system);
  g_autofree char *settings = sim_config_to_yaml (config, FALSE);
  PlotFormat format = PLOT_FORMAT_PNG;
  g_autofree char *integrator = g_strdup_printf ("%s (%s)", sim_config_method (config)->label, sim_config_method (config)->id);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  PlotRun plot = { .trajectory = trajectory, .tape = tape, .system = system, .t_end = run->boundary, .method = sim_config_method (config),
                   .max_step = sim_config_get_number (config, "max_step"), .measured = measured };
  PlotProvenance provenance = { .title = model_name (model), .model = model_name (model), .integrator = integrator, .settings = settings,
                                .version = "Stepwise " STEPWISE_VERSION };

  plot.t_start = sim_trajectory_n_rows (trajectory) > 0 ? sim_trajectory_row (trajectory, 0)[0] : 0;
  plot_format_from_path (cli_arguments_value (arguments, "plot"), &format, NULL);
  bytes = plot_export_run (&plot, view != NULL ? view : "all", theme != NULL ? theme : "light", format, &provenance, &error);
  if (bytes != NULL && sim_output_file_write (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error))
    return TRUE;
  cli_error ("%s", error->message);
  return FALSE;
}

int
cli_output_write (const CliArguments *arguments, CliFiles *files, SimSimulator *simulator, ModelSystem *system, const SimConfig *config,
                  const SimStatus *run, SimTrajectory *trajectory, SimTape *tape, const LabMeasured *measured)
{
  const char *stats = cli_arguments_value (arguments, "stats");
  SimOutputFile *stats_file = files->file[CLI_FILE_STATS], *plot = g_steal_pointer (&files->file[CLI_FILE_PLOT]);
  gboolean interrupted = run->reason == SIM_INTERRUPTED, fine = TRUE;

  if (files->file[CLI_FILE_EVENTS] != NULL)
    write_events (sim_output_file_stream (files->file[CLI_FILE_EVENTS]), simulator, system, trajectory);
  if (cli_arguments_has (arguments, "final"))
    fine = write_final (simulator, system) && fine;
  if (stats != NULL)
    fine = write_statistics (stats, stats_file != NULL ? sim_output_file_stream (stats_file) : stdout, simulator, config, run) && fine;
  fine = cli_files_commit (files, interrupted) && fine;
  if (plot != NULL)
    {
      /* The picture comes last: a signal ends its drawing, and all other files are complete. */
      cli_files_clear (files);
      cli_end_at_signal ();
      files->file[CLI_FILE_PLOT] = plot;
      fine = write_plot (arguments, plot, simulator, system, config, run, trajectory, tape, measured) && cli_files_commit (files, interrupted) && fine;
    }
  return fine ? CLI_OK : CLI_FILE;
}

/* ---- values at given times ---- */

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
