/* One step, and the crossings of witnesses in it.
 *
 * A witness g (t, x) is a function whose zero crossing in a given direction is an event. A step from t0 to t1 = t0 + h is searched on its
 * dense output x (t), without further steps (sim-witness-search.c). Then:
 *
 * 1. The integrator repeats the step with the size s at which the earliest crossing is: the state at the event is that of a step, of the
 *    order of the method, and not that of the interpolant, which for many methods has a lower order (a Hermite cubic after a step of order
 *    8 has lost half of the digits). The size is s itself and not the difference of two rounded times (ode_integrator_retake_by).
 * 2. G (s) = g (t0 + s, Φ_s (x0)) differs from g on the interpolant of the long step by the error of that interpolant. G has been computed
 *    at s then. A Newton step with the slope of the interpolant at its root gives a better s, further ones follow from the secant of G,
 *    and the step is repeated until G has crossed and is zero up to rounding. Where the interpolant is exact the first size is the last;
 *    elsewhere two repetitions follow, since the slope and the secant each double the number of digits or more.
 * 3. All events whose crossings lie within one window of the earliest one happen at the same instant.
 *
 * The event happens on the far side of the crossing, by no more than rounding: right-hand sides that switch at the surface must already
 * see the new side. With an isolation window that is wider than the default, s is the right end of the bracket, and |G/G'| below the window
 * suffices in 2.
 *
 * An event without actions leaves the step as it is: all its crossings in the step are recorded with the times that the dense output gives
 * (`observe`).
 *
 * An event that was just handled is latched: g is then zero but for rounding, the window and its update, and its sign means nothing. It
 * is released when |g| has clearly left that value. Profile drake follows Drake's Simulator instead (sim-witness-drake.c). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim-timing.h"
#include "sim-witness-private.h"

/* Repetitions of a step in search of a crossing. Two suffice for smooth
 * witnesses; more are needed if g is very steep or if its rounding error is
 * larger than its size suggests. */
#define MAX_RETAKES 6
/* Values of g below this multiple of ε times its largest value before the crossing are zero up to rounding. States are sums over stages
 * whose coefficients are of both signs and add up to about 40 in Dormand and Prince's method of order 5, and to more in those of order 8.
 */
#define ROUNDING 128
/* A step ends beyond the root by this multiple of ε times the largest |g|, so that g has certainly crossed in spite of its rounding error. */
#define BEYOND 8
/* A secant of G is used as slope if G changed by more than this multiple of its rounding error. */
#define SLOPE 16
/* Times that differ by less than this fraction of an ulp of t count as equal. */
#define FINEST 0x1p-24

/* Called after the updates of an event. If they moved the witness clearly away
 * from its value at the event, the event is released. Otherwise it stays
 * latched until the motion moves the witness. */
static void
read_handled (SimEventState *state, double g)
{
  if (fabs (g) > fmax (2 * fabs (state->handled), 10 * DBL_EPSILON * state->scale))
    state->latched = FALSE;
  else
    state->handled = g;
}

/* Evaluates the witnesses at the current point, which is the start of the next step, unless their values are known already. */
void
sim_witness_read (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  if (simulator->n_witnesses == 0 || simulator->g0_known)
    return;
  system->witnesses (system->self, sim_t (simulator), sim_x (simulator), simulator->g0);
  simulator->g0_known = TRUE;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      if (state->due || (state->latched && sim_event_is_observed (simulator, event)))
        read_handled (state, simulator->g0[event]);
    }
}

/* Width w to which a crossing is located. NaN: Drake's rule for fixed steps without an isolation accuracy, which does not locate.
 *
 *   stepwise  w = 4 ulp (t), whatever the tolerances are: a bracket needs representable times between its ends
 *   drake     w = max (smallest step, accuracy/100·T), T = 1 s with error control, else the fixed step
 *             (Drake, Simulator::GetCurrentWitnessTimeIsolation, whose scale factor is 0.01)
 *   simbody   w = max (accuracy·0.1·T, ε^(7/8) max (1, t)), T = time scale of the system, 0.1 by default
 *
 * No window is smaller than 4 ulp of the time. The ulp is that of the end with the larger |t|: a step may end at t = 0. */
double
sim_witness_smallest_window (const SimSimulator *simulator)
{
  return 4 * sim_ulp (fmax (fabs (sim_t_previous (simulator)), fabs (sim_t (simulator))));
}

