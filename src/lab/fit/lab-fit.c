/* Fits a model to measured points. The residuals are (y_k − f_k (θ))/σ_k; lab-least-squares.c minimizes the sum of their squares or losses.
 *
 * With the Jacobian J of the residuals at the minimum, n points and p quantities that are free and determined,
 *
 *   s² = Σ r²/(n − p),   Cov = s² (JᵀJ)⁻¹,   θ_j ± t s_j
 *
 * where t is the 97.5 % quantile of Student's distribution with n − p degrees of freedom (Bates and Watts, Nonlinear Regression Analysis, 1988, section
 * 2.2); s = 1 if the errors are known. A robust loss with ψ = ρ′ r has s² = Σ ψ²/(n − p)/(mean ψ′)² (Huber, Robust Statistics, 1981, section 7.6).
 * A quantity at a bound is held there. The profile of θ_j is the smallest sum S_j (v) with θ_j = v; its interval is S_j − S ≤ s² t² (section 6.1). */
#include "lab-fit.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-information.h"
#include "lab-option.h"
#include "ode-random.h"

#define CONFIDENCE 0.95
#define MOST_ITERATIONS 200
/* Starts whose quantities differ by less than this, relative to the larger one, or to a thousandth of the model's value, reached the same minimum. The sums do
 * not decide: where the curve meets all points, they consist of rounding errors. */
#define SAME_VALUE 1e-3
#define SMALL_VALUE 1e-3
/* A start without two bounds is drawn from this factor below to this factor above the model's value. */
#define SPREAD 10
/* A profile steps until the sum is this multiple of the limit, with at most so many steps to a side, about so many of them to the limit. */
#define BEYOND 1.6
#define MOST_PROFILE_STEPS 24
#define STEPS_TO_LIMIT 4
/* Accuracy to which the end of a profile's interval is found, in units of √(S − S_min)/s, and number of trials. */
#define END_ACCURACY 1e-5
#define MOST_END_TRIALS 12
/* Fractions of the progress after the starts and after the profiles. */
#define AFTER_STARTS 0.7

typedef struct
{
  const LabFitSetup *setup;
  LabFitModel *model;
  double *divisor; /* n_points */
  int m;
  const LabProgress *progress;
  double from, until; /* fractions of the progress of the present part */
  gboolean tight;
} Fit;

/* ---- residuals ---- */

/* Reports from inside a run, so that it can be cancelled. The fraction of one run says nothing about the fit. */
static gboolean
report_run (gpointer user, double fraction)
{
  const Fit *fit = user;

  return lab_progress_report (fit->progress, fit->from, NULL);
}

static gboolean
evaluate (gpointer user, const double *theta, double *r, double *J, char **failure, GError **error)
{
  Fit *fit = user;
  LabProgress inner = { .func = report_run, .user = fit };
  int m = fit->m;

  if (!lab_progress_report (fit->progress, fit->from, error)
      || !lab_fit_model_evaluate (fit->model, theta, fit->tight, r, J, failure, &inner, error))
    return FALSE;
  for (int k = 0; k < fit->setup->n_points && *failure == NULL; k++)
    {
      r[k] = (r[k] - fit->setup->points[k].value) / fit->divisor[k];
      for (int j = 0; j < m; j++)
        J[(gsize) k * (gsize) m + (gsize) j] /= fit->divisor[k];
    }
  return TRUE;
}

/* Moves the progress on by a small part of what is left, since the number of iterations is not known. */
static void
iterated (gpointer user, int iteration, double sum)
{
  Fit *fit = user;

  fit->from += (fit->until - fit->from) * 0.1;
}

static LabLeastSquares
least_squares (Fit *fit, const gboolean *fixed)
{
  const LabFitSetup *setup = fit->setup;

  return (LabLeastSquares) { .n = setup->n_points,
                             .m = fit->m,
                             .low = setup->low,
                             .high = setup->high,
                             .fixed = fixed,
                             .loss = setup->loss,
                             .loss_scale = setup->loss_scale,
                             .most_iterations = MOST_ITERATIONS,
                             .evaluate = evaluate,
                             .iterated = iterated,
                             .user = fit };
}

/* ---- starts ---- */

