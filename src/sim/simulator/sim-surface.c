/* Computes what can be resolved of a witness g (t, x) at a surface g = 0.
 *
 * Rounding error. The value of g is small at the surface, but its operands are not: h − F near h = F = 1 is a multiple of 1.1e-16. The
 * size of g therefore says nothing about its rounding error. The estimate has three parts:
 *
 *   Σ |g (t, x + 2ε|xᵢ| eᵢ) − g (t, x)| + |g (t + ulp (t), x) − g (t, x)|, the change of g by rounding errors of its arguments;
 *   the largest third difference of g on the line x (1 + j 2^−36), j = 0 … 5, divided by √20. Third differences of a smooth function are
 *   below 2^−100 of its size there, so they show errors of intermediate results, which may be larger than the arguments. √20 is the norm of
 *   the coefficients 1, 3, 3, 1 (J. J. Moré and S. M. Wild, Estimating computational noise, SIAM J. Sci. Comput. 33, 2011);
 *   a quarter of the width of the bounds of g at the point, where each operation rounds outwards. Only they show the error of an
 *   intermediate result if the state is zero, as in (x + 1000) − 1000.
 *
 * Rate. dg/dt = (g (t + δ, x + δ f) − g (t − δ, x − δ f))/(2δ). A large δ reduces the effect of rounding, a small one that of curvature.
 * The largest of eight sizes is used that agrees with the next two smaller ones: at two large sizes the mean rates of a floor that oscillates
 * are both nearly zero.
 *
 * Window, for SimTimeStepper. The event is at the end of the last step, which was repeated until it ends there. The window begins at the
 * left end of the bracket, if that is within the isolation width of the end, otherwise at the latest of the times one, two, four … widths
 * before the end at which the witness has not crossed on the dense output of the repeated step. The bracket belongs to the step before it
 * was repeated, whose dense output may have errors far larger than the width. In isolation method drake there is no bracket, and the window
 * is the step. */
#include "sim-surface.h"

#include <float.h>
#include <math.h>

#include "ode-consistent.h"
#include "sim-loop-private.h"
#include "sim-witness-private.h"

/* Up to this number of states each state is changed by itself; otherwise all states change together in LEAST_COMBINATIONS patterns of
 * signs, so that the cost of an event does not grow with the square of the number of states. */
#define MOST_SINGLE 16
#define LEAST_COMBINATIONS 4
/* The number of points of the third differences and their relative distance. */
#define LINE_POINTS 6
#define LINE_STEP 0x1p-36
/* The sizes δ of differences are a quarter of the step, and smaller by these factors. Two rates agree if they differ by less than
 * AGREEMENT. */
#define N_SIZES 8
#define SIZE_FACTOR 16
#define AGREEMENT 0.02
/* Rates after an event are examined at N_LATER times up to four times the largest size, which is a whole step; each is LATER times the one
 * before. */
#define N_LATER 3
#define LATER 8
/* A rate has a certain sign if it is larger than its uncertainty by this factor. */
#define CLEAR 4
/* A witness is at its surface if it is below this multiple of its rounding error. */
#define AT_SURFACE 4
/* Up to this number of witnesses each of them is examined when another event happens; otherwise only those that are small. */
#define MOST_NEIGHBOURS 16
/* Up to this number of states a system with a mass matrix or algebraic unknowns is solved for x' at an event, some 30 times, each in O(n³). */
#define MOST_SOLVED 100

/* Evaluates a witness at x_scratch. All witnesses are evaluated together, so that statistics of searches do not count these evaluations. */
static double
witness (SimSimulator *simulator, int event, double t)
{
  simulator->system->witnesses (simulator->system->self, t, simulator->x_scratch, simulator->g_scratch);
  return simulator->g_scratch[event];
}

