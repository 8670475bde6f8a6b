/* Finds all crossings of a witness on the dense output of a step, independently of the samples of a search, and compares them with the search. */
#include "lab-event-crossings.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A crossing is located by bisection to the resolution of the step. */
#define N_HALVINGS 60
#define N_GOLDEN 48
/* Values below this multiple of ε times the largest |g| are rounding errors, as in the search of a run (sim-witness-search.c). */
#define ZERO 10

typedef struct
{
  LabEvent *event;
  int witness;
  LabCrossings *crossings;
} Finder;

static double
value_at (const Finder *finder, double s)
{
  return lab_event_witness_at (finder->event, finder->witness, s);
}

/* Adds the crossing between two times at which the witness has different signs. */
static void
add_between (Finder *finder, double low, double high, double g_low)
{
  LabCrossings *all = finder->crossings;

  if (all->n == LAB_MOST_CROSSINGS)
    {
      all->more = TRUE;
      return;
    }
  for (int i = 0; i < N_HALVINGS; i++)
    {
      const double middle = low + 0.5 * (high - low), g = value_at (finder, middle);

      if ((g > 0) == (g_low > 0))
        low = middle;
      else
        high = middle;
    }
  all->crossings[all->n++] = (LabCrossing) { .s = high, .direction = g_low > 0 ? -1 : 1, .fate = LAB_CROSSING_UNKNOWN };
}

/* Looks for two crossings between two times at which the witness has one sign, if |g| is smaller at a time between them: golden-section search
 * (Kiefer, Proc. AMS 4 (1953) 502) of the smallest |g|, until the sign changes. */
