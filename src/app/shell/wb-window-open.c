/* Opens files in the window. Reloads the model when its file has changed. */
#include <glib/gi18n.h>
#include <string.h>

#include "lab-cues.h"
#include "lab-study-file.h"
#include "wb-menus.h"
#include "wb-preferences.h"
#include "wb-session-file.h"
#include "wb-session-layout.h"
#include "wb-view.h"
#include "wb-window-measured.h"
#include "wb-window-private.h"

static void
on_file_changed (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, WbWindow *self)
{
  if (event == G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT || event == G_FILE_MONITOR_EVENT_CREATED
      || event == G_FILE_MONITOR_EVENT_RENAMED || event == G_FILE_MONITOR_EVENT_MOVED_IN)
    wb_session_reload (self->session);
  else if (event == G_FILE_MONITOR_EVENT_DELETED)
    wb_session_message (self->session, _("The model's file was deleted; the model stays open"));
}

void
wb_window_watch_model (WbWindow *self)
{
  Model *model = wb_session_model (self->session);
  const char *failed = wb_session_failed_file (self->session), *path = failed != NULL ? failed : model != NULL ? model_path (model) : NULL;
  g_autoptr (GFile) file = NULL;

  if (g_strcmp0 (path, self->monitored) == 0)
    return;
  g_clear_object (&self->monitor);
  g_free (self->monitored);
  self->monitored = g_strdup (path);
  if (path == NULL)
    return;
  file = g_file_new_for_path (path);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect (self->monitor, "changed", G_CALLBACK (on_file_changed), self);
}

static void
remember_recent (const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *uri = g_filename_to_uri (full, NULL, NULL);

  if (uri != NULL && wb_menus_recent () != NULL)
    gtk_recent_manager_add_item (wb_menus_recent (), uri);
}

gboolean
wb_window_open_path (WbWindow *self, const char *path)
{
  const ModelImportKind *kind = model_import_kind_of_path (path);
  gboolean opened;

  if (wb_window_is_table (path))
    return wb_window_fit_data (self, path);
  if (g_str_has_suffix (path, ".study.yaml") || (strchr (path, '/') != NULL && lab_study_file_is_study (path)))
    {
      opened = wb_window_open_study (self, path);
      if (opened)
        remember_recent (path);
      return opened;
    }
  if (wb_window_has_changes (self))
    {
      wb_window_ask_open_path (self, path, FALSE);
      return FALSE;
    }
  if (kind != NULL)
    return wb_window_import (self, kind, path);
  if (lab_lesson_is_lesson (path))
    return wb_window_open_lesson (self, path, 0);
  if (lab_cues_is_cues (path))
    return wb_window_open_cues (self, path);
  if (g_str_has_suffix (path, ".stepwise"))
    {
      g_autoptr (GError) error = NULL;

      opened = wb_session_file_load (path, self->session, &error);
      if (!opened)
        wb_session_message (self->session, error->message);
      else
        wb_session_set_path (self->session, path);
    }
  else
    {
      opened = wb_session_open_model (self->session, path);
      wb_session_set_path (self->session, NULL);
    }
  if (opened && strchr (path, '/') != NULL)
    remember_recent (path);
  return opened;
}

void
wb_window_open_model (WbWindow *self, const char *model)
{
  if (wb_window_has_changes (self))
    {
      wb_window_ask_open_path (self, model, TRUE);
      return;
    }
  if (wb_session_open_model (self->session, model))
    {
      wb_preferences_set_string ("last-model", model);
      wb_session_set_path (self->session, NULL);
    }
}
