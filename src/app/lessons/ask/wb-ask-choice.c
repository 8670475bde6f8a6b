/* A question whose answer is one of several texts. */
#include <glib/gi18n.h>

#include "wb-ask-rows.h"
#include "wb-ask.h"
#include "wb-lesson-text.h"
#include "wb-widgets.h"

/* ---- in the sidebar ---- */

static void
on_choice (GtkCheckButton *button, WbLessons *lessons)
{
  if (gtk_check_button_get_active (button) && wb_lessons_lesson (lessons) != NULL)
    wb_lessons_set_choice (lessons, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "choice")));
}

/* Marks the chosen answer. */
static void
show_choice (GtkWidget *box)
{
  WbLessons *lessons = g_object_get_data (G_OBJECT (box), "lessons");
  int choice = wb_lessons_lesson (lessons) != NULL ? wb_lessons_choice (lessons) : -1;

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (choice == GPOINTER_TO_INT (g_object_get_data (G_OBJECT (child), "choice")))
      gtk_check_button_set_active (GTK_CHECK_BUTTON (child), TRUE);
}

static GtkWidget *
control_new (WbLessons *lessons)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *first = NULL;
  char **items = wb_lessons_page (lessons)->items;

  for (int k = 0; items[k] != NULL; k++)
    {
      GtkWidget *button = wb_styled (gtk_check_button_new (), "answer");

      gtk_check_button_set_child (GTK_CHECK_BUTTON (button), wb_label_new_wrapped (items[k], NULL));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, items[k], -1);
      g_object_set_data (G_OBJECT (button), "choice", GINT_TO_POINTER (k));
      gtk_check_button_set_group (GTK_CHECK_BUTTON (button), GTK_CHECK_BUTTON (first));
      first = first != NULL ? first : button;
      g_signal_connect (button, "toggled", G_CALLBACK (on_choice), lessons);
      gtk_box_append (GTK_BOX (box), button);
    }
  g_object_set_data (G_OBJECT (box), "lessons", lessons);
  g_signal_connect_object (lessons, "guess-changed", G_CALLBACK (show_choice), box, G_CONNECT_SWAPPED);
  show_choice (box);
  return box;
}

/* ---- in the strip ---- */

static void
on_selected (GtkDropDown *choices, GParamSpec *spec, WbLessons *lessons)
{
  guint selected = gtk_drop_down_get_selected (choices);

  if (selected > 0 && selected != GTK_INVALID_LIST_POSITION && wb_lessons_lesson (lessons) != NULL)
    wb_lessons_set_choice (lessons, (int) selected - 1);
}

static void
show_selected (GtkDropDown *choices)
{
  WbLessons *lessons = g_object_get_data (G_OBJECT (choices), "lessons");

  if (wb_lessons_lesson (lessons) != NULL)
    gtk_drop_down_set_selected (choices, (guint) (wb_lessons_choice (lessons) + 1));
}

static GtkWidget *
brief_new (WbLessons *lessons)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  GtkWidget *choices;

  g_strv_builder_add (builder, _("Your guess"));
  for (char **item = wb_lessons_page (lessons)->items; *item != NULL; item++)
    g_strv_builder_add (builder, *item);
  all = g_strv_builder_end (builder);
  choices = gtk_drop_down_new_from_strings ((const char *const *) all);
  g_object_set_data (G_OBJECT (choices), "lessons", lessons);
  show_selected (GTK_DROP_DOWN (choices));
  g_signal_connect (choices, "notify::selected", G_CALLBACK (on_selected), lessons);
  g_signal_connect_object (lessons, "guess-changed", G_CALLBACK (show_selected), choices, G_CONNECT_SWAPPED);
  return choices;
}

/* Appends the answers with the digits that choose them. */
static void
add_items (WbLessons *lessons, GArray *spans)
{
  char **items = wb_lessons_page (lessons)->items;

  for (int k = 0; items[k] != NULL; k++)
    {
      g_autofree char *digit = g_strdup_printf ("%s%d\302\240", k > 0 ? "    " : "", k + 1);

      wb_lesson_spans_add (spans, LAB_SPAN_EMPHASIS, digit);
      wb_lesson_spans_add (spans, LAB_SPAN_PLAIN, items[k]);
    }
}

/* ---- the result ---- */

static void
add_rows (WbLessons *lessons, GtkWidget *box)
{
  const LabLessonPage *page = wb_lessons_page (lessons);
  int choice = wb_lessons_choice (lessons);

  wb_ask_add_row (box, _("Your guess"), choice >= 0 ? page->items[choice] : "–", "guess-value", choice >= 0 ? "" : _("no guess"), NULL);
  wb_ask_add_row (box, _("The answer"), page->items[page->answer], "measured-value", "", wb_ask_mark_new (TRUE));
  wb_ask_add_failed_checks (lessons, box);
}

static char *
sentence (WbLessons *lessons)
{
  const LabLessonPage *page = wb_lessons_page (lessons);

  return g_strdup_printf (_("The answer: %s"), page->items[page->answer]);
}

const WbAskKind wb_ask_choice
  = { .control_new = control_new, .brief_new = brief_new, .add_items = add_items, .add_rows = add_rows, .sentence = sentence };
