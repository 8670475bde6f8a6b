/* The study `modified-equation`: the numerical points of a method with fixed steps, the solution of its truncated modified equation
 * (lab-modified.c), and the solution of the model. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-length.h"
#include "lab-method-text.h"
#include "lab-modified.h"
#include "lab-option.h"
#include "lab-result.h"
#include "lab-study-kind.h"

enum { STEP, STEPS, TERMS };

static const LabOptionRow options[] = {
  [STEP] = { "step", "H", N_("step size; by default that of the settings or, with error control, 1/200 of the time span, halved until the points do not grow without bound and the corrections are small"), NULL, FALSE, N_("Step size") },
  [STEPS] = { "steps", "N", N_("number of steps"), "60", FALSE, N_("Number of steps") },
  [TERMS] = { "terms", "N", N_("number of corrections of the modified equation, 1 to 4"), "3", FALSE, N_("Corrections") },
};

/* Number of parts of a step in which the two solutions are integrated by the classical Runge–Kutta method.
 * Their error is then 10⁻⁴ of that of a method of order 4, and less than rounding errors for the
 * corrections. */
#define PARTS 10

typedef gboolean (*SlopeFunc) (gpointer self, const double *x, double *dxdt);

typedef struct
{
  LabFlow *flow;
  LabStepMap *map;
  LabModified *modified;
  double h;
  int steps;
  const LabProgress *progress;
  double fraction;
  GError *cancelled;    /* set if the study is cancelled */
} Setup;

/* The slope f of the model, in the form in which the truncated modified equation is integrated too. */
static gboolean
model_slope (gpointer self, const double *x, double *dxdt)
{
  Setup *s = self;

  return lab_flow_rhs (s->flow, s->flow->t, x, dxdt);
}

/* One slope of the modified equation takes thousands of evaluations of the model, so progress is reported before each. */
static gboolean
modified_slope (gpointer self, const double *x, double *dxdt)
{
  Setup *s = self;

  return lab_progress_report (s->progress, s->fraction, &s->cancelled) && lab_modified_rhs (s->modified, x, dxdt);
}

/* Takes one step of the classical Runge–Kutta method. work has 3 n numbers. */
static gboolean
runge_kutta (SlopeFunc slope, gpointer self, int n, double h, double *x, double *work)
{
  static const double c[] = { 0, 0.5, 0.5, 1 }, b[] = { 1 / 6., 1 / 3., 1 / 3., 1 / 6. };
  double *y = work, *k = work + n, *sum = work + 2 * n;

  memset (k, 0, sizeof (double) * (gsize) n);
  memcpy (sum, x, sizeof (double) * (gsize) n);
  for (int s = 0; s < 4; s++)
    {
      for (int i = 0; i < n; i++)
        y[i] = x[i] + c[s] * h * k[i];
      if (!slope (self, y, k))
        return FALSE;
      for (int i = 0; i < n; i++)
        sum[i] += b[s] * h * k[i];
    }
  memcpy (x, sum, sizeof (double) * (gsize) n);
  return TRUE;
}

static void
add_point (LabTable *table, double t, const double *x, int n)
{
  lab_table_add (table, t);
  for (int i = 0; i < n; i++)
    lab_table_add (table, x[i]);
}

static LabTable *
table_of_states (LabResult *result, const char *name, const LabFlow *flow)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  LabTable *table;

  g_ptr_array_add (columns, (gpointer) "t");
  for (int i = 0; i < flow->n; i++)
    g_ptr_array_add (columns, (gpointer) flow->ode->names[i]);
  g_ptr_array_add (columns, NULL);
  table = lab_result_add_table (result, name, (const char *const *) columns->pdata);
  lab_table_set_unit (table, "t", model_time_unit (flow->problem.model));
  return table;
}

/* Ratio of the smaller step size, with which the corrections are computed again, to h. The error of a correction falls with the third power of the step size
 * at least, so that the difference is 1 − SMALLER³ of the error or more. Rounding errors, which are larger for smaller steps, are a part of the difference. */
#define SMALLER 0.8
#define MARGIN (1 / (1 - SMALLER * SMALLER * SMALLER))

/* Returns a number rounded to the digits that its error leaves; 0 if there are none. */
static double
round_to_error (double value, double error)
{
  int digits;
  char format[16], text[64];

  if (error == 0)
    return value;
  digits = fabs (value) > error ? (int) floor (log10 (fabs (value))) - (int) ceil (log10 (error)) + 1 : 0;
  if (!(digits >= 1))
    return 0;
  g_snprintf (format, sizeof format, "%%.%de", MIN (digits, 17) - 1);
  g_ascii_formatd (text, sizeof text, format, value);
  return g_ascii_strtod (text, NULL);
}

