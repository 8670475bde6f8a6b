/* Converts the result of each study with a command of its own to the JSON of that command. */
#include "cli-study-forms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-table.h"
#include "plot-export.h"
#include "plot-study-grid.h"
#include "plot-study-method.h"
#include "sim-output-file.h"

static const LabTable *
table_named (const LabResult *result, const char *name)
{
  for (guint t = 0; t < result->tables->len; t++)
    if (strcmp (((const LabTable *) result->tables->pdata[t])->name, name) == 0)
      return result->tables->pdata[t];
  return NULL;
}

static const LabCell *
cell (const LabTable *table, int row, int column)
{
  return &g_array_index (table->cells, LabCell, row * table->n_columns + column);
}

static void
append_cell (GString *text, const LabTable *table, int row, int column)
{
  const LabCell *c = cell (table, row, column);
  g_autofree char *value = c->text != NULL ? cli_json_string (c->text) : cli_json_number (c->value);

  g_string_append (text, value);
}

static void
append_number (GString *text, const char *key, const LabResult *result)
{
  for (guint k = 0; k < result->numbers->len; k++)
    {
      const LabNumber *number = &g_array_index (result->numbers, LabNumber, k);
      g_autofree char *value = cli_json_number (number->value);

      if (strcmp (number->name, key) == 0)
        g_string_append_printf (text, "\"%s\": %s", key, value);
    }
}

static double
number_of (const LabResult *result, const char *key)
{
  for (guint k = 0; k < result->numbers->len; k++)
    if (strcmp (g_array_index (result->numbers, LabNumber, k).name, key) == 0)
      return g_array_index (result->numbers, LabNumber, k).value;
  return NAN;
}

/* Writes an object {state: value, …} from the columns of a row, beginning with the column `first`. */
static void
append_states (GString *text, const LabTable *table, int row, int first)
{
  g_string_append_c (text, '{');
  for (int c = first; c < table->n_columns; c++)
    {
      g_autofree char *name = cli_json_string (table->columns[c]);

      g_string_append_printf (text, "%s%s: ", c > first ? ", " : "", name);
      append_cell (text, table, row, c);
    }
  g_string_append_c (text, '}');
}

/* Writes a list [[re, im], …] from those rows whose first columns have these numbers. */
static void
append_complex (GString *text, const LabTable *table, const double *keys, int n_keys)
{
  int n = 0;

  g_string_append_c (text, '[');
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      gboolean matches = TRUE;

      for (int k = 0; k < n_keys; k++)
        matches &= cell (table, r, k)->value == keys[k];
      if (!matches)
        continue;
      g_string_append (text, n++ > 0 ? ", [" : "[");
      append_cell (text, table, r, table->n_columns - 2);
      g_string_append (text, ", ");
      append_cell (text, table, r, table->n_columns - 1);
      g_string_append_c (text, ']');
    }
  g_string_append_c (text, ']');
}

static void
append_equilibria (GString *text, const LabResult *result)
{
  const LabTable *points = table_named (result, "points"), *values = table_named (result, "eigenvalues");
  const LabTable *vectors = table_named (result, "eigenvectors");
  int n = points->n_columns - 2;

  g_string_append_c (text, '[');
  for (int r = 0; r < lab_table_n_rows (points); r++)
    {
      double keys[2] = { cell (points, r, 0)->value, 0 };

      g_string_append (text, r > 0 ? ",\n {\"x\": " : "{\"x\": ");
      append_states (text, points, r, 2);
      g_string_append (text, ", \"eigenvalues\": ");
      append_complex (text, values, keys, 1);
      g_string_append (text, ", \"eigenvectors\": [");
      for (int k = 1; k <= n; k++)
        {
          keys[1] = k;
          if (k > 1)
            g_string_append (text, ", ");
          append_complex (text, vectors, keys, 2);
        }
      g_string_append (text, "], \"type\": ");
      append_cell (text, points, r, 1);
      g_string_append_printf (text, ", \"continuum\": %s}", number_of (result, "continuum") != 0 ? "true" : "false");
    }
  g_string_append (text, "]\n");
}

