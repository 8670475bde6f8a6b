/* Makes the result of the study `fit`: its tables, what is remarked on it, and its sentence. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-method-text.h"
#include "lab-study-fit-private.h"
#include "ode-format.h"

/* Correlations above this size are named. */
#define CORRELATED 0.95
/* Largest change of a quantity by tighter tolerances, in standard errors, that is not named. */
#define MOST_SHIFT 0.01

static const char *
quantity (const LabFitRequest *request, int j)
{
  int n = (int) request->names->len - 1;

  return j < n ? request->names->pdata[j] : request->states->pdata[j - n];
}

static const char *
status_of (const LabFit *fit, int j)
{
  if (fit->at_bound[j] != 0)
    return fit->at_bound[j] < 0 ? "at its lower bound" : "at its upper bound";
  return fit->determined[j] ? "" : "not determined by the data";
}

static void
add_parameters (LabResult *result, const LabFitRequest *request, const LabFit *fit)
{
  static const char *const columns[] = { "name", "start", "value", "standard_error", "low", "high", "profile_low", "profile_high", "status", NULL };
  LabTable *table = lab_result_add_table (result, "parameters", columns);

  for (int j = 0; j < fit->m; j++)
    {
      const double numbers[] = { fit->start[j], fit->theta[j], fit->error[j], fit->interval_low[j], fit->interval_high[j], fit->profile_low[j], fit->profile_high[j] };

      lab_table_add_text (table, quantity (request, j));
      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        lab_table_add (table, numbers[k]);
      lab_table_add_text (table, status_of (fit, j));
    }
}

static void
add_correlation (LabResult *result, const LabFitRequest *request, const LabFit *fit)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (int j = 0; j < fit->m; j++)
    g_ptr_array_add (names, (gpointer) quantity (request, j));
  g_ptr_array_add (names, NULL);
  lab_result_add_matrix (result, "correlation", (char **) names->pdata, (char **) names->pdata, fit->m, fit->m, fit->correlation);
}

static void
add_starts (LabResult *result, const LabFitRequest *request, const LabFit *fit)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  static const char *const first[] = { "sum", "minimum", "iterations", "evaluations", "message" };
  LabTable *table;

  for (guint k = 0; k < G_N_ELEMENTS (first); k++)
    g_ptr_array_add (columns, g_strdup (first[k]));
  for (int j = 0; j < fit->m; j++)
    g_ptr_array_add (columns, g_strdup_printf ("start %s", quantity (request, j)));
  for (int j = 0; j < fit->m; j++)
    g_ptr_array_add (columns, g_strdup (quantity (request, j)));
  g_ptr_array_add (columns, NULL);
  table = lab_result_add_table (result, "starts", (const char *const *) columns->pdata);
  for (guint k = 0; k < fit->starts->len; k++)
    {
      const LabFitStart *start = &g_array_index (fit->starts, LabFitStart, k);

      lab_table_add (table, start->sum);
      lab_table_add (table, start->minimum > 0 ? start->minimum : NAN);
      lab_table_add (table, start->iterations);
      lab_table_add (table, start->evaluations);
      lab_table_add_text (table, start->message != NULL ? start->message : "");
      for (int j = 0; j < fit->m; j++)
        lab_table_add (table, start->start[j]);
      for (int j = 0; j < fit->m; j++)
        lab_table_add (table, start->theta != NULL ? start->theta[j] : NAN);
    }
}

static const char *
series_name (const LabFitRequest *request, int series)
{
  return request->data->columns[GPOINTER_TO_INT (request->columns->pdata[series])].name;
}

static void
add_residuals (LabResult *result, const LabFitRequest *request, const LabFit *fit, const char *time_unit)
{
  static const char *const columns[] = { "series", "t", "measured", "error", "fitted", "residual", "weight", "line", NULL };
  LabTable *table = lab_result_add_table (result, "residuals", columns);

  lab_table_set_unit (table, "t", time_unit);
  for (guint k = 0; k < request->points->len; k++)
    {
      const LabFitPoint *point = &g_array_index (request->points, LabFitPoint, k);
      const double numbers[] = { point->t, point->value, point->error, fit->fitted[k], fit->residual[k], fit->weight[k], point->line };

      lab_table_add_text (table, series_name (request, point->series));
      for (guint c = 0; c < G_N_ELEMENTS (numbers); c++)
        lab_table_add (table, numbers[c]);
    }
}

static void
add_curve (LabResult *result, const LabFitRequest *request, const LabFit *fit, const char *time_unit)
{
  static const char *const columns[] = { "series", "t", "start", "fitted", "low", "high", NULL };
  LabTable *table = lab_result_add_table (result, "curve", columns);

  lab_table_set_unit (table, "t", time_unit);
  for (int k = 0; k < fit->n_series * fit->n_curve; k++)
    {
      const double numbers[] = { fit->curve_t[k % fit->n_curve], fit->curve_start[k], fit->curve[k], fit->curve[k] - fit->student * fit->curve_error[k],
                                 fit->curve[k] + fit->student * fit->curve_error[k] };

      lab_table_add_text (table, series_name (request, k / fit->n_curve));
      for (guint c = 0; c < G_N_ELEMENTS (numbers); c++)
        lab_table_add (table, numbers[c]);
    }
}

