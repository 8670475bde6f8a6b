/* The study `fit`. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-data.h"
#include "lab-fit.h"
#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-study-kind.h"
#include "ode-format.h"

static const LabOptionRow fit_options[] = {
  { "data", "DATA", N_("CSV or TSV file with times and measured values"), NULL, TRUE, N_("Data") },
  { "parameters", "a=A:B,b,…", N_("parameters to fit, each with or without bounds, of which one may be left out"), NULL, FALSE, N_("Parameters") },
  { "states", "x=A:B,y,…", N_("states whose initial values are fitted, with or without bounds"), NULL, FALSE, N_("Start values") },
  { "columns", "COLUMN=EXPRESSION,…", N_("columns of the data and the expressions of the model that predict them; by default those with the same name"), NULL, FALSE,
    N_("Columns") },
  { "time", "COLUMN", N_("column of the times; by default that named t or time, otherwise the first"), NULL, FALSE, N_("Time") },
  { "only", "COLUMN=VALUE", N_("only the rows in which this column has this value"), NULL, FALSE, N_("Rows") },
  { "weights", "equal|errors|relative", N_("divide residuals by nothing, by the error of the point, or by the measured value; by default by the errors if the file has them"),
    NULL, FALSE, N_("Weights"), N_("equal|error bars|relative") },
  { "scatter", "estimated|given", N_("estimate the size of the errors from the residuals, or take the errors as they are given"), "estimated", FALSE,
    N_("Size of errors"), N_("estimated|as given") },
  { "loss", "linear|huber|soft_l1|cauchy|arctan", N_("function of the squared residuals that is summed; all but linear reduce the effect of outliers"), "linear", FALSE, N_("Loss"),
    N_("squares|Huber|soft L1|Cauchy|arctan") },
  { "loss_scale", "A", N_("residual from which the loss grows more slowly than its square"), "1", FALSE, N_("Scale of the loss") },
  { "starts", "N", N_("number of starts: the first from the values of the model, the others at random between the bounds"), "8", FALSE, N_("Starts") },
  { "seed", "N", N_("seed of the random starts"), "1", FALSE, N_("Seed") },
  { "profiles", "true|false", N_("compute the least sum of squares with each quantity held at values around its fitted one"), "false", FALSE, N_("Profiles") },
};

enum
{
  FIT_DATA,
  FIT_PARAMETERS,
  FIT_STATES,
  FIT_COLUMNS,
  FIT_TIME,
  FIT_ONLY,
  FIT_WEIGHTS,
  FIT_SCATTER,
  FIT_LOSS,
  FIT_LOSS_SCALE,
  FIT_STARTS,
  FIT_SEED,
  FIT_PROFILES,
};

#define MOST_QUANTITIES 100
#define MOST_STARTS 10000
/* Number of times at which the fitted curve is drawn. */
#define CURVE_TIMES 201
/* Correlations above this size are named. */
#define CORRELATED 0.95
/* Largest change of a quantity by tighter tolerances, in standard errors, that is not named. */
#define MOST_SHIFT 0.01

/* What the options say. */
typedef struct
{
  LabData *data;
  GPtrArray *names, *states; /* names of fitted parameters and states, NULL-terminated after reading */
  GArray *low, *high;        /* bounds of the parameters, then of the states */
  GPtrArray *columns, *expressions;
  GArray *points;            /* LabFitPoint */
  char *left_out;            /* rows without a value or a time */
  LabWeights weights;
} Request;

