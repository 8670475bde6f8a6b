/* The studies `linearize`, `discretize` and `sensitivity`. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-eigen.h"
#include "lab-linear-text.h"
#include "lab-linear.h"
#include "lab-sensitivity.h"
#include "lab-study-kind.h"

/* Splits "a,b" into a NULL-terminated list of names. Returns NULL for NULL. */
static char **
split_names (const char *text)
{
  char **names = text != NULL ? g_strsplit (text, ",", -1) : NULL;

  for (int k = 0; names != NULL && names[k] != NULL; k++)
    g_strstrip (names[k]);
  return names;
}

/* Adds a matrix as a table whose first column has the names of the rows. */
static void
add_matrix (LabResult *result, const char *name, char **rows, char **columns, int n_rows, int n_columns, const double *values)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  LabTable *table;

  g_ptr_array_add (titles, (gpointer) "row");
  for (int j = 0; j < n_columns; j++)
    g_ptr_array_add (titles, columns[j]);
  g_ptr_array_add (titles, NULL);
  table = lab_result_add_table (result, name, (const char *const *)titles->pdata);
  for (int i = 0; i < n_rows; i++)
    {
      lab_table_add_text (table, rows[i]);
      for (int j = 0; j < n_columns; j++)
        lab_table_add (table, values[i * n_columns + j]);
    }
}

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
read_choice (const char *text, const char *yes, const char *no, gboolean *value, GError **error)
{
  *value = strcmp (text, yes) == 0;
  if (*value || strcmp (text, no) == 0)
    return TRUE;
  g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION, _ ("write %s or %s, not '%s'"), yes, no, text);
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

/* Adds a row for each state of each mode: the eigenvalue with the non-negative imaginary part of a pair, its frequency |λ| and damping
 * ratio −Re λ/|λ|, and the component of the eigenvector, whose length is 1 and whose largest component is real and positive. Returns FALSE
 * with an error if the study is cancelled. */
static gboolean
add_modes (LabResult *result, const LabLinear *linear, const LabProgress *progress, GError **error)
{
  static const char *const columns[] = { "mode", "re", "im", "frequency", "damping", "state", "shape_re", "shape_im", NULL };
  int n = linear->n_states, mode = 0;
  g_autofree double *values = g_new (double, 2 * n + 1), *vectors = g_new (double, 2 * n * n + 1);
  g_autoptr (GError) cancelled = NULL;
  LabTable *table;

  if (!lab_eigen_watched (n, linear->A, values, vectors, progress, 0.5, &cancelled))
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
        }
    }
  return TRUE;
}

static LabResult *
linearize (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (GStrv) inputs = split_names (values[0]), outputs = split_names (values[1]);
  g_autoptr (LabLinear) linear = NULL;
  double largest = -INFINITY;
  g_autoptr (LabResult) result = NULL;
  gboolean rest;

  if (!read_choice (values[2], "rest", "initial", &rest, error))
    return NULL;
  linear = lab_linear_new (problem, (const char *const *)inputs, (const char *const *)outputs, rest, progress, error);
  if (linear == NULL)
    return NULL;
  result = lab_result_new ();
  add_point (result, linear);
  add_matrix (result, "A", linear->states, linear->states, linear->n_states, linear->n_states, linear->A);
  add_matrix (result, "B", linear->states, linear->inputs, linear->n_states, linear->n_inputs, linear->B);
  add_matrix (result, "C", linear->outputs, linear->states, linear->n_outputs, linear->n_states, linear->C);
  add_matrix (result, "D", linear->outputs, linear->inputs, linear->n_outputs, linear->n_inputs, linear->D);
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

const LabStudyKind lab_study_linearize = {
  .id = "linearize",
  .label = N_ ("Linearization"),
  .advice =
      N_ ("Computes the matrices of the linear system near a point, its eigenvalues, and its modes with frequency, damping and shape."),
  .of = LAB_STUDY_OF_MODEL,
  .own_methods = TRUE,
  .options = linearize_options,
  .n_options = G_N_ELEMENTS (linearize_options),
  .formats = "yaml|matlab",
  .write = write_text,
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
  g_auto (GStrv) inputs = split_names (values[1]);
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
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION, _ ("the period must be a positive number, not '%s'"), values[0]);
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
  add_matrix (result, "A", linear->states, linear->states, n, n, Ad);
  add_matrix (result, "B", linear->states, linear->inputs, n, m, Bd);
  add_matrix (result, "f", linear->states, (char **)offset, n, 1, fd);
  return result;
}