static void
add_profile (LabResult *result, const LabFitRequest *request, const LabFit *fit)
{
  static const char *const columns[] = { "name", "value", "sum", NULL };
  LabTable *table;

  if (fit->profile->len == 0)
    return;
  table = lab_result_add_table (result, "profile", columns);
  for (guint k = 0; k < fit->profile->len; k++)
    {
      const LabFitProfilePoint *point = &g_array_index (fit->profile, LabFitProfilePoint, k);

      lab_table_add_text (table, quantity (request, point->column));
      lab_table_add (table, point->value);
      lab_table_add (table, point->sum);
    }
}

/* Appends the units of the series, for the axes of the picture. */
static void
add_series (LabResult *result, const LabFitRequest *request)
{
  static const char *const columns[] = { "series", "expression", "unit", NULL };
  LabTable *table = lab_result_add_table (result, "series", columns);

  for (guint s = 0; s < request->columns->len; s++)
    {
      lab_table_add_text (table, series_name (request, (int) s));
      lab_table_add_text (table, request->expressions->pdata[s]);
      lab_table_add_text (table, request->data->columns[GPOINTER_TO_INT (request->columns->pdata[s])].unit);
    }
}

/* Appends a clause to a remark. */
static void add_clause (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add_clause (GString *text, const char *format, ...)
{
  va_list arguments;

  if (text->len > 0)
    g_string_append (text, "; ");
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

/* Names the quantities that the data do not determine, or the pairs that are strongly correlated. */
static void
remark_on_quantities (GString *text, const LabFitRequest *request, const LabFit *fit)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (int j = 0; j < fit->m; j++)
    {
      if (fit->at_bound[j] != 0)
        add_clause (text, fit->at_bound[j] < 0 ? _("'%s' is at its lower bound %g and has no interval") : _("'%s' is at its upper bound %g and has no interval"),
                    quantity (request, j), fit->theta[j]);
      if (!fit->determined[j])
        g_string_append_printf (names, "%s'%s'", names->len > 0 ? ", " : "", quantity (request, j));
    }
  if (names->len > 0)
    add_clause (text, _("the data do not determine %s: they can be changed, alone or together, without a change of the curve"), names->str);
  for (int i = 0; i < fit->m; i++)
    for (int j = 0; j < i; j++)
      if (fabs (fit->correlation[i * fit->m + j]) > CORRELATED)
        add_clause (text, _("these data determine '%s' and '%s' better together than alone: their correlation is %.4f"), quantity (request, j), quantity (request, i),
                    fit->correlation[i * fit->m + j]);
}

/* Names other minima whose sums are in the 95 % region of the smallest one. */
static void
remark_on_minima (GString *text, const LabFit *fit)
{
  const LabFitStart *best = &g_array_index (fit->starts, LabFitStart, 0);
  int last = 1, n_others = 0;
  double least = NAN;

  /* Where the data do not determine a quantity, the minima are not separate points. */
  for (int j = 0; j < fit->m; j++)
    if (!fit->determined[j])
      return;
  for (guint k = 1; k < fit->starts->len; k++)
    {
      const LabFitStart *start = &g_array_index (fit->starts, LabFitStart, k);

      if (start->minimum <= last || start->sum > best->sum + fit->scatter * fit->scatter * fit->student * fit->student)
        continue;
      last = start->minimum;
      if (n_others++ == 0)
        least = start->sum;
    }
  if (n_others > 0)
    add_clause (text, g_dngettext (GETTEXT_PACKAGE, "%d other minimum has nearly the same sum, %g; the table 'starts' has its values",
                                   "%d other minima have nearly the same sum, the smallest %g; the table 'starts' has their values", (gulong) n_others), n_others, least);
}

static void
remark_on_run (GString *text, const LabFit *fit)
{
  if (!fit->converged)
    add_clause (text, _("not converged: %s"), fit->message);
  if (fit->profile_found_less)
    add_clause (text, _("a profile found a smaller sum; more starts are needed"));
  if (isnan (fit->solver_shift))
    add_clause (text, _("the run with tighter tolerances failed, so that the error of the solver is not known"));
  else if (fit->solver_shift > MOST_SHIFT)
    add_clause (text, _("the error of the solver is not small beside the residuals: tighter tolerances move a quantity by %.2g standard errors"), fit->solver_shift);
  if (fit->differences != NULL)
    add_clause (text, _("derivatives are differences of runs: %s"), fit->differences);
}

static char *
remark_of (const LabFitRequest *request, const LabFit *fit, LabLoss loss)
{
  g_autoptr (GString) text = g_string_new (NULL);

  remark_on_run (text, fit);
  remark_on_quantities (text, request, fit);
  remark_on_minima (text, fit);
  if (loss != LAB_LOSS_LINEAR)
    add_clause (text, _("with a robust loss, errors and intervals are approximate"));
  if (request->left_out != NULL)
    add_clause (text, "%s", request->left_out);
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Returns how the signs of the residuals follow each other; NULL with fewer than 8 points, of which nothing can be said. For n₊ and n₋ residuals in random order
 * 2 n₊ n₋/(n₊ + n₋) changes are expected (Wald and Wolfowitz, Ann. Math. Statist. 11 (1940) 147). */
static char *
signs_of (const LabFit *fit)
{
  int positive = 0, negative = 0, changes = 0, last = 0;

  for (int k = 0; k < fit->n_points; k++)
    {
      int sign = (fit->residual[k] > 0) - (fit->residual[k] < 0);

      positive += sign > 0;
      negative += sign < 0;
      changes += sign != 0 && last != 0 && sign != last;
      last = sign != 0 ? sign : last;
    }
  if (positive + negative < 8 || fit->n_series > 1)
    return NULL;
  return g_strdup_printf (_("%d of %d residuals are positive. Changes of sign: %d; pure noise has about %.0f."), positive, fit->n_points, changes,
                          2.0 * positive * negative / (positive + negative));
}

/* Number of quantities that the sentence names; the table "parameters" has all. */
#define MOST_NAMED 6

/* Returns a sentence with the fitted values and their 95 % intervals. A value at a bound, or one that the data do not determine, has no interval. */
static char *
values_of (const LabFitRequest *request, const LabFit *fit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean has_interval = FALSE;

  for (int j = 0; j < MIN (fit->m, MOST_NAMED); j++)
    {
      g_autofree char *value = lab_method_number (fit->theta[j], 4), *low = lab_method_number (fit->interval_low[j], 3), *high = lab_method_number (fit->interval_high[j], 3);

      g_string_append_printf (text, "%s%s = %s", j > 0 ? ", " : "", quantity (request, j), value);
      if (isnan (fit->interval_low[j]))
        continue;
      g_string_append_printf (text, _(" (%s to %s)"), low, high);
      has_interval = TRUE;
    }
  if (!has_interval)
    return g_strdup_printf (fit->m > MOST_NAMED ? _("Fitted: %s, and others.") : _("Fitted: %s."), text->str);
  return g_strdup_printf (fit->m > MOST_NAMED ? _("Fitted, with 95 %% intervals: %s, and others.") : _("Fitted, with 95 %% intervals: %s."), text->str);
}

/* Compares the sum with its expectation, the degrees of freedom ν, and twice its standard deviation √(2ν), if the errors of the points are given. */
static char *
sentence_of (const LabFitRequest *request, const LabFit *fit)
{
  g_autofree char *sum = lab_method_number (fit->sum, 5), *scatter = lab_method_number (fit->scatter, 4), *signs = signs_of (fit), *first = NULL, *fitted = values_of (request, fit);
  double degrees = fit->degrees, spread = 2 * sqrt (2 * degrees);

  if (request->weights != LAB_WEIGHTS_ERRORS)
    first = g_strdup_printf (_("The sum of squares is %s with %d degrees of freedom: residuals have a standard deviation of %s."), sum, fit->degrees, scatter);
  else if (fit->sum > degrees + spread)
    first = g_strdup_printf (_("The weighted sum of squares is %s with %d degrees of freedom: the curve is %.2g times farther from the points than the error bars allow."), sum,
                             fit->degrees, sqrt (fit->sum / degrees));
  else if (fit->sum < degrees - spread)
    first = g_strdup_printf (_("The weighted sum of squares is %s with %d degrees of freedom: the curve is closer to the points than the error bars suggest."), sum, fit->degrees);
  else
    first = g_strdup_printf (_("The weighted sum of squares is %s with %d degrees of freedom: the curve is as close as the error bars allow."), sum, fit->degrees);
  return g_strjoin (" ", fitted, first, signs, NULL);
}

LabResult *
lab_fit_report (const LabProblem *problem, const LabFitRequest *request, const LabFit *fit, const LabFitSetup *setup)
{
  LabResult *result = lab_result_new ();
  const char *time_unit = model_time_unit (problem->model);
  int reached = 0;

  for (guint k = 0; k < fit->starts->len; k++)
    reached += g_array_index (fit->starts, LabFitStart, k).minimum == 1;
  lab_result_add_number (result, "sum_of_squares", fit->sum, NULL);
  lab_result_add_number (result, "points", fit->n_points, NULL);
  lab_result_add_number (result, "degrees_of_freedom", fit->degrees, NULL);
  lab_result_add_number (result, "residual_standard_deviation", fit->scatter, NULL);
  lab_result_add_number (result, "quantile", fit->student, NULL);
  lab_result_add_number (result, "starts", fit->starts->len, NULL);
  lab_result_add_number (result, "starts_at_minimum", reached, NULL);
  lab_result_add_number (result, "minima", fit->n_minima, NULL);
  lab_result_add_number (result, "solver_shift", fit->solver_shift, NULL);
  add_parameters (result, request, fit);
  add_correlation (result, request, fit);
  add_starts (result, request, fit);
  add_series (result, request);
  add_residuals (result, request, fit, time_unit);
  add_curve (result, request, fit, time_unit);
  add_profile (result, request, fit);
  result->remark = remark_of (request, fit, setup->loss);
  result->sentence = sentence_of (request, fit);
  return result;
}
