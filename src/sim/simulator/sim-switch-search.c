/* Searches a step for the first change of a condition on states, and repeats the step so that it ends there.
 *
 * The switch functions are evaluated on dense output at both ends of the step and at the guard points, as witnesses of events are. The
 * first sample at which a function has left its side is the end of a bracket, which a root finder reduces. A function that comes near to a
 * level between three samples is also evaluated at the vertex of the parabola through them, so that it may cross the level twice between
 * two samples.
 *
 * While the solution moves along a surface, the function is the smaller one of the rates with which both sides go to the surface. It is
 * positive until the motion leaves. Between samples that are positive, bounds of the rates show whether it stays so (sim-resolve-search.c).
 *
 * In a run whose steps are resolved, bounds of the functions give the bracket instead (sim-resolve-search.c). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "ode-locate.h"
#include "sim-loop-private.h"
#include "sim-switch-private.h"
#include "sim-witness-private.h"

/* The step is repeated at most this number of times; each secant step at least doubles the number of digits. */
#define MAX_RETAKES 4
/* The distance from the level is zero up to rounding below this multiple of ε times the largest distance in the step and the level. */
#define ROUNDING 64
/* A function jumps at a root if it changes there by more than this part of its change in the whole bracket. */
#define JUMP 1e-3

#define LEAVES -1

/* A change that was found: the distance v = (g − level)·sign is positive before it and negative after it. */
typedef struct
{
  SimSimulator *simulator;
  int at; /* index of the switch, or LEAVES: the end of the motion along a surface */
  double level, next;
  int sign;
  double low, high; /* bracket, counted from the start of the step */
  double v_low, v_high;
  double root;
  gboolean jumps; /* v jumps at the root from above zero to below, because another condition changes there */
  double scale;   /* size of the values, for rounding errors */
} Change;

/* Returns v at (t, x). */
static double
distance (const Change *change, double t, const double *x)
{
  SimSwitches *switches = change->simulator->switches;
  if (change->at == LEAVES)
    return sim_switch_hold (switches, t, x);
  model_system_switch_values (switches->model, t, x, switches->g0);
  return (switches->g0[change->at] - change->level) * change->sign;
}

static double
distance_after (gpointer user, double s)
{
  Change *change = user;
  SimSimulator *simulator = change->simulator;
  if (sim_motion_interpolate_after (simulator, s, simulator->x_scratch) != ODE_DONE)
    return NAN;
  return distance (change, sim_motion_time_after (simulator, s), simulator->x_scratch);
}

/* Evaluates the switch functions at the samples. Returns their number. */
static int
sample (SimSimulator *simulator)
{
  SimSwitches *switches = simulator->switches;
  double h = sim_motion_size (simulator);
  int n = switches->n_samples_max;
  for (int i = 0; i < n; i++)
    {
      double s = i == n - 1 ? h : h * i / (n - 1), *g = switches->sample_g + (gsize)i * (gsize)switches->n;
      switches->samples[i] = s;
      if (sim_motion_interpolate_after (simulator, s, simulator->x_scratch) == ODE_DONE)
        model_system_switch_values (switches->model, sim_motion_time_after (simulator, s), simulator->x_scratch, g);
      else
        for (int k = 0; k < switches->n; k++)
          g[k] = NAN;
    }
  return n;
}

static double
value_at (const SimSwitches *switches, int sample, int k)
{
  return switches->sample_g[(gsize)sample * (gsize)switches->n + (gsize)k];
}

/* Examines the parabola through the distances a, b and c at the samples i − 1, i and i + 1. Returns TRUE if the distance is negative at the
 * vertex, and completes the change. */
