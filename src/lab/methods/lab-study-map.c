/* The study `method-map`: a method as a dynamical system x_{n+1} = Φ_h (x_n). Its
 * orbit diagram over the step size h is computed (Stuart and Humphries, Dynamical Systems and Numerical Analysis,
 * 1996, chapter 5). Explicit Euler on y' = y (1 − y) is the logistic map.
 *
 * A cycle of k points loses its stability by period doubling when an eigenvalue
 * of J = ∂Φ_h^k/∂x passes −1, that is, when det (I + J) passes zero. The cycle is
 * followed by Newton's method, even if it is unstable. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-tree.h"
#include "lab-method-text.h"
#include "lab-option.h"
#include "lab-result.h"
#include "lab-size.h"
#include "lab-step-map.h"
#include "lab-study-kind.h"
#include "model-lanes.h"
#include "ode-eigen.h"
#include "ode-linalg.h"
#include "ode-stability.h"

enum { STEPS, QUANTITY, TRANSIENT, KEEP, AT };

static const LabOptionRow options[] = {
  [STEPS] = { "steps", "A:B:N", N_("range of the step size and the number of values; by default from 0.9 to 1.5 times the largest stable step at the "
                                   "end of the run or, if the method fails earlier, from 0.4 to 1.05 times the step at which it fails"), NULL, FALSE, N_("Step sizes") },
  [QUANTITY] = { "quantity", "EXPRESSION", N_("the quantity to plot; by default the first state"), NULL, FALSE, N_("Quantity") },
  [TRANSIENT] = { "transient", "N", N_("number of steps before the first recorded value"), "1000", FALSE, N_("Transient steps") },
  [KEEP] = { "keep", "N", N_("number of values for each step size"), "96", FALSE, N_("Kept values") },
  [AT] = { "at", "H", N_("step size for which the numbers are printed; the nearest computed step size is used; by default at 0.6 of the range"), NULL, FALSE, N_("Shown step size") },
};

#define STANDARD_VALUES 301
/* Two points of an orbit are the same point if their difference, relative to the size of the
 * states, is below this. After a transient of 1000 steps the difference is larger only near a
 * bifurcation. */
#define SAME 1e-6
/* An orbit counts as unbounded when a value exceeds this multiple of the size of the start. */
#define ESCAPED 1e8
/* Largest number of states for which period doublings are searched, since each costs 2n evaluations of the map per Jacobian. Systems with
 * more states are only drawn. */
#define MOST_STATES 8
/* Number of steps of the map between two looks at whether the study is cancelled. */
#define REPORT_STEPS 64

typedef struct
{
  LabFlow *flow;
  LabStepMap *map;
  ModelFormulas *formulas;
  LabResult *result;
  double low, high;
  int n_values, transient, keep;
  double size;              /* largest absolute value of the initial states or, if all are 0, of a run */
  double *orbit;            /* the last orbit, keep × n states */
  int kept;
  /* The last step size at which the orbit repeated itself, and a point of that orbit; the search for period doublings starts there. */
  double h_before, *x_before;
  int period_before;
  const LabProgress *progress;
  double fraction;
  long n_steps;
  GError *cancelled;        /* set if the study is cancelled */
} Diagram;

/* Takes a step of the map. Returns the new states, or NULL if the step fails or the study is cancelled. */
static const double *
take_step (Diagram *d, double h)
{
  if (d->cancelled != NULL || (++d->n_steps % REPORT_STEPS == 0 && !lab_progress_report (d->progress, d->fraction, &d->cancelled)))
    return NULL;
  return lab_step_map_step (d->map, h);
}

/* Sets the size with which points of orbits are compared. Returns FALSE with an error if the study is cancelled. */
static gboolean
find_size (Diagram *d, const LabProblem *problem, GError **error)
{
  int n = d->flow->n;
  g_autofree double *size = g_new0 (double, n);

  lab_size_take (size, d->flow->x0, n);
  for (int i = 0; i < n; i++)
    d->size = fmax (d->size, size[i]);
  if (d->size > 0)
    return TRUE;
  if (!lab_size_take_run (problem, sim_config_method (problem->config), size, n, d->progress, error))
    return FALSE;
  lab_size_complete (size, n);
  for (int i = 0; i < n; i++)
    d->size = fmax (d->size, size[i]);
  return TRUE;
}

