/* Classifies the behaviour of a run from numbers: its distance from the
 * reference, the drift of its invariant, its size in the phase plane and the
 * direction of the apsis of its orbit. The rules are applied in this order; the
 * first that holds decides:
 *
 *   1. the run failed, or an event ended it                                       FAILS, STOPS
 *   2. the distance from the reference stays below FOLLOWS · size                 FOLLOWS…
 *   3. with an invariant I, whose relative drift is averaged over each period:
 *      the drift of the last period is large and the size has changed             SPIRALS_OUT_GAINS, SPIRALS_IN_LOSES
 *      the averages have no trend and the drift returns in each period            BOUNDED…
 *      every period moves the average in the same direction                       GAINS_EVERY, LOSES_EVERY
 *      otherwise                                                                  GAINS_SLOWLY, LOSES_SLOWLY
 *   4. without an invariant: the size has changed                                 SPIRALS_OUT, SPIRALS_IN
 *      it has not and the reference is periodic                                   PHASE_ERROR
 *      the distance exceeds FOLLOWS · size at t_left                              LEAVES
 *
 * Rule 3 separates the two long-time behaviours of methods on conservative
 * systems: symplectic and symmetric methods keep the error of the energy
 * bounded by O(hᵖ) over exponentially long times, while for others it grows
 * linearly with t (Hairer, Lubich and Wanner, Geometric Numerical Integration,
 * theorem IX.8.1 and table I.2.1). The error oscillates within a period in both
 * cases, so that averages over periods are compared. The thresholds are those
 * at which a reader of the plots sees the property; they are checked on the
 * models of tests/lab/test-comparison.c. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-comparison-private.h"

/* Largest distance from the reference, relative to half of the extent of the
 * motion, of a run that follows it. At a tenth the markers of both still touch
 * in a plot as wide as a hand. */
#define FOLLOWS 0.1
/* Size relative to that of the reference from which on a run has visibly grown
 * or shrunk. */
#define GROWN 1.25
#define SHRUNK 0.8
/* Least change of the averages of a trend, relative to the widest oscillation
 * within one period. */
#define TREND 0.5
/* Largest size ratio of two orbits whose apsides are compared. */
#define LEFT 2.0
/* Largest ratio of the farthest drift in the second half of a run to that in
 * the first half of a bounded invariant. The sample of the sharp peaks of an
 * eccentric orbit depends on where the steps fall, and changes their height by
 * up to a third. */
#define FARTHER 1.5
/* Largest ratio of the nearest to the farthest drift within the last period of
 * a drift that returns. */
#define STAYED 0.5
/* Least rotation of the apsis over the run that counts as precession (rad): 2°.
 */
#define PRECESSES 0.035
/* Most periods that are averaged separately; longer runs combine several. */
#define MOST_PERIODS 400
/* Number of equal parts of the span that take the place of periods if the
 * reference is not periodic. */
#define WINDOWS 10

static const char *const phrases[LAB_N_BEHAVIOURS] = {
  [LAB_BEHAVIOUR_UNKNOWN] = "",
  [LAB_BEHAVIOUR_FAILS] = N_("fails before the end"),
  [LAB_BEHAVIOUR_STOPS] = N_("stopped before the end"),
  [LAB_BEHAVIOUR_FOLLOWS_ORBIT] = N_("agrees with the reference orbit"),
  [LAB_BEHAVIOUR_FOLLOWS] = N_("agrees with the reference"),
  [LAB_BEHAVIOUR_FOLLOWS_TO] = N_("agrees with the reference to its end at %s"),
  [LAB_BEHAVIOUR_SPIRALS_OUT_GAINS] = N_("spirals out, gains %s"),
  [LAB_BEHAVIOUR_SPIRALS_IN_LOSES] = N_("spirals in, loses %s"),
  [LAB_BEHAVIOUR_GAINS_EVERY] = N_("gains %s every orbit"),
  [LAB_BEHAVIOUR_LOSES_EVERY] = N_("loses %s every orbit"),
  [LAB_BEHAVIOUR_GAINS_SLOWLY] = N_("gains %s slowly"),
  [LAB_BEHAVIOUR_LOSES_SLOWLY] = N_("loses %s slowly"),
  [LAB_BEHAVIOUR_BOUNDED_PRECESSES] = N_("%s bounded, orbit precesses"),
  [LAB_BEHAVIOUR_BOUNDED_PHASE_ERROR] = N_("%s bounded, phase error"),
  [LAB_BEHAVIOUR_BOUNDED] = N_("%s bounded"),
  [LAB_BEHAVIOUR_SPIRALS_OUT] = N_("spirals out"),
  [LAB_BEHAVIOUR_SPIRALS_IN] = N_("spirals in"),
  [LAB_BEHAVIOUR_PHASE_ERROR] = N_("size preserved, phase error"),
  [LAB_BEHAVIOUR_LEAVES] = N_("agrees with the reference until %s"),
};