double
sim_witness_window (const SimSimulator *simulator)
{
  double t = sim_t (simulator);
  double floor = sim_witness_smallest_window (simulator);
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
    return fmax (0.1 * simulator->time_scale * accuracy, pow (DBL_EPSILON, 0.875) * fmax (1, t));
  return floor;
}

/* Returns the size with which the step ends at a crossing. By default the step
 * ends slightly beyond the root, so that g has crossed in spite of its rounding
 * error. */
static double
size_at (const SimCrossing *crossing, gboolean tight)
{
  if (!tight || crossing->jumps || !(crossing->slope > 0))
    return crossing->right;
  return fmin (crossing->right, crossing->root + DBL_EPSILON * (BEYOND * crossing->scale / crossing->slope + 4 * crossing->root));
}

/* Searches the last step for crossings of all witnesses, and sets `crossed` for the events whose crossings lie within one window of the
 * earliest one. Returns the event with the last of these crossings, at which the step has to end; −1 without a crossing. */
static int
search (SimSimulator *simulator, int n, double window, gboolean tight)
{
  int leader = -1;
  double earliest = INFINITY;
  memcpy (simulator->g1, sim_witness_values (simulator, n - 1), sizeof (double) * (gsize) simulator->system->n_events);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      SimCrossing crossing;
      SimScan scan;
      state->crossed = FALSE;
      if (sim_event_is_observed (simulator, event))
        continue;
      sim_witness_scan (simulator, event, n, &scan);
      state->scale = scan.largest;
      state->crossed = sim_witness_next (simulator, &scan, window, &crossing);
      if (!state->crossed)
        continue;
      simulator->crossings[event] = crossing;
      state->direction = crossing.direction;
      state->jumps = crossing.jumps;
      state->iterations = crossing.iterations;
      earliest = fmin (earliest, size_at (&crossing, tight));
    }
  double near = fmax (window, sim_same_instant (sim_t (simulator), simulator->t_start)), last = 0;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      double at = state->crossed ? size_at (&simulator->crossings[event], tight) : INFINITY;
      state->crossed = state->crossed && at <= earliest + near;
      if (state->crossed && at > last)
        {
          last = at;
          leader = event;
        }
    }
  return leader;
}

/* Returns the absolute value below which g counts as zero at a crossing. */
static double
rounding_of (const SimSimulator *simulator, const SimCrossing *crossing)
{
  return ROUNDING * DBL_EPSILON * crossing->scale + FINEST * sim_ulp (sim_t (simulator)) * crossing->slope;
}

/* Clears `crossed` for events that have not crossed at the end of the repeated step, and counts the others. */
static int
count_crossed (SimSimulator *simulator)
{
  const double *g = simulator->g1;
  int n = 0;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      if (!state->crossed)
        continue;
      /* A value that is zero up to rounding counts as crossed, because there may be no representable state closer to the crossing. */
      double rounding = rounding_of (simulator, &simulator->crossings[event]);
      state->crossed = (state->direction < 0 ? g[event] <= rounding : g[event] >= -rounding)
                       && simulator->system->armed (simulator->system->self, event, sim_t (simulator), sim_x (simulator));
      n += state->crossed;
    }
  return n;
}

/* The iteration that moves the end of a step to a crossing. */
typedef struct
{
  int leader;         /* event to whose crossing the step is moved */
  double window;
  gboolean tight;     /* the isolation window has its default width */
  double rounding;    /* |G| below this is zero */
  double s_before;    /* previous size (NaN: none), and G at its end */
  double g_before;
  int n_retakes;
} Approach;

/* Returns whether the step ends at its crossing: G has crossed, and it is zero
 * up to rounding or within the window. */
static gboolean
has_arrived (const SimSimulator *simulator, const Approach *approach)
{
  const SimCrossing *crossing = &simulator->crossings[approach->leader];
  double g = simulator->g1[approach->leader];
  if (!(crossing->direction < 0 ? g <= 0 : g >= 0))
    return FALSE;
  return crossing->jumps || fabs (g) <= approach->rounding
         || (!approach->tight && fabs (g) <= crossing->slope * approach->window);
}

