/* The undo history of a session: its steps and their names. */
#include <glib/gi18n.h>
#include <string.h>

#include "wb-session-history.h"
#include "wb-session-private.h"
#include "wb-translate.h"

void
wb_change_free (WbChange *change)
{
  g_clear_pointer (&change->copy, wb_session_copy_free);
  if (change->free_state != NULL)
    {
      change->free_state (change->state_before);
      change->free_state (change->state_after);
    }
  g_free (change->words);
  g_free (change->key);
  g_free (change);
}

/* Largest number of undo steps. */
#define MOST_CHANGES 200
static void
limit (WbSession *self)
{
  if (self->undo->len > MOST_CHANGES)
    g_ptr_array_remove_range (self->undo, 0, self->undo->len - MOST_CHANGES);
  wb_session_release_runs (self);
}

/* ---- adding steps ---- */

static WbChange *
push (WbSession *self, const char *words)
{
  WbChange *change = g_new0 (WbChange, 1);

  change->key = g_strdup ("");
  change->words = g_strdup (words);
  change->group = self->group;
  g_ptr_array_add (self->undo, change);
  g_ptr_array_set_size (self->redo, 0);
  return change;
}

WbChange *
wb_session_push_copy (WbSession *self, WbSessionCopy *before, const char *words)
{
  WbChange *change = push (self, words);

  change->copy = before;
  self->edits++;
  limit (self);
  return change;
}

void
wb_session_add_change (WbSession *self, gpointer owner, WbChangeFunc func, gpointer before, gpointer after, GDestroyNotify free_state)
{
  WbChange *change = push (self, NULL);

  change->owner = owner;
  change->func = func;
  change->state_before = before;
  change->state_after = after;
  change->free_state = free_state;
  limit (self);
  wb_session_emit_history (self);
}

void
wb_session_name_change (WbSession *self, const char *words)
{
  WbChange *change = self->undo->len > 0 ? g_ptr_array_index (self->undo, self->undo->len - 1) : NULL;

  g_return_if_fail (change != NULL);
  g_free (change->words);
  change->words = g_strdup (words);
}

void
wb_session_renew_change (WbSession *self, WbChangeFunc renew)
{
  WbChange *change = self->undo->len > 0 ? g_ptr_array_index (self->undo, self->undo->len - 1) : NULL;

  g_return_if_fail (change != NULL);
  change->renew = renew;
}

void
wb_session_begin_group (WbSession *self)
{
  wb_session_end_gesture (self);
  self->group = ++self->last_group;
}

void
wb_session_end_group (WbSession *self, const char *words)
{
  for (guint i = self->undo->len; i-- > 0;)
    {
      WbChange *change = g_ptr_array_index (self->undo, i);

      if (change->group != self->group)
        break;
      g_free (change->words);
      change->words = g_strdup (words);
      change->when = 0;
    }
  self->group = 0;
}

void
wb_session_replace_model_in_history (WbSession *self, Model *before, Model *after)
{
  for (guint i = 0; i < self->undo->len + self->redo->len; i++)
    {
      WbChange *change = i < self->undo->len ? g_ptr_array_index (self->undo, i) : g_ptr_array_index (self->redo, i - self->undo->len);

      if (change->copy != NULL)
        wb_session_copy_replace_model (change->copy, before, after);
    }
}

/* ---- undo and redo ---- */

/* Undoes or redoes one step and moves it to the other side of the history. */
static void
move_step (WbSession *self, WbChange *change, GPtrArray *to, gboolean back)
{
  WbSessionCopy *target = g_steal_pointer (&change->copy);
  /* Copy the key: a field that commits its text while it is being removed clears the redo history, which owns the step. */
  g_autofree char *key = g_strdup (change->several ? "" : change->key);
  WbKind kind = change->kind;

  change->when = 0;
  self->edits++;
  if (target != NULL)
    change->copy = wb_session_copy_new (self);
  g_ptr_array_add (to, change);
  if (target != NULL)
    wb_session_copy_restore (self, target, kind, key);
  else if (change->renew != NULL)
    change->renew (change->owner, back ? change->state_after : change->state_before);
  if (target == NULL)
    change->func (change->owner, back ? change->state_before : change->state_after);
  wb_session_copy_free (target);
}

static void
move_steps (WbSession *self, GPtrArray *from, GPtrArray *to, gboolean back)
{
  guint group = 0;

  wb_session_end_gesture (self);
  while (from->len > 0)
    {
      WbChange *next = g_ptr_array_index (from, from->len - 1);

      if (group != 0 && next->group != group)
        break;
      group = next->group;
      move_step (self, g_ptr_array_steal_index (from, from->len - 1), to, back);
      if (group == 0)
        break;
    }
  limit (self);
  wb_session_emit_history (self);
}

void
wb_session_undo (WbSession *self)
{
  move_steps (self, self->undo, self->redo, TRUE);
}

void
wb_session_redo (WbSession *self)
{
  move_steps (self, self->redo, self->undo, FALSE);
}

/* ---- names ---- */

static char *
words_of (WbSession *self, GPtrArray *changes)
{
  const WbChange *change = changes->len > 0 ? g_ptr_array_index (changes, changes->len - 1) : NULL;
  const SimSettingRow *row = change != NULL && change->kind == WB_SETTING && change->key[0] != '\0' ? sim_config_row (change->key) : NULL;

  if (change == NULL)
    return NULL;
  if (change->words != NULL)
    return g_strdup (change->words);
  if (change->several)
    return g_strdup (_("Settings"));
  if (change->kind == WB_TIME)
    return g_strdup (strcmp (change->key, "start") == 0 ? _("Start") : _("End"));
  return g_strdup (row != NULL ? wb_translate (row->label) : change->key);
}

char *
wb_session_undo_text (WbSession *self)
{
  return words_of (self, self->undo);
}

char *
wb_session_redo_text (WbSession *self)
{
  return words_of (self, self->redo);
}

gboolean
wb_session_can_undo (WbSession *self)
{
  return self->undo->len > 0;
}

gboolean
wb_session_can_redo (WbSession *self)
{
  return self->redo->len > 0;
}

void
wb_session_forget_history (WbSession *self)
{
  wb_session_end_gesture (self);
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
}