/* ---- range of step sizes ---- */

/* Returns the largest stable step size of the method at the end of a run. If it is unknown, returns a hundredth of
 * the time span. The Jacobian is that at the end of the run, where a run that settles is at its equilibrium. */
static double
stable_step (LabFlow *flow, const LabStepMap *map, const LabProgress *progress, GError **error)
{
  int n = flow->n;
  g_autofree double *a = NULL, *values = NULL, *work = NULL;
  OdeStability *stability;
  double h = INFINITY, span = flow->problem.t_end - flow->t;
  LabRun run;

  if (!lab_problem_require_order (n, error) || !lab_problem_run (&flow->problem, NULL, progress, &run, error))
    return NAN;
  a = g_new (double, n * n);
  values = g_new (double, 2 * n);
  work = g_new (double, ode_eigen_work_size (n));
  if (ode_stability_jacobian (flow->ode, run.t, run.x, a) && ode_eigen_values (n, a, values, work)
      && (stability = ode_stability_new (lab_step_map_method (map))) != NULL)
    {
      h = ode_stability_largest_step (stability, n, values);
      ode_stability_free (stability);
    }
  lab_run_clear (&run);
  return isfinite (h) && h > 0 ? h : span > 0 ? span / 100 : 0.01;
}

/* ---- orbits ---- */

/* Returns whether a state is so large that the orbit counts as unbounded. */
static gboolean
has_escaped (const Diagram *d, const double *x)
{
  for (int i = 0; i < d->flow->n; i++)
    if (!(fabs (x[i]) < ESCAPED * d->size))
      return TRUE;
  return FALSE;
}

/* Computes the orbit for the step size h into d->orbit. Returns NULL, or the reason why the orbit is
 * incomplete. */
static const char *
follow_orbit (Diagram *d, double h)
{
  int n = d->flow->n;

  d->kept = 0;
  if (!lab_step_map_set (d->map, d->flow->x0))
    return lab_step_map_message (d->map);
  for (int k = 0; k < d->transient + d->keep; k++)
    {
      const double *x = take_step (d, h);

      if (x == NULL)
        return lab_step_map_message (d->map);
      if (has_escaped (d, x))
        return _("the values grow without bound");
      if (k >= d->transient)
        memcpy (d->orbit + n * d->kept++, x, sizeof (double) * (gsize) n);
    }
  return NULL;
}

/* Returns the smallest number of steps after which the orbit repeats itself, up to half of the number of values; 0 if
 * it does not. The last k points are compared with the k points before them. */
static int
find_period (const Diagram *d)
{
  int n = d->flow->n;

  for (int k = 1; 2 * k <= d->kept; k++)
    {
      gboolean same = TRUE;

      for (int p = k; p < 2 * k && same; p++)
        for (int i = 0; i < n && same; i++)
          {
            double a = d->orbit[(d->kept - 1 - p + k) * n + i], b = d->orbit[(d->kept - 1 - p) * n + i];

            same = fabs (a - b) <= SAME * fmax (fabs (a), d->size);
          }
      if (same)
        return k;
    }
  return 0;
}

/* ---- default range of step sizes ---- */

/* Factor between two step sizes of the search, and largest number of step sizes. Together they reach 10⁻¹⁰ of the first one. */
#define SEARCH_FACTOR 1.25
#define SEARCH_STEPS 100
/* Number of bisections, after which the step size is known to four digits. */
#define SEARCH_BISECTIONS 10

/* Returns the step size below `high` at which the method fails on the model: its orbit from the start is incomplete there, and complete for
 * two smaller step sizes. Returns `high` if the method does not fail there, and 0 if it fails for all smaller step sizes too. */
