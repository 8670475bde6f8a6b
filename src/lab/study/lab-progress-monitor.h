/* A monitor function that reports the progress of runs of a study. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* Data of lab_progress_monitor for a run from t_start to t_end. The other members must be initialized to 0. */
typedef struct
{
  const LabProgress *progress;
  double t_start, t_end;
  gboolean cancelled; /* TRUE if the monitor ended the run because the study was cancelled */
  long steps;
} LabProgressMonitor;
/* Reports progress every lab_progress_steps (n) steps of a run with n states, and ends the run if the study is cancelled. This is a SimMonitorFunc; its argument
 * monitor is a LabProgressMonitor. */
SimHandlerStatus lab_progress_monitor (gpointer monitor, const SimSimulator *simulator);

G_END_DECLS