static gboolean
dips_below (SimSimulator *simulator, int i, double a, double b, double c, Change *change)
{
  SimSwitches *switches = simulator->switches;
  double curvature = a - 2 * b + c;
  if (!(b <= a && b <= c && b > 0 && curvature > 0) || !(b < (a - c) * (a - c) / (8 * curvature)))
    return FALSE;
  change->high = switches->samples[i] + 0.5 * (a - c) / curvature * (switches->samples[i + 1] - switches->samples[i]);
  change->v_high = distance_after (change, change->high);
  change->low = switches->samples[i];
  change->v_low = b;
  if (change->high <= change->low)
    {
      change->low = switches->samples[i - 1];
      change->v_low = a;
    }
  return change->v_high < 0;
}

static gboolean
dips_at (SimSimulator *simulator, int i, double level, double next, int sign, Change *change)
{
  SimSwitches *switches = simulator->switches;
  int k = change->at;
  *change = (Change){ .simulator = simulator, .at = k, .level = level, .next = next, .sign = sign };
  return dips_below (simulator, i, (value_at (switches, i - 1, k) - level) * sign, (value_at (switches, i, k) - level) * sign,
                     (value_at (switches, i + 1, k) - level) * sign, change);
}

/* Examines the levels on both sides of a switch for dips between the samples. */
static gboolean
dips (SimSimulator *simulator, int i, double side, Change *change)
{
  ExprSwitchKind kind = model_system_switch (simulator->switches->model, change->at)->kind;
  if (kind == EXPR_SWITCH_SIGN)
    return side != 0 && dips_at (simulator, i, 0, -side, (int)side, change);
  double low = kind == EXPR_SWITCH_CEIL ? side - 1 : kind == EXPR_SWITCH_ROUND ? side - 0.5 : side;
  return dips_at (simulator, i, low, side - 1, 1, change) || dips_at (simulator, i, low + 1, side + 1, -1, change);
}

/* Brackets the first change of switch k. Returns FALSE if there is none. */
static gboolean
bracket (SimSimulator *simulator, int k, int n, Change *change)
{
  SimSwitches *switches = simulator->switches;
  double side = model_system_sides (switches->model)[k], level, next;
  ExprSwitchKind kind = model_system_switch (switches->model, k)->kind;
  for (int i = 1; i < n; i++)
    {
      double g = value_at (switches, i, k);
      change->at = k;
      if (i + 1 < n && dips (simulator, i, side, change))
        return TRUE;
      if (!expr_switch_left (kind, side, g, &level, &next) || !(fabs (g - level) > switches->latches[k]))
        continue;
      *change = (Change){ .simulator = simulator, .at = k, .level = level, .next = next, .sign = g > level ? -1 : 1 };
      change->low = switches->samples[i - 1];
      change->high = switches->samples[i];
      change->v_low = (value_at (switches, i - 1, k) - level) * change->sign;
      change->v_high = (g - level) * change->sign;
      return TRUE;
    }
  return FALSE;
}

/* Reduces a bracket. A value without sign at its start is replaced by a small one, so that the first secant is near the start. */
static void
locate (SimSimulator *simulator, Change *change, int n)
{
  SimSwitches *switches = simulator->switches;
  change->scale = fmax (change->scale, fmax (fabs (change->level), fabs (change->v_low)));
  for (int i = 0; change->at != LEAVES && i < n && switches->samples[i] <= change->high; i++)
    if (isfinite (value_at (switches, i, change->at)))
      change->scale = fmax (change->scale, fabs (value_at (switches, i, change->at) - change->level));
  if (!(change->v_low > 0))
    change->v_low = 1e-3 * fabs (change->v_high) + DBL_MIN;
  OdeBracket found = { change->low, change->high, change->v_low, change->v_high, 0 };
  ode_locate (ODE_LOCATE_CHANDRUPATLA, distance_after, change, sim_ulp (sim_t_previous (simulator)), &found);
  /* The bracket has been reduced to a few ulp, in which a continuous function changes only by rounding errors. */
  change->jumps = found.g_low - found.g_high > JUMP * (change->v_low - change->v_high);
  change->root = change->jumps ? found.t_high : found.t_low + (found.t_high - found.t_low) * (found.g_low / (found.g_low - found.g_high));
}

