/* Assembles the strip of the lesson, and leaves out sentences of texts that do not fit. */
#include "wb-lesson-strip.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "wb-lesson-button.h"
#include "wb-lesson-question.h"
#include "wb-lesson-text.h"
#include "wb-number-field.h"
#include "wb-widgets.h"

/* The strip keeps its height from the question to the answer, if both take at most LEAST_LINES lines. */
#define LEAST_LINES 3
#define MOST_LINES 5
#define BETWEEN_ITEMS "  ·  "
#define LINE_SEPARATOR "\342\200\250" /* U+2028 */

struct _WbLessonStrip
{
  GtkWidget parent_instance;
  WbLessons *lessons;
  GtkWidget *box, *caption, *words, *answer, *back; /* words: a box with the text */
  GtkWidget *field; /* number field for the guess, or NULL */
};

G_DEFINE_FINAL_TYPE (WbLessonStrip, wb_lesson_strip, GTK_TYPE_WIDGET)

/* ---- texts ---- */

/* Returns the offset after the last sentence of a text that ends before `end`; 0: there is none. A word of one or two letters before a full
 * stop is an abbreviation or an ordinal number. */
static gsize
sentence_before (const char *text, gsize end)
{
  for (gsize k = end; k-- > 3;)
    {
      gboolean stop = strchr (".?!", text[k - 1]) != NULL && g_ascii_isspace (text[k]);

      if (stop && !g_ascii_isspace (text[k - 2]) && !g_ascii_isspace (text[k - 3]) && (k < 4 || !g_ascii_isspace (text[k - 4])))
        return k;
    }
  return 0;
}

/* Appends candidates for a text: all of it, and the text with fewer and fewer sentences. */
static void
add_sentences (GPtrArray *candidates, const char *result, const char *text)
{
  g_autofree char *whole = g_strstrip (g_strdup (text != NULL ? text : ""));

  for (gsize end = strlen (whole);; end = sentence_before (whole, end))
    {
      g_autofree char *part = g_strndup (whole, end);
      GArray *spans = wb_lesson_spans_new ();

      if (result != NULL)
        wb_lesson_spans_add (spans, LAB_SPAN_EMPHASIS, result);
      wb_lesson_spans_add_text (spans, part, FALSE);
      if (spans->len > 0 || candidates->len == 0)
        g_ptr_array_add (candidates, spans);
      else
        g_array_unref (spans);
      if (end == 0)
        break;
    }
}

/* Appends a line with the answers to choose from and their digits, or with the items to order, as they are placed now. */
static void
add_items (GArray *spans, WbLessons *lessons)
{
  const LabLessonPage *page = wb_lessons_page (lessons);

  if (page->ask != LAB_ASK_CHOICE && page->ask != LAB_ASK_ORDER)
    return;
  wb_lesson_spans_add (spans, LAB_SPAN_PLAIN, LINE_SEPARATOR);
  for (int k = 0; page->items[k] != NULL; k++)
    {
      g_autofree char *digit = g_strdup_printf ("%s%d\302\240", k > 0 ? "    " : "", k + 1);
      const char *item = page->items[page->ask == LAB_ASK_ORDER ? wb_lessons_item_at (lessons, k) : k];

      if (page->ask == LAB_ASK_CHOICE)
        wb_lesson_spans_add (spans, LAB_SPAN_EMPHASIS, digit);
      else if (k > 0)
        wb_lesson_spans_add (spans, LAB_SPAN_PLAIN, BETWEEN_ITEMS);
      wb_lesson_spans_add (spans, LAB_SPAN_PLAIN, item);
    }
}

/* Appends candidates for a question: after the whole text of the page, after its last paragraph, and alone. */
static void
add_question (GPtrArray *candidates, WbLessons *lessons)
{
  const LabLessonPage *page = wb_lessons_page (lessons);
  g_autofree char *text = g_strstrip (g_strdup (page->text != NULL ? page->text : ""));
  const char *last = g_strrstr (text, "\n\n");
  const char *before[] = { text, last, NULL };

  for (guint k = 0; k < G_N_ELEMENTS (before); k++)
    {
      GArray *spans;

      if (before[k] == NULL && k == 1)
        continue;
      spans = wb_lesson_spans_new ();
      wb_lesson_spans_add_text (spans, before[k], FALSE);
      wb_lesson_spans_add_text (spans, page->question, TRUE);
      add_items (spans, lessons);
      g_ptr_array_add (candidates, spans);
    }
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
  if (page->ask == LAB_ASK_ORDER)
    {
      g_autofree char *items = g_strjoinv (BETWEEN_ITEMS, page->items);

      return g_strdup_printf (_("The right order: %s"), items);
    }
  if ((page->ask != LAB_ASK_NUMBER && page->ask != LAB_ASK_CURVE) || check == NULL || isnan (check->got))
    return NULL;
  if (check->expectation->within > 0)
    plot_format_number (check->got, 5, measured, sizeof measured);
  else
    g_ascii_dtostr (measured, sizeof measured, check->got); /* a count */
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
  g_autofree char *result = revealed ? result_text (self->lessons) : NULL, *sentence = result != NULL ? g_strdup_printf ("%s.", result) : NULL;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  if (!revealed && page->question != NULL)
    add_question (candidates, self->lessons);
  else
    add_sentences (candidates, sentence, revealed ? page->after : page->text);
  wb_widget_empty_box (self->words);
  gtk_box_append (GTK_BOX (self->words), wb_lesson_brief_new (candidates, LEAST_LINES, MOST_LINES));
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

/* Returns two texts on one line. Takes ownership of the first one. */
static char *
join (char *first, const char *second)
{
  g_autofree char *owned = first;

  return g_strdup_printf ("%s  ·  %s", owned, second);
}

static void
refresh (WbLessonStrip *self)
{
  const LabLesson *lesson = wb_lessons_lesson (self->lessons);
  g_autofree char *caption = NULL, *count = NULL;

  if (lesson == NULL)
    {
      wb_widget_empty_box (self->answer);
      self->field = NULL;
      return;
    }
  count = g_strdup_printf (_("step %d of %d"), wb_lessons_page_index (self->lessons) + 1, (int) lesson->pages->len);
  caption = join (g_strdup (lesson->title), count);
  if (wb_lessons_page (self->lessons)->title != NULL)
    caption = join (caption, wb_lessons_page (self->lessons)->title);
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
caption_new (void)
{
  GtkWidget *label = wb_label_new (NULL, "dim-value");

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
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
  self->caption = caption_new ();
  self->words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  wb_box_add (texts, self->caption, self->words, NULL);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  self->answer = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), "answer");
  self->back = wb_styled (gtk_button_new_from_icon_name ("wb-previous-symbolic"), "raised");
  wb_widget_set_label (self->back, _("Back"));
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (on_back), self);
  main = wb_lesson_button_new (lessons);
  wb_box_add (self->box, texts, self->answer, self->back, main, NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (self->box); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_valign (child, GTK_ALIGN_CENTER);
  g_signal_connect_object (lessons, "lesson-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "page-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "guess-changed", G_CALLBACK (show_guess), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "result-changed", G_CALLBACK (on_result), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