/* Returns the size of the next repetition; NaN if the witness does not approach zero. */
static double
improve (SimSimulator *simulator, Approach *approach)
{
  const SimCrossing *crossing = &simulator->crossings[approach->leader];
  SimEventState *state = &simulator->events[approach->leader];
  SimSystem *system = simulator->system;
  double s = sim_motion_size (simulator), g = simulator->g1[approach->leader];
  if (crossing->jumps || !(crossing->slope > 0))
    return s + ldexp (approach->window, approach->n_retakes);
  if (fabs (g) > 0.25 * fabs (approach->g_before))
    {
      /* The repetition did not bring G closer to zero. The change of g caused by a relative change of the states by 2 ε is then used as
       * rounding error. */
      for (int i = 0; i < system->ode->n_states; i++)
        simulator->x_scratch[i] = sim_x (simulator)[i] * (1 + 2 * DBL_EPSILON);
      double moved = system->witness (system->self, approach->leader, sim_t (simulator), simulator->x_scratch);
      state->iterations++;
      if (simulator->search != NULL)
        sim_search_report (simulator, SIM_SEARCH_ROUNDING, approach->leader, s, moved, 0);
      if (isfinite (moved))
        approach->rounding = fmax (approach->rounding, 4 * fabs (moved - g));
    }
  double slope = crossing->slope * crossing->direction;
  if (!isnan (approach->s_before) && fabs (g - approach->g_before) > SLOPE * approach->rounding)
    slope = (g - approach->g_before) / (s - approach->s_before);
  approach->s_before = s;
  approach->g_before = g;
  if (!(slope * crossing->direction > 0))
    return NAN;
  double beyond = approach->tight ? ldexp (approach->rounding * BEYOND / ROUNDING, approach->n_retakes - 1) / fabs (slope) + 4 * DBL_EPSILON * s
                                  : 0.5 * approach->window;
  return s - g / slope + beyond;
}

/* Repeats the step until it ends at the crossing of its leader. Sets *missed if it ends just before it. */
static OdeStatus
end_at_crossing (SimSimulator *simulator, int leader, double window, gboolean tight, gboolean *missed)
{
  SimSystem *system = simulator->system;
  const SimCrossing *crossing = &simulator->crossings[leader];
  double limit = fmin (sim_motion_size (simulator), crossing->limit), size = size_at (crossing, tight);
  Approach approach = { leader, window, tight, rounding_of (simulator, crossing), NAN, INFINITY, 0 };
  /* If several repeated steps ended before their crossing, the step is extended beyond the estimate, twice as far each time, until it
   * contains the crossing. */
  if (simulator->misses > 0)
    size += ldexp (window, MIN (simulator->misses, 60));
  *missed = FALSE;
  for (;;)
    {
      size = fmin (size, limit);
      OdeStatus status = sim_motion_retake (simulator, size);
      if (status != ODE_DONE)
        return status;
      system->witnesses (system->self, sim_t (simulator), sim_x (simulator), simulator->g1);
      simulator->events[leader].iterations++;
      if (simulator->search != NULL)
        sim_search_report (simulator, SIM_SEARCH_RETAKE, leader, sim_motion_size (simulator), simulator->g1[leader], 0);
      /* A multistep method restarts with smaller steps and may stop before the crossing, which then belongs to a later step. */
      if (sim_motion_size (simulator) < size)
        break;
      if (has_arrived (simulator, &approach) || ++approach.n_retakes == MAX_RETAKES)
        break;
      double better = improve (simulator, &approach);
      /* The rounding error of G may have been increased, so that G now counts as zero. */
      if (has_arrived (simulator, &approach) || !(better > 0) || better == size || (size == limit && better > limit))
        break;
      size = better;
    }
  gboolean whole = sim_motion_size (simulator) >= size;
  *missed = count_crossed (simulator) == 0 && whole;
  return ODE_DONE;
}

/* Returns whether a latched witness is released: |g| exceeds twice its value at
 * the event. An event with a single direction is also released when g has
 * changed sign, because its next crossing has the other direction. */
static gboolean
has_left (const SimSimulator *simulator, int event, double g)
{
  double handled = simulator->events[event].handled;
  gboolean single = simulator->system->events[event].direction != SIM_DIRECTION_BOTH;
  return (g != 0 && fabs (g) > 2 * fabs (handled)) || (single && g * handled <= 0 && handled != 0);
}

void
sim_witness_fire (SimSimulator *simulator, int event, double window)
{
  SimEventState *state = &simulator->events[event];
  state->due = TRUE;
  state->logged = FALSE;
  state->latched = !state->jumps;
  state->window = window;
  state->overwritten = -1;
  state->fired = sim_t (simulator);
  simulator->witness_events++;
  simulator->witness_iterations += state->iterations;
  if (simulator->search != NULL)
    sim_search_report (simulator, SIM_SEARCH_HAPPENS, event, sim_motion_size (simulator), simulator->g1[event], 0);
}