static void
append_poincare (GString *text, const LabStudyKind *kind, const LabResult *result, const char *const *values)
{
  const LabTable *points = table_named (result, "points"), *cycles = table_named (result, "cycles");
  const char *section = values[lab_study_kind_option (kind, "section")], *strobe = values[lab_study_kind_option (kind, "strobe")];
  g_autofree char *name = cli_json_string (section != NULL ? section : strobe);

  g_string_append_printf (text, "{\"%s\": %s, ", section != NULL ? "section" : "strobe", name);
  append_number (text, "period", result);
  g_string_append (text, ", \"points\": [");
  for (int r = 0; r < lab_table_n_rows (points); r++)
    {
      g_string_append (text, r > 0 ? ",\n {\"t\": " : "{\"t\": ");
      append_cell (text, points, r, 0);
      g_string_append (text, ", \"x\": ");
      append_states (text, points, r, 1);
      g_string_append_c (text, '}');
    }
  g_string_append (text, "], \"cycles\": [");
  for (int r = 0; r < lab_table_n_rows (cycles); r++)
    {
      double key = cell (cycles, r, 0)->value;

      g_string_append (text, r > 0 ? ", {\"x\": " : "{\"x\": ");
      append_states (text, cycles, r, 4);
      g_string_append (text, ", \"period\": ");
      append_cell (text, cycles, r, 1);
      g_string_append (text, ", \"multipliers\": ");
      append_complex (text, table_named (result, "multipliers"), &key, 1);
      g_string_append_printf (text, ", \"neutral\": %s, \"stable\": %s}", cell (cycles, r, 3)->value != 0 ? "true" : "false",
                              cell (cycles, r, 2)->value != 0 ? "true" : "false");
    }
  g_string_append (text, "]}\n");
}

static void
append_lyapunov (GString *text, const LabResult *result)
{
  const LabTable *table = table_named (result, "exponents");

  g_string_append (text, "{\"exponents\": [");
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      if (r > 0)
        g_string_append (text, ", ");
      append_cell (text, table, r, 1);
    }
  g_string_append (text, "], ");
  append_number (text, "largest", result);
  g_string_append (text, ", ");
  append_number (text, "sum", result);
  g_string_append (text, ", ");
  append_number (text, "mean_trace", result);
  g_string_append (text, ", ");
  append_number (text, "time", result);
  g_string_append (text, ", ");
  append_number (text, "uncertainty", result);
  g_string_append (text, "}\n");
}

static void
append_orbit (GString *text, const LabStudyKind *kind, const LabResult *result, const char *const *values)
{
  const LabTable *table = table_named (result, "points"), *failures = table_named (result, "failures");
  const char *vary = values[lab_study_kind_option (kind, "vary")];
  g_autofree char *name = g_strndup (vary, strcspn (vary, "=")), *parameter = cli_json_string (g_strstrip (name));
  g_autofree char *shown = cli_json_string (table->columns[1]);

  g_string_append_printf (text, "{\"parameter\": %s, \"quantity\": %s, \"points\": [", parameter, shown);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      gboolean first = r == 0 || cell (table, r, 0)->value != cell (table, r - 1, 0)->value;

      if (first)
        {
          g_string_append (text, r > 0 ? "]},\n {\"p\": " : "{\"p\": ");
          append_cell (text, table, r, 0);
          g_string_append (text, ", \"values\": [");
        }
      else
        g_string_append (text, ", ");
      append_cell (text, table, r, 1);
    }
  g_string_append_printf (text, "%s, \"computed\": %.0f, \"empty\": %.0f, \"failed\": [", lab_table_n_rows (table) > 0 ? "]}]" : "]",
                          lab_result_number (result, "computed"), lab_result_number (result, "empty"));
  for (int r = 0; r < lab_table_n_rows (failures); r++)
    {
      g_autofree char *message = cli_json_string (cell (failures, r, 1)->text);

      g_string_append (text, r > 0 ? ", {\"p\": " : "{\"p\": ");
      append_cell (text, failures, r, 0);
      g_string_append_printf (text, ", \"message\": %s}", message);
    }
  g_string_append (text, "]}\n");
}

