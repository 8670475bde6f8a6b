#include "cli-batch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli-setup.h"
#include "cli-table.h"
#include "ode-format.h"
#include "plot-export.h"

/* The points of a CSV file, with the states in the order of the model. */
typedef struct
{
  GArray *t; /* double */
  GArray *x; /* double, n_states per point */
} Points;

static void
points_clear (Points *points)
{
  g_clear_pointer (&points->t, g_array_unref);
  g_clear_pointer (&points->x, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Points, points_clear)

/* Returns the index of the state that each column of the file holds, −1 for t.
 * NULL after an error. */
static GArray *
read_header (const char *path, char **cells, const OdeSystem *ode)
{
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (int));
  g_autofree gboolean *seen = g_new0 (gboolean, ode->n_states + 1);

  for (char **cell = cells; *cell != NULL; cell++)
    {
      int target = -2; /* unknown */

      g_strstrip (*cell);
      if (strcmp (*cell, "t") == 0)
        target = -1;
      for (int i = 0; i < ode->n_states; i++)
        if (strcmp (*cell, ode->names[i]) == 0)
          target = i;
      if (target == -2)
        {
          cli_error ("%s:1: '%s' is not t or a state of the model", path, *cell);
          return NULL;
        }
      if (seen[target + 1])
        {
          cli_error ("%s:1: column '%s' appears twice", path, *cell);
          return NULL;
        }
      seen[target + 1] = TRUE;
      g_array_append_val (targets, target);
    }
  for (int i = 0; i < ode->n_states; i++)
    if (!seen[i + 1])
      {
        cli_error ("%s:1: no column for the state '%s'", path, ode->names[i]);
        return NULL;
      }
  return g_steal_pointer (&targets);
}

/* Splits a row of CSV into cells (RFC 4180): a quoted cell may contain commas,
 * and two quotes in it mean one. */
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

static gboolean
read_points (const char *path, const OdeSystem *ode, Points *points)
{
  FILE *file = strcmp (path, "-") == 0 ? stdin : fopen (path, "re");
  g_autoptr (GArray) targets = NULL;
  g_autofree double *x = g_new (double, ode->n_states + 1);
  char *line = NULL;
  size_t size = 0;
  gboolean fine = TRUE;

  if (file == NULL || g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      cli_error ("%s: %s", path, file == NULL ? g_strerror (errno) : "it is a folder");
      if (file != NULL)
        fclose (file);
      return FALSE;
    }
  points->t = g_array_new (FALSE, FALSE, sizeof (double));
  points->x = g_array_new (FALSE, FALSE, sizeof (double));
  for (int number = 1; fine && getline (&line, &size, file) >= 0; number++)
    {
      g_auto (GStrv) cells = NULL;
      double t = 0;

      g_strchomp (line);
      if (*line == '\0')
        continue;
      cells = split_row (line);
      if (targets == NULL)
        {
          targets = read_header (path, cells, ode);
          fine = targets != NULL;
          continue;
        }
      if (g_strv_length (cells) != targets->len)
        {
          cli_error ("%s:%d: %u values where the header has %u columns", path, number, g_strv_length (cells), targets->len);
          fine = FALSE;
          break;
        }
      for (guint c = 0; fine && c < targets->len; c++)
        {
          int target = g_array_index (targets, int, c);

          if (!cli_parse_number (g_strstrip (cells[c]), target < 0 ? &t : &x[target]))
            {
              cli_error ("%s:%d: '%s' is not a number", path, number, cells[c]);
              fine = FALSE;
            }
        }
      g_array_append_val (points->t, t);
      g_array_append_vals (points->x, x, ode->n_states);
    }
  if (fine && targets == NULL)
    {
      cli_error ("%s: the file is empty; its first row must name t and the states", path);
      fine = FALSE;
    }
  free (line);
  if (file != stdin)
    fclose (file);
  return fine;
}

static void
append_number (GString *text, double value, char end)
{
  char number[32];

  g_string_append_len (text, number, ode_format_double (number, value));
  g_string_append_c (text, end);
}

int
cli_batch_eval (const CliArguments *arguments)
{
  const char *path = cli_arguments_value (arguments, "points");
  const char *output = cli_arguments_value (arguments, "output");
  g_autoptr (Model) model = NULL;
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (GString) text = g_string_new ("t");
  g_auto (Points) points = { 0 };
  g_autofree double *dxdt = NULL;
  const OdeSystem *ode;
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
  ode = model_system_ode (system);
  if (!read_points (path, ode, &points))
    return CLI_MODEL;

  dxdt = g_new (double, points.x->len + 1);
  model_system_rhs_batch (system, (const double *) points.t->data, (const double *) points.x->data, (int) points.t->len, dxdt);
  for (int i = 0; i < ode->n_states; i++)
    g_string_append_printf (text, strchr (ode->names[i], ',') != NULL ? ",\"%s'\"" : ",%s'", ode->names[i]);
  g_string_append_c (text, '\n');
  for (guint k = 0; k < points.t->len; k++)
    {
      append_number (text, g_array_index (points.t, double, k), ode->n_states > 0 ? ',' : '\n');
      for (int i = 0; i < ode->n_states; i++)
        append_number (text, dxdt[(gsize) k * ode->n_states + i], i + 1 < ode->n_states ? ',' : '\n');
    }

  if (output != NULL && strcmp (output, "-") != 0)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (text->str, text->len);
      g_autoptr (GError) error = NULL;
      if (plot_write_file (output, bytes, &error))
        return CLI_OK;
      cli_error ("%s", error->message);
      return CLI_FILE;
    }
  return fwrite (text->str, 1, text->len, stdout) == text->len && fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
}