static double
change_by_arguments (SimSimulator *simulator, int event, double g)
{
  int n = simulator->system->ode->n_states;
  double t = sim_t (simulator), sum = 0;
  const double *x = sim_x (simulator);
  double *changed = simulator->x_scratch;
  for (int i = 0; i < n; i++)
    changed[i] = x[i];
  double moved = witness (simulator, event, t + sim_ulp (t));
  sum += isfinite (moved) ? fabs (moved - g) : 0;
  for (int i = 0; i < n && n <= MOST_SINGLE; i++)
    {
      if (x[i] == 0)
        continue;
      changed[i] = x[i] + 2 * DBL_EPSILON * fabs (x[i]);
      moved = witness (simulator, event, t);
      changed[i] = x[i];
      sum += isfinite (moved) ? fabs (moved - g) : 0;
    }
  for (int k = 0; k < LEAST_COMBINATIONS && n > MOST_SINGLE; k++)
    {
      /* The pattern k changes the sign after 2^k states. */
      for (int i = 0; i < n; i++)
        changed[i] = x[i] + ((i >> k) % 2 == 0 ? 2 : -2) * DBL_EPSILON * fabs (x[i]);
      moved = witness (simulator, event, t);
      sum += isfinite (moved) ? fabs (moved - g) : 0;
    }
  return sum;
}

static double
third_difference (SimSimulator *simulator, int event, double g)
{
  int n = simulator->system->ode->n_states;
  const double *x = sim_x (simulator);
  double values[LINE_POINTS] = { g }, largest = 0;
  for (int j = 1; j < LINE_POINTS; j++)
    {
      for (int i = 0; i < n; i++)
        simulator->x_scratch[i] = x[i] * (1 + j * LINE_STEP);
      values[j] = witness (simulator, event, sim_t (simulator));
      if (!isfinite (values[j]))
        return 0;
    }
  for (int j = 3; j < LINE_POINTS; j++)
    largest = fmax (largest, fabs (values[j] - values[j - 3] - 3 * (values[j - 1] - values[j - 2])));
  return largest / sqrt (20);
}

/* Evaluates the witness at the current point. */
static double
witness_now (SimSimulator *simulator, int event)
{
  simulator->system->witnesses (simulator->system->self, sim_t (simulator), sim_x (simulator), simulator->g_scratch);
  return simulator->g_scratch[event];
}

double
sim_surface_noise (SimSimulator *simulator, int event)
{
  double g = witness_now (simulator, event);
  return isfinite (g) ? change_by_arguments (simulator, event, g) : 0;
}

/* Returns a quarter of the width of the bounds of the witness at the current point, or 0 if there are none. */
static double
width_of_bounds (SimSimulator *simulator, int event)
{
  const SimSystem *system = simulator->system;
  double t = sim_t (simulator), width;
  g_autofree double *bounds = NULL;
  if (!simulator->by_ranges)
    return 0;
  bounds = g_new0 (double, 2 * (gsize)system->n_events);
  system->witness_bounds (system->self, t, t, sim_x (simulator), sim_x (simulator), bounds, bounds + system->n_events);
  width = bounds[system->n_events + event] - bounds[event];
  return isfinite (width) ? 0.25 * width : 0;
}

/* Returns the largest one of the rounding errors of arguments and of intermediate results. */
static double
largest_noise (SimSimulator *simulator, int event)
{
  double g = witness_now (simulator, event);
  if (!isfinite (g))
    return 0;
  return fmax (fmax (change_by_arguments (simulator, event, g), third_difference (simulator, event, g)), width_of_bounds (simulator, event));
}

/* Returns a system x' = f (t, x) for all states: that of the run, or, if it has a mass matrix or algebraic unknowns, the one that is solved for x'. NULL:
 * that is too large to be solved at each event. */
static const OdeSystem *
explicit_system (SimSimulator *simulator)
{
  const OdeSystem *ode = simulator->system->ode;
  if (ode->mass == NULL)
    return ode;
  if (ode->n_states > MOST_SOLVED)
    return NULL;
  if (simulator->consistent == NULL)
    simulator->consistent = ode_consistent_new (ode);
  return simulator->consistent != NULL ? ode_consistent_system (simulator->consistent) : NULL;
}

/* Moves x_tangent by s along the tangent of the motion, x + s f (t, x), and computes the slope there. */
static gboolean
follow (SimSimulator *simulator, double t, double s)
{
  const OdeSystem *ode = explicit_system (simulator);
  double *f = simulator->slope, *moved = simulator->x_tangent;
  if (ode->rhs (ode->self, t, moved, f) != ODE_DONE)
    return FALSE;
  if (s == 0)
    return TRUE;
  for (int i = 0; i < ode->n_states; i++)
    moved[i] += s * f[i];
  return ode->rhs (ode->self, t + s, moved, f) == ODE_DONE;
}

