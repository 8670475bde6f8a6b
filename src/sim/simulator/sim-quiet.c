/* Steps of a run in which nothing can happen but steps: the system has no events, no monitors, no breaks and no switches, and no state was
 * set by the user. Such a pass of the hybrid loop leaves out the searches for what is due, and gives the same run as the full pass. */
#include <math.h>

#include "sim-loop-private.h"

/* The conditions are those for which the parts of a pass in sim-advance.c do nothing. Drake's profile takes a step of length 0 at a boundary. With
 * publishes at exact times a step may end at a time of the output. */
gboolean
sim_quiet_is (const SimSimulator *simulator)
{
  const SimSystem *system = simulator->system;

  return system->n_events == 0 && system->n_monitors == 0 && simulator->switches == NULL && simulator->integrator != NULL
         && !isfinite (simulator->next_break) && !sim_live_has_edits (simulator) && simulator->profile != SIM_PROFILE_DRAKE
         && !simulator->exact_publish;
}

gboolean
sim_quiet_step (SimSimulator *simulator, double boundary)
{
  double t0 = sim_t (simulator), t;
  OdeStatus ode;

  if (t0 >= boundary)
    {
      sim_status_end (simulator, boundary);
      return FALSE;
    }
  ode = sim_motion_step (simulator, boundary, isfinite (boundary) ? ODE_STOP_END : ODE_STOP_EVENT);
  sim_simulator_flush_attempt (simulator);
  if (ode != ODE_DONE)
    {
      sim_status_ode (simulator, ode, boundary);
      return FALSE;
    }
  t = sim_t (simulator);
  sim_advance_count (simulator, t0);
  if (t > t0)
    {
      GError *error = NULL;

      if (!sim_recorder_step (simulator->recorder, t0, t, 0, NULL, 0, &error))
        {
          sim_status_error (simulator, error, boundary);
          return FALSE;
        }
    }
  if (simulator->monitor != NULL)
    {
      SimHandlerStatus status = simulator->monitor (simulator->monitor_user, simulator);

      if (status.severity >= SIM_REACHED_TERMINATION)
        {
          sim_status_handler (simulator, &status, boundary);
          return FALSE;
        }
      g_free (status.message);
    }
  if (sim_t (simulator) >= boundary)
    {
      sim_status_end (simulator, boundary);
      return FALSE;
    }
  return TRUE;
}
