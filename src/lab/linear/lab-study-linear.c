/* The studies `linearize`, `discretize` and `sensitivity`. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-eigen.h"
#include "lab-linear-text.h"
#include "lab-option.h"
#include "lab-linear.h"
#include "lab-option.h"
#include "lab-sensitivity.h"
#include "lab-study-kind.h"

static void
add_point (LabResult *result, const LabLinear *linear)
{
  static const char *const columns[] = { "state", "x", "slope", NULL };
  LabTable *table = lab_result_add_table (result, "x", columns);

  for (int i = 0; i < linear->n_states; i++)
    {
      lab_table_add_text (table, linear->states[i]);
      lab_table_add (table, linear->x[i]);
      lab_table_add (table, linear->f0[i]);
    }
}

/* Reads an option with two choices. */
static gboolean
read_choice (const char *key, const char *text, const char *yes, const char *no, gboolean *value, GError **error)
{
  *value = strcmp (text, yes) == 0;
  if (*value || strcmp (text, no) == 0)
    return TRUE;
  lab_option_set_error (error, key, _ ("write %s or %s, not '%s'"), yes, no, text);
  return FALSE;
}

/* Writes the result in the format "model", "yaml" or "matlab". */
static char *
write_text (const LabProblem *problem, const LabResult *result, const char *format, GError **error)
{
  if (strcmp (format, "model") == 0)
    return lab_linear_model (problem, result, error);
  return strcmp (format, "yaml") == 0 ? lab_linear_yaml (problem, result) : lab_linear_matlab (problem, result);
}

/* ---- linearize ---- */

static const LabOptionRow linearize_options[] = {
  { "inputs", "a,b", N_ ("the parameters to use as inputs"), NULL, FALSE, N_ ("Inputs") },
  { "outputs", "y,z", N_ ("the expressions to use as outputs; by default the outputs of the model"), NULL, FALSE, N_ ("Outputs") },
  { "at", "initial|rest", N_ ("linearize at the initial state, or at the equilibrium that Newton's method finds from it"), "initial", FALSE,
    N_ ("Point"), N_ ("initial state|point of rest") },
};

/* Computes the natural frequency |λ| and the damping ratio −Re λ/|λ| of an eigenvalue. These are ω₀ and ζ of s² + 2 ζ
 * ω₀ s + ω₀² (Åström and Murray, Feedback Systems, 2008, section 6.3). Without a motion, λ = 0, there is no damping
 * ratio. */
static void
add_eigenvalues (LabResult *result, const LabLinear *linear)
{
  static const char *const columns[] = { "re", "im", "frequency", "damping", NULL };
  LabTable *table = lab_result_add_table (result, "eigenvalues", columns);

  for (int i = 0; i < linear->n_states; i++)
    {
      double re = linear->eigenvalues[2 * i], im = linear->eigenvalues[2 * i + 1], size = hypot (re, im);

      lab_table_add (table, re);
      lab_table_add (table, im);
      lab_table_add (table, size);
      lab_table_add (table, size > 0 ? -re / size : NAN);
    }
}

/* Largest number of states for which modes are computed. Each eigenvector needs a factorization, so that the time grows with n⁴: 2 s for
 * 300. */
#define MODE_STATES 300

static int
count_equal (int n, const double *values, int k)
{
  int count = 0;

  for (int j = 0; j < n; j++)
    count += values[2 * j] == values[2 * k] && values[2 * j + 1] == values[2 * k + 1];
  return count;
}

/* States which shapes of a multiple eigenvalue the table has. directions: the number of its independent eigenvectors, at its first mode; 0: this
 * mode is the first one without a shape. */
static void
add_remark (LabResult *result, const double *value, int directions, int count)
{
  g_autofree char *number = value[1] != 0 ? g_strdup_printf ("%.6g + %.6g i", value[0], value[1]) : g_strdup_printf ("%.6g", value[0]);

  if (directions == count)
    result->remark = g_strdup_printf (_("the eigenvalue %s has multiplicity %d; every combination of its %d shapes is a mode, too"), number, count, count);
  else
    result->remark = g_strdup_printf (_("the eigenvalue %s has multiplicity %d and fewer independent shapes: some of its modes have none"), number, count);
}