/* Appends a row of the table of cycles. After the last row of a branch, also appends the reason why the branch ended. */
static void
append_cycle (GString *text, const LabTable *cycles, int row)
{
  static const struct { const char *key; int column; } keys[] = { { "period", 3 }, { "low", 6 }, { "high", 7 } };

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    {
      g_string_append_printf (text, ", \"%s\": ", keys[k].key);
      append_cell (text, cycles, row, keys[k].column);
    }
  g_string_append (text, ", \"multiplier\": [");
  append_cell (text, cycles, row, 4);
  g_string_append (text, ", ");
  append_cell (text, cycles, row, 5);
  g_string_append_c (text, ']');
}

static void
append_continue (GString *text, const LabResult *result)
{
  const LabTable *branches = table_named (result, "branches"), *special = table_named (result, "special"), *cycles = table_named (result, "cycles");
  int n_rows = lab_table_n_rows (branches), cycle = 0;

  g_string_append (text, "{\"branches\": [");
  for (int r = 0; r < n_rows; r++)
    {
      gboolean first = r == 0 || cell (branches, r, 0)->value != cell (branches, r - 1, 0)->value;
      gboolean last = r == n_rows - 1 || cell (branches, r, 0)->value != cell (branches, r + 1, 0)->value;
      gboolean is_cycle = g_str_equal (cell (branches, r, 1)->text, "cycle");

      if (first)
        {
          g_string_append (text, r > 0 ? ",\n {\"kind\": " : "{\"kind\": ");
          append_cell (text, branches, r, 1);
          g_string_append (text, ", \"points\": [");
        }
      g_string_append (text, first ? "{\"p\": " : ", {\"p\": ");
      append_cell (text, branches, r, 2);
      g_string_append (text, ", \"x\": ");
      append_states (text, branches, r, 4);
      g_string_append_printf (text, ", \"stable\": %s", cell (branches, r, 3)->value != 0 ? "true" : "false");
      if (is_cycle)
        append_cycle (text, cycles, cycle);
      g_string_append (text, last ? "}]" : "}");
      if (is_cycle && last)
        g_string_append_printf (text, ", \"end\": \"%s\"", cell (cycles, cycle, 8)->text);
      g_string_append (text, last ? "}" : "");
      cycle += is_cycle;
    }
  g_string_append (text, "],\n \"special\": [");
  for (int r = 0; r < lab_table_n_rows (special); r++)
    {
      static const char *const keys[] = { "kind", "type", "p", "frequency", "coefficient", "period" };

      g_string_append (text, r > 0 ? ",\n {" : "{");
      for (int c = 0; c < (int) G_N_ELEMENTS (keys); c++)
        {
          g_string_append_printf (text, "\"%s\": ", keys[c]);
          append_cell (text, special, r, c);
          g_string_append (text, ", ");
        }
      g_string_append (text, "\"x\": ");
      append_states (text, special, r, G_N_ELEMENTS (keys));
      g_string_append_c (text, '}');
    }
  g_string_append_c (text, ']');
  if (isfinite (number_of (result, "not_followed")))
    {
      g_string_append (text, ", ");
      append_number (text, "not_followed", result);
    }
  g_string_append (text, "}\n");
}

static const char *
text_of (const LabResult *result, const char *table, int column)
{
  return cell (table_named (result, table), 0, column)->text;
}

