/* Classifies the behaviour of a run. The classification uses the distance of the run from the reference and, for each revolution, the mean
 * drift of the invariant and the largest distance from the centre. The rules are applied in this order, and the first that holds decides. A
 * behaviour for which the evidence is weak is not reported.
 *
 *   1. the run failed, or an event ended it                               FAILS, STOPS
 *   2. the distance from the reference stays below FOLLOWS · size         FOLLOWS…
 *   3. the drift of the invariant is at most CONSERVED                    CONSERVES
 *   4. the means of the drift move in one direction, and the first and    …GAINS…, …LOSES…
 *      last range are disjoint; or, for other methods than those of rule
 *      5, the change exceeds PLAIN times the range within a revolution
 *      or, if the reference is not periodic, a line through the means
 *      changes by more than the range and by SURE times its uncertainty
 *   5. the method is symplectic or time-reversible with constant steps,   BOUNDED…
 *      and the drift has no trend and its bound does not grow with time
 *   6. there is no invariant: the largest distance from the centre        SPIRALS…
 *      moves in one direction, or stays                                   PHASE_ERROR
 *   7. the distance from the reference exceeds FOLLOWS · size at t_left   LEAVES
 *
 * Rules 4 and 5 separate the two long-time behaviours of methods on conservative systems. Symplectic methods, and symmetric ones on
 * reversible systems, keep the energy error bounded by O(hᵖ) over exponentially long times; for other methods it grows linearly with t
 * (Hairer, Lubich and Wanner, Geometric Numerical Integration, theorems IX.8.1 and XI.3.1, table I.2.1). In both cases the error oscillates
 * within a revolution and may start at an extreme, so only the means of different revolutions are compared. A revolution is not a whole
 * number of steps. Therefore the sampling differs between revolutions, which alone can move the means in one direction for many
 * revolutions, by a fraction of the oscillation. For this reason a trend must exceed PLAIN. Parts of the span of a motion without a period
 * contain different parts of an oscillation. There a line must fit the means: its change b (t_n − t_1), with the slope b of least squares, must exceed
 * the oscillation and its uncertainty, which follows from the residuals. A smaller drift may or may not be a trend: for the methods of rule 5
 * theory decides, for others no behaviour is reported.
 *
 * tests/lab/test-behaviour.c checks the thresholds on a grid of problems, methods and steps for which the behaviour is known from
 * theory. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-comparison-private.h"
#include "lab-revolutions.h"

/* A run follows the reference if its distance from it stays below this fraction of half of the extent of the motion. At a tenth, the
 * markers of run and reference still overlap in a plot about 10 cm wide. */
#define FOLLOWS 0.1
/* Largest relative drift of an invariant that counts as conserved to ten digits. */
#define CONSERVED 1e-10
/* A run has visibly grown if its size exceeds GROWN times that of the reference, and visibly shrunk if it is below SHRUNK times that. */
#define GROWN 1.25
#define SHRUNK 0.8
/* Largest relative change of the size of a run that counts as preserved. */
#define PRESERVED 0.05
/* A trend needs at least this fraction of the changes between revolutions in the same direction. */
#define ONE_WAY 0.9
/* Smallest change of the means over revolutions that counts as a trend, relative to the range within a revolution. */
#define PLAIN 0.5
/* Smallest change of the fitted line that counts as a trend, as a multiple of its standard error, and the smallest number of means for which the
 * residuals tell this error. With three degrees of freedom a quotient of 6 occurs by chance once in a hundred cases, with more of them less
 * often. */
#define SURE 6
#define FEWEST_MEANS 5
/* Largest change of the means that does not count as a trend, relative to the
 * range within a revolution. */
#define LEVEL 0.5
/* For a bounded invariant: largest allowed ratio of the maximum drift in the second half of a run to that in the first half. The drift of
 * an eccentric orbit has sharp peaks, whose sampled height varies by up to a third, depending on where the steps end. */
#define FARTHER 1.5
/* Largest relative drift that counts as a slow gain or loss of the invariant. */
#define SLOWLY 0.1
/* Largest ratio of the smallest to the largest distance from the centre at which the long axis of an orbit is visible. An orbit of
 * eccentricity 0.05 has this ratio. */
