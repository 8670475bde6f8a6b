/* What became of a run, said in words that follow from numbers: its errors against the reference solution, the drift of its invariant from turn to
 * turn, its size and the direction of its long axis. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-comparison-private.h"

/* Within this share of half the motion's size from the reference solution all the time: the point and that of the reference solution then still touch in a plot a
 * hand wide. */
#define FOLLOWS 0.1
/* Size against the reference solution's, beyond which a run has visibly spiralled. */
#define GROWN 1.25
#define SHRUNK 0.8
/* A trend is one where it outweighs the swing inside a turn: half of it is where the eye begins to see it. */
#define TREND 0.5
/* An orbit so much larger or smaller is another one. */
#define LEFT 2.0
/* How much farther the second half of a run may reach than the first: where steps fall on the sharp peaks of a narrow orbit moves them by up
 * to a third. */
#define FARTHER 1.5
/* A drift that never comes below half of its farthest does not come back. */
#define STAYED 0.5
/* Turn of the long axis over the run that counts as turning (rad): 2°. */
#define TURNED 0.035
#define MOST_TURNS 400
#define WINDOWS 10 /* where there are no turns */

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
  [LAB_BEHAVIOUR_BOUNDED_TURNS] = N_("%s bounded, orbit turns"),
  [LAB_BEHAVIOUR_BOUNDED_LATE] = N_("%s bounded, out of step"),
  [LAB_BEHAVIOUR_BOUNDED] = N_("%s bounded"),
  [LAB_BEHAVIOUR_SPIRALS_OUT] = N_("spirals out"),
  [LAB_BEHAVIOUR_SPIRALS_IN] = N_("spirals in"),
  [LAB_BEHAVIOUR_LATE] = N_("keeps its size, out of step"),
  [LAB_BEHAVIOUR_LEAVES] = N_("agrees with the reference until %s"),
};

const char *
lab_behaviour_phrase (LabBehaviour behaviour)
{
  return phrases[behaviour];
}

/* ---- the drift of the invariant ---- */

typedef struct
{
  int n;
  double mean[MOST_TURNS], swing, last_swing; /* swing: widest range within one turn */
  double first_reach, last_reach;             /* farthest from nothing in either half of the run */
  double last_low;                            /* nearest to nothing in the last turn; 0 where it changes sign there */
} Turns;

static int
turn_of (const LabComparison *comparison, double t, int n)
{
  return (int) CLAMP ((t - comparison->t_start) / (comparison->t_end - comparison->t_start) * n, 0, n - 1);
}

static int
n_turns (const LabComparison *comparison)
{
  double turns = isnan (comparison->period) ? WINDOWS : floor ((comparison->t_end - comparison->t_start) / comparison->period + 0.01);

  return (int) CLAMP (turns, 2, MOST_TURNS);
}

/* Means weighted by time, so that many short steps in one place count no more than one long step. */
static void
mean_drifts (const LabComparison *comparison, const LabComparisonEntry *entry, Turns *turns)
{
  double weight[MOST_TURNS] = { 0 }, low[MOST_TURNS], high[MOST_TURNS];

  turns->n = n_turns (comparison);
  turns->swing = turns->last_swing = turns->first_reach = turns->last_reach = 0;
  for (int k = 0; k < turns->n; k++)
    {
      turns->mean[k] = 0;
      low[k] = INFINITY;
      high[k] = -INFINITY;
    }
  for (gsize i = 1; i < entry->n; i++)
    {
      int k = turn_of (comparison, 0.5 * (entry->t[i] + entry->t[i - 1]), turns->n);
      double dt = entry->t[i] - entry->t[i - 1];

      turns->mean[k] += 0.5 * (entry->invariant_drift[i] + entry->invariant_drift[i - 1]) * dt;
      weight[k] += dt;
      low[k] = fmin (low[k], entry->invariant_drift[i]);
      high[k] = fmax (high[k], entry->invariant_drift[i]);
      if (entry->t[i] < 0.5 * (comparison->t_start + comparison->t_end))
        turns->first_reach = fmax (turns->first_reach, fabs (entry->invariant_drift[i]));
      else
        turns->last_reach = fmax (turns->last_reach, fabs (entry->invariant_drift[i]));
    }
  for (int k = 0; k < turns->n; k++)
    {
      turns->mean[k] = weight[k] > 0 ? turns->mean[k] / weight[k] : NAN;
      turns->last_swing = high[k] >= low[k] ? high[k] - low[k] : 0;
      turns->swing = fmax (turns->swing, turns->last_swing);
    }
  turns->last_low = fmax (0, fmax (low[turns->n - 1], -high[turns->n - 1]));
}

/* An invariant is bounded that reaches no farther in the second half of a run than in the first, and comes back once a turn. One that grows
 * within each turn by as much as it is, as an instability does, has no trend beside its swing; nor has one that jumped once and stayed. */
static gboolean
is_bounded (const Turns *turns)
{
  return turns->last_reach <= FARTHER * turns->first_reach && turns->last_low <= STAYED * fmax (turns->first_reach, turns->last_reach);
}

/* Whether every turn moves on in the direction of sign, and the last ones not much less than the first. */
static gboolean
moves_every_turn (const Turns *turns, double sign)
{
  int third = MAX (1, turns->n / 3);

  for (int k = 1; k < turns->n; k++)
    if (!(sign * (turns->mean[k] - turns->mean[k - 1]) > 0))
      return FALSE;
  return sign * (turns->mean[turns->n - 1] - turns->mean[turns->n - 1 - third]) > 0.3 * sign * (turns->mean[third] - turns->mean[0]);
}