static double
find_failure (Diagram *d, double high)
{
  double works = high, fails;

  if (follow_orbit (d, high) == NULL)
    return high;
  for (int k = 0, in_row = 0; in_row < 2; k++)
    {
      if (k == SEARCH_STEPS || d->cancelled != NULL)
        return 0;
      works /= SEARCH_FACTOR;
      in_row = follow_orbit (d, works) == NULL ? in_row + 1 : 0;
    }
  works *= SEARCH_FACTOR; /* the larger one of the two */
  fails = works * SEARCH_FACTOR;
  for (int k = 0; k < SEARCH_BISECTIONS; k++)
    {
      double middle = works + (fails - works) / 2;

      if (follow_orbit (d, middle) == NULL)
        works = middle;
      else
        fails = middle;
    }
  return fails;
}

/* Sets the range of step sizes. It is 0.9 to 1.5 times the largest stable step of the linear problem, where an equilibrium loses its
 * stability. On other solutions, such as the cycle of a relaxation oscillator, the method fails at a smaller step; the range then ends
 * there. Returns FALSE with an error if the study is cancelled. */
static gboolean
choose_steps (Diagram *d, double stable, GError **error)
{
  double fails = find_failure (d, 1.5 * stable);
  gboolean beyond = fails == 0 || fails > 1.2 * stable;

  d->low = beyond ? 0.9 * stable : 0.4 * fails;
  d->high = fails == 0 ? 1.5 * stable : fmin (1.05 * fails, 1.5 * stable);
  if (d->cancelled == NULL)
    return TRUE;
  g_propagate_error (error, d->cancelled);
  return FALSE;
}

/* Reads the range of step sizes, or chooses it. */
static gboolean
read_steps (Diagram *d, const char *text, const LabProgress *progress, GError **error)
{
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, ":", -1) : NULL;
  double count = STANDARD_VALUES;

  d->n_values = STANDARD_VALUES;
  if (text == NULL)
    {
      LabPart part = { progress, 0, 10 }; /* this run counts as a tenth of the study */
      LabProgress inner = lab_part_progress (&part);
      double stable = stable_step (d->flow, d->map, &inner, error);

      return !isnan (stable) && choose_steps (d, stable, error);
    }
  if (g_strv_length (parts) == 3 && lab_option_number (parts[0], &d->low) && lab_option_number (parts[1], &d->high)
      && lab_option_number (parts[2], &count) && d->low > 0 && d->high > d->low && count == floor (count) && count >= 2 && count <= 100000)
    {
      d->n_values = (int) count;
      return TRUE;
    }
  lab_option_set_error (error, "steps", _("'steps' takes A:B:N with 0 < A < B and N from 2 to 100000, not '%s'"), text);
  return FALSE;
}

/* ---- period doubling ---- */

/* Computes Φ_h^k (x) into end. Returns FALSE if a step fails. */
static gboolean
iterate (Diagram *d, double h, int k, const double *x, double *end)
{
  const double *y = x;

  if (!lab_step_map_set (d->map, x))
    return FALSE;
  for (int i = 0; i < k; i++)
    if ((y = take_step (d, h)) == NULL)
      return FALSE;
  memcpy (end, y, sizeof (double) * (gsize) d->flow->n);
  return TRUE;
}

/* Computes J = ∂Φ_h^k/∂x into a[n · n], column-major, by central differences. */
static gboolean
derivative (Diagram *d, double h, int k, const double *x, double *a)
{
  int n = d->flow->n;
  g_autofree double *y = g_memdup2 (x, sizeof (double) * (gsize) n), *up = g_new (double, n), *down = g_new (double, n);

  for (int j = 0; j < n; j++)
    {
      double step = 6e-6 * fmax (fabs (x[j]), d->size); /* the factor is ε^(1/3), which balances truncation and rounding errors */

      y[j] = x[j] + step;
      if (!iterate (d, h, k, y, up))
        return FALSE;
      y[j] = x[j] - step;
      if (!iterate (d, h, k, y, down))
        return FALSE;
      y[j] = x[j];
      for (int i = 0; i < n; i++)
        a[j * n + i] = (up[i] - down[i]) / (2 * step);
    }
  return TRUE;
}