static void
request_clear (Request *request)
{
  lab_data_free (request->data);
  g_ptr_array_unref (request->names);
  g_ptr_array_unref (request->states);
  g_array_unref (request->low);
  g_array_unref (request->high);
  g_ptr_array_unref (request->columns);
  g_ptr_array_unref (request->expressions);
  g_array_unref (request->points);
  g_free (request->left_out);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

/* ---- options ---- */

/* Reads "A:B", of which one may be empty. */
static gboolean
read_bounds (const char *key, const char *text, const char *part, double *low, double *high, GError **error)
{
  g_auto (GStrv) ends = g_strsplit (text, ":", -1);

  if (g_strv_length (ends) == 2 && (*g_strstrip (ends[0]) == '\0' || lab_option_number (ends[0], low))
      && (*g_strstrip (ends[1]) == '\0' || lab_option_number (ends[1], high)) && *low < *high)
    return TRUE;
  lab_option_set_error (error, key, _("'%s' takes names with bounds such as k=0.1:10, k=0: or k, not '%s'"), key, part);
  return FALSE;
}

/* Reads "a=A:B,b". */
static gboolean
read_quantities (const char *key, const char *text, Request *request, GPtrArray *names, GError **error)
{
  g_auto (GStrv) parts = lab_option_names (text != NULL ? text : "");

  for (char **part = parts; *part != NULL; part++)
    {
      const char *equals = strchr (*part, '=');
      g_autofree char *name = g_strstrip (equals != NULL ? g_strndup (*part, (gsize) (equals - *part)) : g_strdup (*part));
      double low = -INFINITY, high = INFINITY;

      if (**part == '\0' && parts[1] == NULL)
        break;
      if (*name == '\0' || (equals != NULL && !read_bounds (key, equals + 1, *part, &low, &high, error)))
        {
          if (*name == '\0')
            lab_option_set_error (error, key, _("'%s' takes names with bounds such as k=0.1:10, k=0: or k, not '%s'"), key, text);
          return FALSE;
        }
      for (guint k = 0; k < names->len; k++)
        if (strcmp (name, names->pdata[k]) == 0)
          {
            lab_option_set_error (error, key, _("'%s' is named twice"), name);
            return FALSE;
          }
      if (request->low->len >= MOST_QUANTITIES)
        {
          lab_option_set_error (error, key, _("at most %d quantities can be fitted"), MOST_QUANTITIES);
          return FALSE;
        }
      g_ptr_array_add (names, g_steal_pointer (&name));
      g_array_append_val (request->low, low);
      g_array_append_val (request->high, high);
    }
  g_ptr_array_add (names, NULL);
  return TRUE;
}

/* If the working folder has no file with a relative name, the file is looked for in the folder of the model. */
static char *
find_file (const LabProblem *problem, const char *name)
{
  const char *model = model_path (problem->model);
  g_autofree char *folder = model != NULL ? g_path_get_dirname (model) : NULL, *beside = NULL;

  if (folder == NULL || g_path_is_absolute (name) || g_file_test (name, G_FILE_TEST_EXISTS))
    return g_strdup (name);
  beside = g_build_filename (folder, name, NULL);
  return g_file_test (beside, G_FILE_TEST_EXISTS) ? g_steal_pointer (&beside) : g_strdup (name);
}

static gboolean
read_data (const LabProblem *problem, const char *const *values, Request *request, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) wrong = NULL;

  if (values[FIT_DATA] == NULL || *values[FIT_DATA] == '\0')
    {
      lab_option_set_error (error, "data", _("choose a CSV or TSV file with times and measured values, which begins with a line such as t,x"));
      return FALSE;
    }
  path = find_file (problem, values[FIT_DATA]);
  request->data = lab_data_read (path, &wrong);
  if (request->data == NULL)
    {
      lab_option_set_error (error, "data", "%s", wrong->message);
      return FALSE;
    }
  return TRUE;
}

/* Returns the column that an option names, or −1 with an error. */
static int
find_column (const LabData *data, const char *key, const char *name, GError **error)
{
  int column = lab_data_column (data, name);
  g_autofree char *names = lab_data_names (data);

  if (column < 0)
    lab_option_set_error (error, key, _("%s has no column '%s'; it has %s, %s"), data->path, name, data->columns[data->time].name, names);
  else if (data->columns[column].text != NULL)
    {
      lab_option_set_error (error, key, _("the column '%s' of %s has the text '%s'; numbers are needed"), name, data->path, data->columns[column].text);
      return -1;
    }
  return column;
}

