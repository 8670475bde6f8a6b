/* Reads, checks and stores the value of a control. */
#include "wb-field.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "wb-number-field.h"
#include "wb-widgets.h"

/* Time in ms after the last key until the typed text is checked. A check may compile the text of a study. */
#define CHECK_MS 150

#define KEY "wb-field"

struct WbField
{
  GtkWidget *control, *why;
  char **words;
  const WbBinding *binding;  /* NULL: the field has no effect any more */
  gpointer owner;
  char *key;
  char *shown;               /* the value that the control shows, or showed before the user typed; NULL: none */
  gboolean typed;            /* the control has a text that is not stored */
  gboolean updating;
  guint timer;               /* id of the GLib source that will check the text, or 0 */
};

WbField *wb_field_of (GtkWidget *control) { return g_object_get_data (G_OBJECT (control), KEY); }
GtkWidget *wb_field_control (WbField *self) { return self->control; }
GtkWidget *wb_field_why (WbField *self) { return self->why; }
const char *wb_field_key (WbField *self) { return self->key; }
const char *wb_field_reason (WbField *self) { return gtk_label_get_text (GTK_LABEL (self->why)); }

/* Returns the text of the control. Numbers are in the form that files have. Free it with g_free. */
static char *
text_of (WbField *self)
{
  double value;

  if (GTK_IS_SWITCH (self->control))
    return g_strdup (self->words[gtk_switch_get_active (GTK_SWITCH (self->control)) ? 1 : 0]);
  if (GTK_IS_DROP_DOWN (self->control))
    {
      guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));

      return g_strdup (at < g_strv_length (self->words) ? self->words[at] : "");
    }
  if (!WB_IS_NUMBER_FIELD (self->control))
    return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->control))));
  if (wb_number_read (wb_number_field_text (WB_NUMBER_FIELD (self->control)), &value))
    return wb_number_text (value);
  return g_strstrip (g_strdup (wb_number_field_text (WB_NUMBER_FIELD (self->control))));
}

static void
mark (WbField *self, const char *why)
{
  gboolean wrong = why != NULL;

  gtk_label_set_text (GTK_LABEL (self->why), wrong ? why : "");
  gtk_widget_set_visible (self->why, wrong);
  if (WB_IS_NUMBER_FIELD (self->control))
    {
      wb_number_field_set_wrong (WB_NUMBER_FIELD (self->control), why);
      return;
    }
  if (wrong)
    gtk_widget_add_css_class (self->control, "error");
  else
    gtk_widget_remove_css_class (self->control, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_STATE_INVALID,
                               wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* Marks the text of the control if it is wrong. Returns it if it is right, otherwise NULL. */
static char *
check (WbField *self)
{
  g_autofree char *text = text_of (self);
  g_autofree char *why = self->binding->reason != NULL ? self->binding->reason (self->owner, self->key, text) : NULL;

  g_clear_handle_id (&self->timer, g_source_remove);
  mark (self, why);
  return why == NULL ? g_steal_pointer (&text) : NULL;
}

gboolean
wb_field_commit (WbField *self)
{
  g_autoptr (GtkWidget) control = g_object_ref (self->control); /* to set the value may destroy the field */
  g_autofree char *text = NULL;

  /* A control that is being removed loses the focus, too. */
  if (self->binding == NULL || self->updating || (!self->typed && self->words == NULL) || gtk_widget_get_root (self->control) == NULL)
    return TRUE;
  text = check (self);
  if (text == NULL)
    return FALSE;
  self->typed = FALSE;
  g_free (self->shown);
  self->shown = g_strdup (text);
  self->binding->set (self->owner, self->key, *text != '\0' ? text : NULL);
  if (self->binding != NULL)
    wb_field_show (self);
  return TRUE;
}

void
wb_field_show (WbField *self)
{
  g_autofree char *text = self->binding != NULL ? self->binding->get (self->owner, self->key) : NULL;

  if (self->binding == NULL || (self->typed && g_strcmp0 (text, self->shown) == 0))
    return;
  self->updating = TRUE;
  g_free (self->shown);
  self->shown = g_strdup (text);
  if (self->typed)
    mark (self, NULL);
  self->typed = FALSE;
  g_clear_handle_id (&self->timer, g_source_remove);
  for (guint k = 0; self->words != NULL && self->words[k] != NULL; k++)
    if (strcmp (self->words[k], text != NULL ? text : "") == 0)
      {
        if (GTK_IS_SWITCH (self->control))
          gtk_switch_set_active (GTK_SWITCH (self->control), k == 1);
        else
          gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control), k);
      }
  if (WB_IS_NUMBER_FIELD (self->control))
    wb_number_field_set_text (WB_NUMBER_FIELD (self->control), text);
  else if (GTK_IS_EDITABLE (self->control) && strcmp (gtk_editable_get_text (GTK_EDITABLE (self->control)), text != NULL ? text : "") != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->control), text != NULL ? text : "");
  self->updating = FALSE;
}

