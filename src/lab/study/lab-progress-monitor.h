/* A monitor function for runs of a study. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* The data of lab_progress_monitor for a run from t_start to t_end; the other members begin as 0. */
typedef struct
{
  const LabProgress *progress;
  double t_start, t_end;
  gboolean cancelled; /* the monitor ended the run because the study was cancelled */
  long steps;
} LabProgressMonitor;
/* Reports progress every LAB_PROGRESS_STEPS steps, and ends the run if the study
 * is cancelled. A SimMonitorFunc; monitor is a LabProgressMonitor. */
SimHandlerStatus lab_progress_monitor (gpointer monitor, const SimSimulator *simulator);

G_END_DECLS
