/* The actions for cue lists. A cue list is a lecture; its parts are shown one after the other. */
#include "wb-window-private.h"

#include <glib/gi18n.h>

#include "wb-cues.h"
#include "wb-lesson-library.h"
#include "wb-view.h"

#define SESSION(window) wb_window_session (WB_WINDOW (window))

static WbLessons *
lessons_of (gpointer w)
{
  return wb_lessons_of (SESSION (w));
}

/* Shows a cue. If the cue consists of all pages of a lesson, begins at its first page, or at its last page when the user goes
 * back. */
static void
show (WbWindow *self, const LabCue *cue, gboolean from_end)
{
  switch (cue->kind)
    {
    case LAB_CUE_LESSON:
      wb_window_open_lesson (self, cue->name, cue->page >= 0 ? cue->page : from_end ? G_MAXINT : 0);
      break;
    case LAB_CUE_SESSION:
      wb_window_open_path (self, cue->name);
      break;
    case LAB_CUE_MODEL: default:
      wb_sidebar_show_lessons (wb_window_sidebar (self), FALSE);
      wb_window_open_path (self, cue->name);
      wb_window_show_view (self, cue->view != NULL ? cue->view : wb_view_simulate.id);
      break;
    }
}

/* Returns the current cue if it is the open lesson, otherwise NULL. */
static const LabCue *
lesson_cue (WbWindow *self)
{
  const LabCueList *list = wb_cues_list (SESSION (self));
  int index = wb_cues_index (SESSION (self));
  const LabCue *cue = list != NULL && index >= 0 ? &g_array_index (list->cues, LabCue, index) : NULL;

  return cue != NULL && cue->kind == LAB_CUE_LESSON && wb_lessons_lesson (lessons_of (self)) != NULL ? cue : NULL;
}

gboolean
wb_window_next_cue (WbWindow *self)
{
  WbLessons *lessons = lessons_of (self);
  const LabCue *now = lesson_cue (self), *next;
  gboolean last = now != NULL && wb_lessons_page_index (lessons) + 1 == (int) wb_lessons_lesson (lessons)->pages->len;
  WbLessonStep step = now != NULL ? wb_lessons_step (lessons) : WB_LESSON_FINISH;

  if (wb_cues_list (SESSION (self)) == NULL)
    return FALSE;
  /* Reveal the answer of a lesson before the next cue. If the cue has no page, go through all pages first. A run that has not ended does not
   * delay the next page. */
  if (now != NULL && step == WB_LESSON_REVEAL)
    {
      wb_lessons_advance (lessons);
      return TRUE;
    }
  if (now != NULL && now->page < 0 && !last)
    {
      wb_lessons_go (lessons, wb_lessons_page_index (lessons) + 1);
      return TRUE;
    }
  if (now != NULL && now->page < 0)
    wb_lesson_progress_store (wb_lessons_lesson (lessons)->id, wb_lessons_page_index (lessons), TRUE);
  next = wb_cues_move (SESSION (self), 1);
  if (next != NULL)
    show (self, next, FALSE);
  else
    wb_session_message (SESSION (self), _("This was the last part of the lecture"));
  return TRUE;
}

gboolean
wb_window_previous_cue (WbWindow *self)
{
  const LabCue *now = lesson_cue (self), *previous;

  if (wb_cues_list (SESSION (self)) == NULL)
    return FALSE;
  if (now != NULL && now->page < 0 && wb_lessons_back (lessons_of (self)))
    return TRUE;
  previous = wb_cues_move (SESSION (self), -1);
  if (previous != NULL)
    show (self, previous, TRUE);
  return TRUE;
}

gboolean
wb_window_open_cues (WbWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  const LabCueList *list;
  g_autofree char *text = NULL;

  if (!wb_cues_open (SESSION (self), path, &error))
    {
      wb_session_message (SESSION (self), error->message);
      return FALSE;
    }
  wb_window_next_cue (self);
  list = wb_cues_list (SESSION (self));
  if (list == NULL)
    return FALSE;
  /* Translators: title of a lecture, and the number of its parts. */
  text = g_strdup_printf (ngettext ("%s: %d part. Page Down goes on, Escape ends the lecture", "%s: %d parts. Page Down goes on, Escape ends the lecture",
                                    list->cues->len), list->title, (int) list->cues->len);
  wb_session_message (SESSION (self), text);
  return TRUE;
}

gboolean
wb_window_end_cues (WbWindow *self)
{
  if (wb_cues_list (SESSION (self)) == NULL)
    return FALSE;
  wb_cues_close (SESSION (self));
  wb_session_message (SESSION (self), _("The lecture was ended"));
  return TRUE;
}

/* ---- actions ---- */

static void open_cues (GSimpleAction *a, GVariant *value, gpointer w) { wb_window_open_cues (w, g_variant_get_string (value, NULL)); }
static void next (GSimpleAction *a, GVariant *v, gpointer w) { wb_window_next_cue (w); }
static void previous (GSimpleAction *a, GVariant *v, gpointer w) { wb_window_previous_cue (w); }

static const GActionEntry entries[] = { { "open-cues", open_cues, "s" }, { "next-cue", next }, { "previous-cue", previous } };

void
wb_window_install_cues (WbWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