/* Adds a table of the corrections, or of their errors, to the result. */
static void
add_rows (LabResult *result, const char *name, LabFlow *flow, const double *terms, int order, int n_terms)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  LabTable *table;

  g_ptr_array_add (columns, (gpointer) "power");
  for (int i = 0; i < flow->n; i++)
    g_ptr_array_add (columns, (gpointer) flow->ode->names[i]);
  g_ptr_array_add (columns, NULL);
  table = lab_result_add_table (result, name, (const char *const *) columns->pdata);
  for (int j = 0; j <= n_terms; j++)
    add_point (table, j == 0 ? 0 : order + j - 1, terms + j * flow->n, flow->n);
}

/* Adds the corrections at the initial state to the result, with the digits that a smaller step size confirms, and their errors. */
static gboolean
add_terms (LabResult *result, Setup *s, LabModified *modified, int order, int n_terms)
{
  LabFlow *flow = s->flow;
  int n = flow->n;
  g_autofree double *terms = g_new (double, (n_terms + 1) * n), *errors = g_new (double, (n_terms + 1) * n);
  g_autoptr (LabModified) smaller = lab_modified_new (s->map, flow, SMALLER * s->h, n_terms);

  if (!lab_modified_terms (modified, flow->x0, terms) || !lab_modified_terms (smaller, flow->x0, errors))
    return FALSE;
  for (int k = 0; k < (n_terms + 1) * n; k++)
    {
      errors[k] = MARGIN * fabs (terms[k] - errors[k]);
      terms[k] = round_to_error (terms[k], errors[k]);
    }
  add_rows (result, "terms", flow, terms, order, n_terms);
  add_rows (result, "term_errors", flow, errors, order, n_terms);
  return TRUE;
}

/* Raises the largest distance of each state by that between x and y, and returns the largest one over the states, each relative to its largest
 * value so far. */
static double
distance (const double *x, const double *y, const double *largest, double *far, int n)
{
  double most = 0;

  for (int i = 0; i < n; i++)
    {
      far[i] = fmax (far[i], fabs (x[i] - y[i]));
      most = far[i] > 0 ? fmax (most, far[i] / largest[i]) : most;
    }
  return most;
}

/* Integrates one of the equations over a step and adds its points. Returns FALSE if its right-hand side is undefined or the study
 * is cancelled. */
static gboolean
follow (Setup *s, SlopeFunc slope, double t, double *x, double *work, LabTable *table)
{
  for (int k = 0; k < PARTS; k++)
    {
      if (!runge_kutta (slope, s, s->flow->n, s->h / PARTS, x, work))
        return FALSE;
      add_point (table, t + s->h * (k + 1) / PARTS, x, s->flow->n);
    }
  return TRUE;
}

/* Says the largest distances, relative to the largest values of the states. */
static void
conclude (LabResult *result)
{
  double from_modified = lab_result_number (result, "modified_distance"), from_model = lab_result_number (result, "model_distance");
  g_autofree char *modified = lab_method_number (from_modified, 2), *model = lab_method_number (from_model, 2), *text = NULL;

  if (isfinite (from_modified) && isfinite (from_model))
    text = g_strdup_printf (_("The points stay within **%s** of the solution of the modified equation and within %s of that of the model"), modified, model);
  else if (isfinite (from_model))
    text = g_strdup_printf (_("The modified equation has no solution up to the end; the points stay within **%s** of the model's solution"), model);
  else if (isfinite (from_modified))
    text = g_strdup_printf (_("The model has no solution up to the end; the points stay within **%s** of the modified equation's solution"), modified);
  else
    text = g_strdup (_("Neither the model nor the modified equation has a solution up to the end"));
  lab_result_set_sentence (result, text);
}

/* Takes the steps of the method and integrates both equations over each step. A solution that ends early leaves a
 * distance that is not known. */
