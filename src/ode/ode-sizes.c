/* The sizes of the states.
 *
 * If the user gives no tolerance, the error e_i of a step from x0 to x1 is compared with accuracy · max (|x0_i|, |x1_i|, s_i). The number
 * s_i is the smallest size of state i. Let hi_i and lo_i be the largest and the smallest value at the starts of the steps so far, and
 * m_i = max (hi_i, −lo_i). Then
 *
 *   s_i = max (min (hi_i, −lo_i), σ m_i, σ_i M, r_i)
 *
 *   min (hi_i, −lo_i)   A state that has had both signs is compared with the smaller of its largest positive and its largest negative
 * value. So an oscillation keeps its size where it passes through zero. For a state with one sign the term is not positive. σ m_i A state
 * with one sign is compared with itself while it decays, down to the part σ of its largest value. σ_i M               M is the largest m_j
 * of the group of the state. Elements of one array are one quantity, so each is compared at least with ARRAY_SHARE M. A state that starts
 * at zero, or at the rounding error of the largest value of its group, has no size of its own yet; σ_i = σ for it. Without this term no
 * step size would do for a chain of reactions: the k-th state grows like t^k, and the error of a method of order p < k is as large as the
 * state itself, whatever the step. For the other states σ_i = 0.
 *
 *   r_i                 Usually ODE_SIZES_NOTHING; see ode_sizes_raise.
 *
 * σ is SHARE, but at least ROUNDING/accuracy: the terms of f cancel, so a state is not known better than to some hundred roundings of its
 * largest value, and steps that are to resolve its rounding errors would become smaller and smaller.
 *
 * A group is the elements of one array, or the scalar states of one kind (positions, velocities, others) that are connected by the patterns
 * of the Jacobian and the mass matrix. A state that has nothing to do with the others does not change their tolerances.
 *
 * Only starts of steps count. A rejected attempt, and a step that is taken again to an event, leave no trace. All terms are values of the
 * states times constants: if all states are scaled by a power of two, all tolerances are scaled exactly, and the steps are the same. */
#include "ode-sizes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nine orders of magnitude below the largest value a state is treated as zero. The reason is cost: a fast transient to zero would otherwise
 * be followed through all its orders. */
#define SHARE 1e-9
/* The relative tolerance that rounding errors allow. Measured: with 100 DBL_EPSILON the methods of order 8 fail at the tightest accuracy on
 * models whose forces cancel. */
#define ROUNDING (1000 * DBL_EPSILON)
/* Elements of an array far below its largest element (the foot of a front) need not be followed to all their digits. */
#define ARRAY_SHARE 1e-3
/* Below this part of the largest value of the group a start value is a rounding error, like cos (π/2). */
#define UNBORN (4 * DBL_EPSILON)
/* The largest size, as a part of the largest value of all states, to which ode_sizes_raise raises a state. */
#define MOST_RAISED 1e-6

static inline double
larger (double a, double b)
{
  return a > b ? a : b;
}

static inline double
smaller (double a, double b)
{
  return a < b ? a : b;
}