static void
look_between (Finder *finder, double low, double high, double g_low, double zero)
{
  const double ratio = 0.6180339887498949, from = low, to = high;
  const int sign = g_low > 0 ? 1 : -1;
  double a = high - ratio * (high - low), b = low + ratio * (high - low);
  double g_a = sign * value_at (finder, a), g_b = sign * value_at (finder, b);

  for (int i = 0; i < N_GOLDEN && g_a > -zero && g_b > -zero; i++)
    if (g_a < g_b)
      {
        high = b;
        b = a;
        g_b = g_a;
        a = high - ratio * (high - low);
        g_a = sign * value_at (finder, a);
      }
    else
      {
        low = a;
        a = b;
        g_a = g_b;
        b = low + ratio * (high - low);
        g_b = sign * value_at (finder, b);
      }
  if (g_a <= -zero || g_b <= -zero)
    {
      const double middle = g_a <= -zero ? a : b;

      add_between (finder, from, middle, g_low);
      add_between (finder, middle, to, -g_low);
    }
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Finds the crossings between equally spaced times together with the samples of the search. */
static void
find_all (Finder *finder, const LabSearch *search)
{
  LabEvent *event = finder->event;
  const int n = LAB_CROSSING_TIMES + search->n_looks;
  g_autofree double *s = g_new (double, n), *g = g_new (double, n);
  double largest = 0, zero;
  int last = -1; /* last time with a sign */

  for (int k = 0; k < LAB_CROSSING_TIMES; k++)
    s[k] = k == LAB_CROSSING_TIMES - 1 ? event->h : event->h * k / (LAB_CROSSING_TIMES - 1);
  memcpy (s + LAB_CROSSING_TIMES, search->look_s, sizeof (double) * (gsize) search->n_looks);
  qsort (s, (gsize) n, sizeof (double), compare_times);
  for (int k = 0; k < n; k++)
    {
      g[k] = value_at (finder, s[k]);
      finder->crossings->undefined = finder->crossings->undefined || isnan (g[k]);
      if (isfinite (g[k]))
        largest = fmax (largest, fabs (g[k]));
    }
  zero = ZERO * DBL_EPSILON * largest;
  for (int k = 0; k < n; k++)
    {
      if (isnan (g[k]) || fabs (g[k]) <= zero)
        continue;
      if (last >= 0 && (g[k] > 0) != (g[last] > 0))
        add_between (finder, s[last], s[k], g[last]);
      else if (last >= 1 && last == k - 1 && k + 1 < n && (g[k + 1] > 0) == (g[k] > 0) && fabs (g[k]) <= fabs (g[k - 1]) && fabs (g[k]) <= fabs (g[k + 1])
               && s[k + 1] > s[k - 1])
        look_between (finder, s[k - 1], s[k + 1], g[k], zero);
      last = k;
    }
}

/* Returns the index of the last sample of the search that is not after s. */
static int
sample_before (const LabSearch *search, double s)
{
  int k = 0;

  while (k + 1 < search->n_looks && search->look_s[k + 1] < s)
    k++;
  return k;
}

/* Returns the first sample at which the search knows the sign of the witness. */
static int
first_sample_with_sign (const LabEvent *event, const LabSearch *search)
{
  double largest = 0, zero;
  int k = 0;

  if (sim_simulator_sign_held (event->simulator, search->witness) != 0)
    return 0;
  for (int i = 0; i < search->n_looks; i++)
    largest = fmax (largest, fabs (search->look_g[i]));
  zero = sim_simulator_zero_held (event->simulator, search->witness, largest);
  while (k < search->n_looks && !(fabs (search->look_g[k]) > zero))
    k++;
  return k;
}

/* Returns the sample with a sign at or before sample k, or −1. */
static int
defined_before (const LabSearch *search, int k)
{
  while (k >= 0 && isnan (search->look_g[k]))
    k--;
  return k;
}

static int
defined_after (const LabSearch *search, int k)
{
  while (k < search->n_looks && isnan (search->look_g[k]))
    k++;
  return k;
}

/* Tells what the search makes of the crossings between two samples, of which the first one is number k. */
static void
judge_between (LabEvent *event, const LabSearch *search, LabCrossings *all, int first, int end, int low, int high)
{
  gboolean none;
  const int wanted = sim_simulator_direction_held (event->simulator, search->witness, &none);
  const gboolean bracket = high < search->n_looks && (search->look_g[low] > 0) != (search->look_g[high] > 0);
  const int direction = search->look_g[low] > 0 ? -1 : 1;
  const gboolean located = bracket && !none && (wanted == 0 || wanted == direction);

  for (int i = first; i < end; i++)
    {
      LabCrossing *crossing = &all->crossings[i];

      if (none || (wanted != 0 && wanted != crossing->direction))
        crossing->fate = LAB_CROSSING_DIRECTION;
      else
        crossing->fate = located ? LAB_CROSSING_BESIDE : LAB_CROSSING_HIDDEN;
    }
}

/* Marks the crossings that the search locates. */
static void
mark_found (LabEvent *event, const LabSearch *search, LabCrossings *all)
{
  double found[LAB_MOST_CROSSINGS];
  int n = 0;

  if (search->finder == SIM_ISOLATE_DRAKE)
    {
      if (search->found)
        found[n++] = search->high;
    }
  else
    n = sim_simulator_crossings_held (event->simulator, search->witness, search->finder, search->window, search->guard, found, LAB_MOST_CROSSINGS);
  for (int k = 0; k < n; k++)
    {
      int nearest = -1;

      for (int i = 0; i < all->n; i++)
        if (all->crossings[i].fate != LAB_CROSSING_FOUND && all->crossings[i].fate != LAB_CROSSING_DIRECTION
            && (nearest < 0 || fabs (all->crossings[i].s - found[k]) < fabs (all->crossings[nearest].s - found[k])))
          nearest = i;
      if (nearest >= 0)
        all->crossings[nearest].fate = LAB_CROSSING_FOUND;
    }
}

/* Finds the event, other than that of the search, whose crossing ends the step first. */
static void
find_other (LabEvent *event, const LabSearch *search, LabCrossings *all)
{
  const SimSystem *system = sim_simulator_system (event->simulator);

  all->other = -1;
  all->other_s = INFINITY;
  for (int i = 0; i < system->n_events; i++)
    {
      double s;

      if (i == search->witness || !lab_event_is_located (system, i) || sim_simulator_observes_held (event->simulator, i))
        continue;
      if (sim_simulator_crossings_held (event->simulator, i, search->finder == SIM_ISOLATE_DRAKE ? SIM_ISOLATE_CHANDRUPATLA : search->finder,
                                        search->window, search->guard, &s, 1) == 0 || s >= all->other_s)
        continue;
      all->other = i;
      all->other_s = s;
    }
}

LabCrossings *
lab_event_crossings (LabEvent *event, const LabSearch *search)
{
  LabCrossings *all = g_new0 (LabCrossings, 1);
  Finder finder = { event, search->witness, all };
  const gboolean observed = sim_simulator_observes_held (event->simulator, search->witness);
  const int first = first_sample_with_sign (event, search);
  double end = INFINITY;

  find_all (&finder, search);
  for (int i = 0; i < all->n;)
    {
      const int low = defined_before (search, sample_before (search, all->crossings[i].s)), high = defined_after (search, low + 1);
      int j = i;

      while (j < all->n && defined_before (search, sample_before (search, all->crossings[j].s)) == low)
        all->crossings[j++].sample = MAX (low, 0);
      if (low >= 0 && low >= first)
        judge_between (event, search, all, i, j, low, high);
      else
        for (int k = i; k < j; k++)
          all->crossings[k].fate = LAB_CROSSING_START;
      i = j;
    }
  mark_found (event, search, all);
  find_other (event, search, all);
  all->found = -1;
  for (int i = 0; i < all->n && all->found < 0; i++)
    if (all->crossings[i].fate == LAB_CROSSING_FOUND)
      all->found = i;
  if (all->found >= 0 && !observed)
    end = all->crossings[all->found].s;
  if (all->other >= 0 && all->other_s + search->window < end)
    {
      end = all->other_s;
      if (!observed)
        all->found = -1;
    }
  else
    all->other = -1;
  for (int i = 0; i < all->n; i++)
    {
      LabCrossing *crossing = &all->crossings[i];

      if (crossing->s > end + search->window)
        crossing->fate = LAB_CROSSING_LATER;
      else if (crossing->fate == LAB_CROSSING_BESIDE && !sim_simulator_armed_held (event->simulator, search->witness, crossing->s))
        crossing->fate = LAB_CROSSING_CONDITION;
      all->n_missed += crossing->fate == LAB_CROSSING_HIDDEN || crossing->fate == LAB_CROSSING_BESIDE;
    }
  return all;
}