/* Returns the determinant of a[n · n]. Overwrites a. */
static double
determinant (int n, double *a, int *pivot)
{
  double product = 1;

  if (!ode_lu_factor (n, a, pivot))
    return 0;
  for (int i = 0; i < n; i++)
    product *= (pivot[i] != i ? -1 : 1) / a[i * n + i]; /* the diagonal of the factors holds reciprocals */
  return product;
}

/* Moves x to the cycle of k points for the step size h by Newton's method. Returns det (I + J) of that cycle, or NaN
 * if there is no cycle near x. Newton's method solves Φ_h^k (x) = x with the matrix I − J. */
static double
follow_cycle (Diagram *d, double h, int k, double *x)
{
  int n = d->flow->n;
  g_autofree double *a = g_new (double, n * n), *m = g_new (double, n * n), *r = g_new (double, n);
  g_autofree int *pivot = g_new (int, n);

  for (int iteration = 0; iteration < 20; iteration++)
    {
      double change = 0;

      if (!iterate (d, h, k, x, r) || !derivative (d, h, k, x, a))
        return NAN;
      for (int i = 0; i < n; i++)
        {
          r[i] -= x[i];
          for (int j = 0; j < n; j++)
            m[j * n + i] = (i == j) - a[j * n + i];
        }
      if (!ode_lu_factor (n, m, pivot))
        return NAN;
      ode_lu_solve (n, m, pivot, r);
      for (int i = 0; i < n; i++)
        {
          x[i] += r[i];
          change = fmax (change, fabs (r[i]) / fmax (fabs (x[i]), d->size));
        }
      if (!(change < 1))
        return NAN;
      if (change < 1e-10)
        break;
      if (iteration == 19)
        return NAN;
    }
  if (!derivative (d, h, k, x, a))
    return NAN;
  for (int i = 0; i < n; i++)
    a[i * n + i] += 1;
  return determinant (n, a, pivot);
}

/* Finds by bisection the step size between h0 and h1 at which a cycle of k points undergoes period doubling. x is a
 * point of the cycle for h0 and is moved with it. For h1 the period has doubled. In a period doubling det (I + J)
 * changes from positive to negative as a real eigenvalue passes −1. */
static double
find_doubling (Diagram *d, double h0, double h1, int k, double *x)
{
  int n = d->flow->n;
  g_autofree double *y = g_new (double, n);

  for (int i = 0; i < 60 && h1 - h0 > 1e-13 * h1; i++)
    {
      double middle = h0 + (h1 - h0) / 2, g;

      memcpy (y, x, sizeof (double) * (gsize) n);
      g = follow_cycle (d, middle, k, y);
      if (isnan (g))
        return NAN;
      if (g > 0)
        {
          h0 = middle;
          memcpy (x, y, sizeof (double) * (gsize) n);
        }
      else
        h1 = middle;
    }
  return h0 + (h1 - h0) / 2;
}

/* Compares the orbit for h with the cycle for the last step size whose period is known, and returns the
 * period of the orbit. An orbit near a period doubling alternates while it approaches its cycle, and seems to
 * have twice the period; the sign of det (I + J) decides. Adds the period doubling to the result if there is
 * one. */
static int
check_doubling (Diagram *d, double h, int period)
{
  LabTable *table = lab_result_table (d->result, "doublings");
  int n = d->flow->n, before = d->period_before;
  g_autofree double *x = g_memdup2 (d->x_before, sizeof (double) * (gsize) n), *y = g_memdup2 (x, sizeof (double) * (gsize) n);
  double g0, g1, at;

  if (n > MOST_STATES || (lab_step_map_method (d->map)->traits & ODE_TRAIT_MULTISTEP) != 0 || before == 0 || period != 2 * before)
    return period;
  g0 = follow_cycle (d, d->h_before, before, x);
  g1 = follow_cycle (d, h, before, y);
  if (!(g0 > 0) || isnan (g1))
    return period;
  if (g1 > 0)
    return before;
  at = find_doubling (d, d->h_before, h, before, x);
  if (isfinite (at))
    {
      if (lab_table_n_rows (table) == 0)
        lab_result_set_number (d->result, "first_doubling", at, model_time_unit (d->flow->problem.model));
      lab_table_add (table, at);
      lab_table_add (table, before);
    }
  return period;
}

