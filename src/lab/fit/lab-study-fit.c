/* The study `fit`: reads its options and the data, and fits. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-study-fit-private.h"
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

static void
request_clear (LabFitRequest *request)
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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabFitRequest, request_clear)

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
read_quantities (const char *key, const char *text, LabFitRequest *request, GPtrArray *names, GError **error)
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
read_data (const LabProblem *problem, const char *const *values, LabFitRequest *request, GError **error)
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
read_pairs (const char *text, LabFitRequest *request, GError **error)
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
match_columns (const LabProblem *problem, LabFitRequest *request, GError **error)
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
choose_columns (const LabProblem *problem, const char *const *values, LabFitRequest *request, GError **error)
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
choose_weights (const char *text, LabFitRequest *request, GError **error)
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
add_row (const LabProblem *problem, LabFitRequest *request, int row, GError **error)
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
take_points (const LabProblem *problem, const char *only, LabFitRequest *request, GError **error)
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
read_scatter (const char *text, const LabFitRequest *request, gboolean *known, GError **error)
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

/* ---- the study ---- */

static LabResult *
run_fit (const LabProblem *given, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (LabFitRequest) request = { .names = g_ptr_array_new_with_free_func (g_free), .states = g_ptr_array_new_with_free_func (g_free),
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
  return fit != NULL ? lab_fit_report (&problem, &request, fit, &setup) : NULL;
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