static void
append_roa (GString *text, const LabResult *result)
{
  static const char *const numbers[] = { "degree", "rho", "rho_scan", "rho_proven" };
  static const char *const more[] = { "true_area", "share", "degree_requested" };
  static const char *const flags[] = { "certified", "scan_agrees", "global" };
  const LabTable *degree = table_named (result, "degree");
  g_autofree char *reason = degree != NULL ? cli_json_string (cell (degree, 0, 0)->text) : g_strdup ("null");
  g_autofree char *V = cli_json_string (text_of (result, "answer", 0)), *solver = cli_json_string (text_of (result, "answer", 1));

  g_string_append_printf (text, "{\"V\": %s", V);
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    {
      g_string_append (text, ", ");
      append_number (text, numbers[k], result);
    }
  for (guint k = 0; k < G_N_ELEMENTS (flags); k++)
    g_string_append_printf (text, ", \"%s\": %s", flags[k], number_of (result, flags[k]) != 0 ? "true" : "false");
  g_string_append (text, ", ");
  append_number (text, "area", result);
  for (guint k = 0; k < G_N_ELEMENTS (more); k++)
    {
      g_string_append (text, ", ");
      append_number (text, more[k], result);
    }
  g_string_append_printf (text, ", \"degree_reason\": %s, \"solver\": %s}\n", reason, solver);
}

/* ---- grids ---- */

/* Returns the letter of an attractor by its index. Returns '-' for a run that escapes and '?' for a run that is
 * undecided. */
static char
letter_of (int code)
{
  return (char) (code >= 0 ? 'A' + code : code == -1 ? '-' : '?');
}

static void
append_axis (GString *text, const char *key, const char *name, double low, double high, int n)
{
  g_autofree char *quoted = cli_json_string (name), *from = cli_json_number (low), *to = cli_json_number (high);

  g_string_append_printf (text, "\"%s\": {\"name\": %s, \"low\": %s, \"high\": %s, \"n\": %d}", key, quoted, from, to, n);
}

/* Appends the axes of a grid with their outer edges, and the rows from y_low upwards. A row of codes is a text of letters, with '-' for
 * escaping runs and '?' for undecided ones. */
static void
append_grid (GString *text, const LabGrid *grid)
{
  g_string_append_c (text, '{');
  append_axis (text, "x", grid->x_name, grid->x_low, grid->x_high, grid->nx);
  if (*grid->y_name != '\0')
    {
      g_string_append (text, ", ");
      append_axis (text, "y", grid->y_name, grid->y_low, grid->y_high, grid->ny);
    }
  if (grid->codes != NULL)
    {
      g_string_append (text, ", \"letters\": [");
      for (int j = 0; j < grid->ny; j++)
        {
          g_string_append (text, j > 0 ? ", \"" : "\"");
          for (int i = 0; i < grid->nx; i++)
            g_string_append_c (text, letter_of (grid->codes[j * grid->nx + i]));
          g_string_append_c (text, '"');
        }
      g_string_append_c (text, ']');
    }
  g_string_append (text, ", \"values\": [");
  for (int j = 0; j < grid->ny; j++)
    {
      g_string_append (text, j > 0 ? ", [" : "[");
      for (int i = 0; i < grid->nx; i++)
        {
          g_autofree char *value = cli_json_number (grid->values[j * grid->nx + i]);

          g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", value);
        }
      g_string_append_c (text, ']');
    }
  g_string_append (text, "]}");
}

void
cli_study_append_grids (GString *text, const LabResult *result)
{
  for (guint k = 0; k < result->grids->len; k++)
    {
      const LabGrid *grid = result->grids->pdata[k];
      g_autofree char *name = cli_json_string (grid->name);

      g_string_append_printf (text, "%s%s: ", k > 0 ? ", " : ", \"grids\": {", name);
      append_grid (text, grid);
      if (k + 1 == result->grids->len)
        g_string_append_c (text, '}');
    }
}

/* Appends the result of the command `basin`: {attractors: [{letter, kind, x}], shares: {A: …},
 * grid}. */