/* Repeats the step until it ends at the level up to rounding. Sets `due` if it does. */
static OdeStatus
end_at (SimSimulator *simulator, Change *change)
{
  SimSwitches *switches = simulator->switches;
  /* CVODE cannot make steps that are shorter than the rounding of their end; nor can the equations of such a step be solved by iteration.
   */
  gboolean rounded = (simulator->method->traits & (ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_IMPLICIT)) != 0;
  double least = 4 * sim_ulp (rounded ? fmax (fabs (sim_t_previous (simulator)), fabs (sim_t (simulator))) : sim_t_previous (simulator));
  double whole = sim_motion_size (simulator);
  double size = fmin (fmax (change->root, least), whole), s_before = NAN, v_before = INFINITY;
  double slope = (change->v_high - change->v_low) / (change->high - change->low);
  for (int n = 0; n < MAX_RETAKES; n++)
    {
      OdeStatus status = size < sim_motion_size (simulator) || n > 0 ? sim_motion_retake_to_switch (simulator, size) : ODE_DONE;
      if (status != ODE_DONE)
        return status;
      /* A multistep method restarts with smaller steps, so that the change may belong to a later step. */
      if (sim_motion_size (simulator) < size)
        return ODE_DONE;
      double v = distance (change, sim_t (simulator), sim_x (simulator));
      if (!isnan (s_before) && size != s_before && fabs (v - v_before) > ROUNDING * DBL_EPSILON * change->scale)
        slope = (v - v_before) / (size - s_before);
      double better = size - v / slope;
      if (change->jumps || !(fabs (v) > ROUNDING * DBL_EPSILON * change->scale) || !(fabs (v) < 0.5 * fabs (v_before)) || !(slope < 0)
          || !(better > least && better <= whole) || better == size)
        break;
      s_before = size;
      v_before = v;
      size = better;
    }
  switches->state.leaves = change->at == LEAVES;
  if (switches->state.leaves)
    return ODE_DONE;
  switches->state.due = change->at;
  switches->state.due_level = change->level;
  switches->state.due_next = change->next;
  return ODE_DONE;
}

/* A function whose value at the end of the step is clearly on its side has left the surface. */
static void
release_latches (SimSwitches *switches, const double *g)
{
  for (int k = 0; k < switches->n; k++)
    {
      double level, next;
      if (switches->latches[k] > 0 && switches->state.due != k
          && !expr_switch_left (model_system_switch (switches->model, k)->kind, model_system_sides (switches->model)[k], g[k], &level,
                                &next)
          && g[k] != 0)
        switches->latches[k] = 0;
    }
}

static gboolean
is_searched (const SimSwitches *switches, int k)
{
  return !model_system_switch_is_timed (switches->model, k) && !sim_switch_slides (switches, k);
}

/* Finds the first change by samples, which may pass over two changes between them. */
static void
find_by_samples (SimSimulator *simulator, Change *first)
{
  SimSwitches *switches = simulator->switches;
  int n = sample (simulator);
  for (int k = 0; k < switches->n; k++)
    {
      Change change;
      if (!is_searched (switches, k) || !bracket (simulator, k, n, &change) || change.low >= first->root)
        continue;
      locate (simulator, &change, n);
      if (change.root < first->root)
        *first = change;
    }
}

