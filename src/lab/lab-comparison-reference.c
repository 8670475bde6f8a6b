/* The reference solution over time and the errors against it. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-comparison-private.h"

/* Points at which the reference solution is kept for drawing and for finding turns. */
#define REFERENCE_ROWS 4001
/* As tight as runs in double precision agree on (lab-problem.c). */
#define TIGHT 1e-12
/* A reference solution that is known for less than this share of the time shows nothing of the errors to come. */
#define LEAST_PART 0.1

static gboolean
cancelled (const LabProgress *progress, double share, GError **error)
{
  if (progress == NULL || progress->func == NULL || progress->func (progress->user, share))
    return FALSE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  return TRUE;
}

/* The first method of the family that the model takes, after the one given (NULL: of all). */
static const OdeMethod *
reference_method (const LabProblem *problem, ModelSystem *system, const OdeMethod *after)
{
  static const char *const non_stiff[] = { "verner98", "dop853", "runge_kutta5", "radau", NULL };
  static const char *const stiff[] = { "radau", "rodas5p", "kvaerno5", NULL };
  gboolean is_stiff = (model_traits (problem->model) & (MODEL_IS_STIFF | MODEL_IS_DAE)) != 0;

  for (const char *const *name = is_stiff ? stiff : non_stiff; *name != NULL; name++)
    {
      const OdeMethod *method = ode_method_find (*name);

      if (after != NULL)
        after = method == after ? NULL : after;
      else if (method != NULL && ode_method_refuses (method, model_system_ode (system)) == NULL)
        return method;
    }
  return NULL;
}

