/* Finds the revolutions of a run about the centre of attraction, or equal parts of its span, and measures each of
 * them. */
#include "lab-revolutions.h"

#include <math.h>

/* PARTS is the largest number of equal parts of the span that replace revolutions if the
 * reference is not periodic. The next constant is the smallest number of parts that can show a
 * trend. */
#define PARTS 10
#define FEWEST_PARTS 3
/* In a central force field, the line through the body along its acceleration passes through the centre. This is the largest accepted
 * distance of the centre from that line, relative to the distance of the body from the centre. Accelerations are second differences of the
 * reference's rows; their error is 1e-3 at the closest approach of an orbit of eccentricity 0.9. */
#define CENTRAL 0.01
/* Second differences below this fraction of the position count as rounding
 * errors. */
#define ROUNDING 1e-9

/* ---- the centre of the motion ---- */

/* Sets the position and the direction of the acceleration at a row of the reference, from the second
 * difference of rows at equally spaced times. Returns FALSE if the acceleration is zero up to rounding
 * errors. */
static gboolean
acceleration_at (SimTrajectory *reference, const int columns[2], gsize i, double r[2], double a[2])
{
  const double *before = sim_trajectory_row (reference, i - 1), *row = sim_trajectory_row (reference, i);
  const double *after = sim_trajectory_row (reference, i + 1);
  double size;

  for (int c = 0; c < 2; c++)
    {
      r[c] = row[1 + columns[c]];
      a[c] = before[1 + columns[c]] - 2 * r[c] + after[1 + columns[c]];
    }
  size = hypot (a[0], a[1]);
  a[0] /= size;
  a[1] /= size;
  return size > ROUNDING * hypot (r[0], r[1]);
}

/* Sets the point c nearest to all lines through r along the acceleration a. c minimizes Σ ((c − r) × a)², which gives two linear equations.
 * Returns whether all accelerations point to c, that is, whether the force is central and attractive. */
static gboolean
find_attraction (SimTrajectory *reference, const int columns[2], double at[2])
{
  /* The last row is not used: its distance in time from the row before may differ. */
  gsize end = sim_trajectory_n_rows (reference) - 2;
  double m00 = 0, m01 = 0, m11 = 0, b0 = 0, b1 = 0, r[2], a[2], determinant;

  for (gsize i = 1; i < end; i++)
    if (acceleration_at (reference, columns, i, r, a))
      {
        double cross = r[0] * a[1] - r[1] * a[0];

        m00 += a[1] * a[1];
        m01 -= a[0] * a[1];
        m11 += a[0] * a[0];
        b0 += a[1] * cross;
        b1 -= a[0] * cross;
      }
  determinant = m00 * m11 - m01 * m01;
  if (!(determinant > 1e-6 * (m00 + m11) * (m00 + m11)))
    return FALSE; /* all lines are parallel */
  at[0] = (b0 * m11 - b1 * m01) / determinant;
  at[1] = (b1 * m00 - b0 * m01) / determinant;
  for (gsize i = 1; i < end; i++)
    if (acceleration_at (reference, columns, i, r, a))
      {
        double dx = at[0] - r[0], dy = at[1] - r[1];

        if (!(dx * a[0] + dy * a[1] > 0 && fabs (dx * a[1] - dy * a[0]) <= CENTRAL * hypot (dx, dy)))
          return FALSE;
      }
  return TRUE;
}

static gboolean
is_position (ModelSystem *system, int column)
{
  const OdeKind *kinds = model_system_ode (system)->kinds;

  return kinds != NULL && column >= 0 && kinds[column] == ODE_POSITION;
}

void
lab_centre_find (const LabComparison *comparison, ModelSystem *system, LabCentre *centre)
{
  int columns[2] = { comparison->x_column, comparison->y_column };
  gsize n = sim_trajectory_n_rows (comparison->reference);

  *centre = (LabCentre){ 0 };
  for (int c = 0; c < 2; c++)
    {
      double low, high;

      centre->columns[c] = columns[c] < model_system_n_states (system) ? columns[c] : -1;
      if (centre->columns[c] < 0)
        continue;
      sim_trajectory_range (comparison->reference, columns[c], 0, n, &low, &high);
      centre->at[c] = (low + high) / 2;
      centre->diameter = hypot (centre->diameter, high - low);
    }
  centre->is_orbit = is_position (system, centre->columns[0]) && is_position (system, centre->columns[1]);
  if (centre->is_orbit && n > 4)
    {
      double at[2];

      centre->attracts = find_attraction (comparison->reference, centre->columns, at);
      for (int c = 0; c < 2 && centre->attracts; c++)
        centre->at[c] = at[c];
    }
}

/* ---- revolutions ---- */

static double
coordinate (const LabCentre *centre, const double *row, int c)
{
  return centre->columns[c] >= 0 ? row[1 + centre->columns[c]] - centre->at[c] : 0;
}

/* Writes the times at which the angle about the centre passes a multiple of 2π from its start,
 * in either direction. Returns their number. The angle must change by less than π between two
 * rows. */
