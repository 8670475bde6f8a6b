/* Assembles the strip of the lesson, and leaves out sentences of texts that do not fit. */
#include "wb-lesson-strip.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-ask-rows.h"
#include "wb-ask.h"
#include "wb-lesson-body.h"
#include "wb-lesson-button.h"
#include "wb-lesson-segments.h"
#include "wb-lesson-text.h"
#include "wb-widgets.h"

/* Height of the strip in px, of which PADDING is above and below its content (ui/style.css), and of the line with the title in a narrow strip. */
#define STRIP_HEIGHT 96
#define PADDING 8
#define CAPTION_HEIGHT 20
#define POPOVER_WIDTH 420
#define POPOVER_HEIGHT 460
#define LINE_SEPARATOR "\342\200\250" /* U+2028 */

struct _WbLessonStrip
{
  GtkWidget parent_instance;
  WbLessons *lessons;
  GtkWidget *box, *head, *title, *count, *caption, *words, *answer, *more, *restore, *back; /* words: a box with the text */
  gboolean wide;
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

/* Appends candidates for a question with its answers: after the whole text of the page, after its last paragraph, and alone; and without the
 * answers. */
static void
add_question (GPtrArray *candidates, WbLessons *lessons)
{
  const LabLessonPage *page = wb_lessons_page (lessons);
  g_autofree char *text = g_strstrip (g_strdup (page->text != NULL ? page->text : ""));
  const char *last = g_strrstr (text, "\n\n");
  const char *before[] = { text, last, NULL };
  const WbAskKind *kind = wb_ask_kind (lessons);

  for (guint k = 0; k < G_N_ELEMENTS (before); k++)
    {
      GArray *spans;

      if (before[k] == NULL && k == 1)
        continue;
      spans = wb_lesson_spans_new ();
      wb_lesson_spans_add_text (spans, before[k], FALSE);
      wb_lesson_spans_add_text (spans, page->question, TRUE);
      if (kind->add_items != NULL)
        {
          wb_lesson_spans_add (spans, LAB_SPAN_PLAIN, LINE_SEPARATOR);
          kind->add_items (lessons, spans);
        }
      g_ptr_array_add (candidates, spans);
    }
  if (kind->add_items == NULL)
    return;
  g_ptr_array_add (candidates, wb_lesson_spans_new ());
  wb_lesson_spans_add_text (candidates->pdata[candidates->len - 1], page->question, TRUE);
}

static void
show_words (WbLessonStrip *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);
  const WbAskKind *kind = wb_ask_kind (self->lessons);
  gboolean revealed = wb_lessons_is_revealed (self->lessons);
  g_autofree char *result = revealed && kind != NULL ? kind->sentence (self->lessons) : NULL, *sentence = result != NULL ? g_strdup_printf ("%s.", result) : NULL;
  g_autofree char *failure = revealed ? wb_ask_failure_text (self->lessons) : NULL;
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  int height = STRIP_HEIGHT - 2 * PADDING - (self->wide ? 0 : CAPTION_HEIGHT);

  if (!revealed && page->question != NULL && kind != NULL)
    add_question (candidates, self->lessons);
  else
    add_sentences (candidates, failure != NULL ? failure : sentence, revealed ? page->after : page->text);
  wb_widget_empty_box (self->words);
  gtk_box_append (GTK_BOX (self->words), wb_lesson_brief_new (candidates, height));
}

/* ---- the whole text ---- */

/* Builds the popover with the content of the page, each time it opens. */
static void
create_popover (GtkMenuButton *button, gpointer user)
{
  WbLessonStrip *self = user;
  GtkWidget *popover = gtk_popover_new (), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *body = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), "lesson-body");

  if (wb_lessons_lesson (self->lessons) != NULL)
    wb_lesson_body_fill (body, self->lessons);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), POPOVER_HEIGHT);
  gtk_widget_set_size_request (body, POPOVER_WIDTH, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), body);
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  gtk_menu_button_set_popover (button, popover);
}

/* ---- the guess ---- */

static void
on_answer (GtkWidget *button, WbLessonStrip *self)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (self->more));
}

static void
fill_answer (WbLessonStrip *self)
{
  const WbAskKind *kind = wb_ask_kind (self->lessons);
  GtkWidget *button;

  wb_widget_empty_box (self->answer);
  if (wb_lessons_is_revealed (self->lessons) || kind == NULL)
    return;
  if (kind->brief_new != NULL)
    {
      gtk_box_append (GTK_BOX (self->answer), kind->brief_new (self->lessons));
      return;
    }
  button = wb_styled (gtk_button_new_with_label (_("Answer…")), "raised");
  g_signal_connect (button, "clicked", G_CALLBACK (on_answer), self);
  gtk_box_append (GTK_BOX (self->answer), button);
}

/* ---- the widget ---- */

