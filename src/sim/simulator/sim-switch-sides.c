/* Determines the sides of switches from their functions, and what happens at the surface of a switch (sim-switch.c). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim-loop-private.h"
#include "sim-switch-private.h"

/* Values of g are zero up to rounding if they are below this multiple of the change of g by a relative change of t and of the states of 2
 * ε. */
#define ROUNDING 16

/* Sets g to the switch functions and tolerance to the size of their rounding errors: the change by a relative change of t and the states of
 * 2 ε. */
void
sim_switch_evaluate (SimSimulator *simulator, double t, const double *x, double *g, double *tolerance)
{
  SimSwitches *switches = simulator->switches;
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    switches->x[i] = x[i] * (1 + (i % 2 == 0 ? 2 : -2) * DBL_EPSILON);
  model_system_switch_values (switches->model, t * (1 + 2 * DBL_EPSILON), switches->x, tolerance);
  model_system_switch_values (switches->model, t, x, g);
  for (int k = 0; k < switches->n; k++)
    tolerance[k] = isfinite (tolerance[k]) && isfinite (g[k]) ? ROUNDING * fabs (tolerance[k] - g[k]) : 0;
}

/* Returns the level of a switch function next to g, and the sides below and above it. */
static double
level_near (ExprSwitchKind kind, double g, double *below, double *above)
{
  double level = kind == EXPR_SWITCH_SIGN ? 0 : kind == EXPR_SWITCH_ROUND ? floor (g) + 0.5 : round (g);
  *below = kind == EXPR_SWITCH_SIGN ? -1 : kind == EXPR_SWITCH_CEIL ? level : kind == EXPR_SWITCH_ROUND ? level - 0.5 : level - 1;
  *above = *below + (kind == EXPR_SWITCH_SIGN ? 2 : 1);
  return level;
}

/* ---- switches with one surface ---- */

/* Functions count as multiples of each other if the ratios of their distances from the level differ by less than this. */
#define SAME_RATIO 1e-10
/* The number of points, besides one for t and for each state, in which all of them are displaced, in patterns of different sizes. */
#define N_PATTERNS 4
/* Displacements of states are at least this fraction of their sizes. */
#define DISPLACED 0.25

static gboolean
is_joined (const SimSwitches *switches, int k, int j)
{
  return j != k && switches->state.joined_to == k && switches->joined[j] != 0;
}

double
sim_switch_hold (SimSwitches *switches, double t, const double *x)
{
  const SimSwitchState *state = &switches->state;
  double low, high;
  gboolean known = sim_switch_rate_with (switches, state->slide, state->slide_below, t, x, &low)
                   && sim_switch_rate_with (switches, state->slide, state->slide_above, t, x, &high);

  return known ? fmin (low, -high) : NAN;
}

gboolean
sim_switch_slides (const SimSwitches *switches, int k)
{
  int slide = switches->state.slide;
  return slide >= 0 && (k == slide || is_joined (switches, slide, k));
}

/* Gives the switches that have their surface in common with switch k the sides that belong to its side. Their functions have the values g.
 */
static void
set_joined (SimSwitches *switches, int k, double side, const double *g, double *sides)
{
  double below, above, own_below, own_above;
  level_near (model_system_switch (switches->model, k)->kind, g[k], &own_below, &own_above);
  for (int j = 0; j < switches->n; j++)
    {
      ExprSwitchKind kind = model_system_switch (switches->model, j)->kind;
      if (!is_joined (switches, k, j))
        continue;
      level_near (kind, g[j], &below, &above);
      if (side == own_below || side == own_above)
        sides[j] = (side == own_above) == (switches->joined[j] > 0) ? above : below;
      else if (kind == EXPR_SWITCH_SIGN)
        sides[j] = 0;
    }
}

/* Displaces (t, x) to the point p of 1 + n_states + N_PATTERNS ones. Sizes are those of the states, of the states at the start of the step,
 * or if both are zero the largest of them. */
static double
displace (SimSimulator *simulator, int p, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  const double *before = simulator->initialized && simulator->integrator != NULL ? ode_integrator_x_previous (simulator->integrator) : x;
  int n = simulator->system->ode->n_states;
  double largest = 0;
  for (int i = 0; i < n; i++)
    largest = fmax (largest, fmax (fabs (x[i]), fabs (before[i])));
  for (int i = 0; i < n; i++)
    {
      double size = fmax (fabs (x[i]), fabs (before[i]));
      gboolean moved = p == i + 1 || p > n;
      /* Different sizes, so that no two states are displaced alike: 0.25, 0.25 + 0.618, … modulo 1. */
      double by = DISPLACED + (p > n ? fmod (0.6180339887498949 * (i + 1) * (p - n), 1) : 0);
      switches->x[i] = x[i] + (moved ? by * (size > 0 ? size : largest) * ((i + p) % 2 == 0 ? 1 : -1) : 0);
    }
  double span = fmax (fabs (t), fabs (sim_motion_size (simulator)));
  return p == 0 || p > n ? t + DISPLACED * span * (1 + p % 3) : t;
}

