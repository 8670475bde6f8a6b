/* The command batch-eval: evaluates right-hand sides, or updates of an event, at many points. The points are divided among threads, each
 * with its own instance of the model. The result does not depend on the number of threads. */
#include "cli-commands.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli-setup.h"
#include "cli-table.h"
#include "lab-batch.h"
#include "model-inputs.h"
#include "ode-format.h"
#include "sim-output-file.h"

/* Largest number of values that a file of points may have: 1 GiB of memory. */
#define MOST_NUMBERS ((gsize) 1 << 27)
/* Largest length of a line in bytes. A longer line is not a row of numbers. */
#define LONGEST_LINE ((gsize) 1 << 20)
/* Smallest number of points for which another thread is started. */
#define POINTS_PER_THREAD 1000

/* The quantity that a column of the file sets. A point is stored as t, the states, the discrete states, and then the parameters that have a
 * column. */
typedef struct
{
  GPtrArray *parameters; /* names of the parameters that have a column */
  GArray *values;        /* values of all points, `width` values for each point */
  gsize width, n_points;
} Points;

static void
points_clear (Points *points)
{
  g_clear_pointer (&points->parameters, g_ptr_array_unref);
  g_clear_pointer (&points->values, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Points, points_clear)

/* The input and output of the evaluation, shared by all threads. */
typedef struct
{
  const Points *points;
  int n_states, n_discrete;
  int event;          /* index of the event whose updates are computed; −1: right-hand sides are computed */
  long n_steps;
  gsize n_results;    /* number of results for each point */
  double *results;    /* results, n_points rows of n_results values */
} Job;

typedef struct
{
  const Job *job;
  ModelSystem *system;
  gsize first, end;   /* points from first to end − 1 */
  GThread *thread;
} Worker;

/* ---- reading ---- */

/* Returns the names of discrete states in the order of d. */
static GPtrArray *
discrete_names (const ModelSystem *system)
{
  GPtrArray *names = g_ptr_array_new ();

  for (int c = 0; c < model_system_n_columns (system); c++)
    if (model_system_column (system, c)->type == MODEL_COLUMN_DISCRETE)
      g_ptr_array_add (names, (gpointer) model_system_column (system, c)->name);
  return names;
}

/* Returns the position, among the values of a point, of the quantity that a column names. Returns −1 if the name is unknown. A parameter
 * gets the next free position. */
static int
find_target (const char *name, const ModelSystem *system, const GPtrArray *discrete, Points *points)
{
  const OdeSystem *ode = model_system_ode (system);
  double value;

  if (strcmp (name, "t") == 0)
    return 0;
  for (int i = 0; i < ode->n_states; i++)
    if (strcmp (name, ode->names[i]) == 0)
      return 1 + i;
  for (guint i = 0; i < discrete->len; i++)
    if (strcmp (name, g_ptr_array_index (discrete, i)) == 0)
      return 1 + ode->n_states + (int) i;
  if (!model_system_get_parameter (system, name, &value))
    return -1;
  for (guint i = 0; i < points->parameters->len; i++)
    if (strcmp (name, g_ptr_array_index (points->parameters, i)) == 0)
      return (int) (points->width - points->parameters->len + i);
  g_ptr_array_add (points->parameters, g_strdup (name));
  return (int) points->width++;
}

/* Returns the target of each column, or NULL after printing an error. */
static GArray *
read_header (const char *path, char **cells, const ModelSystem *system, Points *points)
{
  const OdeSystem *ode = model_system_ode (system);
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GPtrArray) discrete = discrete_names (system);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  points->width = 1 + (gsize) ode->n_states + discrete->len;
  for (char **cell = cells; *cell != NULL; cell++)
    {
      int target;

      g_strstrip (*cell);
      target = find_target (*cell, system, discrete, points);
      if (target < 0)
        {
          cli_error ("%s:1: '%s' is not t, a state, a discrete state or a parameter of the model", path, *cell);
          return NULL;
        }
      if (!g_hash_table_add (seen, GINT_TO_POINTER (target + 1)))
        {
          cli_error ("%s:1: column '%s' appears twice", path, *cell);
          return NULL;
        }
      g_array_append_val (targets, target);
    }
  for (int i = 0; i < ode->n_states; i++)
    if (!g_hash_table_contains (seen, GINT_TO_POINTER (i + 2)))
      {
        cli_error ("%s:1: no column for the state '%s'", path, ode->names[i]);
        return NULL;
      }
  return g_steal_pointer (&targets);
}