static gboolean
compute (Setup *s, LabResult *result, GError **error)
{
  int n = s->flow->n;
  LabTable *points = table_of_states (result, "points", s->flow), *modified = table_of_states (result, "modified", s->flow);
  LabTable *model = table_of_states (result, "model", s->flow);
  g_autofree double *x = g_memdup2 (s->flow->x0, sizeof (double) * (gsize) n), *y = g_memdup2 (x, sizeof (double) * (gsize) n);
  g_autofree double *z = g_memdup2 (x, sizeof (double) * (gsize) n), *work = g_new (double, 3 * n);
  g_autofree double *largest = g_new (double, n), *far_modified = g_new0 (double, n), *far_model = g_new0 (double, n);
  gboolean has_modified = TRUE, has_model = TRUE;
  double from_modified = 0, from_model = 0, t = s->flow->t;

  for (int i = 0; i < n; i++)
    largest[i] = fabs (x[i]);
  add_point (points, t, x, n);
  add_point (modified, t, x, n);
  add_point (model, t, x, n);
  for (int k = 0; k < s->steps; k++)
    {
      const double *next = lab_step_map_set (s->map, x) ? lab_step_map_step (s->map, s->h) : NULL;

      if (next == NULL)
        {
          lab_progress_show (s->progress, result);
          g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the method fails in step %d: %s"), k + 1, lab_step_map_message (s->map));
          return FALSE;
        }
      memcpy (x, next, sizeof (double) * (gsize) n);
      has_modified = has_modified && follow (s, modified_slope, t, y, work, modified);
      has_model = has_model && follow (s, model_slope, t, z, work, model);
      s->fraction = (k + 1.0) / s->steps;
      if (s->cancelled != NULL || !lab_progress_report (s->progress, s->fraction, &s->cancelled))
        {
          g_propagate_error (error, s->cancelled);
          return FALSE;
        }
      t = s->flow->t + (k + 1) * s->h;
      add_point (points, t, x, n);
      for (int i = 0; i < n; i++)
        largest[i] = fmax (largest[i], fmax (fabs (x[i]), fmax (has_modified ? fabs (y[i]) : 0, has_model ? fabs (z[i]) : 0)));
      from_modified = has_modified ? distance (x, y, largest, far_modified, n) : NAN;
      from_model = has_model ? distance (x, z, largest, far_model, n) : NAN;
      lab_result_set_number (result, "modified_distance", from_modified, NULL);
      lab_result_set_number (result, "model_distance", from_model, NULL);
      conclude (result);
      if (k % 8 == 7)
        lab_progress_show (s->progress, result);
    }
  return TRUE;
}

/* ---- default step size ---- */

/* The points grow too much if they are so many times farther from 0 than those with half the step size. */
#define GROWTH 2.0
/* Largest sum of the corrections of the modified equation relative to the right-hand side, and largest size of the last correction relative
 * to the largest one. For larger corrections the truncated series means little. The second bound is not used for corrections below
 * NEGLIGIBLE, which have rounding errors. */
#define MOST_CORRECTION 0.1
#define MOST_OF_LAST 0.2
#define NEGLIGIBLE 1e-4
#define MOST_HALVINGS 60
/* Number of points at which the corrections are computed. */
#define CHECKED_POINTS 12

/* Takes n steps of size h and sets *size to the largest absolute value of a state. If points is not NULL, stores the start of each step
 * there. Returns FALSE if a step fails or the study is cancelled. */