/* Returns the period of the orbit for h, and stores its cycle for the next step size. Returns 0 if the orbit does not repeat
 * itself. */
static int
take_period (Diagram *d, double h)
{
  int n = d->flow->n, period = find_period (d);

  if (period == 0)
    return 0;
  period = check_doubling (d, h, period);
  d->period_before = period;
  d->h_before = h;
  memcpy (d->x_before, d->orbit + n * (d->kept - 1), sizeof (double) * (gsize) n);
  return period;
}

/* ---- result of the study ---- */

/* Sets the numbers and the sentence of the result for the step size nearest to `value`. */
static void
turn (LabResult *result, double value)
{
  static const char *const words[] = { N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight") };
  const LabTable *steps = lab_result_table (result, "steps");
  int best = -1;
  double h, count;

  for (int r = 0; r < lab_table_n_rows (steps); r++)
    if (best < 0 || fabs (lab_table_number (steps, r, 0) - value) < fabs (lab_table_number (steps, best, 0) - value))
      best = r;
  if (best < 0)
    return;
  h = lab_table_number (steps, best, 0);
  count = lab_table_number (steps, best, 1);
  g_autofree char *at = lab_method_number (h, 3), *text = NULL;
  lab_result_set_number (result, "h", h, steps->units[0]);
  lab_result_set_number (result, "values", count, NULL);
  if (*lab_table_text (steps, best, 2) != '\0')
    text = g_strdup_printf (_("At *h* = %s: **%s**"), at, lab_table_text (steps, best, 2));
  else if (count == 0)
    text = g_strdup_printf (_("At *h* = %s the steps **do not repeat**"), at);
  else if (count == 1)
    text = g_strdup_printf (_("At *h* = %s the steps settle at **one value**"), at);
  else if (count <= 1 + G_N_ELEMENTS (words))
    text = g_strdup_printf (_("At *h* = %s the steps visit **%s values**, not one"), at, _(words[(int) count - 2]));
  else
    text = g_strdup_printf (_("At *h* = %s the steps visit **%.0f values**, not one"), at, count);
  lab_result_set_sentence (result, text);
}

/* Adds the orbit for one step size: its values once per period, or all kept values if it has no period. */
static void
add_step (Diagram *d, double h)
{
  LabTable *points = lab_result_table (d->result, "points"), *steps = lab_result_table (d->result, "steps");
  const char *failure = follow_orbit (d, h);
  int n = d->flow->n, period = failure == NULL ? take_period (d, h) : 0, used = failure != NULL ? 0 : period > 0 ? period : d->kept;

  for (int k = d->kept - used; k < d->kept && failure == NULL; k++)
    {
      double value;

      model_formulas_evaluate (d->formulas, d->flow->system, d->flow->t, d->orbit + k * n, &value);
      lab_table_add (points, h);
      lab_table_add (points, value);
    }
  lab_table_add (steps, h);
  lab_table_add (steps, failure == NULL ? period : NAN);
  lab_table_add_text (steps, failure != NULL ? failure : "");
  if (failure != NULL)
    d->period_before = 0;
}

/* Compiles the expression of the quantity. */
static ModelFormulas *
read_quantity (LabFlow *flow, const char *text, GError **error)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = expr_tree_parse (text, NULL, errors);
  const ExprTree *trees[1] = { tree };
  ModelFormulas *formulas = tree != NULL ? model_formulas_new (flow->problem.model, &flow->problem.instance, trees, 1, errors) : NULL;

  if (formulas == NULL)
    lab_option_set_error (error, "quantity", "'quantity': %s", ((const ExprError *) errors->pdata[0])->message);
  return formulas;
}

