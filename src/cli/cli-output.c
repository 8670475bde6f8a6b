#include "cli-output.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-table.h"
#include "config.h"
#include "expr-error.h"
#include "ode-format.h"
#include "plot-export.h"

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

/* ---- trajectory ---- */

/* Returns the indices of the columns of --columns, without t, which is always
 * the first column of the file. NULL after an error. */
static GArray *
chosen_columns (const CliArguments *arguments, const ModelSystem *system)
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

  /* g_strsplit returns no words for an empty text; "," makes it an error like
   * any other empty word. */
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
cli_output_add_csv (const CliArguments *arguments, SimSimulator *simulator, ModelSystem *system, const SimSamplingRule *rule, int *status)
{
  const char *path = cli_arguments_value (arguments, "output");
  g_autoptr (GArray) columns = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  SimSink *sink;

  *status = CLI_OK;
  columns = chosen_columns (arguments, system);
  if (columns == NULL)
    {
      *status = CLI_USAGE;
      return FALSE;
    }
  if (path == NULL)
    return TRUE;
  for (guint i = 0; i < columns->len; i++)
    g_ptr_array_add (names, (char *) model_system_column (system, g_array_index (columns, int, i))->name);
  sink = sim_sink_csv (path, (const char *const *) names->pdata, (const int *) columns->data, (int) columns->len, &error);
  if (sink == NULL)
    {
      cli_error ("%s", error->message);
      *status = CLI_FILE;
      return FALSE;
    }
  sim_simulator_add_sink (simulator, sink, rule);
  return TRUE;
}

/* ---- tape ---- */

/* Values of the columns of the tape; scripts read them. In the order of
 * OdeOutcome, OdeClamp and OdeRhsPurpose. */
static const char *const outcome_ids[] = { "accepted", "rejected_error", "rejected_newton", "rejected_undefined", "cut_by_event", "stopped" };
static const char *const clamp_ids[] = { "none", "shrink", "growth", "max_step", "min_step", "event", "end", "fixed", "hysteresis" };
static const char *const purpose_ids[] = { "stages", "rejected", "error", "jacobian", "events", "dense", "startup" };

/* An output file. It is written as PATH.part and renamed when it is complete; a
 * device or a pipe is written directly. */
typedef struct
{
  FILE *file;
  char *path, *temporary; /* temporary NULL: written directly */
} OutputFile;

typedef struct
{
  OutputFile output;
  const OdeSystem *ode;
  gboolean failed;
} TapeFile;

/* The file of --tape, which the listener of the tape writes; the program makes
 * one run. */
static TapeFile tape_file;

static void
put_number (FILE *file, double value, char end)
{
  char text[32];
  int length = ode_format_double (text, value);

  fwrite (text, 1, length, file);
  fputc (end, file);
}

static void
put_state (FILE *file, const OdeSystem *ode, int state)
{
  if (state >= 0 && ode->names != NULL)
    cli_csv_put (file, ode->names[state]);
  else if (state >= 0)
    fprintf (file, "%d", state);
  fputc (',', file);
}

static void
write_attempt (void *user, const OdeAttempt *attempt)
{
  TapeFile *tape = user;
  FILE *file = tape->output.file;

  put_number (file, attempt->t, ',');
  put_number (file, attempt->h, ',');
  fprintf (file, "%s,", outcome_ids[attempt->outcome]);
  put_number (file, attempt->error, ',');
  for (int i = 0; i < ODE_ATTEMPT_WORST; i++)
    {
      put_state (file, tape->ode, attempt->worst[i]);
      put_number (file, attempt->worst_error[i], ',');
    }
  put_number (file, attempt->h_proposed, ',');
  put_number (file, attempt->h_next, ',');
  fprintf (file, "%s,%d,%d,", clamp_ids[attempt->clamp], attempt->order, attempt->newton_iterations);
  put_number (file, (double) attempt->contraction, ',');
  fprintf (file, "%d", attempt->jacobian_age);
  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    fprintf (file, ",%d", attempt->rhs[i]);
  if (fputc ('\n', file) == EOF)
    tape->failed = TRUE;
}