static gboolean
find_size (Setup *s, double h, int n, double *size, double *points)
{
  const double *x = s->flow->x0;

  *size = 0;
  if (!lab_step_map_set (s->map, x))
    return FALSE;
  for (int k = 0; k <= n; k++)
    {
      for (int i = 0; i < s->flow->n; i++)
        *size = fmax (*size, fabs (x[i]));
      if (k == n)
        break;
      if (points != NULL)
        memcpy (points + (gsize) k * (gsize) s->flow->n, x, sizeof (double) * (gsize) s->flow->n);
      if (k % LAB_PROGRESS_STEPS == 0 && !lab_progress_report (s->progress, 0, &s->cancelled))
        return FALSE;
      if ((x = lab_step_map_step (s->map, h)) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Returns whether the corrections of the modified equation are small. The largest value of each of them over some of the points is
 * compared with the largest value of the right-hand side, because each can be 0 at a point. *are_defined is set to whether all of them
 * have values. */
static gboolean
has_small_corrections (Setup *s, double h, int n_terms, const double *points, gboolean *are_defined)
{
  g_autoptr (LabModified) modified = lab_modified_new (s->map, s->flow, h, n_terms);
  g_autofree double *terms = g_new (double, (n_terms + 1) * s->flow->n);
  double largest[LAB_MODIFIED_MOST_TERMS + 1] = { 0 }, sum = 0, most = 0;
  int n = s->flow->n, order = lab_step_map_method (s->map)->order, checked = MIN (CHECKED_POINTS, s->steps);

  *are_defined = FALSE;
  for (int k = 0; k < checked; k++)
    {
      if (!lab_progress_report (s->progress, 0, &s->cancelled) || !lab_modified_terms (modified, points + (gsize) (k * s->steps / checked) * (gsize) n, terms))
        return FALSE;
      for (int i = 0; i < (n_terms + 1) * n; i++)
        largest[i / n] = fmax (largest[i / n], fabs (terms[i]));
    }
  *are_defined = TRUE;
  for (int j = 1; j <= n_terms; j++)
    {
      largest[j] *= pow (h, order + j - 1);
      sum += largest[j];
      most = fmax (most, largest[j]);
    }
  return sum <= NEGLIGIBLE * largest[0] || (sum <= MOST_CORRECTION * largest[0] && (n_terms == 1 || largest[n_terms] <= MOST_OF_LAST * most));
}

/* Returns the largest of h, h/2, h/4, … for which the points of the study stay near those with half the step size and the corrections are
 * small. If there is none, because rounding errors exceed the corrections, returns the largest for which the corrections are defined; h if
 * they are never defined. */
static double
choose_step (Setup *s, double h, int n_terms)
{
  g_autofree double *points = g_new (double, (gsize) s->steps * (gsize) s->flow->n);
  double defined = 0;

  for (int k = 0; k < MOST_HALVINGS && s->cancelled == NULL; k++)
    {
      double part = ldexp (h, -k), of_whole, of_half;
      gboolean are_defined = FALSE;

      if (find_size (s, part, s->steps, &of_whole, points) && find_size (s, part / 2, 2 * s->steps, &of_half, NULL)
          && of_whole <= GROWTH * of_half && has_small_corrections (s, part, n_terms, points, &are_defined))
        return part;
      if (are_defined && defined == 0)
        defined = part;
    }
  return defined > 0 ? defined : h;
}

static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlow) flow = lab_flow_new (problem, error);
  g_autoptr (LabStepMap) map = NULL;
  g_autoptr (LabModified) modified = NULL;
  g_autoptr (LabResult) result = NULL;
  Setup s = { .flow = flow, .progress = progress };
  int terms;

  if (flow == NULL || !lab_flow_require_autonomous (flow, error) || !lab_flow_require_smooth (flow, error)
      || !lab_option_count ("steps", values[STEPS], 1, 100000, &s.steps, error)
      || !lab_option_count ("terms", values[TERMS], 1, LAB_MODIFIED_MOST_TERMS, &terms, error))
    return NULL;
  map = lab_step_map_new (flow, TRUE, error);
  if (map == NULL)
    return NULL;
  s.h = sim_config_controls_error (problem->config) ? 0 : sim_config_get_number (problem->config, "max_step");
  s.map = map;
  if (!(s.h > 0))
    s.h = (flow->problem.t_end - flow->t) / 200;
  if (s.h > 0 && values[STEP] == NULL)
    s.h = choose_step (&s, s.h, terms);
  if (s.cancelled != NULL)
    {
      g_propagate_error (error, s.cancelled);
      return NULL;
    }
  if (values[STEP] != NULL && !lab_option_above ("step", values[STEP], 0, &s.h, error))
    return NULL;
  if (!(s.h > 0))
    {
      lab_option_set_error (error, "step", _("the time span of the model is 0; set the option 'step'"));
      return NULL;
    }
  s.modified = modified = lab_modified_new (map, flow, s.h, terms);
  result = lab_result_new ();
  lab_result_add_number (result, "h", s.h, model_time_unit (problem->model));
  lab_result_add_number (result, "order", lab_step_map_method (map)->order, NULL);
  if (!add_terms (result, &s, modified, lab_step_map_method (map)->order, terms))
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the modified equation is undefined at the start: %s"), lab_step_map_message (map));
      return NULL;
    }
  return compute (&s, result, error) ? g_steal_pointer (&result) : NULL;
}

const LabStudyKind lab_study_modified_equation = {
  .id = "modified-equation",
  .label = N_("Modified equation"),
  .advice = N_("Finds the equation that a one-step method with fixed steps solves almost exactly, and draws its solution over the points of the method."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_CARDS,
  .sketch = "50 50 60 60 50 70 35 55 50 30 75 45 70 80 40 90 15 60 30 15 70 10 95 40",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .run = run,
};