/* Reads "COLUMN=EXPRESSION,…". A comma inside brackets belongs to the expression. */
static gboolean
read_pairs (const char *text, Request *request, GError **error)
{
  const char *start = text;
  int depth = 0;

  for (const char *p = text;; p++)
    {
      depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
      if (*p == '\0' || (*p == ',' && depth <= 0))
        {
          g_autofree char *part = g_strstrip (g_strndup (start, (gsize) (p - start)));
          char *equals = strchr (part, '=');
          int column;

          if (equals == NULL || equals == part || equals[1] == '\0')
            {
              lab_option_set_error (error, "columns", _("'columns' takes COLUMN=EXPRESSION, such as conc=blood/volume, not '%s'"), part);
              return FALSE;
            }
          *equals = '\0';
          column = find_column (request->data, "columns", g_strstrip (part), error);
          if (column < 0)
            return FALSE;
          g_ptr_array_add (request->columns, GINT_TO_POINTER (column));
          g_ptr_array_add (request->expressions, g_strstrip (g_strdup (equals + 1)));
          start = p + 1;
        }
      if (*p == '\0')
        return TRUE;
    }
}

/* Takes the columns of the data that have the name of a column of the model. */
static gboolean
match_columns (const LabProblem *problem, Request *request, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autoptr (GString) known = g_string_new (NULL);
  g_autofree char *names = lab_data_names (request->data);

  if (system == NULL)
    return FALSE;
  for (int k = 0; k < request->data->n_columns; k++)
    if (k != request->data->time && request->data->columns[k].text == NULL && model_system_find_column (system, request->data->columns[k].name) >= 0)
      {
        g_ptr_array_add (request->columns, GINT_TO_POINTER (k));
        g_ptr_array_add (request->expressions, g_strdup (request->data->columns[k].name));
      }
  for (int k = 0; k < MIN (model_system_n_columns (system), 20); k++)
    g_string_append_printf (known, "%s%s", k > 0 ? ", " : "", model_system_column (system, k)->name);
  if (request->columns->len > 0)
    return TRUE;
  lab_option_set_error (error, "columns", _("no column of %s (%s) has the name of a quantity of the model (%s); the option 'columns' says which belong together, such as %s=%s"),
                        request->data->path, names, known->str, request->data->columns[request->data->time == 0 ? 1 : 0].name,
                        model_system_n_columns (system) > 0 ? model_system_column (system, 0)->name : "x");
  return FALSE;
}

static gboolean
choose_columns (const LabProblem *problem, const char *const *values, Request *request, GError **error)
{
  if (values[FIT_TIME] != NULL && *values[FIT_TIME] != '\0')
    {
      request->data->time = find_column (request->data, "time", values[FIT_TIME], error);
      if (request->data->time < 0)
        {
          request->data->time = 0;
          return FALSE;
        }
    }
  if (values[FIT_COLUMNS] != NULL && *values[FIT_COLUMNS] != '\0')
    {
      if (!read_pairs (values[FIT_COLUMNS], request, error))
        return FALSE;
    }
  else if (!match_columns (problem, request, error))
    return FALSE;
  g_ptr_array_add (request->expressions, NULL);
  return TRUE;
}

/* Chooses the weights: those of the option, or the errors if all columns have them. */
static gboolean
choose_weights (const char *text, Request *request, GError **error)
{
  static const char *const words[] = { "equal", "errors", "relative" };
  int without = -1;

  for (guint k = 0; k < request->columns->len; k++)
    if (request->data->columns[GPOINTER_TO_INT (request->columns->pdata[k])].errors < 0)
      without = GPOINTER_TO_INT (request->columns->pdata[k]);
  if (text == NULL || *text == '\0')
    {
      request->weights = without < 0 ? LAB_WEIGHTS_ERRORS : LAB_WEIGHTS_EQUAL;
      return TRUE;
    }
  for (int k = 0; k < 3; k++)
    if (strcmp (text, words[k]) == 0)
      {
        request->weights = (LabWeights) k;
        if (k != LAB_WEIGHTS_ERRORS || without < 0)
          return TRUE;
        lab_option_set_error (error, "weights", _("%s has no column with the errors of '%s', such as %s_sd"), request->data->path,
                              request->data->columns[without].name, request->data->columns[without].name);
        return FALSE;
      }
  lab_option_set_error (error, "weights", _("'weights' is one of equal|errors|relative, not '%s'"), text);
  return FALSE;
}

