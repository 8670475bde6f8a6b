/* The study `lyapunov`. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-lyapunov.h"
#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-orbit.h"
#include "lab-plane.h"
#include "lab-study-kind.h"
#include "lab-result.h"
#include "lab-state-table.h"

static const LabOptionRow lyapunov_options[] = {
  { "time", "T", N_("time over which the exponents are averaged; by default 250 times the time span of the model"), NULL, FALSE, N_("Averaging time") },
  { "transient", "T", N_("time before the averaging begins; by default the time span of the model"), NULL, FALSE, N_("Transient") },
};

/* Adds the table "history" with the exponents over the time so far, in the order of the orthonormal vectors. */
static void
add_history (LabResult *result, const LabLyapunov *found, const char *time_unit)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  LabTable *table;

  g_ptr_array_add (columns, g_strdup ("time"));
  for (int k = 0; k < found->n; k++)
    g_ptr_array_add (columns, g_strdup_printf ("lambda_%d", k + 1));
  g_ptr_array_add (columns, NULL);
  table = lab_result_add_table (result, "history", (const char *const *) columns->pdata);
  lab_table_set_unit (table, "time", time_unit);
  for (guint k = 0; k < found->history->len; k++)
    lab_table_add (table, g_array_index (found->history, double, k));
}

/* Part of the averaging time whose estimates of the largest exponent are compared with the last one. The error of an estimate falls like 1/t, so
 * that the difference from the estimate at this part of the time is an upper estimate of the error at the end. */
#define COMPARED_FROM 0.25

/* Returns the largest difference of the estimates of the exponent that is the largest at the end from its last value.
 * In symbols: max over rows with time ≥ COMPARED_FROM · T of |λ (time) − λ (T)|. */
static double
uncertainty_of (const LabLyapunov *found)
{
  guint rows = found->history->len / (guint) (found->n + 1);
  const double *history = (const double *) (gconstpointer) found->history->data;
  double uncertainty = 0;
  int column = 1;

  for (int c = 1; c <= found->n && rows > 0; c++)
    if (history[(rows - 1) * (guint) (found->n + 1) + (guint) c] > history[(rows - 1) * (guint) (found->n + 1) + (guint) column])
      column = c;
  for (guint r = 0; r < rows; r++)
    {
      const double *row = history + r * (guint) (found->n + 1);

      if (row[0] >= COMPARED_FROM * found->time)
        uncertainty = fmax (uncertainty, fabs (row[column] - found->exponents[0]));
    }
  return uncertainty;
}

/* Returns an uncertainty above 0 with one digit, rounded upwards. */
static double
round_up (double uncertainty)
{
  double unit = pow (10, floor (log10 (uncertainty)));

  return ceil (uncertainty / unit) * unit;
}

/* The exponent has as many digits as its uncertainty allows, at most six. */
static void
add_sentence (LabResult *result, const LabLyapunov *found)
{
  double uncertainty = uncertainty_of (found), shown = uncertainty > 0 ? round_up (uncertainty) : 0;
  int digits = shown > 0 ? (int) fmin (fmax (floor (log10 (fabs (found->exponents[0]) / shown)) + 1, 1), 6) : 6;
  g_autofree char *largest = lab_method_number (found->exponents[0], digits), *within = lab_method_number (shown, 1);

  lab_result_add_number (result, "uncertainty", uncertainty, NULL);
  if (fabs (found->exponents[0]) <= uncertainty)
    result->sentence = g_strdup_printf (_("The largest exponent is zero within its uncertainty of %s."), within);
  else
    result->sentence = g_strdup_printf (_("The largest exponent is %s with an uncertainty of %s."), largest, within);
}

/* Shows the exponents over the time so far while the study runs. */
typedef struct { const LabProgress *progress; const char *time_unit; } Shower;

static void
show_history (gpointer user, const LabLyapunov *partial)
{
  const Shower *shower = user;
  g_autoptr (LabResult) result = lab_result_new ();

  add_history (result, partial, shower->time_unit);
  lab_progress_show (shower->progress, result);
}

static LabResult *
lyapunov (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  static const char *const columns[] = { "number", "exponent", NULL };
  g_autoptr (LabFlow) flow = lab_flow_new (problem, error);
  g_autoptr (LabLyapunov) found = NULL;
  LabResult *result;
  LabTable *table;
  double time, transient;

  if (flow == NULL || !lab_flow_require_smooth (flow, error))
    return NULL;
  transient = flow->problem.t_end - flow->t;
  time = 250 * transient;
  if ((values[0] != NULL && !lab_option_above ("time", values[0], 0, &time, error))
      || (values[1] != NULL && !lab_option_time ("transient", values[1], &transient, error)))
    return NULL;
  if (!(time > 0))
    {
      lab_option_set_error (error, "time", _("the time span of the model is 0; set the option 'time'"));
      return NULL;
    }
  found = lab_lyapunov (flow, transient, time, progress, show_history, &(Shower) { progress, model_time_unit (problem->model) }, error);
  if (found == NULL)
    return NULL;
  result = lab_result_new ();
  lab_result_add_number (result, "largest", found->exponents[0], NULL);
  lab_result_add_number (result, "sum", found->sum, NULL);
  lab_result_add_number (result, "mean_trace", found->mean_trace, NULL);
  lab_result_add_number (result, "time", found->time, model_time_unit (problem->model));
  table = lab_result_add_table (result, "exponents", columns);
  for (int k = 0; k < found->n; k++)
    {
      lab_table_add (table, k + 1);
      lab_table_add (table, found->exponents[k]);
    }
  add_history (result, found, model_time_unit (problem->model));
  add_sentence (result, found);
  return result;
}

static void
lyapunov_json (LabJson *json, const LabResult *result, const char *const *values)
{
  static const char *const numbers[] = { "largest", "sum", "mean_trace", "time", "uncertainty" };
  const LabTable *table = lab_result_table (result, "exponents");

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_array (json, "exponents", LAB_JSON_FLAT);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    lab_json_cell (json, NULL, table, r, 1);
  lab_json_end (json);
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    lab_json_number_named (json, result, numbers[k]);
  lab_json_end (json);
}

const LabStudyKind lab_study_lyapunov = {
  .id = "lyapunov",
  .label = N_("Lyapunov exponents"),
  .advice = N_("Computes the mean rates at which neighbouring solutions separate or approach; a positive one indicates chaos."),
  .of = LAB_STUDY_OF_MODEL,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 90 15 50 25 70 40 60 95 62|5 10 20 30 40 35 95 35",
  .own_methods = TRUE,
  .details = "history",
  .explains = TRUE,
  .argument = "MODEL",
  .summary = "print the Lyapunov exponents",
  .description =
    "Prints all exponents of the orbit from the initial state, their sum, and the mean trace of df/dx, which must be equal to the sum.",
  .options = lyapunov_options,
  .n_options = G_N_ELEMENTS (lyapunov_options),
  .json = lyapunov_json,
  .run = lyapunov,
};
