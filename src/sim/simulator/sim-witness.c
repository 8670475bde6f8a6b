/* One step, and the crossings of witnesses in it.
 *
 * A witness g (t, x) is a function whose zero crossing in a given direction is an event. A step from t0 to t1 = t0 + h is searched on its
 * dense output x (t), without further steps:
 *
 * 1. g is evaluated at t0, at `guard` equally spaced inner points, and at t1. A pair of crossings is missed only if both lie between two
 *    neighbouring samples, that is, within h/(guard + 1).
 * 2. The sign at t0 is the reference. The first sample of the other sign, or with g = 0, closes a bracket.
 * 3. A root finder (ode-locate.h) shrinks the bracket to the isolation window w. The event happens at its right end, where the crossing
 *    has taken place.
 * 4. The integrator repeats the step up to the earliest crossing. The shorter step has another interpolation error, so the crossing may
 *    have moved; it is searched again and the step repeated at most MAX_RETAKES times.
 * 5. All events whose crossings lie within w of the earliest one happen at the same instant.
 *
 * An event that was just handled is latched: g is then zero but for the window and the rounding of its update, and its sign means
 * nothing. It is released when |g| has clearly left that value. Profile drake follows Drake's Simulator instead: it looks at the signs at
 * both ends only and bisects by integrating again (step_reintegrating). */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode-locate.h"
#include "sim-loop-private.h"
#include "sim-timing.h"

/* A witness that is zero at t0 has no sign there. Its first sign is looked for at t0 + 4^−k h for k = 20 … 1, beginning with 1e-12 of
 * the step. Powers of 4 cover the twelve decades with 20 evaluations. */
#define NEAR_POWERS 20
/* Repetitions of a step in search of a crossing. Dense output is about as accurate as the step, so the first repetition nearly always
 * ends within the window; more are needed only where g is very steep. */
#define MAX_RETAKES 4

/* Called after the updates of an event. If they moved the witness clearly away from the value it was handled at, the event is released;
 * otherwise it stays latched until the motion moves the witness. */
static void
read_handled (SimEventState *state, double g)
{
  if (fabs (g) > fmax (2 * fabs (state->handled), 10 * DBL_EPSILON * state->scale))
    state->latched = FALSE;
  else
    state->handled = g;
}

/* Evaluates the witnesses at the current point, which is the start of the next step, if they are not known there. */
void
sim_witness_read (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  if (simulator->n_witnesses == 0 || simulator->g0_known)
    return;
  system->witnesses (system->self, sim_t (simulator), sim_x (simulator), simulator->g0);
  simulator->g0_known = TRUE;
  for (int k = 0; k < simulator->n_witnesses; k++)
    if (simulator->events[simulator->witnesses[k]].due)
      read_handled (&simulator->events[simulator->witnesses[k]], simulator->g0[simulator->witnesses[k]]);
}

/* Width w to which a crossing in a step of size h is located. NaN: Drake's rule for fixed steps without an isolation accuracy, which
 * does not locate.
 *
 *   stepwise  w = max (4 ulp (t), accuracy·h/100): the error of the event time is a hundredth of what the error of the step allows.
 *   drake     w = max (smallest step, accuracy/100·T), T = 1 s with error control, else the fixed step
 *             (Drake, Simulator::GetCurrentWitnessTimeIsolation, whose scale factor is 0.01)
 *   simbody   w = max (accuracy·0.1·T, ε^(7/8) max (1, t)), T = 0.1, Simbody's default time scale of a System
 *
 * No window is smaller than 4 ulp of the time: a bracket needs representable times between its ends. */
double
sim_witness_window (const SimSimulator *simulator, double h)
{
  double t = sim_t (simulator);
  double floor = 4 * sim_ulp (t);
  double accuracy = sim_motion_accuracy (simulator);
  if (simulator->isolation_width > 0)
    return fmax (simulator->isolation_width, floor);
  if (simulator->isolation == SIM_ISOLATE_DRAKE)
    {
      double context = simulator->isolation_accuracy;
      if (!simulator->settings.error_control)
        return isnan (context) ? NAN : fmax (sim_motion_working_minimum (simulator), 0.01 * context * simulator->settings.max_step);
      return fmax (sim_motion_working_minimum (simulator), 0.01 * (isnan (context) ? accuracy : context));
    }
  if (simulator->profile == SIM_PROFILE_SIMBODY)
    return fmax (0.01 * accuracy, pow (DBL_EPSILON, 0.875) * fmax (1, t));
  return fmax (floor, 0.01 * accuracy * fabs (h));
}

