/* Slows a run down to a real-time rate, and measures the rate that it reaches.
 * SimRateCalculator corresponds to Drake's RealtimeRateCalculator; Stepwise itself does not use it.
 * Only one thread at a time may use an object. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limits the simulated time to t_anchor + rate · (wall time since wall_anchor). Both anchors are set to the current times when the rate
 * changes and after a pause, so that the run does not run faster after a pause. */
typedef struct
{
  double rate;     /* simulated time per wall time; 0: no limit */
  double t_anchor;
  gint64 wall_anchor; /* monotonic wall time in µs */
} SimThrottle;
/* Sets the rate, t_anchor = t and wall_anchor = the current wall time. */
void sim_throttle_rebase (SimThrottle *throttle, double t, double rate);
/* Returns the number of µs to wait before the run continues from t; 0 if the run is slower than its real-time rate. */
gint64 sim_throttle_wait (const SimThrottle *throttle, double t);

/* Measures the real-time rate over whole periods of wall time, for display. */
typedef enum { SIM_RATE_INITIALIZED, SIM_RATE_INCOMPLETE, SIM_RATE_COMPUTED } SimRateState;
typedef struct
{
  double period;   /* length of a period in seconds of wall time, > 0 */
  double t_last;   /* simulated time at the last report; NaN before the first finite time */
  double wall_last;
} SimRateCalculator;
typedef struct
{
  SimRateState state;
  double n_periods; /* if SIM_RATE_COMPUTED: number of whole periods since the last report; `rate` is the rate in this time */
  double rate;
} SimRate;
/* Starts a measurement over periods of `period` seconds of wall time. */
void sim_rate_init (SimRateCalculator *calculator, double period);
/* Notes the simulated time t at a wall time in seconds. If at least one whole period
 * has passed, returns the rate over it. t = −∞ resets the measurement; NaN and
 * a repeated time give SIM_RATE_INCOMPLETE. */
SimRate sim_rate_update (SimRateCalculator *calculator, double t, double wall);

G_END_DECLS
