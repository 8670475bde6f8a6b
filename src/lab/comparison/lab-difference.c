/* Computes the difference of two runs at the times of both, or of a run and the reference solution, by repeating the
 * runs. */
#include "lab-difference.h"

#include <float.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-reference.h"

void
lab_difference_free (LabDifference *difference)
{
  if (difference == NULL)
    return;
  g_free (difference->t);
  g_free (difference->values);
  g_free (difference->distance);
  g_free (difference->reference_source);
  g_free (difference);
}

/* ---- exponential growth ---- */

/* Fits an exponential growth rate to the distance d of two runs. The rate is the slope of a least-squares line through l = ln d over t. The
 * points of the fit begin at the first positive distance and end at the first that is at least a tenth of the largest; later the distance
 * approaches the size of the attractor and no longer grows.
 *
 * Runs store more rows where their steps are small. Each point therefore has the time between its neighbours as its weight:
 *
 *   w_i = (t_{i+1} − t_{i−1}) / 2,   rate = Σ w (t − t̄)(l − l̄) / Σ w (t − t̄)²,   r² = (Σ w (t − t̄)(l − l̄))² / (Σ w (t − t̄)² Σ w (l −
 *   l̄)²).
 *
 * A power law d = t^p on (0, T] has r² = 0.75 for every p, because on (0, 1) the covariance of ln t and t is 1/4 and their variances are
 * 1 and 1/12. */
/* Smallest r² of exponential growth, above the 0.75 of a power law. The logarithm of a chaotic distance oscillates around its line; with
 * three decades of growth, r² is still 0.95 or more. */
#define LEAST_R_SQUARED 0.9
/* Smallest factor of growth. Distances that do not grow exponentially can oscillate by smaller factors. */
#define LEAST_GROWTH 20
#define SATURATED 0.1

/* Returns the smallest index i ≥ from whose distance is positive and at least `low`; n if there is none. */
static gsize
first_at_least (const double *distance, gsize from, gsize n, double low)
{
  for (gsize i = from; i < n; i++)
    if (isfinite (distance[i]) && distance[i] > 0 && distance[i] >= low)
      return i;
  return n;
}

/* Writes the weights w_i, divided by their sum. */
static void
weigh (const double *time, gsize n, double *weight)
{
  for (gsize i = 0; i < n; i++)
    weight[i] = 0.5 * (time[MIN (i + 1, n - 1)] - time[i > 0 ? i - 1 : 0]) / (time[n - 1] - time[0]);
}

LabGrowth
lab_growth_fit (const double *t, const double *distance, gsize n)
{
  LabGrowth growth = { .rate = NAN, .log_at_first = NAN, .t_first = NAN, .t_last = NAN, .r_squared = NAN };
  g_autofree double *time = g_new (double, n + 1), *log_d = g_new (double, n + 1), *weight = g_new (double, n + 1);
  double largest = 0, mean_t = 0, mean_l = 0, tt = 0, tl = 0, ll = 0, rate;
  gsize first, last, m = 0;

  for (gsize i = 0; i < n; i++)
    if (isfinite (distance[i]))
      largest = fmax (largest, distance[i]);
  first = first_at_least (distance, 0, n, 0);
  last = first_at_least (distance, first, n, SATURATED * largest);
  for (gsize i = first; i < n && i <= last; i++)
    if (isfinite (distance[i]) && distance[i] > 0)
      {
        time[m] = t[i];
        log_d[m++] = log (distance[i]);
      }
  if (m < 3)
    return growth;
  weigh (time, m, weight);
  for (gsize i = 0; i < m; i++)
    {
      mean_t += weight[i] * time[i];
      mean_l += weight[i] * log_d[i];
    }
  for (gsize i = 0; i < m; i++)
    {
      const double dt = time[i] - mean_t, dl = log_d[i] - mean_l;

      tt += weight[i] * dt * dt;
      tl += weight[i] * dt * dl;
      ll += weight[i] * dl * dl;
    }
  rate = tl / tt;
  growth.r_squared = tl * tl / (tt * ll);
  growth.t_first = time[0];
  growth.t_last = time[m - 1];
  growth.log_at_first = mean_l + rate * (growth.t_first - mean_t);
  if (growth.r_squared > LEAST_R_SQUARED && rate > 0 && rate * (growth.t_last - growth.t_first) >= log (LEAST_GROWTH))
    growth.rate = rate;
  return growth;
}

/* ---- times ---- */

/* Appends the times of a run up to `end`, reduced to at most LAB_DIFFERENCE_TIMES evenly chosen ones, with the first and the last. Of n
 * times, time i is kept if ⌊i (LAB_DIFFERENCE_TIMES − 1) / (n − 1)⌋ is not less than the number of times kept so far. */
