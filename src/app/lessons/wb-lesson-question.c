/* Shows the question of a page with the control of its kind, the hint, and the result after the reveal. */
#include "wb-lesson-question.h"

#include <glib/gi18n.h>

#include "wb-ask-rows.h"
#include "wb-ask.h"
#include "wb-lesson-text.h"
#include "wb-widgets.h"

struct _WbLessonQuestion
{
  GtkWidget parent_instance;
  WbLessons *lessons;
  GtkWidget *box, *answer, *result;
  GtkWidget *hint, *hint_button, *without;
};

G_DEFINE_FINAL_TYPE (WbLessonQuestion, wb_lesson_question, GTK_TYPE_WIDGET)

/* ---- the result ---- */

static void
show_result (WbLessonQuestion *self)
{
  const WbAskKind *kind = wb_ask_kind (self->lessons);

  wb_widget_empty_box (self->result);
  gtk_widget_set_visible (self->result, wb_lessons_is_revealed (self->lessons) && kind != NULL);
  if (wb_lessons_is_revealed (self->lessons) && kind != NULL)
    kind->add_rows (self->lessons, self->result);
  else if (wb_lessons_is_revealed (self->lessons))
    wb_ask_add_failed_checks (self->lessons, self->result);
}

/* ---- the widget ---- */

static void
on_hint (WbLessonQuestion *self)
{
  gtk_widget_show (self->hint);
  gtk_widget_hide (self->hint_button);
}

static void
add_hint (WbLessonQuestion *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  const char *hint = wb_lessons_page (self->lessons)->hint;

  self->hint = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_append (GTK_BOX (self->hint), wb_label_new_wrapped (_("Before you look"), "lesson-heading"));
  gtk_box_append (GTK_BOX (self->hint), wb_lesson_text_new (hint));
  gtk_widget_hide (self->hint);
  self->hint_button = wb_styled (gtk_button_new_with_label (_("Give a hint")), "link-button");
  gtk_widget_set_visible (self->hint_button, hint != NULL);
  g_signal_connect_swapped (self->hint_button, "clicked", G_CALLBACK (on_hint), self);
  self->without = wb_label_new_wrapped (_("or go on without a guess"), "dim-value");
  gtk_label_set_xalign (GTK_LABEL (self->without), 1);
  gtk_widget_set_hexpand (self->without, TRUE);
  wb_box_add (row, self->hint_button, self->without, NULL);
  wb_box_add (self->box, self->hint, row, NULL);
}

static void
on_guess (WbLessonQuestion *self)
{
  if (wb_lessons_lesson (self->lessons) == NULL)
    return;
  if (self->without != NULL)
    gtk_widget_set_visible (self->without, !wb_lessons_has_guess (self->lessons));
}

static void
on_result (WbLessonQuestion *self)
{
  if (wb_lessons_lesson (self->lessons) != NULL)
    show_result (self);
}

static void
fill (WbLessonQuestion *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);
  GtkWidget *card = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 7), "question"), *question = wb_lesson_text_new (page->question);

  self->result = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "lesson-result card");
  self->answer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (card), wb_label_new_wrapped (_("Question"), "question-caption"));
  gtk_widget_add_css_class (question, "question-text");
  wb_box_add (card, question, self->answer, NULL);
  if (page->question != NULL)
    gtk_box_append (GTK_BOX (self->box), card);
  else
    g_object_unref (g_object_ref_sink (card));
  gtk_box_append (GTK_BOX (self->box), self->result);
  if (page->question == NULL)
    self->answer = NULL;
  else if (!wb_lessons_is_revealed (self->lessons))
    {
      gtk_box_append (GTK_BOX (self->answer), wb_ask_kind (self->lessons)->control_new (self->lessons));
      add_hint (self);
      on_guess (self);
    }
  else
    gtk_widget_hide (self->answer);
  show_result (self);
}

static void
wb_lesson_question_dispose (GObject *object)
{
  WbLessonQuestion *self = WB_LESSON_QUESTION (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lesson_question_parent_class)->dispose (object);
}

static void
wb_lesson_question_class_init (WbLessonQuestionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lesson_question_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
wb_lesson_question_init (WbLessonQuestion *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 13);
  gtk_widget_set_hexpand (self->box, TRUE);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_lesson_question_new (WbLessons *lessons)
{
  WbLessonQuestion *self = g_object_new (WB_TYPE_LESSON_QUESTION, NULL);

  self->lessons = lessons;
  fill (self);
  g_signal_connect_object (lessons, "guess-changed", G_CALLBACK (on_guess), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "result-changed", G_CALLBACK (on_result), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
