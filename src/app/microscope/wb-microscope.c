#include "wb-microscope.h"

#include <glib/gi18n.h>
#include <math.h>

#include "wb-job.h"
#include "wb-run-record.h"

/* Number of rows that are searched for the worst rejection, and of rows that are copied at once. */
#define MOST_SEARCHED 200000
#define BLOCK 256
/* Time for which each stage is the newest one while the stages are played. */
#define PLAY_MS 600

struct _WbMicroscope
{
  GObject parent_instance;
  WbSession *session; /* session that owns this object */
  WbRunItem *run;     /* run of the open attempt; NULL: none is open */
  gsize index;
  LabAttempt *attempt, *other;
  gboolean both;      /* another attempt of the same start is shown too */
  int limit;          /* of the scene */
  guint play_source;  /* 0: the stages are not being played */
  int n_chosen, chosen[WB_MOST_CHOSEN];
  char *error;
  WbJob *job;
  /* The search of an event, which is shown instead of the attempt. */
  gboolean shows_event;
  gsize event;        /* its number in the event log; G_MAXSIZE: the step of the attempt */
  WbSearchChoice choice;
  WbSearchPicture *picture;
  /* Of a session file: attempt or located event to open, from 1, as soon as the recomputed run has it; 0: none. */
  gsize wanted_attempt, wanted_event;
};

G_DEFINE_FINAL_TYPE (WbMicroscope, wb_microscope, G_TYPE_OBJECT)

static guint changed_signal, played_signal;

gboolean wb_microscope_is_open (WbMicroscope *self) { return self->run != NULL; }
gsize wb_microscope_index (WbMicroscope *self) { return self->index; }
const LabAttempt *wb_microscope_attempt (WbMicroscope *self) { return self->attempt; }
WbRunItem *wb_microscope_run (WbMicroscope *self) { return self->run; }
const char *wb_microscope_error (WbMicroscope *self) { return self->error; }
double wb_microscope_progress (WbMicroscope *self) { return self->job != NULL ? wb_job_progress (self->job) : NAN; }

gboolean wb_microscope_shows_event (WbMicroscope *self) { return self->shows_event; }
gsize wb_microscope_event (WbMicroscope *self) { return self->event; }
const WbSearchPicture *wb_microscope_picture (WbMicroscope *self) { return self->picture; }
const WbSearchChoice *wb_microscope_choice (WbMicroscope *self) { return &self->choice; }

/* ---- on the pool ---- */

typedef struct
{
  WbRunRecord *record;
  gsize index, other;    /* other: G_MAXSIZE: none */
  SimTrajectory *log;    /* of a search: the event log */
  gsize event;
  LabEvent *held;        /* the held step, if it is searched again; or NULL */
  WbSearchChoice choice;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  wb_run_record_free (request->record);
  g_clear_pointer (&request->log, sim_trajectory_unref);
  lab_event_free (request->held);
  g_free (request);
}

static gboolean
go_on (gpointer job, double fraction)
{
  return wb_job_go_on (job, fraction);
}

typedef struct { LabAttempt *attempt, *other; } Pair;

static void
pair_free (gpointer data)
{
  Pair *pair = data;

  lab_attempt_free (pair->attempt);
  lab_attempt_free (pair->other);
  g_free (pair);
}

static gpointer
repeat (WbJob *job, gpointer data, GError **error)
{
  Request *request = data;
  LabProgress progress = { go_on, job };
  Pair *pair = g_new0 (Pair, 1);

  pair->attempt = lab_attempt_new (wb_run_record (request->record), request->index, &progress, error);
  if (pair->attempt != NULL && request->other != G_MAXSIZE)
    pair->other = lab_attempt_new (wb_run_record (request->record), request->other, &progress, error);
  if (pair->attempt == NULL || (request->other != G_MAXSIZE && pair->other == NULL))
    g_clear_pointer (&pair, pair_free);
  return pair;
}

static gpointer
search (WbJob *job, gpointer data, GError **error)
{
  Request *request = data;
  LabProgress progress = { go_on, job };
  LabEvent *event = g_steal_pointer (&request->held);

  if (event == NULL && request->event != G_MAXSIZE)
    event = lab_event_new (wb_run_record (request->record), request->log, request->event, &progress, error);
  else if (event == NULL)
    event = lab_event_new_for_attempt (wb_run_record (request->record), request->log, request->index, &progress, error);
  return event != NULL ? wb_search_picture_new (event, request->log, &request->choice) : NULL;
}

/* ---- on the main thread ---- */

static void
on_repeated (gpointer owner, gpointer result, const GError *error)
{
  WbMicroscope *self = owner;
  Pair *pair = result;

  self->job = NULL;
  if (pair != NULL)
    {
      self->attempt = g_steal_pointer (&pair->attempt);
      self->other = g_steal_pointer (&pair->other);
      pair_free (pair);
    }
  self->error = error != NULL ? g_strdup (error->message) : NULL;
  g_signal_emit (self, changed_signal, 0);
}