/* Splits a row of CSV into cells (RFC 4180). A quoted cell may contain commas, and two quotes in it stand for
 * one. */
static char **
split_row (const char *row)
{
  g_autoptr (GStrvBuilder) cells = g_strv_builder_new ();
  g_autoptr (GString) cell = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *c = row;; c++)
    {
      if (*c == '"' && quoted && c[1] == '"')
        g_string_append_c (cell, *c++);
      else if (*c == '"')
        quoted = !quoted;
      else if (*c == '\0' || (*c == ',' && !quoted))
        {
          g_strv_builder_add (cells, cell->str);
          g_string_truncate (cell, 0);
          if (*c == '\0')
            return g_strv_builder_end (cells);
        }
      else
        g_string_append_c (cell, *c);
    }
}

/* Reads a line without its line end. Returns FALSE at the end of the file. Sets *too_long if the line is longer than LONGEST_LINE. */
static gboolean
read_line (FILE *file, GString *line, gboolean *too_long)
{
  int c;

  g_string_truncate (line, 0);
  while ((c = getc (file)) != EOF && c != '\n' && line->len < LONGEST_LINE)
    g_string_append_c (line, (char) c);
  *too_long = line->len >= LONGEST_LINE;
  return c != EOF || line->len > 0;
}

/* Appends the values of a row of the file to the points. defaults: the values of quantities without a column. */
static gboolean
read_row (const char *path, int number, char **cells, const GArray *targets, const double *defaults, Points *points)
{
  double *values;

  if (g_strv_length (cells) != targets->len)
    {
      cli_error ("%s:%d: %u values where the header has %u columns", path, number, g_strv_length (cells), targets->len);
      return FALSE;
    }
  if (points->values->len + points->width > MOST_NUMBERS)
    {
      cli_error ("%s:%d: more than %" G_GSIZE_FORMAT " points of this model (1 GiB of numbers); divide the file", path, number, points->n_points);
      return FALSE;
    }
  g_array_append_vals (points->values, defaults, (guint) points->width);
  values = &g_array_index (points->values, double, points->n_points++ * points->width);
  for (guint c = 0; c < targets->len; c++)
    if (!cli_parse_number (g_strstrip (cells[c]), &values[g_array_index (targets, int, c)]))
      {
        cli_error ("%s:%d: '%s' is not a number", path, number, cells[c]);
        return FALSE;
      }
  return TRUE;
}

/* Returns default values for a point: t = 0 and the values of the model. */
static double *
default_values (ModelSystem *system, const Points *points)
{
  double *values = g_new0 (double, points->width + 1);
  int n_states = model_system_n_states (system), n_discrete = model_system_n_discrete (system);

  /* Every state has a column, so only the initial discrete states matter here. If they cannot be computed, they stay 0. */
  model_system_initial (system, values + 1, values + 1 + n_states, NULL);
  for (guint i = 0; i < points->parameters->len; i++)
    model_system_get_parameter (system, g_ptr_array_index (points->parameters, i), &values[1 + n_states + n_discrete + (int) i]);
  return values;
}

static gboolean
read_points (const char *path, ModelSystem *system, Points *points)
{
  FILE *file = strcmp (path, "-") == 0 ? stdin : fopen (path, "re");
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (GArray) targets = NULL;
  g_autofree double *defaults = NULL;
  gboolean fine = TRUE, too_long = FALSE;

  if (file != stdin)
    model_inputs_note (path);
  if (file == NULL || g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      cli_error ("%s: %s", path, file == NULL ? g_strerror (errno) : "it is a folder");
      if (file != NULL)
        fclose (file);
      return FALSE;
    }
  points->parameters = g_ptr_array_new_with_free_func (g_free);
  points->values = g_array_new (FALSE, FALSE, sizeof (double));
  for (int number = 1; fine && read_line (file, line, &too_long); number++)
    {
      g_auto (GStrv) cells = NULL;

      if (too_long)
        {
          cli_error ("%s:%d: the line is longer than 1 MiB", path, number);
          fine = FALSE;
          break;
        }
      g_strchomp (line->str);
      if (*line->str == '\0')
        continue;
      cells = split_row (line->str);
      if (targets != NULL)
        fine = read_row (path, number, cells, targets, defaults, points);
      else if ((targets = read_header (path, cells, system, points)) != NULL)
        defaults = default_values (system, points);
      else
        fine = FALSE;
    }
  if (fine && targets == NULL)
    {
      cli_error ("%s: the file is empty; its first row must name t and the states", path);
      fine = FALSE;
    }
  if (file != stdin)
    fclose (file);
  return fine;
}

