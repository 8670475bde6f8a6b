/* Computes what can be resolved of a witness g at a surface g = 0: its rounding error, and its rate of change along the motion. */
#pragma once

#include "sim-simulator-private.h"

G_BEGIN_DECLS

/* Returns an estimate of the rounding error of a witness at the current time and state that rounding of its arguments causes; 0 if the witness
 * is undefined. */
double sim_surface_noise (SimSimulator *simulator, int event);
/* Returns the size of the current steps: the last step, or the next one of the controller if an event has cut the last step. */
double sim_surface_time_scale (const SimSimulator *simulator);
/* Notes what is known of the witnesses that are at their surface when events happen at the end of a step, before the updates of the events:
 * rounding error, rate, and the side of the surface that a witness without an event has reached. */
void sim_surface_arrive (SimSimulator *simulator);
/* Returns the sign of dg/dt of a witness along the right-hand side at the time s after the start of the last step, or 0 if it is not known or
 * not larger than its uncertainty. */
int sim_surface_sign (SimSimulator *simulator, int event, double s);
/* Computes after the updates of events whether an event has begun or ended a rest or a sliding, which changes its witness. */
void sim_surface_change_phase (SimSimulator *simulator);
/* Computes after the updates of events to which side of the surface the motion moves the witnesses that are at it. */
void sim_surface_depart (SimSimulator *simulator);
/* Returns whether the run tells rounding errors of witnesses from crossings. Profiles of other systems do not. */
static inline gboolean
sim_surface_is_used (const SimSimulator *simulator)
{
  return simulator->profile == SIM_PROFILE_STEPWISE;
}

G_END_DECLS
