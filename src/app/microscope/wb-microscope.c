/* Repeats an attempt or searches an event again on a thread, and keeps the results until others are requested. */
#include "wb-microscope-private.h"
#include "wb-session-history.h"

#include <glib/gi18n.h>
#include <math.h>

#include "wb-job.h"
#include "wb-run-record.h"

G_DEFINE_FINAL_TYPE (WbMicroscope, wb_microscope, G_TYPE_OBJECT)

static guint changed_signal, played_signal, tried_signal;

void wb_microscope_emit_played (WbMicroscope *self) { g_signal_emit (self, played_signal, 0); }
void wb_microscope_emit_tried (WbMicroscope *self) { g_signal_emit (self, tried_signal, 0); }
void wb_microscope_emit_changed (WbMicroscope *self) { g_signal_emit (self, changed_signal, 0); }

gboolean wb_microscope_is_open (WbMicroscope *self) { return self->run != NULL; }
gsize wb_microscope_index (WbMicroscope *self) { return self->index; }
const LabAttempt *wb_microscope_attempt (WbMicroscope *self) { return self->attempt; }
WbRunItem *wb_microscope_run (WbMicroscope *self) { return self->run; }
const char *wb_microscope_error (WbMicroscope *self) { return self->error; }
double wb_microscope_progress (WbMicroscope *self) { return self->job != NULL ? wb_job_progress (self->job) : NAN; }

gboolean wb_microscope_shows_event (WbMicroscope *self) { return self->shows_event; }
gsize wb_microscope_event (WbMicroscope *self) { return self->event; }
const WbSearchPicture *wb_microscope_picture_of_run (WbMicroscope *self) { return self->picture; }

const WbSearchPicture *
wb_microscope_picture (WbMicroscope *self)
{
  return self->picture != NULL && self->tried_picture != NULL ? self->tried_picture : self->picture;
}

const WbSearchChoice *wb_microscope_choice (WbMicroscope *self) { return &self->choice; }

/* ---- on the pool ---- */

typedef struct
{
  WbRunRecord *record;
  gsize index, other;    /* numbers of the attempt and of a second attempt that is shown with it; other: G_MAXSIZE if there is none */
  gboolean goes_on;      /* whether to continue an iteration of Newton's method that was given up */
  SimTrajectory *log;    /* event log of the run, for the search for an event */
  gsize event;
  LabEvent *held;        /* event whose simulator is still at the step, if only the search is repeated; NULL: the run is repeated too */
  LabEventTrial *trial;  /* trial of that event; NULL: it has to be made */
  WbSearchChoice choice;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  wb_run_record_free (request->record);
  g_clear_pointer (&request->log, sim_trajectory_unref);
  lab_event_free (request->held);
  lab_event_trial_free (request->trial);
  g_free (request);
}

typedef struct { WbSearchPicture *picture; LabEventTrial *trial; char *reason; } Found; /* reason: why there is no trial */

static void
found_free (gpointer data)
{
  Found *found = data;

  wb_search_picture_free (found->picture);
  lab_event_trial_free (found->trial);
  g_free (found->reason);
  g_free (found);
}

typedef struct { LabAttempt *attempt, *other; LabTrial *trial; char *reason; } Pair; /* reason: why there is no trial */

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  lab_attempt_free (pair->attempt);
  lab_attempt_free (pair->other);
  lab_trial_free (pair->trial);
  g_free (pair->reason);
  g_free (pair);
}