typedef struct
{
  SimSimulator *simulator;
  int event;
} WitnessContext;

static double
witness_at (gpointer user, double t)
{
  const WitnessContext *context = user;
  SimSimulator *simulator = context->simulator;
  if (sim_motion_interpolate (simulator, t, simulator->x_scratch) != ODE_DONE)
    return NAN;
  return simulator->system->witness (simulator->system->self, context->event, t, simulator->x_scratch);
}

static gboolean
wants (const SimSimulator *simulator, int event, int direction)
{
  switch (simulator->system->events[event].direction)
    {
    case SIM_DIRECTION_BOTH:
      return TRUE;
    case SIM_DIRECTION_FALLING:
      return direction < 0;
    case SIM_DIRECTION_RISING:
      return direction > 0;
    default:
      return FALSE;
    }
}

static gboolean
needs_reference (const SimSimulator *simulator, int event)
{
  return simulator->g0[event] == 0 || simulator->events[event].latched;
}

/* Fills `samples` with the times at which the witnesses are evaluated, ascending: t0, points close to t0 if some witness has no sign
 * there, guard points, t1. Returns their number. */
static int
choose_samples (SimSimulator *simulator, double t0, double t1)
{
  double *times = simulator->samples;
  int n = 0;
  gboolean near = FALSE;
  for (int k = 0; k < simulator->n_witnesses && !near; k++)
    near = needs_reference (simulator, simulator->witnesses[k]);
  times[n++] = t0;
  double first_guard = t0 + (t1 - t0) / (simulator->guard + 1);
  for (int power = NEAR_POWERS; near && power >= 1; power--)
    {
      double t = t0 + ldexp (t1 - t0, -2 * power);
      if (t > times[n - 1] && t < first_guard && t < t1)
        times[n++] = t;
    }
  for (int k = 1; k <= simulator->guard; k++)
    {
      double t = t0 + (t1 - t0) * k / (simulator->guard + 1);
      if (t > times[n - 1] && t < t1)
        times[n++] = t;
    }
  times[n++] = t1;
  return n;
}

static void
evaluate_samples (SimSimulator *simulator, int n)
{
  SimSystem *system = simulator->system;
  gsize width = (gsize) system->n_events;
  memcpy (simulator->sample_g, simulator->g0, sizeof (double) * width);
  for (int k = 1; k < n; k++)
    {
      double t = simulator->samples[k];
      const double *x = k == n - 1 ? sim_x (simulator) : simulator->x_scratch;
      double *g = simulator->sample_g + (gsize) k * width;
      if (k < n - 1 && sim_motion_interpolate (simulator, t, simulator->x_scratch) != ODE_DONE)
        {
          for (gsize i = 0; i < width; i++)
            g[i] = NAN;
          continue;
        }
      system->witnesses (system->self, t, x, g);
    }
}

static int
sign_beyond (double g, double tolerance)
{
  return g > tolerance ? 1 : g < -tolerance ? -1 : 0;
}

/* Whether the witness jumps at the crossing. Over a hundredth of a step a smooth witness changes by about 1 % of its change over the
 * step, and one that crosses zero like a cube root by 0.01^(1/3) = 22 %. A change by half of its largest value is a jump. A bracket that
 * is wider than a hundredth of the step is shrunk to that first. */
#define CLOSE 0.01

static gboolean
is_jump (WitnessContext *context, double step, double largest, OdeBracket bracket)
{
  if (bracket.t_high - bracket.t_low > CLOSE * step)
    ode_locate (ODE_LOCATE_BISECTION, witness_at, context, CLOSE * step, &bracket);
  return bracket.t_high - bracket.t_low <= CLOSE * step && fabs (bracket.g_low) + fabs (bracket.g_high) >= 0.5 * largest;
}

