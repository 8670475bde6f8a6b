/* Makes the open attempt again with other step sizes on the thread pool. One thread at a time may use a trial, so that a job owns it while it
 * works and returns it with its result. A size that is wanted in the meantime is tried afterwards. */
#include <glib/gi18n.h>
#include <math.h>

#include "wb-microscope-private.h"
#include "wb-session-branch.h"

/* What a job receives and returns. It has a trial of an attempt or of the step of an event. */
typedef struct
{
  LabTrial *trial;
  LabEventTrial *event_trial;
  SimTrajectory *log;   /* event log of the run, for trials of events */
  WbSearchChoice choice;
  int witness, looks;   /* the search for which the curve is wanted, with its window and whether it uses bounds */
  double window;
  gboolean ranges;
  double h;             /* size to try; NaN: the curve is wanted */
  LabTrialCurve *curve;
  LabEventCurve *event_curve;
  LabAttempt *tried;
  WbSearchPicture *picture;
  char *error;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  wb_search_picture_free (work->picture); /* its event uses the trial */
  lab_trial_free (work->trial);
  lab_event_trial_free (work->event_trial);
  g_clear_pointer (&work->log, sim_trajectory_unref);
  lab_trial_curve_free (work->curve);
  lab_event_curve_free (work->event_curve);
  lab_attempt_free (work->tried);
  g_free (work->error);
  g_free (work);
}

static void
make_step (Work *work, const LabProgress *progress, GError **error)
{
  LabEvent *event;

  if (isnan (work->h))
    {
      work->event_curve = lab_event_curve (work->event_trial, work->witness, work->window, work->looks, work->ranges, progress, error);
      return;
    }
  event = lab_event_trial_step (work->event_trial, work->h, error);
  if (event != NULL)
    work->picture = wb_search_picture_new (event, work->log, &work->choice);
}

static gpointer
make (WbJob *job, gpointer data, GError **error)
{
  const LabProgress progress = { wb_job_go_on, job };
  Work *request = data, *work = g_memdup2 (request, sizeof *request);
  g_autoptr (GError) reason = NULL;

  request->trial = NULL;
  request->event_trial = NULL;
  request->log = NULL;
  if (work->event_trial != NULL)
    make_step (work, &progress, &reason);
  else if (isnan (work->h))
    work->curve = lab_trial_curve (work->trial, &progress, &reason);
  else
    work->tried = lab_trial_attempt (work->trial, work->h, &progress, &reason);
  if (reason != NULL)
    work->error = g_strdup (reason->message);
  return work;
}

static void begin (WbMicroscope *self, double h);

static void
take_results (WbMicroscope *self, Work *work)
{
  g_clear_pointer (&self->tried, lab_attempt_free);
  g_clear_pointer (&self->tried_picture, wb_search_picture_free);
  self->tried = g_steal_pointer (&work->tried);
  self->tried_picture = g_steal_pointer (&work->picture);
  if (self->tried != NULL)
    self->tried->simulator = self->attempt->simulator; /* the trial's own is in use when the next size is tried */
  g_free (self->trial_error);
  self->trial_error = g_steal_pointer (&work->error);
  if (work->h != self->h_wanted)
    begin (self, self->h_wanted);
}

static void
on_made (gpointer owner, gpointer result, const GError *error)
{
  WbMicroscope *self = owner;
  Work *work = result;

  self->trial = g_steal_pointer (&work->trial);
  self->event_trial = g_steal_pointer (&work->event_trial);
  if (work->curve != NULL)
    self->curve = g_steal_pointer (&work->curve);
  if (work->event_curve != NULL)
    self->event_curve = g_steal_pointer (&work->event_curve);
  if (!isnan (self->h_wanted))
    take_results (self, work);
  work_free (work);
  wb_microscope_emit_tried (self);
}

