/* Finds changes of witnesses and of switch functions in a step by bounds of them.
 *
 * Witnesses. Between two samples of one sign, parts of the step are halved until the bounds of the witness have one sign. A time in each row of parts
 * of the other sign is added to the samples, so that each change of sign is a bracket. A part in which the witness is monotone, by bounds
 * of its rate along the solution, has the sign of its ends. A part smaller than 2^−40 of the step or 4 ulp of the time is not divided further.
 *
 * Switch functions. Parts of the step are halved, the first part first, until the switch function stays on its side in the whole part, or is beyond it. A
 * part in which neither is certain is passed over if what the conditions hide in it is negligible, size·hidden ≤ NEGLIGIBLE tolerances; all
 * such parts together may hide ENOUGH tolerances. A part of the smallest size that time resolves is passed over too, as in
 * sim-resolve.c.
 *
 * Motion along a surface. Parts of the step are halved, the first part first, until bounds show that both sides lead to the surface in the whole
 * part, or one side does not at its middle. */
#include <float.h>
#include <math.h>

#include "sim-loop-private.h"
#include "sim-switch-private.h"
#include "sim-timing.h"
#include "sim-witness-private.h"

/* The slopes of a step exceed those of its stages by at most this part of their width; more than for the right-hand side, because crossings
 * must be found. */
#define WIDER 1
/* The parts of a step that are examined for one witness, ten times as many for a reference. A smooth witness needs about 80 for each
 * crossing. */
#define MOST_PARTS 2000
#define SMALLEST_PART 0x1p-40
/* The parts that are examined for a witness whose event has just happened and which is still near zero. */
#define MOST_LATCHED 200

/* Size of the stack of parts that are still to be examined: each halving adds one. */
#define DEPTH 64

/* The search of one witness in a step. */
typedef struct
{
  int event;
  double *times; /* n of at most `most` times so far */
  int n, most;
  gboolean excluded; /* FALSE: not all parts could be examined */
  gboolean begins;   /* the witness was just handled and no sample has shown its sign yet */
} Changes;

static void
add_time (Changes *changes, SimPart part)
{
  if (changes->n == changes->most)
    changes->excluded = FALSE;
  else
    changes->times[changes->n++] = 0.5 * (part.from + part.to);
}

/* In parts shorter than this fraction of the step, the rounding margins of the bounds may be wider than the change of the witness. */
#define SHORT_PART 0x1p-20
/* A part is not divided further if the bounds of the witness in it are at most this multiple of those at its middle: both halves would have
 * bounds of nearly the same width. */
#define OF_MARGINS 4

/* Sets resolve->g_lo and g_hi to bounds of all witnesses in a part of the step. Returns FALSE if the dense output of the step has no bounds. */
static gboolean
bound_witnesses (SimSimulator *simulator, SimPart part)
{
  SimSystem *system = simulator->system;
  SimResolve *resolve = simulator->resolve;
  double t0 = ode_dense_output_start (resolve->segment), stop = ode_dense_output_stop (resolve->segment);
  double a = fmin (t0 + part.from, stop), b = fmin (t0 + part.to, stop);

  if (!ode_dense_output_bounds (resolve->segment, 0, a, b, resolve->lo, resolve->hi))
    return FALSE;
  system->witness_bounds (system->self, a, b, resolve->lo, resolve->hi, resolve->g_lo, resolve->g_hi);
  return TRUE;
}

/* Returns where a part is divided: in the middle, or, near the start of the step, where the witness grows from zero after an event, at the
 * geometric mean of its ends. */
static double
middle_of (SimPart part)
{
  return part.from > 0 && part.to > 4 * part.from ? sqrt (part.from * part.to) : 0.5 * (part.from + part.to);
}

/* Returns whether a part in which the bounds of the witness have this width would not be resolved better by its halves. */
static gboolean
is_at_margins (SimSimulator *simulator, int event, SimPart part, double width)
{
  const SimResolve *resolve = simulator->resolve;
  double middle = middle_of (part);

  if (part.to - part.from > SHORT_PART * sim_motion_size (simulator))
    return FALSE;
  return bound_witnesses (simulator, (SimPart){ middle, middle })
         && width <= OF_MARGINS * (resolve->g_hi[event] - resolve->g_lo[event]);
}

/* Returns the sign of a witness at the end of a part if it is monotone in the whole part, which was just bounded: it has at most one
 * crossing there. 0: this is not known. */
