/* The tab of lessons in the sidebar, the actions of lessons, and their keys. */
#include "wb-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-lesson-place.h"
#include "wb-lesson-sketch.h"
#include "wb-lesson-strip.h"
#include "wb-lesson-write.h"
#include "wb-preferences.h"
#include "wb-session-file.h"
#include "wb-session-layout.h"
#include "wb-view.h"

/* Width of the sidebar in px while a lesson is open. */
#define LESSON_WIDTH 360
/* Key under which the width of the sidebar without a lesson is stored. */
#define WIDTH_KEY "wb-sidebar-width"

typedef GSimpleAction Action;

static WbLessons *
lessons_of (gpointer w)
{
  return wb_lessons_of (wb_window_session (w));
}

static WbSidebar *
sidebar_of (gpointer w)
{
  return wb_window_sidebar (w);
}

gboolean
wb_window_shows_lesson (WbWindow *self)
{
  return wb_lessons_lesson (lessons_of (self)) != NULL && wb_sidebar_shows_lessons (sidebar_of (self))
         && (wb_window_view (self)->needs & WB_VIEW_LESSON_SIDEBAR);
}

gboolean
wb_window_shows_strip (WbWindow *self)
{
  const WbViewNeeds needs = wb_window_view (self)->needs;

  if (wb_lessons_lesson (lessons_of (self)) == NULL || !(needs & (WB_VIEW_STRIP | WB_VIEW_LESSON_SIDEBAR)))
    return FALSE;
  return (needs & WB_VIEW_STRIP) || !wb_window_shows_lesson (self) || wb_panes_width_class (wb_window_panes (self)) == WB_WIDTH_FOCUSED
         || !wb_preferences_get_boolean ("sidebar-shown");
}

int
wb_window_sidebar_width (WbWindow *self)
{
  int width = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (self), WIDTH_KEY));

  return width > 0 ? width : wb_panes_get_width (wb_window_panes (self), WB_PANE_SIDEBAR);
}

void
wb_window_fit_sidebar (WbWindow *self)
{
  gboolean lesson = wb_window_shows_lesson (self), wide = g_object_get_data (G_OBJECT (self), WIDTH_KEY) != NULL;

  if (lesson && !wide)
    {
      g_object_set_data (G_OBJECT (self), WIDTH_KEY, GINT_TO_POINTER (wb_window_sidebar_width (self)));
      wb_panes_set_width (wb_window_panes (self), WB_PANE_SIDEBAR, LESSON_WIDTH);
    }
  else if (!lesson && wide)
    {
      wb_panes_set_width (wb_window_panes (self), WB_PANE_SIDEBAR, wb_window_sidebar_width (self));
      g_object_set_data (G_OBJECT (self), WIDTH_KEY, NULL);
    }
}

/* Shows the list of lessons as the view if no lesson is open. Otherwise leaves that
 * view. */
static void
follow (WbWindow *self)
{
  gboolean list = wb_sidebar_shows_lessons (sidebar_of (self)) && wb_lessons_lesson (lessons_of (self)) == NULL;
  gboolean shown = wb_window_view (self) == &wb_view_lessons;

  if (list)
    {
      GtkWidget *page = GTK_WIDGET (wb_sidebar_list (sidebar_of (self)));

      if (gtk_widget_get_parent (page) == NULL)
        wb_window_add_lesson_list (self, page);
    }
  if (list != shown)
    wb_window_show_view (self, (list ? &wb_view_lessons : &wb_view_simulate)->id);
  wb_window_apply_panes (self);
  wb_window_refresh_actions (self);
}

static void
show_lessons (WbWindow *self, gboolean lessons)
{
  wb_sidebar_show_lessons (sidebar_of (self), lessons);
  if (wb_panes_width_class (wb_window_panes (self)) != WB_WIDTH_FOCUSED)
    wb_panes_set_shown (wb_window_panes (self), WB_PANE_SIDEBAR, TRUE);
}

/* ---- actions ---- */