/* Finds the first crossing of one witness among the n samples at which its event happens: in its direction, and with its condition
 * (`while`) true at the crossing. Sets `crossed` and the fields of the crossing.
 *
 * Values within 10 ε of the largest |g| count as zero where a sign is looked for: rounding of an expression of a few operations. A latched
 * witness has no sign below twice the value it was handled at. */
static void
search_one (SimSimulator *simulator, int event, int n, double window)
{
  SimEventState *state = &simulator->events[event];
  SimSystem *system = simulator->system;
  gsize width = (gsize) system->n_events;
  const double *g = simulator->sample_g + event;
  double largest = 0;
  for (int k = 0; k < n; k++)
    if (fabs (g[(gsize) k * width]) > largest)
      largest = fabs (g[(gsize) k * width]);
  double tolerance = 10 * DBL_EPSILON * largest;
  state->scale = largest;
  if (state->latched)
    tolerance = fmax (tolerance, 2 * fabs (state->handled));

  int reference = sign_beyond (g[0], 0);
  if (needs_reference (simulator, event))
    reference = state->latched ? 0 : state->arrived;
  int at = 0; /* last sample with the reference sign */
  state->crossed = FALSE;
  for (int k = 1; k < n; k++)
    {
      double value = g[(gsize) k * width];
      if (isnan (value))
        continue;
      if (reference == 0)
        {
          reference = sign_beyond (value, tolerance);
          at = k;
          continue;
        }
      if (reference > 0 ? value > 0 : value < 0)
        {
          at = k;
          continue;
        }
      int direction = -reference;
      if (wants (simulator, event, direction))
        {
          static const OdeLocateMethod methods[] = { [SIM_ISOLATE_ILLINOIS] = ODE_LOCATE_ILLINOIS,
                                                     [SIM_ISOLATE_BISECTION] = ODE_LOCATE_BISECTION,
                                                     [SIM_ISOLATE_BRENT] = ODE_LOCATE_BRENT };
          /* A start with g = 0 has no value for the root finder; a thousandth of the other end's puts its first secant near the start. */
          double g_low = g[(gsize) at * width] != 0 ? g[(gsize) at * width] : 1e-3 * reference * (fabs (value) + DBL_MIN);
          OdeBracket bracket = { simulator->samples[at], simulator->samples[k], g_low, value, 0 };
          WitnessContext context = { simulator, event };
          /* A value that is not finite ends the search early, with a valid but wider bracket. */
          ode_locate (methods[simulator->isolation], witness_at, &context, window, &bracket);
          state->jumps = is_jump (&context, simulator->samples[n - 1] - simulator->samples[0], largest, bracket);
          if (sim_motion_interpolate (simulator, bracket.t_high, simulator->x_scratch) == ODE_DONE
              && system->armed (system->self, event, bracket.t_high, simulator->x_scratch))
            {
              state->crossed = TRUE;
              state->direction = direction;
              state->left = bracket.t_low;
              state->right = bracket.t_high;
              state->iterations = bracket.iterations;
              return;
            }
        }
      /* The event does not happen at this crossing. The sign after it is the new reference. */
      reference = sign_beyond (value, 0);
      tolerance = 10 * DBL_EPSILON * largest;
      at = k;
    }
}

/* Searches the last step for all witnesses. Returns the time to end the step at, the last of the crossings within one window of the
 * earliest, and keeps `crossed` for those only; NaN without a crossing. */
static double
search (SimSimulator *simulator, double window)
{
  int n = choose_samples (simulator, sim_t_previous (simulator), sim_t (simulator));
  evaluate_samples (simulator, n);
  double earliest = INFINITY;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      search_one (simulator, event, n, window);
      if (simulator->events[event].crossed)
        earliest = fmin (earliest, simulator->events[event].right);
    }
  if (isinf (earliest))
    return NAN;
  double last = earliest;
  double near = fmax (window, sim_same_instant (earliest, simulator->t_start));
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      SimEventState *state = &simulator->events[simulator->witnesses[k]];
      if (state->crossed && state->right <= earliest + near)
        last = fmax (last, state->right);
      else
        state->crossed = FALSE;
    }
  return last;
}