static gboolean
open_file (OutputFile *output, const char *path)
{
  GStatBuf info;

  *output = (OutputFile) { .path = g_strdup (path) };
  if (g_stat (path, &info) != 0 || S_ISREG (info.st_mode))
    output->temporary = g_strconcat (path, ".part", NULL);
  output->file = fopen (output->temporary != NULL ? output->temporary : path, "we");
  if (output->file != NULL)
    return TRUE;
  cli_error ("cannot write %s: %s", path, g_strerror (errno));
  g_clear_pointer (&output->temporary, g_free);
  g_clear_pointer (&output->path, g_free);
  return FALSE;
}

/* Closes a file and renames it to its path; on an error removes it. FALSE after
 * an error. */
static gboolean
finish_file (OutputFile *output, gboolean failed)
{
  int code;

  failed = failed || ferror (output->file);
  errno = 0;
  if (fclose (output->file) != 0)
    failed = TRUE;
  if (!failed && output->temporary != NULL && g_rename (output->temporary, output->path) != 0)
    failed = TRUE;
  code = errno != 0 ? errno : ENOSPC;
  if (failed)
    cli_error ("cannot write %s: %s", output->path, g_strerror (code));
  if (failed && output->temporary != NULL)
    g_unlink (output->temporary);
  g_free (output->temporary);
  g_free (output->path);
  *output = (OutputFile) { 0 };
  return !failed;
}

SimTape *
cli_output_add_tape (const CliArguments *arguments, SimSimulator *simulator, int *status)
{
  const char *path = cli_arguments_value (arguments, "tape");
  g_autoptr (SimTape) tape = NULL;

  *status = CLI_OK;
  if (path == NULL && !cli_arguments_has (arguments, "plot"))
    return NULL;
  tape = sim_tape_new (0);
  sim_simulator_set_tape (simulator, tape);
  if (path == NULL)
    return g_steal_pointer (&tape);

  tape_file = (TapeFile) { .ode = sim_simulator_system (simulator)->ode };
  if (!open_file (&tape_file.output, path))
    {
      *status = CLI_FILE;
      return NULL;
    }
  FILE *file = tape_file.output.file;
  fputs ("t,h,outcome,error", file);
  for (int i = 1; i <= ODE_ATTEMPT_WORST; i++)
    fprintf (file, ",worst%d,worst%d_error", i, i);
  fputs (",h_proposed,h_next,clamp,order,newton_iterations,contraction,jacobian_age", file);
  for (guint i = 0; i < G_N_ELEMENTS (purpose_ids); i++)
    fprintf (file, ",rhs_%s", purpose_ids[i]);
  fputc ('\n', file);
  sim_tape_set_listener (tape, write_attempt, &tape_file);
  return g_steal_pointer (&tape);
}

static gboolean
finish_tape (void)
{
  gboolean fine = tape_file.output.file == NULL || finish_file (&tape_file.output, tape_file.failed);

  tape_file = (TapeFile) { 0 };
  return fine;
}

/* ---- events ---- */

static const char *
trigger_id (int kind)
{
  static const char *const words[] = { "initialization", "periodic", "timed", "each_step", "crossing" };

  return kind >= 0 && kind < (int) G_N_ELEMENTS (words) ? words[kind] : "change";
}