/* Returns dg/dt at time t by a difference of size δ along the slope f. */
static double
difference (SimSimulator *simulator, int event, double t, double delta)
{
  int n = simulator->system->ode->n_states;
  const double *x = simulator->x_tangent, *f = simulator->slope;
  for (int i = 0; i < n; i++)
    simulator->x_scratch[i] = x[i] + delta * f[i];
  double after = witness (simulator, event, t + delta);
  for (int i = 0; i < n; i++)
    simulator->x_scratch[i] = x[i] - delta * f[i];
  return (after - witness (simulator, event, t - delta)) / (2 * delta);
}

double
sim_surface_time_scale (const SimSimulator *simulator)
{
  double size = fabs (sim_motion_size (simulator)), next = sim_motion_next_step (simulator);
  return isfinite (next) && next > size ? next : size;
}

/* Returns the size of the largest difference, or 0 if rates cannot be computed. Between events that are too close to be resolved, steps are
 * short; the steps before them then show the scale of the motion. */
static double
largest_size (SimSimulator *simulator)
{
  if (simulator->integrator == NULL || explicit_system (simulator) == NULL)
    return 0;
  return 0.25 * fmax (sim_surface_time_scale (simulator), simulator->zeno.step);
}

/* A rate dg/dt and its uncertainty. */
typedef struct
{
  double value; /* NaN: unknown */
  double uncertainty;
} Rate;

static gboolean
is_clear (Rate rate)
{
  return fabs (rate.value) > CLEAR * rate.uncertainty;
}

/* Returns the rate of a witness with this rounding error at the time s after t, on the tangent of the motion at the state in x_tangent. It
 * is unknown if there are no continuous states, if a system with a mass matrix or algebraic unknowns is large, or if a value is not
 * finite. */
static Rate
rate_on_tangent (SimSimulator *simulator, int event, double t, double s, double noise)
{
  double delta = largest_size (simulator), rates[N_SIZES], change = INFINITY;
  gboolean agreed = FALSE;
  if (!(delta > 0) || !follow (simulator, t, s))
    return (Rate){ NAN, INFINITY };
  t += s;
  int k = 0;
  for (;;)
    {
      double change_before = change;
      gboolean agrees;
      rates[k] = difference (simulator, event, t, delta);
      change = k > 0 ? fabs (rates[k] - rates[k - 1]) : INFINITY;
      agrees = k > 0 && change <= fmax (AGREEMENT * fabs (rates[k]), 2 * noise / delta);
      if (agrees && agreed)
        return (Rate){ rates[k - 2], 2 * noise / (delta * SIZE_FACTOR * SIZE_FACTOR) + change_before };
      agreed = agrees;
      if (++k == N_SIZES)
        break;
      delta /= SIZE_FACTOR;
    }
  return isfinite (rates[k - 1]) && isfinite (change) ? (Rate){ rates[k - 1], 2 * noise / delta + change } : (Rate){ NAN, INFINITY };
}

/* Returns the rate at the time s after the current time, on the tangent of the motion. */
static Rate
rate_after (SimSimulator *simulator, int event, double s, double noise)
{
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    simulator->x_tangent[i] = sim_x (simulator)[i];
  return rate_on_tangent (simulator, event, sim_t (simulator), s, noise);
}

int
sim_surface_sign (SimSimulator *simulator, int event, double s)
{
  if (sim_motion_interpolate_after (simulator, s, simulator->x_tangent) != ODE_DONE)
    return 0;
  Rate rate = rate_on_tangent (simulator, event, sim_motion_time_after (simulator, s), 0, simulator->events[event].noise);
  return is_clear (rate) ? (rate.value > 0) - (rate.value < 0) : 0;
}

static gboolean
wants (const SimSimulator *simulator, int event, int sign)
{
  SimDirection direction = simulator->system->events[event].direction;
  return direction == SIM_DIRECTION_BOTH || direction == (sign < 0 ? SIM_DIRECTION_FALLING : SIM_DIRECTION_RISING);
}

/* Latches a witness without an event that has reached its surface at the time of another event, up to rounding. The motion
 * came from the one side and has thereby reached the other side: if the update of the other event sends the state back, the witness
 * crosses in the opposite direction. */