void
wb_field_set_failure (WbField *self, const char *why)
{
  if (!self->typed)
    mark (self, why);
}

char *
wb_field_number_reason (const char *text, double low, double high)
{
  g_autofree char *from = wb_number_text (low), *to = wb_number_text (high);
  double value;

  if (!wb_number_parse (text, &value) || !isfinite (value))
    return g_strdup (_("A number is needed."));
  if (value >= low && value <= high)
    return NULL;
  return isfinite (high) ? g_strdup_printf (_("A number from %s to %s is needed."), from, to) : g_strdup_printf (_("A number of at least %s is needed."), from);
}

/* ---- the user ---- */

static gboolean
on_timer (gpointer user)
{
  WbField *self = user;
  g_autofree char *text = NULL;

  self->timer = 0;
  if (self->binding != NULL)
    text = check (self);
  return G_SOURCE_REMOVE;
}

static void
on_typed (WbField *self)
{
  if (self->binding == NULL || self->updating)
    return;
  self->typed = TRUE;
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add (CHECK_MS, on_timer, self);
}

static void
on_committed (WbField *self)
{
  self->typed = TRUE; /* a click on − or + counts as typing */
  wb_field_commit (self);
}

/* ---- life ---- */

void
wb_field_release (WbField *self)
{
  self->binding = NULL;
  g_clear_handle_id (&self->timer, g_source_remove);
}

static void
field_free (gpointer data)
{
  WbField *self = data;

  g_clear_handle_id (&self->timer, g_source_remove);
  g_object_unref (self->why);
  g_strfreev (self->words);
  g_free (self->key);
  g_free (self->shown);
  g_free (self);
}

WbField *
wb_field_new (GtkWidget *control, const char *const *words, const WbBinding *binding, gpointer owner, const char *key)
{
  WbField *self = g_new0 (WbField, 1);

  *self = (WbField) { .control = control, .words = g_strdupv ((char **) words), .binding = binding, .owner = owner, .key = g_strdup (key) };
  self->why = g_object_ref_sink (wb_label_new_wrapped ("", "study-refusal"));
  gtk_widget_set_visible (self->why, FALSE);
  g_object_set_data_full (G_OBJECT (control), KEY, self, field_free);
  wb_field_show (self);
  if (GTK_IS_SWITCH (control))
    g_signal_connect_swapped (control, "notify::active", G_CALLBACK (wb_field_commit), self);
  else if (GTK_IS_DROP_DOWN (control))
    g_signal_connect_swapped (control, "notify::selected", G_CALLBACK (wb_field_commit), self);
  else if (WB_IS_NUMBER_FIELD (control))
    {
      wb_number_field_set_checked (WB_NUMBER_FIELD (control));
      g_signal_connect_swapped (control, "edited", G_CALLBACK (on_typed), self);
      g_signal_connect_swapped (control, "committed", G_CALLBACK (on_committed), self);
    }
  else
    {
      GtkEventController *focus = gtk_event_controller_focus_new ();

      g_signal_connect_swapped (control, "changed", G_CALLBACK (on_typed), self);
      g_signal_connect_swapped (control, "activate", G_CALLBACK (wb_field_commit), self);
      g_signal_connect_swapped (focus, "leave", G_CALLBACK (wb_field_commit), self);
      gtk_widget_add_controller (control, focus);
    }
  return self;
}
