/* Writes the result of a linearization or discretization in three formats: YAML, MATLAB code, and a model of
 * Stepwise. */
#include "lab-linear-text.h"

#include <math.h>
#include <string.h>

#include "lab-result.h"
#include "model-yaml-writer.h"
#include "ode-format.h"

static const char *const matrices[] = { "A", "B", "C", "D", "f" };

/* ---- matrices as YAML ---- */

static void
write_rows (ModelYamlWriter *out, const LabTable *table)
{
  model_yaml_writer_begin_list (out, table->name);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      model_yaml_writer_begin_list (out, NULL);
      for (int c = 1; c < table->n_columns; c++)
        model_yaml_writer_number (out, NULL, lab_table_number (table, r, c));
      model_yaml_writer_end_list (out);
    }
  model_yaml_writer_end_list (out);
}

/* Writes the names of the rows, or of the columns, of a matrix. */
static void
write_names (ModelYamlWriter *out, const char *key, const LabTable *table, gboolean rows)
{
  int n = table == NULL ? 0 : rows ? lab_table_n_rows (table) : table->n_columns - 1;

  model_yaml_writer_begin_list (out, key);
  for (int k = 0; k < n; k++)
    model_yaml_writer_text (out, NULL, rows ? lab_table_text (table, k, 0) : table->columns[k + 1]);
  model_yaml_writer_end_list (out);
}

static void
write_eigenvalues (ModelYamlWriter *out, const LabTable *table)
{
  model_yaml_writer_begin_list (out, table->name);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      model_yaml_writer_begin_mapping (out, NULL);
      for (int c = 0; c < table->n_columns; c++)
        if (isfinite (lab_table_number (table, r, c)))
          model_yaml_writer_number (out, table->columns[c], lab_table_number (table, r, c));
      model_yaml_writer_end_mapping (out);
    }
  model_yaml_writer_end_list (out);
}

/* Columns of the table of modes. */
enum { MODE_NUMBER, MODE_RE, MODE_IM, MODE_FREQUENCY, MODE_DAMPING, MODE_STATE, MODE_SHAPE_RE, MODE_SHAPE_IM };

/* Returns whether a row of the table is the first one of its mode. */
static gboolean
begins_mode (const LabTable *table, int row)
{
  return row == 0 || lab_table_number (table, row, MODE_NUMBER) != lab_table_number (table, row - 1, MODE_NUMBER);
}

static void
write_shape (ModelYamlWriter *out, const LabTable *table, int first)
{
  model_yaml_writer_begin_mapping (out, "shape");
  for (int r = first; r < lab_table_n_rows (table) && (r == first || !begins_mode (table, r)); r++)
    {
      model_yaml_writer_begin_list (out, lab_table_text (table, r, MODE_STATE));
      model_yaml_writer_number (out, NULL, lab_table_number (table, r, MODE_SHAPE_RE));
      model_yaml_writer_number (out, NULL, lab_table_number (table, r, MODE_SHAPE_IM));
      model_yaml_writer_end_list (out);
    }
  model_yaml_writer_end_mapping (out);
}

static void
write_modes (ModelYamlWriter *out, const LabTable *table)
{
  model_yaml_writer_begin_list (out, table->name);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    if (begins_mode (table, r))
      {
        model_yaml_writer_begin_mapping (out, NULL);
        for (int c = MODE_RE; c <= MODE_DAMPING; c++)
          if (isfinite (lab_table_number (table, r, c)))
            model_yaml_writer_number (out, table->columns[c], lab_table_number (table, r, c));
        write_shape (out, table, r);
        model_yaml_writer_end_mapping (out);
      }
  model_yaml_writer_end_list (out);
}