#define ROUND 0.905
/* Smallest rotation of the apsis (the farthest point) during the run that counts as precession: 2°, in radians. */
#define PRECESSES 0.035

static const char *const phrases[LAB_N_BEHAVIOURS] = {
  [LAB_BEHAVIOUR_UNKNOWN] = "",
  /* Translators: the behaviour of a run in a comparison. */
  [LAB_BEHAVIOUR_FAILS] = N_("fails before the end"),
  /* Translators: the behaviour of a run in a comparison. */
  [LAB_BEHAVIOUR_STOPS] = N_("stopped before the end"),
  /* Translators: the behaviour of a run in a comparison. */
  [LAB_BEHAVIOUR_FOLLOWS_ORBIT] = N_("agrees with the reference orbit"),
  /* Translators: the behaviour of a run in a comparison. */
  [LAB_BEHAVIOUR_FOLLOWS] = N_("agrees with the reference"),
  /* Translators: the behaviour of a run in a comparison; %s is a time. */
  [LAB_BEHAVIOUR_FOLLOWS_TO] = N_("agrees with the reference, which ends at %s"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_CONSERVES] = N_("%s is conserved to ten digits"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_SPIRALS_OUT_GAINS] = N_("spirals out, %s grows"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_SPIRALS_IN_LOSES] = N_("spirals in, %s falls"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_GAINS_EVERY] = N_("%s grows in every orbit"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_LOSES_EVERY] = N_("%s falls in every orbit"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_GAINS] = N_("%s grows"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_LOSES] = N_("%s falls"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_GAINS_SLOWLY] = N_("%s grows slowly"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_LOSES_SLOWLY] = N_("%s falls slowly"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_BOUNDED_PRECESSES] = N_("%s bounded, orbit precesses"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_BOUNDED_PHASE_ERROR] = N_("%s bounded, phase error"),
  /* Translators: the behaviour of a run in a comparison; %s is a conserved quantity such as energy. */
  [LAB_BEHAVIOUR_BOUNDED] = N_("%s bounded"),
  /* Translators: the behaviour of a run in a comparison. */
  [LAB_BEHAVIOUR_SPIRALS_OUT] = N_("spirals out"),
  /* Translators: the behaviour of a run in a comparison. */
  [LAB_BEHAVIOUR_SPIRALS_IN] = N_("spirals in"),
  /* Translators: the behaviour of a run in a comparison. */
  [LAB_BEHAVIOUR_PHASE_ERROR] = N_("size preserved, phase error"),
  /* Translators: the behaviour of a run in a comparison; %s is a time. */
  [LAB_BEHAVIOUR_LEAVES] = N_("agrees with the reference until %s"),
};

const char *
lab_behaviour_phrase (LabBehaviour behaviour)
{
  return phrases[behaviour];
}

/* ---- trends ---- */

/* Returns the change from the first to the last of n values. Returns 0 if less than the fraction ONE_WAY of the changes between neighbours
 * has the same direction. */
static double
one_way (const double *values, int n)
{
  double path = 0, net = values[n - 1] - values[0];

  for (int k = 1; k < n; k++)
    path += fabs (values[k] - values[k - 1]);
  return fabs (net) >= ONE_WAY * path ? net : 0;
}

