/* Builds the control of each kind of question, and shows the result after the reveal. */
#include "wb-lesson-question.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-lesson-text.h"
#include "wb-number-field.h"
#include "wb-rich.h"
#include "wb-widgets.h"

struct _WbLessonQuestion
{
  GtkWidget parent_instance;
  WbLessons *lessons;
  GtkWidget *box, *answer, *result;
  GtkWidget *field;  /* number field for the guess, or NULL */
  GtkWidget *hint, *hint_button, *without;
};

G_DEFINE_FINAL_TYPE (WbLessonQuestion, wb_lesson_question, GTK_TYPE_WIDGET)

char *
wb_lesson_compare_guess (double guess, double measured)
{
  double ratio = guess / measured, error = fabs (ratio - 1);
  char text[64];

  if (isnan (guess))
    return g_strdup (_("no guess"));
  if (guess == measured)
    return g_strdup (_("exactly right"));
  if (measured == 0 || guess == 0 || !isfinite (ratio))
    return g_strdup (fabs (guess) > fabs (measured) ? _("too large") : _("too small"));
  if (ratio < 0)
    return g_strdup (_("of the wrong sign"));
  if (error <= 0.01)
    return g_strdup (_("within 1 %"));
  if (error <= 0.1)
    return g_strdup (_("within 10 %"));
  if (ratio > 0.5 && ratio < 2)
    {
      plot_format_number (100 * error, 2, text, sizeof text);
      return g_strdup_printf (ratio > 1 ? _("%s %% too large") : _("%s %% too small"), text);
    }
  plot_format_number (ratio > 1 ? ratio : 1 / ratio, 2, text, sizeof text);
  return g_strdup_printf (ratio > 1 ? _("%s times too large") : _("%s times too small"), text);
}

/* ---- controls for the guess ---- */

static void
on_number (WbNumberField *field, const char *text, WbLessonQuestion *self)
{
  double value;

  if (text[0] == '\0')
    wb_lessons_clear_guess (self->lessons);
  else if (wb_number_parse (text, &value) && isfinite (value))
    wb_lessons_set_number (self->lessons, value);
  else
    wb_number_field_set_wrong (field, _("not a number"));
}

/* Shows the guessed number in the field. A drawn curve changes this number too. */
static void
show_number (WbLessonQuestion *self)
{
  double value = wb_lessons_number (self->lessons);
  char text[64] = "";

  if (!isnan (value))
    plot_format_number (value, 3, text, sizeof text);
  wb_number_field_set_text (WB_NUMBER_FIELD (self->field), text);
  wb_number_field_set_wrong (WB_NUMBER_FIELD (self->field), NULL);
}

static void
add_number (WbLessonQuestion *self, const char *label, const char *unit, const char *icon)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *words = wb_label_new_wrapped (label, NULL);

  self->field = wb_number_field_new (unit, FALSE, 0);
  gtk_widget_set_hexpand (words, TRUE);
  if (icon != NULL)
    {
      GtkWidget *image = wb_styled (gtk_image_new_from_icon_name (icon), "guess-value");

      gtk_box_append (GTK_BOX (row), image);
    }
  wb_box_add (row, words, self->field, NULL);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->field), GTK_ACCESSIBLE_RELATION_LABELLED_BY, words, NULL, -1);
  gtk_widget_add_css_class (row, "answer");
  g_signal_connect (self->field, "committed", G_CALLBACK (on_number), self);
  gtk_box_append (GTK_BOX (self->answer), row);
  show_number (self);
}

static void
on_choice (GtkCheckButton *button, WbLessonQuestion *self)
{
  if (gtk_check_button_get_active (button))
    wb_lessons_set_choice (self->lessons, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "choice")));
}