/* A tight run's states at t[n]; NaN from where it failed on (*why says so then, and is the caller's), and after the end that an event made. */
static gboolean
tight_run_at (const LabProblem *problem, const OdeMethod *method, const double *t, gsize n, int n_states, double *x, char **why,
              const LabProgress *progress, GError **error)
{
  g_autoptr (SimConfig) config = lab_comparison_config (problem, method, 0, fmax (TIGHT, method->accuracy_tightest));
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (problem, config, error);
  SimStatus status;

  if (simulator == NULL)
    return FALSE;
  status = sim_simulator_initialize (simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
  for (gsize i = 0; i < n; i++)
    {
      if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
        if (t[i] > sim_simulator_t (simulator))
          status = sim_simulator_advance_to (simulator, t[i]);
      if (status.reason == SIM_FAILED_RUN && *why == NULL)
        *why = g_strdup (status.message);
      if (n_states > 0 && status.reason != SIM_FAILED_RUN && sim_simulator_t (simulator) == t[i])
        memcpy (x + i * n_states, sim_simulator_x (simulator), n_states * sizeof (double));
      else
        for (int k = 0; k < n_states; k++)
          x[i * n_states + k] = NAN;
      if (i % 64 == 0 && cancelled (progress, (double) i / n, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
reference_by_run (const LabProblem *problem, ModelSystem *model, const double *t, gsize n, double *x, const LabProgress *progress, GError **error)
{
  const OdeMethod *method = reference_method (problem, model, NULL);
  g_autofree char *why = NULL;

  if (method == NULL)
    g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no method gives a reference for this model"));
  else if (tight_run_at (problem, method, t, n, model_system_n_states (model), x, &why, progress, error) && why != NULL)
    g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the reference run failed: %s"), why);
  return method != NULL && why == NULL && (error == NULL || *error == NULL);
}

gboolean
lab_comparison_reference_at (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, const LabProgress *progress,
                   GError **error)
{
  int n_states = model_system_n_states (system);
  gboolean known = lab_problem_is_whole (problem) && model_system_has_exact (system) && n > 0;

  if (known)
    {
      known = FALSE;
      for (gsize i = 0; i < n; i++)
        {
          for (int k = 0; k < n_states; k++)
            x[i * n_states + k] = NAN;
          model_system_exact (system, t[i], x + i * n_states);
          for (int k = 0; k < n_states; k++)
            known |= isfinite (x[i * n_states + k]);
        }
    }
  return known || reference_by_run (problem, system, t, n, x, progress, error);
}

/* ---- size and turns ---- */

/* States over which errors are distances: the positions; all where none is one. */
static gboolean
counts_as_position (ModelSystem *system, int state)
{
  const OdeKind *kinds = model_system_ode (system)->kinds;
  gboolean any = FALSE;

  for (int i = 0; kinds != NULL && i < model_system_n_states (system); i++)
    any |= kinds[i] == ODE_POSITION;
  return !any || kinds[state] == ODE_POSITION;
}

static double
reference_size (const LabComparison *comparison, ModelSystem *system)
{
  double size = 0, low, high;

  for (int i = 0; i < model_system_n_states (system); i++)
    if (counts_as_position (system, i))
      {
        sim_trajectory_range (comparison->reference, i, 0, sim_trajectory_n_rows (comparison->reference), &low, &high);
        if (high > low)
          size = fmax (size, (high - low) / 2);
      }
  return size > 0 ? size : NAN;
}

/* The mean time between upward passages of the middle, where they are at least two and within 5 % of each other: a steady turn. */
static double
steady_period (const LabComparison *comparison, int column)
{
  gsize n = sim_trajectory_n_rows (comparison->reference);
  double low, high, middle, first = NAN, last = NAN, shortest = INFINITY, longest = 0;
  int count = 0;

  sim_trajectory_range (comparison->reference, column, 0, n, &low, &high);
  middle = (low + high) / 2;
  for (gsize i = 1; i < n; i++)
    {
      const double *a = sim_trajectory_row (comparison->reference, i - 1), *b = sim_trajectory_row (comparison->reference, i);
      double va = a[1 + column] - middle, vb = b[1 + column] - middle, t;

      if (!(va < 0 && vb >= 0))
        continue;
      t = a[0] + (b[0] - a[0]) * va / (va - vb);
      if (count > 0)
        {
          shortest = fmin (shortest, t - last);
          longest = fmax (longest, t - last);
        }
      else
        first = t;
      last = t;
      count++;
    }
  if (count < 2 || longest > 1.05 * shortest)
    return NAN;
  return (last - first) / (count - 1);
}

static SimTrajectory *
keep_reference (const double *t, gsize n, const double *x, int n_states)
{
  SimTrajectory *reference = sim_trajectory_new (n_states, 256 << 20);

  for (gsize i = 0; i < n; i++)
    sim_trajectory_append (reference, t[i], x + i * n_states, SIM_ROW_SAMPLE);
  return reference;
}

static gboolean
any_known (const double *x, int n_states)
{
  for (int k = 0; k < n_states; k++)
    if (!isnan (x[k]))
      return TRUE;
  return n_states == 0;
}

/* Rows of a, from the first on, in which b is the same as far as the reference solution must be known. */
static gsize
agreeing_rows (const double *a, const double *b, gsize n, int n_states)
{
  for (gsize i = 0; i < n; i++)
    for (int k = 0; k < n_states; k++)
      {
        double x = a[i * n_states + k], y = b[i * n_states + k];

        if (!(fabs (x - y) <= LAB_REFERENCE_AGREEMENT * fmax (1, fabs (x))))
          return i;
      }
  return n;
}

gboolean
lab_comparison_reference_first_part (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, gsize *n_known, char **said,
                           const LabProgress *progress, GError **error)
{
  int n_states = model_system_n_states (system);
  const OdeMethod *first = reference_method (problem, system, NULL), *second = first != NULL ? reference_method (problem, system, first) : NULL;
  g_autofree double *other = g_new (double, n * (n_states + 1));
  g_autofree char *why = NULL, *why_other = NULL;

  *n_known = 0;
  if (second == NULL)
    return TRUE;
  if (!tight_run_at (problem, first, t, n, n_states, x, &why, progress, error)
      || !tight_run_at (problem, second, t, n, n_states, other, &why_other, progress, error))
    return FALSE;
  *n_known = agreeing_rows (x, other, n, n_states);
  if (*n_known == 0 || !(t[*n_known - 1] - problem->t_start >= LEAST_PART * (problem->t_end - problem->t_start)))
    *n_known = 0;
  else
    *said = g_strdup_printf (_("%s and %s at accuracy 1e-12, which agree until t = %.4g"), first->id, second->id, t[*n_known - 1]);
  return TRUE;
}

gboolean
lab_comparison_find_reference (LabComparison *comparison, const LabProblem *problem, ModelSystem *system, const LabProgress *progress, GError **error)
{
  int n_states = model_system_n_states (system);
  g_autofree double *t = g_new (double, REFERENCE_ROWS), *x = g_new (double, (gsize) REFERENCE_ROWS * (n_states + 1));
  g_autoptr (GError) local = NULL, unable = NULL;
  gsize n_known = REFERENCE_ROWS;
  LabReference reference = { 0 };

  comparison->period = comparison->size = comparison->reference_end = NAN;
  for (int i = 0; i < REFERENCE_ROWS; i++)
    t[i] = i + 1 < REFERENCE_ROWS ? comparison->t_start + (comparison->t_end - comparison->t_start) * i / (REFERENCE_ROWS - 1) : comparison->t_end;
  if (lab_reference_find (problem, progress, &reference, &local) && lab_comparison_reference_at (problem, system, t, REFERENCE_ROWS, x, progress, &local))
    comparison->reference_source = g_strdup (reference.said);
  else if (!g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    if (!lab_comparison_reference_first_part (problem, system, t, REFERENCE_ROWS, x, &n_known, &comparison->reference_source, progress, &unable))
      n_known = 0;
  lab_reference_clear (&reference);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED) || g_error_matches (unable, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return FALSE;
    }
  if (n_known == 0)
    {
      comparison->reference_source = g_strdup (local->message);
      return TRUE;
    }
  comparison->reference_diverges = n_known < REFERENCE_ROWS && any_known (x + n_known * n_states, n_states);
  while (n_known > 1 && !any_known (x + (n_known - 1) * n_states, n_states))
    n_known--; /* an event ended it */
  comparison->reference_known = TRUE;
  comparison->reference_end = t[n_known - 1];
  comparison->reference = keep_reference (t, n_known, x, n_states);
  comparison->size = reference_size (comparison, system);
  if (lab_comparison_reference_is_whole (comparison) && comparison->x_column >= 0 && comparison->x_column < n_states)
    comparison->period = steady_period (comparison, comparison->x_column);
  return TRUE;
}

gboolean
lab_comparison_reference_is_whole (const LabComparison *comparison)
{
  return comparison->reference_known && comparison->reference_end >= comparison->t_end;
}

/* ---- errors of a entry ---- */

/* Ends of steps away from jumps, at most LAB_COMPARISON_ROWS of them, evenly thinned; the last is always kept. */
static gsize
pick_rows (SimTrajectory *trajectory, gsize *rows)
{
  gsize n_rows = sim_trajectory_n_rows (trajectory), n_ends = 0, n = 0, seen = 0;
  SimRowFlags skipped = SIM_ROW_BEFORE | SIM_ROW_AFTER | SIM_ROW_EVENT | SIM_ROW_SAMPLE;

  for (gsize i = 0; i < n_rows; i++)
    n_ends += !(sim_trajectory_flags (trajectory, i) & skipped);
  for (gsize i = 0; i < n_rows; i++)
    {
      if (sim_trajectory_flags (trajectory, i) & skipped)
        continue;
      if (n_ends <= LAB_COMPARISON_ROWS || seen * (LAB_COMPARISON_ROWS - 1) / (n_ends - 1) >= n)
        if (n < LAB_COMPARISON_ROWS && (n == 0 || sim_trajectory_row (trajectory, i)[0] > sim_trajectory_row (trajectory, rows[n - 1])[0]))
          rows[n++] = i;
      seen++;
    }
  return n;
}

static void
measure_invariant (const LabComparison *comparison, LabComparisonEntry *entry, const gsize *rows)
{
  double first = NAN, scale;

  if (comparison->invariant_column >= 0 && entry->n > 0)
    first = sim_trajectory_row (entry->trajectory, rows[0])[1 + comparison->invariant_column];
  /* Relative to the first value, absolute where that is nothing. */
  scale = fabs (first) > 1e-12 ? fabs (first) : 1;
  for (gsize i = 0; i < entry->n; i++)
    {
      double value = comparison->invariant_column >= 0 ? sim_trajectory_row (entry->trajectory, rows[i])[1 + comparison->invariant_column] : NAN;

      entry->invariant_drift[i] = (value - first) / scale;
      entry->invariant_error[i] = fabs (entry->invariant_drift[i]);
      if (!isnan (entry->invariant_error[i]))
        entry->largest_invariant_error = fmax (entry->largest_invariant_error, entry->invariant_error[i]); /* fmax skips NaN */
    }
}

gboolean
lab_comparison_measure (LabComparison *comparison, LabComparisonEntry *entry, const LabProblem *problem, ModelSystem *system, const LabProgress *progress, GError **error)
{
  int n_states = model_system_n_states (system);
  g_autofree gsize *rows = g_new (gsize, LAB_COMPARISON_ROWS);
  g_autofree double *x = NULL;
  gsize n_known = 0; /* rows until the end of what is known of the reference solution; a comparison with NaN is false */

  entry->n = pick_rows (entry->trajectory, rows);
  entry->t = g_new (double, entry->n + 1);
  entry->invariant_error = g_new (double, entry->n + 1);
  entry->invariant_drift = g_new (double, entry->n + 1);
  entry->position_error = g_new (double, entry->n + 1);
  for (gsize i = 0; i < entry->n; i++)
    {
      entry->t[i] = sim_trajectory_row (entry->trajectory, rows[i])[0];
      entry->position_error[i] = NAN;
    }
  measure_invariant (comparison, entry, rows);
  while (n_known < entry->n && entry->t[n_known] <= comparison->reference_end)
    n_known++;
  if (n_known == 0)
    return TRUE;
  x = g_new (double, n_known * n_states);
  if (!lab_comparison_reference_at (problem, system, entry->t, n_known, x, progress, error))
    return FALSE;
  for (gsize i = 0; i < n_known; i++)
    {
      const double *row = sim_trajectory_row (entry->trajectory, rows[i]);
      double sum = 0;
      gboolean any = FALSE;

      for (int k = 0; k < n_states; k++)
        if (counts_as_position (system, k) && !isnan (x[i * n_states + k]))
          {
            sum += (row[1 + k] - x[i * n_states + k]) * (row[1 + k] - x[i * n_states + k]);
            any = TRUE;
          }
      entry->position_error[i] = any ? sqrt (sum) : NAN;
      entry->largest_position_error = fmax (entry->largest_position_error, entry->position_error[i]);
    }
  entry->final_position_error = entry->position_error[n_known - 1];
  return TRUE;
}