/* ---- evaluating ---- */

static const double *
point (const Job *job, gsize k)
{
  return &g_array_index (job->points->values, double, k * job->points->width);
}

/* Sets the discrete states and the parameters of the instance to those of a point. */
static void
take_inputs (ModelSystem *system, const Job *job, const double *values)
{
  for (guint i = 0; i < job->points->parameters->len; i++)
    model_system_set_parameter (system, g_ptr_array_index (job->points->parameters, i), values[1 + job->n_states + job->n_discrete + (int) i],
                                NULL);
  model_system_set_discrete (system, values + 1 + job->n_states);
}

/* Evaluates right-hand sides at several points at once, in the lanes of a batch. */
static void
evaluate (Worker *worker)
{
  const Points *points = worker->job->points;
  g_autofree int *parameters = g_new0 (int, points->parameters->len + 1);
  LabBatch batch = { points->n_points, points->width, (const double *) points->values->data, (int) points->parameters->len, parameters };

  for (guint i = 0; i < points->parameters->len; i++)
    parameters[i] = model_system_find_parameter (worker->system, g_ptr_array_index (points->parameters, i));
  lab_batch_rhs (worker->system, &batch, worker->first, worker->end, worker->job->results);
}

/* Applies the updates of the event n_steps times, at t, t + T, t + 2T, …. A value that is not finite becomes NaN and stays NaN. */
static void
update (Worker *worker)
{
  const Job *job = worker->job;
  ModelSystem *system = worker->system;
  const ModelEvent *event = model_system_event (system, job->event);
  gsize n = (gsize) job->n_states, m = (gsize) job->n_discrete;
  g_autofree double *plus = g_new0 (double, n + m + 1);

  for (gsize k = worker->first; k < worker->end; k++)
    {
      double *now = job->results + k * (n + m);
      double period;
      gboolean fine = TRUE;

      memcpy (now, point (job, k) + 1, (n + m) * sizeof (double));
      take_inputs (system, job, point (job, k));
      period = model_system_event_every (system, job->event);
      for (long step = 0; fine && step < job->n_steps; step++)
        {
          double t = point (job, k)[0] + (double) step * period;
          const char *which;

          model_system_set_noise_time (system, t);
          memcpy (plus, now, (n + m) * sizeof (double));
          if (event->has_set)
            fine = model_system_event_set (system, job->event, t, now, plus, plus + n, NULL, &which);
          memcpy (now, plus, (n + m) * sizeof (double));
          model_system_set_discrete (system, now + n);
          if (fine && event->has_update)
            fine = model_system_event_update (system, job->event, t, now, plus + n, NULL, &which);
          memcpy (now, plus, (n + m) * sizeof (double));
          model_system_set_discrete (system, now + n);
        }
      for (gsize i = 0; !fine && i < n + m; i++)
        now[i] = NAN;
    }
}

static gpointer
work (gpointer data)
{
  Worker *worker = data;

  if (worker->job->event < 0)
    evaluate (worker);
  else
    update (worker);
  return NULL;
}

/* Divides the points among threads and waits for them. Returns an exit status. */
static int
run_job (const CliArguments *arguments, Model *model, const Job *job)
{
  gsize n_points = job->points->n_points, most = 1 + n_points / POINTS_PER_THREAD;
  gsize n = MIN (most, (gsize) g_get_num_processors ());
  g_autofree Worker *workers = g_new0 (Worker, n);
  int status = CLI_OK;

  for (gsize w = 0; status == CLI_OK && w < n; w++)
    {
      workers[w] = (Worker) { .job = job, .first = n_points * w / n, .end = n_points * (w + 1) / n };
      workers[w].system = cli_make_instance (arguments, model, NULL, &status);
      if (workers[w].system != NULL)
        status = CLI_OK;
    }
  for (gsize w = 1; status == CLI_OK && w < n; w++)
    workers[w].thread = g_thread_try_new ("batch", work, &workers[w], NULL);
  for (gsize w = 0; status == CLI_OK && w < n; w++)
    if (workers[w].thread == NULL) /* this thread computes the first part and the parts whose thread could not be started */
      work (&workers[w]);
  for (gsize w = 0; w < n; w++)
    {
      if (workers[w].thread != NULL)
        g_thread_join (workers[w].thread);
      model_system_free (workers[w].system);
    }
  return status;
}