static void
add_choices (WbLessonQuestion *self)
{
  char **items = wb_lessons_page (self->lessons)->items;
  GtkWidget *first = NULL;

  for (int k = 0; items[k] != NULL; k++)
    {
      GtkWidget *button = wb_styled (gtk_check_button_new (), "answer"), *words = wb_label_new_wrapped (items[k], NULL);

      gtk_check_button_set_child (GTK_CHECK_BUTTON (button), words);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, items[k], -1);
      g_object_set_data (G_OBJECT (button), "choice", GINT_TO_POINTER (k));
      gtk_check_button_set_group (GTK_CHECK_BUTTON (button), GTK_CHECK_BUTTON (first));
      first = first != NULL ? first : button;
      gtk_check_button_set_active (GTK_CHECK_BUTTON (button), wb_lessons_choice (self->lessons) == k);
      g_signal_connect (button, "toggled", G_CALLBACK (on_choice), self);
      gtk_box_append (GTK_BOX (self->answer), button);
    }
}

static void fill_order (WbLessonQuestion *self);

static void
move (WbLessonQuestion *self, int from, int to)
{
  wb_lessons_move_item (self->lessons, from, to);
  fill_order (self);
}

static int
place_of (gpointer row)
{
  return GPOINTER_TO_INT (g_object_get_data (row, "place"));
}

static void
on_up (GtkWidget *row)
{
  move (WB_LESSON_QUESTION (gtk_widget_get_ancestor (row, WB_TYPE_LESSON_QUESTION)), place_of (row), place_of (row) - 1);
}

static void
on_down (GtkWidget *row)
{
  move (WB_LESSON_QUESTION (gtk_widget_get_ancestor (row, WB_TYPE_LESSON_QUESTION)), place_of (row), place_of (row) + 1);
}

static GdkContentProvider *
on_prepare (GtkDragSource *source, double x, double y, GtkWidget *row)
{
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (row);

  gtk_drag_source_set_icon (source, picture, (int) x, (int) y);
  return gdk_content_provider_new_typed (G_TYPE_INT, place_of (row));
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, GtkWidget *row)
{
  WbLessonQuestion *self = WB_LESSON_QUESTION (gtk_widget_get_ancestor (row, WB_TYPE_LESSON_QUESTION));

  if (self == NULL)
    return FALSE;
  move (self, g_value_get_int (value), place_of (row));
  return TRUE;
}

static void
add_order_row (WbLessonQuestion *self, int place, int n)
{
  const char *item = wb_lessons_page (self->lessons)->items[wb_lessons_item_at (self->lessons, place)];
  GtkWidget *row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), "order-row"), *words = wb_label_new_wrapped (item, NULL);
  GtkWidget *up = wb_styled (gtk_button_new_from_icon_name ("go-up-symbolic"), "flat"), *down = gtk_button_new_from_icon_name ("go-down-symbolic");
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INT, GDK_ACTION_COPY);
  g_autofree char *up_label = g_strdup_printf (_("Move up: %s"), item), *down_label = g_strdup_printf (_("Move down: %s"), item);

  g_object_set_data (G_OBJECT (row), "place", GINT_TO_POINTER (place));
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (row), words);
  wb_widget_set_label (up, up_label);
  wb_widget_set_label (down, down_label);
  gtk_widget_add_css_class (down, "flat");
  gtk_widget_set_sensitive (up, place > 0);
  gtk_widget_set_sensitive (down, place + 1 < n);
  g_signal_connect_swapped (up, "clicked", G_CALLBACK (on_up), row);
  g_signal_connect_swapped (down, "clicked", G_CALLBACK (on_down), row);
  wb_box_add (row, up, down, NULL);
  g_signal_connect (source, "prepare", G_CALLBACK (on_prepare), row);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), row);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (source));
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (target));
  gtk_box_append (GTK_BOX (self->answer), row);
}

static void
fill_order (WbLessonQuestion *self)
{
  int n = (int) g_strv_length (wb_lessons_page (self->lessons)->items);

  wb_widget_empty_box (self->answer);
  for (int k = 0; k < n; k++)
    add_order_row (self, k, n);
}