const char *
lab_behaviour_phrase (LabBehaviour behaviour)
{
  return phrases[behaviour];
}

/* ---- the drift of the invariant ---- */

/* The relative drift of the invariant, by periods. */
typedef struct
{
  int n;
  double mean[MOST_PERIODS];
  double swing, last_swing;       /* widest range within one period, and the range within the last one */
  double first_reach, last_reach; /* largest |drift| in the first and second half of the run */
  double last_low;                /* smallest |drift| in the last period; 0 if it changes sign there */
} Drift;

static int
period_of (const LabComparison *comparison, double t, int n)
{
  return (int) CLAMP ((t - comparison->t_start) / (comparison->t_end - comparison->t_start) * n, 0, n - 1);
}

static int
n_periods (const LabComparison *comparison)
{
  /* A span of a whole number of periods up to 1 % has that number. */
  double n = isnan (comparison->period) ? WINDOWS : floor ((comparison->t_end - comparison->t_start) / comparison->period + 0.01);

  return (int) CLAMP (n, 2, MOST_PERIODS);
}

/* Averages the drift over time in each period by the trapezoidal rule, so that
 * many short steps do not outweigh a long one. */
static void
average_drift (const LabComparison *comparison, const LabComparisonEntry *entry, Drift *drift)
{
  double weight[MOST_PERIODS] = { 0 }, low[MOST_PERIODS], high[MOST_PERIODS];

  drift->n = n_periods (comparison);
  drift->swing = drift->last_swing = drift->first_reach = drift->last_reach = 0;
  for (int k = 0; k < drift->n; k++)
    {
      drift->mean[k] = 0;
      low[k] = INFINITY;
      high[k] = -INFINITY;
    }
  for (gsize i = 1; i < entry->n; i++)
    {
      int k = period_of (comparison, 0.5 * (entry->t[i] + entry->t[i - 1]), drift->n);
      double dt = entry->t[i] - entry->t[i - 1];

      drift->mean[k] += 0.5 * (entry->invariant_drift[i] + entry->invariant_drift[i - 1]) * dt;
      weight[k] += dt;
      low[k] = fmin (low[k], entry->invariant_drift[i]);
      high[k] = fmax (high[k], entry->invariant_drift[i]);
      if (entry->t[i] < 0.5 * (comparison->t_start + comparison->t_end))
        drift->first_reach = fmax (drift->first_reach, fabs (entry->invariant_drift[i]));
      else
        drift->last_reach = fmax (drift->last_reach, fabs (entry->invariant_drift[i]));
    }
  for (int k = 0; k < drift->n; k++)
    {
      drift->mean[k] = weight[k] > 0 ? drift->mean[k] / weight[k] : NAN;
      drift->last_swing = high[k] >= low[k] ? high[k] - low[k] : 0;
      drift->swing = fmax (drift->swing, drift->last_swing);
    }
  drift->last_low = fmax (0, fmax (low[drift->n - 1], -high[drift->n - 1]));
}

/* Returns whether the drift is bounded: it reaches no farther in the second
 * half of the run than in the first, and it returns in the last period. The
 * averages alone do not show this: an unstable drift that grows by its own size
 * in each period, and a drift that jumped once, have no trend relative to their
 * oscillation. */
static gboolean
is_bounded (const Drift *drift)
{
  return drift->last_reach <= FARTHER * drift->first_reach && drift->last_low <= STAYED * fmax (drift->first_reach, drift->last_reach);
}