/* Returns two texts on one line. Takes ownership of the first one. */
static char *
join (char *first, const char *second)
{
  g_autofree char *owned = first;

  return g_strdup_printf ("%s  ·  %s", owned, second);
}

/* Shows the button that restores the settings of the lesson while those of the session differ. */
static void
show_differs (WbLessonStrip *self)
{
  gtk_widget_set_visible (self->restore, wb_lessons_lesson (self->lessons) != NULL && wb_lessons_differs (self->lessons));
}

static void
on_restore (WbLessonStrip *self)
{
  wb_lessons_restore (self->lessons);
}

static void
refresh (WbLessonStrip *self)
{
  const LabLesson *lesson = wb_lessons_lesson (self->lessons);
  g_autofree char *caption = NULL, *count = NULL;

  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->more));
  if (lesson == NULL)
    {
      wb_widget_empty_box (self->answer);
      wb_widget_empty_box (self->words);
      return;
    }
  count = g_strdup_printf (_("step %d of %d"), wb_lessons_page_index (self->lessons) + 1, (int) lesson->pages->len);
  caption = join (g_strdup (lesson->title), count);
  if (wb_lessons_page (self->lessons)->title != NULL)
    caption = join (caption, wb_lessons_page (self->lessons)->title);
  gtk_label_set_text (GTK_LABEL (self->caption), caption);
  gtk_label_set_text (GTK_LABEL (self->title), lesson->title);
  gtk_label_set_text (GTK_LABEL (self->count), count);
  gtk_widget_set_visible (self->head, self->wide);
  gtk_widget_set_visible (self->caption, !self->wide);
  gtk_widget_set_sensitive (self->back, wb_lessons_page_index (self->lessons) > 0);
  show_words (self);
  fill_answer (self);
  show_differs (self);
}

void
wb_lesson_strip_set_wide (WbLessonStrip *self, gboolean wide)
{
  if (self->wide == wide)
    return;
  self->wide = wide;
  refresh (self);
}

gboolean
wb_lesson_strip_has_focus (WbLessonStrip *self, GtkWidget *focus)
{
  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
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

/* Makes a label of one line that is cut if it does not fit. */
static GtkWidget *
line_new (const char *style)
{
  GtkWidget *label = wb_label_new (NULL, style);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  return label;
}

/* Makes the column with the title of the lesson and its segments. */
static GtkWidget *
head_new (WbLessonStrip *self)
{
  GtkWidget *head = wb_styled (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), "strip-head"), *segments = wb_lesson_segments_new (self->lessons);

  self->title = line_new ("strip-title");
  self->count = line_new ("dim-value");
  gtk_label_set_width_chars (GTK_LABEL (self->title), 20);
  gtk_label_set_max_width_chars (GTK_LABEL (self->title), 20);
  wb_box_add (head, self->title, self->count, segments, NULL);
  gtk_widget_set_hexpand (head, FALSE); /* otherwise the segments would widen it */
  return head;
}

GtkWidget *
wb_lesson_strip_new (WbLessons *lessons)
{
  WbLessonStrip *self = g_object_new (WB_TYPE_LESSON_STRIP, NULL);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *close = wb_styled (gtk_button_new_from_icon_name ("wb-close-symbolic"), "flat");

  self->lessons = lessons;
  self->wide = TRUE;
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->head = head_new (self);
  self->caption = line_new ("strip-caption");
  self->words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  wb_box_add (texts, self->caption, self->words, NULL);
  gtk_widget_set_hexpand (texts, TRUE);
  self->answer = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), "answer");
  self->more = wb_styled (gtk_menu_button_new (), "raised");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->more), "wb-hint-symbolic");
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (self->more), GTK_ARROW_UP);
  wb_widget_set_label (self->more, _("Whole text and hint"));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->more), create_popover, self, NULL);
  self->back = wb_styled (gtk_button_new_from_icon_name ("wb-previous-symbolic"), "raised");
  wb_widget_set_label (self->back, _("Back"));
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (on_back), self);
  self->restore = wb_styled (gtk_button_new_from_icon_name ("wb-reset-symbolic"), "raised");
  wb_widget_set_label (self->restore, _("Your settings differ from the lesson: use the lesson’s settings"));
  g_signal_connect_swapped (self->restore, "clicked", G_CALLBACK (on_restore), self);
  wb_widget_set_label (close, _("All lessons"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (close), "win.lessons");
  wb_box_add (self->box, self->head, texts, self->restore, self->answer, self->more, self->back, wb_lesson_button_new (lessons), close, NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (self->box); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_valign (child, GTK_ALIGN_CENTER);
  g_signal_connect_object (lessons, "lesson-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "page-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "result-changed", G_CALLBACK (on_result), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (wb_lessons_session (lessons), "setting-changed", G_CALLBACK (show_differs), self, G_CONNECT_SWAPPED);
  refresh (self);
  return GTK_WIDGET (self);
}
