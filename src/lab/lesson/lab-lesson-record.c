/* Records a run of a lesson with enough rows of dense output for a smooth curve. */
#include "lab-lesson-record.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include "lab-lesson-branch.h"
#include "lab-progress-monitor.h"

/* Number of rows from dense output between two steps. Chords of 1/24 of a radian of an oscillation differ from the curve by 2e-4 of the
 * amplitude. */
#define POINTS_PER_STEP 24

gboolean
lab_lesson_record_init (LabLessonRecord *record, const LabLesson *lesson, const LabLessonRun *run, int page, const LabProgress *progress,
                        GPtrArray *diagnostics, GError **error)
{
  SimSamplingRule dense = { .sampling = SIM_SAMPLE_DENSE, .count = POINTS_PER_STEP };
  const LabProblem *problem = &record->setup.problem;
  g_autoptr (GError) local = NULL;
  LabProgressMonitor monitor = { .progress = progress };

  *record = (LabLessonRecord) { 0 };
  if (!lab_lesson_setup_init (&record->setup, lesson, run, page, diagnostics))
    return FALSE;
  record->simulator = lab_problem_simulator (problem, NULL, &local);
  if (record->simulator == NULL)
    {
      model_diagnostics_add (diagnostics, lesson->path, run->node->line, run->node->column, "%s", local->message);
      return FALSE;
    }
  record->system = sim_system_model (sim_simulator_system (record->simulator));
  record->trajectory = sim_trajectory_new (model_system_n_columns (record->system),
                                           (gsize) sim_config_get_number (record->setup.config, "memory_limit"));
  sim_simulator_add_sink (record->simulator, sim_sink_trajectory (record->trajectory), &dense);
  sim_simulator_set_event_log (record->simulator, record->trajectory);
  record->tape = sim_tape_new (0);
  sim_simulator_set_tape (record->simulator, record->tape);
  monitor.t_start = problem->t_start;
  monitor.t_end = problem->t_end;
  lab_progress_monitor_attach (&monitor, record->simulator);
  record->status = sim_simulator_initialize (record->simulator, problem->t_start, NULL, NULL, record->setup.first_end, FALSE);
  if ((record->status.reason == SIM_READY || record->status.reason == SIM_REACHED_END)
      && !lab_lesson_advance (record->simulator, lesson, &record->setup, run, &record->status, diagnostics))
    return FALSE;
  sim_simulator_set_monitor (record->simulator, NULL, NULL);
  sim_simulator_set_look (record->simulator, NULL, NULL);
  if (!monitor.cancelled)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  return FALSE;
}

void
lab_lesson_record_clear (LabLessonRecord *record)
{
  g_clear_pointer (&record->simulator, sim_simulator_free);
  g_clear_pointer (&record->trajectory, sim_trajectory_unref);
  g_clear_pointer (&record->tape, sim_tape_unref);
  lab_lesson_setup_clear (&record->setup);
}
