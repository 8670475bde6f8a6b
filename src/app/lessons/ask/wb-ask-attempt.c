/* A question whose answer is an attempted step. The reader opens it in the Microscope, or types its number. */
#include <glib/gi18n.h>
#include <math.h>

#include "wb-ask-number.h"
#include "wb-ask-rows.h"
#include "wb-ask.h"
#include "wb-widgets.h"

static GtkWidget *
control_new (WbLessons *lessons)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_box_append (GTK_BOX (box), wb_label_new_wrapped (_("Open the attempt in the Microscope, or type its number."), "dim-value"));
  gtk_box_append (GTK_BOX (box), wb_ask_field_row_new (lessons, _("Your attempt"), NULL));
  return box;
}

static void
add_rows (WbLessons *lessons, GtkWidget *box)
{
  const LabCheck *check = wb_lessons_asked_check (lessons);
  double guess = wb_lessons_number (lessons);
  g_autofree char *guessed = isnan (guess) ? g_strdup ("–") : g_strdup_printf ("%.0f", guess);
  g_autofree char *measured = check == NULL || isnan (check->got) ? g_strdup ("…") : g_strdup_printf ("%.0f", check->got);

  wb_ask_add_row (box, _("Your attempt"), guessed, "guess-value", isnan (guess) ? _("no guess") : "", NULL);
  wb_ask_add_row (box, _("The answer"), measured, "measured-value", "",
                  check != NULL && !isnan (guess) ? wb_ask_mark_new (wb_lessons_is_right (lessons)) : NULL);
  wb_ask_add_failed_checks (lessons, box);
}

static char *
sentence (WbLessons *lessons)
{
  const LabCheck *check = wb_lessons_asked_check (lessons);
  double guess = wb_lessons_number (lessons);

  if (check == NULL || isnan (check->got))
    return NULL;
  if (isnan (guess))
    return g_strdup_printf (_("It is attempt %.0f"), check->got);
  if (wb_lessons_is_right (lessons))
    return g_strdup_printf (_("Right: it is attempt %.0f"), check->got);
  /* Translators: number of the attempt that the reader chose, and number of the right one. */
  return g_strdup_printf (_("Your attempt is %.0f; the right one is %.0f"), guess, check->got);
}

const WbAskKind wb_ask_attempt = { .control_new = control_new, .brief_new = wb_ask_field_new, .add_rows = add_rows, .sentence = sentence };
