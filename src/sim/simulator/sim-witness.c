/* Takes one step and handles the crossings of witnesses in it.
 *
 * A witness g (t, x) is a function whose zero crossing in a given direction is an event. A step from t0 to t1 = t0 + h is searched on its
 * dense output x (t), without further steps (sim-witness-search.c). Then:
 *
 * 1. The integrator repeats the step with the size s at which the earliest crossing is. The state at the event then has the order of
 *    the method, and not that of the interpolant, which for many methods is lower (a cubic Hermite polynomial after a step of order 8 has
 *    half of the correct digits). The size is exactly s, not the difference of two rounded times (ode_integrator_retake_by).
 * 2. G (s) = g (t0 + s, Φ_s (x0)), the witness at the end of a step of size s, differs from g on the interpolant of the first step by the
 * error
 *    of the interpolant. A Newton step with G and the slope of g on the interpolant gives a better s; further Newton steps use the secant
 *    of G. The step is repeated until G has crossed and is zero up to rounding. If the interpolant is exact, the first size is sufficient;
 *    otherwise two further repetitions are usual, since each Newton step at least doubles the number of digits.
 * 3. All events whose crossings lie within one window of the earliest one happen at the same instant.
 *
 * The step ends beyond the crossing by a rounding error, because a right-hand side that switches at the surface g = 0 must be evaluated on
 * the new side. With an isolation window that is wider than the default, s is the right end of the bracket, and in 2 it is sufficient that
 * |G/G'| is below the window.
 *
 * An event without actions does not change the step: the function `observe` records all its crossings in the step with the times from
 * dense output.
 *
 * An event that was just handled is latched: g is then nearly zero, so that its sign has no meaning. The latch is released when
 * |g| is clearly larger than at the event. Profile drake follows Drake's Simulator instead (sim-witness-drake.c). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim-surface.h"
#include "sim-switch-private.h"
#include "sim-timing.h"
#include "sim-witness-private.h"

/* The largest number of repetitions of a step to end it at a crossing. Two are
 * enough for smooth witnesses; more are needed if g is very steep or if its rounding
 * error is larger than estimated. */
#define MAX_RETAKES 6
/* Values of g below this multiple of ε times the largest |g| before the crossing count as zero. The factor is large because a state is a
 * sum over stages: the absolute values of the coefficients add up to about 40 in Dormand and Prince's method of order 5, and to more in
 * methods of order 8.
 */
#define ROUNDING 128
/* A step ends beyond the root by this multiple of ε times the largest |g|, so that g has certainly crossed in spite of rounding errors. */
#define BEYOND 8
/* A secant of G is used as the slope if G changed by more than this multiple of its rounding error. */
#define SLOPE 16
/* The point just before the end of a step is at this fraction of the step. */
#define JUST_BEFORE 0.984375
/* Times that differ by less than this fraction of an ulp of t count as equal. */
#define FINEST 0x1p-24

/* Releases the latch of an event if the updates of the event changed
 * its witness clearly. Otherwise the event remains latched
 * until the motion changes the witness. */
static void
read_handled (SimEventState *state, double g)
{
  if (fabs (g) > fmax (fmax (2 * fabs (state->handled), SIM_NOISE_FACTOR * state->noise), 10 * DBL_EPSILON * state->scale))
    state->latched = FALSE;
  else
    state->handled = g;
}

/* Evaluates the witnesses at the current point, which is the start of the next step, unless their values are already known. */
void
sim_witness_read (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  if (simulator->n_witnesses == 0 || simulator->g0_known)
    return;
  system->witnesses (system->self, sim_t (simulator), sim_x (simulator), simulator->g0);
  simulator->g0_known = TRUE;
  if (sim_surface_is_used (simulator))
    sim_surface_change_phase (simulator);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      if (state->due || (state->latched && (sim_event_is_observed (simulator, event) || state->expected != 0)))
        read_handled (state, simulator->g0[event]);
    }
  if (sim_surface_is_used (simulator))
    sim_surface_depart (simulator);
}

/* The width w to which a crossing is located is given below. It is NaN in profile drake with fixed steps and without an isolation
 * accuracy, because Drake then does not locate crossings.
 *
 *   stepwise  w = 4 ulp (t), independent of the tolerances, because a bracket needs representable times between its ends
 *   drake     w = max (smallest step, accuracy/100·T), T = 1 s with error control, otherwise the fixed step
 *             (Drake, Simulator::GetCurrentWitnessTimeIsolation, whose scale factor is 0.01)
 *   simbody   w = max (accuracy·0.1·T, ε^(7/8) max (1, t)), T = time scale of the system, 0.1 by default
 *
 * No window is smaller than 4 ulp of the time. */
