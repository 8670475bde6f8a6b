/* The study `modified-equation`: the numerical points of a method with fixed steps, the solution of its truncated modified equation
 * (lab-modified.c), and the solution of the model. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-method-text.h"
#include "lab-modified.h"
#include "lab-option.h"
#include "lab-result.h"

enum { STEP, STEPS, TERMS };

static const LabOptionRow options[] = {
  [STEP] = { "step", "H", N_("step size; by default that of the settings, or 1/200 of the time span"), NULL, FALSE, N_("Step size") },
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

/* Takes one step of the classical Runge–Kutta method. work has 5 n numbers. */
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

/* Adds the corrections at the initial state to the result. */
static gboolean
add_terms (LabResult *result, LabFlow *flow, LabModified *modified, int order, int n_terms)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  g_autofree double *terms = g_new (double, (n_terms + 1) * flow->n);
  LabTable *table;

  g_ptr_array_add (columns, (gpointer) "power");
  for (int i = 0; i < flow->n; i++)
    g_ptr_array_add (columns, (gpointer) flow->ode->names[i]);
  g_ptr_array_add (columns, NULL);
  table = lab_result_add_table (result, "terms", (const char *const *) columns->pdata);
  if (!lab_modified_terms (modified, flow->x0, terms))
    return FALSE;
  for (int j = 0; j <= n_terms; j++)
    add_point (table, j == 0 ? 0 : order + j - 1, terms + j * flow->n, flow->n);
  return TRUE;
}

/* Returns the largest distance over the states, each relative to its size or 1 if that is larger. */
static double
distance (const double *x, const double *y, int n)
{
  double most = 0;

  for (int i = 0; i < n; i++)
    most = fmax (most, fabs (x[i] - y[i]) / fmax (1, fabs (x[i])));
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

static gboolean
compute (Setup *s, LabResult *result, GError **error)
{
  int n = s->flow->n;
  LabTable *points = table_of_states (result, "points", s->flow), *modified = table_of_states (result, "modified", s->flow);
  LabTable *model = table_of_states (result, "model", s->flow);
  g_autofree double *x = g_memdup2 (s->flow->x0, sizeof (double) * (gsize) n), *y = g_memdup2 (x, sizeof (double) * (gsize) n);
  g_autofree double *z = g_memdup2 (x, sizeof (double) * (gsize) n), *work = g_new (double, 3 * n);
  gboolean has_modified = TRUE, has_model = TRUE;
  double from_modified = 0, from_model = 0, t = s->flow->t;

  add_point (points, t, x, n);
  add_point (modified, t, x, n);
  add_point (model, t, x, n);
  for (int k = 0; k < s->steps; k++)
    {
      const double *next = lab_step_map_set (s->map, x) ? lab_step_map_step (s->map, s->h) : NULL;

      if (next == NULL)
        {
          g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("step %d: %s"), k + 1, lab_step_map_message (s->map));
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
      from_modified = has_modified ? fmax (from_modified, distance (x, y, n)) : NAN;
      from_model = has_model ? fmax (from_model, distance (x, z, n)) : NAN;
      lab_result_set_number (result, "modified_distance", from_modified, NULL);
      lab_result_set_number (result, "model_distance", from_model, NULL);
      conclude (result);
      if (k % 8 == 7)
        lab_progress_show (s->progress, result);
    }
  return TRUE;
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
  if (!(s.h > 0))
    s.h = (flow->problem.t_end - flow->t) / 200;
  if (values[STEP] != NULL && !lab_option_above ("step", values[STEP], 0, &s.h, error))
    return NULL;
  if (!(s.h > 0))
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION, _("the time span of the model is 0; set the option 'step'"));
      return NULL;
    }
  s.map = map;
  s.modified = modified = lab_modified_new (map, flow, s.h, terms);
  result = lab_result_new ();
  lab_result_add_number (result, "h", s.h, model_time_unit (problem->model));
  lab_result_add_number (result, "order", lab_step_map_method (map)->order, NULL);
  if (!add_terms (result, flow, modified, lab_step_map_method (map)->order, terms))
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
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .run = run,
};