static gpointer
repeat (WbJob *job, gpointer data, GError **error)
{
  Request *request = data;
  LabProgress progress = { wb_job_go_on, job };
  Pair *pair = g_new0 (Pair, 1);

  pair->attempt = lab_attempt_new (wb_run_record (request->record), request->index, &progress, error);
  if (pair->attempt != NULL && request->other != G_MAXSIZE)
    pair->other = lab_attempt_new (wb_run_record (request->record), request->other, &progress, error);
  if (request->goes_on)
    for (int i = 0; i < 2; i++)
      {
        LabAttempt **attempt = i == 0 ? &pair->attempt : &pair->other;

        if (*attempt != NULL && !lab_attempt_continue_newton (*attempt, wb_run_record (request->record), &progress, error))
          {
            pair_free (pair);
            return NULL;
          }
      }
  if (pair->attempt != NULL)
    {
      g_autoptr (GError) reason = NULL;

      pair->trial = lab_trial_new (wb_run_record (request->record), pair->attempt, &reason);
      pair->reason = reason != NULL ? g_strdup (reason->message) : NULL;
    }
  if (pair->attempt == NULL || (request->other != G_MAXSIZE && pair->other == NULL))
    g_clear_pointer (&pair, pair_free);
  return pair;
}

static gpointer
search (WbJob *job, gpointer data, GError **error)
{
  Request *request = data;
  LabProgress progress = { wb_job_go_on, job };
  LabEvent *event = g_steal_pointer (&request->held);
  g_autoptr (GError) reason = NULL;
  Found *found;

  if (event == NULL && request->event != G_MAXSIZE)
    event = lab_event_new (wb_run_record (request->record), request->log, request->event, &progress, error);
  else if (event == NULL)
    event = lab_event_new_for_attempt (wb_run_record (request->record), request->log, request->index, &progress, error);
  if (event == NULL)
    return NULL;
  found = g_new0 (Found, 1);
  found->picture = wb_search_picture_new (event, request->log, &request->choice);
  found->trial = request->trial != NULL ? g_steal_pointer (&request->trial) : lab_event_trial_new (wb_run_record (request->record), event, &reason);
  found->reason = reason != NULL ? g_strdup (reason->message) : NULL;
  return found;
}

/* ---- on the main thread ---- */

static void
on_repeated (gpointer owner, gpointer result, const GError *error)
{
  WbMicroscope *self = owner;
  Pair *pair = result;

  if (pair != NULL)
    {
      self->attempt = g_steal_pointer (&pair->attempt);
      self->other = g_steal_pointer (&pair->other);
      wb_microscope_begin_trial (self, g_steal_pointer (&pair->trial), g_steal_pointer (&pair->reason));
      wb_microscope_try_wanted (self);
      pair_free (pair);
    }
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  g_signal_emit (self, changed_signal, 0);
}

static void
on_searched (gpointer owner, gpointer result, const GError *error)
{
  WbMicroscope *self = owner;
  Found *found = result;

  if (found != NULL)
    {
      self->picture = g_steal_pointer (&found->picture);
      wb_microscope_begin_event_trial (self, g_steal_pointer (&found->trial), g_steal_pointer (&found->reason));
      wb_microscope_try_wanted (self);
      found_free (found);
    }
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  if (self->picture != NULL && self->picture->event->index != G_MAXSIZE)
    self->event = self->picture->event->index;
  g_signal_emit (self, changed_signal, 0);
}

static void
clear (WbMicroscope *self)
{
  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_pointer (&self->picture, wb_search_picture_free);
  g_clear_handle_id (&self->play_source, g_source_remove);
  self->limit = G_MAXINT;
  self->wanted_h = NAN;
  wb_microscope_clear_trial (self);
  g_clear_pointer (&self->attempt, lab_attempt_free);
  g_clear_pointer (&self->other, lab_attempt_free);
  g_clear_pointer (&self->error, g_free);
}

