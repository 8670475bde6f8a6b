/* Computes the reference of a comparison over time, its size and period, and the errors of each entry against the
 * reference. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-comparison-private.h"
#include "lab-reference.h"

/* Number of rows of the stored reference, which is drawn and searched for periods: 400 rows for each of ten
 * revolutions. */
#define REFERENCE_ROWS 4001
/* A reference counts as periodic if the ratio of its longest to its shortest cycle is at most this. If the period drifts by less than 5 %,
 * "one revolution" is still a meaningful unit of time. */
#define STEADY 1.05
/* If the absolute value of an invariant is below this, its error is not divided by it, because the value may consist of rounding errors. */
#define ZERO_INVARIANT 1e-12

/* ---- size and period of the reference ---- */

/* Returns whether a state contributes to the distance from the reference. Only position states contribute; if there are none, all states
 * do. */
static gboolean
counts_as_position (ModelSystem *system, int state)
{
  const OdeKind *kinds = model_system_ode (system)->kinds;
  gboolean any = FALSE;

  for (int i = 0; kinds != NULL && i < model_system_n_states (system); i++)
    any |= kinds[i] == ODE_POSITION;
  return !any || kinds[state] == ODE_POSITION;
}

/* Returns half of the largest extent among the states that contribute to the distance. Returns NaN if no state
 * changes. */
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

/* Returns the period of a column: the mean time between upward crossings of the level (low +
 * high) / 2. Each crossing is located by linear interpolation between rows. Returns NaN if there
 * are fewer than two crossings, or if the ratio of the longest to the shortest cycle exceeds
 * STEADY. */
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
  if (count < 2 || longest > STEADY * shortest)
    return NAN;
  return (last - first) / (count - 1);
}

static SimTrajectory *
store_reference (const double *t, gsize n, const double *x, int n_states)
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

gboolean
lab_comparison_find_reference (LabComparison *comparison, const LabProblem *problem, ModelSystem *system, const LabProgress *progress,
                               GError **error)
{
  int n_states = model_system_n_states (system);
  g_autofree double *t = g_new (double, REFERENCE_ROWS), *x = g_new (double, (gsize) REFERENCE_ROWS * (n_states + 1));
  g_autoptr (GError) local = NULL, unable = NULL;
  gsize n_known = REFERENCE_ROWS;
  LabReference reference = { 0 };

  comparison->period = comparison->size = comparison->reference_end = NAN;
  for (int i = 0; i < REFERENCE_ROWS; i++)
    t[i] = i + 1 < REFERENCE_ROWS ? comparison->t_start + (comparison->t_end - comparison->t_start) * i / (REFERENCE_ROWS - 1)
                                  : comparison->t_end;
  if (lab_reference_find (problem, progress, &reference, &local)
      && lab_reference_at (problem, system, t, REFERENCE_ROWS, x, progress, &local))
    comparison->reference_source = g_strdup (reference.source);
  else if (!g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    if (!lab_reference_agreeing_part (problem, system, t, REFERENCE_ROWS, x, &n_known, &comparison->reference_source, progress, &unable))
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
    n_known--; /* drop the row after an event that ended both reference runs */
  comparison->reference_known = TRUE;
  comparison->reference_end = t[n_known - 1];
  comparison->reference = store_reference (t, n_known, x, n_states);
  comparison->size = reference_size (comparison, system);
  if (lab_comparison_reference_is_complete (comparison) && comparison->x_column >= 0 && comparison->x_column < n_states)
    comparison->period = steady_period (comparison, comparison->x_column);
  return TRUE;
}

gboolean
lab_comparison_reference_is_complete (const LabComparison *comparison)
{
  return comparison->reference_known && comparison->reference_end >= comparison->t_end;
}

/* ---- errors of an entry ---- */

/* Selects at most LAB_COMPARISON_ROWS rows among the ends of steps that no event cut
 * short. Of N such rows, row i is kept if ⌊i (LAB_COMPARISON_ROWS − 1) / (N − 1)⌋ is
 * not less than the number of rows kept so far; this keeps the first and the last
 * row. */
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

/* Computes the drift of the invariant, (I − I₀) / |I₀|, or I − I₀ if |I₀| is zero up to rounding errors. */
static void
measure_invariant (const LabComparison *comparison, LabComparisonEntry *entry, const gsize *rows)
{
  double first = NAN, scale;

  if (comparison->invariant_column >= 0 && entry->n > 0)
    first = sim_trajectory_row (entry->trajectory, rows[0])[1 + comparison->invariant_column];
  scale = fabs (first) > ZERO_INVARIANT ? fabs (first) : 1;
  for (gsize i = 0; i < entry->n; i++)
    {
      const double *row = sim_trajectory_row (entry->trajectory, rows[i]);
      double value = comparison->invariant_column >= 0 ? row[1 + comparison->invariant_column] : NAN;

      entry->invariant_drift[i] = (value - first) / scale;
      entry->invariant_error[i] = fabs (entry->invariant_drift[i]);
      if (!isnan (entry->invariant_error[i]))
        entry->largest_invariant_error = fmax (entry->largest_invariant_error, entry->invariant_error[i]); /* fmax ignores NaN */
    }
}

gboolean
lab_comparison_measure (LabComparison *comparison, LabComparisonEntry *entry, const LabProblem *problem, ModelSystem *system,
                        const LabProgress *progress, GError **error)
{
  int n_states = model_system_n_states (system);
  g_autofree gsize *rows = g_new (gsize, LAB_COMPARISON_ROWS);
  g_autofree double *x = NULL;
  gsize n_known = 0; /* number of rows up to the end of the reference; 0 if that end is NaN */

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
  if (!lab_reference_at (problem, system, entry->t, n_known, x, progress, error))
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