/* Finds the switches whose functions are multiples of the function of switch k, up to the level, and therefore have the same surface: only
 * those for which near[j] is not 0 are examined. Functions that are not proportional are never taken for such: they agree at no set of
 * displaced points. */
static void
join (SimSimulator *simulator, int k, double t, const double *x, const double *g, const double *near)
{
  SimSwitches *switches = simulator->switches;
  int n_points = 1 + simulator->system->ode->n_states + N_PATTERNS;
  double below, above, level = level_near (model_system_switch (switches->model, k)->kind, g[k], &below, &above), farthest = 0;
  switches->state.joined_to = k;
  memset (switches->joined, 0, sizeof (double) * (gsize)switches->n);
  for (int p = 0; p < n_points; p++)
    {
      double at = displace (simulator, p, t, x);
      model_system_switch_values (switches->model, at, switches->x, switches->far);
      if (!(fabs (switches->far[k] - level) > farthest) || !isfinite (switches->far[k]))
        continue;
      farthest = fabs (switches->far[k] - level);
      memcpy (switches->farthest, switches->far, sizeof (double) * (gsize)switches->n);
    }
  for (int j = 0; j < switches->n && farthest > 0; j++)
    if (j != k && near[j] != 0)
      {
        double ratio = (switches->farthest[j] - level_near (model_system_switch (switches->model, j)->kind, g[j], &below, &above))
                       / (switches->farthest[k] - level);
        switches->joined[j] = isfinite (ratio) ? ratio : 0;
      }
  for (int p = 0; p < n_points; p++)
    {
      double at = displace (simulator, p, t, x);
      model_system_switch_values (switches->model, at, switches->x, switches->far);
      for (int j = 0; j < switches->n; j++)
        {
          double ratio = switches->joined[j];
          double v = switches->far[j] - level_near (model_system_switch (switches->model, j)->kind, g[j], &below, &above);
          if (ratio != 0 && !(fabs (v - ratio * (switches->far[k] - level)) <= SAME_RATIO * fabs (ratio) * farthest))
            switches->joined[j] = 0;
        }
    }
}

/* Sets `sides` to the sides of all switches at (t, x), with the given side of switch k: switches that use this side may have other sides.
 */
static void
sides_with (SimSwitches *switches, const double *from, int k, double side, double t, const double *x, double *sides)
{
  ModelSystem *model = switches->model;
  gsize bytes = sizeof (double) * (gsize)switches->n;
  memcpy (switches->kept, model_system_sides (model), bytes);
  memcpy (sides, from, bytes);
  sides[k] = side;
  if (switches->state.joined_to == k)
    {
      model_system_switch_values (model, t, x, switches->trial);
      set_joined (switches, k, side, switches->trial, sides);
    }
  for (int j = k + 1; j < switches->n; j++)
    {
      double level, next;
      ExprSwitchKind kind = model_system_switch (model, j)->kind;
      if (model_system_switch_is_timed (model, j) || is_joined (switches, k, j))
        continue;
      model_system_set_sides (model, sides);
      model_system_switch_values (model, t, x, switches->trial);
      if (expr_switch_left (kind, sides[j], switches->trial[j], &level, &next) && fabs (switches->trial[j] - level) > switches->latches[j])
        sides[j] = expr_switch_side (kind, switches->trial[j]);
    }
  model_system_set_sides (model, switches->kept);
}

/* Sets the sides below and above the surface of the slide. */
void
sim_switch_slide_with (SimSwitches *switches, double t, const double *x)
{
  const SimSwitchState *state = &switches->state;
  sides_with (switches, model_system_sides (switches->model), state->slide, state->slide_below, t, x, switches->below);
  sides_with (switches, model_system_sides (switches->model), state->slide, state->slide_above, t, x, switches->above);
  model_system_set_slide (switches->model, state->slide, switches->below, switches->above);
}

/* Evaluates dg/dt of switch k with a side of this switch. Returns FALSE if it is not known; so it is if a switch with the same surface has an unknown
 * rate, since algebraic unknowns then have other values on both sides. */