static void
add_controls (WbLessonQuestion *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);

  switch (page->ask)
    {
    case LAB_ASK_NUMBER:
      add_number (self, _("Your guess"), page->unit != NULL ? page->unit : "", NULL);
      break;
    case LAB_ASK_CURVE:
      gtk_box_append (GTK_BOX (self->answer), wb_label_new_wrapped (_("Draw the curve in the plot, or type its value at the end."), "dim-value"));
      add_number (self, _("Your curve ends at"), "", "wb-edit-symbolic");
      break;
    case LAB_ASK_CHOICE:
      add_choices (self);
      break;
    case LAB_ASK_ORDER:
      fill_order (self);
      break;
    case LAB_ASK_NOTHING: default:
      break;
    }
}

/* ---- the result ---- */

static void
add_row (WbLessonQuestion *self, const char *title, const char *value, const char *class, const char *remark, GtkWidget *mark)
{
  GtkWidget *row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), "result-row"), *name = wb_label_new_wrapped (title, NULL);
  GtkWidget *number = wb_rich_label_new (value), *note = wb_label_new_wrapped (remark, mark != NULL ? "passed" : "dim-value");

  gtk_widget_set_size_request (name, 96, -1);
  gtk_label_set_wrap (GTK_LABEL (name), FALSE);
  gtk_widget_add_css_class (number, class);
  gtk_label_set_wrap (GTK_LABEL (number), TRUE);
  gtk_label_set_xalign (GTK_LABEL (note), 1);
  gtk_widget_set_hexpand (remark[0] != '\0' ? note : number, TRUE);
  gtk_widget_set_visible (note, remark[0] != '\0');
  wb_box_add (row, name, number, NULL);
  if (mark != NULL)
    gtk_box_append (GTK_BOX (row), mark);
  gtk_box_append (GTK_BOX (row), note);
  gtk_box_append (GTK_BOX (self->result), row);
}

/* Returns the number of significant digits of a decimal number in text form. */
static int
n_digits (const char *text)
{
  int n = 0;

  for (const char *p = text; *p != '\0' && *p != 'e' && *p != 'E'; p++)
    if (g_ascii_isdigit (*p) && (n > 0 || *p != '0'))
      n++;
  return CLAMP (n, 1, 12);
}

/* Returns a number with its unit as rich text. */
static char *
with_unit (double value, int digits, const char *unit)
{
  g_autofree char *shown = unit != NULL && unit[0] != '\0' ? plot_text_unit (unit) : NULL;
  char text[64];

  plot_format_number (value, digits, text, sizeof text);
  return shown != NULL ? g_strdup_printf ("%s\u202f%s", text, shown) : g_strdup (text);
}

static void
add_failure (WbLessonQuestion *self)
{
  g_autofree char *command = g_strdup_printf ("stepwise-cli lesson check %s", wb_lessons_lesson (self->lessons)->id);
  g_autofree char *text = g_strdup_printf (_("This program computes another number than the lesson states. To repeat the check: %s"), command);
  GtkWidget *row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), "result-row"), *words = wb_label_new_wrapped (text, "result-failed");

  gtk_label_set_selectable (GTK_LABEL (words), TRUE);
  wb_box_add (row, gtk_image_new_from_icon_name ("wb-error-symbolic"), words, NULL);
  gtk_box_append (GTK_BOX (self->result), row);
}