static void
on_searched (gpointer owner, gpointer result, const GError *error)
{
  WbMicroscope *self = owner;

  self->job = NULL;
  self->picture = result;
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
  g_clear_pointer (&self->attempt, lab_attempt_free);
  g_clear_pointer (&self->other, lab_attempt_free);
  g_clear_pointer (&self->error, g_free);
}

/* Returns the attempt with which the open one is compared: the next one of the same start, or the one before it; G_MAXSIZE: it is the only one. */
static gsize
counterpart (WbMicroscope *self)
{
  gsize first;
  const int n = wb_microscope_siblings (self, &first);

  if (n < 2)
    return G_MAXSIZE;
  return self->index + 1 < first + (gsize) n ? self->index + 1 : self->index - 1;
}

void
wb_microscope_set_both (WbMicroscope *self, gboolean both)
{
  if (self->both == both)
    return;
  self->both = both;
  if (self->run != NULL && !self->shows_event)
    wb_microscope_open (self, self->index);
}

gboolean
wb_microscope_both (WbMicroscope *self)
{
  return self->both;
}

void
wb_microscope_choose_states (WbMicroscope *self, const int *states, int n)
{
  self->n_chosen = MIN (n, WB_MOST_CHOSEN);
  for (int i = 0; i < self->n_chosen; i++)
    self->chosen[i] = states[i];
  g_signal_emit (self, changed_signal, 0);
}

WbAttemptScene
wb_microscope_scene (WbMicroscope *self)
{
  WbAttemptScene scene = { .attempt = self->attempt, .other = self->other, .limit = self->limit, .n_chosen = self->n_chosen };

  for (int i = 0; i < self->n_chosen; i++)
    scene.chosen[i] = self->chosen[i];
  scene.run = self->run;
  scene.system = self->run != NULL ? wb_run_item_system (self->run) : NULL;
  return scene;
}

/* ---- playing the stages ---- */

static gboolean
play_next (gpointer user)
{
  WbMicroscope *self = user;

  if (++self->limit >= wb_attempt_scene_length (self->attempt))
    {
      self->limit = G_MAXINT;
      self->play_source = 0;
    }
  g_signal_emit (self, played_signal, 0);
  return self->play_source != 0;
}

gboolean
wb_microscope_play (WbMicroscope *self)
{
  if (self->attempt == NULL || self->shows_event || wb_attempt_scene_length (self->attempt) == 0)
    return FALSE;
  if (self->play_source != 0)
    g_clear_handle_id (&self->play_source, g_source_remove);
  else
    {
      self->limit = self->limit == G_MAXINT ? 1 : self->limit;
      self->play_source = g_timeout_add (PLAY_MS, play_next, self);
    }
  g_signal_emit (self, played_signal, 0);
  return TRUE;
}

gboolean
wb_microscope_is_playing (WbMicroscope *self)
{
  return self->play_source != 0;
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
  self->shows_event = FALSE;
  self->wanted_attempt = self->wanted_event = 0;
  request = g_new (Request, 1);
  *request = (Request) { .record = wb_run_record_new_for_attempts (run), .index = index, .other = self->both ? counterpart (self) : G_MAXSIZE };
  self->job = wb_job_start (self, repeat, request, request_free, on_repeated, pair_free);
  g_signal_emit (self, changed_signal, 0);
}