/* Closes the lesson and shows the list of lessons. */
static void
all (Action *a, GVariant *v, gpointer w)
{
  wb_lessons_close (lessons_of (w));
  show_lessons (w, TRUE);
  follow (w);
}

/* Shows the lessons: the list if the open lesson is visible already or in another view, otherwise the open lesson. */
static void
show_tab (Action *a, GVariant *v, gpointer w)
{
  if (wb_lessons_lesson (lessons_of (w)) != NULL && (wb_window_shows_lesson (w) || (wb_window_view (w)->needs & WB_VIEW_STRIP)))
    {
      all (a, v, w);
      return;
    }
  show_lessons (w, TRUE);
  follow (w);
}

/* Shows the lessons of a chapter in the list. */
static void
chapter (Action *a, GVariant *value, gpointer w)
{
  int which = g_variant_get_int32 (value);

  if (which >= 0 && which < LAB_N_CHAPTERS)
    wb_lesson_sidebar_show_chapter (wb_sidebar_lessons (sidebar_of (w)), which);
}

static void
models (Action *a, GVariant *v, gpointer w)
{
  show_lessons (w, FALSE);
  wb_model_browser_focus_search (wb_window_browser (w));
}

static void gallery (Action *a, GVariant *v, gpointer w) { wb_window_choose_model (w); }

/* Returns whether the editor has no unsaved changes. If it has some, shows a message. */
static gboolean
may_change_text (WbWindow *self)
{
  if (wb_window_has_changes (self))
    wb_session_message (wb_window_session (self), _("Save or discard the changes of the text first"));
  return !wb_window_has_changes (self);
}

gboolean
wb_window_open_lesson (WbWindow *self, const char *id, int page)
{
  g_autofree char *path = lab_lesson_find (id);
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    {
      g_autofree char *text = g_strdup_printf (_("There is no lesson “%s”"), id);

      wb_session_message (wb_window_session (self), text);
      return FALSE;
    }
  if (!may_change_text (self))
    return FALSE;
  if (!wb_lessons_open (lessons_of (self), path, page, &error))
    {
      wb_session_message (wb_window_session (self), error->message);
      return FALSE;
    }
  show_lessons (self, TRUE);
  follow (self);
  return TRUE;
}

static void
open_lesson (Action *a, GVariant *value, gpointer w)
{
  const char *id = g_variant_get_string (value, NULL);
  WbLessonProgress progress = wb_lesson_progress (id);

  wb_window_open_lesson (w, id, progress.done ? 0 : progress.page);
}

static void restart (Action *a, GVariant *value, gpointer w) { wb_window_open_lesson (w, g_variant_get_string (value, NULL), 0); }
static void next (Action *a, GVariant *v, gpointer w) { wb_lessons_advance (lessons_of (w)); }
static void back (Action *a, GVariant *v, gpointer w) { wb_lessons_back (lessons_of (w)); }

static void
own (Action *a, GVariant *v, gpointer w)
{
  wb_lessons_open_own (lessons_of (w));
  show_lessons (w, FALSE);
}

/* ---- own lessons ---- */

/* Shows the text of a lesson file in the editor. */
static void
edit_file (WbWindow *self, const char *path)
{
  wb_model_editor_edit_lesson (wb_window_editor (self), path);
  wb_window_show_view (self, wb_view_text.id);
}

/* Opens a lesson file in the editor, even if the file has errors. The lesson is opened as soon as its text has no errors. */
static void
edit_lesson (Action *a, GVariant *value, gpointer w)
{
  if (may_change_text (w))
    edit_file (w, g_variant_get_string (value, NULL));
}

static void
edit_open_lesson (Action *a, GVariant *v, gpointer w)
{
  const LabLesson *open = wb_lessons_lesson (lessons_of (w));
  g_autofree char *path = open != NULL ? g_strdup (open->path) : NULL;

  if (path != NULL && may_change_text (w))
    edit_file (w, path);
}