static int
sign_after_trend (SimSimulator *simulator, int event, SimPart part, double threshold)
{
  SimSystem *system = simulator->system;
  const SimResolve *resolve = simulator->resolve;
  double t0 = ode_dense_output_start (resolve->segment), stop = ode_dense_output_stop (resolve->segment);
  int trend = system->witness_trend (system->self, event, fmin (t0 + part.from, stop), fmin (t0 + part.to, stop), resolve->lo, resolve->hi);

  if (trend == 0 || !bound_witnesses (simulator, (SimPart){ part.to, part.to }))
    return 0;
  return resolve->g_lo[event] > threshold ? 1 : resolve->g_hi[event] < -threshold ? -1 : 0;
}

/* Examines the times between two samples, at which the witness has the signs first and last (0: unknown). Adds a time in each row of parts
 * with one sign that neither sample shows: rows before the last one whose sign is not first, and a last row whose sign is not `last`. If
 * the sign after an event is first seen here, its time is stored as certain. */
static void
examine (SimSimulator *simulator, Changes *changes, SimPart whole, int first, int last)
{
  SimResolve *resolve = simulator->resolve;
  const SimEventState *state = &simulator->events[changes->event];
  double t0 = ode_dense_output_start (resolve->segment), stop = ode_dense_output_stop (resolve->segment);
  double h = sim_motion_size (simulator), smallest = fmax (SMALLEST_PART * h, 4 * sim_ulp (fmax (fabs (t0), fabs (stop))));
  double threshold = first == 0 && state->latched ? 2 * fabs (state->handled) : 0;
  int most_parts = first == 0 ? MOST_LATCHED : simulator->resolves ? 10 * MOST_PARTS : MOST_PARTS, n_waiting = 1, n_parts = 0;
  int sign = first; /* of the present row */
  gboolean is_shown = TRUE;
  SimPart waiting[DEPTH] = { whole }, largest = { 0, 0 };

  if (!(whole.to > whole.from))
    return;
  while (n_waiting > 0)
    {
      SimPart part = waiting[--n_waiting];
      double middle = middle_of (part), width;
      int found;

      if (++n_parts > most_parts || !bound_witnesses (simulator, part))
        {
          /* A witness that stays at the value of its last event up to rounding errors has no sign. */
          changes->excluded = changes->excluded && sign == 0;
          return;
        }
      found = resolve->g_lo[changes->event] > threshold ? 1 : resolve->g_hi[changes->event] < -threshold ? -1 : 0;
      width = resolve->g_hi[changes->event] - resolve->g_lo[changes->event];
      if (found == 0)
        {
          found = sign_after_trend (simulator, changes->event, part, threshold);
          part.from = found != 0 ? part.to : part.from;
        }
      if (found == 0)
        {
          if (part.to - part.from > smallest && n_waiting + 2 <= DEPTH && !is_at_margins (simulator, changes->event, part, width))
            {
              /* The first half is examined first. */
              waiting[n_waiting++] = (SimPart){ middle, part.to };
              waiting[n_waiting++] = (SimPart){ part.from, middle };
            }
          continue;
        }
      threshold = 0;
      if (found == sign)
        {
          if (part.to - part.from > largest.to - largest.from)
            largest = part;
          continue;
        }
      if (!is_shown)
        add_time (changes, largest);
      is_shown = FALSE;
      largest = part;
      if (sign == 0 && changes->begins)
        {
          simulator->certain[changes->event] = 0.5 * (part.from + part.to);
          add_time (changes, part);
          is_shown = TRUE;
          changes->begins = FALSE;
        }
      sign = found;
    }
  if (!is_shown && sign != last)
    add_time (changes, largest);
}

/* Examines the times between all samples of a witness. */
static void
examine_samples (SimSimulator *simulator, Changes *changes, int n_samples)
{
  const double *s = simulator->samples;
  const SimEventState *state = &simulator->events[changes->event];
  double largest = 0, tolerance;
  int first, from = 0;

  for (int k = 0; k < n_samples; k++)
    largest = fmax (largest, fabs (sim_witness_values (simulator, k)[changes->event]));
  tolerance = fmax (10 * DBL_EPSILON * largest, state->latched ? 2 * fabs (state->handled) : 0);
  changes->begins = state->latched || sim_witness_values (simulator, 0)[changes->event] == 0;
  first = changes->begins ? 0 : sim_witness_values (simulator, 0)[changes->event] > 0 ? 1 : -1;
  for (int k = 1; k < n_samples; k++)
    {
      double g = sim_witness_values (simulator, k)[changes->event], least = changes->begins ? tolerance : 0;
      int next = g > least ? 1 : g < -least ? -1 : 0;

      /* Times between samples of one sign are examined together. */
      if (first == next && k + 1 < n_samples)
        continue;
      if (first == next)
        examine (simulator, changes, (SimPart){ s[from], s[k] }, first, next);
      else
        {
          if (first != 0 || simulator->resolves)
            examine (simulator, changes, (SimPart){ s[from], s[k - 1] }, first, first);
          examine (simulator, changes, (SimPart){ s[k - 1], s[k] }, first, next);
        }
      /* The search takes the sign of the first sample beyond the tolerance. */
      if (next != 0)
        changes->begins = FALSE;
      first = next;
      from = k;
    }
}