static gboolean
write_events (const char *path, SimSimulator *simulator, ModelSystem *system, SimTrajectory *trajectory)
{
  const SimSystem *sim = sim_simulator_system (simulator);
  OutputFile output;
  int n_state_columns = 0;
  FILE *file;

  if (!open_file (&output, path))
    return FALSE;
  file = output.file;
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
  fputc ('\n', file);
  for (gsize i = 0; i < sim_trajectory_n_events (trajectory); i++)
    {
      SimEventRecord record = sim_trajectory_event (trajectory, i);

      put_number (file, record.t, ',');
      fprintf (file, "%s,%s%s,%d", record.event >= 0 ? sim->events[record.event].name : "", trigger_id (record.kind),
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
      fputc ('\n', file);
    }
  return finish_file (&output, FALSE);
}

/* ---- statistics ---- */

/* A row of --stats: key of JSON, label of the table. Scripts read the keys. */
typedef struct
{
  const char *key, *label;
  enum { STAT_COUNT, STAT_NUMBER, STAT_TEXT } type;
  double number;
  const char *text;
} Statistic;

static const char *
status_id (SimReason reason)
{
  switch (reason)
    {
    case SIM_TERMINATED: return "terminated";
    case SIM_FAILED_RUN: return "failed";
    case SIM_INTERRUPTED: return "interrupted";
    default: return "reached_end";
    }
}

static gboolean
write_statistics (const char *target, SimSimulator *simulator, ModelSystem *system, const SimConfig *config, const SimStatus *run)
{
  SimStatistics s = sim_simulator_statistics (simulator);
  const OdeSystem *ode = sim_simulator_system (simulator)->ode;
  const char *worst = s.worst_state >= 0 && ode->names != NULL ? ode->names[s.worst_state] : "";
  const Statistic rows[] = {
    { "status", "Status", STAT_TEXT, 0, status_id (run->reason) },
    { "message", "Message", STAT_TEXT, 0, run->message },
    { "t", "Time reached", STAT_NUMBER, run->t, NULL },
    { "wall_seconds", "Wall time (s)", STAT_NUMBER, s.wall_seconds, NULL },
    { "steps_taken", "Steps accepted", STAT_COUNT, s.ode.steps_taken, NULL },
    { "steps_attempted", "Steps attempted", STAT_COUNT, s.ode.steps_attempted, NULL },
    { "rejected_error", "Rejected by error", STAT_COUNT, s.ode.rejected_error, NULL },
    { "rejected_newton", "Rejected by Newton", STAT_COUNT, s.ode.rejected_newton, NULL },
    { "rejected_undefined", "Rejected, model undefined", STAT_COUNT, s.ode.rejected_undefined, NULL },
    { "cut_by_event", "Cut at an event", STAT_COUNT, s.cut_by_event, NULL },
    { "rhs_evaluations", "Right-hand sides", STAT_COUNT, s.ode.rhs_evaluations, NULL },
    { "jacobian_evaluations", "Jacobians", STAT_COUNT, s.ode.jacobian_evaluations, NULL },
    { "factorizations", "Factorizations", STAT_COUNT, s.ode.factorizations, NULL },
    { "linear_algebra", "Linear algebra", STAT_TEXT, 0, s.linear_algebra },
    { "newton_iterations", "Newton iterations", STAT_COUNT, s.ode.newton_iterations, NULL },
    { "projections", "Projections", STAT_COUNT, s.ode.projections, NULL },
    { "publishes", "Publishes", STAT_COUNT, s.publishes, NULL },
    { "discrete_updates", "Discrete updates", STAT_COUNT, s.discrete_updates, NULL },
    { "unrestricted_updates", "Unrestricted updates", STAT_COUNT, s.unrestricted_updates, NULL },
    { "witness_events", "Witness events", STAT_COUNT, s.witness_events, NULL },
    { "initial_step_taken", "First step", STAT_NUMBER, s.ode.initial_step_taken, NULL },
    { "smallest_step_taken", "Smallest step", STAT_NUMBER, s.ode.smallest_step_taken, NULL },
    { "largest_step_taken", "Largest step", STAT_NUMBER, s.ode.largest_step_taken, NULL },
    { "accuracy_in_use", "Accuracy in use", STAT_NUMBER, ode_integrator_accuracy_in_use (sim_simulator_integrator (simulator)), NULL },
    { "actual_realtime_rate", "Real-time rate", STAT_NUMBER, s.actual_realtime_rate, NULL },
    { "worst_state", "Limiting state", STAT_TEXT, 0, worst },
    { "integrator", "Integrator", STAT_TEXT, 0, sim_config_method (config)->id },
    { "model", "Model", STAT_TEXT, 0, model_id (model_system_model (system)) },
    { "version", "Version", STAT_TEXT, 0, STEPWISE_VERSION },
  };
  gboolean json = g_str_has_prefix (target, "json");
  g_autoptr (GString) text = g_string_new (json ? "{\n" : NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *value = NULL;

      if (rows[i].type == STAT_TEXT)
        value = json ? cli_json_string (rows[i].text) : g_strdup (rows[i].text);
      else if (rows[i].type == STAT_COUNT)
        value = g_strdup_printf ("%ld", (long) rows[i].number);
      else
        value = json ? cli_json_number (rows[i].number) : isnan (rows[i].number) ? g_strdup ("") : cli_number (rows[i].number);
      if (json)
        g_string_append_printf (text, "  \"%s\": %s%s\n", rows[i].key, value, i + 1 < G_N_ELEMENTS (rows) ? "," : "");
      else
        g_string_append_printf (text, "%-26s %s\n", rows[i].label, value);
    }
  if (json)
    g_string_append (text, "}\n");

  if (g_str_has_prefix (target, "json:"))
    {
      g_autoptr (GBytes) bytes = g_bytes_new (text->str, text->len);
      g_autoptr (GError) error = NULL;
      if (plot_write_file (target + strlen ("json:"), bytes, &error))
        return TRUE;
      cli_error ("%s", error->message);
      return FALSE;
    }
  return fputs (text->str, stdout) >= 0 && fflush (stdout) == 0;
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
write_plot (const CliArguments *arguments, SimSimulator *simulator, ModelSystem *system, const SimConfig *config, const SimStatus *run,
            SimTrajectory *trajectory, SimTape *tape)
{
  const char *view = cli_arguments_value (arguments, "view");
  const char *theme = cli_arguments_value (arguments, "theme");
  const Model *model = model_system_model (system);
  g_autofree char *settings = sim_config_to_yaml (config, FALSE);
  g_autofree char *integrator = g_strdup_printf ("%s (%s)", sim_config_method (config)->label, sim_config_method (config)->id);
  g_autoptr (GError) error = NULL;
  PlotRun plot = { .trajectory = trajectory, .tape = tape, .system = system, .t_end = run->boundary,
                   .max_step = sim_config_get_number (config, "max_step") };
  PlotProvenance provenance = { .title = model_name (model), .model = model_name (model), .integrator = integrator, .settings = settings,
                                .version = "Stepwise " STEPWISE_VERSION };

  plot.t_start = sim_trajectory_n_rows (trajectory) > 0 ? sim_trajectory_row (trajectory, 0)[0] : 0;
  if (plot_export_run (&plot, view != NULL ? view : "all", theme != NULL ? theme : "light", cli_arguments_value (arguments, "plot"),
                       &provenance, &error))
    return TRUE;
  cli_error ("%s", error->message);
  return FALSE;
}

int
cli_output_write (const CliArguments *arguments, SimSimulator *simulator, ModelSystem *system, const SimConfig *config,
                  const SimStatus *run, SimTrajectory *trajectory, SimTape *tape)
{
  gboolean fine = finish_tape ();
  const char *events = cli_arguments_value (arguments, "events");
  const char *stats = cli_arguments_value (arguments, "stats");

  if (events != NULL)
    fine = write_events (events, simulator, system, trajectory) && fine;
  if (cli_arguments_has (arguments, "plot"))
    fine = write_plot (arguments, simulator, system, config, run, trajectory, tape) && fine;
  if (cli_arguments_has (arguments, "final"))
    fine = write_final (simulator, system) && fine;
  if (stats != NULL)
    fine = write_statistics (stats, simulator, system, config, run) && fine;
  return fine ? CLI_OK : CLI_FILE;
}