static void
new_lesson (Action *a, GVariant *v, gpointer w)
{
  WbSession *session = wb_window_session (w);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL, *text = NULL;

  if (!may_change_text (w))
    return;
  path = wb_lesson_new_from_session (session, notes, &error);
  if (path == NULL)
    {
      if (error != NULL)
        wb_session_message (session, error->message);
      return;
    }
  wb_lesson_library_forget ();
  if (wb_window_open_lesson (w, path, 0))
    edit_file (w, path);
  g_ptr_array_add (notes, NULL);
  text = g_strjoinv (" ", (char **) notes->pdata);
  if (text[0] != '\0')
    wb_session_message (session, text);
}

/* Enables the actions for own lessons. A new lesson cannot be made from an open lesson, because the model lacks the outputs of that lesson. */
static void
refresh_own (WbWindow *self)
{
  gboolean open = wb_lessons_lesson (lessons_of (self)) != NULL;

  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "new-lesson")),
                               wb_session_model (wb_window_session (self)) != NULL && !open);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), "edit-open-lesson")), open);
}

/* ---- links on a page of a lesson ---- */

static void
open_link (Action *a, GVariant *value, gpointer w)
{
  WbLessons *lessons = lessons_of (w);
  const GArray *links = wb_lessons_lesson (lessons) != NULL ? wb_lessons_page (lessons)->links : NULL;
  int index = g_variant_get_int32 (value);
  const LabLessonLink *link;

  if (links == NULL || index < 0 || index >= (int) links->len)
    return;
  link = &g_array_index (links, LabLessonLink, index);
  wb_lesson_place_open (wb_window_session (w), wb_lessons_lesson (lessons), link);
  wb_lesson_place_run (wb_window_session (w), link);
}

/* A narrow window shows the first plot of each page, but keeps the plot that is shown when the answer is revealed. */
static void
on_page (WbWindow *self)
{
  WbLessons *lessons = lessons_of (self);
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (self));

  if (wb_lessons_lesson (lessons) != NULL && !wb_lessons_is_revealed (lessons) && wb_plot_set_focused (plots) >= 0)
    wb_window_focus_first (self);
}

/* ---- the end of a lesson ---- */

/* Shows the next part of an open cue list after the last page of a lesson. */
static gboolean
on_finished (WbLessons *lessons, WbWindow *self)
{
  return wb_window_next_cue (self);
}

/* Moves the focus to the button of the next lesson after the list was filled, so that Return opens it. */
static void
on_closed (WbWindow *self)
{
  if (wb_lessons_lesson (lessons_of (self)) == NULL && wb_window_view (self) == &wb_view_lessons)
    wb_lesson_list_focus_first (wb_sidebar_list (sidebar_of (self)));
}

void
wb_window_enter_lessons (WbWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean searching = focus != NULL && GTK_IS_TEXT (focus) && gtk_editable_get_text (GTK_EDITABLE (focus))[0] != '\0';

  if (!searching)
    wb_lesson_list_focus_first (wb_sidebar_list (sidebar_of (self)));
}

/* ---- keys ---- */

gboolean
wb_window_switch_strip (WbWindow *self)
{
  WbLessonStrip *strip = WB_LESSON_STRIP (self->strip);

  if (!gtk_widget_get_visible (self->strip))
    return FALSE;
  if (wb_lesson_strip_has_focus (strip, gtk_window_get_focus (GTK_WINDOW (self))))
    {
      GtkWidget *view = gtk_stack_get_visible_child (GTK_STACK (self->views));

      if (wb_window_view (self)->needs & WB_VIEW_FOCUS_PLOTS)
        gtk_window_set_focus (GTK_WINDOW (self), NULL);
      wb_window_focus_plots (self);
      if (!(wb_window_view (self)->needs & WB_VIEW_FOCUS_PLOTS) && !gtk_widget_child_focus (view, GTK_DIR_TAB_FORWARD))
        gtk_window_set_focus (GTK_WINDOW (self), NULL);
    }
  else
    gtk_widget_child_focus (self->strip, GTK_DIR_TAB_FORWARD);
  gtk_window_set_focus_visible (GTK_WINDOW (self), TRUE);
  return TRUE;
}