/* The step sizes are equally spaced; after every tenth the partial result is shown. */
static gboolean
compute (Diagram *d, const char *quantity, double at, GError **error)
{
  static const char *const step_columns[] = { "h", "values", "failure", NULL }, *const doubling_columns[] = { "h", "period", NULL };
  const char *columns[] = { "h", quantity, NULL }, *unit = model_time_unit (d->flow->problem.model);

  lab_table_set_unit (lab_result_add_table (d->result, "points", columns), "h", unit);
  lab_table_set_unit (lab_result_add_table (d->result, "steps", step_columns), "h", unit);
  lab_table_set_unit (lab_result_add_table (d->result, "doublings", doubling_columns), "h", unit);
  lab_result_set_number (d->result, "first_doubling", NAN, unit);
  lab_result_add_number (d->result, "low", d->low, unit);
  lab_result_add_number (d->result, "high", d->high, unit);
  for (int k = 0; k < d->n_values; k++)
    {
      double h = k == d->n_values - 1 ? d->high : d->low + (d->high - d->low) * k / (d->n_values - 1);

      add_step (d, h);
      d->fraction = fmin (1, 0.1 + 0.9 * (k + 1.0) / d->n_values);
      if (d->cancelled != NULL || !lab_progress_report (d->progress, d->fraction, &d->cancelled))
        {
          g_propagate_error (error, d->cancelled);
          return FALSE;
        }
      if (k % 10 != 9)
        continue;
      turn (d->result, at);
      lab_progress_show (d->progress, d->result);
    }
  turn (d->result, at);
  return TRUE;
}

static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlow) flow = lab_flow_new (problem, error);
  g_autoptr (LabStepMap) map = NULL;
  g_autoptr (ModelFormulas) formulas = NULL;
  g_autoptr (LabResult) result = NULL;
  g_autofree double *orbit = NULL, *before = NULL;
  const char *quantity;
  Diagram d = { .flow = flow, .progress = progress, .fraction = 0.1 };
  double at;

  if (flow == NULL || !lab_flow_require_autonomous (flow, error) || !lab_flow_require_smooth (flow, error))
    return NULL;
  map = lab_step_map_new (flow, FALSE, error);
  quantity = values[QUANTITY] != NULL ? values[QUANTITY] : flow->ode->names[0];
  if (map == NULL || (formulas = read_quantity (flow, quantity, error)) == NULL
      || !lab_option_count ("transient", values[TRANSIENT], 0, 10000000, &d.transient, error)
      || !lab_option_count ("keep", values[KEEP], 4, 100000, &d.keep, error))
    return NULL;
  d.map = map;
  d.formulas = formulas;
  if (!find_size (&d, problem, error))
    return NULL;
  d.orbit = orbit = g_new (double, (gsize) d.keep * (gsize) flow->n);
  if (!read_steps (&d, values[STEPS], progress, error))
    return NULL;
  at = d.low + 0.6 * (d.high - d.low);
  if (values[AT] != NULL && !lab_option_above ("at", values[AT], 0, &at, error))
    return NULL;
  d.x_before = before = g_new0 (double, flow->n);
  d.result = result = lab_result_new ();
  return compute (&d, quantity, at, error) ? g_steal_pointer (&result) : NULL;
}

const LabStudyKind lab_study_method_map = {
  .id = "method-map",
  .label = N_("Method as a map"),
  .advice = N_("Shows the values that a method with fixed steps settles on, over the step size: rest, cycles or chaos."),
  .of = LAB_STUDY_OF_METHODS,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 50 35 50 50 75 95 90|35 50 50 25 95 10",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .knob = "at",
  .knob_label = N_("Step size"),
  .knob_table = "steps",
  .knob_column = "h",
  .turn = turn,
  .run = run,
};
