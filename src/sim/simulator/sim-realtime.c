/* Computes how long a run has to wait so that it is not ahead of its rate, and the rate since the last report. */
#include "sim-realtime.h"

#include <math.h>

void
sim_throttle_rebase (SimThrottle *throttle, double t, double rate)
{
  throttle->rate = fmax (rate, 0);
  throttle->t_anchor = t;
  throttle->wall_anchor = g_get_monotonic_time ();
}

gint64
sim_throttle_wait (const SimThrottle *throttle, double t)
{
  if (!(throttle->rate > 0))
    return 0;
  double due = (t - throttle->t_anchor) / throttle->rate * 1e6;
  double wait = due - (double) (g_get_monotonic_time () - throttle->wall_anchor);
  return wait > 0 ? (gint64) fmin (wait, 1e15) : 0;
}

void
sim_rate_init (SimRateCalculator *calculator, double period)
{
  g_return_if_fail (period > 0);
  *calculator = (SimRateCalculator){ .period = period, .t_last = NAN };
}

/* Computes the rate like Drake's RealtimeRateCalculator. If n = ⌊elapsed/period⌋ ≥ 1 whole periods have passed since the last report, the
 * rate is dt/elapsed. The stored wall time then increases by n periods and the stored simulated time by the same fraction of dt; the
 * remainder belongs to the next report. */
SimRate
sim_rate_update (SimRateCalculator *calculator, double t, double wall)
{
  if (isnan (t))
    return (SimRate){ SIM_RATE_INCOMPLETE, 0, NAN };
  if (isnan (calculator->t_last) || t < calculator->t_last)
    {
      calculator->t_last = t;
      calculator->wall_last = wall;
      return (SimRate){ SIM_RATE_INITIALIZED, 0, NAN };
    }
  double dt = t - calculator->t_last;
  double elapsed = wall - calculator->wall_last;
  double n = floor (elapsed / calculator->period);
  if (t == calculator->t_last || n < 1)
    return (SimRate){ SIM_RATE_INCOMPLETE, 0, NAN };
  double fraction = n * calculator->period / elapsed;
  calculator->wall_last += n * calculator->period;
  calculator->t_last = isfinite (dt) ? calculator->t_last + fraction * dt : t;
  return (SimRate){ SIM_RATE_COMPUTED, n, dt / elapsed };
}