/* Adds a row for each state of each mode: the eigenvalue with the non-negative imaginary part of a pair, its frequency |λ| and damping
 * ratio −Re λ/|λ|, and the component of the eigenvector, whose length is 1 and whose largest component is real and positive. Returns FALSE
 * with an error if the study is cancelled. */
static gboolean
add_modes (LabResult *result, const LabLinear *linear, const LabProgress *progress, GError **error)
{
  static const char *const columns[] = { "mode", "re", "im", "frequency", "damping", "state", "shape_re", "shape_im", "directions", NULL };
  int n = linear->n_states, mode = 0, multiple = -1;
  g_autofree int *directions = g_new (int, n + 1);
  g_autofree double *values = g_new (double, 2 * n + 1), *vectors = g_new (double, 2 * n * n + 1);
  g_autoptr (GError) cancelled = NULL;
  LabTable *table;

  if (!lab_eigen_watched (n, linear->A, values, vectors, progress, 0.5, &cancelled)
      || !lab_eigen_spaces (n, linear->A, values, vectors, directions, progress, 0.9, &cancelled))
    {
      if (cancelled == NULL)
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return FALSE;
    }
  table = lab_result_add_table (result, "modes", columns);
  for (int k = 0; k < n; k++)
    {
      double re = values[2 * k], im = values[2 * k + 1], size = hypot (re, im);

      if (im < 0)
        continue;
      mode++;
      for (int i = 0; i < n; i++)
        {
          lab_table_add (table, mode);
          lab_table_add (table, re);
          lab_table_add (table, im);
          lab_table_add (table, size);
          lab_table_add (table, size > 0 ? -re / size : NAN);
          lab_table_add_text (table, linear->states[i]);
          lab_table_add (table, vectors[2 * n * k + 2 * i]);
          lab_table_add (table, vectors[2 * n * k + 2 * i + 1]);
          lab_table_add (table, directions[k]);
        }
      if (directions[k] != 1 && multiple < 0)
        multiple = k;
    }
  if (multiple >= 0)
    add_remark (result, values + 2 * multiple, directions[multiple], count_equal (n, values, multiple));
  return TRUE;
}

static LabResult *
linearize (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (GStrv) inputs = lab_option_names (values[0]), outputs = lab_option_names (values[1]);
  g_autoptr (LabLinear) linear = NULL;
  double largest = -INFINITY;
  g_autoptr (LabResult) result = NULL;
  gboolean rest;

  if (!read_choice ("at", values[2], "rest", "initial", &rest, error))
    return NULL;
  linear = lab_linear_new (problem, (const char *const *)inputs, (const char *const *)outputs, rest, progress, error);
  if (linear == NULL)
    return NULL;
  result = lab_result_new ();
  add_point (result, linear);
  lab_result_add_matrix (result, "A", linear->states, linear->states, linear->n_states, linear->n_states, linear->A);
  lab_result_add_matrix (result, "B", linear->states, linear->inputs, linear->n_states, linear->n_inputs, linear->B);
  lab_result_add_matrix (result, "C", linear->outputs, linear->states, linear->n_outputs, linear->n_states, linear->C);
  lab_result_add_matrix (result, "D", linear->outputs, linear->inputs, linear->n_outputs, linear->n_inputs, linear->D);
  add_eigenvalues (result, linear);
  if (linear->n_states > MODE_STATES)
    result->remark = g_strdup_printf (_ ("modes are computed for at most %d states"), MODE_STATES);
  else if (!add_modes (result, linear, progress, error))
    return NULL;
  for (int i = 0; i < linear->n_states; i++)
    largest = fmax (largest, linear->eigenvalues[2 * i]);
  lab_result_add_number (result, "largest_real_part", largest, NULL);
  return g_steal_pointer (&result);
}