/* Returns whether every average exceeds the one before it in the direction of
 * sign, and the last third of them changes by at least 0.3 of what the first
 * third does. A drift that levels off is not a gain in every period. */
static gboolean
moves_every_period (const Drift *drift, double sign)
{
  int third = MAX (1, drift->n / 3);

  for (int k = 1; k < drift->n; k++)
    if (!(sign * (drift->mean[k] - drift->mean[k - 1]) > 0))
      return FALSE;
  return sign * (drift->mean[drift->n - 1] - drift->mean[drift->n - 1 - third]) > 0.3 * sign * (drift->mean[third] - drift->mean[0]);
}

/* ---- the shape ---- */

/* Returns the largest distance from a centre in the phase plane from t_low on. */
static double
reach (SimTrajectory *trajectory, const int columns[2], const double centre[2], double t_low)
{
  gsize n = sim_trajectory_n_rows (trajectory);
  double far = 0;

  for (gsize i = sim_trajectory_find (trajectory, t_low); i < n; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      double sum = 0;

      for (int c = 0; c < 2; c++)
        if (columns[c] >= 0)
          sum += (row[1 + columns[c]] - centre[c]) * (row[1 + columns[c]] - centre[c]);
      far = fmax (far, sqrt (sum));
    }
  return far;
}

/* Returns the reach of the run in the last period relative to that of the
 * reference, both from the centre of the reference; NaN: not known. */
static double
growth (const LabComparison *comparison, const LabComparisonEntry *entry, ModelSystem *system)
{
  int columns[2] = { comparison->x_column, comparison->y_column }, n_states = model_system_n_states (system);
  double last = comparison->t_end - (isnan (comparison->period) ? (comparison->t_end - comparison->t_start) / WINDOWS : comparison->period);
  double centre[2] = { 0, 0 }, theirs;

  for (int c = 0; c < 2; c++)
    {
      double low, high;

      if (columns[c] >= n_states)
        columns[c] = -1;
      if (columns[c] < 0)
        continue;
      sim_trajectory_range (comparison->reference, columns[c], 0, sim_trajectory_n_rows (comparison->reference), &low, &high);
      centre[c] = (low + high) / 2;
    }
  theirs = reach (comparison->reference, columns, centre, last);
  return theirs > 0 ? reach (entry->trajectory, columns, centre, last) / theirs : NAN;
}

/* Returns the direction (rad) of the farthest point from the origin during the
 * period that ends at t_end, and its distance. The origin is the centre of
 * force. */
static double
apsis (SimTrajectory *trajectory, const LabComparison *comparison, double t_end, double *distance)
{
  double far = -1, angle = NAN;
  gsize n = sim_trajectory_n_rows (trajectory);

  for (gsize i = sim_trajectory_find (trajectory, t_end - comparison->period); i < n; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      double x = row[1 + comparison->x_column], y = row[1 + comparison->y_column];

      if (row[0] > t_end)
        break;
      if (x * x + y * y > far)
        {
          far = x * x + y * y;
          angle = atan2 (y, x);
        }
    }
  *distance = sqrt (fmax (far, 0));
  return angle;
}

/* Returns whether the phase plane is one of two positions, in which an orbit
 * can precess. */
static gboolean
is_orbit (const LabComparison *comparison, ModelSystem *system)
{
  const OdeKind *kinds = model_system_ode (system)->kinds;
  int n = model_system_n_states (system);

  return !isnan (comparison->period) && kinds != NULL && comparison->x_column >= 0 && comparison->y_column >= 0 && comparison->x_column < n
         && comparison->y_column < n && kinds[comparison->x_column] == ODE_POSITION && kinds[comparison->y_column] == ODE_POSITION;
}

/* Returns whether the apsis rotates by more than that of the reference from the
 * first to the last period. An orbit of another size is not compared. */
static gboolean
orbit_precesses (const LabComparison *comparison, const LabComparisonEntry *entry)
{
  double begin = comparison->t_start + comparison->period, size, true_size, unused;
  double first = apsis (entry->trajectory, comparison, begin, &unused);
  double last = apsis (entry->trajectory, comparison, comparison->t_end, &size);
  double true_first = apsis (comparison->reference, comparison, begin, &unused);
  double true_last = apsis (comparison->reference, comparison, comparison->t_end, &true_size);

  return size <= LEFT * true_size && LEFT * size >= true_size
         && fabs (remainder ((last - first) - (true_last - true_first), 2 * G_PI)) > PRECESSES;
}