double
sim_witness_smallest_window (const SimSimulator *simulator)
{
  return sim_motion_least_size (simulator);
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

/* Returns the step size with which the step ends at a crossing. If `tight` is true, which is the
 * default, the step ends slightly beyond the root, so that g has crossed in spite of its rounding
 * error. */
static double
size_at (const SimCrossing *crossing, gboolean tight)
{
  if (!tight || crossing->jumps || !(crossing->slope > 0))
    return crossing->right;
  return fmin (crossing->right, crossing->root + DBL_EPSILON * (BEYOND * crossing->scale / crossing->slope + 4 * crossing->root));
}

/* Searches the last step for crossings of all witnesses, and sets `crossed` for the events whose crossings lie within one window of the
 * earliest one. Returns the event with the last of these crossings, at which the step has to end, or −1 if there is no crossing. */
static int
search (SimSimulator *simulator, int n, double window, gboolean tight)
{
  int leader = -1;
  double earliest = INFINITY;
  memcpy (simulator->g1, sim_witness_values (simulator, n - 1), sizeof (double) * (gsize)simulator->system->n_events);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      SimCrossing crossing;
      SimScan scan;
      state->crossed = FALSE;
      state->returned = INFINITY;
      if (sim_event_is_observed (simulator, event))
        continue;
      sim_witness_scan (simulator, event, n, &scan);
      state->scale = scan.largest;
      state->crossed = sim_witness_next (simulator, &scan, window, &crossing);
      state->returned = scan.returned;
      if (!state->crossed)
        continue;
      simulator->crossings[event] = crossing;
      state->direction = crossing.direction;
      state->jumps = crossing.jumps;
      state->hidden = crossing.hidden;
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

/* Returns whether the motion just before the end of the step goes away from the surface, so that the crossing is an error of the method
 * that is larger than the excursion of g. A multistep method that has restarted may make such errors. */
static gboolean
moves_away (SimSimulator *simulator, int event)
{
  const SimEventState *state = &simulator->events[event];
  return sim_surface_is_used (simulator) && !state->jumps
         && sim_surface_sign (simulator, event, JUST_BEFORE * sim_motion_size (simulator)) == -state->direction;
}

/* Latches a witness that an error of the method has moved to the other side of its surface, while the motion still moves away from the
 * surface on this side. The motion is expected on this side: if the next steps end on the other one, without a sample on this one, the
 * event happens when the motion has turned. */
static void
wait_for_return (SimSimulator *simulator, int event)
{
  SimEventState *state = &simulator->events[event];
  state->latched = TRUE;
  state->handled = simulator->g1[event];
  state->noise = sim_surface_noise (simulator, event);
  state->expected = -state->direction;
}

/* Clears `crossed` for events whose witness has not crossed at the end of the repeated step, and returns the number of the others. */
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
      double rounding = rounding_of (simulator, &simulator->crossings[event]), beyond = -state->direction * g[event];
      /* The first bound is that of the values of g; if g is far below its operands, their rounding errors are larger. */
      if (beyond > rounding && !state->jumps && sim_surface_is_used (simulator))
        rounding = fmax (rounding, 2 * sim_surface_noise (simulator, event));
      state->crossed =
          beyond <= rounding && simulator->system->armed (simulator->system->self, event, sim_t (simulator), sim_x (simulator));
      if (state->crossed && moves_away (simulator, event))
        {
          state->crossed = FALSE;
          wait_for_return (simulator, event);
        }
      /* The witness had left zero before this crossing. If the step ends before it, the sign there is that of the side from which it comes.
       */
      if (beyond > rounding)
        state->latched = FALSE;
      n += state->crossed;
    }
  return n;
}

/* The state of the iteration that moves the end of a step to a crossing. */
typedef struct
{
  int leader; /* event at whose crossing the step must end */
  double window;
  gboolean tight;  /* the isolation window has its default width */
  double rounding; /* if |G| is below this value, it counts as zero */
  double s_before; /* previous step size (NaN: none), and G at its end */
  double g_before;
  int n_retakes;
} Approach;

/* Returns whether the step ends at the crossing: G has crossed, and |G| is a rounding error or
 * the distance to the root is below the window. */
