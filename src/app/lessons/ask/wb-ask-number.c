/* A question whose answer is a number. */
#include "wb-ask-number.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-ask-rows.h"
#include "wb-ask.h"
#include "wb-number-field.h"
#include "wb-widgets.h"

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

/* ---- the field ---- */

static WbLessons *
lessons_of (gpointer field)
{
  return g_object_get_data (field, "lessons");
}

static void
on_number (WbNumberField *field, const char *text, WbLessons *lessons)
{
  double value;

  if (wb_lessons_lesson (lessons) == NULL)
    return;
  if (text[0] == '\0')
    wb_lessons_clear_guess (lessons);
  else if (wb_number_parse (text, &value) && isfinite (value))
    wb_lessons_set_number (lessons, value);
  else
    wb_number_field_set_wrong (field, _("not a number"));
}

/* Shows the guessed number. A drawn curve and a control change this number too. */
static void
show_number (WbNumberField *field)
{
  WbLessons *lessons = lessons_of (field);
  double value = wb_lessons_lesson (lessons) != NULL ? wb_lessons_number (lessons) : NAN;
  char text[64] = "";

  if (!isnan (value))
    plot_format_number (value, 3, text, sizeof text);
  wb_number_field_set_text (field, text);
  wb_number_field_set_wrong (field, NULL);
}

/* Takes a character that the reader typed while no field had the focus. */
static void
on_typed (WbNumberField *field, const char *text)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (field)))
    wb_number_field_type (field, text);
}

GtkWidget *
wb_ask_field_new (WbLessons *lessons)
{
  const char *unit = wb_lessons_page (lessons)->unit;
  GtkWidget *field = wb_number_field_new (unit != NULL ? unit : "", FALSE, 0);

  g_object_set_data (G_OBJECT (field), "lessons", lessons);
  wb_widget_set_name (field, _("Your guess"));
  g_signal_connect (field, "committed", G_CALLBACK (on_number), lessons);
  g_signal_connect_object (lessons, "guess-changed", G_CALLBACK (show_number), field, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "typed", G_CALLBACK (on_typed), field, G_CONNECT_SWAPPED);
  show_number (WB_NUMBER_FIELD (field));
  return field;
}

GtkWidget *
wb_ask_field_row_new (WbLessons *lessons, const char *label, const char *icon)
{
  GtkWidget *row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), "answer"), *words = wb_label_new_wrapped (label, NULL);
  GtkWidget *field = wb_ask_field_new (lessons);

  gtk_widget_set_hexpand (words, TRUE);
  if (icon != NULL)
    gtk_box_append (GTK_BOX (row), wb_styled (gtk_image_new_from_icon_name (icon), "guess-value"));
  wb_box_add (row, words, field, NULL);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_RELATION_LABELLED_BY, words, NULL, -1);
  return row;
}

/* ---- the result ---- */

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

char *
wb_ask_with_unit (double value, int digits, const char *unit)
{
  g_autofree char *shown = unit != NULL && unit[0] != '\0' ? plot_text_unit (unit) : NULL;
  char text[64];

  plot_format_number (value, digits, text, sizeof text);
  return shown != NULL ? g_strdup_printf ("%s\u202f%s", text, shown) : g_strdup (text);
}

void
wb_ask_add_numbers (WbLessons *lessons, GtkWidget *box)
{
  const LabLessonPage *page = wb_lessons_page (lessons);
  const LabCheck *check = wb_lessons_asked_check (lessons);
  const LabExpectation *expectation = check != NULL ? check->expectation : NULL;
  double guess = wb_lessons_number (lessons);
  int digits = expectation != NULL && expectation->digits != NULL ? n_digits (expectation->digits) : 4;
  g_autofree char *guessed = isnan (guess) ? g_strdup ("–") : wb_ask_with_unit (guess, 4, page->unit), *compared = NULL, *measured = NULL, *expected = NULL, *within = NULL;
  char text[64];

  if (check == NULL)
    {
      wb_ask_add_row (box, _("Your guess"), guessed, "guess-value", isnan (guess) ? _("no guess") : "", NULL);
      if (wb_lessons_is_checking (lessons))
        wb_ask_add_row (box, _("Measured"), "…", "measured-value", "", NULL);
      return;
    }
  compared = wb_lesson_compare_guess (guess, check->got);
  measured = isnan (check->got) ? g_strdup ("–") : wb_ask_with_unit (check->got, digits, page->unit);
  wb_ask_add_row (box, _("Your guess"), guessed, "guess-value", compared, NULL);
  wb_ask_add_row (box, _("Measured"), measured, "measured-value", check->message != NULL ? check->message : "", NULL);
  if (expectation->digits != NULL)
    {
      if (expectation->within >= 1e-4 && expectation->within < 1e6)
        g_ascii_formatd (text, sizeof text, "%g", expectation->within);
      else
        plot_format_number (expectation->within, 2, text, sizeof text);
      within = expectation->within > 0 ? g_strdup_printf (_("within %s"), text) : g_strdup (_("exact"));
      expected = wb_ask_with_unit (expectation->is, digits, page->unit);
      wb_ask_add_row (box, _("Expected"), expected, "expected-value", check->passed ? within : "", wb_ask_mark_new (check->passed));
    }
  if (!check->passed)
    wb_ask_add_failure (lessons, box);
}

char *
wb_ask_number_sentence (WbLessons *lessons)
{
  const LabCheck *check = wb_lessons_asked_check (lessons);
  double guess = wb_lessons_number (lessons);
  g_autofree char *compared = NULL;
  char guessed[64], measured[64];

  if (check == NULL || isnan (check->got))
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

static GtkWidget *
control_new (WbLessons *lessons)
{
  return wb_ask_field_row_new (lessons, _("Your guess"), NULL);
}

const WbAskKind wb_ask_number = { .control_new = control_new, .brief_new = wb_ask_field_new, .add_rows = wb_ask_add_numbers, .sentence = wb_ask_number_sentence };