gboolean
sim_switch_rate_with (SimSwitches *switches, int k, double side, double t, const double *x, double *rate)
{
  ModelSystem *model = switches->model;
  gsize bytes = sizeof (double) * (gsize)switches->n;
  gboolean slides = switches->state.slide >= 0 && switches->state.slide != k;
  double *first = switches->trial_sides, *second = first + switches->n;
  sides_with (switches, slides ? switches->below : model_system_sides (model), k, side, t, x, first);
  if (slides)
    {
      sides_with (switches, switches->above, k, side, t, x, second);
      model_system_set_slide (model, switches->state.slide, first, second);
    }
  else
    model_system_set_slide (model, -1, NULL, NULL);
  memcpy (switches->kept, model_system_sides (model), bytes);
  model_system_set_sides (model, first);
  gboolean known = model_system_switch_rates (model, t, x, switches->rates);
  model_system_set_sides (model, switches->kept);
  if (switches->state.slide >= 0)
    model_system_set_slide (model, switches->state.slide, switches->below, switches->above);
  *rate = switches->rates[k];
  for (int j = 0; j < switches->n; j++)
    known = known && (!is_joined (switches, k, j) || isfinite (switches->rates[j]));
  return known && isfinite (*rate);
}

static void
begin_slide (SimSimulator *simulator, int k, double level, double below, double above, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  SimSwitchState *state = &switches->state;
  state->slide = k;
  state->slide_level = level;
  state->slide_below = below;
  state->slide_above = above;
  sim_switch_slide_with (switches, t, x);
  if (state->n_slides++ == 0)
    state->t_slide = sim_t (simulator);
}

void
sim_switch_end_slide (SimSwitches *switches)
{
  switches->state.slide = switches->state.joined_to = -1;
  switches->state.leaves = FALSE;
  model_system_set_slide (switches->model, -1, NULL, NULL);
}

/* Gives switch k a side, and the switches with the same surface the sides that belong to it. */
static void
set_side (SimSwitches *switches, int k, double side, double t, const double *x)
{
  model_system_set_side (switches->model, k, side);
  if (switches->state.joined_to != k)
    return;
  memcpy (switches->kept, model_system_sides (switches->model), sizeof (double) * (gsize)switches->n);
  model_system_switch_values (switches->model, t, x, switches->trial);
  set_joined (switches, k, side, switches->trial, switches->kept);
  model_system_set_sides (switches->model, switches->kept);
}

void
sim_switch_leave_slide (SimSimulator *simulator, double side, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  int k = switches->state.slide;
  double own = switches->state.slide_level, below, above;
  set_side (switches, k, side, t, x);
  sim_switch_evaluate (simulator, t, x, switches->g0, switches->g1);
  for (int j = 0; j < switches->n; j++)
    if (sim_switch_slides (switches, j))
      {
        double g = switches->g0[j], level = j == k ? own : level_near (model_system_switch (switches->model, j)->kind, g, &below, &above);
        switches->latches[j] = fmax (switches->g1[j], 2 * fabs (g - level));
      }
  sim_switch_end_slide (switches);
}

void
sim_switch_release (SimSimulator *simulator)
{
  SimSwitches *switches = simulator->switches;
  SimSwitchState *state = &switches->state;
  sim_switch_end_slide (switches);
  model_system_use_sides (switches->model, FALSE);
  state->released = TRUE;
  if (!state->watched)
    {
      state->n_watched = 0;
      state->t_watched = sim_t (simulator);
    }
  state->watched = TRUE;
  state->n_calm = 0;
  state->n_close = 0;
  if (state->n_releases++ == 0)
    state->t_release = sim_t (simulator);
}

/* Returns whether another switch function too has one of its levels at (t, x) up to rounding, unless it is a multiple of that of switch k,
 * so that both have one surface. The combination of two sides is then not the motion along both surfaces. The rounding error of a state is
 * that of a sum that began at the state before. */