/* ---- the command ---- */

/* Finds the event that --update names. Returns FALSE after printing an error. */
static gboolean
find_event (const CliArguments *arguments, ModelSystem *system, Job *job)
{
  const char *name = cli_arguments_value (arguments, "update");

  job->event = -1;
  job->n_steps = 1;
  if (name == NULL && cli_arguments_has (arguments, "steps"))
    {
      cli_error ("'--steps' needs --update EVENT");
      return FALSE;
    }
  if (name == NULL)
    return TRUE;
  if (!cli_arguments_count (arguments, "steps", 1, &job->n_steps))
    return FALSE;
  for (int event = 0; event < model_system_n_events (system); event++)
    if (strcmp (model_system_event (system, event)->name, name) == 0)
      job->event = event;
  if (job->event < 0)
    {
      cli_error ("the model has no event '%s'", name);
      return FALSE;
    }
  const ModelEvent *event = model_system_event (system, job->event);
  if (event->trigger != MODEL_TRIGGER_EVERY || !(event->has_set || event->has_update))
    {
      cli_error ("the event '%s' is not periodic with an update", name);
      return FALSE;
    }
  return TRUE;
}

static void
append_name (GString *text, const char *name, const char *suffix)
{
  g_string_append_printf (text, strchr (name, ',') != NULL ? ",\"%s%s\"" : ",%s%s", name, suffix);
}

/* Returns the table of results as text: t and the derivatives, or t and the updated states. */
static GString *
make_table (const Job *job, ModelSystem *system)
{
  GString *text = g_string_new ("t");
  g_autoptr (GPtrArray) discrete = discrete_names (system);
  const OdeSystem *ode = model_system_ode (system);
  char number[32];

  for (int i = 0; i < ode->n_states; i++)
    append_name (text, ode->names[i], job->event < 0 ? "'" : "");
  for (guint i = 0; job->event >= 0 && i < discrete->len; i++)
    append_name (text, g_ptr_array_index (discrete, i), "");
  g_string_append_c (text, '\n');
  for (gsize k = 0; k < job->points->n_points; k++)
    {
      g_string_append_len (text, number, ode_format_double (number, point (job, k)[0]));
      for (gsize i = 0; i < job->n_results; i++)
        {
          g_string_append_c (text, ',');
          g_string_append_len (text, number, ode_format_double (number, job->results[k * job->n_results + i]));
        }
      g_string_append_c (text, '\n');
    }
  return text;
}

int
cli_batch_eval (const CliArguments *arguments)
{
  const char *path = cli_arguments_value (arguments, "points");
  const char *output = cli_arguments_value (arguments, "output");
  g_autoptr (Model) model = NULL;
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (GString) text = NULL;
  g_auto (Points) points = { 0 };
  g_autofree double *results = NULL;
  Job job = { .points = &points };
  int status;

  if (path == NULL)
    {
      cli_error ("'batch-eval' needs --points FILE.csv");
      return CLI_USAGE;
    }
  model = cli_open_model (arguments);
  if (model == NULL)
    return CLI_MODEL;
  system = cli_make_instance (arguments, model, NULL, &status);
  if (system == NULL)
    return status;
  if (!find_event (arguments, system, &job))
    return CLI_USAGE;
  if (!read_points (path, system, &points))
    return CLI_MODEL;

  job.n_states = model_system_n_states (system);
  job.n_discrete = model_system_n_discrete (system);
  job.n_results = (gsize) job.n_states + (job.event >= 0 ? (gsize) job.n_discrete : 0);
  job.results = results = g_new0 (double, points.n_points * job.n_results + 1);
  status = run_job (arguments, model, &job);
  if (status != CLI_OK)
    return status;
  text = make_table (&job, system);
  if (output != NULL && strcmp (output, "-") != 0)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (text->str, text->len);
      g_autoptr (GError) error = NULL;
      if (sim_write_file (output, bytes, 0, &error))
        return CLI_OK;
      cli_error ("%s", error->message);
      return CLI_FILE;
    }
  return fwrite (text->str, 1, text->len, stdout) == text->len && fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
}
