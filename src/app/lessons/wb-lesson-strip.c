#include "wb-lesson-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lab-lesson-text.h"
#include "plot-format.h"
#include "wb-lesson-button.h"
#include "wb-lesson-question.h"
#include "wb-number-field.h"
#include "wb-widgets.h"

struct _WbLessonStrip
{
  GtkWidget parent_instance;
  WbLessons *lessons;
  GtkWidget *box, *caption, *words, *answer, *back;
  GtkWidget *field; /* number field for the guess, or NULL */
};

G_DEFINE_FINAL_TYPE (WbLessonStrip, wb_lesson_strip, GTK_TYPE_WIDGET)

/* ---- texts ---- */

/* Returns the first paragraph of a text without markup. */
static char *
first_paragraph (const char *text)
{
  g_autoptr (GArray) paragraphs = lab_lesson_paragraphs (text);
  g_autoptr (GString) plain = g_string_new (NULL);
  const GArray *spans = paragraphs->len > 0 ? g_array_index (paragraphs, LabParagraph, 0).spans : NULL;

  for (guint k = 0; spans != NULL && k < spans->len; k++)
    {
      const LabSpan *span = &g_array_index (spans, LabSpan, k);

      g_string_append (plain, span->text);
      if (span->right != NULL)
        g_string_append_printf (plain, " = %s", span->right);
    }
  return g_string_free (g_steal_pointer (&plain), FALSE);
}

/* Returns a sentence with the result of a revealed page, or NULL. */
static char *
result_text (WbLessons *lessons)
{
  const LabLessonPage *page = wb_lessons_page (lessons);
  const LabCheck *check = wb_lessons_asked_check (lessons);
  double guess = wb_lessons_number (lessons);
  g_autofree char *compared = NULL;
  char guessed[64], measured[64];

  if (page->ask == LAB_ASK_CHOICE)
    return g_strdup_printf (_("The answer: %s"), page->items[page->answer]);
  if ((page->ask != LAB_ASK_NUMBER && page->ask != LAB_ASK_CURVE) || check == NULL || isnan (check->got))
    return NULL;
  plot_format_number (check->got, 5, measured, sizeof measured);
  if (isnan (guess))
    return g_strdup_printf (_("Measured: %s"), measured);
  plot_format_number (guess, 4, guessed, sizeof guessed);
  compared = wb_lesson_compare_guess (guess, check->got);
  /* Translators: guessed number, comparison such as "23 times too small", and measured number. */
  return g_strdup_printf (_("Your guess %s is %s; measured: %s"), guessed, compared, measured);
}

static void
show_words (WbLessonStrip *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);
  gboolean revealed = wb_lessons_is_revealed (self->lessons);
  g_autofree char *result = revealed ? result_text (self->lessons) : NULL;
  g_autofree char *text = first_paragraph (revealed ? page->after : page->question != NULL ? page->question : page->text);
  g_autofree char *both = result != NULL ? g_strdup_printf ("%s. %s", result, text) : NULL;
  const char *shown = both != NULL ? both : text;

  gtk_label_set_text (GTK_LABEL (self->words), shown);
  gtk_widget_set_tooltip_text (self->words, shown);
}

/* ---- the guess ---- */

static void
on_number (WbNumberField *field, const char *text, WbLessonStrip *self)
{
  double value;

  if (wb_number_parse (text, &value) && isfinite (value))
    wb_lessons_set_number (self->lessons, value);
  else
    wb_lessons_clear_guess (self->lessons);
}

static void
on_choice (GtkDropDown *choices, GParamSpec *spec, WbLessonStrip *self)
{
  guint selected = gtk_drop_down_get_selected (choices);

  if (selected > 0 && selected != GTK_INVALID_LIST_POSITION)
    wb_lessons_set_choice (self->lessons, (int) selected - 1);
}

static GtkWidget *
choices_new (WbLessonStrip *self, char **items)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  GtkWidget *choices;

  g_strv_builder_add (builder, _("Your guess"));
  for (char **item = items; *item != NULL; item++)
    g_strv_builder_add (builder, *item);
  all = g_strv_builder_end (builder);
  choices = gtk_drop_down_new_from_strings ((const char *const *) all);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choices), (guint) (wb_lessons_choice (self->lessons) + 1));
  g_signal_connect (choices, "notify::selected", G_CALLBACK (on_choice), self);
  return choices;
}