static void
begin (WbMicroscope *self, double h)
{
  Work *request = g_new0 (Work, 1);

  *request = (Work) { .trial = g_steal_pointer (&self->trial), .event_trial = g_steal_pointer (&self->event_trial), .choice = self->choice, .h = h };
  if (request->event_trial != NULL)
    {
      request->log = sim_trajectory_ref (wb_run_item_trajectory (self->run));
      request->witness = self->picture->witness;
      request->looks = self->picture->looks;
      request->window = isnan (self->picture->window) ? 0 : self->picture->window;
      request->ranges = self->picture->ranges;
      request->choice.witness = self->picture->witness;
    }
  wb_job_replace (&self->trial_job, self, make, request, work_free, on_made, work_free);
}

void
wb_microscope_clear_trial (WbMicroscope *self)
{
  g_clear_pointer (&self->trial_job, wb_job_cancel);
  g_clear_pointer (&self->trial, lab_trial_free);
  g_clear_pointer (&self->curve, lab_trial_curve_free);
  g_clear_pointer (&self->tried, lab_attempt_free);
  g_clear_pointer (&self->tried_picture, wb_search_picture_free);
  g_clear_pointer (&self->event_trial, lab_event_trial_free);
  g_clear_pointer (&self->event_curve, lab_event_curve_free);
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
wb_microscope_begin_event_trial (WbMicroscope *self, LabEventTrial *trial, char *reason)
{
  const double h = self->h_wanted;

  wb_microscope_clear_trial (self);
  self->event_trial = trial;
  self->trial_error = reason;
  if (trial == NULL)
    return;
  self->h_wanted = h;
  begin (self, NAN);
}

void
wb_microscope_try (WbMicroscope *self, double h)
{
  const gboolean ready = self->trial != NULL || self->event_trial != NULL;

  if ((self->shows_event ? self->picture == NULL : self->attempt == NULL) || (!ready && self->trial_job == NULL))
    return;
  self->h_wanted = h;
  if (isnan (h))
    {
      g_clear_pointer (&self->tried, lab_attempt_free);
      g_clear_pointer (&self->tried_picture, wb_search_picture_free);
      g_clear_pointer (&self->trial_error, g_free);
      wb_microscope_emit_tried (self);
    }
  else if (ready)
    begin (self, h);
}

double wb_microscope_tried (WbMicroscope *self) { return self->h_wanted; }
const LabTrialCurve *wb_microscope_curve (WbMicroscope *self) { return self->curve; }
const LabEventCurve *wb_microscope_event_curve (WbMicroscope *self) { return self->event_curve; }
const char *wb_microscope_trial_error (WbMicroscope *self) { return self->trial_error; }

/* Returns the start of the step that is tried, or NaN. */
static double
start_of_step (WbMicroscope *self)
{
  if (self->shows_event)
    return self->picture != NULL ? self->picture->event->t : NAN;
  return self->attempt != NULL ? self->attempt->record.t : NAN;
}

gboolean
wb_microscope_can_go_on (WbMicroscope *self, const char **why)
{
  WbRunItem *run = wb_microscope_run (self);
  const double t = start_of_step (self);
  g_autoptr (SimConfig) config = NULL;
  LabValues *values = NULL;
  gboolean controlled;
  double max_step;

  *why = NULL;
  controlled = self->shows_event ? self->picture != NULL && lab_event_is_controlled (self->picture->event) : self->curve != NULL && self->curve->controlled;
  if (run == NULL || isnan (t) || isnan (self->h_wanted))
    *why = _("Choose another step size first");
  else if (!controlled)
    *why = _("The steps of this run are not chosen by error control, so that no size can be given for one of them");
  else if (!(t > wb_run_item_t_start (run)))
    *why = _("A branch cannot begin at the start of the run; its first step has the size of the setting Initial");
  if (*why != NULL)
    return FALSE;
  wb_run_item_settings_at (run, t, &config, &values);
  lab_values_free (values);
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
    wb_session_branch_with_step (self->session, wb_microscope_run (self), start_of_step (self), self->h_wanted);
}