static void
append_basin (GString *text, const LabResult *result)
{
  const LabTable *attractors = result->tables->pdata[0], *shares = result->tables->pdata[1];
  const LabCell *cells = (const LabCell *) (gpointer) attractors->cells->data;

  g_string_append (text, "{\"attractors\": [");
  for (int r = 0; r < lab_table_n_rows (attractors); r++)
    {
      const LabCell *row = cells + r * attractors->n_columns;
      gboolean begins = r == 0 || strcmp (row[0].text, row[-attractors->n_columns].text) != 0;
      gboolean ends = r + 1 == lab_table_n_rows (attractors) || strcmp (row[0].text, row[attractors->n_columns].text) != 0;
      g_autofree char *kind = cli_json_string (row[1].text), *name = cli_json_string (row[2].text), *value = cli_json_number (row[3].value);
      g_autofree char *period = cli_json_number (row[4].value);

      if (begins)
        g_string_append_printf (text, "%s{\"letter\": \"%s\", \"kind\": %s, \"period\": %s, \"x\": {", r > 0 ? ", " : "", row[0].text, kind,
                                period);
      g_string_append_printf (text, "%s%s: %s%s", begins ? "" : ", ", name, value, ends ? "}}" : "");
    }
  g_string_append (text, "], \"shares\": ");
  for (int r = 0; r < lab_table_n_rows (shares); r++)
    {
      const LabCell *row = &g_array_index (shares->cells, LabCell, r * shares->n_columns);
      g_autofree char *share = cli_json_number (row[1].value);

      g_string_append_printf (text, "%s\"%s\": %s", r > 0 ? ", " : "{", row[0].text, share);
    }
  if (lab_table_n_rows (shares) == 0)
    g_string_append_c (text, '{');
  g_string_append (text, "}, \"grid\": ");
  append_grid (text, result->grids->pdata[0]);
  g_string_append (text, "}\n");
}

/* ---- files of grids ---- */

gboolean
cli_study_check_output (const CliArguments *arguments)
{
  const char *path = cli_arguments_value (arguments, "output");
  PlotFormat format;

  if (path == NULL || g_str_has_suffix (path, ".csv") || plot_format_from_path (path, &format, NULL))
    return TRUE;
  cli_error ("'--output' takes a file that ends in .csv, .png, .svg or .pdf, not '%s'", path);
  return FALSE;
}

/* Returns one CSV row for each cell: the centre of the cell, then the letter and the value of each grid. All grids of a result have the
 * same axes. */
static void
append_rows (GString *out, const LabResult *result)
{
  const LabGrid *first = result->grids->pdata[0];
  gboolean is_plane = *first->y_name != '\0';

  g_string_append_printf (out, "%s%s%s", first->x_name, is_plane ? "," : "", first->y_name);
  for (guint k = 0; k < result->grids->len; k++)
    {
      const LabGrid *grid = result->grids->pdata[k];

      g_string_append_printf (out, ",%s", grid->codes != NULL ? "letter,capture" : grid->name);
    }
  g_string_append_c (out, '\n');
  for (int cell = 0; cell < first->nx * first->ny; cell++)
    {
      g_autofree char *x = cli_number (lab_grid_x (first, cell % first->nx)), *y = cli_number (lab_grid_y (first, cell / first->nx));

      g_string_append_printf (out, "%s%s%s", x, is_plane ? "," : "", is_plane ? y : "");
      for (guint k = 0; k < result->grids->len; k++)
        {
          const LabGrid *grid = result->grids->pdata[k];
          g_autofree char *value = isfinite (grid->values[cell]) ? cli_number (grid->values[cell]) : g_strdup ("");

          if (grid->codes != NULL)
            g_string_append_printf (out, ",%c", letter_of (grid->codes[cell]));
          g_string_append_printf (out, ",%s", value);
        }
      g_string_append_c (out, '\n');
    }
}