static void
add_times (GArray *times, const LabRunRecord *run, double end)
{
  gsize n = 0, kept = 0;

  while (n < run->n && run->t[n] <= end)
    n++;
  for (gsize i = 0; i < n; i++)
    if (n <= LAB_DIFFERENCE_TIMES || i * (LAB_DIFFERENCE_TIMES - 1) / (n - 1) >= kept)
      {
        g_array_append_val (times, run->t[i]);
        kept++;
      }
}

static int
ascending (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Returns the times of both runs up to the end of the shorter one, in ascending order and without
 * duplicates. */
static GArray *
union_of_times (const LabRunRecord *a, const LabRunRecord *b)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (double));
  double end = a->t[a->n - 1];
  guint n = 0;

  if (b != NULL)
    end = fmin (end, b->t[b->n - 1]);
  add_times (times, a, end);
  if (b != NULL)
    add_times (times, b, end);
  g_array_sort (times, ascending);
  for (guint i = 0; i < times->len; i++)
    if (i == 0 || g_array_index (times, double, i) > g_array_index (times, double, n - 1))
      g_array_index (times, double, n++) = g_array_index (times, double, i);
  g_array_set_size (times, n);
  return times;
}

/* ---- repeating a run ---- */

typedef struct
{
  const LabRunRecord *run;
  SimSimulator *simulator;
  const double *t;        /* the n requested times */
  gsize n, next;
  double *x;              /* n rows of n_states values: the states at these times */
  double t0, *x0;         /* time and states before the last step */
  int n_states;
  LabRunPlace place;
} Repeat;

/* Stores the states at all requested times up to the end of the last step. */
static gboolean
take_states (Repeat *repeat)
{
  double now = sim_simulator_t (repeat->simulator);

  for (; repeat->next < repeat->n && repeat->t[repeat->next] <= now; repeat->next++)
    if (!lab_run_record_state_at (repeat->simulator, repeat->t[repeat->next], repeat->t0, repeat->x0,
                                  repeat->x + repeat->next * repeat->n_states))
      return FALSE;
  return TRUE;
}

/* Repeats the run up to its last stored time. */
static gboolean
advance (Repeat *repeat, const LabProgress *progress, GError **error)
{
  const LabProblem *problem = &repeat->run->problem;
  double end = repeat->run->t[repeat->run->n - 1], span = fmax (end - problem->t_start, DBL_MIN);
  SimStatus status;

  if (!lab_run_record_apply (repeat->run, repeat->simulator, -1, &repeat->place, error))
    return FALSE;
  status = sim_simulator_initialize (repeat->simulator, problem->t_start, NULL, NULL, repeat->place.t_end, FALSE);
  memcpy (repeat->x0, sim_simulator_x (repeat->simulator), repeat->n_states * sizeof (double));
  take_states (repeat);
  for (gint64 steps = 1; (status.reason == SIM_READY || status.reason == SIM_REACHED_END) && sim_simulator_t (repeat->simulator) < end;
       steps++)
    {
      repeat->t0 = sim_simulator_t (repeat->simulator);
      memcpy (repeat->x0, sim_simulator_x (repeat->simulator), repeat->n_states * sizeof (double));
      if (!lab_run_record_apply (repeat->run, repeat->simulator, sim_simulator_statistics_steps (repeat->simulator), &repeat->place, error))
        break;
      status = sim_simulator_step (repeat->simulator, repeat->place.t_end);
      if (!take_states (repeat))
        break;
      if (steps % lab_progress_steps (repeat->n_states) == 0
          && !lab_progress_report (progress, (sim_simulator_t (repeat->simulator) - problem->t_start) / span, error))
        return FALSE;
    }
  return error == NULL || *error == NULL;
}

/* Computes the states of the run at ascending times into x[n × n_states]. States after the end of the run are NaN. Returns FALSE with an
 * error on failure. */
static gboolean
repeat_run (const LabRunRecord *run, const double *t, gsize n, int n_states, double *x, const LabProgress *progress, GError **error)
{
  g_autoptr (SimSimulator) simulator = lab_run_record_simulator (run, error);
  g_autofree double *before = g_new0 (double, n_states + 1);
  Repeat repeat = { run, simulator, t, n, 0, x, run->problem.t_start, before, n_states, { 0, run->problem.t_end } };
  GError *local = NULL;

  if (simulator == NULL)
    return FALSE;
  for (gsize i = 0; i < n * (gsize) n_states; i++)
    x[i] = NAN;
  if (!advance (&repeat, progress, &local))
    {
      g_propagate_error (error, local);
      return FALSE;
    }
  if (n == 0 || t[n - 1] != run->t[run->n - 1] || lab_run_record_ends_at (run, x + (n - 1) * n_states, n_states))
    return TRUE;
  g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                       _("the run cannot be repeated: its method or settings were changed while it ran"));
  return FALSE;
}

