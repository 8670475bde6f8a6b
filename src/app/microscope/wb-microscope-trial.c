/* Makes the open attempt again with other step sizes on the thread pool. One thread at a time may use a trial, so that a job owns it while it
 * works and returns it with its result. A size that is wanted in the meantime is tried afterwards. */
#include <glib/gi18n.h>
#include <math.h>

#include "wb-microscope-private.h"
#include "wb-session-branch.h"

/* What a job receives and returns. */
typedef struct
{
  LabTrial *trial;
  double h;             /* size to try; NaN: the curve is wanted */
  LabTrialCurve *curve;
  LabAttempt *tried;
  char *error;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  lab_trial_free (work->trial);
  lab_trial_curve_free (work->curve);
  lab_attempt_free (work->tried);
  g_free (work->error);
  g_free (work);
}

static gpointer
make (WbJob *job, gpointer data, GError **error)
{
  const LabProgress progress = { wb_job_go_on, job };
  Work *request = data, *work = g_new0 (Work, 1);
  g_autoptr (GError) reason = NULL;

  *work = (Work) { .trial = g_steal_pointer (&request->trial), .h = request->h };
  if (isnan (work->h))
    work->curve = lab_trial_curve (work->trial, &progress, &reason);
  else
    work->tried = lab_trial_attempt (work->trial, work->h, &progress, &reason);
  if (reason != NULL)
    work->error = g_strdup (reason->message);
  return work;
}

static void begin (WbMicroscope *self, double h);

static void
on_made (gpointer owner, gpointer result, const GError *error)
{
  WbMicroscope *self = owner;
  Work *work = result;

  self->trial = g_steal_pointer (&work->trial);
  if (work->curve != NULL)
    self->curve = g_steal_pointer (&work->curve);
  if (!isnan (self->h_wanted))
    {
      g_clear_pointer (&self->tried, lab_attempt_free);
      self->tried = g_steal_pointer (&work->tried);
      if (self->tried != NULL)
        self->tried->simulator = self->attempt->simulator; /* the trial's own is in use when the next size is tried */
      g_free (self->trial_error);
      self->trial_error = g_steal_pointer (&work->error);
      if (work->h != self->h_wanted)
        begin (self, self->h_wanted);
    }
  work_free (work);
  wb_microscope_emit_tried (self);
}

static void
begin (WbMicroscope *self, double h)
{
  Work *request = g_new0 (Work, 1);

  *request = (Work) { .trial = g_steal_pointer (&self->trial), .h = h };
  wb_job_replace (&self->trial_job, self, make, request, work_free, on_made, work_free);
}

void
wb_microscope_clear_trial (WbMicroscope *self)
{
  g_clear_pointer (&self->trial_job, wb_job_cancel);
  g_clear_pointer (&self->trial, lab_trial_free);
  g_clear_pointer (&self->curve, lab_trial_curve_free);
  g_clear_pointer (&self->tried, lab_attempt_free);
  g_clear_pointer (&self->trial_error, g_free);
  self->h_wanted = NAN;
}

void
wb_microscope_begin_trial (WbMicroscope *self, LabTrial *trial, char *reason)
{
  wb_microscope_clear_trial (self);
  self->trial = trial;
  self->trial_error = reason;
  if (trial != NULL)
    begin (self, NAN);
}

void
wb_microscope_try (WbMicroscope *self, double h)
{
  if (self->attempt == NULL || (self->trial == NULL && self->trial_job == NULL))
    return;
  self->h_wanted = h;
  if (isnan (h))
    {
      g_clear_pointer (&self->tried, lab_attempt_free);
      g_clear_pointer (&self->trial_error, g_free);
      wb_microscope_emit_tried (self);
    }
  else if (self->trial != NULL)
    begin (self, h);
}

double wb_microscope_tried (WbMicroscope *self) { return self->h_wanted; }
const LabTrialCurve *wb_microscope_curve (WbMicroscope *self) { return self->curve; }
const char *wb_microscope_trial_error (WbMicroscope *self) { return self->trial_error; }

gboolean
wb_microscope_can_go_on (WbMicroscope *self, const char **why)
{
  WbRunItem *run = wb_microscope_run (self);
  g_autoptr (SimConfig) config = NULL;
  WbValues *values = NULL;
  double max_step;

  *why = NULL;
  if (run == NULL || self->attempt == NULL || isnan (self->h_wanted))
    *why = _("Choose another step size first");
  else if (self->curve == NULL || !self->curve->controlled)
    *why = _("The steps of this run are not chosen by error control, so that no size can be given for one of them");
  else if (!(self->attempt->record.t > wb_run_item_t_start (run)))
    *why = _("A branch cannot begin at the start of the run; its first step has the size of the setting Initial");
  if (*why != NULL)
    return FALSE;
  wb_run_item_settings_at (run, self->attempt->record.t, &config, &values);
  wb_values_free (values);
  max_step = sim_config_get_number (config, "max_step");
  if (max_step > 0 && self->h_wanted > max_step)
    *why = _("The run's largest step is smaller");
  return *why == NULL;
}

void
wb_microscope_go_on (WbMicroscope *self)
{
  const char *why;

  if (wb_microscope_can_go_on (self, &why))
    wb_session_branch_with_step (self->session, wb_microscope_run (self), self->attempt->record.t, self->h_wanted);
}