/* ---- classification ---- */

/* Rule 3. grown: see growth. */
static LabBehaviour
classify_drift (const LabComparison *comparison, const LabComparisonEntry *entry, ModelSystem *system, double grown)
{
  Drift drift;
  double trend, sign;

  average_drift (comparison, entry, &drift);
  trend = drift.mean[drift.n - 1] - drift.mean[0];
  sign = trend > 0 ? 1 : -1;
  /* The drift of the last period is used, not the trend: most of it may have
   * happened in the first period. */
  if ((fabs (drift.mean[drift.n - 1]) > TREND * drift.last_swing || !is_bounded (&drift)) && (grown > GROWN || grown < SHRUNK))
    {
      if (grown > GROWN && drift.mean[drift.n - 1] > 0)
        return LAB_BEHAVIOUR_SPIRALS_OUT_GAINS;
      if (grown < SHRUNK && drift.mean[drift.n - 1] < 0)
        return LAB_BEHAVIOUR_SPIRALS_IN_LOSES;
    }
  if (isnan (trend) || (fabs (trend) <= TREND * drift.swing && is_bounded (&drift)))
    {
      if (lab_comparison_reference_is_complete (comparison) && is_orbit (comparison, system) && orbit_precesses (comparison, entry))
        return LAB_BEHAVIOUR_BOUNDED_PRECESSES;
      return lab_comparison_reference_is_complete (comparison) ? LAB_BEHAVIOUR_BOUNDED_PHASE_ERROR : LAB_BEHAVIOUR_BOUNDED;
    }
  if (!isnan (comparison->period) && moves_every_period (&drift, sign))
    return sign > 0 ? LAB_BEHAVIOUR_GAINS_EVERY : LAB_BEHAVIOUR_LOSES_EVERY;
  return sign > 0 ? LAB_BEHAVIOUR_GAINS_SLOWLY : LAB_BEHAVIOUR_LOSES_SLOWLY;
}

/* Returns the first time at which the distance from the reference exceeds that
 * of a run that follows it; NaN: never. */
static double
time_left (const LabComparison *comparison, const LabComparisonEntry *entry)
{
  for (gsize i = 0; i < entry->n; i++)
    if (entry->position_error[i] > FOLLOWS * comparison->size)
      return entry->t[i];
  return NAN;
}

LabBehaviour
lab_comparison_classify (const LabComparison *comparison, LabComparisonEntry *entry, ModelSystem *system)
{
  gboolean complete = lab_comparison_reference_is_complete (comparison);
  double grown = NAN;

  entry->t_left = time_left (comparison, entry);
  if (entry->run.reason == SIM_FAILED_RUN)
    return LAB_BEHAVIOUR_FAILS;
  if (entry->run.t < comparison->t_end * (1 - 1e-12) - 1e-300)
    return LAB_BEHAVIOUR_STOPS;
  if (entry->n < 2)
    return LAB_BEHAVIOUR_UNKNOWN;
  if (comparison->reference_known && entry->largest_position_error <= FOLLOWS * comparison->size)
    return !complete ? LAB_BEHAVIOUR_FOLLOWS_TO : isnan (comparison->period) ? LAB_BEHAVIOUR_FOLLOWS : LAB_BEHAVIOUR_FOLLOWS_ORBIT;
  if (complete)
    grown = growth (comparison, entry, system);
  if (comparison->invariant_column >= 0)
    return classify_drift (comparison, entry, system, grown);
  if (grown > GROWN)
    return LAB_BEHAVIOUR_SPIRALS_OUT;
  if (grown < SHRUNK)
    return LAB_BEHAVIOUR_SPIRALS_IN;
  if (complete && !isnan (comparison->period))
    return LAB_BEHAVIOUR_PHASE_ERROR;
  return isnan (entry->t_left) ? LAB_BEHAVIOUR_UNKNOWN : LAB_BEHAVIOUR_LEAVES;
}