static void
latch_neighbour (SimSimulator *simulator, int event)
{
  SimEventState *state = &simulator->events[event];
  double g = simulator->g1[event], noise = largest_noise (simulator, event);
  if (!(fabs (g) <= AT_SURFACE * noise))
    return;
  Rate rate = rate_after (simulator, event, 0, noise);
  int sign = rate.value > 0 ? 1 : -1;
  if (!is_clear (rate) || wants (simulator, event, sign))
    return;
  state->noise = noise;
  state->rate = rate.value;
  state->slope = fabs (rate.value);
  state->latched = TRUE;
  state->handled = g;
  state->expected = sign;
  state->arrived = 0;
}

void
sim_surface_arrive (SimSimulator *simulator)
{
  gboolean any = FALSE;
  for (int k = 0; k < simulator->n_witnesses; k++)
    any = any || simulator->events[simulator->witnesses[k]].due;
  for (int k = 0; any && k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      if (state->due && !state->jumps)
        {
          Rate rate;
          state->noise = largest_noise (simulator, event);
          rate = rate_after (simulator, event, 0, state->noise);
          state->rate = is_clear (rate) ? rate.value : NAN;
          state->slope = is_clear (rate) ? fabs (rate.value) : state->slope;
          /* Without an update the motion goes on through the surface. */
          state->expected = state->direction;
        }
      else if (!state->due && !state->latched && !sim_event_is_observed (simulator, event)
               && (simulator->n_witnesses <= MOST_NEIGHBOURS || fabs (simulator->g1[event]) <= 1e-6 * state->scale))
        latch_neighbour (simulator, event);
    }
}

/* Returns whether the discrete states d are those of the phase of an event, its rest or slide. */
static gboolean
is_in_phase (const SimSimulator *simulator, int event, const double *d)
{
  const SimEventInfo *info = &simulator->system->events[event];
  return (info->rests || info->slides) && d[info->phase] == 1;
}

static gboolean
has_updates (const SimSimulator *simulator, int event)
{
  return (simulator->system->events[event].actions & (SIM_ACTION_UNRESTRICTED | SIM_ACTION_DISCRETE)) != 0;
}

/* Returns whether the event has just ended its phase. */
static gboolean
has_ended (const SimSimulator *simulator, int event)
{
  return simulator->events[event].due && has_updates (simulator, event) && is_in_phase (simulator, event, simulator->d_before)
         && !is_in_phase (simulator, event, simulator->d);
}

void
sim_surface_change_phase (SimSimulator *simulator)
{
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      if (state->due && has_updates (simulator, event)
          && is_in_phase (simulator, event, simulator->d_before) != is_in_phase (simulator, event, simulator->d))
        state->noise = largest_noise (simulator, event);
    }
}

/* Returns whether the updates at this time have changed the rate of a witness, however little: whether g depends on the difference of the
 * right-hand sides before and after them. The difference is scaled up to the sizes of the states, because the rates themselves may be below
 * what rounding errors of g let see. */
static gboolean
changes_rate (SimSimulator *simulator, int event)
{
  const OdeSystem *ode = explicit_system (simulator);
  const double *x = sim_x (simulator);
  double t = sim_t (simulator), *before = simulator->x_tangent, largest = 0, size = 0;
  if (ode == NULL || !has_updates (simulator, event))
    return FALSE;
  if (simulator->system->set_discrete != NULL)
    simulator->system->set_discrete (simulator->system->self, simulator->d_before);
  OdeStatus status = ode->rhs (ode->self, t, simulator->x_before, before);
  if (simulator->system->set_discrete != NULL)
    simulator->system->set_discrete (simulator->system->self, simulator->d);
  if (status != ODE_DONE || ode->rhs (ode->self, t, x, simulator->slope) != ODE_DONE)
    return FALSE;
  for (int i = 0; i < ode->n_states; i++)
    {
      before[i] = simulator->slope[i] - before[i];
      largest = fmax (largest, fabs (before[i]));
      size = fmax (size, fabs (x[i]));
    }
  if (!(largest > 0) || !isfinite (largest))
    return FALSE;
  for (int i = 0; i < ode->n_states; i++)
    simulator->x_scratch[i] = x[i] + before[i] / largest * (size > 0 ? size : 1);
  return witness (simulator, event, t) != witness_now (simulator, event);
}

