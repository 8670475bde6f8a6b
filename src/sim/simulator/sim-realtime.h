/* Real time: holding a run back to a rate, and measuring the rate it reaches.
 * One thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limits simulated time to t_anchor + rate · (wall time since the anchor). The anchor moves when the rate changes and after a pause, so
 * that a run does not catch up on that time. */
typedef struct
{
  double rate;     /* 0: no limit */
  double t_anchor;
  gint64 wall_anchor; /* µs, monotonic */
} SimThrottle;
/* Sets the rate and moves the anchor to (t, now). */
void sim_throttle_rebase (SimThrottle *throttle, double t, double rate);
/* Returns the time to wait in µs before the run continues from t; 0 where it
 * lags behind. */
gint64 sim_throttle_wait (const SimThrottle *throttle, double t);

/* Rate over whole periods of wall time, for display. */
typedef enum { SIM_RATE_INITIALIZED, SIM_RATE_INCOMPLETE, SIM_RATE_COMPUTED } SimRateState;
typedef struct
{
  double period;   /* s of wall time, > 0 */
  double t_last;   /* NaN before the first finite time */
  double wall_last;
} SimRateCalculator;
typedef struct
{
  SimRateState state;
  double n_periods; /* SIM_RATE_COMPUTED: number of whole periods that have passed, and the rate over them */
  double rate;
} SimRate;
/* Starts measuring over periods of `period` seconds of wall time. */
void sim_rate_init (SimRateCalculator *calculator, double period);
/* Passes simulated time t at a wall time in seconds and returns the rate, when
 * a whole period has passed. t = −∞ resets; NaN and a repeated time give
 * SIM_RATE_INCOMPLETE. */
SimRate sim_rate_update (SimRateCalculator *calculator, double t, double wall);

G_END_DECLS
