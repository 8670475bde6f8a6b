#include "lab-progress-monitor.h"

#include <glib/gi18n-lib.h>

SimHandlerStatus
lab_progress_monitor (gpointer monitor, const SimSimulator *simulator)
{
  LabProgressMonitor *self = monitor;
  double span = self->t_end - self->t_start;

  if (++self->steps % lab_progress_steps (sim_simulator_system (simulator)->ode->n_states) != 0
      || lab_progress_report (self->progress, span > 0 ? (sim_simulator_t (simulator) - self->t_start) / span : 1, NULL))
    return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
  self->cancelled = TRUE;
  return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup (_("cancelled")) };
}
