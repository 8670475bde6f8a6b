/* The reader's choices on the page of an attempt: a second attempt, the shown states, and the playing of the stages one after another. */
#include "wb-microscope-private.h"

/* Time in ms from one stage to the next while the stages are played. */
#define PLAY_MS 600

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
wb_microscope_set_goes_on (WbMicroscope *self, gboolean goes_on)
{
  if (self->goes_on == goes_on)
    return;
  self->goes_on = goes_on;
  if (self->run != NULL && !self->shows_event)
    wb_microscope_open (self, self->index);
}

gboolean
wb_microscope_goes_on (WbMicroscope *self)
{
  return self->goes_on;
}

void
wb_microscope_choose_states (WbMicroscope *self, const int *states, int n)
{
  self->n_chosen = MIN (n, WB_MOST_CHOSEN);
  for (int i = 0; i < self->n_chosen; i++)
    self->chosen[i] = states[i];
  wb_microscope_emit_changed (self);
}

WbAttemptScene
wb_microscope_scene (WbMicroscope *self)
{
  const gboolean tries = self->tried != NULL;
  WbAttemptScene scene = { .attempt = tries ? self->tried : self->attempt, .other = tries ? self->attempt : self->other, .curve = self->curve,
                           .limit = self->limit, .n_chosen = self->n_chosen };

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

  if (++self->limit >= wb_attempt_scene_length (self->tried != NULL ? self->tried : self->attempt))
    {
      self->limit = G_MAXINT;
      self->play_source = 0;
    }
  wb_microscope_emit_played (self);
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
  wb_microscope_emit_played (self);
  return TRUE;
}

gboolean
wb_microscope_is_playing (WbMicroscope *self)
{
  return self->play_source != 0;
}