char *
lab_linear_yaml (const LabProblem *problem, const LabResult *result)
{
  ModelYamlWriter *out = model_yaml_writer_new ();
  const LabTable *point = lab_result_table (result, "x"), *eigenvalues = lab_result_table (result, "eigenvalues");
  double period = lab_result_number (result, "period");

  model_yaml_writer_text (out, "model", model_id (problem->model));
  if (!isnan (period))
    model_yaml_writer_number (out, "period", period);
  write_names (out, "states", lab_result_table (result, "A"), TRUE);
  write_names (out, "inputs", lab_result_table (result, "B"), FALSE);
  if (lab_result_table (result, "C") != NULL)
    write_names (out, "outputs", lab_result_table (result, "C"), TRUE);
  model_yaml_writer_begin_mapping (out, "x");
  for (int r = 0; r < lab_table_n_rows (point); r++)
    model_yaml_writer_number (out, lab_table_text (point, r, 0), lab_table_number (point, r, 1));
  model_yaml_writer_end_mapping (out);
  if (isnan (period))
    {
      model_yaml_writer_begin_mapping (out, "slope");
      for (int r = 0; r < lab_table_n_rows (point); r++)
        model_yaml_writer_number (out, lab_table_text (point, r, 0), lab_table_number (point, r, 2));
      model_yaml_writer_end_mapping (out);
    }
  for (guint k = 0; k < G_N_ELEMENTS (matrices); k++)
    if (lab_result_table (result, matrices[k]) != NULL)
      write_rows (out, lab_result_table (result, matrices[k]));
  if (eigenvalues != NULL)
    write_eigenvalues (out, eigenvalues);
  if (lab_result_table (result, "modes") != NULL)
    write_modes (out, lab_result_table (result, "modes"));
  return model_yaml_writer_finish (out);
}

/* ---- matrices as MATLAB code ---- */

/* Appends a number with as many digits as reading it back needs to give the same number. */
static void
append_double (GString *out, double value)
{
  char text[ODE_FORMAT_SIZE];

  text[ode_format_double (text, value)] = '\0';
  g_string_append (out, text);
}

/* Appends "NAME = [a, b; c, d];", or zeros (n, m) for a matrix without entries. */
static void
append_matrix (GString *out, const LabTable *table, int first)
{
  int n = lab_table_n_rows (table), m = table->n_columns - first;

  if (n == 0 || m == 0)
    {
      g_string_append_printf (out, "%s = zeros (%d, %d);\n", table->name, n, m);
      return;
    }
  g_string_append_printf (out, "%s = [", table->name);
  for (int r = 0; r < n; r++)
    for (int c = 0; c < m; c++)
      {
        g_string_append (out, c > 0 ? ", " : r > 0 ? "; ..." "\n     " : "");
        append_double (out, lab_table_number (table, r, first + c));
      }
  g_string_append (out, "];\n");
}

/* Appends a cell array of texts. A quote in a MATLAB text is doubled. */
static void
append_names (GString *out, const char *key, const LabTable *table, gboolean rows)
{
  int n = rows ? lab_table_n_rows (table) : table->n_columns - 1;

  g_string_append_printf (out, "%s = {", key);
  for (int k = 0; k < n; k++)
    {
      g_auto (GStrv) parts = g_strsplit (rows ? lab_table_text (table, k, 0) : table->columns[k + 1], "'", -1);
      g_autofree char *escaped = g_strjoinv ("''", parts);

      g_string_append_printf (out, "%s'%s'", k > 0 ? ", " : "", escaped);
    }
  g_string_append (out, "};\n");
}

/* Appends "a + bi". The sign of the imaginary part is written apart, because MATLAB reads "1 -2i" in a list as two
 * numbers. */
static void
append_complex (GString *out, double re, double im)
{
  append_double (out, re);
  g_string_append (out, im < 0 ? " - " : " + ");
  append_double (out, fabs (im));
  g_string_append_c (out, 'i');
}

/* Appends the mode shapes as the columns of a matrix, with their eigenvalues, frequencies and damping ratios as rows of the same order. */
static void
append_modes (GString *out, const LabTable *table)
{
  static const struct { const char *name; int column; } numbers[] = { { "mode_frequencies", MODE_FREQUENCY }, { "mode_damping", MODE_DAMPING } };
  int n_rows = lab_table_n_rows (table), n = 0, m;

  while (n < n_rows && (n == 0 || !begins_mode (table, n)))
    n++;
  if (n == 0)
    return;
  m = n_rows / n;
  g_string_append (out, "modes = [");
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      {
        g_string_append (out, k > 0 ? ", " : i > 0 ? "; ..." "\n     " : "");
        append_complex (out, lab_table_number (table, k * n + i, MODE_SHAPE_RE), lab_table_number (table, k * n + i, MODE_SHAPE_IM));
      }
  g_string_append (out, "];\nmode_eigenvalues = [");
  for (int k = 0; k < m; k++)
    {
      g_string_append (out, k > 0 ? ", " : "");
      append_complex (out, lab_table_number (table, k * n, MODE_RE), lab_table_number (table, k * n, MODE_IM));
    }
  g_string_append (out, "];\n");
  for (guint q = 0; q < G_N_ELEMENTS (numbers); q++)
    {
      g_string_append_printf (out, "%s = [", numbers[q].name);
      for (int k = 0; k < m; k++)
        {
          double value = lab_table_number (table, k * n, numbers[q].column);

          g_string_append (out, k > 0 ? ", " : "");
          if (isfinite (value))
            append_double (out, value);
          else
            g_string_append (out, "NaN");
        }
      g_string_append (out, "];\n");
    }
}

