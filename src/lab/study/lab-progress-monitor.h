/* Reports the progress of runs of a study, between steps and inside long steps. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

/* Progress of a run from t_start to t_end. The other members must be initialized to 0. */
typedef struct
{
  const LabProgress *progress;
  double t_start, t_end;
  gboolean cancelled; /* TRUE if the run was ended because the study was cancelled */
  double fraction;    /* the last reported fraction of the run */
  gint64 steps, looks;  /* numbers of steps and of calls inside steps */
  int every;          /* number of steps, or of calls inside steps, between two reports */
} LabProgressMonitor;
/* Makes the simulator report the progress inside its steps. The caller's monitor function calls lab_progress_monitor_step. The struct must outlive the run. */
void lab_progress_monitor_watch (LabProgressMonitor *self, SimSimulator *simulator);
/* Makes the simulator report the progress inside its steps, like lab_progress_monitor_watch, and between them by a monitor function. */
void lab_progress_monitor_attach (LabProgressMonitor *self, SimSimulator *simulator);
/* Reports the fraction of the run after a step, every lab_progress_steps (n) steps of a run with n states. Returns FALSE if the study is
 * cancelled; the run must then end. */
gboolean lab_progress_monitor_step (LabProgressMonitor *self, double fraction);
/* Reports like lab_progress_monitor_step, for a step that ends at t. */
gboolean lab_progress_monitor_step_to (LabProgressMonitor *self, double t);
/* Returns the result of a monitor function that ends a cancelled run. */
SimHandlerStatus lab_progress_monitor_end (void);

G_END_DECLS
