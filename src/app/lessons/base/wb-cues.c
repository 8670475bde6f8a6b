/* Opens and closes a cue list in a session, and moves to the next or previous cue. */
#include "wb-cues.h"

#include "wb-lesson-library.h"

#define KEY "cues"

typedef struct { LabCueList *list; int index; } Cues;

static void
cues_free (gpointer data)
{
  lab_cues_free (((Cues *) data)->list);
  g_free (data);
}

static Cues *
cues_of (WbSession *session)
{
  return g_object_get_data (G_OBJECT (session), KEY);
}

gboolean
wb_cues_open (WbSession *session, const char *path, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  LabCueList *list = lab_cues_load (path, wb_lesson_language (), diagnostics);
  Cues *cues;

  if (list == NULL)
    {
      g_autofree char *text = model_diagnostics_to_string (diagnostics);

      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, g_strstrip (text));
      return FALSE;
    }
  cues = g_new0 (Cues, 1);
  cues->list = list;
  cues->index = -1;
  g_object_set_data_full (G_OBJECT (session), KEY, cues, cues_free);
  return TRUE;
}

void
wb_cues_close (WbSession *session)
{
  g_object_set_data (G_OBJECT (session), KEY, NULL);
}

const LabCueList *
wb_cues_list (WbSession *session)
{
  Cues *cues = cues_of (session);

  return cues != NULL ? cues->list : NULL;
}

int
wb_cues_index (WbSession *session)
{
  Cues *cues = cues_of (session);

  return cues != NULL ? cues->index : -1;
}

const LabCue *
wb_cues_move (WbSession *session, int by)
{
  Cues *cues = cues_of (session);
  int index = cues != NULL ? cues->index + by : -1;

  if (cues == NULL || index < 0 || index >= (int) cues->list->cues->len)
    return NULL;
  cues->index = index;
  return &g_array_index (cues->list->cues, LabCue, index);
}