char *
lab_linear_matlab (const LabProblem *problem, const LabResult *result)
{
  GString *out = g_string_new (NULL);
  const LabTable *point = lab_result_table (result, "x"), *eigenvalues = lab_result_table (result, "eigenvalues");
  const LabTable *outputs = lab_result_table (result, "C");
  double period = lab_result_number (result, "period");

  g_string_append_printf (out, "%% %s: %s in deviations from x0\n", model_id (problem->model),
                          isnan (period) ? "x' = f0 + A x + B u, y = C x + D u," : "x+ = A x + B u + f");
  append_names (out, "states", lab_result_table (result, "A"), TRUE);
  append_names (out, "inputs", lab_result_table (result, "B"), FALSE);
  if (outputs != NULL)
    append_names (out, "outputs", outputs, TRUE);
  g_string_append (out, "x0 = [");
  for (int r = 0; r < lab_table_n_rows (point); r++)
    {
      g_string_append (out, r > 0 ? "; " : "");
      append_double (out, lab_table_number (point, r, 1));
    }
  g_string_append (out, "];\n");
  if (isnan (period))
    {
      g_string_append (out, "f0 = [");
      for (int r = 0; r < lab_table_n_rows (point); r++)
        {
          g_string_append (out, r > 0 ? "; " : "");
          append_double (out, lab_table_number (point, r, 2));
        }
      g_string_append (out, "];\n");
    }
  else
    {
      g_string_append (out, "Ts = ");
      append_double (out, period);
      g_string_append (out, ";\n");
    }
  for (guint k = 0; k < G_N_ELEMENTS (matrices); k++)
    if (lab_result_table (result, matrices[k]) != NULL)
      append_matrix (out, lab_result_table (result, matrices[k]), 1);
  for (int r = 0; eigenvalues != NULL && r < lab_table_n_rows (eigenvalues); r++)
    {
      double im = lab_table_number (eigenvalues, r, 1);

      g_string_append (out, r > 0 ? "; " : "eigenvalues = [");
      append_double (out, lab_table_number (eigenvalues, r, 0));
      g_string_append (out, im < 0 ? " - " : " + ");
      append_double (out, fabs (im));
      g_string_append (out, r + 1 < lab_table_n_rows (eigenvalues) ? "i" : "i];\n");
    }
  if (lab_result_table (result, "modes") != NULL)
    append_modes (out, lab_result_table (result, "modes"));
  return g_string_free (out, FALSE);
}

/* ---- a model with discrete states ---- */

/* Converts a name such as x[2] to x_2. The columns of a matrix are elements of one section of the model, so that x[2] and x_2 are the only
 * names that could become equal. */
static char *
plain_name (const char *name)
{
  char *plain = g_strdup (name);
  gsize length = strlen (plain);

  if (length > 0 && plain[length - 1] == ']')
    plain[length - 1] = '\0';
  return g_strdelimit (plain, "[]", '_');
}

/* Appends the text " + factor*(name - origin)". Appends nothing if factor is 0. */
static void
append_term (GString *out, double factor, const char *name, double origin)
{
  if (factor == 0)
    return;
  g_string_append (out, factor < 0 ? " - " : " + ");
  append_double (out, fabs (factor));
  if (origin == 0)
    {
      g_string_append_printf (out, "*%s", name);
      return;
    }
  g_string_append_printf (out, "*(%s %c ", name, origin < 0 ? '+' : '-');
  append_double (out, fabs (origin));
  g_string_append_c (out, ')');
}

