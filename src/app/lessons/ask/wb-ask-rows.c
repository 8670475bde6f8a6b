/* Builds the rows that show the answer to a question of a lesson. */
#include "wb-ask-rows.h"

#include <glib/gi18n.h>

#include "wb-rich.h"
#include "wb-widgets.h"

void
wb_ask_add_row (GtkWidget *box, const char *title, const char *value, const char *style, const char *remark, GtkWidget *mark)
{
  GtkWidget *row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), "result-row"), *name = wb_label_new_wrapped (title, NULL);
  GtkWidget *number = wb_rich_label_new (value), *note = wb_label_new_wrapped (remark, mark != NULL ? "passed" : "dim-value");

  gtk_widget_set_size_request (name, 96, -1);
  gtk_label_set_wrap (GTK_LABEL (name), FALSE);
  gtk_widget_add_css_class (number, style);
  gtk_label_set_wrap (GTK_LABEL (number), TRUE);
  gtk_label_set_xalign (GTK_LABEL (note), 1);
  gtk_widget_set_hexpand (remark[0] != '\0' ? note : number, TRUE);
  gtk_widget_set_visible (note, remark[0] != '\0');
  wb_box_add (row, name, number, NULL);
  if (mark != NULL)
    gtk_box_append (GTK_BOX (row), mark);
  gtk_box_append (GTK_BOX (row), note);
  gtk_box_append (GTK_BOX (box), row);
}

GtkWidget *
wb_ask_mark_new (gboolean right)
{
  return wb_styled (gtk_image_new_from_icon_name (right ? "wb-check-symbolic" : "wb-error-symbolic"), right ? "passed" : "result-failed");
}

/* Returns the message with the command that repeats the check. */
static char *
message_new (WbLessons *lessons)
{
  g_autofree char *command = g_strdup_printf ("stepwise-cli lesson check %s", wb_lessons_lesson (lessons)->id);

  return g_strdup_printf (_("This program computes another number than the lesson states. To repeat the check: %s"), command);
}

void
wb_ask_add_failure (WbLessons *lessons, GtkWidget *box)
{
  g_autofree char *text = message_new (lessons);
  GtkWidget *row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), "result-row"), *words = wb_label_new_wrapped (text, "result-failed");

  gtk_label_set_selectable (GTK_LABEL (words), TRUE);
  wb_box_add (row, gtk_image_new_from_icon_name ("wb-error-symbolic"), words, NULL);
  gtk_box_append (GTK_BOX (box), row);
}

char *
wb_ask_failure_text (WbLessons *lessons)
{
  const GArray *checks = wb_lessons_checks (lessons);

  for (guint k = 0; checks != NULL && k < checks->len; k++)
    if (!g_array_index (checks, LabCheck, k).passed)
      return message_new (lessons);
  return NULL;
}

void
wb_ask_add_failed_checks (WbLessons *lessons, GtkWidget *box)
{
  g_autofree char *text = wb_ask_failure_text (lessons);

  if (text != NULL)
    wb_ask_add_failure (lessons, box);
}