/* Finds the end of the motion along a surface, unless a change before it is known. */
static void
find_leaving (SimSimulator *simulator, Change *first)
{
  SimSwitches *switches = simulator->switches;
  Change change = { .simulator = simulator, .at = LEAVES };
  double h = sim_motion_size (simulator);
  int n = switches->n_samples_max, found = 0;
  if (switches->state.slide < 0)
    return;
  for (int i = 0; i < n; i++)
    {
      switches->samples[i] = i == n - 1 ? h : h * i / (n - 1);
      switches->sample_hold[i] = distance_after (&change, switches->samples[i]);
    }
  for (int i = 1; i < n && found == 0; i++)
    {
      const double *v = switches->sample_hold + i;
      if (i + 1 < n && dips_below (simulator, i, v[-1], v[0], v[1], &change))
        found = i;
      else if (v[0] <= 0)
        {
          change.low = switches->samples[i - 1];
          change.high = switches->samples[i];
          change.v_low = v[-1];
          change.v_high = v[0];
          found = i;
        }
    }
  /* The samples may lie on both sides of a short time in which the motion leaves; the first such time counts. */
  double until = found == 0 ? h : change.low, low, high;
  if ((simulator->by_ranges || simulator->resolves) && sim_resolve_leaving (simulator, fmin (first->root, until), &low, &high))
    {
      change.low = low;
      change.high = high;
      change.v_low = distance_after (&change, low);
      change.v_high = distance_after (&change, high);
      found = 1;
    }
  if (found == 0 || change.low >= first->root)
    return;
  locate (simulator, &change, 0);
  if (change.root < first->root)
    *first = change;
}

/* Sets the change of switch k between two times after the start of the step. Returns FALSE if its function is on its side at the second
 * one. */
static gboolean
change_between (SimSimulator *simulator, int k, double low, double high, Change *change)
{
  double side = model_system_sides (simulator->switches->model)[k], g;
  *change = (Change){ .simulator = simulator, .at = k, .sign = 1, .low = low, .high = high };
  g = distance_after (change, high);
  if (!expr_switch_left (model_system_switch (simulator->switches->model, k)->kind, side, g, &change->level, &change->next))
    return FALSE;
  change->sign = g > change->level ? -1 : 1;
  change->v_low = distance_after (change, low);
  change->v_high = distance_after (change, high);
  change->scale = fmax (fabs (change->v_low), fabs (change->v_high));
  return TRUE;
}

/* Finds the first change by bounds. Returns FALSE if it is not certain that there is no earlier one. */
static gboolean
find_by_bounds (SimSimulator *simulator, Change *first)
{
  SimSwitches *switches = simulator->switches;
  if (!sim_resolve_begin_switches (simulator))
    return FALSE;
  for (int k = 0; k < switches->n; k++)
    {
      double low, high;
      Change change;
      if (!is_searched (switches, k))
        continue;
      SimFound found = sim_resolve_switch (simulator, k, fmin (first->root, sim_motion_size (simulator)), &low, &high);
      if (found == SIM_FOUND_UNKNOWN)
        return FALSE;
      if (found == SIM_FOUND_NOTHING || !change_between (simulator, k, low, high, &change))
        continue;
      locate (simulator, &change, 0);
      if (change.root < first->root)
        *first = change;
    }
  return TRUE;
}

OdeStatus
sim_switch_search (SimSimulator *simulator)
{
  SimSwitches *switches = simulator->switches;
  if (switches == NULL || switches->state.released || simulator->integrator == NULL)
    return ODE_DONE;
  gboolean any = FALSE;
  for (int k = 0; k < switches->n && !any; k++)
    any = is_searched (switches, k);
  if (!any && switches->state.slide < 0)
    return ODE_DONE;
  Change first = { .root = INFINITY };
  OdeStatus status = ODE_DONE;
  if (!sim_resolve_passes (simulator))
    find_by_samples (simulator, &first);
  else
    while (!find_by_bounds (simulator, &first))
      {
        first.root = INFINITY;
        if (!sim_resolve_shorten (simulator, &status))
          return status;
      }
  find_leaving (simulator, &first);
  if (isfinite (first.root))
    status = end_at (simulator, &first);
  if (status == ODE_DONE)
    {
      model_system_switch_values (switches->model, sim_t (simulator), sim_x (simulator), switches->g0);
      release_latches (switches, switches->g0);
    }
  return status;
}

void
sim_switch_cut (SimSimulator *simulator, double size_before)
{
  if (simulator->switches != NULL && sim_motion_size (simulator) < size_before)
    {
      simulator->switches->state.due = -1;
      simulator->switches->state.leaves = FALSE;
    }
}
