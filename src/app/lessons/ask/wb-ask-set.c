/* A question whose answer is the value of a setting or a parameter that the reader sets. The number field and the control have one value. */
#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-ask-number.h"
#include "wb-ask-rows.h"
#include "wb-ask-try.h"
#include "wb-ask.h"
#include "wb-setting-rows.h"
#include "wb-widgets.h"

static GtkWidget *
control_new (WbLessons *lessons)
{
  const char *control = wb_lessons_page (lessons)->control;
  g_autofree char *label = g_strdup_printf (_("Your value of %s"), control);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *rows = wb_rows_box_new ();
  GtkWidget *row = wb_ask_try_row_new (wb_lessons_session (lessons), control);

  gtk_box_append (GTK_BOX (box), wb_ask_field_row_new (lessons, label, NULL));
  gtk_box_append (GTK_BOX (box), rows);
  gtk_widget_set_visible (rows, row != NULL);
  if (row != NULL)
    gtk_box_append (GTK_BOX (rows), row);
  return box;
}

static void
add_rows (WbLessons *lessons, GtkWidget *box)
{
  const LabLessonPage *page = wb_lessons_page (lessons);
  const LabCheck *check = wb_lessons_asked_check (lessons);
  double guess = wb_lessons_number (lessons);
  g_autofree char *guessed = isnan (guess) ? g_strdup ("–") : wb_ask_with_unit (guess, 4, page->unit);
  g_autofree char *measured = check == NULL || isnan (check->got) ? g_strdup ("…") : wb_ask_with_unit (check->got, 4, page->unit);
  g_autofree char *compared = check != NULL ? wb_lesson_compare_guess (guess, check->got) : g_strdup ("");
  char text[64];

  wb_ask_add_row (box, _("Your value"), guessed, "guess-value", compared, NULL);
  wb_ask_add_row (box, _("Measured"), measured, "measured-value", "", NULL);
  if (check != NULL && !isnan (guess))
    {
      g_autofree char *within = NULL;

      plot_format_number (page->within, 2, text, sizeof text);
      within = g_strdup_printf (wb_lessons_is_right (lessons) ? _("within %s") : _("not within %s"), text);
      wb_ask_add_row (box, _("Counts"), within, "expected-value", "", wb_ask_mark_new (wb_lessons_is_right (lessons)));
    }
  wb_ask_add_failed_checks (lessons, box);
}

const WbAskKind wb_ask_set = { .control_new = control_new, .brief_new = wb_ask_field_new, .add_rows = add_rows, .sentence = wb_ask_number_sentence };
