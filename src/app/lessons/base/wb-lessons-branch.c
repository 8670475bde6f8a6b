/* Computes the run of a lesson page if it is a branch of another run. The run at the root of its chain of branches is computed to its
 * end. Each branch of the chain then begins as if the user moved the playhead to its time, changed settings and values, and began a
 * branch. */
#include "wb-lessons-private.h"

#include "lab-lesson-branch.h"
#include "wb-number-field.h"
#include "wb-session-branch.h"
#include "wb-session-layout.h"

const LabLessonRun *
wb_lessons_shown_run (WbLessons *self)
{
  const LabLessonRun *run = NULL;

  for (int k = self->page; self->lesson != NULL && k >= 0 && run == NULL; k--)
    run = lab_lesson_page_run (self->lesson, k);
  return run;
}

gboolean
wb_lessons_shows_root (WbLessons *self)
{
  const LabLessonRun *run = lab_lesson_page_run (self->lesson, self->page), *root = lab_lesson_root (self->lesson, run);

  for (int k = 0; run != NULL && run->parent != NULL && k < self->page; k++)
    if (lab_lesson_page_run (self->lesson, k) == root)
      return TRUE;
  return FALSE;
}

/* Returns the value of a column at the end of the last step at or before t. */
static double
value_at (WbSession *session, const char *name, double t)
{
  WbRunItem *run = wb_session_current (session);
  const SimTrajectory *trajectory = wb_run_item_trajectory (run);
  int column = model_system_find_column (wb_session_system (session), name);
  double boundary = sim_run_boundary (trajectory, t);
  gsize row = sim_trajectory_find (trajectory, boundary);

  while (row > 0 && (sim_trajectory_flags (trajectory, row) & SIM_ROW_SAMPLE) != 0)
    row--;
  return column >= 0 ? sim_trajectory_row (trajectory, row)[1 + column] : 0;
}

typedef struct { WbSession *session; LabValues *values; double t; } Changes;

static void
take_value (const char *name, double value, gboolean is_state, gboolean shift, gpointer user)
{
  const Changes *changes = user;
  double now = shift ? value_at (changes->session, name, changes->t) + value : value;

  g_hash_table_insert (is_state ? changes->values->initials : changes->values->parameters, g_strdup (name), wb_number_text (now));
}

/* Takes settings and values as those of the page. */
static void
take_over (WbLessons *self, const SimConfig *config, const LabValues *values)
{
  g_clear_pointer (&self->config, sim_config_free);
  g_clear_pointer (&self->values, lab_values_free);
  self->config = sim_config_copy (config);
  self->values = lab_values_copy (values);
}

/* Begins a branch of the current run, which has ended. */
static void
begin (WbLessons *self, const LabLessonRun *run)
{
  WbSession *session = self->session;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (SimConfig) config = sim_config_copy (wb_session_config (session));
  LabValues *values = lab_values_copy (wb_session_values (session));
  Changes changes = { session, values, run->at };

  lab_lesson_branch_settings (run, config, diagnostics);
  lab_lesson_branch_values (run, take_value, &changes);
  if (model_yaml_get (run->node, "end") != NULL)
    values->t_end = lab_lesson_branch_end (run, values->t_end);
  wb_session_set_playhead (session, run->at);
  take_over (self, config, values); /* before the session has them, so that they do not differ from those of the page */
  wb_session_adopt (session, config, values);
  lab_values_free (values);
  if (wb_session_branch (session))
    wb_session_run_to_end (session);
  wb_session_forget_history (session);
  take_over (self, wb_session_config (session), wb_session_values (session));
  wb_lessons_emit_result (self);
}

void
wb_lessons_go_on (WbLessons *self)
{
  g_autoptr (GPtrArray) chain = NULL;
  int index = self->next_branch;

  if (self->lesson == NULL || index == 0 || wb_session_state (self->session) != SIM_RUN_FINISHED)
    return;
  chain = lab_lesson_chain (self->lesson, wb_lessons_shown_run (self));
  self->next_branch = index + 1 < (int) chain->len ? index + 1 : 0;
  if (index < (int) chain->len)
    begin (self, chain->pdata[index]);
}
