/* Slows a run down to a real-time rate, and measures the rate that it reaches.
 * SimRateCalculator is the counterpart of Drake's RealtimeRateCalculator, for
 * users of the library. One thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limits the simulated time to t_anchor + rate · (wall time since the anchor). The anchor is moved when the rate changes and after a pause,
 * so that the run does not catch up on the pause by running faster. */
typedef struct
{
  double rate;     /* 0: no limit */
  double t_anchor;
  gint64 wall_anchor; /* µs, monotonic */
} SimThrottle;
/* Sets the rate and moves the anchor to (t, now). */
void sim_throttle_rebase (SimThrottle *throttle, double t, double rate);
/* Returns the time to wait in µs before the run continues from t; 0 if the run is behind its real-time rate. */
gint64 sim_throttle_wait (const SimThrottle *throttle, double t);

/* Measures the rate over whole periods of wall time, for display. */
typedef enum { SIM_RATE_INITIALIZED, SIM_RATE_INCOMPLETE, SIM_RATE_COMPUTED } SimRateState;
typedef struct
{
  double period;   /* length of a period in seconds of wall time, > 0 */
  double t_last;   /* NaN before the first finite time */
  double wall_last;
} SimRateCalculator;
typedef struct
{
  SimRateState state;
  double n_periods; /* if SIM_RATE_COMPUTED: number of whole periods that have passed; rate: the rate over them */
  double rate;
} SimRate;
/* Starts measuring over periods of `period` seconds of wall time. */
void sim_rate_init (SimRateCalculator *calculator, double period);
/* Adds simulated time t at a wall time in seconds. If at least one whole period
 * has passed, returns the rate over it. t = −∞ resets the measurement; NaN and
 * a repeated time give SIM_RATE_INCOMPLETE. */
SimRate sim_rate_update (SimRateCalculator *calculator, double t, double wall);

G_END_DECLS