/* Adds the rows of a numeric question: the guess, the measured number and the expected number. */
static void
add_numbers (WbLessonQuestion *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);
  const LabCheck *check = wb_lessons_asked_check (self->lessons);
  const LabExpectation *expectation = check != NULL ? check->expectation : NULL;
  double guess = wb_lessons_number (self->lessons);
  int digits = expectation != NULL && expectation->digits != NULL ? n_digits (expectation->digits) : 4;
  g_autofree char *guessed = isnan (guess) ? g_strdup ("–") : with_unit (guess, 4, page->unit), *compared = NULL, *measured = NULL, *expected = NULL, *within = NULL;
  char text[64];

  if (check == NULL)
    {
      add_row (self, _("Your guess"), guessed, "guess-value", isnan (guess) ? _("no guess") : "", NULL);
      if (wb_lessons_is_checking (self->lessons))
        add_row (self, _("Measured"), "…", "measured-value", "", NULL);
      return;
    }
  compared = wb_lesson_compare_guess (guess, check->got);
  measured = isnan (check->got) ? g_strdup ("–") : with_unit (check->got, digits, page->unit);
  add_row (self, _("Your guess"), guessed, "guess-value", compared, NULL);
  add_row (self, _("Measured"), measured, "measured-value", check->message != NULL ? check->message : "", NULL);
  if (expectation->digits != NULL)
    {
      GtkWidget *mark = gtk_image_new_from_icon_name (check->passed ? "wb-check-symbolic" : "wb-error-symbolic");

      if (expectation->within >= 1e-4 && expectation->within < 1e6)
        g_ascii_formatd (text, sizeof text, "%g", expectation->within);
      else
        plot_format_number (expectation->within, 2, text, sizeof text);
      within = expectation->within > 0 ? g_strdup_printf (_("within %s"), text) : g_strdup (_("exact"));
      expected = with_unit (expectation->is, digits, page->unit);
      gtk_widget_add_css_class (mark, check->passed ? "passed" : "result-failed");
      add_row (self, _("Expected"), expected, "expected-value", check->passed ? within : "", mark);
    }
  if (!check->passed)
    add_failure (self);
}

static void
add_words (WbLessonQuestion *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);
  int choice = wb_lessons_choice (self->lessons);
  GtkWidget *mark = wb_styled (gtk_image_new_from_icon_name ("wb-check-symbolic"), "passed");

  add_row (self, _("Your guess"), choice >= 0 ? page->items[choice] : "–", "guess-value", choice >= 0 ? "" : _("no guess"), NULL);
  add_row (self, _("The answer"), page->items[page->answer], "measured-value", "", mark);
}

static void
add_orders (WbLessonQuestion *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);

  for (int k = 0; page->items[k] != NULL; k++)
    {
      g_autofree char *place = g_strdup_printf ("%d", k + 1);

      add_row (self, place, page->items[k], "measured-value",
               wb_lessons_has_guess (self->lessons) ? page->items[wb_lessons_item_at (self->lessons, k)] : _("no guess"), NULL);
    }
}

/* Adds one message if the revealed run does not meet one of its expectations. Used on pages that ask for neither a number nor a
 * curve. */
static void
add_failed_checks (WbLessonQuestion *self)
{
  const GArray *checks = wb_lessons_checks (self->lessons);

  for (guint k = 0; checks != NULL && k < checks->len; k++)
    if (!g_array_index (checks, LabCheck, k).passed)
      {
        add_failure (self);
        return;
      }
}

static void
show_result (WbLessonQuestion *self)
{
  const LabLessonPage *page = wb_lessons_page (self->lessons);

  wb_widget_empty_box (self->result);
  gtk_widget_set_visible (self->result, wb_lessons_is_revealed (self->lessons) && page->ask != LAB_ASK_NOTHING);
  if (!wb_lessons_is_revealed (self->lessons))
    return;
  if (page->ask == LAB_ASK_NUMBER || page->ask == LAB_ASK_CURVE)
    {
      add_numbers (self);
      return;
    }
  if (page->ask == LAB_ASK_CHOICE)
    add_words (self);
  else if (page->ask == LAB_ASK_ORDER)
    add_orders (self);
  add_failed_checks (self);
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
  if (self->field != NULL)
    show_number (self);
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
      add_controls (self);
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