void
wb_microscope_open (WbMicroscope *self, gsize index)
{
  WbRunItem *run = wb_session_current (self->session);
  Request *request;

  if (run == NULL || index >= sim_tape_n_attempts (wb_run_item_tape (run)))
    return;
  clear (self);
  if (self->run != run)
    self->n_chosen = 0;
  g_set_object (&self->run, run);
  self->index = index;
  self->n_attempts = sim_tape_n_attempts (wb_run_item_tape (run));
  self->shows_event = FALSE;
  self->wanted_attempt = self->wanted_event = 0;
  request = g_new (Request, 1);
  *request = (Request) { .record = wb_run_record_new_for_attempts (run), .index = index, .other = self->both ? wb_microscope_counterpart (self) : G_MAXSIZE,
                         .goes_on = self->goes_on };
  wb_job_replace (&self->job, self, repeat, request, request_free, on_repeated, pair_free);
  g_signal_emit (self, changed_signal, 0);
}

/* Starts the search for an event, or searches the held step again. */
static void
start_search (WbMicroscope *self, WbRunItem *run, gsize event, LabEvent *held)
{
  Request *request = g_new (Request, 1);
  const double h = held != NULL ? self->h_wanted : NAN;

  *request = (Request) { .record = wb_run_record_new_for_attempts (run), .index = self->index, .other = G_MAXSIZE,
                         .log = sim_trajectory_ref (wb_run_item_trajectory (run)), .event = event, .held = held, .choice = self->choice,
                         .trial = held != NULL ? g_steal_pointer (&self->event_trial) : NULL };
  clear (self);
  self->h_wanted = h;
  g_set_object (&self->run, run);
  self->shows_event = TRUE;
  self->event = event;
  wb_job_replace (&self->job, self, search, request, request_free, on_searched, found_free);
  g_signal_emit (self, changed_signal, 0);
}

gboolean
wb_microscope_open_event (WbMicroscope *self, gsize event)
{
  WbRunItem *run = wb_session_current (self->session);

  SimEventRecord record;

  if (run == NULL || event >= sim_trajectory_n_events (wb_run_item_trajectory (run)))
    return FALSE;
  record = sim_trajectory_event (wb_run_item_trajectory (run), event);
  if (record.event < 0 || record.kind != SIM_TRIGGER_WITNESS)
    return FALSE;
  self->choice.witness = -1;
  start_search (self, run, event, NULL);
  return TRUE;
}

gboolean
wb_microscope_open_located (WbMicroscope *self, gsize number)
{
  WbRunItem *run = wb_session_current (self->session);
  const gsize event = run != NULL && number > 0 ? lab_event_find_located (wb_run_item_trajectory (run), number) : G_MAXSIZE;

  return event != G_MAXSIZE && wb_microscope_open_event (self, event);
}

gboolean
wb_microscope_open_step (WbMicroscope *self)
{
  if (self->run == NULL || self->run != wb_session_current (self->session))
    return FALSE;
  self->choice.witness = -1;
  start_search (self, self->run, G_MAXSIZE, NULL);
  return TRUE;
}

gboolean
wb_microscope_move_event (WbMicroscope *self, int by)
{
  SimTrajectory *log;
  gsize n, at;

  if (self->run == NULL || self->run != wb_session_current (self->session))
    return FALSE;
  log = wb_run_item_trajectory (self->run);
  n = sim_trajectory_n_events (log);
  if (self->event == G_MAXSIZE)
    {
      const double t = self->picture != NULL ? self->picture->event->t : NAN;

      if (isnan (t))
        return FALSE;
      at = sim_trajectory_find_event (log, t);
      if (by > 0)
        at--;
    }
  else
    at = self->event;
  for (at += (gsize) by; at < n; at += (gsize) by)
    {
      const SimEventRecord record = sim_trajectory_event (log, at);

      if (record.event >= 0 && record.kind == SIM_TRIGGER_WITNESS)
        return wb_microscope_open_event (self, at);
    }
  return FALSE;
}

void
wb_microscope_choose_search (WbMicroscope *self, const WbSearchChoice *choice)
{
  LabEvent *held;

  self->choice = *choice;
  if (!self->shows_event || self->run == NULL)
    return;
  /* A trial that a job uses now is lost and made again. */
  held = self->picture != NULL ? g_steal_pointer (&self->picture->event) : NULL;
  start_search (self, self->run, self->event, held);
}