static void
show_guess (WbLessonStrip *self)
{
  GtkWidget *child = gtk_widget_get_first_child (self->answer);
  double value;
  char text[64] = "";

  if (wb_lessons_lesson (self->lessons) == NULL)
    return;
  if (GTK_IS_DROP_DOWN (child))
    gtk_drop_down_set_selected (GTK_DROP_DOWN (child), (guint) (wb_lessons_choice (self->lessons) + 1));
  if (self->field == NULL)
    return;
  value = wb_lessons_number (self->lessons);
  if (!isnan (value))
    plot_format_number (value, 3, text, sizeof text);
  wb_number_field_set_text (WB_NUMBER_FIELD (self->field), text);
}

static void
fill_answer (WbLessonStrip *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);

  wb_widget_empty_box (self->answer);
  self->field = NULL;
  if (wb_lessons_is_revealed (self->lessons))
    return;
  if (page->ask == LAB_ASK_CHOICE)
    gtk_box_append (GTK_BOX (self->answer), choices_new (self, page->items));
  else if (page->ask == LAB_ASK_NUMBER || page->ask == LAB_ASK_CURVE)
    {
      self->field = wb_number_field_new (page->unit != NULL ? page->unit : "", FALSE, 0);
      wb_widget_set_name (self->field, _("Your guess"));
      g_signal_connect (self->field, "committed", G_CALLBACK (on_number), self);
      gtk_box_append (GTK_BOX (self->answer), self->field);
    }
  show_guess (self);
}

/* ---- the widget ---- */

static void
refresh (WbLessonStrip *self)
{
  const LabLesson *lesson = wb_lessons_lesson (self->lessons);
  g_autofree char *caption = NULL;

  if (lesson == NULL)
    {
      wb_widget_empty_box (self->answer);
      self->field = NULL;
      return;
    }
  /* Translators: title of a lesson, number of the step, number of steps. */
  caption = g_strdup_printf (_("%s, step %d of %d"), lesson->title, wb_lessons_page_index (self->lessons) + 1, (int) lesson->pages->len);
  gtk_label_set_text (GTK_LABEL (self->caption), caption);
  gtk_widget_set_sensitive (self->back, wb_lessons_page_index (self->lessons) > 0);
  show_words (self);
  fill_answer (self);
}

static void
on_result (WbLessonStrip *self)
{
  if (wb_lessons_lesson (self->lessons) != NULL)
    show_words (self);
}

static void
on_back (WbLessonStrip *self)
{
  wb_lessons_back (self->lessons);
}

static void
wb_lesson_strip_dispose (GObject *object)
{
  WbLessonStrip *self = WB_LESSON_STRIP (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (wb_lesson_strip_parent_class)->dispose (object);
}

static void
wb_lesson_strip_class_init (WbLessonStripClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_lesson_strip_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "lessonstrip");
}

static void
wb_lesson_strip_init (WbLessonStrip *self)
{
}

static GtkWidget *
label_new (const char *class, int lines)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (label), lines > 1);
  gtk_label_set_lines (GTK_LABEL (label), lines);
  gtk_widget_add_css_class (label, class);
  return label;
}

GtkWidget *
wb_lesson_strip_new (WbLessons *lessons)
{
  WbLessonStrip *self = g_object_new (WB_TYPE_LESSON_STRIP, NULL);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *main;

  self->lessons = lessons;
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 14);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->caption = label_new ("dim-value", 1);
  self->words = label_new ("lesson-strip-text", 2);
  gtk_box_append (GTK_BOX (texts), self->caption);
  gtk_box_append (GTK_BOX (texts), self->words);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  self->answer = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->answer, "answer");
  self->back = gtk_button_new_from_icon_name ("wb-previous-symbolic");
  wb_widget_set_label (self->back, _("Back"));
  gtk_widget_add_css_class (self->back, "raised");
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (on_back), self);
  main = wb_lesson_button_new (lessons);
  gtk_box_append (GTK_BOX (self->box), texts);
  gtk_box_append (GTK_BOX (self->box), self->answer);
  gtk_box_append (GTK_BOX (self->box), self->back);
  gtk_box_append (GTK_BOX (self->box), main);
  for (GtkWidget *child = gtk_widget_get_first_child (self->box); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_valign (child, GTK_ALIGN_CENTER);
  g_signal_connect_object (lessons, "lesson-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "page-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "guess-changed", G_CALLBACK (show_guess), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "result-changed", G_CALLBACK (on_result), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