/* Latches the witnesses of a slide that has just ended. The state is on the surface with the rate 0, up to the errors of both, which are those of
 * the method, not only of rounding. There the right-hand side of this side begins to move it away. A sample on the other side from which the motion goes to this side is an error of the method. */
static void
leave_slide (SimSimulator *simulator, int ended)
{
  const SimEventInfo *events = simulator->system->events;

  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];

      if (!events[event].slides || events[event].phase != events[ended].phase)
        continue;
      state->latched = TRUE;
      state->handled = simulator->g0[event];
      state->noise = simulator->events[ended].noise;
      state->expected = events[ended].direction == SIM_DIRECTION_FALLING ? -1 : 1;
    }
}

void
sim_surface_depart (SimSimulator *simulator)
{
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      if (sim_event_is_observed (simulator, event))
        continue;
      /* After an impact the state goes back to the side from which it came, however small its rate is. At the end of a rest the state is on the
       * surface with the rate 0, up to rounding, and forces begin to move it to that side. */
      if (simulator->system->events[event].rests && state->due && has_updates (simulator, event))
        {
          state->expected = -state->direction;
          if (!state->latched && simulator->g0[event] * state->expected < 0)
            {
              state->latched = TRUE;
              state->handled = simulator->g0[event];
            }
          continue;
        }
      if (simulator->system->events[event].slides && has_ended (simulator, event))
        {
          leave_slide (simulator, event);
          continue;
        }
      if (!state->latched)
        continue;
      Rate rate = rate_after (simulator, event, 0, state->noise);
      if (is_clear (rate))
        {
          /* A witness that has reached the other side by another event keeps the side. */
          if (state->due)
            state->expected = rate.value > 0 ? 1 : -1;
          continue;
        }
      /* The update has stopped the motion at the surface. If forces press it on in the direction of the event, the event happens again. A
       * motion that is as slow before the event goes on through the surface, unless the update has changed its rate. */
      Rate later = { NAN, INFINITY };
      double s = largest_size (simulator) / SIZE_FACTOR;
      for (int n = 0; n < N_LATER && !is_clear (later); n++, s *= LATER)
        later = rate_after (simulator, event, s, state->noise);
      if (!state->due)
        continue;
      state->expected = -state->direction;
      if (!is_clear (later) || simulator->system->events[event].slides || (isnan (state->rate) && !changes_rate (simulator, event)))
        state->expected = 0;
    }
}

/* ---- the window of an event ---- */

/* The number of halvings that narrow an event window. */
#define NARROW 10

/* Returns whether the witness has not crossed at the time s after the start of the last step. */
static gboolean
is_before (SimSimulator *simulator, int event, int direction, double s)
{
  double g = sim_witness_at (simulator, event, s);
  return direction < 0 ? g > 0 : g < 0;
}

double
sim_window_start (SimSimulator *simulator, int event)
{
  int direction = simulator->events[event].direction;
  double t = sim_t (simulator), t0 = sim_t_previous (simulator), size = sim_motion_size (simulator);
  double left = simulator->crossings[event].left, gap = size - left, window = simulator->events[event].window;
  if (simulator->isolation == SIM_ISOLATE_DRAKE || !(left >= 0))
    return t0;
  /* The bracket is that on the dense output of the step before it was repeated. The errors of dense output may be far larger than the
   * window, so a bracket that is wider says nothing about the repeated step. */
  if (!(gap > 0 && gap <= window))
    gap = fmin (size, window);
  double crossed = 0;
  while (gap < size && !is_before (simulator, event, direction, size - gap))
    {
      crossed = gap;
      gap *= 2;
    }
  if (gap >= size)
    return t0;
  /* The step may end up to one window after the crossing. */
  for (int k = 0; k < NARROW && gap > window && crossed > 0; k++)
    {
      double middle = 0.5 * (crossed + gap);
      if (is_before (simulator, event, direction, size - middle))
        gap = middle;
      else
        crossed = middle;
    }
  return fmax (t0, fmin (sim_motion_time_after (simulator, size - gap), nextafter (t, -INFINITY)));
}