static void
start_clear (gpointer item)
{
  LabFitStart *start = item;

  g_free (start->start);
  g_free (start->theta);
  g_free (start->message);
}

/* Draws a value between the bounds, uniformly in its logarithm if they have one sign and differ by a factor of 10; without two bounds around the value of the model. */
static double
draw (double value, double low, double high, const OdeRandomStream *stream, guint64 k)
{
  double u = ode_random_uniform (stream, k, 0, 1);

  if (isfinite (low) && isfinite (high))
    {
      if (low > 0 && high >= SPREAD * low)
        return low * pow (high / low, u);
      if (high < 0 && low <= SPREAD * high)
        return high * pow (low / high, u);
      return low + (high - low) * u;
    }
  if (value == 0)
    return CLAMP (2 * u - 1, low, high);
  return CLAMP (value * pow (SPREAD, 2 * u - 1), low, high);
}

static int
compare_starts (const void *a, const void *b)
{
  const LabFitStart *x = a, *y = b;

  if (isnan (x->sum) || isnan (y->sum))
    return isnan (x->sum) - isnan (y->sum);
  return (x->sum > y->sum) - (x->sum < y->sum);
}

/* Returns whether two starts ended in the same minimum. */
static gboolean
same_minimum (const Fit *fit, const LabFitStart *a, const LabFitStart *b)
{
  const double *model = lab_fit_model_start (fit->model);

  for (int j = 0; j < fit->m; j++)
    if (fabs (a->theta[j] - b->theta[j]) > SAME_VALUE * fmax (SMALL_VALUE * fabs (model[j]), fmax (fabs (a->theta[j]), fabs (b->theta[j]))))
      return FALSE;
  return TRUE;
}

static void
number_minima (const Fit *fit, LabFit *result)
{
  LabFitStart *starts = (LabFitStart *) (gpointer) result->starts->data;

  for (guint k = 0; k < result->starts->len; k++)
    {
      if (starts[k].theta == NULL || !starts[k].converged)
        continue;
      for (guint i = 0; i < k && starts[k].minimum == 0; i++)
        if (starts[i].minimum > 0 && same_minimum (fit, &starts[i], &starts[k]))
          starts[k].minimum = starts[i].minimum;
      if (starts[k].minimum == 0)
        starts[k].minimum = ++result->n_minima;
    }
}

/* Searches from all starts. Returns the best result, or NULL with an error. */
static LabLeastSquaresResult *
search (Fit *fit, LabFit *result, GError **error)
{
  const LabFitSetup *setup = fit->setup;
  const double *first = lab_fit_model_start (fit->model);
  g_autoptr (LabLeastSquaresResult) best = NULL;
  g_autofree double *theta = g_new (double, fit->m + 1);
  LabLeastSquares problem = least_squares (fit, NULL);

  for (int k = 0; k < setup->starts; k++)
    {
      OdeRandomStream stream = { setup->seed, (uint32_t) k, ode_random_hash ("fit") };
      g_autoptr (LabLeastSquaresResult) found = NULL;
      LabFitStart start = { 0 };

      for (int j = 0; j < fit->m; j++)
        theta[j] = k == 0 ? CLAMP (first[j], setup->low[j], setup->high[j]) : draw (first[j], setup->low[j], setup->high[j], &stream, (guint64) j);
      fit->from = AFTER_STARTS * k / setup->starts;
      fit->until = AFTER_STARTS * (k + 1) / setup->starts;
      found = lab_least_squares (&problem, theta, error);
      if (found == NULL)
        return NULL;
      start = (LabFitStart) { .start = g_memdup2 (theta, sizeof (double) * (gsize) fit->m),
                              .theta = isnan (found->sum) ? NULL : g_memdup2 (found->theta, sizeof (double) * (gsize) fit->m),
                              .sum = found->sum,
                              .iterations = found->iterations,
                              .evaluations = found->evaluations,
                              .converged = found->converged,
                              .message = g_strdup (found->message) };
      g_array_append_val (result->starts, start);
      if (!isnan (found->sum) && (best == NULL || found->sum < best->sum))
        {
          lab_least_squares_result_free (best);
          best = g_steal_pointer (&found);
        }
    }
  if (best == NULL)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("no start can be evaluated: %s"),
                   g_array_index (result->starts, LabFitStart, 0).message);
      return NULL;
    }
  g_array_sort (result->starts, compare_starts);
  number_minima (fit, result);
  return g_steal_pointer (&best);
}

