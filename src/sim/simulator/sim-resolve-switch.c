/* Finds the first change of a condition on states in a step by bounds of its switch function.
 *
 * Parts of the step are halved, the first part first, until the switch function stays on its side in the whole part, or is beyond it. A
 * part in which neither is certain is passed over if what the conditions hide in it is negligible, size·hidden ≤ NEGLIGIBLE tolerances; all
 * such parts together may hide ENOUGH tolerances. A part of the smallest size that time resolves is passed over too, as in
 * sim-resolve.c. */
#include <math.h>

#include "sim-resolve-private.h"
#include "sim-switch-private.h"
#include "sim-timing.h"

/* The largest part of the tolerances that one part, and all parts of a step, may hide. */
#define NEGLIGIBLE 0.0625
#define ENOUGH 0.5
/* The largest multiple of the tolerances that one part of the smallest size may hide. Beside a change that is located the time of the change
 * is not resolved further; at accuracy 1e-12 this is the difference up to which two references agree. */
#define MOST_AT_FLOOR 1e6
/* The parts that are examined for one switch in a step. A smooth function needs about 80 for each change. */
#define MOST_PARTS 5000
/* The largest number of parts that wait: one for each halving. */
#define DEPTH 64

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

/* Returns whether what the conditions hide in a part may be passed over, and adds it to the sum of the step. */
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
  double smallest = 4 * sim_ulp (fmax (fabs (sim_t_previous (simulator)), fabs (sim_t (simulator))));
  int n_waiting = 1, n_parts = 0;
  SimPart waiting[DEPTH] = { { 0, until } };

  *low = 0;
  while (n_waiting > 0)
    {
      SimPart part = waiting[--n_waiting];
      double middle = part.from > 0 && part.to > 4 * part.from ? sqrt (part.from * part.to) : 0.5 * (part.from + part.to);
      int place;

      if (++n_parts > MOST_PARTS || !sim_resolve_box_of_part (simulator, part))
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