/* Returns the character of a number that a key types, or 0. */
static char
number_character (guint key)
{
  const gunichar character = gdk_keyval_to_unicode (key);

  return character != 0 && character < 128 && strchr ("0123456789.,-", (int) character) != NULL ? (char) character : 0;
}

gboolean
wb_window_lesson_key (WbWindow *self, guint key, gboolean typing)
{
  WbLessons *lessons = lessons_of (self);
  const LabLessonPage *page;

  if ((key == GDK_KEY_Page_Down || key == GDK_KEY_KP_Page_Down) && wb_window_next_cue (self))
    return TRUE;
  if ((key == GDK_KEY_Page_Up || key == GDK_KEY_KP_Page_Up) && wb_window_previous_cue (self))
    return TRUE;
  if (wb_lessons_lesson (lessons) == NULL)
    return FALSE;
  page = wb_lessons_page (lessons);
  if (key == GDK_KEY_Page_Down || key == GDK_KEY_KP_Page_Down)
    {
      int next = wb_lessons_page_index (lessons) + 1;

      if (wb_lessons_step (lessons) == WB_LESSON_STOP && next < (int) wb_lessons_lesson (lessons)->pages->len)
        wb_lessons_go (lessons, next);
      else
        wb_lessons_advance (lessons);
      return TRUE;
    }
  if (key == GDK_KEY_Page_Up || key == GDK_KEY_KP_Page_Up)
    {
      wb_lessons_back (lessons);
      return TRUE;
    }
  if (key >= GDK_KEY_1 && key <= GDK_KEY_5 && !typing && page->ask == LAB_ASK_CHOICE && !wb_lessons_is_revealed (lessons)
      && (guint) (key - GDK_KEY_1) < g_strv_length (page->items))
    {
      wb_lessons_set_choice (lessons, (int) (key - GDK_KEY_1));
      return TRUE;
    }
  if (!typing && number_character (key) != 0)
    {
      const char text[2] = { number_character (key), '\0' };

      return wb_lessons_type (lessons, text);
    }
  return FALSE;
}

/* Moves the focus between the strip of a lesson and the view; without a strip, checks the run by refinement. */
static void
other_part (Action *a, GVariant *v, gpointer w)
{
  if (!wb_window_switch_strip (w))
    gtk_widget_activate_action (w, "win.check-refinement", NULL);
}

static const GActionEntry entries[] = {
  { "other-part", other_part },
  { "show-lessons", show_tab }, { "lessons", all }, { "models", models }, { "gallery", gallery }, { "lesson-open", open_lesson, "s" }, { "open-lesson", open_lesson, "s" }, { "lesson-restart", restart, "s" },
  { "lesson-next", next }, { "lesson-back", back }, { "lesson-own", own }, { "lesson-link", open_link, "i" }, { "lesson-chapter", chapter, "i" },
  { "new-lesson", new_lesson }, { "edit-lesson", edit_lesson, "s" }, { "edit-open-lesson", edit_open_lesson },
};

void
wb_window_install_lessons (WbWindow *self)
{
  static const char *const saved[] = { "lesson-changed", "page-changed", "guess-changed" };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  wb_window_install_cues (self);
  g_signal_connect_object (wb_window_sidebar (self), "tab-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons_of (self), "lesson-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons_of (self), "lesson-changed", G_CALLBACK (on_page), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons_of (self), "page-changed", G_CALLBACK (on_page), self, G_CONNECT_SWAPPED);
  for (guint k = 0; k < G_N_ELEMENTS (saved); k++)
    g_signal_connect_object (lessons_of (self), saved[k], G_CALLBACK (wb_session_file_autosave_soon), wb_window_session (self), G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons_of (self), "lesson-changed", G_CALLBACK (on_closed), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (lessons_of (self), "finished", G_CALLBACK (on_finished), self, 0);
  g_signal_connect_object (lessons_of (self), "lesson-changed", G_CALLBACK (refresh_own), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (wb_window_session (self), "model-changed", G_CALLBACK (refresh_own), self, G_CONNECT_SWAPPED);
  refresh_own (self);
  wb_lesson_sketch_connect (lessons_of (self), wb_window_simulate (self));
}
