/* The study `sensitivity`. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-eigen.h"
#include "lab-linear-text.h"
#include "lab-linear.h"
#include "lab-option.h"
#include "lab-sensitivity.h"
#include "lab-study-kind.h"

static const LabOptionRow sensitivity_options[] = {
  { "parameters", "a,b", N_ ("differentiate with respect to these parameters; by default all scalar ones"), NULL, FALSE,
    N_ ("Parameters") },
  { "states", "x,y", N_ ("differentiate with respect to the initial values of these states; by default none"), NULL, FALSE,
    N_ ("Start values") },
  { "of", "x", N_ ("rank the parameters by their effect on this state; by default the first"), NULL, FALSE, N_ ("Ranked state") },
};

enum { SENSITIVITY_PARAMETERS, SENSITIVITY_STATES, SENSITIVITY_OF };

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
    lab_result_add_matrix (result, "dt", &row, s->columns, 1, s->n_columns, s->dt);
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
        /* A derivative of 0 with respect to a quantity of 0 has no size with which its error can be compared. */
        if (s->error[k] > 0 && size > 0 && s->refused[c] == NULL)
          worst = fmax (worst, s->error[k] / size);
      }
  lab_result_add_matrix (result, "error", names, s->columns, s->n_states, s->n_columns, s->error);
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
  g_auto (GStrv) parameters = values[0] != NULL ? lab_option_names (values[0]) : lab_sensitivity_parameters (problem->model);
  g_auto (GStrv) initial = lab_option_names (values[1]);
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
  if (names->len == 0)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _ ("the model has no continuous states"));
      return NULL;
    }
  if (values[2] != NULL)
    state = model_system_find_initial (system, values[2]);
  if (state < 0 || state >= (int)names->len)
    {
      lab_option_set_error (error, "of", _ ("unknown state '%s'"), values[2]);
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
  lab_result_add_matrix (result, "dx", (char **)names->pdata, s->columns, s->n_states, s->n_columns, s->dx);
  add_end (result, s);
  error_size = add_errors (result, s, (char **)names->pdata);
  add_ranks (result, s, state);
  add_refused (result, s);
  result->remark = remark_of (s, error_size);
  return result;
}

/* Writes a table of derivatives as two objects, first by parameters, with the key `by_parameters`, and then by the initial values that the
 * option names. */
static void
write_derivatives (LabJson *json, const LabTable *dx, const char *by_parameters, const char *by_initial, const char *initial)
{
  g_auto (GStrv) states = g_strsplit (initial != NULL ? initial : "", ",", -1);
  int first_initial = dx->n_columns - (int) g_strv_length (states);

  lab_json_object (json, by_parameters, LAB_JSON_FLAT);
  for (int c = 1; c < first_initial; c++)
    lab_json_pairs (json, dx->columns[c], dx, c);
  lab_json_end (json);
  lab_json_object (json, by_initial, LAB_JSON_FLAT);
  for (int c = first_initial; c < dx->n_columns; c++)
    lab_json_pairs (json, dx->columns[c], dx, c);
  lab_json_end (json);
}

static void
write_json (LabJson *json, const LabResult *result, const char *const *values)
{
  static const char *const rows[] = { "ranking", "refused" };
  const char *initial = values[SENSITIVITY_STATES];

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_all_numbers (json, result);
  lab_json_pairs (json, "x", lab_result_table (result, "x"), 1);
  write_derivatives (json, lab_result_table (result, "dx"), "dx_dp", "dx_dx0", initial);
  write_derivatives (json, lab_result_table (result, "error"), "error_dp", "error_dx0", initial);
  if (lab_result_table (result, "dt") != NULL)
    write_derivatives (json, lab_result_table (result, "dt"), "dt_dp", "dt_dx0", initial);
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    if (lab_result_table (result, rows[k]) != NULL)
      lab_json_rows (json, rows[k], lab_result_table (result, rows[k]));
  lab_json_end (json);
}

const LabStudyKind lab_study_sensitivity = {
  .id = "sensitivity",
  .label = N_ ("Sensitivity"),
  .advice = N_ ("Computes and ranks the derivatives of the final state of the exact solution with respect to parameters and initial "
                "values, through events, switches and discrete states. A derivative that does not exist is refused with its reason."),
  .of = LAB_STUDY_OF_MODEL,
  .own_methods = TRUE,
  .argument = "MODEL",
  .summary = "print derivatives of the final state with respect to parameters and initial values",
  .description =
    "Integrates the variational equations along the exact solution, through events, switches and discrete states, and ranks parameters by the "
    "effect of 1 %. --format json has the keys t, relative_error (the largest estimated error), x (the final states), dx_dp and dx_dx0 (the "
    "derivatives of the states with respect to each parameter and initial value), error_dp and error_dx0 (their estimated errors), dt_dp and dt_dx0 "
    "(derivatives of the end time, if it depends on them), ranking, and refused (names and reasons of derivatives that do not exist, which "
    "are null).",
  .options = sensitivity_options,
  .n_options = G_N_ELEMENTS (sensitivity_options),
  .json = write_json,
  .run = sensitivity,
};
