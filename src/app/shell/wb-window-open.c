/* Opens files in the window. Reloads the model when its file has changed. */
#include <glib/gi18n.h>
#include <string.h>

#include "lab-cues.h"
#include "lab-study-file.h"
#include "wb-lab-studies.h"
#include "wb-laboratory.h"
#include "wb-menus.h"
#include "wb-preferences.h"
#include "wb-session-file.h"
#include "wb-session-layout.h"
#include "wb-view.h"
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

/* Returns the number of the study of the Laboratory that takes a file of measured data, and sets *key to its option; −1: none. */
static int
find_data_study (const char **key)
{
  for (int index = 0; index < wb_lab_studies_n (); index++)
    {
      const LabStudyKind *kind = wb_lab_studies_kind (index);

      for (int k = 0; k < kind->n_options; k++)
        if (strcmp (kind->options[k].argument, "DATA") == 0)
          {
            *key = kind->options[k].key;
            return index;
          }
    }
  return -1;
}

/* Shows the study of measured data with the table, and computes it. */
static gboolean
open_data (WbWindow *self, const char *path)
{
  WbLabStudies *studies = wb_lab_studies_of (self->session);
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  const char *key = NULL;
  int index = find_data_study (&key);
  WbStudy *study;

  if (wb_session_model (self->session) == NULL)
    {
      wb_session_message (self->session, _("A table of measured data is fitted by the open model; open a model first"));
      return FALSE;
    }
  study = wb_lab_studies_study (studies, index);
  wb_study_set_option (study, key, full);
  wb_window_show_view (self, wb_view_laboratory.id);
  wb_laboratory_open_study (wb_laboratory_of (self->session), wb_lab_studies_kind (index)->id);
  wb_lab_studies_run (studies, study);
  return TRUE;
}

gboolean
wb_window_open_path (WbWindow *self, const char *path)
{
  const ModelImportKind *kind = model_import_kind_of_path (path);
  gboolean opened;

  if (g_str_has_suffix (path, ".csv") || g_str_has_suffix (path, ".tsv"))
    return open_data (self, path);
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