const LabStudyKind lab_study_discretize = {
  .id = "discretize",
  .label = N_ ("Discretization"),
  .advice =
      N_ ("Computes the difference equation of the linearization with inputs that are constant in each period, by the matrix exponential."),
  .of = LAB_STUDY_OF_MODEL,
  .own_methods = TRUE,
  .options = discretize_options,
  .n_options = G_N_ELEMENTS (discretize_options),
  .formats = "yaml|matlab|model",
  .write = write_text,
  .run = discretize,
};

/* ---- sensitivity ---- */

static const LabOptionRow sensitivity_options[] = {
  { "parameters", "a,b", N_ ("differentiate with respect to these parameters; by default all scalar ones"), NULL, FALSE,
    N_ ("Parameters") },
  { "states", "x,y", N_ ("differentiate with respect to the initial values of these states; by default none"), NULL, FALSE,
    N_ ("Start values") },
  { "of", "x", N_ ("rank the parameters by their effect on this state; by default the first"), NULL, FALSE, N_ ("Ranked state") },
};

typedef struct
{
  const char *name;
  double value, derivative, effect;
} Rank;

static int
compare_ranks (const void *a, const void *b)
{
  double x = fabs (((const Rank *)a)->effect), y = fabs (((const Rank *)b)->effect);

  if (isnan (x) || isnan (y))
    return isnan (x) - isnan (y);
  return (x < y) - (x > y);
}

/* Ranks the varied quantities by the change of the state that a change of the quantity by 1 % causes, largest first. A refused quantity is
 * not in the ranking. A quantity whose value is 0 comes last, without an effect, because 1 % of it is no change. */
static void
add_ranks (LabResult *result, const LabSensitivity *s, int state)
{
  static const char *const columns[] = { "name", "value", "derivative", "effect_of_1_percent", NULL };
  g_autofree Rank *ranks = g_new0 (Rank, s->n_columns + 1);
  int n = 0;
  LabTable *table = lab_result_add_table (result, "ranking", columns);

  for (int c = 0; c < s->n_columns; c++)
    {
      double derivative = s->dx[state * s->n_columns + c];

      if (s->refused[c] == NULL)
        ranks[n++] = (Rank){ s->columns[c], s->values[c], derivative, s->values[c] != 0 ? 0.01 * derivative * s->values[c] : NAN };
    }
  qsort (ranks, (gsize)n, sizeof *ranks, compare_ranks);
  for (int c = 0; c < n; c++)
    {
      lab_table_add_text (table, ranks[c].name);
      lab_table_add (table, ranks[c].value);
      lab_table_add (table, ranks[c].derivative);
      lab_table_add (table, ranks[c].effect);
    }
}

/* Adds a table of the refused quantities with the reasons. */
static void
add_refused (LabResult *result, const LabSensitivity *s)
{
  static const char *const columns[] = { "name", "reason", NULL };
  LabTable *table = NULL;

  for (int c = 0; c < s->n_columns; c++)
    {
      if (s->refused[c] == NULL)
        continue;
      if (table == NULL)
        table = lab_result_add_table (result, "refused", columns);
      lab_table_add_text (table, s->columns[c]);
      lab_table_add_text (table, s->refused[c]);
    }
}

/* Adds the derivatives of the time at which the run ends, if it depends on a quantity. */
static void
add_end (LabResult *result, const LabSensitivity *s)
{
  char *row = (char *)"t";
  gboolean any = FALSE;

  for (int c = 0; c < s->n_columns; c++)
    any |= s->refused[c] == NULL && s->dt[c] != 0;
  if (any)
    add_matrix (result, "dt", &row, s->columns, 1, s->n_columns, s->dt);
}

/* Derivatives are accurate enough if their estimated errors are at most this fraction of them. Six digits are more
 * than a ranking needs; less is reported with the result. */