/* ---- the reference solution ---- */

/* Computes the reference up to the time at which two high-accuracy runs disagree. It is called after lab_reference_find failed with *error,
 * and clears *error on success. */
static gboolean
agreeing_part (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, const LabProgress *progress,
               char **source, GError **error)
{
  int n_states = model_system_n_states (system);
  g_autoptr (GError) unable = NULL;
  gsize n_known = 0;

  if (error != NULL && g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  if (!lab_reference_agreeing_part (problem, system, t, n, x, &n_known, source, progress, &unable)
      && g_error_matches (unable, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_error (error);
      g_propagate_error (error, g_steal_pointer (&unable));
      return FALSE;
    }
  if (n_known == 0)
    return FALSE;
  g_clear_error (error);
  for (gsize i = n_known * n_states; i < n * n_states; i++)
    x[i] = NAN;
  return TRUE;
}

/* Computes the reference at the times of a run into x[n × n_states], and sets *source to a description of the reference. Returns FALSE with
 * an error on failure. */
static gboolean
reference_of_run (const LabRunRecord *run, const double *t, gsize n, int n_states, double *x, const LabProgress *progress, char **source,
                  GError **error)
{
  LabProblem problem = run->problem;
  g_autoptr (ModelSystem) system = NULL;
  LabReference reference = { 0 };
  double apart;
  gboolean fine;

  if (lab_run_record_has_moves (run))
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                           _("no reference solution: parameters or states were changed during the run"));
      return FALSE;
    }
  problem.t_end = t[n - 1];
  system = lab_problem_instance (&problem, error);
  if (system == NULL)
    return FALSE;
  if (!lab_reference_find (&problem, progress, &reference, error))
    return agreeing_part (&problem, system, t, n, x, progress, source, error);
  fine = lab_reference_at (&problem, system, t, n, x, progress, error);
  apart = fine ? lab_reference_error (&reference, x + (n - 1) * n_states) : NAN;
  /* Check the high-accuracy run, whose states before the end are used: compare its last state with the reference at the end. */
  if (fine && apart > LAB_REFERENCE_AGREEMENT)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no reference solution: the reference run differs by %.1e from %s"), apart,
                   reference.source);
      fine = FALSE;
    }
  *source = fine ? g_strdup (reference.source) : NULL;
  lab_reference_clear (&reference);
  return fine;
}

static void
measure_distance (LabDifference *difference)
{
  difference->distance = g_new (double, difference->n + 1);
  for (gsize i = 0; i < difference->n; i++)
    {
      double sum = 0;

      for (int k = 0; k < difference->n_states; k++)
        sum = hypot (sum, difference->values[i * (gsize) difference->n_states + (gsize) k]);
      difference->distance[i] = sum;
    }
}

LabDifference *
lab_difference_new (const LabRunRecord *a, const LabRunRecord *b, const LabProgress *progress, GError **error)
{
  g_autoptr (LabDifference) difference = g_new0 (LabDifference, 1);
  g_autoptr (ModelSystem) system = lab_problem_instance (&a->problem, error);
  g_autoptr (GArray) times = NULL;
  g_autofree double *other = NULL;
  int n_states;

  if (system == NULL)
    return NULL;
  n_states = difference->n_states = model_system_n_states (system);
  times = union_of_times (a, b);
  difference->n = times->len;
  difference->t = g_memdup2 (times->data, times->len * sizeof (double));
  difference->values = g_new (double, difference->n * n_states + 1);
  other = g_new (double, difference->n * n_states + 1);
  if (!repeat_run (a, difference->t, difference->n, n_states, difference->values, progress, error))
    return NULL;
  if (b != NULL ? !repeat_run (b, difference->t, difference->n, n_states, other, progress, error)
                : !reference_of_run (a, difference->t, difference->n, n_states, other, progress, &difference->reference_source, error))
    return NULL;
  difference->t_known = NAN;
  for (gsize i = 0; i < difference->n * (gsize) n_states; i++)
    {
      difference->values[i] -= other[i];
      if (!isnan (difference->values[i]))
        difference->t_known = difference->t[i / n_states];
    }
  measure_distance (difference);
  difference->growth = b != NULL ? lab_growth_fit (difference->t, difference->distance, difference->n) : lab_growth_fit (NULL, NULL, 0);
  return g_steal_pointer (&difference);
}