/* Returns whether the witness of an event may be zero in the box lo, hi of the last step, and marks all witnesses of which this holds. */
static gboolean
mark_near (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  SimResolve *resolve = simulator->resolve;
  gboolean any = FALSE;

  system->witness_bounds (system->self, sim_t_previous (simulator), sim_t (simulator), resolve->lo, resolve->hi, resolve->g_lo,
                          resolve->g_hi);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];

      simulator->is_near[k] = resolve->g_lo[event] <= 0 && resolve->g_hi[event] >= 0;
      any = any || simulator->is_near[k];
    }
  return any;
}

int
sim_resolve_changes (SimSimulator *simulator, int n_samples, double *times, int most)
{
  SimResolve *resolve = sim_resolve_of (simulator);
  int n = 0;

  for (int k = 0; k < simulator->n_witnesses; k++)
    simulator->certain[simulator->witnesses[k]] = NAN;
  if (sim_resolve_box_of_stages (simulator, WIDER) && !mark_near (simulator))
    return 0;
  if (!sim_resolve_take_segment (simulator)
      || !ode_dense_output_bounds (resolve->segment, 0, ode_dense_output_start (resolve->segment), ode_dense_output_stop (resolve->segment),
                                   resolve->lo, resolve->hi)
      || !mark_near (simulator))
    return 0;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      Changes changes = { simulator->witnesses[k], times, n, most, TRUE, FALSE };

      if (!simulator->is_near[k])
        continue;
      examine_samples (simulator, &changes, n_samples);
      n = changes.n;
      if (!changes.excluded && simulator->resolves)
        sim_resolve_fail (simulator, -1, changes.event);
    }
  return n;
}

/* ---- switches ---- */

/* Largest error that conditions may make unseen, as a multiple of the tolerance: NEGLIGIBLE in one part of a step, ENOUGH in all parts of the
 * step together. */
#define NEGLIGIBLE 0.0625
#define ENOUGH 0.5
/* Largest such error in a part of the smallest size. The time of a located change is not known better than this size. At accuracy 1e-12 a
 * million tolerances are the difference up to which two references agree. */
#define MOST_AT_FLOOR 1e6
/* The parts that are examined for one switch in a step. A smooth function needs about 80 for each change. */
#define MOST_SWITCH_PARTS 5000

gboolean
sim_resolve_passes (SimSimulator *simulator)
{
  return simulator->resolves && simulator->resolve != NULL && simulator->resolve->passes && !simulator->resolve->failed;
}

gboolean
sim_resolve_begin_switches (SimSimulator *simulator)
{
  simulator->resolve->hidden_in_parts = 0;
  return sim_resolve_take_segment (simulator);
}

/* Returns 1 if a switch function with these bounds is on the side, −1 if it is beyond it by more than the latch, 0 if neither is certain.
 */
static int
place_of (ExprSwitchKind kind, double side, double lo, double hi, double latch)
{
  double low = kind == EXPR_SWITCH_CEIL ? side - 1 : kind == EXPR_SWITCH_ROUND ? side - 0.5 : side, high = low + 1;

  if (kind == EXPR_SWITCH_SIGN)
    {
      low = side > 0 ? 0 : side < 0 ? -INFINITY : -0.0;
      high = side > 0 ? INFINITY : 0;
      if (side == 0 && lo == 0 && hi == 0)
        return 1;
    }
  return lo > low && hi < high ? 1 : hi < low - latch || lo > high + latch ? -1 : 0;
}

/* Returns whether the error that a change of conditions inside the part can make is negligible. If it is, adds the error to the sum of all
 * such parts of the step. */
static gboolean
is_negligible (SimSimulator *simulator, SimPart part, double smallest)
{
  SimResolve *resolve = simulator->resolve;
  gboolean is_smallest = part.to - part.from <= smallest;
  double excess;

  sim_resolve_worst (simulator, FALSE, part, &excess);
  if (!(excess <= (is_smallest ? MOST_AT_FLOOR : NEGLIGIBLE)) || !(is_smallest || resolve->hidden_in_parts + excess <= ENOUGH))
    return FALSE;
  resolve->hidden_in_parts += is_smallest ? 0 : excess;
  return TRUE;
}