/* ---- the shape ---- */

/* Farthest distance from the reference solution's centre from t_low on, over the states of the plane. */
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

/* Reach of the last turn against the reference solution's; NaN: not known. */
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

/* Direction of the farthest point from the origin during one turn that ends at t, and its distance. */
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

/* Only a plane of two positions has an orbit that can turn. */
static gboolean
is_orbit (const LabComparison *comparison, ModelSystem *system)
{
  const OdeKind *kinds = model_system_ode (system)->kinds;
  int n = model_system_n_states (system);

  return !isnan (comparison->period) && kinds != NULL && comparison->x_column >= 0 && comparison->y_column >= 0 && comparison->x_column < n
         && comparison->y_column < n && kinds[comparison->x_column] == ODE_POSITION && kinds[comparison->y_column] == ODE_POSITION;
}

/* What left its orbit does not turn. */
static gboolean
orbit_turns (const LabComparison *comparison, const LabComparisonEntry *entry)
{
  double begin = comparison->t_start + comparison->period, size, true_size, unused;
  double first = apsis (entry->trajectory, comparison, begin, &unused), last = apsis (entry->trajectory, comparison, comparison->t_end, &size);
  double true_first = apsis (comparison->reference, comparison, begin, &unused), true_last = apsis (comparison->reference, comparison, comparison->t_end, &true_size);

  return size <= LEFT * true_size && LEFT * size >= true_size
         && fabs (remainder ((last - first) - (true_last - true_first), 2 * G_PI)) > TURNED;
}

/* ---- the verdict ---- */

static LabBehaviour
judge_drift (const LabComparison *comparison, const LabComparisonEntry *entry, ModelSystem *system, double grown)
{
  Turns turns;
  double trend, sign;

  mean_drifts (comparison, entry, &turns);
  trend = turns.mean[turns.n - 1] - turns.mean[0];
  sign = trend > 0 ? 1 : -1;
  /* Most of it may have happened in the first turn: then the last one is far from the start, and steady. */
  if ((fabs (turns.mean[turns.n - 1]) > TREND * turns.last_swing || !is_bounded (&turns)) && (grown > GROWN || grown < SHRUNK))
    {
      if (grown > GROWN && turns.mean[turns.n - 1] > 0)
        return LAB_BEHAVIOUR_SPIRALS_OUT_GAINS;
      if (grown < SHRUNK && turns.mean[turns.n - 1] < 0)
        return LAB_BEHAVIOUR_SPIRALS_IN_LOSES;
    }
  if (isnan (trend) || (fabs (trend) <= TREND * turns.swing && is_bounded (&turns)))
    {
      if (lab_comparison_reference_is_whole (comparison) && is_orbit (comparison, system) && orbit_turns (comparison, entry))
        return LAB_BEHAVIOUR_BOUNDED_TURNS;
      return lab_comparison_reference_is_whole (comparison) ? LAB_BEHAVIOUR_BOUNDED_LATE : LAB_BEHAVIOUR_BOUNDED;
    }
  if (!isnan (comparison->period) && moves_every_turn (&turns, sign))
    return sign > 0 ? LAB_BEHAVIOUR_GAINS_EVERY : LAB_BEHAVIOUR_LOSES_EVERY;
  return sign > 0 ? LAB_BEHAVIOUR_GAINS_SLOWLY : LAB_BEHAVIOUR_LOSES_SLOWLY;
}

/* When the run was first farther from the reference solution than one that follows it. */
static double
time_left (const LabComparison *comparison, const LabComparisonEntry *entry)
{
  for (gsize i = 0; i < entry->n; i++)
    if (entry->position_error[i] > FOLLOWS * comparison->size)
      return entry->t[i];
  return NAN;
}

LabBehaviour
lab_comparison_judge (const LabComparison *comparison, LabComparisonEntry *entry, ModelSystem *system)
{
  gboolean whole = lab_comparison_reference_is_whole (comparison);
  double grown = NAN;

  entry->t_left = time_left (comparison, entry);
  if (entry->run.reason == SIM_FAILED_RUN)
    return LAB_BEHAVIOUR_FAILS;
  if (entry->run.t < comparison->t_end * (1 - 1e-12) - 1e-300)
    return LAB_BEHAVIOUR_STOPS;
  if (entry->n < 2)
    return LAB_BEHAVIOUR_UNKNOWN;
  if (comparison->reference_known && entry->largest_position_error <= FOLLOWS * comparison->size)
    return !whole ? LAB_BEHAVIOUR_FOLLOWS_TO : isnan (comparison->period) ? LAB_BEHAVIOUR_FOLLOWS : LAB_BEHAVIOUR_FOLLOWS_ORBIT;
  if (whole)
    grown = growth (comparison, entry, system);
  if (comparison->invariant_column >= 0)
    return judge_drift (comparison, entry, system, grown);
  if (grown > GROWN)
    return LAB_BEHAVIOUR_SPIRALS_OUT;
  if (grown < SHRUNK)
    return LAB_BEHAVIOUR_SPIRALS_IN;
  if (whole && !isnan (comparison->period))
    return LAB_BEHAVIOUR_LATE;
  return isnan (entry->t_left) ? LAB_BEHAVIOUR_UNKNOWN : LAB_BEHAVIOUR_LEAVES;
}
