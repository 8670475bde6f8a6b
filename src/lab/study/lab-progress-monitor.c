/* Reports the progress of a run after steps and, inside long steps, from the look function of the simulator. It does
 * not report each time, but after a number of steps or looks that depends on the number of states. */
#include "lab-progress-monitor.h"

#include <glib/gi18n-lib.h>

static gboolean
report (LabProgressMonitor *self)
{
  if (!self->cancelled && !lab_progress_report (self->progress, self->fraction, NULL))
    self->cancelled = TRUE;
  return !self->cancelled;
}

static gboolean
look (gpointer user)
{
  LabProgressMonitor *self = user;

  return ++self->looks % self->every == 0 ? report (self) : !self->cancelled;
}

static SimHandlerStatus
monitor (gpointer user, const SimSimulator *simulator)
{
  return lab_progress_monitor_step_to (user, sim_simulator_t (simulator)) ? (SimHandlerStatus) { .severity = SIM_DID_NOTHING }
                                                                          : lab_progress_monitor_end ();
}

void
lab_progress_monitor_watch (LabProgressMonitor *self, SimSimulator *simulator)
{
  self->every = lab_progress_steps (sim_simulator_system (simulator)->ode->n_states);
  sim_simulator_set_look (simulator, look, self);
}

void
lab_progress_monitor_attach (LabProgressMonitor *self, SimSimulator *simulator)
{
  lab_progress_monitor_watch (self, simulator);
  sim_simulator_set_monitor (simulator, monitor, self);
}

gboolean
lab_progress_monitor_step (LabProgressMonitor *self, double fraction)
{
  self->fraction = CLAMP (fraction, 0, 1);
  return ++self->steps % self->every == 0 ? report (self) : !self->cancelled;
}

gboolean
lab_progress_monitor_step_to (LabProgressMonitor *self, double t)
{
  double span = self->t_end - self->t_start;

  return lab_progress_monitor_step (self, span > 0 ? (t - self->t_start) / span : 1);
}

SimHandlerStatus
lab_progress_monitor_end (void)
{
  return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup (_("cancelled")) };
}