/* Adds a mark at time s after the start of the step. */
static void
add_mark (SimSimulator *simulator, int event, double s, double t, int iterations, double window)
{
  const SimMark mark = { t, event, iterations, window };
  g_array_append_val (simulator->marks, mark);
  simulator->witness_events++;
  simulator->witness_iterations += iterations;
  if (simulator->search != NULL)
    sim_search_report (simulator, SIM_SEARCH_HAPPENS, event, s, 0, 0);
}

static gboolean
observes (const SimSimulator *simulator)
{
  for (int k = 0; k < simulator->n_witnesses; k++)
    if (sim_event_is_observed (simulator, simulator->witnesses[k]))
      return TRUE;
  return FALSE;
}

/* Marks all crossings of events without actions in the step. These events do not change the end of the step. If another event cuts the step
 * and the witness is zero up to rounding there, it counts as crossed, because the update of the other event may move the state back. */
static void
observe (SimSimulator *simulator, int n, double window, gboolean cut)
{
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      SimCrossing crossing;
      SimScan scan;
      if (!sim_event_is_observed (simulator, event))
        continue;
      sim_witness_scan (simulator, event, n, &scan);
      state->scale = scan.largest;
      double g = sim_witness_values (simulator, n - 1)[event], last = -1;
      gboolean touches = fabs (g) <= ROUNDING * DBL_EPSILON * scan.largest;
      while (sim_witness_next (simulator, &scan, window, &crossing))
        {
          last = crossing.jumps ? crossing.right : crossing.root;
          add_mark (simulator, event, last, sim_motion_time_after (simulator, last), crossing.iterations, window);
        }
      gboolean at_end = last >= sim_motion_size (simulator) - window;
      if (cut && touches && !at_end && sim_witness_crosses (simulator, &scan))
        {
          add_mark (simulator, event, sim_motion_size (simulator), sim_t (simulator), 0, window);
          at_end = TRUE;
        }
      /* The sign at the end of the step is not reliable in this case. */
      if (at_end && touches)
        {
          state->latched = TRUE;
          state->handled = g;
        }
    }
}

/* Takes a step, searches it for crossings on dense output, and repeats it up to the first crossing. */
static OdeStatus
step_on_dense_output (SimSimulator *simulator, double t_stop, OdeStopKind stop)
{
  sim_witness_read (simulator);
  if (simulator->search != NULL)
    sim_motion_save (simulator);
  OdeStatus status = sim_motion_step (simulator, t_stop, stop);
  if (status != ODE_DONE)
    return status;
  double window = sim_witness_window (simulator);
  if (simulator->search != NULL && !sim_search_begin (simulator, t_stop, stop, window))
    return ODE_STOPPED;
  gboolean tight = window <= sim_witness_smallest_window (simulator), missed = FALSE;
  int n = sim_witness_sample (simulator);
  int leader = search (simulator, n, window, tight);
  if (leader >= 0)
    status = end_at_crossing (simulator, leader, window, tight, &missed);
  if (status != ODE_DONE)
    return status;
  simulator->misses = missed ? simulator->misses + 1 : 0;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      if (state->crossed)
        sim_witness_fire (simulator, event, window);
      else if (state->latched && has_left (simulator, event, simulator->g1[event]))
        state->latched = FALSE;
    }
  if (observes (simulator))
    observe (simulator, leader >= 0 ? sim_witness_sample (simulator) : n, window, leader >= 0);
  return ODE_DONE;
}

/* Marks witnesses that are exactly zero when another event is handled. They count as having crossed in the direction in which they moved.
 * Otherwise a witness on the same surface could miss its crossing after the update. */
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
      state->arrived = any && !state->due && simulator->g1[event] == 0 ? (simulator->g0[event] < 0) - (simulator->g0[event] > 0) : 0;
    }
}

OdeStatus
sim_witness_step (SimSimulator *simulator, double t_stop, OdeStopKind stop)
{
  if (simulator->n_witnesses == 0)
    return sim_motion_step (simulator, t_stop, stop);
  simulator->t_step = sim_t (simulator);
  memcpy (simulator->x_step, sim_x (simulator), sizeof (double) * (gsize) simulator->system->ode->n_states);
  OdeStatus status = simulator->isolation == SIM_ISOLATE_DRAKE ? sim_witness_step_reintegrating (simulator, t_stop, stop)
                                                               : step_on_dense_output (simulator, t_stop, stop);
  if (status == ODE_DONE)
    {
      note_arrivals (simulator);
      /* The values at the end are also those at the start of the next step,
       * unless an update changes the state. */
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
