/* Computes one member of an ensemble again to find out whether its steps passed over a change of the right-hand side. */
#include "lab-ensemble-run.h"

#include <math.h>

#include "lab-lanes-private.h"
#include "lab-progress-monitor.h"

char *
lab_ensemble_passed_over (const LabEnsemble *ensemble, guint64 member, const LabProgress *progress)
{
  g_autoptr (LabLanes) lanes = lab_lanes_new (ensemble, 1, NULL);
  LabAlone *alone = lanes != NULL ? lab_alone_new (lanes, member, NULL) : NULL;
  LabProgressMonitor monitor = { .progress = progress };
  const OdeSystem *ode;
  char *sentence = NULL;
  SimStatistics statistics;
  SimStatus status;

  if (alone == NULL)
    return NULL;
  lab_lanes_span (lanes, alone->system, &monitor.t_start, &monitor.t_end);
  lab_progress_monitor_attach (&monitor, alone->simulator);
  status = sim_simulator_initialize (alone->simulator, monitor.t_start, NULL, NULL, monitor.t_end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    sim_simulator_advance_to (alone->simulator, monitor.t_end);
  statistics = sim_simulator_statistics (alone->simulator);
  ode = sim_simulator_system (alone->simulator)->ode;
  if (statistics.passed.n_steps > 0)
    sentence = sim_passed_sentence (&statistics.passed, ode->names);
  lab_alone_free (alone);
  return sentence;
}