/* Keeps `crossed` for the events that have crossed at the end of the repeated step, and counts them. g: witnesses there. */
static int
count_crossed (SimSimulator *simulator, const double *g)
{
  /* A value within rounding of zero has crossed: the states may have no closer representable values. */
  int n = 0;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      if (state->crossed)
        {
          double rounding = 10 * DBL_EPSILON * state->scale;
          state->crossed = (state->direction < 0 ? g[event] <= rounding : g[event] >= -rounding)
                           && simulator->system->armed (simulator->system->self, event, sim_t (simulator), sim_x (simulator));
          n += state->crossed;
        }
    }
  return n;
}

/* Whether a latched witness is released: |g| exceeds twice the value it was handled at. An event of a single direction is released as
 * well when g has changed sign, because that crossing has the other direction. */
static gboolean
has_left (const SimSimulator *simulator, int event, double g)
{
  double handled = simulator->events[event].handled;
  gboolean single = simulator->system->events[event].direction != SIM_DIRECTION_BOTH;
  return (g != 0 && fabs (g) > 2 * fabs (handled)) || (single && g * handled <= 0 && handled != 0);
}

static void
fire (SimSimulator *simulator, int event, double window)
{
  SimEventState *state = &simulator->events[event];
  state->due = TRUE;
  state->logged = FALSE;
  state->latched = !state->jumps;
  state->window = window;
  state->overwritten = -1;
  state->fired = sim_t (simulator);
  simulator->witness_events++;
}

/* Takes a step, searches it on dense output, and repeats it up to the crossing. */
static OdeStatus
step_on_dense_output (SimSimulator *simulator, double t_stop, OdeStopKind stop)
{
  SimSystem *system = simulator->system;
  sim_witness_read (simulator);
  OdeStatus status = sim_motion_step (simulator, t_stop, stop);
  if (status != ODE_DONE)
    return status;
  double window = sim_witness_window (simulator, sim_t (simulator) - sim_t_previous (simulator));
  double at = search (simulator, window);
  /* After repeated steps that ended before their crossing, go beyond the estimate, twice as far each time: the event happens at last. */
  if (isfinite (at) && simulator->misses > 0)
    at = fmin (sim_t (simulator), at + ldexp (window, MIN (simulator->misses, 60)));
  gboolean missed = FALSE;
  for (int retake = 0; isfinite (at) && retake < MAX_RETAKES; retake++)
    {
      double before = sim_t (simulator);
      if (at >= before || (retake > 0 && before - at <= window))
        break;
      status = sim_motion_retake (simulator, at);
      if (status != ODE_DONE)
        return status;
      /* A multistep method restarts with smaller steps and may stop before the crossing, which then belongs to a later step. */
      gboolean short_of = sim_t (simulator) < at;
      system->witnesses (system->self, sim_t (simulator), sim_x (simulator), simulator->g1);
      gboolean none = count_crossed (simulator, simulator->g1) == 0;
      missed = none && !short_of;
      if (none)
        break;
      at = search (simulator, window);
    }
  simulator->misses = missed ? simulator->misses + 1 : 0;
  system->witnesses (system->self, sim_t (simulator), sim_x (simulator), simulator->g1);
  count_crossed (simulator, simulator->g1);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      if (state->crossed)
        fire (simulator, event, window);
      else if (state->latched && has_left (simulator, event, simulator->g1[event]))
        state->latched = FALSE;
    }
  return ODE_DONE;
}

/* ---- Drake's isolation ---- */

/* Drake, Simulator::IsolateWitnessTriggers and WitnessTriggerDirection: the signs at both ends of the step decide, and the right end is
 * halved towards t0 by integrating again from t0. If nothing triggers at the middle, the step ends there and the next step searches the
 * rest. */