static gboolean
has_arrived (const SimSimulator *simulator, const Approach *approach)
{
  const SimCrossing *crossing = &simulator->crossings[approach->leader];
  double g = simulator->g1[approach->leader];
  if (!(crossing->direction < 0 ? g <= 0 : g >= 0))
    return FALSE;
  return crossing->jumps || fabs (g) <= approach->rounding || (!approach->tight && fabs (g) <= crossing->slope * approach->window);
}

/* Returns whether the witness differs at the current state and the next representable time by more than its rounding error. */
static gboolean
reads_time (SimSimulator *simulator, const Approach *approach, double g)
{
  SimSystem *system = simulator->system;
  double later = system->witness (system->self, approach->leader, nextafter (sim_t (simulator), INFINITY), sim_x (simulator));
  simulator->events[approach->leader].iterations++;
  if (simulator->search != NULL)
    sim_search_report (simulator, SIM_SEARCH_ROUNDING, approach->leader, sim_motion_size (simulator), later, 0);
  return fabs (later - g) > 0.5 * approach->rounding;
}

/* Returns the smallest size above `size` at whose end the rounded time is later than the current one. The time of a step's end is rounded,
 * so a witness that reads the time changes only with it. */
static double
size_at_next_time (const SimSimulator *simulator, double size)
{
  double t = sim_t (simulator), part = 0.25 * (nextafter (t, INFINITY) - t);
  for (int k = 1; k <= 8; k++)
    if (sim_motion_time_after (simulator, size + k * part) > t)
      return size + k * part;
  return size + 8 * part;
}

/* Returns the step size of the next repetition, or NaN if the witness does not approach zero. */
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
      /* The repetition did not reduce |G|. Then the change of g by a relative change of the states of 2 ε is used as the
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
  double beyond = approach->tight
                      ? ldexp (approach->rounding * BEYOND / ROUNDING, approach->n_retakes - 1) / fabs (slope) + 4 * DBL_EPSILON * s
                      : 0.5 * approach->window;
  double next = s - g / slope + beyond;
  /* A longer step whose rounded end time is the same gives the same value to a witness of the time alone, whose G is a staircase. */
  gboolean crossed = crossing->direction < 0 ? g <= 0 : g >= 0;
  if (!crossed && next > s && !(sim_motion_time_after (simulator, next) > sim_t (simulator)) && reads_time (simulator, approach, g))
    next = size_at_next_time (simulator, s);
  return next;
}

/* Repeats the step until it ends at the crossing of the event `leader`. Sets *missed if the step ends just before the crossing. */
static OdeStatus
end_at_crossing (SimSimulator *simulator, int leader, double window, gboolean tight, gboolean *missed)
{
  SimSystem *system = simulator->system;
  const SimCrossing *crossing = &simulator->crossings[leader];
  double whole_step = sim_motion_size (simulator), limit = fmin (whole_step, crossing->limit), size = size_at (crossing, tight);
  Approach approach = { leader, window, tight, rounding_of (simulator, crossing), NAN, INFINITY, 0 };
  /* If previous repeated steps ended before the crossing, the step is extended beyond the estimate, each time by twice as much, until it
   * contains the crossing. The sample at which the dense output has crossed is no limit then: beside a surface that the motion leaves
   * slowly the sign of that sample is an error of the dense output, and the next step would find it again, at the same small distance. */
  if (simulator->misses > 0)
    {
      size += ldexp (window, MIN (simulator->misses, 60));
      limit = fmin (whole_step, ldexp (limit, MIN (simulator->misses, 60)));
    }
  *missed = FALSE;
  for (;;)
    {
      size = fmin (size, limit);
      /* At a surface on which the motion chatters, sizes would shrink without bound. */
      if (sim_surface_is_used (simulator))
        size = fmax (size, FINEST * sim_ulp (sim_t_previous (simulator)));
      /* CVODE cannot make steps that are shorter than the rounding of their end. */
      if ((simulator->method->traits & ODE_TRAIT_OWN_CONTROL) != 0)
        size = fmin (fmax (size, sim_motion_least_size (simulator)), whole_step);
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
      /* improve may have increased the rounding error, so that G now counts as zero. */
      if (has_arrived (simulator, &approach) || !(better > 0) || better == size || (size == limit && better > limit))
        break;
      size = better;
    }
  gboolean whole = sim_motion_size (simulator) >= size;
  *missed = count_crossed (simulator) == 0 && whole;
  return ODE_DONE;
}