#define ACCURATE 1e-6
/* A derivative is insignificant if a change of the quantity by its own size changes the state by less than this fraction of its largest
 * value. */
#define INSIGNIFICANT 1e-9

/* Adds the estimated errors, and returns the largest of them, relative to the derivative or to the limit of significance if that is larger.
 */
static double
add_errors (LabResult *result, const LabSensitivity *s, char **names)
{
  double worst = 0;

  for (int i = 0; i < s->n_states; i++)
    for (int c = 0; c < s->n_columns; c++)
      {
        int k = i * s->n_columns + c;
        double size = fabs (s->dx[k]);

        if (s->values[c] != 0)
          size = fmax (size, INSIGNIFICANT * s->size[i] / fabs (s->values[c]));
        if (s->error[k] > 0 && s->refused[c] == NULL)
          worst = fmax (worst, s->error[k] / size);
      }
  add_matrix (result, "error", names, s->columns, s->n_states, s->n_columns, s->error);
  lab_result_add_number (result, "relative_error", worst, NULL);
  return worst;
}

/* Returns the sentence that the result needs; NULL: none. Free it with g_free. */
static char *
remark_of (const LabSensitivity *s, double error)
{
  g_autofree char *refusals = lab_sensitivity_refusals (s);
  g_autoptr (GString) text = g_string_new (NULL);

  if (refusals != NULL)
    g_string_append_printf (text, _ ("not differentiated: %s"), refusals);
  if (error > ACCURATE)
    g_string_append_printf (text, _ ("%sthe estimated errors of the derivatives are up to %.1e of them"), text->len > 0 ? "; " : "", error);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
add_states (LabResult *result, const LabSensitivity *s, char **names)
{
  static const char *const columns[] = { "state", "x", NULL };
  LabTable *table = lab_result_add_table (result, "x", columns);

  for (int i = 0; i < s->n_states; i++)
    {
      lab_table_add_text (table, names[i]);
      lab_table_add (table, s->x[i]);
    }
}

/* Runs the study. Without the option `parameters`, all scalar parameters are varied. */
static LabResult *
sensitivity (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (GStrv) parameters = values[0] != NULL ? split_names (values[0]) : lab_sensitivity_parameters (problem->model);
  g_auto (GStrv) initial = split_names (values[1]);
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autoptr (LabSensitivity) s = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  LabResult *result;
  double error_size;
  int state = 0;

  if (system == NULL)
    return NULL;
  for (int i = 0; i < model_system_n_states (system); i++)
    g_ptr_array_add (names, (gpointer)model_system_ode (system)->names[i]);
  if (values[2] != NULL)
    state = model_system_find_initial (system, values[2]);
  if (state < 0 || state >= (int)names->len)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION, _ ("unknown state '%s'"), values[2] != NULL ? values[2] : "");
      return NULL;
    }
  s = lab_sensitivity_new (problem, (const char *const *)parameters, (const char *const *)initial, progress, error);
  if (s == NULL)
    return NULL;
  if (s->message != NULL)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, s->message);
      return NULL;
    }
  result = lab_result_new ();
  lab_result_add_number (result, "t", s->t, model_time_unit (problem->model));
  add_states (result, s, (char **)names->pdata);
  add_matrix (result, "dx", (char **)names->pdata, s->columns, s->n_states, s->n_columns, s->dx);
  add_end (result, s);
  error_size = add_errors (result, s, (char **)names->pdata);
  add_ranks (result, s, state);
  add_refused (result, s);
  result->remark = remark_of (s, error_size);
  return result;
}

const LabStudyKind lab_study_sensitivity = {
  .id = "sensitivity",
  .label = N_ ("Sensitivity"),
  .advice = N_ ("Computes and ranks the derivatives of the final state of the exact solution with respect to parameters and initial "
                "values, through events, switches and discrete states. A derivative that does not exist is refused with its reason."),
  .of = LAB_STUDY_OF_MODEL,
  .own_methods = TRUE,
  .options = sensitivity_options,
  .n_options = G_N_ELEMENTS (sensitivity_options),
  .run = sensitivity,
};