void
wb_microscope_open_attempt_of_event (WbMicroscope *self)
{
  WbRunItem *run = wb_session_current (self->session);
  gsize index = self->index;

  if (run == NULL)
    return;
  if (self->picture != NULL)
    index = sim_tape_find (wb_run_item_tape (run), self->picture->event->t);
  wb_microscope_open (self, MIN (index, sim_tape_n_attempts (wb_run_item_tape (run)) - 1));
}

void
wb_microscope_cancel (WbMicroscope *self)
{
  if (self->job == NULL)
    return;
  g_clear_pointer (&self->job, wb_job_cancel);
  self->error = g_strdup (_("Cancelled."));
  g_signal_emit (self, changed_signal, 0);
}

void
wb_microscope_close (WbMicroscope *self)
{
  self->shows_event = FALSE;
  clear (self);
  g_clear_object (&self->run);
}

/* Closes the attempt or event of a run that is not the current one any more. If the current run has the same model, the event with the same
 * number is opened as soon as that run has it. */
static void
on_runs_changed (WbMicroscope *self)
{
  WbRunItem *current = wb_session_current (self->session);

  if (self->run == NULL || self->run == current)
    return;
  if (self->shows_event && self->event != G_MAXSIZE && current != NULL && wb_run_item_model (current) == wb_run_item_model (self->run))
    self->wanted_event = lab_event_count_located (wb_run_item_trajectory (self->run), self->event);
  wb_microscope_close (self);
  g_signal_emit (self, changed_signal, 0);
}

/* Repeats the open attempt when the run has stopped and has new attempts that belong to the neighbours of the open one. */
static void
on_state_changed (WbMicroscope *self)
{
  const LabAttempt *attempt = self->attempt;

  if (self->run == NULL || self->run != wb_session_current (self->session) || self->shows_event || self->job != NULL || self->play_source != 0
      || attempt == NULL || wb_session_state (self->session) == SIM_RUN_RUNNING)
    return;
  if (attempt->first_around + (gsize) attempt->n_around == self->n_attempts && sim_tape_n_attempts (wb_run_item_tape (self->run)) > self->n_attempts)
    wb_microscope_open (self, self->index);
}

/* Drops the run and the job, because the session is being disposed. */
static void
let_go (gpointer data)
{
  WbMicroscope *self = data;

  clear (self);
  g_clear_object (&self->run);
  self->session = NULL;
  g_object_unref (self);
}

WbMicroscope *
wb_microscope_of (WbSession *session)
{
  WbMicroscope *self = g_object_get_data (G_OBJECT (session), "wb-microscope");

  if (self != NULL)
    return self;
  self = g_object_new (WB_TYPE_MICROSCOPE, NULL);
  self->session = session;
  g_object_set_data_full (G_OBJECT (session), "wb-microscope", self, let_go);
  wb_session_join_copies (session, self, wb_microscope_copy_seen, wb_microscope_restore_seen, g_free);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (on_runs_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "state-changed", G_CALLBACK (on_state_changed), self, G_CONNECT_SWAPPED);
  return self;
}

static void
wb_microscope_finalize (GObject *object)
{
  WbMicroscope *self = WB_MICROSCOPE (object);

  clear (self);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (wb_microscope_parent_class)->finalize (object);
}

static void
wb_microscope_class_init (WbMicroscopeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = wb_microscope_finalize;
  tried_signal = g_signal_new ("tried", WB_TYPE_MICROSCOPE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  changed_signal = g_signal_new ("changed", WB_TYPE_MICROSCOPE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  played_signal = g_signal_new ("played", WB_TYPE_MICROSCOPE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_microscope_init (WbMicroscope *self)
{
  self->choice = (WbSearchChoice) { -1, 0, -1, -1 };
  self->wanted_h = NAN;
  self->event = G_MAXSIZE;
  self->h_wanted = NAN;
  self->limit = G_MAXINT;
}
