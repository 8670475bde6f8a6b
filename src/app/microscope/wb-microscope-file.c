/* Writes the open attempt or event to session files and reads it from them. */
#include <math.h>

#include "wb-microscope-private.h"

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
      model_yaml_writer_integer (out, "ranges", self->choice.ranges);
    }
  else
    {
      model_yaml_writer_integer (out, "attempt", (gint64) self->index + 1);
      if (self->goes_on)
        model_yaml_writer_boolean (out, "continued", TRUE);
      if (self->both)
        model_yaml_writer_boolean (out, "both", TRUE);
    }
  if (!isnan (self->h_wanted))
    model_yaml_writer_number (out, "tried", self->h_wanted);
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
  self->goes_on = g_strcmp0 (model_yaml_get_text (node, "continued", "false"), "true") == 0;
  self->both = g_strcmp0 (model_yaml_get_text (node, "both", "false"), "true") == 0;
  self->choice = (WbSearchChoice) { -1, fmax (number_of (node, "window", 0), 0), (int) CLAMP (number_of (node, "looks", -1), -1, WB_MOST_LOOKS),
                                     (int) CLAMP (number_of (node, "ranges", -1), -1, 1) };
  self->wanted_h = number_of (node, "tried", NAN);
  if (!(self->wanted_h > 0) || !isfinite (self->wanted_h))
    self->wanted_h = NAN;
}

void
wb_microscope_try_wanted (WbMicroscope *self)
{
  const double h = self->wanted_h;

  self->wanted_h = NAN;
  if (!isnan (h))
    wb_microscope_try (self, h);
}

gboolean
wb_microscope_open_wanted (WbMicroscope *self)
{
  WbRunItem *run = wb_session_current (self->session);
  const double h = self->wanted_h;

  if (run == NULL || (self->wanted_attempt == 0 && self->wanted_event == 0))
    return FALSE;
  if (self->wanted_event > 0 && wb_microscope_open_located (self, self->wanted_event))
    {
      self->wanted_event = 0;
      self->wanted_h = h;
    }
  else if (self->wanted_attempt > 0 && self->wanted_attempt <= sim_tape_n_attempts (wb_run_item_tape (run)))
    {
      wb_microscope_open (self, self->wanted_attempt - 1);
      self->wanted_attempt = 0;
      self->wanted_h = h;
    }
  else if (wb_session_state (self->session) == SIM_RUN_PAUSED || wb_session_state (self->session) == SIM_RUN_FINISHED)
    {
      self->wanted_attempt = self->wanted_event = 0; /* the run has stopped before it */
      self->wanted_h = NAN;
      return FALSE;
    }
  return TRUE;
}

/* ---- undo ---- */

/* What is open: the number, from 1, of the attempt or located event, the other being 0, and how it is shown. */
typedef struct
{
  gsize attempt, event;
  double h;
  gboolean goes_on, both;
  WbSearchChoice choice;
} Seen;

gpointer
wb_microscope_copy_seen (gpointer owner)
{
  WbMicroscope *self = owner;
  gboolean of_event = self->shows_event && self->event != G_MAXSIZE;
  Seen *seen;

  if (self->run == NULL || self->run != wb_session_current (self->session))
    return NULL;
  seen = g_new (Seen, 1);
  *seen = (Seen) { of_event ? 0 : self->index + 1, of_event ? lab_event_count_located (wb_run_item_trajectory (self->run), self->event) : 0, self->h_wanted,
                   self->goes_on, self->both, self->choice };
  return seen;
}

void
wb_microscope_restore_seen (gpointer owner, gpointer state)
{
  WbMicroscope *self = owner;
  const Seen *seen = state;

  if (self->run == wb_session_current (self->session))
    return;
  wb_microscope_close (self);
  self->wanted_attempt = seen->attempt;
  self->wanted_event = seen->event;
  self->wanted_h = seen->h;
  self->goes_on = seen->goes_on;
  self->both = seen->both;
  self->choice = seen->choice;
  wb_microscope_emit_changed (self);
}