/* Fits a line to the means by least squares. Returns its change from the first to the last mean, and 0 if it is not SURE times its standard error. */
static double
fitted_change (const LabRevolutions *revolutions)
{
  int n = revolutions->n;
  double t_mean = 0, y_mean = 0, s_tt = 0, s_ty = 0, residuals = 0, slope;

  if (n < FEWEST_MEANS)
    return 0;
  for (int k = 0; k < n; k++)
    {
      t_mean += 0.5 * (revolutions->t[k] + revolutions->t[k + 1]) / n;
      y_mean += revolutions->mean[k] / n;
    }
  for (int k = 0; k < n; k++)
    {
      double t = 0.5 * (revolutions->t[k] + revolutions->t[k + 1]) - t_mean;

      s_tt += t * t;
      s_ty += t * (revolutions->mean[k] - y_mean);
    }
  slope = s_ty / s_tt;
  for (int k = 0; k < n; k++)
    {
      double t = 0.5 * (revolutions->t[k] + revolutions->t[k + 1]) - t_mean, rest = revolutions->mean[k] - y_mean - slope * t;

      residuals += rest * rest;
    }
  return fabs (slope) > SURE * sqrt (residuals / (n - 2) / s_tt)
             ? 0.5 * slope * (revolutions->t[n] + revolutions->t[n - 1] - revolutions->t[1] - revolutions->t[0])
             : 0;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double difference = *(const double *) a - *(const double *) b;

  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

/* Returns the median over revolutions of the range of the drift within a revolution. The range of the first revolution alone would be too
 * large for a run that leaves the orbit at once. */
static double
typical_range (const LabRevolutions *revolutions)
{
  double ranges[LAB_MOST_REVOLUTIONS];

  for (int k = 0; k < revolutions->n; k++)
    ranges[k] = fmax (0, revolutions->high[k] - revolutions->low[k]);
  qsort (ranges, revolutions->n, sizeof *ranges, compare_doubles);
  return ranges[revolutions->n / 2];
}

static double
farthest_drift (const LabRevolutions *revolutions, int from, int end)
{
  double far = 0;

  for (int k = from; k < end; k++)
    far = fmax (far, fmax (fabs (revolutions->low[k]), fabs (revolutions->high[k])));
  return far;
}

/* Returns whether the drift in the last revolution exceeds that in the first, in the direction `sign`. */
static gboolean
is_beyond (const LabRevolutions *revolutions, double sign)
{
  int n = revolutions->n;

  return sign > 0 ? revolutions->low[n - 1] > revolutions->high[0] : revolutions->high[n - 1] < revolutions->low[0];
}

/* Returns whether each mean exceeds the previous one in the direction `sign`, and
 * the change over the last third of the means is at least 0.3 times that over the
 * first third. A drift that levels off does not count as a gain in every
 * revolution. */
static gboolean
moves_every_revolution (const LabRevolutions *revolutions, double sign)
{
  const double *mean = revolutions->mean;
  int n = revolutions->n, third = MAX (1, n / 3);

  for (int k = 1; k < n; k++)
    if (!(sign * (mean[k] - mean[k - 1]) > 0))
      return FALSE;
  return sign * (mean[n - 1] - mean[n - 1 - third]) > 0.3 * sign * (mean[third] - mean[0]);
}

/* ---- sizes and shapes of orbits ---- */

/* Result of comparing the largest distances from the centre of a run and of the reference. */
typedef struct { gboolean known, grows, shrinks, preserved; } Shape;

/* Compares the sizes of the revolutions. If the centre is not the centre of force, a precessing orbit reaches points farther from the
 * centre without growing. Such an orbit counts as grown only if it leaves the circle that contains the reference orbit rotated by any
 * angle. */
static void
compare_shapes (const LabComparison *comparison, const LabRevolutions *run, const LabCentre *centre, Shape *shape)
{
  LabRevolutions reference;
  double largest = 0, smallest = INFINITY, last = run->far[run->n - 1];
  double change = run->comparable ? one_way (run->far, run->n) : 0;
  gboolean rotates = centre->is_orbit && !centre->attracts;

  *shape = (Shape){ 0 };
  lab_revolutions_measure (comparison, comparison->reference, NULL, centre, &reference);
  for (int k = 0; k < reference.n; k++)
    {
      largest = fmax (largest, reference.far[k]);
      smallest = fmin (smallest, reference.far[k]);
    }
  shape->known = largest > 0 && centre->columns[0] >= 0;
  shape->grows = shape->known && change > 0 && last > GROWN * (rotates ? centre->diameter : largest);
  shape->shrinks = shape->known && change < 0 && last < SHRUNK * smallest && !rotates;
  shape->preserved = shape->known && !rotates;
  for (int k = 0; k < run->n && shape->preserved; k++)
    shape->preserved = run->far[k] <= (1 + PRESERVED) * largest && run->far[k] >= (1 - PRESERVED) * smallest;
}

/* The apsis (the farthest point) of an orbit in one interval: its angle in radians, and the smallest and largest distance from the
 * centre. */
typedef struct { double angle, nearest, farthest; } Apsis;

static Apsis
apsis_between (SimTrajectory *trajectory, const LabCentre *centre, double t_low, double t_high)
{
  Apsis apsis = { NAN, INFINITY, -1 };
  gsize n = sim_trajectory_n_rows (trajectory);

  for (gsize i = sim_trajectory_find (trajectory, t_low); i < n; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      double x = row[1 + centre->columns[0]] - centre->at[0], y = row[1 + centre->columns[1]] - centre->at[1], r = hypot (x, y);

      if (row[0] > t_high)
        break;
      apsis.nearest = fmin (apsis.nearest, r);
      if (r > apsis.farthest)
        {
          apsis.farthest = r;
          apsis.angle = atan2 (y, x);
        }
    }
  return apsis;
}

static gboolean
is_round (const Apsis *apsis)
{
  return !(apsis->nearest < ROUND * apsis->farthest);
}

/* Returns whether, from the first to the last revolution, the apsis of the run rotates by a different angle than that of the reference. The
 * difference must exceed PRECESSES. */
static gboolean
orbit_precesses (const LabComparison *comparison, const LabComparisonEntry *entry, const LabCentre *centre, const LabRevolutions *revolutions)
{
  const double *t = revolutions->t, period = comparison->period;
  int n = revolutions->n;
  Apsis first, last, true_first, true_last;

  if (!centre->attracts || !revolutions->separate || isnan (period))
    return FALSE;
  first = apsis_between (entry->trajectory, centre, t[0], t[1]);
  last = apsis_between (entry->trajectory, centre, t[n - 1], t[n]);
  true_first = apsis_between (comparison->reference, centre, comparison->t_start, comparison->t_start + period);
  true_last = apsis_between (comparison->reference, centre, comparison->t_end - period, comparison->t_end);
  return !is_round (&first) && !is_round (&last) && !is_round (&true_first)
         && fabs (remainder ((last.angle - first.angle) - (true_last.angle - true_first.angle), 2 * G_PI)) > PRECESSES;
}

/* ---- classification ---- */

/* Returns whether theory bounds the drift of invariants that the method does not conserve exactly. There is no such bound if step sizes
 * depend on the error. */
static gboolean
is_geometric (const LabComparisonEntry *entry)
{
  return entry->fixed && (entry->method->traits & (ODE_TRAIT_SYMPLECTIC | ODE_TRAIT_TIME_REVERSIBLE)) != 0;
}

/* Applies rules 4 and 5. Returns LAB_BEHAVIOUR_UNKNOWN if neither holds. */
static LabBehaviour
classify_drift (const LabComparison *comparison, const LabComparisonEntry *entry, const LabCentre *centre, const LabRevolutions *revolutions,
                const Shape *shape)
{
  int n = revolutions->n;
  double change = one_way (revolutions->mean, n), range = typical_range (revolutions), last = revolutions->mean[n - 1];

  if (!revolutions->comparable)
    return LAB_BEHAVIOUR_UNKNOWN;
  /* The energy of a geometric method oscillates around a constant for very long times, so a trend over a part of an oscillation is no drift. */
  if (is_geometric (entry) && !(revolutions->separate && moves_every_revolution (revolutions, change > 0 ? 1 : -1)))
    change = 0;
  if (change * last > 0
      && (is_beyond (revolutions, change)
          || (!is_geometric (entry)
              && (!isnan (comparison->period) ? fabs (change) > PLAIN * range : change * fitted_change (revolutions) > fabs (change) * range))))
    {
      gboolean gains = change > 0, periodic = !isnan (comparison->period);

      if (gains && shape->grows)
        return LAB_BEHAVIOUR_SPIRALS_OUT_GAINS;
      if (!gains && shape->shrinks)
        return LAB_BEHAVIOUR_SPIRALS_IN_LOSES;
      if (periodic && revolutions->separate && moves_every_revolution (revolutions, gains ? 1 : -1))
        return gains ? LAB_BEHAVIOUR_GAINS_EVERY : LAB_BEHAVIOUR_LOSES_EVERY;
      if (fabs (last) > SLOWLY)
        return gains ? LAB_BEHAVIOUR_GAINS : LAB_BEHAVIOUR_LOSES;
      return gains ? LAB_BEHAVIOUR_GAINS_SLOWLY : LAB_BEHAVIOUR_LOSES_SLOWLY;
    }
  if (is_geometric (entry) && fabs (last - revolutions->mean[0]) <= LEVEL * range
      && farthest_drift (revolutions, n / 2, n) <= FARTHER * farthest_drift (revolutions, 0, (n + 1) / 2))
    {
      if (orbit_precesses (comparison, entry, centre, revolutions))
        return LAB_BEHAVIOUR_BOUNDED_PRECESSES;
      return !isnan (comparison->period) && shape->known && !shape->grows && !shape->shrinks ? LAB_BEHAVIOUR_BOUNDED_PHASE_ERROR
                                                                                            : LAB_BEHAVIOUR_BOUNDED;
    }
  return LAB_BEHAVIOUR_UNKNOWN;
}

/* Returns the first time at which the distance from the reference exceeds FOLLOWS times the size; NaN: never. */
static double
time_left (const LabComparison *comparison, const LabComparisonEntry *entry)
{
  for (gsize i = 0; i < entry->n; i++)
    if (entry->position_error[i] > FOLLOWS * comparison->size)
      return entry->t[i];
  return NAN;
}

/* Returns the behaviour of a run that reached the end but does not follow the
 * reference. */
static LabBehaviour
classify_departure (const LabComparison *comparison, const LabComparisonEntry *entry, ModelSystem *system)
{
  LabBehaviour behaviour = LAB_BEHAVIOUR_UNKNOWN;
  gboolean has_invariant = comparison->invariant_column >= 0;
  LabCentre centre = { .columns = { -1, -1 } };
  LabRevolutions revolutions;
  Shape shape = { 0 };

  if (comparison->reference_known)
    lab_centre_find (comparison, system, &centre);
  lab_revolutions_measure (comparison, entry->trajectory, entry, &centre, &revolutions);
  if (lab_comparison_reference_is_complete (comparison))
    compare_shapes (comparison, &revolutions, &centre, &shape);
  if (has_invariant && entry->largest_invariant_error <= CONSERVED)
    return LAB_BEHAVIOUR_CONSERVES;
  if (has_invariant)
    behaviour = classify_drift (comparison, entry, &centre, &revolutions, &shape);
  if (behaviour != LAB_BEHAVIOUR_UNKNOWN)
    return behaviour;
  if (!has_invariant && !isnan (comparison->period) && (shape.grows || shape.shrinks))
    return shape.grows ? LAB_BEHAVIOUR_SPIRALS_OUT : LAB_BEHAVIOUR_SPIRALS_IN;
  if (!isnan (comparison->period) && shape.preserved)
    return LAB_BEHAVIOUR_PHASE_ERROR;
  return isnan (entry->t_left) ? LAB_BEHAVIOUR_UNKNOWN : LAB_BEHAVIOUR_LEAVES;
}

LabBehaviour
lab_comparison_classify (const LabComparison *comparison, LabComparisonEntry *entry, ModelSystem *system)
{
  entry->t_left = time_left (comparison, entry);
  if (entry->run.reason == SIM_FAILED_RUN)
    return LAB_BEHAVIOUR_FAILS;
  if (entry->run.t < comparison->t_end * (1 - 1e-12) - 1e-300)
    return LAB_BEHAVIOUR_STOPS;
  if (entry->n < 2)
    return LAB_BEHAVIOUR_UNKNOWN;
  if (comparison->reference_known && entry->largest_position_error <= FOLLOWS * comparison->size)
    return !lab_comparison_reference_is_complete (comparison) ? LAB_BEHAVIOUR_FOLLOWS_TO
           : isnan (comparison->period)                       ? LAB_BEHAVIOUR_FOLLOWS
                                                              : LAB_BEHAVIOUR_FOLLOWS_ORBIT;
  return classify_departure (comparison, entry, system);
}