/* Returns the representative of the set that contains i, and shortens the path to it. */
static int
find (int *parent, int i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

/* Joins the sets of all states that an entry of the pattern connects: state j, the column, acts on the state of the row. Afterwards two states are in
 * one set if a chain of entries leads from one to the other. */
static void
connect (int *parent, const OdePattern *pattern, int n)
{
  for (int j = 0; j < n && j < pattern->n_columns; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      if (pattern->row[k] < n)
        parent[find (parent, pattern->row[k])] = find (parent, j);
}

/* Returns the length of the name of the array to which the element belongs, or 0 for a scalar. */
static size_t
array_length (const OdeSystem *system, int i)
{
  const char *bracket = system->names != NULL ? strchr (system->names[i], '[') : NULL;

  return bracket != NULL ? (size_t) (bracket - system->names[i]) : 0;
}

/* Returns whether both states are elements of one array: their names are equal up to the bracket, and there is a bracket. The comparison of lengths comes
 * first, because "u[1]" and "uv[1]" begin alike. */
static bool
same_array (const OdeSystem *system, int i, int j)
{
  const size_t length = array_length (system, i);

  return length > 0 && array_length (system, j) == length && strncmp (system->names[i], system->names[j], length) == 0;
}

/* Numbers the groups. first[4 n] is scratch: the group of the scalars of a kind in a set. The elements of an array follow each other. */
static void
number_groups (OdeSizes *sizes, const OdeSystem *system, int *parent, int *first)
{
  for (int i = 0; i < 4 * sizes->n_states; i++)
    first[i] = -1;
  for (int i = 0; i < sizes->n_states; i++)
    {
      if (i > 0 && same_array (system, i, i - 1))
        sizes->group[i] = sizes->group[i - 1];
      else if (array_length (system, i) > 0)
        sizes->group[i] = sizes->n_groups++;
      else
        {
          const int kind = system->kinds != NULL ? (int)system->kinds[i] : 0;
          int *group = &first[4 * find (parent, i) + kind];

          if (*group < 0)
            *group = sizes->n_groups++;
          sizes->group[i] = *group;
        }
    }
  for (int i = 0; i < sizes->n_states; i++)
    first[i] = -1;
  for (int i = 0; i < sizes->n_states; i++)
    if (first[sizes->group[i]] < 0)
      first[sizes->group[i]] = i;
    else
      sizes->has_others[i] = sizes->has_others[first[sizes->group[i]]] = true;
}

/* All arrays are in one block, so that a failure leaves nothing to free but the block. high, low, least, shares and births follow each other: snapshots
 * and lanes copy them together. The scratch has the sets of connected states, which are needed only here. */
bool
ode_sizes_init (OdeSizes *sizes, const OdeSystem *system)
{
  const size_t n = (size_t) system->n_states;
  int *scratch = malloc ((5 * n + 1) * sizeof *scratch);

  *sizes = (OdeSizes){ .n_states = system->n_states, .share = SHARE };
  sizes->memory = calloc (n + 1, 6 * sizeof (double) + sizeof (int) + sizeof (bool));
  if (sizes->memory == NULL || scratch == NULL)
    {
      free (scratch);
      return false;
    }
  sizes->high = sizes->memory;
  sizes->low = sizes->high + n;
  sizes->least = sizes->low + n;
  sizes->shares = sizes->least + n;
  sizes->births = sizes->shares + n;
  sizes->largest = sizes->births + n;
  sizes->group = (int *)(sizes->largest + n);
  sizes->has_others = (bool *)(sizes->group + n);
  for (int i = 0; i < sizes->n_states; i++)
    scratch[i] = system->jacobian_pattern != NULL ? i : 0;
  if (system->jacobian_pattern != NULL)
    connect (scratch, system->jacobian_pattern, sizes->n_states);
  if (system->mass_pattern != NULL)
    connect (scratch, system->mass_pattern, sizes->n_states);
  number_groups (sizes, system, scratch, scratch + n);
  free (scratch);
  return true;
}

void
ode_sizes_clear (OdeSizes *sizes)
{
  free (sizes->memory);
  sizes->memory = NULL;
}

/* The part σ grows as the accuracy becomes tighter: what a state has reached is known to a fixed number of roundings, whatever accuracy is asked for. The
 * part is never above 1, because the error of a state is never compared with more than its own largest value. */
void
ode_sizes_set_accuracy (OdeSizes *sizes, double accuracy)
{
  sizes->share = smaller (1, larger (SHARE, ROUNDING / accuracy));
}

/* Finds the largest value of each group so far, over both signs, and what its states reach in the first step. One pass over all states suffices,
 * because each state knows its group. The loop is not vectorized, but few models have more than some tens of states whose group counts, and for
 * large ones an evaluation of f costs far more. A group in which nothing has moved has the largest value 0, which the callers treat as unknown: they
 * use the largest value of all groups for it, so that no state is compared with 0. The order of the states does not matter: a maximum is the same in
 * every order, so that models whose states are renamed or written in another order make the same steps. */
static void
find_largest (OdeSizes *sizes)
{
  memcpy (sizes->largest, sizes->births, (size_t) sizes->n_groups * sizeof (double));
  for (int i = 0; i < sizes->n_states; i++)
    {
      const double m = larger (sizes->high[i], -sizes->low[i]);

      if (m > sizes->largest[sizes->group[i]])
        sizes->largest[sizes->group[i]] = m;
    }
}

/* Compares a value with the largest one of the group. An exact zero is always unborn, also if the whole group is zero. */
bool
ode_sizes_is_unborn (const OdeSizes *sizes, int i, double x)
{
  return fabs (x) <= UNBORN * sizes->largest[sizes->group[i]];
}

/* Returns true only before anything has moved: an extreme keeps every value that differed from zero. The integrator asks this after a rejection, to
 * recognize a switch that starts a model at rest, and before a lane is loaded. */
bool
ode_sizes_are_zero (const OdeSizes *sizes)
{
  for (int i = 0; i < sizes->n_states; i++)
    if (sizes->high[i] != 0 || sizes->low[i] != 0)
      return false;
  return true;
}

/* Forgets all earlier points. Whether a state is unborn is decided once, here: a state that becomes zero later, in a transient or by an event, keeps the
 * size that it has had. */
void
ode_sizes_start (OdeSizes *sizes, const OdeSystem *system, const double *x, double accuracy)
{
  ode_sizes_set_accuracy (sizes, accuracy);
  for (int i = 0; i < sizes->n_states; i++)
    {
      sizes->high[i] = sizes->low[i] = x[i];
      sizes->least[i] = ODE_SIZES_NOTHING;
    }
  for (int g = 0; g < sizes->n_groups; g++)
    sizes->births[g] = 0;
  find_largest (sizes);
  sizes->shares_any = false;
  for (int i = 0; i < sizes->n_states; i++)
    {
      const bool is_element = array_length (system, i) > 0 && sizes->has_others[i];

      sizes->shares[i] = is_element ? ARRAY_SHARE : ode_sizes_is_unborn (sizes, i, x[i]) ? SHARE : 0;
      sizes->shares_any = sizes->shares_any || sizes->shares[i] > 0;
    }
}

/* The states that start at zero reach about h |f_i| in the first step. This gives the group a largest value where all its states start at zero, before
 * any of them has moved. */
void
ode_sizes_begin (OdeSizes *sizes, const double *x, const double *f, double h)
{
  for (int i = 0; i < sizes->n_states; i++)
    if (sizes->shares[i] > 0 && x[i] == 0 && isfinite (h * f[i]))
      sizes->births[sizes->group[i]] = larger (sizes->births[sizes->group[i]], fabs (h * f[i]));
}

/* Applies the term σ_i M. Where everything in a group is zero, M is the largest value of all states, so that its first state can begin to
 * grow. */
static void
share_out (OdeSizes *sizes, const double *given, double *floors)
{
  double whole = 0;

  find_largest (sizes);
  for (int g = 0; g < sizes->n_groups; g++)
    whole = larger (whole, sizes->largest[g]);
  for (int i = 0; i < sizes->n_states; i++)
    if (sizes->shares[i] > 0 && !(given[i] > 0))
      {
        const double largest = sizes->largest[sizes->group[i]];

        floors[i] = larger (floors[i], larger (sizes->shares[i], sizes->share) * (largest > 0 ? largest : whole));
      }
}

/* The loop has no branches, so that it is vectorized; the groups need a second loop, and only if a state uses them. The operations and their order are those
 * of `follow` in ode-lanes.inc. */
void
ode_sizes_follow (OdeSizes *sizes, const double *restrict x, const double *restrict given, double *restrict floors)
{
  const double share = sizes->share;
  double *restrict high = sizes->high, *restrict low = sizes->low;
  const double *restrict least = sizes->least;

  for (int i = 0; i < sizes->n_states; i++)
    {
      const double hi = larger (high[i], x[i]), lo = smaller (low[i], x[i]);
      const double s = larger (larger (smaller (hi, -lo), share * larger (hi, -lo)), least[i]);

      high[i] = hi;
      low[i] = lo;
      floors[i] = given[i] > 0 ? given[i] : s;
    }
  if (sizes->shares_any)
    share_out (sizes, given, floors);
}

/* Raises the states whose errors are above their tolerances, so that the errors become half the tolerances. */
static void
raise_least (OdeSizes *sizes, const double *scaled, const double *tolerance, double accuracy, double *floors)
{
  for (int i = 0; i < sizes->n_states; i++)
    if (scaled[i] > 1)
      sizes->least[i] = floors[i] = 2 * scaled[i] * tolerance[i] / accuracy;
}

/* If everything was zero so far, the first values are far below what follows. The errors of the states did not become smaller while the step became smaller by orders of magnitude, so they are not errors of the
 * method: they are rounding errors of larger terms, or the state is so new that each step multiplies it. */
bool
ode_sizes_raise (OdeSizes *sizes, const double *scaled, const double *tolerance, double accuracy, double *floors)
{
  double whole = 0;

  for (int i = 0; i < sizes->n_states; i++)
    whole = larger (whole, larger (sizes->high[i], -sizes->low[i]));
  for (int i = 0; i < sizes->n_states; i++)
    if (scaled[i] > 1 && whole > 0 && !(2 * scaled[i] * tolerance[i] <= MOST_RAISED * accuracy * whole))
      return false;
  raise_least (sizes, scaled, tolerance, accuracy, floors);
  return true;
}

bool
ode_sizes_raise_to_rounding (OdeSizes *sizes, const double *scaled, const double *tolerance, const double *rounding, double n_parts,
                             double accuracy, double *floors)
{
  for (int i = 0; i < sizes->n_states; i++)
    if (!(scaled[i] <= 1) && !(scaled[i] * tolerance[i] <= n_parts * rounding[i]))
      return false;
  raise_least (sizes, scaled, tolerance, accuracy, floors);
  return true;
}

size_t
ode_sizes_snapshot_size (const OdeSizes *sizes)
{
  return (4 * (size_t) sizes->n_states + (size_t) sizes->n_groups) * sizeof (double);
}

/* The first point and the accuracy are not in the snapshot: the first is among the extremes, and the other belongs to the settings. `largest` and the smallest
 * sizes are computed again at the next step. */
void
ode_sizes_save (const OdeSizes *sizes, void *snapshot)
{
  /* high, low, least, shares and births follow each other. */
  memcpy (snapshot, sizes->high, ode_sizes_snapshot_size (sizes));
}

/* shares_any follows from the shares. The integrator that restores may have started elsewhere, where other states were unborn, so what it had found is
 * replaced as a whole. */
void
ode_sizes_restore (OdeSizes *sizes, const void *snapshot)
{
  memcpy (sizes->high, snapshot, ode_sizes_snapshot_size (sizes));
  sizes->shares_any = false;
  for (int i = 0; i < sizes->n_states; i++)
    sizes->shares_any = sizes->shares_any || sizes->shares[i] > 0;
}
