/* Stores the visible view and panels of a session. */
#include "wb-session-layout.h"

#include "wb-session-private.h"

const char *wb_session_view (WbSession *self) { return self->view; }
const char *wb_session_settings_page (WbSession *self) { return self->settings_page; }
gboolean wb_session_is_lecture (WbSession *self) { return self->lecture; }
const char *wb_session_path (WbSession *self) { return self->path; }

/* Replaces a string by a copy of text, which may be part of the old string. Returns whether the string has
 * changed. */
static gboolean
replace (char **field, const char *text)
{
  char *copy;

  if (g_strcmp0 (*field, text) == 0)
    return FALSE;
  copy = g_strdup (text);
  g_free (*field);
  *field = copy;
  return TRUE;
}

void
wb_session_set_view (WbSession *self, const char *view)
{
  if (replace (&self->view, view))
    wb_session_emit_layout (self);
}

static void
show_view (gpointer owner, gpointer state)
{
  wb_session_set_view (owner, state);
}

void
wb_session_go_to_view (WbSession *self, const char *view)
{
  if (g_strcmp0 (self->view, view) == 0)
    return;
  wb_session_add_change (self, self, show_view, g_strdup (self->view), g_strdup (view), g_free);
  wb_session_set_view (self, view);
}

void
wb_session_set_settings_page (WbSession *self, const char *page)
{
  if (replace (&self->settings_page, page))
    wb_session_emit_layout (self);
}

void
wb_session_set_lecture (WbSession *self, gboolean lecture)
{
  if (self->lecture == lecture)
    return;
  self->lecture = lecture;
  wb_session_emit_layout (self);
}

void
wb_session_set_path (WbSession *self, const char *path)
{
  replace (&self->path, path);
}