SimFound
sim_resolve_switch (SimSimulator *simulator, int k, double until, double *low, double *high)
{
  const SimSwitches *switches = simulator->switches;
  SimResolve *resolve = simulator->resolve;
  ExprSwitchKind kind = model_system_switch (switches->model, k)->kind;
  double side = model_system_sides (switches->model)[k];
  double smallest = sim_motion_least_size (simulator);
  int n_waiting = 1, n_parts = 0;
  SimPart waiting[DEPTH] = { { 0, until } };

  *low = 0;
  while (n_waiting > 0)
    {
      SimPart part = waiting[--n_waiting];
      double middle = middle_of (part);
      int place;

      if (++n_parts > MOST_SWITCH_PARTS || !sim_resolve_box_of_part (simulator, part))
        return SIM_FOUND_UNKNOWN;
      simulator->system->switch_bounds (simulator->system->self, sim_motion_time_after (simulator, part.from),
                                        sim_motion_time_after (simulator, part.to), resolve->lo, resolve->hi, resolve->s_lo, resolve->s_hi);
      place = place_of (kind, side, resolve->s_lo[k], resolve->s_hi[k], switches->latches[k]);
      if (place < 0)
        {
          *high = 0.5 * (part.from + part.to);
          return SIM_FOUND_CHANGE;
        }
      if (place > 0)
        *low = part.to;
      else if (!is_negligible (simulator, part, smallest))
        {
          if (part.to - part.from <= smallest || n_waiting + 2 > DEPTH)
            return SIM_FOUND_UNKNOWN;
          /* The first half is examined first. */
          waiting[n_waiting++] = (SimPart){ middle, part.to };
          waiting[n_waiting++] = (SimPart){ part.from, middle };
        }
    }
  return SIM_FOUND_NOTHING;
}

/* The parts of a step along a surface that are examined, and those of all such steps of a run. A smooth rate needs about 80 near each time at which
 * it comes close to zero. */
#define MOST_LEAVING_PARTS 1000
#define MOST_LEAVING_IN_RUN 500000

gboolean
sim_resolve_leaving (SimSimulator *simulator, double until, double *low, double *high)
{
  SimSystem *system = simulator->system;
  SimSwitches *switches = simulator->switches;
  SimResolve *resolve = sim_resolve_of (simulator);
  double smallest = fmax (SMALLEST_PART * sim_motion_size (simulator), sim_motion_least_size (simulator));
  int n_waiting = 1;
  SimPart waiting[DEPTH] = { { 0, until } };

  *low = 0;
  if (system->slides == NULL || !(until > 0) || !sim_resolve_take_segment (simulator))
    return FALSE;
  for (int n_parts = 0; n_waiting > 0 && n_parts < MOST_LEAVING_PARTS && switches->state.n_leaving_parts < MOST_LEAVING_IN_RUN; n_parts++)
    {
      SimPart part = waiting[--n_waiting];
      double middle = middle_of (part);

      switches->state.n_leaving_parts++;
      if (!sim_resolve_box_of_part (simulator, part))
        return FALSE;
      if (system->slides (system->self, sim_motion_time_after (simulator, part.from), sim_motion_time_after (simulator, part.to), resolve->lo,
                          resolve->hi))
        {
          *low = part.to;
          continue;
        }
      if (sim_motion_interpolate_after (simulator, middle, simulator->x_scratch) == ODE_DONE
          && sim_switch_hold (switches, sim_motion_time_after (simulator, middle), simulator->x_scratch) < 0)
        {
          *high = middle;
          return TRUE;
        }
      if (part.to - part.from <= smallest || n_waiting + 2 > DEPTH)
        continue;
      /* The first half is examined first. */
      waiting[n_waiting++] = (SimPart){ middle, part.to };
      waiting[n_waiting++] = (SimPart){ part.from, middle };
    }
  return FALSE;
}

gboolean
sim_resolve_shorten (SimSimulator *simulator, OdeStatus *status)
{
  if (!sim_resolve_may_shorten (simulator))
    {
      double excess;
      int worst = sim_resolve_worst (simulator, FALSE, (SimPart){ 0, sim_motion_size (simulator) }, &excess);

      sim_resolve_fail (simulator, worst, -1);
      *status = ODE_FAIL_MIN_STEP;
      return FALSE;
    }
  *status = sim_motion_retake (simulator, 0.5 * sim_motion_size (simulator));
  return *status == ODE_DONE;
}