/* Draws the first grid of the result. */
static GBytes *
draw (const LabResult *result, PlotFormat format, GError **error)
{
  const LabGrid *grid = result->grids->pdata[0];
  const PlotTheme *theme = plot_theme_find ("light");
  PlotStudyText text = { grid->codes != NULL ? "Basins of attraction" : grid->name, NULL, grid->x_name, grid->y_name };
  g_autoptr (PlotFigure) figure = plot_figure_new ();

  plot_figure_add (figure, 0, plot_study_grid_new (result, 0, &text, NULL), 1);
  plot_figure_set_theme (figure, theme);
  return plot_export_bytes (figure, format, 540, 500, theme, NULL, NULL, error);
}

int
cli_study_write_output (const CliArguments *arguments, const LabResult *result)
{
  const char *path = cli_arguments_value (arguments, "output");
  g_autoptr (GError) error = NULL;
  PlotFormat format;
  g_autoptr (GBytes) bytes = NULL;

  if (path == NULL)
    return CLI_OK;
  if (result->grids->len == 0)
    {
      cli_error ("'--output': this study has no grid");
      return CLI_USAGE;
    }
  if (plot_format_from_path (path, &format, NULL))
    bytes = draw (result, format, &error);
  else
    {
      GString *rows = g_string_new (NULL);

      append_rows (rows, result);
      bytes = g_string_free_to_bytes (rows);
    }
  if (bytes != NULL && sim_write_file (path, bytes, 0, &error))
    return CLI_OK;
  cli_error ("%s", error->message);
  return CLI_FILE;
}

/* ---- results as JSON ---- */

char *
cli_study_form (const LabStudyKind *kind, const LabResult *result, const char *const *values)
{
  GString *text = g_string_new (NULL);

  if (strcmp (kind->id, "equilibria") == 0)
    append_equilibria (text, result);
  else if (strcmp (kind->id, "poincare") == 0)
    append_poincare (text, kind, result, values);
  else if (strcmp (kind->id, "lyapunov") == 0)
    append_lyapunov (text, result);
  else if (strcmp (kind->id, "orbit") == 0)
    append_orbit (text, kind, result, values);
  else if (strcmp (kind->id, "continue") == 0)
    append_continue (text, result);
  else if (strcmp (kind->id, "basin") == 0)
    append_basin (text, result);
  else if (strcmp (kind->id, "roa") == 0)
    append_roa (text, result);
  else
    return g_string_free (text, TRUE);
  return g_string_free (text, FALSE);
}

const CliOption *
cli_study_command_options (const LabStudyKind *kind)
{
  static GHashTable *made = NULL;
  CliOption *options;
  int n = kind->n_options;

  if (made == NULL)
    made = g_hash_table_new (g_str_hash, g_str_equal);
  options = g_hash_table_lookup (made, kind->id);
  if (options != NULL)
    return options;
  options = g_new0 (CliOption, n + 4);
  for (int k = 0; k < n; k++)
    {
      const LabOptionRow *row = &kind->options[k];

      options[k] = (CliOption) { row->key, row->argument,
                                 row->standard != NULL ? g_strdup_printf ("%s; %s by default", row->about, row->standard) : row->about };
    }
  if (kind->has_grids)
    options[n++] = (CliOption) { "output", "FILE.csv|png|svg|pdf", "file for the cells of the grid, or for their picture" };
  if (kind->has_curves)
    options[n++] = (CliOption) { "plot", "FILE.svg|pdf|png", "picture on the phase portrait of two states" };
  else if (plot_study_method_has_view (kind->id) || strcmp (kind->id, "phase-plane") == 0)
    options[n++] = (CliOption) { "plot", "FILE.svg|pdf|png", "picture of the result" };
  options[n] = (CliOption) { "format", kind->formats != NULL ? g_strconcat ("table|csv|json|", kind->formats, NULL) : "table|csv|json",
                             "output format; table by default" };
  g_hash_table_insert (made, (gpointer) kind->id, options);
  return options;
}