/* Starts the search of an event, or again of the held step. */
static void
start_search (WbMicroscope *self, WbRunItem *run, gsize event, LabEvent *held)
{
  Request *request = g_new (Request, 1);

  *request = (Request) { wb_run_record_new_for_attempts (run), self->index, G_MAXSIZE, sim_trajectory_ref (wb_run_item_trajectory (run)), event,
                         held, self->choice };
  clear (self);
  g_set_object (&self->run, run);
  self->shows_event = TRUE;
  self->event = event;
  self->job = wb_job_start (self, search, request, request_free, on_searched, (GDestroyNotify) wb_search_picture_free);
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
  self->choice = (WbSearchChoice) { -1, self->choice.window, self->choice.looks };
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

static gboolean
is_rejected (const OdeAttempt *attempt)
{
  return attempt->outcome == ODE_ATTEMPT_REJECTED_ERROR || attempt->outcome == ODE_ATTEMPT_REJECTED_NEWTON
         || attempt->outcome == ODE_ATTEMPT_REJECTED_UNDEFINED;
}

gboolean
wb_microscope_open_worst (WbMicroscope *self)
{
  WbRunItem *run = wb_session_current (self->session);
  SimTape *tape = run != NULL ? wb_run_item_tape (run) : NULL;
  gsize n = tape != NULL ? sim_tape_n_attempts (tape) : 0, worst, n_read;
  double largest = -1;
  OdeAttempt block[BLOCK];

  if (n == 0)
    return FALSE;
  worst = n - 1;
  for (gsize at = MAX (sim_tape_first (tape), n > MOST_SEARCHED ? n - MOST_SEARCHED : 0); at < n; at += n_read)
    {
      n_read = sim_tape_read (tape, at, BLOCK, block);
      if (n_read == 0)
        break;
      for (gsize k = 0; k < n_read; k++)
        if (is_rejected (&block[k]) && (block[k].error > largest || largest < 0))
          {
            largest = isnan (block[k].error) ? 0 : block[k].error;
            worst = at + k;
          }
    }
  wb_microscope_open (self, worst);
  return TRUE;
}

gboolean
wb_microscope_move (WbMicroscope *self, int by)
{
  gsize n;

  if (self->run == NULL)
    return wb_microscope_open_worst (self);
  n = sim_tape_n_attempts (wb_run_item_tape (self->run));
  if ((by < 0 && self->index < (gsize) -by) || self->index + (gsize) by >= n)
    return FALSE;
  wb_microscope_open (self, self->index + (gsize) by);
  return TRUE;
}

gboolean
wb_microscope_move_to_rejection (WbMicroscope *self, int direction)
{
  SimTape *tape;
  gsize n;
  OdeAttempt row;

  if (self->run == NULL)
    return wb_microscope_open_worst (self);
  tape = wb_run_item_tape (self->run);
  n = sim_tape_n_attempts (tape);
  for (gsize i = self->index + (gsize) direction, steps = 0; i < n && steps < MOST_SEARCHED; i += (gsize) direction, steps++)
    if (sim_tape_get (tape, i, &row) && is_rejected (&row))
      {
        wb_microscope_open (self, i);
        return TRUE;
      }
  return FALSE;
}

int
wb_microscope_siblings (WbMicroscope *self, gsize *first)
{
  SimTape *tape;
  OdeAttempt open, row;
  gsize i = self->index;
  int n = 1;

  *first = i;
  if (self->run == NULL)
    return 0;
  tape = wb_run_item_tape (self->run);
  if (!sim_tape_get (tape, i, &open))
    return 1;
  for (; *first > 0 && sim_tape_get (tape, *first - 1, &row) && row.t == open.t; n++)
    --*first;
  for (i = self->index + 1; sim_tape_get (tape, i, &row) && row.t == open.t; i++)
    n++;
  return n;
}

/* ---- session files ---- */

void
wb_microscope_write (WbMicroscope *self, ModelYamlWriter *out)
{
  if (self->run == NULL || self->run != wb_session_current (self->session))
    return;
  model_yaml_writer_begin_mapping (out, "microscope");
  if (self->shows_event && self->event != G_MAXSIZE)
    {
      model_yaml_writer_integer (out, "event", (gint64) lab_event_count_located (wb_run_item_trajectory (self->run), self->event));
      model_yaml_writer_number (out, "window", self->choice.window);
      model_yaml_writer_integer (out, "looks", self->choice.looks);
    }
  else
    {
      model_yaml_writer_integer (out, "attempt", (gint64) self->index + 1);
      if (self->both)
        model_yaml_writer_boolean (out, "both", TRUE);
    }
  model_yaml_writer_end_mapping (out);
}

static double
number_of (const ModelYaml *node, const char *key, double otherwise)
{
  const char *text = model_yaml_get_text (node, key, NULL);

  return text != NULL ? g_ascii_strtod (text, NULL) : otherwise;
}

void
wb_microscope_resume (WbMicroscope *self, const ModelYaml *node)
{
  self->wanted_attempt = (gsize) CLAMP (number_of (node, "attempt", 0), 0, 1e15);
  self->wanted_event = (gsize) CLAMP (number_of (node, "event", 0), 0, 1e15);
  self->both = g_strcmp0 (model_yaml_get_text (node, "both", "false"), "true") == 0;
  self->choice = (WbSearchChoice) { -1, fmax (number_of (node, "window", 0), 0), (int) CLAMP (number_of (node, "looks", -1), -1, WB_MOST_LOOKS) };
}

gboolean
wb_microscope_open_wanted (WbMicroscope *self)
{
  WbRunItem *run = wb_session_current (self->session);

  if (run == NULL || (self->wanted_attempt == 0 && self->wanted_event == 0))
    return FALSE;
  if (self->wanted_event > 0 && wb_microscope_open_located (self, self->wanted_event))
    self->wanted_event = 0;
  else if (self->wanted_attempt > 0 && self->wanted_attempt <= sim_tape_n_attempts (wb_run_item_tape (run)))
    {
      wb_microscope_open (self, self->wanted_attempt - 1);
      self->wanted_attempt = 0;
    }
  return TRUE;
}

static void
on_runs_changed (WbMicroscope *self)
{
  if (self->run == NULL || self->run == wb_session_current (self->session))
    return;
  clear (self);
  g_clear_object (&self->run);
  g_signal_emit (self, changed_signal, 0);
}

/* The session is being disposed. */
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
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (on_runs_changed), self, G_CONNECT_SWAPPED);
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
  changed_signal = g_signal_new ("changed", WB_TYPE_MICROSCOPE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  played_signal = g_signal_new ("played", WB_TYPE_MICROSCOPE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_microscope_init (WbMicroscope *self)
{
  self->choice = (WbSearchChoice) { -1, 0, -1 };
  self->event = G_MAXSIZE;
  self->limit = G_MAXINT;
}