/* Writes the columns from `first` up to `end` of a table as a list of rows. */
static void
write_rows (LabJson *json, const char *key, const LabTable *table, int first, int end)
{
  lab_json_array (json, key, LAB_JSON_FLAT);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      lab_json_array (json, NULL, LAB_JSON_FLAT);
      for (int c = first; c < end; c++)
        lab_json_cell (json, NULL, table, r, c);
      lab_json_end (json);
    }
  lab_json_end (json);
}

/* Writes the modes: one object for each, with its shape by states. The table has one row for each state of each mode. */
static void
write_modes (LabJson *json, const LabTable *table)
{
  int n_rows = lab_table_n_rows (table);

  lab_json_array (json, "modes", LAB_JSON_FLAT);
  for (int r = 0; r < n_rows; r++)
    {
      const LabCell *row = &g_array_index (table->cells, LabCell, r * table->n_columns);

      if (r == 0 || row[0].value != lab_table_number (table, r - 1, 0))
        {
          lab_json_object (json, NULL, LAB_JSON_FLAT);
          lab_json_numbers (json, "eigenvalue", (const double[]) { row[1].value, row[2].value }, 2);
          lab_json_number (json, "frequency", row[3].value);
          lab_json_number (json, "damping", row[4].value);
          lab_json_object (json, "shape", LAB_JSON_FLAT);
        }
      lab_json_numbers (json, row[5].text, (const double[]) { row[6].value, row[7].value }, 2);
      if (r + 1 == n_rows || row[0].value != lab_table_number (table, r + 1, 0))
        {
          lab_json_end (json);
          lab_json_end (json);
        }
    }
  lab_json_end (json);
}

static void
write_json (LabJson *json, const LabResult *result, const char *const *values)
{
  static const char *const matrices[] = { "A", "B", "C", "D", "f" };

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_all_numbers (json, result);
  lab_json_pairs (json, "x", lab_result_table (result, "x"), 1);
  for (guint k = 0; k < G_N_ELEMENTS (matrices); k++)
    if (lab_result_table (result, matrices[k]) != NULL)
      {
        const LabTable *matrix = lab_result_table (result, matrices[k]);

        write_rows (json, matrices[k], matrix, 1, matrix->n_columns);
      }
  if (lab_result_table (result, "eigenvalues") != NULL)
    write_rows (json, "eigenvalues", lab_result_table (result, "eigenvalues"), 0, 2);
  if (lab_result_table (result, "modes") != NULL)
    write_modes (json, lab_result_table (result, "modes"));
  lab_json_end (json);
}

const LabStudyKind lab_study_linearize = {
  .id = "linearize",
  .label = N_ ("Linearization"),
  .advice =
      N_ ("Computes the matrices of the linear system near a point, its eigenvalues, and its modes with frequency, damping and shape."),
  .of = LAB_STUDY_OF_MODEL,
  .own_methods = TRUE,
  .argument = "MODEL",
  .summary = "print the linear system near a point, with its eigenvalues",
  .description =
    "Prints A = df/dx, B = df/du, C and D at the initial state or at an equilibrium, the eigenvalues of A, and its modes with frequency, "
    "damping ratio and shape. "
    "Derivatives are symbolic.",
  .options = linearize_options,
  .n_options = G_N_ELEMENTS (linearize_options),
  .formats = "yaml|matlab",
  .write = write_text,
  .json = write_json,
  .run = linearize,
};

/* ---- discretize ---- */

static const LabOptionRow discretize_options[] = {
  { "period", "T", N_ ("time between two samples"), NULL, TRUE, N_ ("Period") },
  { "inputs", "a,b", N_ ("the parameters to use as inputs, constant in each period"), NULL, FALSE, N_ ("Inputs") },
};

/* Returns FALSE with an error for a model whose motion over a period no difference equation with constant matrices
 * describes. The matrices are constant only if f does not depend on t and nothing but the inputs changes the states
 * inside a period. */
