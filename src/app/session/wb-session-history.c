/* The undo history of a session: its steps and their names. */
#include <glib/gi18n.h>
#include <string.h>

#include "wb-session-private.h"
#include "wb-translate.h"

void
wb_change_free (WbChange *change)
{
  g_clear_pointer (&change->config_before, sim_config_free);
  g_clear_pointer (&change->config_after, sim_config_free);
  g_clear_pointer (&change->values_before, wb_values_free);
  g_clear_pointer (&change->values_after, wb_values_free);
  if (change->free_state != NULL)
    {
      change->free_state (change->state_before);
      change->free_state (change->state_after);
    }
  g_free (change->words);
  g_free (change->key);
  g_free (change->before);
  g_free (change->after);
  g_free (change);
}

/* Largest number of undo steps. Older ones are removed, because some of them keep a whole run in
 * memory. */
#define MOST_CHANGES 200

void
wb_session_push_change (WbSession *self, WbChange *change)
{
  g_ptr_array_add (self->undo, change);
  if (self->undo->len > MOST_CHANGES)
    g_ptr_array_remove_index (self->undo, 0);
}

void
wb_session_forget_changes (WbSession *self, WbChangeFunc func, guint most)
{
  guint n = 0;

  for (guint i = self->undo->len; i-- > 0;)
    {
      const WbChange *change = g_ptr_array_index (self->undo, i);

      if (change->func == func && ++n > most)
        g_ptr_array_remove_index (self->undo, i);
    }
}

void
wb_session_add_change (WbSession *self, gpointer owner, WbChangeFunc func, gpointer before, gpointer after, GDestroyNotify free_state)
{
  WbChange *change = g_new0 (WbChange, 1);

  change->key = g_strdup ("");
  change->owner = owner;
  change->func = func;
  change->state_before = before;
  change->state_after = after;
  change->free_state = free_state;
  wb_session_push_change (self, change);
  g_ptr_array_set_size (self->redo, 0);
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

static char *
words_of (WbSession *self, GPtrArray *changes)
{
  const WbChange *change = changes->len > 0 ? g_ptr_array_index (changes, changes->len - 1) : NULL;
  const SimSettingRow *row = change != NULL && change->kind == WB_SETTING && change->key[0] != '\0' ? sim_config_row (change->key) : NULL;

  if (change == NULL)
    return NULL;
  if (change->words != NULL)
    return g_strdup (change->words);
  if (change->config_after != NULL)
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
