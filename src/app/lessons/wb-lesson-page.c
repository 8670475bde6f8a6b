/* Assembles the sidebar of an open lesson, and refreshes it when the page changes. */
#include "wb-lesson-page.h"

#include <glib/gi18n.h>

#include "wb-lesson-body.h"
#include "wb-lesson-button.h"
#include "wb-lesson-segments.h"
#include "wb-widgets.h"

struct _WbLessonPage
{
  GtkWidget parent_instance;
  WbLessons *lessons;
  GtkWidget *box, *count, *title, *scrolled, *body;
  GtkWidget *differs, *back;
  const LabLesson *shown;
  int shown_page;
};

G_DEFINE_FINAL_TYPE (WbLessonPage, wb_lesson_page, GTK_TYPE_WIDGET)

static void
scroll_to_top (WbLessonPage *self)
{
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled)), 0);
}

static void
show_differs (WbLessonPage *self)
{
  gtk_widget_set_visible (self->differs, wb_lessons_lesson (self->lessons) != NULL && wb_lessons_differs (self->lessons));
}

static void
refresh (WbLessonPage *self)
{
  const LabLesson *lesson = wb_lessons_lesson (self->lessons);
  g_autofree char *count = NULL;

  if (lesson == NULL)
    {
      self->shown = NULL;
      wb_widget_empty_box (self->body);
      return;
    }
  /* Translators: the number of a page of a lesson, and the number of its pages. */
  count = g_strdup_printf (_("step %d of %d"), wb_lessons_page_index (self->lessons) + 1, (int) lesson->pages->len);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  gtk_label_set_text (GTK_LABEL (self->title), lesson->title);
  wb_lesson_body_fill (self->body, self->lessons);
  if (self->shown != lesson || self->shown_page != wb_lessons_page_index (self->lessons))
    scroll_to_top (self);
  self->shown = lesson;
  self->shown_page = wb_lessons_page_index (self->lessons);
  gtk_widget_set_sensitive (self->back, wb_lessons_page_index (self->lessons) > 0);
  show_differs (self);
}

/* ---- the widget ---- */

static void
on_back (WbLessonPage *self)
{
  wb_lessons_back (self->lessons);
}

static void
on_restore (WbLessonPage *self)
{
  wb_lessons_restore (self->lessons);
}

static GtkWidget *
head_new (WbLessonPage *self)
{
  GtkWidget *head = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 7), "lesson-head"), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *all = wb_styled (gtk_button_new (), "link-button"), *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("wb-previous-symbolic"));
  gtk_box_append (GTK_BOX (content), gtk_label_new (_("All lessons")));
  gtk_button_set_child (GTK_BUTTON (all), content);
  wb_widget_set_name (all, _("All lessons"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (all), "win.lessons");
  self->count = wb_label_new_wrapped (NULL, "dim-value");
  gtk_label_set_xalign (GTK_LABEL (self->count), 1);
  gtk_widget_set_hexpand (self->count, TRUE);
  wb_box_add (row, all, self->count, NULL);
  self->title = wb_label_new_wrapped (NULL, "lesson-title");
  wb_box_add (head, row, self->title, wb_lesson_segments_new (self->lessons), NULL);
  return head;
}

static GtkWidget *
foot_new (WbLessonPage *self)
{
  GtkWidget *foot = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), "lesson-foot");
  GtkWidget *back = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->back = wb_styled (gtk_button_new (), "raised");
  gtk_box_append (GTK_BOX (back), gtk_image_new_from_icon_name ("wb-previous-symbolic"));
  gtk_box_append (GTK_BOX (back), gtk_label_new (_("Back")));
  gtk_button_set_child (GTK_BUTTON (self->back), back);
  wb_widget_set_name (self->back, _("Back"));
  gtk_widget_set_hexpand (space, TRUE);
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (on_back), self);
  wb_box_add (foot, self->back, space, wb_lesson_button_new (self->lessons), NULL);
  return foot;
}

static GtkWidget *
differs_new (WbLessonPage *self)
{
  GtkWidget *bar = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), "hint"), *button = wb_lesson_link_new (_("Use the lesson’s settings"), NULL);

  wb_box_add (bar, wb_label_new_wrapped (_("Your settings differ from the lesson"), "lesson-heading"), button, NULL);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_restore), self);
  gtk_widget_add_css_class (bar, "lesson-differs");
  return bar;
}

static void
wb_lesson_page_dispose (GObject *object)
{
  WbLessonPage *self = WB_LESSON_PAGE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lesson_page_parent_class)->dispose (object);
}

static void
wb_lesson_page_class_init (WbLessonPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lesson_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "lessonpage");
}

static void
wb_lesson_page_init (WbLessonPage *self)
{
}

GtkWidget *
wb_lesson_page_new (WbLessons *lessons)
{
  WbLessonPage *self = g_object_new (WB_TYPE_LESSON_PAGE, NULL);
  WbSession *session = wb_lessons_session (lessons);

  self->lessons = lessons;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), head_new (self));
  self->scrolled = gtk_scrolled_window_new ();
  self->body = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), "lesson-body");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->body);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->scrolled);
  self->differs = differs_new (self);
  gtk_box_append (GTK_BOX (self->box), self->differs);
  gtk_box_append (GTK_BOX (self->box), foot_new (self));
  g_signal_connect_object (lessons, "lesson-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "page-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "setting-changed", G_CALLBACK (show_differs), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