static int
compare_points (const void *a, const void *b)
{
  const LabFitPoint *x = a, *y = b;

  if (x->t != y->t)
    return x->t < y->t ? -1 : 1;
  return x->line != y->line ? x->line - y->line : x->series - y->series;
}

/* Adds the values of a row. Returns FALSE with an error if a value cannot be weighted or is before the start. */
static gboolean
add_row (const LabProblem *problem, Request *request, int row, GError **error)
{
  const LabData *data = request->data;
  double t = data->columns[data->time].values[row];

  for (guint s = 0; s < request->columns->len; s++)
    {
      const LabDataColumn *column = &data->columns[GPOINTER_TO_INT (request->columns->pdata[s])];
      LabFitPoint point = { (int) s, t, column->values[row], column->errors >= 0 ? data->columns[column->errors].values[row] : NAN, data->lines[row] };

      if (isnan (point.value))
        continue;
      if (t < problem->t_start)
        {
          lab_option_set_error (error, "data", _("%s:%d: the time %g is before the start of the run, %g"), data->path, data->lines[row], t, problem->t_start);
          return FALSE;
        }
      if (request->weights == LAB_WEIGHTS_ERRORS && !(point.error > 0))
        {
          lab_option_set_error (error, "data", _("%s:%d: the error of '%s' must be above 0; the weights 'equal' do not need errors"), data->path, data->lines[row],
                                column->name);
          return FALSE;
        }
      if (request->weights == LAB_WEIGHTS_RELATIVE && point.value == 0)
        {
          lab_option_set_error (error, "data", _("%s:%d: the value of '%s' is 0, which has no relative weight"), data->path, data->lines[row], column->name);
          return FALSE;
        }
      g_array_append_val (request->points, point);
    }
  return TRUE;
}

/* Notes a row that is left out, because it has no time or no value. */
static void
note_left_out (GString *lines, int *n, int line)
{
  if (++*n <= 5)
    g_string_append_printf (lines, "%s%d", *n > 1 ? ", " : "", line);
}

static gboolean
take_points (const LabProblem *problem, const char *only, Request *request, GError **error)
{
  const LabData *data = request->data;
  const char *equals = only != NULL ? strchr (only, '=') : NULL;
  g_autofree char *name = equals != NULL ? g_strstrip (g_strndup (only, (gsize) (equals - only))) : NULL;
  g_autoptr (GString) lines = g_string_new (NULL);
  int filter = -1, n_left = 0;
  double wanted = NAN;

  if (only != NULL && *only != '\0')
    {
      if (equals == NULL || !lab_option_number (equals + 1, &wanted))
        {
          lab_option_set_error (error, "only", _("'only' takes COLUMN=VALUE, such as subject=1, not '%s'"), only);
          return FALSE;
        }
      filter = find_column (data, "only", name, error);
      if (filter < 0)
        return FALSE;
    }
  for (int row = 0; row < data->n_rows; row++)
    {
      guint before = request->points->len;

      if (filter >= 0 && data->columns[filter].values[row] != wanted)
        continue;
      if (!isnan (data->columns[data->time].values[row]) && !add_row (problem, request, row, error))
        return FALSE;
      if (request->points->len == before)
        note_left_out (lines, &n_left, data->lines[row]);
    }
  if (n_left > 0)
    request->left_out = g_strdup_printf (ngettext ("%d row has no time or no value and is left out: line %s%s", "%d rows have no time or no value and are left out: lines %s%s",
                                                   (gulong) n_left),
                                         n_left, lines->str, n_left > 5 ? ", …" : "");
  if (request->points->len == 0)
    {
      lab_option_set_error (error, only != NULL ? "only" : "data", _("%s has no row with a time and a value"), data->path);
      return FALSE;
    }
  g_array_sort (request->points, compare_points);
  return TRUE;
}

static gboolean
read_loss (const char *text, LabLoss *loss, GError **error)
{
  g_auto (GStrv) words = g_strsplit (fit_options[FIT_LOSS].argument, "|", -1);

  for (int k = 0; words[k] != NULL; k++)
    if (strcmp (words[k], text) == 0)
      {
        *loss = (LabLoss) k;
        return TRUE;
      }
  lab_option_set_error (error, "loss", _("'%s' is one of %s, not '%s'"), "loss", fit_options[FIT_LOSS].argument, text);
  return FALSE;
}