/* Returns the right side of a row of x⁺ = x₀ + f + A (x − x₀) + B (u − u₀) as text. */
static char *
update_of (const LabResult *result, int row, char **states, char **inputs, const double *u)
{
  const LabTable *A = lab_result_table (result, "A"), *B = lab_result_table (result, "B"), *f = lab_result_table (result, "f");
  const LabTable *point = lab_result_table (result, "x");
  GString *out = g_string_new (NULL);

  append_double (out, lab_table_number (point, row, 1) + lab_table_number (f, row, 1));
  for (int j = 0; j < A->n_columns - 1; j++)
    append_term (out, lab_table_number (A, row, j + 1), states[j], lab_table_number (point, j, 1));
  for (int j = 0; j < B->n_columns - 1; j++)
    append_term (out, lab_table_number (B, row, j + 1), inputs[j], u[j]);
  return g_string_free (out, FALSE);
}

/* Returns the names of the rows, or of the columns, of a matrix as names that a model may have. A name that becomes
 * equal to an earlier one gets an underscore. */
static char **
plain_names (const LabTable *table, gboolean rows)
{
  int n = rows ? lab_table_n_rows (table) : table->n_columns - 1;
  char **names = g_new0 (char *, n + 1);

  for (int k = 0; k < n; k++)
    {
      char *name = plain_name (rows ? lab_table_text (table, k, 0) : table->columns[k + 1]);

      while (g_strv_contains ((const char *const *) names, name))
        {
          char *longer = g_strconcat (name, "_", NULL);

          g_free (name);
          name = longer;
        }
      names[k] = name;
    }
  return names;
}

/* Writes the time span, and the head of an event at start + period, start + 2·period and so on, whose update is the
 * difference equation. The initial state is that at `start`. */
static void
write_clock (ModelYamlWriter *out, const LabProblem *problem, const ModelSystem *system, double period)
{
  double start = isnan (problem->t_start) ? model_system_t_start (system) : problem->t_start;
  double end = isnan (problem->t_end) ? model_system_t_end (system) : problem->t_end;

  model_yaml_writer_begin_mapping (out, "time");
  model_yaml_writer_number (out, "start", start);
  model_yaml_writer_number (out, "end", end);
  if (*model_time_unit (problem->model) != '\0')
    model_yaml_writer_text (out, "unit", model_time_unit (problem->model));
  model_yaml_writer_end_mapping (out);
  model_yaml_writer_begin_mapping (out, "events");
  model_yaml_writer_begin_mapping (out, "sample");
  model_yaml_writer_number (out, "every", period);
  model_yaml_writer_number (out, "offset", start + period);
  model_yaml_writer_begin_mapping (out, "update");
}

char *
lab_linear_model (const LabProblem *problem, const LabResult *result, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  const LabTable *A = lab_result_table (result, "A"), *B = lab_result_table (result, "B"), *point = lab_result_table (result, "x");
  g_auto (GStrv) states = plain_names (A, TRUE), inputs = plain_names (B, FALSE);
  int n = lab_table_n_rows (A), m = B->n_columns - 1;
  g_autofree double *u = g_new0 (double, m + 1);
  g_autofree char *name = NULL;
  ModelYamlWriter *out;

  if (system == NULL)
    return NULL;
  name = g_strdup_printf ("%s, sampled", model_name (problem->model));
  out = model_yaml_writer_new ();
  model_yaml_writer_integer (out, "format", 1);
  model_yaml_writer_text (out, "name", name);
  if (m > 0)
    model_yaml_writer_begin_mapping (out, "parameters");
  for (int j = 0; j < m; j++)
    {
      model_system_get_parameter (system, B->columns[j + 1], &u[j]);
      model_yaml_writer_number (out, inputs[j], u[j]);
    }
  if (m > 0)
    model_yaml_writer_end_mapping (out);
  model_yaml_writer_begin_mapping (out, "discrete");
  for (int i = 0; i < n; i++)
    model_yaml_writer_number (out, states[i], lab_table_number (point, i, 1));
  model_yaml_writer_end_mapping (out);
  write_clock (out, problem, system, lab_result_number (result, "period"));
  for (int i = 0; i < n; i++)
    {
      g_autofree char *update = update_of (result, i, states, inputs, u);

      model_yaml_writer_text (out, states[i], update);
    }
  model_yaml_writer_end_mapping (out);
  model_yaml_writer_end_mapping (out);
  model_yaml_writer_end_mapping (out);
  return model_yaml_writer_finish (out);
}