/* Returns whether the latch of an event is released: |g| is larger than twice its value at
 * the event and than its rounding error. The latch of an event with only one direction is also released if g
 * has changed sign, because the next crossing of g has the other direction. */
static gboolean
has_left (const SimSimulator *simulator, int event, double g)
{
  const SimEventState *state = &simulator->events[event];
  double handled = state->handled;
  gboolean single = simulator->system->events[event].direction != SIM_DIRECTION_BOTH;
  if (fabs (g) <= 2 * state->noise || g * state->expected < 0)
    return FALSE;
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
  state->rests = FALSE;
  state->noise = 0;
  state->rate = NAN;
  state->expected = 0;
  simulator->witness_events++;
  simulator->witness_iterations += state->iterations;
  if (simulator->search != NULL)
    sim_search_report (simulator, SIM_SEARCH_HAPPENS, event, sim_motion_size (simulator), simulator->g1[event], 0);
}

/* Adds a mark for an event at the time s after the start of the step, or t as absolute time. */
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

/* Marks all crossings of events without actions in the step. If another event shortens the step and the witness is zero up to
 * rounding at the new end, the witness counts as crossed, because the update of the other event may move the state back. */
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
      /* If the witness is zero up to rounding at the end of the step, its sign there is not reliable. */
      if (at_end && touches)
        {
          state->latched = TRUE;
          state->handled = g;
        }
    }
}

/* Takes a step, searches it for crossings on dense output, and repeats it so that it ends at the first crossing. */
static OdeStatus
step_on_dense_output (SimSimulator *simulator, double t_stop, OdeStopKind stop)
{
  sim_witness_read (simulator);
  /* A held step can be integrated again from here. CVODE would restart with its first step size each time. */
  if (simulator->search != NULL && (simulator->method->traits & ODE_TRAIT_OWN_CONTROL) == 0)
    sim_motion_save (simulator);
  OdeStatus status = sim_motion_step (simulator, t_stop, stop);
  if (status != ODE_DONE)
    return status;
  double window = sim_witness_window (simulator);
  status = sim_switch_search (simulator);
  if (status != ODE_DONE)
    return status;
  double size = sim_motion_size (simulator);
  if (simulator->search != NULL && !sim_search_begin (simulator, t_stop, stop, window))
    return ODE_STOPPED;
  gboolean tight = window <= sim_witness_smallest_window (simulator), missed = FALSE;
  int n = sim_witness_sample (simulator);
  int leader = search (simulator, n, window, tight);
  if (leader >= 0)
    status = end_at_crossing (simulator, leader, window, tight, &missed);
  if (status != ODE_DONE)
    return status;
  sim_switch_cut (simulator, size);
  simulator->misses = missed ? simulator->misses + 1 : 0;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      SimEventState *state = &simulator->events[event];
      /* The event may have the other direction only, so that the return was none. From now on |g| tells whether the motion has left. */
      if (state->returned <= sim_motion_size (simulator))
        state->expected = 0;
      if (state->crossed)
        sim_witness_fire (simulator, event, window);
      else if (state->latched && has_left (simulator, event, simulator->g1[event]))
        state->latched = FALSE;
    }
  if (observes (simulator))
    observe (simulator, leader >= 0 ? sim_witness_sample (simulator) : n, window, leader >= 0);
  return ODE_DONE;
}

/* Finds witnesses that are exactly zero when another event is handled, and stores the sign that they would have after their crossing.
 * Otherwise a crossing of a witness on the same surface could be missed after the update. */
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
    {
      OdeStatus status = sim_motion_step (simulator, t_stop, stop);
      return status == ODE_DONE ? sim_switch_search (simulator) : status;
    }
  simulator->t_step = sim_t (simulator);
  memcpy (simulator->x_step, sim_x (simulator), sizeof (double) * (gsize)simulator->system->ode->n_states);
  OdeStatus status = simulator->isolation == SIM_ISOLATE_DRAKE ? sim_witness_step_reintegrating (simulator, t_stop, stop)
                                                               : step_on_dense_output (simulator, t_stop, stop);
  if (status == ODE_DONE)
    {
      note_arrivals (simulator);
      if (sim_surface_is_used (simulator))
        sim_surface_arrive (simulator);
      /* The values at the end of this step are also the values at the
       * start of the next step, unless an update changes the state. */
      memcpy (simulator->g0, simulator->g1, sizeof (double) * (gsize)simulator->system->n_events);
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