static guint
find_revolutions (SimTrajectory *trajectory, const LabCentre *centre, GArray *times)
{
  gsize n = sim_trajectory_n_rows (trajectory);
  double turned = 0, last = NAN, last_t = 0;

  for (gsize i = 0; i < n; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      double angle = atan2 (coordinate (centre, row, 1), coordinate (centre, row, 0));
      double next = isnan (last) ? 0 : turned + remainder (angle - last, 2 * G_PI);
      double bound = 2 * G_PI * (times->len + 1);

      if (fabs (next) >= bound)
        {
          double t = last_t + (row[0] - last_t) * (bound - fabs (turned)) / (fabs (next) - fabs (turned));

          g_array_append_val (times, t);
        }
      turned = next;
      last = angle;
      last_t = row[0];
    }
  return times->len;
}

/* Returns the mean time between upward crossings of the middle level by the first coordinate of the reference. Returns infinity if there
 * are fewer than two crossings. */
static double
mean_cycle (const LabComparison *comparison, const LabCentre *centre)
{
  gsize n = comparison->reference != NULL && centre->columns[0] >= 0 ? sim_trajectory_n_rows (comparison->reference) : 0;
  double low, high, first = NAN, last = NAN;
  int count = 0;

  if (n == 0)
    return INFINITY;
  sim_trajectory_range (comparison->reference, centre->columns[0], 0, n, &low, &high);
  for (gsize i = 1; i < n; i++)
    {
      const double *a = sim_trajectory_row (comparison->reference, i - 1), *b = sim_trajectory_row (comparison->reference, i);

      if (!(a[1 + centre->columns[0]] < (low + high) / 2 && b[1 + centre->columns[0]] >= (low + high) / 2))
        continue;
      if (count++ == 0)
        first = b[0];
      last = b[0];
    }
  return count >= 2 ? (last - first) / (count - 1) : INFINITY;
}

/* Divides the span into equal parts, each at least as long as one cycle of the reference. */
static void
divide_equally (const LabComparison *comparison, const LabCentre *centre, GArray *times, LabRevolutions *revolutions)
{
  gboolean periodic = !isnan (comparison->period);
  double span = comparison->t_end - comparison->t_start, cycle = periodic ? comparison->period : mean_cycle (comparison, centre);
  /* A span that is up to 1 % shorter than a whole number of periods counts as that
   * number. */
  int n = (int) CLAMP (floor (span / cycle + 0.01), 1, periodic ? LAB_MOST_REVOLUTIONS : PARTS);

  for (int k = 1; k <= n; k++)
    {
      double t = k < n ? comparison->t_start + span * k / n : comparison->t_end;

      g_array_append_val (times, t);
    }
  revolutions->comparable = n >= FEWEST_PARTS;
}

/* Sets the ends of the intervals. If the time after the last revolution is longer than a revolution, it becomes an interval too, because
 * the motion has then left the orbit. */
static void
divide_span (const LabComparison *comparison, SimTrajectory *trajectory, const LabCentre *centre, LabRevolutions *revolutions)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double)), ends = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = isnan (comparison->period) ? 0 : find_revolutions (trajectory, centre, ends);

  g_array_append_val (times, comparison->t_start);
  revolutions->separate = n >= 2;
  if (n >= 2)
    {
      double last = g_array_index (ends, double, n - 1);

      g_array_append_vals (times, ends->data, n);
      if (comparison->t_end - last > last - g_array_index (ends, double, n - 2))
        g_array_append_val (times, comparison->t_end);
      revolutions->comparable = TRUE;
    }
  else
    divide_equally (comparison, centre, times, revolutions);
  n = times->len - 1;
  revolutions->n = MIN (n, LAB_MOST_REVOLUTIONS);
  for (int k = 0; k <= revolutions->n; k++)
    revolutions->t[k] = g_array_index (times, double, (gsize) n * k / revolutions->n);
}

void
lab_revolutions_measure (const LabComparison *comparison, SimTrajectory *trajectory, const LabComparisonEntry *entry, const LabCentre *centre,
                         LabRevolutions *revolutions)
{
  gsize n = sim_trajectory_n_rows (trajectory);
  double weight[LAB_MOST_REVOLUTIONS] = { 0 };
  int k = 0;

  divide_span (comparison, trajectory, centre, revolutions);
  for (int i = 0; i < revolutions->n; i++)
    {
      revolutions->mean[i] = revolutions->far[i] = 0;
      revolutions->low[i] = INFINITY;
      revolutions->high[i] = -INFINITY;
    }
  for (gsize i = 0; i < n; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);

      while (k < revolutions->n && row[0] > revolutions->t[k + 1])
        k++;
      if (k == revolutions->n)
        break;
      revolutions->far[k] = fmax (revolutions->far[k], hypot (coordinate (centre, row, 0), coordinate (centre, row, 1)));
    }
  k = 0;
  for (gsize i = 1; entry != NULL && i < entry->n; i++)
    {
      double dt = entry->t[i] - entry->t[i - 1];

      while (k < revolutions->n && 0.5 * (entry->t[i] + entry->t[i - 1]) > revolutions->t[k + 1])
        k++;
      if (k == revolutions->n)
        break;
      revolutions->mean[k] += 0.5 * (entry->invariant_drift[i] + entry->invariant_drift[i - 1]) * dt;
      weight[k] += dt;
      revolutions->low[k] = fmin (revolutions->low[k], entry->invariant_drift[i]);
      revolutions->high[k] = fmax (revolutions->high[k], entry->invariant_drift[i]);
    }
  for (int i = 0; i < revolutions->n; i++)
    revolutions->mean[i] = weight[i] > 0 ? revolutions->mean[i] / weight[i] : NAN;
}