static gboolean
read_scatter (const char *text, const Request *request, gboolean *known, GError **error)
{
  *known = strcmp (text, "given") == 0;
  if (!*known && strcmp (text, "estimated") != 0)
    lab_option_set_error (error, "scatter", _("'%s' is one of %s, not '%s'"), "scatter", fit_options[FIT_SCATTER].argument, text);
  else if (*known && request->weights != LAB_WEIGHTS_ERRORS)
    lab_option_set_error (error, "scatter", _("errors as given need the weights 'errors'"));
  else
    return TRUE;
  return FALSE;
}

/* ---- the result ---- */

static const char *
quantity (const Request *request, int j)
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
add_parameters (LabResult *result, const Request *request, const LabFit *fit)
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
add_correlation (LabResult *result, const Request *request, const LabFit *fit)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (int j = 0; j < fit->m; j++)
    g_ptr_array_add (names, (gpointer) quantity (request, j));
  g_ptr_array_add (names, NULL);
  lab_result_add_matrix (result, "correlation", (char **) names->pdata, (char **) names->pdata, fit->m, fit->m, fit->correlation);
}

static void
add_starts (LabResult *result, const Request *request, const LabFit *fit)
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
series_name (const Request *request, int series)
{
  return request->data->columns[GPOINTER_TO_INT (request->columns->pdata[series])].name;
}

static void
add_residuals (LabResult *result, const Request *request, const LabFit *fit, const char *time_unit)
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
add_curve (LabResult *result, const Request *request, const LabFit *fit, const char *time_unit)
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
add_profile (LabResult *result, const Request *request, const LabFit *fit)
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
add_series (LabResult *result, const Request *request)
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
remark_on_quantities (GString *text, const Request *request, const LabFit *fit)
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
remark_of (const Request *request, const LabFit *fit, LabLoss loss)
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

/* Returns a sentence with the fitted values and their intervals, which a value at a bound or one that is not determined does not have. */
static char *
values_of (const Request *request, const LabFit *fit)
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
sentence_of (const Request *request, const LabFit *fit)
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

static LabResult *
make_result (const LabProblem *problem, const Request *request, const LabFit *fit, const LabFitSetup *setup)
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

/* ---- the study ---- */

static LabResult *
run_fit (const LabProblem *given, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (Request) request = { .names = g_ptr_array_new_with_free_func (g_free), .states = g_ptr_array_new_with_free_func (g_free),
                               .low = g_array_new (FALSE, FALSE, sizeof (double)), .high = g_array_new (FALSE, FALSE, sizeof (double)),
                               .columns = g_ptr_array_new (), .expressions = g_ptr_array_new_with_free_func (g_free),
                               .points = g_array_new (FALSE, FALSE, sizeof (LabFitPoint)) };
  LabProblem problem = *given;
  LabFitSetup setup = { .problem = &problem, .n_curve = CURVE_TIMES };
  g_autoptr (LabFit) fit = NULL;
  int seed;

  problem.t_end = INFINITY;
  if (!lab_problem_set_times (&problem, error) || !read_quantities ("parameters", values[FIT_PARAMETERS], &request, request.names, error)
      || !read_quantities ("states", values[FIT_STATES], &request, request.states, error))
    return NULL;
  if (request.low->len == 0)
    {
      lab_option_set_error (error, "parameters", _("name what is fitted with 'parameters' or 'states', such as k=0.1:10"));
      return NULL;
    }
  if (!read_data (&problem, values, &request, error) || !choose_columns (&problem, values, &request, error)
      || !choose_weights (values[FIT_WEIGHTS], &request, error) || !take_points (&problem, values[FIT_ONLY], &request, error)
      || !read_scatter (values[FIT_SCATTER], &request, &setup.known_errors, error) || !read_loss (values[FIT_LOSS], &setup.loss, error)
      || !lab_option_above ("loss_scale", values[FIT_LOSS_SCALE], 0, &setup.loss_scale, error)
      || !lab_option_count ("starts", values[FIT_STARTS], 1, MOST_STARTS, &setup.starts, error)
      || !lab_option_count ("seed", values[FIT_SEED], 0, G_MAXINT, &seed, error)
      || !lab_option_boolean ("profiles", values[FIT_PROFILES], &setup.profile, error))
    return NULL;
  problem.t_end = g_array_index (request.points, LabFitPoint, request.points->len - 1).t;
  setup.parameters = (const char *const *) request.names->pdata;
  setup.initial = (const char *const *) request.states->pdata;
  setup.low = (const double *) (gpointer) request.low->data;
  setup.high = (const double *) (gpointer) request.high->data;
  setup.expressions = (const char *const *) request.expressions->pdata;
  setup.points = (const LabFitPoint *) (gpointer) request.points->data;
  setup.n_points = (int) request.points->len;
  setup.weights = request.weights;
  setup.seed = (guint64) seed;
  fit = lab_fit_new (&setup, progress, error);
  return fit != NULL ? make_result (&problem, &request, fit, &setup) : NULL;
}