static gboolean
can_discretize (const LabProblem *problem, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);

  if (system == NULL)
    return FALSE;
  if (model_system_ode (system)->time_dependent)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED,
                           _("the equations depend on t, so a difference equation with constant matrices does not describe the model; make the "
                             "term in t a parameter and name it as an input"));
      return FALSE;
    }
  for (int k = 0; k < model_system_n_events (system); k++)
    {
      const ModelEvent *event = model_system_event (system, k);

      if (!model_event_acts (event) || (problem->events_off != NULL && g_hash_table_contains (problem->events_off, event->name)))
        continue;
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED,
                   _("the event '%s' acts inside a period, which a difference equation does not describe; disable it"), event->name);
      return FALSE;
    }
  for (int k = 0; k < model_system_n_columns (system); k++)
    if (model_system_column (system, k)->type == MODEL_COLUMN_NOISE)
      {
        g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED,
                     _("the noise '%s' changes inside a period, which a difference equation does not describe"),
                     model_system_column (system, k)->name);
        return FALSE;
      }
  return TRUE;
}

/* The result describes deviations from the point (x₀, u₀): x⁺ = x₀ + Ad (x − x₀) + Bd (u − u₀) + fd. */
static LabResult *
discretize (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (GStrv) inputs = lab_option_names (values[1]);
  static const char *const no_outputs[] = { NULL };
  static char *const offset[] = { (char *)"offset", NULL };
  double period = g_ascii_strtod (values[0], NULL);
  g_autoptr (LabLinear) linear = NULL;
  g_autofree double *Ad = NULL, *Bd = NULL, *fd = NULL;
  g_autoptr (GError) cancelled = NULL;
  LabResult *result;
  int n, m;

  if (!(period > 0) || !isfinite (period))
    {
      lab_option_set_error (error, "period", _ ("the period must be a positive number, not '%s'"), values[0]);
      return NULL;
    }
  if (!can_discretize (problem, error))
    return NULL;
  linear = lab_linear_new (problem, (const char *const *) inputs, no_outputs, FALSE, progress, error);
  if (linear == NULL)
    return NULL;
  n = linear->n_states;
  m = linear->n_inputs;
  Ad = g_new (double, n *n + 1);
  Bd = g_new (double, n *m + 1);
  fd = g_new (double, n + 1);
  if (!lab_discretize (n, m, linear->A, linear->B, linear->f0, period, Ad, Bd, fd, progress, &cancelled))
    {
      if (cancelled != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cancelled));
          return NULL;
        }
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _ ("the discretization is not finite"));
      return NULL;
    }
  result = lab_result_new ();
  lab_result_add_number (result, "period", period, model_time_unit (problem->model));
  add_point (result, linear);
  lab_result_add_matrix (result, "A", linear->states, linear->states, n, n, Ad);
  lab_result_add_matrix (result, "B", linear->states, linear->inputs, n, m, Bd);
  lab_result_add_matrix (result, "f", linear->states, (char **)offset, n, 1, fd);
  return result;
}

const LabStudyKind lab_study_discretize = {
  .id = "discretize",
  .label = N_ ("Discretization"),
  .advice =
      N_ ("Computes the difference equation of the linearization with inputs that are constant in each period, by the matrix exponential."),
  .of = LAB_STUDY_OF_MODEL,
  .own_methods = TRUE,
  .argument = "MODEL",
  .summary = "print the difference equation of the linear system near the initial state",
  .description =
    "Prints A, B and f of x+ = A x + B u + f, in deviations from the initial state, with inputs held over the period, by the matrix "
    "exponential. It is exact for linear and affine models. --format model writes a model file with an event that updates the states at each "
    "multiple of the period.",
  .options = discretize_options,
  .n_options = G_N_ELEMENTS (discretize_options),
  .formats = "yaml|matlab|model",
  .write = write_text,
  .json = write_json,
  .run = discretize,
};