static gboolean
meets_another (SimSimulator *simulator, int k, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  const double *before = simulator->initialized ? ode_integrator_x_previous (simulator->integrator) : x;
  int n_near = 0;
  switches->state.joined_to = -1;
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    switches->x[i] = x[i] + (i % 2 == 0 ? 2 : -2) * DBL_EPSILON * fmax (fabs (x[i]), fabs (before[i]));
  model_system_switch_values (switches->model, t * (1 + 2 * DBL_EPSILON), switches->x, switches->rates);
  model_system_switch_values (switches->model, t, x, switches->trial);
  for (int j = 0; j < switches->n; j++)
    {
      double below, above, g = switches->trial[j], near = fmax (ROUNDING * fabs (switches->rates[j] - g), switches->latches[j]);
      gboolean is_near = j != k && !model_system_switch_is_timed (switches->model, j)
                         && fabs (g - level_near (model_system_switch (switches->model, j)->kind, g, &below, &above)) <= near;
      switches->rates[j] = is_near;
      n_near += is_near;
    }
  if (n_near == 0)
    return FALSE;
  join (simulator, k, t, x, switches->trial, switches->rates);
  for (int j = 0; j < switches->n; j++)
    n_near -= switches->joined[j] != 0;
  return n_near > 0;
}

/* Decides on the motion at the surface g = level of switch k, with the given sides below and above it. `preferred` is the side if the rates
 * do not decide. */
void
sim_switch_decide (SimSimulator *simulator, int k, double level, double below, double above, double preferred, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  double low, high, side = preferred;
  gboolean slides = switches->state.slide >= 0 && switches->state.slide != k, meets = !slides && meets_another (simulator, k, t, x);
  if (sim_switch_rate_with (switches, k, below, t, x, &low) && sim_switch_rate_with (switches, k, above, t, x, &high))
    {
      if (low > 0 && high < 0)
        {
          if (slides || meets)
            {
              sim_switch_release (simulator);
              return;
            }
          set_side (switches, k, above, t, x);
          begin_slide (simulator, k, level, below, above, t, x);
          return;
        }
      if (low >= 0 && high >= 0 && (low > 0 || high > 0))
        side = above;
      else if (low <= 0 && high <= 0 && (low < 0 || high < 0))
        side = below;
    }
  if (slides)
    model_system_set_side (switches->model, k, side);
  else
    {
      set_side (switches, k, side, t, x);
      switches->state.joined_to = -1;
    }
}

/* Determines the side of a switch that is not timed from the value of its function. */
void
sim_switch_read_side (SimSimulator *simulator, int k, double g, double tolerance, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  ExprSwitchKind kind = model_system_switch (switches->model, k)->kind;
  double below, above, level = level_near (kind, g, &below, &above), side = expr_switch_side (kind, g), rest;
  switches->latches[k] = 0;
  if (isfinite (g) && fabs (g - level) <= tolerance)
    {
      switches->latches[k] = fmax (tolerance, 2 * fabs (g - level));
      /* A function that is exactly 0 and stays there has the branch of the value 0. */
      if (kind == EXPR_SWITCH_SIGN && g == 0 && sim_switch_rate_with (switches, k, 0, t, x, &rest) && rest == 0)
        model_system_set_side (switches->model, k, 0);
      else
        sim_switch_decide (simulator, k, level, below, above, side, t, x);
      return;
    }
  model_system_set_side (switches->model, k, side);
}

/* Determines all sides for a step that begins at (t, x). Sides of switches that are not timed are read from their functions if `all`,
 * otherwise if they are clearly different; `except` is not read. A change of one side may change functions that use it, so the functions
 * are evaluated until no side changes. */
void
sim_switch_settle (SimSimulator *simulator, double t, const double *x, gboolean all, int except)
{
  SimSwitches *switches = simulator->switches;
  ModelSystem *model = switches->model;
  for (int round = 0; round <= switches->n; round++)
    {
      switches->state.next = model_system_begin_switches (model, t);
      sim_switch_evaluate (simulator, t, x, switches->g0, switches->g1);
      gboolean changed = FALSE;
      for (int k = 0; k < switches->n && !changed; k++)
        {
          double g = switches->g0[k], side = model_system_sides (model)[k], level, next;
          if (model_system_switch_is_timed (model, k) || k == except || sim_switch_slides (switches, k) || switches->state.released)
            continue;
          if (!all && !(isnan (g) != isnan (side))
              && !(expr_switch_left (model_system_switch (model, k)->kind, side, g, &level, &next)
                   && fabs (g - level) > fmax (switches->latches[k], switches->g1[k])))
            continue;
          if (all && round > 0 && expr_switch_side (model_system_switch (model, k)->kind, g) == side)
            continue;
          if (all && round > 0 && fabs (g - level_near (model_system_switch (model, k)->kind, g, &level, &next)) <= switches->latches[k])
            continue;
          sim_switch_read_side (simulator, k, g, switches->g1[k], t, x);
          /* Functions of later switches may use this side. */
          changed = memcmp (&side, &model_system_sides (model)[k], sizeof side) != 0 && k + 1 < switches->n;
        }
      if (!changed)
        break;
    }
}