/* Returns the name of the file of data that belongs to a shipped model: that with the name of the model beside it; "" if there is none. */
static char *
data_beside (const Model *model)
{
  g_autofree char *name = g_strconcat (model_id (model), ".csv", NULL), *folder = NULL, *path = NULL;

  if (model_path (model) == NULL)
    return g_strdup ("");
  folder = g_path_get_dirname (model_path (model));
  path = g_build_filename (folder, name, NULL);
  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&name) : g_strdup ("");
}

/* Proposes the file of data beside the model, and all parameters that have a range in the model, with the range as bounds. */
static void
propose (Model *model, ModelSystem *system, double t_start, double t_end, char **values)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int k = 0; k < model_n_parameters (model); k++)
    {
      const ModelQuantity *parameter = model_parameter (model, k);
      char low[ODE_FORMAT_SIZE], high[ODE_FORMAT_SIZE];

      if (parameter->size > 0 || !(parameter->low < parameter->high))
        continue;
      ode_format_double (low, parameter->low);
      ode_format_double (high, parameter->high);
      g_string_append_printf (text, "%s%s=%s:%s", text->len > 0 ? "," : "", parameter->name, low, high);
    }
  values[FIT_DATA] = data_beside (model);
  values[FIT_PARAMETERS] = g_string_free (g_steal_pointer (&text), FALSE);
}

const LabStudyKind lab_study_fit = {
  .id = "fit",
  .label = N_("Fit to data"),
  .advice = N_("Finds the parameters and initial values with which the model is closest to measured data, and how well the data determine them. Its runs have tight tolerances; the accuracy and the steps of the settings are not used."),
  .of = LAB_STUDY_OF_MODEL,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 10 12 60 20 85 30 88 45 65 65 38 95 15",
  .own_methods = TRUE,
  .details = "residuals|curve|profile",
  .explains = TRUE,
  .argument = "MODEL",
  .summary = "fit parameters and initial values to measured data",
  .description =
    "Finds the parameters and initial values with the least sum of squared residuals, from several starts. The file of --data has a row of headings, such as "
    "t (h), conc (mg/L), conc_sd, and columns that are separated by tabs, semicolons or commas; lines that begin with # are comments, and empty cells are missing "
    "values. A column NAME_sd, NAME_err or sd has the standard deviations of another one. A relative name of the file is looked for in the working folder, then in "
    "the folder of the model. The values of the model are the first start. Residuals are computed with the exact solution and its sensitivities, through events; "
    "the settings of the method do not matter, unless sensitivities are refused, which is reported. The table 'parameters' has the standard errors and the 95 % intervals, "
    "cut at the bounds, of the linear approximation with Student's t, and with --profiles true those of the profiles; numbers that do not exist are empty. A parameter at a "
    "bound has no interval. Residuals are measured minus fitted, divided by the weights. solver_shift is the largest change of a "
    "parameter by ten times tighter tolerances, in standard errors.",
  .options = fit_options,
  .n_options = G_N_ELEMENTS (fit_options),
  .propose = propose,
  .run = run_fit,
};