/* ---- statistics ---- */

/* Returns the standard deviation of a residual. */
static double
scatter_of (const LabFitSetup *setup, const LabLeastSquaresResult *best, int degrees)
{
  double sum = 0, slope = 0;

  if (setup->known_errors)
    return 1;
  if (setup->loss == LAB_LOSS_LINEAR)
    return sqrt (best->sum / degrees);
  for (int k = 0; k < setup->n_points; k++)
    {
      double r = best->r[k], change = 1e-6 * setup->loss_scale, up = r + change, down = r - change;
      double psi = lab_loss_weight (setup->loss, setup->loss_scale, r) * r;

      sum += psi * psi;
      slope += (lab_loss_weight (setup->loss, setup->loss_scale, up) * up - lab_loss_weight (setup->loss, setup->loss_scale, down) * down) / (2 * change);
    }
  slope /= setup->n_points;
  return slope > 0 ? sqrt (sum / degrees) / slope : NAN;
}

/* Computes standard errors, intervals and correlations. `covariance` gets the matrix m × m with 0 for what is held or not determined. */
static void
describe (Fit *fit, LabFit *result, const LabLeastSquaresResult *best, double *covariance)
{
  const LabFitSetup *setup = fit->setup;
  LabLeastSquares problem = least_squares (fit, NULL);
  LabInformation information;
  int m = fit->m;
  g_autofree gboolean *free_columns = g_new (gboolean, m + 1);

  for (int j = 0; j < m; j++)
    {
      result->theta[j] = best->theta[j];
      result->at_bound[j] = lab_least_squares_at_bound (&problem, best, j);
      free_columns[j] = result->at_bound[j] == 0;
    }
  lab_information_compute (best->J, setup->n_points, m, free_columns, &information);
  result->degrees = setup->n_points - information.rank;
  result->sum = best->sum;
  result->scatter = scatter_of (setup, best, result->degrees);
  result->student = lab_student_two_sided (CONFIDENCE, result->degrees);
  for (int j = 0; j < m; j++)
    {
      result->determined[j] = information.determined[j] || !free_columns[j];
      result->error[j] = result->scatter * sqrt (information.inverse[j * m + j]);
      result->interval_low[j] = isnan (result->error[j]) ? NAN : fmax (result->theta[j] - result->student * result->error[j], setup->low[j]);
      result->interval_high[j] = isnan (result->error[j]) ? NAN : fmin (result->theta[j] + result->student * result->error[j], setup->high[j]);
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      {
        double c = information.inverse[i * m + j];

        covariance[i * m + j] = isnan (c) ? 0 : result->scatter * result->scatter * c;
        result->correlation[i * m + j] = i == j && !isnan (c) ? 1 : c / sqrt (information.inverse[i * m + i] * information.inverse[j * m + j]);
      }
  lab_information_clear (&information);
}

static void
take_residuals (const LabFitSetup *setup, LabFit *result, const LabLeastSquaresResult *best, const double *divisor)
{
  for (int k = 0; k < setup->n_points; k++)
    {
      result->residual[k] = -best->r[k];
      result->fitted[k] = setup->points[k].value + best->r[k] * divisor[k];
      result->weight[k] = lab_loss_weight (setup->loss, setup->loss_scale, best->r[k]);
    }
}

/* Computes the predictions with ten times tighter tolerances, and how far the quantities would move by the difference Δr: (JᵀJ)⁻¹ Jᵀ Δr. */
static gboolean
check_solver (Fit *fit, LabFit *result, const LabLeastSquaresResult *best, const double *covariance, GError **error)
{
  int n = fit->setup->n_points, m = fit->m;
  g_autofree double *r = g_new (double, n + 1), *J = g_new (double, (gsize) n * (gsize) m + 1), *slope = g_new0 (double, m + 1);
  g_autofree char *failure = NULL;
  double squares = 0;

  fit->tight = TRUE;
  if (!evaluate (fit, best->theta, r, J, &failure, error))
    return FALSE;
  fit->tight = FALSE;
  result->solver_shift = result->solver_error = NAN;
  if (failure != NULL)
    return TRUE;
  result->solver_shift = 0;
  for (int k = 0; k < n; k++)
    {
      double difference = r[k] - best->r[k];

      squares += difference * difference;
      for (int j = 0; j < m; j++)
        slope[j] += best->J[(gsize) k * (gsize) m + (gsize) j] * difference;
    }
  result->solver_error = sqrt (squares / n) / result->scatter;
  for (int i = 0; i < m; i++)
    {
      double shift = 0;

      for (int j = 0; j < m; j++)
        shift += covariance[i * m + j] / (result->scatter * result->scatter) * slope[j];
      if (result->error[i] > 0)
        result->solver_shift = fmax (result->solver_shift, fabs (shift) / result->error[i]);
    }
  return TRUE;
}

/* ---- curves ---- */

/* Computes the curve of the first start, the fitted curve and its standard errors. */
static gboolean
add_curves (Fit *fit, LabFit *result, const double *covariance, GError **error)
{
  const LabFitSetup *setup = fit->setup;
  int n = setup->n_curve, n_series = result->n_series, m = fit->m;
  g_autofree LabFitPoint *points = g_new0 (LabFitPoint, n * n_series + 1);
  g_autofree double *y = g_new (double, n * n_series + 1), *J = g_new (double, (gsize) (n * n_series) * (gsize) m + 1);
  g_autofree char *failure = NULL, *first_failure = NULL;
  g_autoptr (LabFitModel) model = NULL;
  LabProgress inner = { .func = report_run, .user = fit };
  double t_first = setup->points[0].t, t_last = setup->points[setup->n_points - 1].t;

  if (n < 2)
    return TRUE;
  if (!isnan (setup->problem->t_start))
    t_first = fmin (t_first, setup->problem->t_start);
  result->n_curve = n;
  result->curve_t = g_new (double, n);
  result->curve = g_new (double, n * n_series);
  result->curve_start = g_new (double, n * n_series);
  result->curve_error = g_new (double, n * n_series);
  for (int k = 0; k < n; k++)
    {
      result->curve_t[k] = k == n - 1 ? t_last : t_first + (t_last - t_first) * k / (n - 1);
      for (int s = 0; s < n_series; s++)
        points[k * n_series + s] = (LabFitPoint) { .series = s, .t = result->curve_t[k] };
    }
  model = lab_fit_model_new (setup->problem, setup->parameters, setup->initial, setup->expressions, points, n * n_series, error);
  if (model == NULL || !lab_fit_model_evaluate (model, result->start, FALSE, y, J, &first_failure, &inner, error))
    return FALSE;
  for (int k = 0; k < n * n_series; k++)
    result->curve_start[(k % n_series) * n + k / n_series] = first_failure == NULL ? y[k] : NAN;
  if (!lab_fit_model_evaluate (model, result->theta, FALSE, y, J, &failure, &inner, error))
    return FALSE;
  for (int k = 0; k < n * n_series; k++)
    {
      const double *g = J + (gsize) k * (gsize) m;
      double variance = 0;

      for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
          variance += covariance[i * m + j] * g[i] * g[j];
      result->curve[(k % n_series) * n + k / n_series] = failure == NULL ? y[k] : NAN;
      result->curve_error[(k % n_series) * n + k / n_series] = failure == NULL ? sqrt (fmax (variance, 0)) : NAN;
    }
  return TRUE;
}

/* ---- profiles ---- */

/* Minimizes the sum with column j held at v, from theta[m], which becomes the minimum. *sum is NaN if the run fails. Returns FALSE with an error. */
static gboolean
minimize_held (Fit *fit, int j, double v, double *theta, double *sum, GError **error)
{
  g_autofree gboolean *fixed = g_new0 (gboolean, fit->m + 1);
  LabLeastSquares problem = least_squares (fit, fixed);
  g_autoptr (LabLeastSquaresResult) found = NULL;
  g_autofree double *from = g_memdup2 (theta, sizeof (double) * (gsize) fit->m);

  fixed[j] = TRUE;
  from[j] = v;
  found = lab_least_squares (&problem, from, error);
  if (found == NULL)
    return FALSE;
  *sum = found->sum;
  if (!isnan (found->sum))
    memcpy (theta, found->theta, sizeof (double) * (gsize) fit->m);
  return TRUE;
}

static void
add_profile_point (LabFit *result, int j, double value, double sum)
{
  LabFitProfilePoint point = { j, value, sum };

  g_array_append_val (result->profile, point);
  if (sum < result->sum * (1 - 1e-6))
    result->profile_found_less = TRUE;
}

/* Returns √(S − S_min)/s. */
static double
tau_of (const LabFit *result, double sum)
{
  return sqrt (fmax (sum - result->sum, 0)) / result->scatter;
}

/* Follows one side of a profile from the minimum, and finds where τ is the quantile: between the last two steps by the Illinois method. */
static gboolean
follow (Fit *fit, LabFit *result, int j, int side, double *end, GError **error)
{
  double bound = side < 0 ? fit->setup->low[j] : fit->setup->high[j], step = result->student * result->error[j] / STEPS_TO_LIMIT, limit = result->student;
  double at = result->theta[j], tau = 0, before = at, tau_before = 0, sum;
  g_autofree double *theta = g_memdup2 (result->theta, sizeof (double) * (gsize) fit->m), *inside = NULL;

  *end = NAN;
  for (int k = 0; k < MOST_PROFILE_STEPS && tau < BEYOND * limit && at != bound; k++)
    {
      double next = at + side * step;

      if (side * next >= side * bound)
        next = bound;
      if (isnan (*end))
        {
          before = at;
          tau_before = tau;
          g_free (inside);
          inside = g_memdup2 (theta, sizeof (double) * (gsize) fit->m);
        }
      if (!minimize_held (fit, j, next, theta, &sum, error))
        return FALSE;
      if (isnan (sum))
        break;
      at = next;
      add_profile_point (result, j, at, sum);
      /* Steps grow where the sum is flat, so that an interval that is open or much longer than the linear one is seen too. */
      if (tau_of (result, sum) - tau < 0.5 * limit / STEPS_TO_LIMIT)
        step *= 2;
      tau = tau_of (result, sum);
      if (isnan (*end) && tau >= limit)
        {
          double a = before, fa = tau_before - limit, b = at, fb = tau - limit;

          for (int trial = 0; trial < MOST_END_TRIALS && fabs (fb) > END_ACCURACY && fb != fa; trial++)
            {
              double c = b - fb * (b - a) / (fb - fa), fc;

              if (!minimize_held (fit, j, c, inside, &sum, error))
                return FALSE;
              if (isnan (sum))
                break;
              fc = tau_of (result, sum) - limit;
              if (fc * fb < 0)
                {
                  a = b;
                  fa = fb;
                }
              else
                fa /= 2;
              b = c;
              fb = fc;
            }
          *end = b;
          add_profile_point (result, j, b, result->sum + (fb + limit) * (fb + limit) * result->scatter * result->scatter);
        }
    }
  return TRUE;
}

static int
compare_profile (const void *a, const void *b)
{
  const LabFitProfilePoint *x = a, *y = b;

  return x->column != y->column ? x->column - y->column : (x->value > y->value) - (x->value < y->value);
}

static gboolean
add_profiles (Fit *fit, LabFit *result, GError **error)
{
  for (int j = 0; j < fit->m; j++)
    {
      fit->from = AFTER_STARTS + (1 - AFTER_STARTS) * j / fit->m;
      fit->until = AFTER_STARTS + (1 - AFTER_STARTS) * (j + 1) / fit->m;
      if (!(result->error[j] > 0))
        continue;
      add_profile_point (result, j, result->theta[j], result->sum);
      if (!follow (fit, result, j, -1, &result->profile_low[j], error) || !follow (fit, result, j, 1, &result->profile_high[j], error))
        return FALSE;
    }
  g_array_sort (result->profile, compare_profile);
  return TRUE;
}

/* ---- the fit ---- */

void
lab_fit_free (LabFit *fit)
{
  if (fit == NULL)
    return;
  g_free (fit->start);
  g_free (fit->theta);
  g_free (fit->error);
  g_free (fit->interval_low);
  g_free (fit->interval_high);
  g_free (fit->profile_low);
  g_free (fit->profile_high);
  g_free (fit->at_bound);
  g_free (fit->determined);
  g_free (fit->correlation);
  g_free (fit->fitted);
  g_free (fit->residual);
  g_free (fit->weight);
  g_free (fit->message);
  g_free (fit->differences);
  g_array_unref (fit->starts);
  g_array_unref (fit->profile);
  g_free (fit->curve_t);
  g_free (fit->curve);
  g_free (fit->curve_start);
  g_free (fit->curve_error);
  g_free (fit);
}

static LabFit *
fit_alloc (int m, int n_points, int n_series)
{
  LabFit *result = g_new0 (LabFit, 1);
  gsize size = sizeof (double) * (gsize) (m + 1), points = sizeof (double) * (gsize) (n_points + 1);
  double **const arrays[] = { &result->start, &result->theta, &result->error, &result->interval_low, &result->interval_high, &result->profile_low,
                              &result->profile_high };

  result->m = m;
  result->n_points = n_points;
  result->n_series = n_series;
  for (guint k = 0; k < G_N_ELEMENTS (arrays); k++)
    *arrays[k] = g_malloc0 (size);
  for (int j = 0; j < m; j++)
    result->profile_low[j] = result->profile_high[j] = NAN;
  result->at_bound = g_new0 (int, m + 1);
  result->determined = g_new0 (gboolean, m + 1);
  result->correlation = g_new0 (double, m * m + 1);
  result->fitted = g_malloc0 (points);
  result->residual = g_malloc0 (points);
  result->weight = g_malloc0 (points);
  result->starts = g_array_new (FALSE, FALSE, sizeof (LabFitStart));
  g_array_set_clear_func (result->starts, start_clear);
  result->profile = g_array_new (FALSE, FALSE, sizeof (LabFitProfilePoint));
  return result;
}

static double *
divisors (const LabFitSetup *setup)
{
  double *divisor = g_new (double, setup->n_points + 1);

  for (int k = 0; k < setup->n_points; k++)
    divisor[k] = setup->weights == LAB_WEIGHTS_ERRORS     ? setup->points[k].error
                 : setup->weights == LAB_WEIGHTS_RELATIVE ? fabs (setup->points[k].value)
                                                          : 1;
  return divisor;
}

LabFit *
lab_fit_new (const LabFitSetup *setup, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFitModel) model = lab_fit_model_new (setup->problem, setup->parameters, setup->initial, setup->expressions, setup->points,
                                                     setup->n_points, error);
  g_autofree double *divisor = divisors (setup), *covariance = NULL;
  g_autoptr (LabLeastSquaresResult) best = NULL;
  g_autoptr (LabFit) result = NULL;
  Fit fit = { .setup = setup, .model = model, .divisor = divisor, .progress = progress };

  if (model == NULL)
    return NULL;
  fit.m = lab_fit_model_n_columns (model);
  if (setup->n_points <= fit.m)
    {
      lab_option_set_error (error, "data", _("%d values are measured, but %d quantities are fitted; more values than quantities are needed"),
                            setup->n_points, fit.m);
      return NULL;
    }
  result = fit_alloc (fit.m, setup->n_points, (int) g_strv_length ((char **) setup->expressions));
  for (int j = 0; j < fit.m; j++)
    result->start[j] = CLAMP (lab_fit_model_start (model)[j], setup->low[j], setup->high[j]);
  best = search (&fit, result, error);
  if (best == NULL)
    return NULL;
  covariance = g_new0 (double, fit.m * fit.m + 1);
  result->converged = best->converged;
  result->message = g_strdup (best->message);
  describe (&fit, result, best, covariance);
  take_residuals (setup, result, best, divisor);
  /* The last evaluation of the model is then that of the minimum. */
  if (!check_solver (&fit, result, best, covariance, error))
    return NULL;
  result->differences = g_strdup (lab_fit_model_differences (model));
  if (!add_curves (&fit, result, covariance, error) || (setup->profile && !add_profiles (&fit, result, error)))
    return NULL;
  return g_steal_pointer (&result);
}