static gboolean
triggers (const SimSimulator *simulator, int event, const double *g)
{
  double w0 = simulator->g0[event], w1 = g[event];
  SimDirection direction = simulator->system->events[event].direction;
  gboolean falls = w0 > 0 && w1 <= 0 && (direction == SIM_DIRECTION_BOTH || direction == SIM_DIRECTION_FALLING);
  gboolean rises = w0 < 0 && w1 >= 0 && (direction == SIM_DIRECTION_BOTH || direction == SIM_DIRECTION_RISING);
  return falls || rises;
}

static int
count_triggered (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  int n = 0;
  system->witnesses (system->self, sim_t (simulator), sim_x (simulator), simulator->g1);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      SimEventState *state = &simulator->events[simulator->witnesses[k]];
      state->crossed = triggers (simulator, simulator->witnesses[k], simulator->g1)
                       && system->armed (system->self, simulator->witnesses[k], sim_t (simulator), sim_x (simulator));
      n += state->crossed;
    }
  return n;
}

static OdeStatus
integrate_to (SimSimulator *simulator, double t)
{
  OdeStatus status = ODE_DONE;
  while (status == ODE_DONE && sim_t (simulator) < t)
    status = sim_motion_step (simulator, t, ODE_STOP_END);
  return status;
}

static OdeStatus
step_reintegrating (SimSimulator *simulator, double t_stop, OdeStopKind stop)
{
  double t0 = sim_t (simulator);
  sim_witness_read (simulator);
  sim_motion_save (simulator);
  OdeStatus status = sim_motion_step (simulator, t_stop, stop);
  if (status != ODE_DONE || count_triggered (simulator) == 0)
    return status;
  double window = sim_witness_window (simulator, sim_t (simulator) - t0);
  double right = sim_t (simulator);
  int iterations = 0;
  while (!isnan (window))
    {
      double middle = t0 + 0.5 * (right - t0);
      if (middle <= t0 || middle >= right)
        break;
      sim_motion_restore (simulator);
      status = integrate_to (simulator, middle);
      if (status != ODE_DONE)
        return status;
      iterations++;
      if (count_triggered (simulator) == 0)
        return ODE_DONE; /* the next step searches from here */
      right = middle;
      if (right - t0 <= window)
        break;
    }
  for (int k = 0; k < simulator->n_witnesses; k++)
    if (simulator->events[simulator->witnesses[k]].crossed)
      {
        simulator->events[simulator->witnesses[k]].iterations = iterations;
        fire (simulator, simulator->witnesses[k], isnan (window) ? right - t0 : window);
      }
  return ODE_DONE;
}

/* Notes witnesses that are exactly zero where another event is handled: they count as having crossed in the direction they came from.
 * Otherwise two events that switch a relay on the same surface would miss each other. */
static void
note_arrivals (SimSimulator *simulator)
{
  gboolean any = FALSE;
  for (int k = 0; k < simulator->n_witnesses; k++)
    any = any || simulator->events[simulator->witnesses[k]].due;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      state->arrived = any && !state->due && simulator->g1[event] == 0 ? -sign_beyond (simulator->g0[event], 0) : 0;
    }
}

OdeStatus
sim_witness_step (SimSimulator *simulator, double t_stop, OdeStopKind stop)
{
  if (simulator->n_witnesses == 0)
    return sim_motion_step (simulator, t_stop, stop);
  simulator->t_step = sim_t (simulator);
  memcpy (simulator->x_step, sim_x (simulator), sizeof (double) * (gsize) simulator->system->ode->n_states);
  OdeStatus status = simulator->isolation == SIM_ISOLATE_DRAKE ? step_reintegrating (simulator, t_stop, stop)
                                                               : step_on_dense_output (simulator, t_stop, stop);
  if (status == ODE_DONE)
    {
      note_arrivals (simulator);
      /* The values at the end are those at the start of the next step, unless an update changes the state. */
      memcpy (simulator->g0, simulator->g1, sizeof (double) * (gsize) simulator->system->n_events);
      simulator->g0_known = TRUE;
      for (int k = 0; k < simulator->n_witnesses; k++)
        {
          SimEventState *state = &simulator->events[simulator->witnesses[k]];
          if (state->due)
            state->handled = simulator->g1[simulator->witnesses[k]];
        }
    }
  return status;
}
